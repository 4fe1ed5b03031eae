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
  bytes.assign(sharedBytes, Byte());
}

std::optional<RaceDetector::Race> RaceDetector::conflict(const Byte &byte,
                                                         size_t offset,
                                                         const Access &now,
                                                         bool isWrite) const {
  auto races = [&](const Access &earlier) {
    return !isOrdered(earlier, now.thread) &&
           !(earlier.isAtomic && now.isAtomic);
  };
  if (races(byte.write))
    return Race{offset, byte.write, /*earlierIsWrite=*/true};
  if (isWrite)
    for (const Access &read : byte.reads)
      if (races(read))
        return Race{offset, read, /*earlierIsWrite=*/false};
  return std::nullopt;
}

/// Of reads with no order between them two are kept, by threads of two warps if
/// there are such: whoever then writes is another thread than one of the two,
/// and if it is ordered after one by a barrier of its warp, it is not after the
/// other.
void RaceDetector::note(Byte &byte, const Access &now, bool isWrite) {
  if (isWrite) {
    byte.write = now;
    byte.reads[0] = byte.reads[1] = Access();
    return;
  }
  for (Access &read : byte.reads)
    if (isOrdered(read, now.thread)) {
      read = now;
      return;
    }
  auto warpOf = [](const Access &access) { return access.thread / warpSize; };
  if (warpOf(byte.reads[0]) == warpOf(byte.reads[1]))
    byte.reads[1] = now;
}

std::optional<RaceDetector::Race>
RaceDetector::access(unsigned thread, size_t offset, size_t count, bool isWrite,
                     bool isAtomic, uint32_t site) {
  Access now{threads[thread].clock, uint16_t(thread), isAtomic, site};
  for (size_t at = offset; at < offset + count; ++at) {
    if (std::optional<Race> race = conflict(bytes[at], at, now, isWrite))
      return race;
    note(bytes[at], now, isWrite);
  }
  return std::nullopt;
}

template <typename Get>
std::shared_ptr<RaceDetector::Clocks>
RaceDetector::merge(ArrayRef<uint16_t> list, Get get) const {
  auto merged = std::make_shared<Clocks>(threads.size(), 0);
  SmallPtrSet<const Clocks *, 8> seen;
  for (uint16_t thread : list) {
    const Clocks *clocks = get(threads[thread]);
    if (!seen.insert(clocks).second)
      continue;
    for (size_t i = 0; i < merged->size(); ++i)
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
    if (write.clock > (*threads[thread].fenced)[write.thread] &&
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
