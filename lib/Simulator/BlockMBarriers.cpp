//===- BlockMBarriers.cpp - Mbarriers and the copies that report to them --===//

#include "Block.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

using Kind = SimulatorFault::Kind;

/// "the mbarrier at offset 8".
static std::string nameOf(uint32_t offset) {
  return "the mbarrier at offset " + std::to_string(offset);
}

uint32_t Block::sharedOffset(uintptr_t address) const {
  return uint32_t(address - reinterpret_cast<uintptr_t>(sharedMemory));
}

void Block::failMBarrier(std::string text, uint32_t site) {
  fail(Kind::BadCollective, siteOf(site).what + ": " + std::move(text), site,
       running->index);
}

/// Stops if there is none.
Block::MBarriers::value_type &Block::findMBarrier(uintptr_t address,
                                                  uint32_t site) {
  uint32_t offset = sharedOffset(address);
  auto found = mbarriers.find(offset);
  if (found == mbarriers.end() || !found->second.isValid) {
    failMBarrier("expected an mbarrier, but there is none at offset " +
                     std::to_string(offset) + " of shared memory",
                 site);
    abandon();
  }
  return *found;
}

/// The valid one that shares a byte with a range, or null.
const Block::MBarriers::value_type *Block::mbarrierIn(uint32_t offset,
                                                      size_t bytes) const {
  auto next = mbarriers.lower_bound(
      offset - std::min<uint32_t>(offset, MBarrier::bytes - 1));
  for (; next != mbarriers.end() && next->first < offset + bytes; ++next)
    if (next->second.isValid)
      return &*next;
  return nullptr;
}

