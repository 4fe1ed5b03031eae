//===- BlockFaults.cpp - What went wrong in a block, in words -------------===//

#include "Block.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

using Kind = SimulatorFault::Kind;

/// The first fault is the one that counts.
void Block::fail(Kind kind, std::string message, uint32_t site,
                 unsigned thread) {
  if (fault)
    return;
  fault.emplace();
  fault->kind = kind;
  fault->message = std::move(message);
  fault->block = position;
  fault->thread = thread;
  if (site == noSite)
    return;
  fault->line = siteOf(site).line;
  fault->column = siteOf(site).column;
}

std::string Block::atLine(const Site &site) {
  return site.line ? " (line " + std::to_string(site.line) + ")" : "";
}

static std::string bytesText(size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Block::failAlignment(uintptr_t address, size_t bytes, uint32_t site) {
  const Site &place = siteOf(site);
  bool inShared = isInShared(address);
  uintptr_t shown =
      inShared ? address - reinterpret_cast<uintptr_t>(sharedMemory) : address;
  fail(Kind::Misaligned,
       "misaligned " + place.what + " of " + bytesText(bytes) +
           ": expected an address that is a multiple of " +
           std::to_string(place.alignment) + ", but got 0x" +
           utohexstr(shown, /*LowerCase=*/true) +
           (inShared ? " in shared memory" : ""),
       site, running->index);
}

void Block::failShared(uintptr_t address, size_t bytes, uint32_t site) {
  int64_t offset = int64_t(address - reinterpret_cast<uintptr_t>(sharedMemory));
  fail(Kind::OutOfBounds,
       siteOf(site).what + " of " + bytesText(bytes) + " at offset " +
           std::to_string(offset) + " of shared memory, which has " +
           bytesText(launch.sharedBytes()),
       site, running->index);
}

void Block::failGlobal(uintptr_t address, size_t bytes, const Range *nearest,
                       uint32_t site) {
  // Farther than this from a buffer, an address says nothing of it.
  constexpr int64_t near = 1 << 20;
  std::string text = siteOf(site).what + " of " + bytesText(bytes);
  int64_t offset = nearest ? int64_t(address - nearest->begin) : INT64_MIN;
  if (offset > -near && offset < int64_t(nearest->bytes) + near)
    text += " at offset " + std::to_string(offset) + " of " + nearest->name +
            ", which has " + bytesText(nearest->bytes);
  else
    text += " at 0x" + utohexstr(address, /*LowerCase=*/true) +
            ", which is in no buffer";
  fail(Kind::OutOfBounds, std::move(text), site, running->index);
}

void Block::failRace(const RaceDetector::Race &race, bool isWrite,
                     uint32_t site) {
  const Site &earlier = siteOf(race.earlier.site);
  fail(Kind::Race,
       "race in shared memory: this " + siteOf(site).what +
           (isWrite ? " writes" : " reads") + " byte " +
           std::to_string(race.offset) + ", which a " + earlier.what +
           (race.earlier.thread < threads.size()
                ? " of thread " + std::to_string(race.earlier.thread)
                : "") +
           atLine(earlier) + (race.earlierIsWrite ? " wrote" : " read") +
           " with no barrier between",
       site, running->index);
}

void Block::failUnfenced(const RaceDetector::Race &write, bool isWrite,
                         uint32_t site) {
  const Site &earlier = siteOf(write.earlier.site);
  fail(Kind::Unordered,
       siteOf(site).what + (isWrite ? " writes byte " : " reads byte ") +
           std::to_string(write.offset) + " of shared memory, which a " +
           earlier.what + " of thread " + std::to_string(write.earlier.thread) +
           atLine(earlier) + " wrote with no fence.proxy.async between",
       site, write.earlier.thread);
}

void Block::trap(uint32_t site) {
  if (report.state == AssertReport::Complete)
    failReportedAssertion(site);
  fail(Kind::Trap, "the kernel trapped", site, running->index);
  abandon();
}

/// The trap of an assertion of the kernel's: what is known is in the record.
void Block::failReportedAssertion(uint32_t site) {
  for (const AssertInfo &assertion : launch.kernel.asserts) {
    if (assertion.id != report.assertion)
      continue;
    fail(Kind::AssertFailed, "assertion failed: " + assertion.message, site,
         running->index);
    fault->file = assertion.file;
    fault->line = assertion.line;
    fault->column = assertion.column;
    fault->element = assertion.indexOf(report.element);
  }
}

/// Where a kernel calls the driver's own function.
void Block::failAssertion(const char *message, const char *file,
                          uint32_t line) {
  fail(Kind::AssertFailed, std::string("assertion failed: ") + message, noSite,
       running->index);
  fault->file = file;
  fault->line = line;
  abandon();
}

//===----------------------------------------------------------------------===//
// Collectives and barriers
//===----------------------------------------------------------------------===//

static std::string maskText(uint32_t mask) {
  return "0x" + utohexstr(mask, /*LowerCase=*/true, /*Width=*/8);
}

void Block::failMask(uint32_t mask, uint32_t site) {
  fail(Kind::BadCollective,
       siteOf(site).what +
           ": expected a mask with the calling lane, but lane " +
           std::to_string(running->index % warpSize) + " passes " +
           maskText(mask),
       site, running->index);
}

bool Block::checkBarrier(BarrierKind kind, uint32_t id, uint32_t expected,
                         uint32_t site) {
  const std::string &what = siteOf(site).what;
  std::string message;
  if (id >= numBarriers)
    message = what + ": expected a barrier from 0 to 15, but got " +
              std::to_string(id);
  else if (expected % warpSize != 0 || expected > threads.size())
    message = what + ": expected a multiple of 32 up to the block's " +
              std::to_string(threads.size()) + " threads, but got " +
              std::to_string(expected);
  else if (barriers[id].expected && barriers[id].expected != expected)
    message = what + ": barrier " + std::to_string(id) + " is for " +
              std::to_string(expected) + " threads here, but for " +
              std::to_string(barriers[id].expected) + " where thread " +
              std::to_string(barriers[id].arrived.front()) + " waits" +
              atLine(siteOf(barriers[id].site));
  else
    return true;
  fail(Kind::BadCollective, std::move(message), site, running->index);
  return false;
}

/// The threads of a warp reach an aligned barrier together, so at one place.
void Block::checkConvergence(const Barrier &barrier) {
  for (uint16_t number : barrier.waiting) {
    const Thread &thread = threads[number];
    const Thread &first = threads[number / warpSize * warpSize];
    if (!siteOf(thread.site).isAligned || thread.site == first.site ||
        !is_contained(barrier.waiting, first.index))
      continue;
    fail(Kind::Divergence,
         "threads " + std::to_string(first.index) + " and " +
             std::to_string(number) + " of one warp wait at two barriers" +
             atLine(siteOf(first.site)) +
             ", but an aligned barrier is for the whole warp",
         thread.site, number);
    return;
  }
}

/// What keeps a thread from being where others wait for it.
std::string Block::whereabouts(unsigned number) const {
  const Thread &thread = threads[number];
  std::string name = "thread " + std::to_string(number);
  if (thread.state == State::Done)
    return name + " has returned";
  const Site &site = siteOf(thread.site);
  return name + " waits at " + site.what + atLine(site);
}

/// Reports the first collective of a warp that waits for somebody.
bool Block::failMeeting(unsigned warp) {
  if (meetings[warp].empty())
    return false;
  const PendingMeeting &pending = meetings[warp].front();
  unsigned present = warp * warpSize + countr_zero(pending.arrived.mask);
  unsigned missing =
      warp * warpSize + countr_zero(pending.mask & ~pending.arrived.mask);
  uint32_t site = threads[present].site;
  fail(Kind::Divergence,
       siteOf(site).what + " with mask " + maskText(pending.mask) +
           " is reached by lanes " + maskText(pending.arrived.mask) +
           " alone: " + whereabouts(missing),
       site, present);
  return true;
}

bool Block::failBarrier() {
  for (auto [id, barrier] : enumerate(barriers)) {
    if (barrier.waiting.empty())
      continue;
    std::string text = siteOf(barrier.site).what + " is reached by " +
                       std::to_string(barrier.arrived.size()) + " of " +
                       std::to_string(barrier.expected) + " threads";
    for (const Thread &thread : threads)
      if (!is_contained(barrier.arrived, thread.index)) {
        text += ": " + whereabouts(thread.index);
        break;
      }
    fail(Kind::Divergence, std::move(text), barrier.site,
         barrier.arrived.front());
    return true;
  }
  return false;
}

void Block::failWarpgroup(const Warpgroup::Problem &problem, uint32_t site) {
  switch (problem.kind) {
  case Warpgroup::Problem::Kind::Misuse:
    return fail(Kind::BadCollective, siteOf(site).what + ": " + problem.text,
                site, running->index);
  case Warpgroup::Problem::Kind::OutOfBounds:
    return failShared(reinterpret_cast<uintptr_t>(sharedMemory) +
                          problem.offset,
                      SharedMatrix::pieceBytes, site);
  case Warpgroup::Problem::Kind::Changed:
    return fail(Kind::Unordered,
                siteOf(problem.site).what + ": byte " +
                    std::to_string(problem.offset) +
                    " of shared memory, which it reads, was written before it "
                    "was waited for" +
                    atLine(siteOf(site)),
                problem.site, running->index);
  }
}

void Block::failWarpgroupSite(const WarpgroupState &group, uint32_t site) {
  unsigned first = running->index / groupThreads * groupThreads;
  while (!group.arrived[first % groupThreads])
    ++first;
  fail(Kind::Divergence,
       "thread " + std::to_string(running->index) + " is at " +
           siteOf(site).what + ", but thread " + std::to_string(first) +
           " of its warpgroup waits at " + siteOf(group.site).what +
           atLine(siteOf(group.site)),
       site, running->index);
}

/// Reports the first warpgroup whose threads wait for one of them.
bool Block::failWarpgroupMeeting() {
  for (auto [number, group] : enumerate(warpgroups)) {
    if (group.numArrived == 0)
      continue;
    unsigned missing = find(group.arrived, nullptr) - group.arrived.begin();
    unsigned present =
        find_if(group.arrived, [](uint64_t *words) { return words; }) -
        group.arrived.begin();
    unsigned first = unsigned(number) * groupThreads;
    fail(Kind::Divergence,
         siteOf(group.site).what + " is reached by " +
             std::to_string(group.numArrived) + " of the " +
             std::to_string(groupThreads) +
             " threads of a warpgroup: " + whereabouts(first + missing),
         group.site, first + present);
    return true;
  }
  return false;
}

void Block::failDeadlock() {
  if (failMBarrierWait())
    return;
  for (unsigned warp = 0; warp < meetings.size(); ++warp)
    if (failMeeting(warp))
      return;
  if (!failWarpgroupMeeting())
    failBarrier();
}
