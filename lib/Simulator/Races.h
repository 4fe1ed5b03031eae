//===- Races.h - Accesses to shared memory with no order --------*- C++ -*-===//
//
// Keeps the last write and two reads of each byte of shared memory, and for
// each thread what it knows of the others' progress through barriers (a vector
// clock, which threads that have met share). An access is ordered after
// another if its thread knows of the other. What the asynchronous proxy reads
// or writes wants a fence in between as well (PTX ISA, "Proxies").
//
// An mbarrier passes on what those knew who arrived at it to those who wait for
// it. The copies that report to it count as a thread of their own, an agent,
// which the former do not know of, and the latter do.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_RACES_H
#define MINITC_LIB_SIMULATOR_RACES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace minitc::simulator {

class RaceDetector {
public:
  struct Access {
    /// Barriers that the thread had passed, plus one; 0: no access.
    uint32_t clock = 0;
    /// Or an agent: from the number of threads on.
    uint16_t thread = 0;
    bool isAtomic = false;
    uint32_t site = 0;
  };

  /// The clocks of threads and agents; those that are missing are 0.
  using Clocks = std::vector<uint32_t>;

  /// What comes before something, and before a fence that comes before it. Null
  /// if nothing does.
  struct Knowledge {
    std::shared_ptr<const Clocks> known, fenced;
  };

  /// Two accesses with no order between them.
  struct Race {
    /// The byte's offset in shared memory.
    size_t offset;
    Access earlier;
    bool earlierIsWrite;
  };

  /// Forgets everything: a block of `threads` threads starts.
  void startBlock(unsigned threads, size_t sharedBytes);

  /// Notes an access to `bytes` bytes. Atomic accesses have no race with one
  /// another.
  std::optional<Race> access(unsigned thread, size_t offset, size_t bytes,
                             bool isWrite, bool isAtomic, uint32_t site);

  /// What the thread knows to be written is visible to the asynchronous proxy,
  /// for all who know of this.
  void fenceAsyncProxy(unsigned thread);
  /// The first write to one of the bytes that needs such a fence and has none
  /// between it and what the thread does now.
  std::optional<Race>
  findUnfenced(unsigned thread, size_t offset, size_t bytes,
               llvm::function_ref<bool(uint32_t site)> needsFence) const;

  /// What `releasing` did until now comes before what `acquiring` does from
  /// now on. All of `acquiring` are in `releasing` too.
  void synchronize(llvm::ArrayRef<uint16_t> releasing,
                   llvm::ArrayRef<uint16_t> acquiring);

  /// Adds what a thread did until now.
  void release(unsigned thread, Knowledge &to);
  /// All of it comes before what the thread does from now on.
  void acquire(unsigned thread, const Knowledge &from);

  /// A new agent. From the first on, every read is kept that has no order with
  /// the others: who arrives at an mbarrier need not be whole warps.
  unsigned addAgent();
  /// Notes what a copy of the agent's will write, which a thread issues.
  std::optional<Race> copy(unsigned thread, unsigned agent, size_t offset,
                           size_t bytes, uint32_t site);
  /// Adds the agent's copies until now.
  void releaseAgent(unsigned agent, Knowledge &to);

private:
  struct Thread {
    uint32_t clock = 1;
    /// The clocks of all threads that come before this one's next access.
    std::shared_ptr<const Clocks> known;
    /// The same for what comes before a fence that comes before.
    std::shared_ptr<const Clocks> fenced;
  };
  struct Byte {
    Access write, reads[2];
  };

  std::vector<Thread> threads;
  std::vector<uint32_t> agentClocks;
  std::vector<Byte> bytes;
  /// Of each byte, the reads beyond two; none without agents.
  std::vector<std::vector<Access>> moreReads;

  static uint32_t clockIn(const Clocks &clocks, size_t thread) {
    return thread < clocks.size() ? clocks[thread] : 0;
  }
  /// Whether `earlier` comes before what `thread` does now.
  bool isOrdered(const Access &earlier, unsigned thread) const {
    return earlier.clock == 0 || earlier.thread == thread ||
           clockIn(*threads[thread].known, earlier.thread) >= earlier.clock;
  }
  /// The clocks that each thread of a list knows at least one of.
  template <typename Get>
  std::shared_ptr<Clocks> merge(llvm::ArrayRef<uint16_t> list, Get get) const;
  std::optional<Race> conflict(size_t offset, const Access &now,
                               bool isWrite) const;
  void note(size_t offset, const Access &now, bool isWrite);
  void noteRead(size_t offset, const Access &now);
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_RACES_H
