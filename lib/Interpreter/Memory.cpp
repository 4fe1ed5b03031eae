//===- Memory.cpp - Loads, stores and barriers ----------------------------===//

#include "MemoryOp.h"

#include "Elementwise.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;

/// Whether a lane takes part: without a mask all do.
static bool isActive(const Tile *mask, int64_t i) {
  return !mask || mask->data<uint8_t>()[i];
}

/// The tile of an operand that may be missing.
static const Tile *getOptional(Instance &in, Value value) {
  return value ? &in.get(value) : nullptr;
}

/// The bits of an element as a tile holds them: an i1 in memory is one byte,
/// any but 0 being true.
template <typename Bits> static Bits loadBits(const char *from, Kind kind) {
  Bits bits;
  memcpy(&bits, from, sizeof(bits));
  return kind == Kind::I1 ? Bits(bits != 0) : bits;
}

/// A lane whose mask is false reads nothing and yields `other`.
static void load(Instance &in, tc::LoadOp op) {
  const Tile &pointers = in.get(op.getPtr());
  const Tile *mask = getOptional(in, op.getMask());
  const Tile *other = getOptional(in, op.getOther());
  int64_t otherStep = other && other->shape.empty() ? 0 : 1;
  Tile result = Tile::of(op.getType());
  MemoryOp memory(in, op, AccessMode::Read, pointers, bytesOf(result.kind));
  withBits(result.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < result.size && !in.isStopped(); ++i) {
      if (!isActive(mask, i))
        result.data<Bits>()[i] = other->data<Bits>()[i * otherStep];
      else if (const char *from = memory.at(i))
        result.data<Bits>()[i] = loadBits<Bits>(from, result.kind);
    }
  });
  in.set(op.getResult(), std::move(result));
}

static void store(Instance &in, tc::StoreOp op) {
  const Tile &pointers = in.get(op.getPtr()), &value = in.get(op.getValue());
  const Tile *mask = getOptional(in, op.getMask());
  MemoryOp memory(in, op, AccessMode::Write, pointers, bytesOf(value.kind));
  withBits(value.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < value.size && !in.isStopped(); ++i)
      if (isActive(mask, i))
        if (char *to = memory.at(i))
          memcpy(to, &value.data<Bits>()[i], sizeof(Bits));
  });
}

static void barrier(Instance &in, tc::BarrierOp) { in.barrier(); }

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A view's tile holds the address of element [0, 0, ...], then the array's
/// shape, then its strides.
static void makeView(Instance &in, tc::MakeViewOp op) {
  const Tile &base = in.get(op.getBase());
  Tile result = Tile::of(op.getType());
  result.provenance.buffer = base.bufferOf(0);
  int64_t *words = result.data<int64_t>();
  *words++ = *base.data<int64_t>();
  for (Value size : op.getShape())
    *words++ = in.signedInteger(size);
  for (Value stride : op.getStrides())
    *words++ = in.signedInteger(stride);
  in.set(op.getResult(), std::move(result));
}

namespace {
/// What a view shows through its window: an address for each element, and
/// whether it is inside the array.
struct Window {
  Tile pointers;
  Tile mask;
};
} // namespace

static Window openWindow(Instance &in, Operation *op, Value viewValue,
                         ValueRange indices) {
  auto type = cast<tc::ViewType>(viewValue.getType());
  const Tile &view = in.get(viewValue);
  const int64_t *words = view.data<int64_t>();
  int64_t rank = type.getRank();
  unsigned bytes = tc::elementBytes(type.getElementType());
  int64_t size = type.getTileType().getNumElements();
  Window window = {Tile(Kind::Ptr, type.getShape(), size),
                   Tile(Kind::I1, type.getShape(), size)};
  window.pointers.provenance = {view.bufferOf(0), in.viewPointer(op)};
  for (int64_t i = 0; i < size; ++i) {
    SmallVector<int64_t> index = indexOf(window.mask.shape, i);
    uint64_t address = words[0];
    bool isInside = true;
    for (int64_t dim = 0; dim < rank; ++dim) {
      int64_t place = in.signedInteger(indices[dim]) + index[dim];
      isInside &= place >= 0 && place < words[1 + dim];
      address += uint64_t(place) * uint64_t(words[1 + rank + dim]) * bytes;
    }
    window.pointers.data<uint64_t>()[i] = address;
    window.mask.data<uint8_t>()[i] = isInside;
  }
  return window;
}

/// What is outside the array yields `other`.
static void loadView(Instance &in, tc::LoadViewOp op) {
  Window window = openWindow(in, op, op.getView(), op.getIndices());
  const Tile &other = in.get(op.getOther());
  Tile result = Tile::of(op.getType());
  MemoryOp memory(in, op, AccessMode::Read, window.pointers,
                  bytesOf(result.kind));
  withBits(result.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < result.size && !in.isStopped(); ++i) {
      if (!isActive(&window.mask, i))
        result.data<Bits>()[i] = *other.data<Bits>();
      else if (const char *from = memory.at(i))
        result.data<Bits>()[i] = loadBits<Bits>(from, result.kind);
    }
  });
  in.set(op.getResult(), std::move(result));
}

/// What is outside the array is not written.
static void storeView(Instance &in, tc::StoreViewOp op) {
  Window window = openWindow(in, op, op.getView(), op.getIndices());
  const Tile &value = in.get(op.getValue());
  MemoryOp memory(in, op, AccessMode::Write, window.pointers,
                  bytesOf(value.kind));
  withBits(value.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < value.size && !in.isStopped(); ++i)
      if (isActive(&window.mask, i))
        if (char *to = memory.at(i))
          memcpy(to, &value.data<Bits>()[i], sizeof(Bits));
  });
}

void minitc::addMemoryOps(OpTable &table) {
  table.add<tc::LoadOp, load>();
  table.add<tc::StoreOp, store>();
  table.add<tc::BarrierOp, barrier>();
}

void minitc::addViewOps(OpTable &table) {
  table.add<tc::MakeViewOp, makeView>();
  table.add<tc::LoadViewOp, loadView>();
  table.add<tc::StoreViewOp, storeView>();
}
