//===- Shadow.h - Who touched which element ---------------------*- C++ -*-===//
//
// Finds pairs of accesses to one element with no order between them. Each
// element of a buffer has a cell of 8 bytes: its last write and the reads
// since.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_SHADOW_H
#define MINITC_LIB_INTERPRETER_SHADOW_H

#include "llvm/ADT/DenseMap.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace minitc {

/// One op that accesses memory, in one program instance, between two points
/// that order the instance's accesses. Every execution of the op there is the
/// same access.
struct Access {
  /// The program instance, x fastest.
  uint32_t instance;
  /// The op, and the SSA value that its pointers are; see Program.
  uint32_t op, pointer;
  /// How many barriers, releases and acquires the instance had behind it.
  uint32_t epoch : 31;
  /// Whether it is atomic for other program instances too.
  uint32_t isAtomic : 1;
};

/// All accesses of a launch. Grows; threads append without a lock.
class AccessLog {
public:
  AccessLog() : chunks(new std::atomic<Access *>[maxChunks]()) {}
  ~AccessLog();

  /// Numbers at most this many can be given out.
  static constexpr uint32_t maxAccesses = 1u << 26;

  /// Reserves a chunk and returns its first number, 0 if there are no more.
  uint32_t reserveChunk();
  Access &operator[](uint32_t number) {
    return chunks[number / chunkSize].load(
        std::memory_order_acquire)[number % chunkSize];
  }
  static constexpr uint32_t chunkSize = 1u << 10;

private:
  static constexpr uint32_t maxChunks = maxAccesses / chunkSize;
  std::unique_ptr<std::atomic<Access *>[]> chunks;
  std::atomic<uint32_t> used{0};
};

/// Which accesses of other program instances come before what an instance does
/// next: those of instance i up to epoch e, for each pair (i, e).
class Clock {
public:
  void join(const Clock &other) {
    for (auto [instance, epoch] : other.epochs)
      join(instance, epoch);
  }
  void join(uint32_t instance, uint32_t epoch) {
    uint32_t &known = epochs[instance];
    known = std::max(known, epoch);
  }
  bool covers(const Access &access) const {
    auto found = epochs.find(access.instance);
    return found != epochs.end() && access.epoch <= found->second;
  }
  bool empty() const { return epochs.empty(); }
  void clear() { epochs.clear(); }

private:
  llvm::DenseMap<uint32_t, uint32_t> epochs;
};

/// Two accesses to one element with no order between them.
struct Race {
  uint32_t other;
  bool isWithinInstance;
};

/// The cells of one buffer.
class Shadow {
public:
  /// One cell for each `granule` bytes, a power of two.
  Shadow(size_t bytes, unsigned granule);

  /// Records that access number `number` reads or writes the bytes, and looks
  /// for a race with what the cells know. An atomic access is a write.
  std::optional<Race> read(AccessLog &log, const Clock &clock, size_t offset,
                           unsigned bytes, uint32_t number);
  std::optional<Race> write(AccessLog &log, const Clock &clock, size_t offset,
                            unsigned bytes, uint32_t number);

  /// Whether this launch wrote the cell of the byte.
  bool isWritten(size_t offset) const {
    return uint32_t(cells.get()[offset >> shift].load(
               std::memory_order_relaxed)) != 0;
  }
  unsigned granule() const { return 1u << shift; }

private:
  using Cell = std::atomic<uint64_t>;
  struct Free {
    void operator()(Cell *cells) const { free(cells); }
  };
  std::unique_ptr<Cell[], Free> cells;
  unsigned shift;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_SHADOW_H
