//===- OwnerShadow.cpp - Cells where instances have no order --------------===//

#include "OwnerShadow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace minitc;

void *minitc::allocateCells(size_t count) {
  void *cells = calloc(count + !count, sizeof(uint64_t));
  if (!cells)
    llvm::report_bad_alloc_error("no memory for the shadow of a buffer");
  return cells;
}

//===----------------------------------------------------------------------===//
// The layout of a cell
//===----------------------------------------------------------------------===//

static constexpr unsigned numFlags = 6;

/// What is left of a cell beside the instance and two slots; negative if they
/// do not fit.
static int roomFor(const OwnerCellLayout &layout) {
  return 64 - int(numFlags + layout.instance + 2 * (layout.site + layout.lane));
}

OwnerCellLayout OwnerCellLayout::choose(uint64_t numInstances,
                                        uint64_t numSites, uint64_t numLanes,
                                        bool hasBarriers) {
  OwnerCellLayout layout;
  layout.instance = llvm::Log2_64_Ceil(numInstances);
  layout.site = llvm::Log2_64_Ceil(numSites + 1);
  layout.lane = llvm::Log2_64_Ceil(numLanes);
  // Counting epochs from 1 again takes a walk over all cells: that should be
  // rare.
  constexpr int epochs = 16, fewestEpochs = 8;
  if (roomFor(layout) < (hasBarriers ? epochs : 0)) {
    layout.lane = 0;
    layout.hasLanes = false;
  }
  if (roomFor(layout) < (hasBarriers ? fewestEpochs : 0))
    layout.site = 0;
  layout.extra = roomFor(layout);
  return layout;
}

uint64_t OwnerCellLayout::pack(const OwnerCell &cell) const {
  uint64_t bits = 0;
  auto put = [&](uint64_t value, unsigned width) {
    bits = width == 64 ? value
                       : bits << width |
                             (value & llvm::maskTrailingOnes<uint64_t>(width));
  };
  put(cell.instance, instance);
  put(cell.extra, extra);
  for (const AccessSlot &slot : {cell.read, cell.change}) {
    put(slot.site, site);
    put(slot.lane, lane);
  }
  for (bool flag : {cell.isWritten, cell.isRead, cell.isShared, cell.changedNow,
                    cell.readNow, cell.readThroughMany})
    put(flag, 1);
  return bits;
}

