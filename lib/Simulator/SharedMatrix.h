//===- SharedMatrix.h - A matrix that a descriptor describes ----*- C++ -*-===//
//
// Where wgmma finds the elements of an operand in shared memory.
//
// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions", sections
// "Shared Memory Matrix Layout" and "Matrix-Descriptor".
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_SHAREDMATRIX_H
#define MINITC_LIB_SIMULATOR_SHAREDMATRIX_H

#include <cstdint>
#include <optional>

namespace minitc::simulator {

/// A matrix as lines of 16-byte pieces. A line is what is contiguous: a row
/// along k or, of a transposed matrix, all rows at one k.
struct SharedMatrix {
  /// Bytes from the start of shared memory, and between groups of eight lines
  /// or of pieces.
  uint32_t start = 0, leadingOffset = 0, strideOffset = 0;
  /// Bytes of a line that lie together: 32, 64 or 128 with a swizzle, else 16.
  unsigned rowBytes = 16;
  bool isTransposed = false;
  unsigned numLines = 0, piecesPerLine = 0;

  static constexpr unsigned pieceBytes = 16;

  /// The matrix of `rows` x `depth` elements; none if bits are set that have no
  /// meaning here. Base offsets are among those.
  static std::optional<SharedMatrix> parse(uint64_t descriptor, unsigned rows,
                                           unsigned depth,
                                           unsigned elementBytes,
                                           bool isTransposed);

  unsigned numPieces() const { return numLines * piecesPerLine; }

  /// Where a piece starts, in bytes from the start of shared memory. Pieces
  /// count along a line first.
  uint32_t pieceOffset(unsigned piece) const;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_SHAREDMATRIX_H
