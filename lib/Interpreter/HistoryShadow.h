//===- HistoryShadow.h - Cells where instances may have order ---*- C++ -*-===//
//
// In a kernel with atomics a release and an acquire may order two program
// instances, so every access to an element counts until something has come
// after it. What happened to an element is its history; a cell holds the number
// of one, and elements that were treated alike share it. Instances run one
// after another on one thread.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_HISTORYSHADOW_H
#define MINITC_LIB_INTERPRETER_HISTORYSHADOW_H

#include "Clock.h"
#include "Shadow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"

#include <deque>
#include <vector>

namespace minitc {

/// What happened to an element so far, all that a later access may have no
/// order with.
struct History : llvm::FoldingSetNode {
  /// An op and what its pointers are.
  struct Place {
    uint32_t site = 0, pointer = 0;
  };

  bool isWritten = false;
  /// The last write that was not atomic for other instances; site 0: none.
  InstanceRun write = {0, 0, 0};
  /// The reads and atomic accesses since then that nothing has come after.
  AccessSet reads, atomics;

  /// The accesses of the last instance in its last epoch: which modes there
  /// were, the last change or, without one, the last read, and an access of
  /// the same mode through other pointers, if there is one.
  uint32_t instance = 0;
  uint64_t epoch = 0;
  unsigned modes = 0;
  Place last, other;

  /// What an acquire orders before what follows it.
  ClockRef released;

  void Profile(llvm::FoldingSetNodeID &id) const;

  /// How many cells and others hold this history's number, and the number.
  uint32_t uses = 0, number = 0;
};

/// All histories of a launch, and the access at hand.
class Histories {
public:
  /// Keeps at most this many histories apart. Elements beyond forget what
  /// happened to them: races may then be missed.
  explicit Histories(size_t capacity) : capacity(capacity) {}

  /// One op is about to access elements. The instance's clock grows by what the
  /// op acquires.
  void begin(const Access &access, ClockRef &clock);

  /// What the access at hand makes of a history.
  struct Step {
    uint32_t next;
    std::optional<Race> race;
    /// Whether the race is with the newest change, or the newest read.
    bool isWithNewestChange = false, isWithNewestRead = false;
    /// Of the access that the race is with.
    int64_t laneOffset = InstanceRun::unknownLane;
  };
  const Step &step(uint32_t number, int64_t laneOffset);

  void use(uint32_t number) { ++histories[number].uses; }
  void drop(uint32_t number);
  const History &operator[](uint32_t number) const { return histories[number]; }
  /// How many histories there are.
  size_t size() const { return known.size(); }

  /// Numbers have this many bits.
  static constexpr unsigned numberBits = 24;

private:
  void dropSteps();
  Step makeStep(uint32_t number, int64_t laneOffset);
  void findRace(const History &before, Step &step) const;
  bool findRaceWithin(const History &before, Step &step) const;
  History follow(const History &before, int64_t laneOffset) const;
  void recordWithin(History &next) const;
  History forget(const History &before) const;
  ClockRef release(const ClockRef &released) const;
  uint32_t numberOf(History history);

  Access now = {};
  ClockRef *clock = nullptr;
  /// The steps of this access from each history, which they hold.
  llvm::SmallDenseMap<std::pair<uint32_t, int64_t>, Step> steps;

  size_t capacity;
  /// By their numbers; number 0 is the history of an untouched element.
  std::deque<History> histories = std::deque<History>(1);
  std::vector<uint32_t> unused;
  llvm::FoldingSet<History> known;
};

class HistoryShadow final : public Shadow {
public:
  HistoryShadow(Histories &histories, size_t bytes, unsigned granule)
      : Shadow(bytes, granule), histories(histories), cells(numCells) {}

protected:
  std::optional<Race> accessCell(size_t i, const Access &now,
                                 uint32_t lane) override;
  bool isCellWritten(size_t i) const override {
    return histories[cells[i].history].isWritten;
  }

private:
  /// A history, and the elements of the tiles that made the newest change and
  /// the newest read.
  struct Cell {
    uint64_t history : Histories::numberBits;
    uint64_t changeLane : 20;
    uint64_t readLane : 20;
  };

  Histories &histories;
  CellArray<Cell> cells;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_HISTORYSHADOW_H
