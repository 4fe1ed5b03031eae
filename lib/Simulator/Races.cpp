//===- Races.cpp - Accesses to shared memory with no order ----------------===//

#include "Races.h"
#include "Collectives.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace llvm;
using namespace minitc::simulator;

void RaceDetector::startBlock(unsigned numThreads, size_t sharedBytes) {
  auto nothing = std::make_shared<const Clocks>(numThreads, 0);
  threads.assign(numThreads, Thread{1, nothing, nothing});
  agentClocks.clear();
  bytes.assign(sharedBytes, Byte());
  moreReads.clear();
}

std::optional<RaceDetector::Race>
RaceDetector::conflict(size_t offset, const Access &now, bool isWrite) const {
  const Byte &byte = bytes[offset];
  auto races = [&](const Access &earlier) {
    return !isOrdered(earlier, now.thread) &&
           !(earlier.isAtomic && now.isAtomic);
  };
  if (races(byte.write))
    return Race{offset, byte.write, /*earlierIsWrite=*/true};
  if (!isWrite)
    return std::nullopt;
  for (const Access &read : byte.reads)
    if (races(read))
      return Race{offset, read, /*earlierIsWrite=*/false};
  if (!moreReads.empty())
    for (const Access &read : moreReads[offset])
      if (races(read))
        return Race{offset, read, /*earlierIsWrite=*/false};
  return std::nullopt;
}

/// Of reads with no order between them two are kept without agents, by threads
/// of two warps if there are such: whoever then writes is another thread than
/// one of the two, and if it is ordered after one by a barrier of its warp, it
/// is not after the other.
void RaceDetector::noteRead(size_t offset, const Access &now) {
  Byte &byte = bytes[offset];
  for (Access &read : byte.reads)
    if (isOrdered(read, now.thread)) {
      read = now;
      return;
    }
  if (!moreReads.empty()) {
    std::vector<Access> &more = moreReads[offset];
    erase_if(more,
             [&](const Access &read) { return isOrdered(read, now.thread); });
    more.push_back(now);
    return;
  }
  auto warpOf = [](const Access &access) { return access.thread / warpSize; };
  if (warpOf(byte.reads[0]) == warpOf(byte.reads[1]))
    byte.reads[1] = now;
}

void RaceDetector::note(size_t offset, const Access &now, bool isWrite) {
  if (!isWrite)
    return noteRead(offset, now);
  bytes[offset].write = now;
  bytes[offset].reads[0] = bytes[offset].reads[1] = Access();
  if (!moreReads.empty())
    moreReads[offset].clear();
}

std::optional<RaceDetector::Race>
RaceDetector::access(unsigned thread, size_t offset, size_t count, bool isWrite,
                     bool isAtomic, uint32_t site) {
  Access now{threads[thread].clock, uint16_t(thread), isAtomic, site};
  for (size_t at = offset; at < offset + count; ++at) {
    if (std::optional<Race> race = conflict(at, now, isWrite))
      return race;
    note(at, now, isWrite);
  }
  return std::nullopt;
}

template <typename Get>
std::shared_ptr<RaceDetector::Clocks>
RaceDetector::merge(ArrayRef<uint16_t> list, Get get) const {
  auto merged =
      std::make_shared<Clocks>(threads.size() + agentClocks.size(), 0);
  SmallPtrSet<const Clocks *, 8> seen;
  for (uint16_t thread : list) {
    const Clocks *clocks = get(threads[thread]);
    if (!seen.insert(clocks).second)
      continue;
    for (size_t i = 0; i < clocks->size(); ++i)
      (*merged)[i] = std::max((*merged)[i], (*clocks)[i]);
  }
  return merged;
}

/// What the thread itself writes after the fence has a later clock.
void RaceDetector::fenceAsyncProxy(unsigned index) {
  Thread &thread = threads[index];
  auto fenced = std::make_shared<Clocks>(*thread.known);
  (*fenced)[index] = thread.clock++;
  thread.fenced = std::move(fenced);
}

std::optional<RaceDetector::Race>
RaceDetector::findUnfenced(unsigned thread, size_t offset, size_t count,
                           function_ref<bool(uint32_t site)> needsFence) const {
  for (size_t at = offset; at < offset + count; ++at) {
    const Access &write = bytes[at].write;
    if (write.clock > clockIn(*threads[thread].fenced, write.thread) &&
        needsFence(write.site))
      return Race{at, write, /*earlierIsWrite=*/true};
  }
  return std::nullopt;
}

void RaceDetector::synchronize(ArrayRef<uint16_t> releasing,
                               ArrayRef<uint16_t> acquiring) {
  auto known =
      merge(releasing, [](const Thread &thread) { return thread.known.get(); });
  auto fenced = merge(releasing,
                      [](const Thread &thread) { return thread.fenced.get(); });
  for (uint16_t thread : releasing) {
    (*known)[thread] = std::max((*known)[thread], threads[thread].clock);
    ++threads[thread].clock;
  }
  for (uint16_t thread : acquiring) {
    threads[thread].known = known;
    threads[thread].fenced = fenced;
  }
}

//===----------------------------------------------------------------------===//
// Mbarriers
//===----------------------------------------------------------------------===//

/// The later of both for each thread and agent.
static RaceDetector::Clocks
latest(const std::shared_ptr<const RaceDetector::Clocks> &a,
       const std::shared_ptr<const RaceDetector::Clocks> &b) {
  RaceDetector::Clocks all;
  for (const auto &clocks : {a, b}) {
    if (!clocks)
      continue;
    all.resize(std::max(all.size(), clocks->size()), 0);
    for (size_t i = 0; i < clocks->size(); ++i)
      all[i] = std::max(all[i], (*clocks)[i]);
  }
  return all;
}

void RaceDetector::release(unsigned index, Knowledge &to) {
  Thread &thread = threads[index];
  auto known = std::make_shared<Clocks>(latest(to.known, thread.known));
  (*known)[index] = std::max((*known)[index], thread.clock++);
  to.known = std::move(known);
  to.fenced = std::make_shared<Clocks>(latest(to.fenced, thread.fenced));
}

void RaceDetector::acquire(unsigned index, const Knowledge &from) {
  Thread &thread = threads[index];
  thread.known = std::make_shared<Clocks>(latest(from.known, thread.known));
  thread.fenced = std::make_shared<Clocks>(latest(from.fenced, thread.fenced));
}

unsigned RaceDetector::addAgent() {
  moreReads.resize(bytes.size());
  agentClocks.push_back(1);
  return unsigned(threads.size() + agentClocks.size() - 1);
}

std::optional<RaceDetector::Race>
RaceDetector::copy(unsigned thread, unsigned agent, size_t offset, size_t count,
                   uint32_t site) {
  Access issued{threads[thread].clock, uint16_t(thread), /*isAtomic=*/false,
                site};
  Access written{agentClocks[agent - threads.size()], uint16_t(agent),
                 /*isAtomic=*/false, site};
  for (size_t at = offset; at < offset + count; ++at) {
    if (std::optional<Race> race = conflict(at, issued, /*isWrite=*/true))
      return race;
    note(at, written, /*isWrite=*/true);
  }
  return std::nullopt;
}

void RaceDetector::releaseAgent(unsigned agent, Knowledge &to) {
  auto known = std::make_shared<Clocks>(latest(to.known, nullptr));
  known->resize(std::max<size_t>(known->size(), agent + 1), 0);
  (*known)[agent] = agentClocks[agent - threads.size()]++;
  to.known = std::move(known);
}
