//===- Pointers.cpp - Address arithmetic ----------------------------------===//
//
// A pointer is an address in the host's memory, with the buffer that it was
// derived from. Marks of wrapped integers go on to the addresses made of them.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;

/// The address plus a count of elements; a scalar is spread over a tile.
static void addptr(Instance &in, tc::AddPtrOp op) {
  const Tile &ptr = in.get(op.getPtr()), &offset = in.get(op.getOffset());
  Tile result = Tile::of(op.getType());
  int64_t ptrStep = ptr.shape.empty() ? 0 : 1;
  int64_t offsetStep = offset.shape.empty() ? 0 : 1;
  auto pointer = cast<tc::PtrType>(getElementTypeOrSelf(op.getType()));
  uint64_t bytes = tc::elementBytes(pointer.getPointee());
  withInteger(offset.kind, [&](auto element) {
    using T = decltype(element);
    auto *counts = offset.data<typename T::Stored>();
    for (int64_t i = 0; i < result.size; ++i)
      result.data<uint64_t>()[i] =
          ptr.data<uint64_t>()[i * ptrStep] +
          uint64_t(T::loadSigned(counts[i * offsetStep])) * bytes;
  });
  carryBuffers(result, &ptr,
               [&](int64_t i) { return Origin(&ptr, i * ptrStep); });
  if (ptr.wraps() || offset.wraps()) {
    uint16_t *wraps = result.makeWraps();
    for (int64_t i = 0; i < result.size; ++i) {
      uint16_t mark = ptr.wrapOf(i * ptrStep);
      wraps[i] = mark ? mark : offset.wrapOf(i * offsetStep);
    }
  }
  in.set(op.getResult(), std::move(result));
}

/// The same bits as another kind; marks pass through.
static Tile relabel(const Tile &source, Kind kind) {
  Tile result(kind, source.shape, source.size);
  std::copy_n(source.data<uint64_t>(), source.size, result.data<uint64_t>());
  result.shareWraps(source);
  return result;
}

/// Nothing is known of the buffer: each address is looked up.
static void intToPtr(Instance &in, tc::IntToPtrOp op) {
  in.set(op.getResult(), relabel(in.get(op.getSource()), Kind::Ptr));
}

static void ptrToInt(Instance &in, tc::PtrToIntOp op) {
  in.set(op.getResult(), relabel(in.get(op.getSource()), Kind::I64));
}

static void bitcast(Instance &in, tc::BitcastOp op) {
  in.set(op.getResult(), in.get(op.getSource()));
}

void minitc::addPointerOps(OpTable &table) {
  table.add<tc::AddPtrOp, addptr>();
  table.add<tc::IntToPtrOp, intToPtr>();
  table.add<tc::PtrToIntOp, ptrToInt>();
  table.add<tc::BitcastOp, bitcast>();
}
