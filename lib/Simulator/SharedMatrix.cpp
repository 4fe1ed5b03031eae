//===- SharedMatrix.cpp - A matrix that a descriptor describes ------------===//

#include "SharedMatrix.h"

#include <utility>

using namespace minitc::simulator;

/// Lines of a core matrix.
static constexpr unsigned coreLines = 8;

/// An offset that a descriptor holds in units of 16 bytes in 14 bits.
static uint32_t offsetAt(uint64_t descriptor, unsigned bit) {
  return uint32_t(descriptor >> bit & 0x3FFF) << 4;
}

std::optional<SharedMatrix> SharedMatrix::parse(uint64_t descriptor,
                                                unsigned rows, unsigned depth,
                                                unsigned elementBytes,
                                                bool isTransposed) {
  // The address, both offsets and the swizzle.
  constexpr uint64_t known = 0xC0003FFF3FFF3FFF;
  if (descriptor & ~known)
    return std::nullopt;
  SharedMatrix matrix;
  matrix.start = offsetAt(descriptor, 0);
  matrix.leadingOffset = offsetAt(descriptor, 16);
  matrix.strideOffset = offsetAt(descriptor, 32);
  // 0: no swizzle, 1: 128 bytes, 2: 64, 3: 32.
  unsigned swizzle = unsigned(descriptor >> 62);
  matrix.rowBytes = swizzle ? 256 >> swizzle : pieceBytes;
  matrix.isTransposed = isTransposed;
  matrix.numLines = isTransposed ? depth : rows;
  matrix.piecesPerLine =
      (isTransposed ? rows : depth) * elementBytes / pieceBytes;
  return matrix;
}

/// The canonical layouts. With k contiguous, the stride leads from eight rows
/// to the next eight; a line is within what lies together or, without a
/// swizzle, its second piece is the leading offset away. Otherwise, with a
/// swizzle the stride leads from eight steps of k to the next eight and the
/// leading offset past what lies together; without one, the other way round.
uint32_t SharedMatrix::pieceOffset(unsigned piece) const {
  unsigned line = piece / piecesPerLine, inLine = piece % piecesPerLine;
  unsigned together = rowBytes / pieceBytes;
  uint32_t lineStep = strideOffset, pieceStep = leadingOffset;
  if (isTransposed && rowBytes == pieceBytes)
    std::swap(lineStep, pieceStep);
  uint32_t offset =
      start + line / coreLines * lineStep + line % coreLines * rowBytes +
      inLine / together * pieceStep + inLine % together * pieceBytes;
  // Bits of the address from 4 on, as many as number the pieces of a row, are
  // XORed with those from 7 on.
  uint32_t moved = rowBytes - pieceBytes;
  return offset ^ (offset >> 3 & moved);
}