void Block::checkNoMBarrier(uint32_t offset, size_t bytes, uint32_t site) {
  if (const MBarriers::value_type *found = mbarrierIn(offset, bytes))
    failMBarrier("expected memory that is no barrier's, but got that of " +
                     nameOf(found->first),
                 site);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void Block::mbarrier(MBarrierOperation::Kind kind, uintptr_t address,
                     uint32_t operand, uint32_t site) {
  access(address, MBarrier::bytes, site);
  switch (kind) {
  case MBarrierOperation::Kind::Init:
    initialiseMBarrier(sharedOffset(address), operand, site);
    break;
  case MBarrierOperation::Kind::Expect:
    announceBytes(findMBarrier(address, site), operand, site);
    stopIfFault();
    [[fallthrough]];
  case MBarrierOperation::Kind::Arrive:
    arriveAtMBarrier(findMBarrier(address, site), site);
    break;
  case MBarrierOperation::Kind::Wait:
    waitForPhase(findMBarrier(address, site), operand, site);
    break;
  case MBarrierOperation::Kind::Invalidate:
    invalidateMBarrier(findMBarrier(address, site), site);
    break;
  case MBarrierOperation::Kind::Fence:
    fenceAsyncProxy();
    break;
  }
  stopIfFault();
}

void Block::initialiseMBarrier(uint32_t offset, uint32_t count, uint32_t site) {
  if (count == 0 || count > MBarrier::limit)
    return failMBarrier("expected 1 to " + std::to_string(MBarrier::limit) +
                            " arrivals, but got " + std::to_string(count),
                        site);
  if (const MBarriers::value_type *found = mbarrierIn(offset, MBarrier::bytes))
    return failMBarrier("expected mbarrier.inval before, but " +
                            nameOf(found->first) + " is in use" +
                            atLine(siteOf(found->second.site)),
                        site);
  MBarrier &barrier = mbarriers[offset];
  unsigned agent = barrier.agent;
  barrier = MBarrier();
  barrier.agent = agent;
  barrier.isValid = true;
  barrier.site = site;
  barrier.count = barrier.missing = count;
  if (races && barrier.agent == 0)
    barrier.agent = races->addAgent();
}

void Block::announceBytes(MBarriers::value_type &entry, uint32_t bytes,
                          uint32_t site) {
  auto &[offset, barrier] = entry;
  barrier.announced += bytes;
  if (barrier.announced > MBarrier::limit)
    failMBarrier("expected at most " + std::to_string(MBarrier::limit) +
                     " bytes in a phase, but got " +
                     std::to_string(barrier.announced) + " at " +
                     nameOf(offset),
                 site);
}

void Block::arriveAtMBarrier(MBarriers::value_type &entry, uint32_t site) {
  auto &[offset, barrier] = entry;
  if (barrier.missing == 0)
    return failMBarrier("expected " + std::to_string(barrier.count) +
                            " arrivals in phase " +
                            std::to_string(barrier.phase) + " of " +
                            nameOf(offset) + ", but got one more",
                        site);
  --barrier.missing;
  if (races)
    races->release(running->index, barrier.arrived);
  settle(entry, site);
}

/// Once all have arrived, no more bytes can be announced.
void Block::settle(MBarriers::value_type &entry, uint32_t site) {
  auto &[offset, barrier] = entry;
  if (barrier.missing > 0)
    return;
  if (barrier.underWay > barrier.announced)
    return failMBarrier(
        "expected copies of " + std::to_string(barrier.announced) +
            " bytes in phase " + std::to_string(barrier.phase) + " of " +
            nameOf(offset) + ", but got " + std::to_string(barrier.underWay),
        site);
  if (barrier.announced == 0)
    completePhase(barrier);
}

void Block::completePhase(MBarrier &barrier) {
  for (const MBarrier::Copy &copy : barrier.copies)
    copy.tensor.run(sharedMemory);
  barrier.copies.clear();
  barrier.announced = barrier.underWay = 0;
  barrier.missing = barrier.count;
  ++barrier.phase;
  if (races) {
    races->releaseAgent(barrier.agent, barrier.arrived);
    barrier.completed = barrier.arrived;
  }
  for (uint16_t number : barrier.waiting) {
    threads[number].state = State::Ready;
    if (races)
      races->acquire(number, barrier.completed);
  }
  barrier.waiting.clear();
}

void Block::waitForPhase(MBarriers::value_type &entry, uint32_t parity,
                         uint32_t site) {
  MBarrier &barrier = entry.second;
  if (parity > 1)
    return failMBarrier(
        "expected a parity of 0 or 1, but got " + std::to_string(parity), site);
  if ((barrier.phase & 1) == parity) {
    barrier.waiting.push_back(uint16_t(running->index));
    wait(site, /*barrier=*/-1);
  } else if (races) {
    races->acquire(running->index, barrier.completed);
  }
}

void Block::invalidateMBarrier(MBarriers::value_type &entry, uint32_t site) {
  auto &[offset, barrier] = entry;
  if (!barrier.waiting.empty())
    return failMBarrier("expected nobody to wait, but thread " +
                            std::to_string(barrier.waiting.front()) +
                            " waits for " + nameOf(offset),
                        site);
  if (!barrier.copies.empty())
    return failMBarrier("expected no copy under way, but there is one" +
                            atLine(siteOf(barrier.copies.front().site)) +
                            " that reports to " + nameOf(offset),
                        site);
  barrier.isValid = false;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Spoils the destination until the copy is done, as for cp.async.
void Block::copyTensor(uintptr_t to, uintptr_t map, uintptr_t address,
                       const uint64_t *coordinates, uint32_t rank,
                       uint32_t site) {
  MBarriers::value_type &entry = findMBarrier(address, site);
  MBarrier &barrier = entry.second;
  TensorCopy tensor;
  tensor.map = findTensorMap(map, rank, site);
  stopIfFault();
  for (uint32_t dim = 0; dim < rank; ++dim)
    tensor.coordinates[dim] = int32_t(coordinates[dim]);
  tensor.to = sharedOffset(to);
  checkDestination(tensor, to, site);
  stopIfFault();
  tensor.forEachStretch([&](uint64_t from, size_t bytes) {
    if (!fault)
      checkGlobal(from, bytes, site);
  });
  if (races && !fault)
    checkCopyOrder(tensor, entry, site);
  stopIfFault();
  std::fill_n(sharedMemory + tensor.to, tensor.bytes(), char(0xFF));
  barrier.copies.push_back({tensor, site, uint16_t(running->index)});
  barrier.underWay += tensor.bytes();
  settle(entry, site);
  stopIfFault();
}

/// Of the kernel's parameters, which the host made.
const SimulatorTensorMap *Block::findTensorMap(uintptr_t address, uint32_t rank,
                                               uint32_t site) {
  for (const SimulatorTensorMap &map : launch.tensorMaps) {
    if (reinterpret_cast<uintptr_t>(&map) != address)
      continue;
    if (map.rank == rank)
      return &map;
    failMBarrier("expected a tensor map of rank " + std::to_string(rank) +
                     ", but got one of rank " + std::to_string(map.rank),
                 site);
    return nullptr;
  }
  failMBarrier("expected a tensor map of the kernel's parameters, but there is "
               "none at the address",
               site);
  return nullptr;
}

void Block::checkDestination(const TensorCopy &tensor, uintptr_t to,
                             uint32_t site) {
  if (!isInShared(to))
    return failShared(to, tensor.span(), site);
  if (tensor.to % tensor.alignment() != 0)
    return fail(Kind::Misaligned,
                "misaligned " + siteOf(site).what +
                    ": expected an offset in shared memory that is a multiple "
                    "of " +
                    std::to_string(tensor.alignment()) + ", but got " +
                    std::to_string(tensor.to),
                site, running->index);
  if (!checkSharedBounds(to, tensor.span(), site))
    return;
  checkNoMBarrier(tensor.to, tensor.span(), site);
  for (const auto &[offset, barrier] : mbarriers)
    for (const MBarrier::Copy &other : barrier.copies)
      if (tensor.to < other.tensor.to + other.tensor.span() &&
          other.tensor.to < tensor.to + tensor.span())
        return fail(Kind::Unordered,
                    siteOf(site).what + " writes byte " +
                        std::to_string(std::max(tensor.to, other.tensor.to)) +
                        " of shared memory, which a copy under way" +
                        atLine(siteOf(other.site)) + " writes too",
                    site, running->index);
}

/// What was written before by a thread, the barrier included, has to be there
/// for the asynchronous proxy.
void Block::checkCopyOrder(const TensorCopy &tensor,
                           const MBarriers::value_type &entry, uint32_t site) {
  const auto &[offset, barrier] = entry;
  noteSharedAccess(reinterpret_cast<uintptr_t>(sharedMemory) + offset,
                   MBarrier::bytes, /*isWrite=*/false, site);
  if (fault)
    return;
  auto needsFence = [&](uint32_t earlier) {
    return !siteOf(earlier).isAsyncCopy;
  };
  if (std::optional<RaceDetector::Race> unfenced = races->findUnfenced(
          running->index, offset, MBarrier::bytes, needsFence))
    return failUnfenced(*unfenced, /*isWrite=*/false, site);
  if (std::optional<RaceDetector::Race> unfenced = races->findUnfenced(
          running->index, tensor.to, tensor.bytes(), needsFence))
    return failUnfenced(*unfenced, /*isWrite=*/true, site);
  if (std::optional<RaceDetector::Race> race = races->copy(
          running->index, barrier.agent, tensor.to, tensor.bytes(), site))
    failRace(*race, /*isWrite=*/true, site);
}

bool Block::finishAwaitedCopies() {
  bool hasProgress = false;
  for (auto &[offset, barrier] : mbarriers)
    if (!barrier.waiting.empty() && barrier.wantsCopiesAlone()) {
      completePhase(barrier);
      hasProgress = true;
    }
  return hasProgress;
}

void Block::checkNoCopyUnderWay() {
  for (const auto &[offset, barrier] : mbarriers) {
    if (barrier.copies.empty())
      continue;
    const MBarrier::Copy &copy = barrier.copies.front();
    return fail(Kind::Unordered,
                siteOf(copy.site).what +
                    ": the block ends without having waited for phase " +
                    std::to_string(barrier.phase) + " of " + nameOf(offset),
                copy.site, copy.thread);
  }
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

/// Reports the first mbarrier that somebody waits for.
bool Block::failMBarrierWait() {
  for (const auto &[offset, barrier] : mbarriers) {
    if (barrier.waiting.empty())
      continue;
    const Thread &first = threads[barrier.waiting.front()];
    std::string lacks;
    if (barrier.missing)
      lacks = std::to_string(barrier.missing) + " of " +
              std::to_string(barrier.count) + " arrivals";
    if (barrier.announced > barrier.underWay)
      lacks += (lacks.empty() ? "" : " and ") + std::string("copies of ") +
               std::to_string(barrier.announced - barrier.underWay) + " of " +
               std::to_string(barrier.announced) + " bytes";
    std::string text = siteOf(first.site).what + ": phase " +
                       std::to_string(barrier.phase) + " of " + nameOf(offset) +
                       " lacks " + lacks;
    for (const Thread &thread : threads)
      if (!is_contained(barrier.waiting, thread.index)) {
        text += ": " + whereabouts(thread.index);
        break;
      }
    fail(Kind::Divergence, std::move(text), first.site, first.index);
    return true;
  }
  return false;
}
