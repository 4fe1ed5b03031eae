//===- OwnerShadow.h - Cells where instances have no order ------*- C++ -*-===//
//
// In a kernel without atomics nothing orders two program instances: an element
// either belongs to one instance or is only read. So a cell holds one instance
// with what it did last, and an element that several read holds two of them.
// Instances run in parallel.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_OWNERSHADOW_H
#define MINITC_LIB_INTERPRETER_OWNERSHADOW_H

#include "Shadow.h"

#include <atomic>
#include <vector>

namespace minitc {

/// The op and the element of its tile that accessed a cell.
struct AccessSlot {
  uint32_t site = 0, lane = 0;
};

/// What a cell says; zeros: nothing touched the element.
struct OwnerCell {
  /// The owner; of an element that several instances read, the lowest.
  uint32_t instance = 0;
  /// The owner's epoch when it last touched the element; of an element that
  /// several instances read, the second lowest of them.
  uint64_t extra = 0;
  /// The owner's last read. (Of several readers, the lowest's.)
  AccessSlot read;
  /// Its last write; while there is none, another read since the last barrier,
  /// through other pointers. (Of several readers, the second lowest's.)
  AccessSlot change;
  bool isWritten = false, isRead = false, isShared = false;
  /// Whether the owner's last write and read are since its last barrier, and
  /// whether it read through several pointers since then.
  bool changedNow = false, readNow = false, readThroughMany = false;
};

/// How many bits of a cell each part has. A launch gives to each part what it
/// needs; one too large for 64 bits goes without the parts that only make
/// reports better, and in the end without the order within an instance.
struct OwnerCellLayout {
  unsigned instance = 0, site = 0, lane = 0, extra = 0;

  static OwnerCellLayout choose(uint64_t numInstances, uint64_t numSites,
                                uint64_t numLanes, bool hasBarriers);
  uint64_t pack(const OwnerCell &cell) const;
  OwnerCell unpack(uint64_t bits) const;

  bool hasSites() const { return site != 0; }
  bool hasLanes = true;
  /// Whether both of two readers have room.
  bool hasTwoReaders() const { return extra >= instance; }
  uint64_t maxEpoch() const { return llvm::maskTrailingOnes<uint64_t>(extra); }
};

/// What the cells of all buffers of a launch have in common.
struct OwnerCells {
  OwnerCells(const OwnerCellLayout &layout, size_t numSites)
      : layout(layout), pointers(numSites) {}

  const OwnerCellLayout layout;
  /// The pointers of each site, once it has run; site 0 is none.
  std::vector<std::atomic<uint32_t>> pointers;
};

class OwnerShadow final : public Shadow {
public:
  OwnerShadow(const OwnerCells &common, size_t bytes, unsigned granule)
      : Shadow(bytes, granule), common(common), cells(numCells) {}

  void endEpochs(uint32_t instance) override;

protected:
  std::optional<Race> accessCell(size_t i, const Access &now,
                                 uint32_t lane) override;
  bool isCellWritten(size_t i) const override;

private:
  uint32_t pointerOf(AccessSlot slot) const {
    return common.pointers[slot.site].load(std::memory_order_relaxed);
  }
  Race race(uint64_t instance, AccessSlot slot, bool isWithin) const;
  std::optional<Race> findRace(const OwnerCell &cell, const Access &now) const;
  std::optional<Race> findRaceWithin(const OwnerCell &cell,
                                     const Access &now) const;
  void record(OwnerCell &cell, const Access &now, AccessSlot here) const;
  void recordOwn(OwnerCell &cell, const Access &now, AccessSlot here) const;
  void recordReader(OwnerCell &cell, uint32_t instance, AccessSlot here) const;

  const OwnerCells &common;
  CellArray<std::atomic<uint64_t>> cells;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_OWNERSHADOW_H
