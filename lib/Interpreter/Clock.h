//===- Clock.h - What comes before an instance's next access ----*- C++ -*-===//
//
// Kernels with atomics run their instances one after another in ascending
// order, so what has happened so far is kept as runs of neighbouring instances
// that did the same: one run stands for thousands of instances that counted up
// one counter.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_CLOCK_H
#define MINITC_LIB_INTERPRETER_CLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace minitc {

/// What the instances from `first` to `last` did, up to or in an epoch.
struct InstanceRun {
  uint32_t first, last;
  uint64_t epoch;
  /// The op that did it; see Program. 0 in a clock.
  uint32_t site = 0;
  /// The number of the element in the op's tile less that of its cell.
  int64_t laneOffset = unknownLane;
  static constexpr int64_t unknownLane = INT64_MIN;

  /// Whether it is the same but for the instances.
  bool isLike(const InstanceRun &other) const {
    return epoch == other.epoch && site == other.site &&
           laneOffset == other.laneOffset;
  }
  bool operator==(const InstanceRun &other) const {
    return first == other.first && last == other.last && isLike(other);
  }
};

class Clock;
/// Clocks are shared and never change. Null: nothing is known.
using ClockRef = std::shared_ptr<const Clock>;

/// Which accesses come before what an instance does next: those of an instance
/// up to an epoch.
class Clock {
public:
  /// What both know. One of the two itself if it knows all.
  static ClockRef join(const ClockRef &a, const ClockRef &b);
  /// What `clock` knows and what `instance`, which no lower one follows, did up
  /// to `epoch`.
  static ClockRef extend(const ClockRef &clock, uint32_t instance,
                         uint64_t epoch);
  /// Everything comes before. Stands for what is not known any more.
  static ClockRef everything();

  llvm::ArrayRef<InstanceRun> getRuns() const { return runs; }

private:
  void append(InstanceRun run);
  void shorten();

  /// In ascending order, without overlaps.
  llvm::SmallVector<InstanceRun, 2> runs;
};

/// The accesses of one kind to an element that nothing has come after for all
/// other instances.
class AccessSet {
public:
  /// Adds an access of one instance that no lower one follows.
  void add(const InstanceRun &access);
  /// Removes what `clock` orders: whoever comes after the access that is about
  /// to be added comes after it too.
  void removeOrdered(const ClockRef &clock);
  void clear() { runs.clear(); }

  /// The last access that `clock` leaves without order before `instance`; its
  /// run is of one instance.
  std::optional<InstanceRun> findUnordered(const ClockRef &clock,
                                           uint32_t instance) const;
  llvm::ArrayRef<InstanceRun> getRuns() const { return runs; }

private:
  llvm::SmallVector<InstanceRun, 1> runs;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_CLOCK_H