OwnerCell OwnerCellLayout::unpack(uint64_t bits) const {
  OwnerCell cell;
  auto take = [&](unsigned width) {
    uint64_t value = bits & llvm::maskTrailingOnes<uint64_t>(width);
    bits >>= width;
    return value;
  };
  for (bool *flag : {&cell.readThroughMany, &cell.readNow, &cell.changedNow,
                     &cell.isShared, &cell.isRead, &cell.isWritten})
    *flag = take(1);
  for (AccessSlot *slot : {&cell.change, &cell.read}) {
    slot->lane = take(lane);
    slot->site = take(site);
  }
  cell.extra = take(extra);
  cell.instance = take(instance);
  return cell;
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

Race OwnerShadow::race(uint64_t instance, AccessSlot slot,
                       bool isWithin) const {
  Race race{isWithin, uint32_t(instance), slot.site};
  if (common.layout.hasLanes)
    race.lane = slot.lane;
  return race;
}

/// Whether `now` has no order with what the cell knows, one of them a write.
std::optional<Race> OwnerShadow::findRace(const OwnerCell &cell,
                                          const Access &now) const {
  bool isRead = now.mode == AccessMode::Read;
  if (cell.isShared) {
    if (isRead)
      return std::nullopt;
    if (cell.instance != now.instance)
      return race(cell.instance, cell.read, /*isWithin=*/false);
    if (common.layout.hasTwoReaders())
      return race(cell.extra, cell.change, /*isWithin=*/false);
    return Race{/*isWithinInstance=*/false, std::nullopt};
  }
  if (!cell.isRead && !cell.isWritten)
    return std::nullopt;
  if (cell.instance == now.instance)
    return findRaceWithin(cell, now);
  if (cell.isWritten)
    return race(cell.instance, cell.change, /*isWithin=*/false);
  if (isRead)
    return std::nullopt;
  return race(cell.instance, cell.read, /*isWithin=*/false);
}

std::optional<Race> OwnerShadow::findRaceWithin(const OwnerCell &cell,
                                                const Access &now) const {
  if (!common.layout.hasSites() || cell.extra != now.epoch)
    return std::nullopt;
  if (cell.changedNow && pointerOf(cell.change) != now.pointer)
    return race(cell.instance, cell.change, /*isWithin=*/true);
  if (now.mode == AccessMode::Read || !cell.readNow)
    return std::nullopt;
  if (pointerOf(cell.read) != now.pointer)
    return race(cell.instance, cell.read, /*isWithin=*/true);
  if (!cell.readThroughMany)
    return std::nullopt;
  // Where an earlier write takes its room, the other read is not known.
  if (cell.isWritten)
    return Race{/*isWithinInstance=*/true, cell.instance};
  return race(cell.instance, cell.change, /*isWithin=*/true);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

/// Makes the cell say that `now` accessed the element too.
void OwnerShadow::record(OwnerCell &cell, const Access &now,
                         AccessSlot here) const {
  bool isUntouched = !cell.isRead && !cell.isWritten;
  bool isOwn = isUntouched || (!cell.isShared && cell.instance == now.instance);
  if (isOwn || now.mode != AccessMode::Read) {
    // A write to what others use takes it over: the race has been found.
    if (isUntouched || !isOwn) {
      cell = OwnerCell();
      cell.instance = now.instance;
      cell.extra = now.epoch;
    }
    return recordOwn(cell, now, here);
  }
  if (!cell.isWritten)
    recordReader(cell, now.instance, here);
}

void OwnerShadow::recordOwn(OwnerCell &cell, const Access &now,
                            AccessSlot here) const {
  if (cell.extra != now.epoch) {
    cell.changedNow = cell.readNow = cell.readThroughMany = false;
    cell.extra = now.epoch;
  }
  if (now.mode != AccessMode::Read) {
    cell.change = here;
    cell.isWritten = cell.changedNow = true;
    return;
  }
  if (common.layout.hasSites() && cell.readNow &&
      pointerOf(cell.read) != now.pointer) {
    cell.readThroughMany = true;
    if (!cell.isWritten)
      cell.change = cell.read;
  }
  cell.read = here;
  cell.isRead = cell.readNow = true;
}

/// Keeps the two lowest readers, so that a report does not depend on which
/// thread came first.
void OwnerShadow::recordReader(OwnerCell &cell, uint32_t instance,
                               AccessSlot here) const {
  bool isFirst = instance < cell.instance;
  if (!cell.isShared || isFirst) {
    cell.change = isFirst ? cell.read : here;
    cell.extra = isFirst ? cell.instance : instance;
    cell.isShared = true;
    if (isFirst) {
      cell.read = here;
      cell.instance = instance;
    }
    cell.changedNow = cell.readNow = cell.readThroughMany = false;
    return;
  }
  if (instance > cell.instance && instance < cell.extra) {
    cell.change = here;
    cell.extra = instance;
  }
}

std::optional<Race> OwnerShadow::accessCell(size_t i, const Access &now,
                                            uint32_t lane) {
  uint64_t old = cells[i].load(std::memory_order_acquire);
  while (true) {
    OwnerCell cell = common.layout.unpack(old);
    std::optional<Race> race = findRace(cell, now);
    record(cell, now, {now.site, lane});
    uint64_t wanted = common.layout.pack(cell);
    // Another thread may have been faster: then look again.
    if (wanted == old ||
        cells[i].compare_exchange_weak(old, wanted, std::memory_order_acq_rel))
      return race;
  }
}

bool OwnerShadow::isCellWritten(size_t i) const {
  return common.layout.unpack(cells[i].load(std::memory_order_relaxed))
      .isWritten;
}

void OwnerShadow::endEpochs(uint32_t instance) {
  for (size_t i = 0; i < numCells; ++i) {
    uint64_t old = cells[i].load(std::memory_order_acquire);
    while (true) {
      OwnerCell cell = common.layout.unpack(old);
      if (cell.isShared || cell.instance != instance || cell.extra == 0)
        break;
      cell.changedNow = cell.readNow = cell.readThroughMany = false;
      cell.extra = 0;
      if (cells[i].compare_exchange_weak(old, common.layout.pack(cell),
                                         std::memory_order_acq_rel))
        break;
    }
  }
}
