//===- Shadow.cpp - Who touched which element -----------------------------===//
//
// A cell holds the number of its last write in the low half and of its last
// read since then in the high half. Two bits of each half say what one number
// cannot: that accesses of other program instances went before it, or accesses
// of its own instance through other pointers, with nothing in between that
// orders them. So no race between two instances of a kernel without atomics is
// missed, and none within an instance.
//
// Where releases and acquires order instances, the reads of many instances are
// known by the last of them alone: a race with an earlier one may be missed,
// but what is ordered is never reported.
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace minitc;

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

AccessLog::~AccessLog() {
  for (uint32_t i = 0; i < maxChunks && chunks[i]; ++i)
    delete[] chunks[i].load();
}

uint32_t AccessLog::reserveChunk() {
  uint32_t chunk = used.fetch_add(1);
  if (chunk >= maxChunks)
    return 0;
  chunks[chunk].store(new Access[chunkSize], std::memory_order_release);
  // Number 0 stands for no access.
  return chunk * chunkSize + (chunk == 0);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

namespace {
/// Half a cell: an access number and what else is known.
struct Slot {
  static constexpr uint32_t othersBit = 1u << 31;
  static constexpr uint32_t pointersBit = 1u << 30;
  uint32_t bits = 0;

  explicit operator bool() const { return bits != 0; }
  uint32_t number() const { return bits & ~(othersBit | pointersBit); }
  /// Other instances accessed the element too, with no order to this access.
  bool hasOthers() const { return bits & othersBit; }
  /// The same instance accessed it through other pointers in the same epoch.
  bool hasOtherPointers() const { return bits & pointersBit; }
};
} // namespace

/// Whether `now` has no order with what `slot` knows, one of them a write.
static std::optional<Race> findRace(AccessLog &log, const Clock &clock,
                                    Slot slot, const Access &now) {
  if (!slot)
    return std::nullopt;
  const Access &before = log[slot.number()];
  bool areAtomic = before.isAtomic && now.isAtomic;
  if (before.instance != now.instance) {
    if (areAtomic || clock.covers(before))
      return std::nullopt;
    return Race{slot.number(), /*isWithinInstance=*/false};
  }
  // What the others did is ordered if the instance acquired anything since.
  if (slot.hasOthers() && !areAtomic && clock.empty())
    return Race{slot.number(), /*isWithinInstance=*/false};
  bool isOrdered = before.epoch != now.epoch || before.op == now.op ||
                   (before.pointer == now.pointer && !slot.hasOtherPointers());
  if (isOrdered)
    return std::nullopt;
  return Race{slot.number(), /*isWithinInstance=*/true};
}

/// What a slot knows once `now`, of number `number`, has joined it.
static uint32_t joinSlot(AccessLog &log, const Clock &clock, Slot slot,
                         const Access &now, uint32_t number) {
  if (!slot)
    return number;
  const Access &before = log[slot.number()];
  if (before.instance != now.instance)
    return clock.covers(before) ? number : number | Slot::othersBit;
  uint32_t others = slot.bits & Slot::othersBit;
  if (before.epoch != now.epoch)
    return number | others;
  if (before.pointer != now.pointer)
    return number | others | Slot::pointersBit;
  return number | (slot.bits & (Slot::othersBit | Slot::pointersBit));
}

Shadow::Shadow(size_t bytes, unsigned granule) : shift(llvm::Log2_32(granule)) {
  // calloc hands out zeroed pages without touching them: what a kernel leaves
  // alone costs nothing.
  size_t count = (bytes + granule - 1) / granule;
  cells.reset(static_cast<Cell *>(calloc(count + !count, sizeof(Cell))));
  if (!cells)
    llvm::report_bad_alloc_error("no memory for the shadow of a buffer");
}

/// Replaces a cell by what `next` makes of it, whatever other threads do.
template <typename Fn>
static void update(std::atomic<uint64_t> &cell, Fn next) {
  uint64_t old = cell.load(std::memory_order_acquire);
  while (true) {
    uint64_t wanted = next(Slot{uint32_t(old)}, Slot{uint32_t(old >> 32)});
    if (wanted == old ||
        cell.compare_exchange_weak(old, wanted, std::memory_order_acq_rel))
      return;
  }
}

static uint64_t makeCell(uint32_t writer, uint32_t reader) {
  return uint64_t(reader) << 32 | writer;
}

std::optional<Race> Shadow::read(AccessLog &log, const Clock &clock,
                                 size_t offset, unsigned bytes,
                                 uint32_t number) {
  const Access &now = log[number];
  std::optional<Race> race;
  for (size_t i = offset >> shift; i <= (offset + bytes - 1) >> shift; ++i)
    update(cells[i], [&](Slot writer, Slot reader) {
      if (std::optional<Race> found = findRace(log, clock, writer, now))
        race = found;
      return makeCell(writer.bits, joinSlot(log, clock, reader, now, number));
    });
  return race;
}

std::optional<Race> Shadow::write(AccessLog &log, const Clock &clock,
                                  size_t offset, unsigned bytes,
                                  uint32_t number) {
  const Access &now = log[number];
  std::optional<Race> race;
  for (size_t i = offset >> shift; i <= (offset + bytes - 1) >> shift; ++i)
    update(cells[i], [&](Slot writer, Slot reader) {
      if (std::optional<Race> found = findRace(log, clock, reader, now))
        race = found;
      if (std::optional<Race> found = findRace(log, clock, writer, now))
        race = found;
      return makeCell(joinSlot(log, clock, writer, now, number), 0);
    });
  return race;
}
