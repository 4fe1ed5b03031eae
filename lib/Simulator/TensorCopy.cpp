//===- TensorCopy.cpp - A box of an array into shared memory --------------===//

#include "TensorCopy.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace minitc;
using namespace minitc::simulator;

/// What a swizzle moves, in bytes.
static constexpr uint32_t pieceBytes = 16;

uint32_t TensorCopy::numRows() const {
  uint32_t rows = 1;
  for (uint32_t dim = 1; dim < map->rank; ++dim)
    rows *= map->box[dim];
  return rows;
}

uint32_t TensorCopy::span() const {
  return uint32_t(llvm::alignTo(bytes(), std::max(map->swizzleBytes, 1u)));
}

uint32_t TensorCopy::alignment() const {
  constexpr uint32_t linesOfPattern = 8, least = 128;
  return std::max(linesOfPattern * map->swizzleBytes, least);
}

/// Rows count along the second dimension of the box first.
TensorCopy::Stretch TensorCopy::stretchOf(uint32_t row) const {
  Stretch stretch;
  stretch.address = map->address;
  for (uint32_t dim = 1; dim < map->rank; ++dim) {
    int64_t index = int64_t(coordinates[dim]) + row % map->box[dim];
    row /= map->box[dim];
    if (index < 0 || uint64_t(index) >= map->sizes[dim])
      return stretch;
    stretch.address += uint64_t(index) * map->strides[dim - 1];
  }
  int64_t first = coordinates[0], size = int64_t(map->sizes[0]);
  int64_t begin = std::max<int64_t>(first, 0),
          end = std::min(first + map->box[0], size);
  if (begin >= end)
    return stretch;
  stretch.address += uint64_t(begin) * map->elementBytes;
  stretch.bytes = uint32_t(end - begin) * map->elementBytes;
  stretch.start = uint32_t(begin - first) * map->elementBytes;
  return stretch;
}

void TensorCopy::forEachStretch(
    llvm::function_ref<void(uint64_t, size_t)> read) const {
  for (uint32_t row = 0; row < numRows(); ++row)
    if (Stretch stretch = stretchOf(row); stretch.bytes)
      read(stretch.address, stretch.bytes);
}

void TensorCopy::run(char *shared) const {
  // Bits of the address from 4 on, as many as number the pieces of a line, are
  // XORed with those from 7 on.
  uint32_t moved = map->swizzleBytes ? map->swizzleBytes - pieceBytes : 0;
  std::vector<char> pieces(rowBytes());
  uint32_t at = to;
  for (uint32_t row = 0; row < numRows(); ++row) {
    Stretch stretch = stretchOf(row);
    std::fill(pieces.begin(), pieces.end(), 0);
    std::memcpy(pieces.data() + stretch.start,
                reinterpret_cast<const void *>(stretch.address), stretch.bytes);
    for (uint32_t i = 0; i < pieces.size(); i += pieceBytes, at += pieceBytes)
      std::memcpy(shared + (at ^ (at >> 3 & moved)), &pieces[i], pieceBytes);
  }
}
