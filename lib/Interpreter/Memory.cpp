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

/// Reads the lanes of `result` that `mask` keeps; the others get their element
/// of `other`, a tile or a scalar. An i1 in memory is one byte, any but 0 being
/// true.
static void readTile(Instance &in, MemoryOp &memory, Tile &result,
                     const Tile *mask, const Tile *other) {
  int64_t otherStep = other && other->shape.empty() ? 0 : 1;
  withBits(result.kind, [&](auto zero) {
    using Bits = decltype(zero);
    bool isBool = result.kind == Kind::I1;
    for (int64_t i = 0; i < result.size && !in.isStopped(); ++i) {
      if (!isActive(mask, i)) {
        result.data<Bits>()[i] = other->data<Bits>()[i * otherStep];
      } else if (char *from = memory.at(i)) {
        Bits bits = readElement<Bits>(from);
        result.data<Bits>()[i] = isBool ? Bits(bits != 0) : bits;
      }
    }
  });
}

/// Writes the lanes of `value` that `mask` keeps.
static void writeTile(Instance &in, MemoryOp &memory, const Tile &value,
                      const Tile *mask) {
  withBits(value.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < value.size && !in.isStopped(); ++i)
      if (isActive(mask, i))
        if (char *to = memory.at(i))
          writeElement(to, value.data<Bits>()[i]);
  });
}

static void load(Instance &in, tc::LoadOp op) {
  Tile result = Tile::of(op.getType());
  MemoryOp memory(in, op, AccessMode::Read, in.get(op.getPtr()),
                  bytesOf(result.kind));
  readTile(in, memory, result, getOptional(in, op.getMask()),
           getOptional(in, op.getOther()));
  in.set(op.getResult(), std::move(result));
}

static void store(Instance &in, tc::StoreOp op) {
  const Tile &value = in.get(op.getValue());
  MemoryOp memory(in, op, AccessMode::Write, in.get(op.getPtr()),
                  bytesOf(value.kind));
  writeTile(in, memory, value, getOptional(in, op.getMask()));
}

static void barrier(Instance &in, tc::BarrierOp) { in.barrier(); }

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The mark of a value that wrapped; else `mark`.
static uint16_t firstMark(uint16_t mark, const Tile &value) {
  return mark ? mark : value.wrapOf(0);
}

static void markAll(Tile &tile, uint16_t mark) {
  if (mark)
    std::fill_n(tile.makeWraps(), tile.size, mark);
}

/// A view's tile holds the address of element [0, 0, ...], then the array's
/// shape, then its strides. Whatever of the address and the strides wrapped
/// marks all of it.
static void makeView(Instance &in, tc::MakeViewOp op) {
  const Tile &base = in.get(op.getBase());
  Tile result = Tile::of(op.getType());
  result.provenance.buffer = base.bufferOf(0);
  int64_t *words = result.data<int64_t>();
  *words++ = *base.data<int64_t>();
  for (Value size : op.getShape())
    *words++ = in.signedInteger(size);
  uint16_t mark = base.wrapOf(0);
  for (Value stride : op.getStrides()) {
    *words++ = in.signedInteger(stride);
    mark = firstMark(mark, in.get(stride));
  }
  markAll(result, mark);
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
  ArrayRef<int64_t> words(view.data<int64_t>(), view.size);
  int64_t rank = type.getRank();
  ArrayRef<int64_t> shape = words.slice(1, rank),
                    strides = words.take_back(rank);
  int64_t size = type.getTileType().getNumElements();
  unsigned bytes = tc::elementBytes(type.getElementType());
  SmallVector<int64_t> start;
  uint16_t mark = view.wrapOf(0);
  for (Value index : indices) {
    start.push_back(in.signedInteger(index));
    mark = firstMark(mark, in.get(index));
  }
  Window window = {Tile(Kind::Ptr, type.getShape(), size),
                   Tile(Kind::I1, type.getShape(), size)};
  window.pointers.provenance = {view.bufferOf(0), in.viewPointer(op)};
  markAll(window.pointers, mark);
  for (int64_t i = 0; i < size; ++i) {
    SmallVector<int64_t> index = indexOf(window.mask.shape, i);
    uint64_t address = words.front();
    bool isInside = true;
    for (int64_t dim = 0; dim < rank; ++dim) {
      int64_t place = start[dim] + index[dim];
      isInside &= place >= 0 && place < shape[dim];
      address += uint64_t(place) * uint64_t(strides[dim]) * bytes;
    }
    window.pointers.data<uint64_t>()[i] = address;
    window.mask.data<uint8_t>()[i] = isInside;
  }
  return window;
}

/// What is outside the array yields `other`.
static void loadView(Instance &in, tc::LoadViewOp op) {
  Window window = openWindow(in, op, op.getView(), op.getIndices());
  Tile result = Tile::of(op.getType());
  MemoryOp memory(in, op, AccessMode::Read, window.pointers,
                  bytesOf(result.kind));
  readTile(in, memory, result, &window.mask, &in.get(op.getOther()));
  in.set(op.getResult(), std::move(result));
}

/// What is outside the array is not written.
static void storeView(Instance &in, tc::StoreViewOp op) {
  Window window = openWindow(in, op, op.getView(), op.getIndices());
  const Tile &value = in.get(op.getValue());
  MemoryOp memory(in, op, AccessMode::Write, window.pointers,
                  bytesOf(value.kind));
  writeTile(in, memory, value, &window.mask);
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
