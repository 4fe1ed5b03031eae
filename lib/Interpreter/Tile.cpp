//===- Tile.cpp - The values of a running kernel --------------------------===//

#include "Tile.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include <cstdlib>

using namespace mlir;
using namespace minitc;

Kind minitc::kindOf(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element)) {
    switch (integer.getWidth()) {
    case 1:
      return Kind::I1;
    case 8:
      return Kind::I8;
    case 16:
      return Kind::I16;
    case 32:
      return Kind::I32;
    default:
      return Kind::I64;
    }
  }
  if (isa<IndexType>(element))
    return Kind::I64;
  if (element.isF32())
    return Kind::F32;
  if (element.isF16())
    return Kind::F16;
  if (element.isBF16())
    return Kind::BF16;
  if (element.isF64())
    return Kind::F64;
  if (isa<tc::PtrType>(element))
    return Kind::Ptr;
  if (isa<tc::ViewType>(element))
    return Kind::View;
  return isa<Float8E4M3FNType>(element) ? Kind::E4M3FN : Kind::E5M2;
}

unsigned minitc::bytesOf(Kind kind) {
  switch (kind) {
  case Kind::I1:
  case Kind::I8:
  case Kind::E4M3FN:
  case Kind::E5M2:
    return 1;
  case Kind::I16:
  case Kind::F16:
  case Kind::BF16:
    return 2;
  case Kind::I32:
  case Kind::F32:
    return 4;
  default:
    return 8;
  }
}

Tile::Tile(Kind kind, ArrayRef<int64_t> shape, int64_t size)
    : kind(kind), size(size), shape(shape) {
  if (size == 1)
    return;
  // calloc hands out zeroed pages without touching them.
  tileData.reset(static_cast<char *>(calloc(size, bytesOf(kind))), free);
  if (!tileData)
    llvm::report_bad_alloc_error("no memory for a tile");
}

Tile Tile::of(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return Tile(kindOf(tile.getElementType()), tile.getShape(),
                tile.getNumElements());
  if (auto view = dyn_cast<tc::ViewType>(type))
    return Tile(Kind::View, {}, 1 + 2 * view.getRank());
  return Tile(kindOf(type), {}, 1);
}

uint16_t *Tile::makeWraps() {
  wrapData.reset(new uint16_t[size](), std::default_delete<uint16_t[]>());
  return wrapData.get();
}

int32_t *Tile::makeBuffers() {
  if (!bufferData) {
    bufferData.reset(new int32_t[size], std::default_delete<int32_t[]>());
    std::fill_n(bufferData.get(), size, provenance.buffer);
  }
  return bufferData.get();
}

SmallVector<int64_t> minitc::indexOf(ArrayRef<int64_t> shape, int64_t i) {
  SmallVector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = i % shape[dim];
    i /= shape[dim];
  }
  return index;
}
