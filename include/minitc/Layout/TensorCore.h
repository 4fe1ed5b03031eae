//===- TensorCore.h - The layouts of tensor-core operands -------*- C++ -*-===//
//
// What the tensor cores' instructions fix about where elements live: the
// fragments of mma.sync and wgmma in registers, and wgmma's operands in shared
// memory.
//
// Source: PTX ISA, "Matrix Fragments for mma.m16n8k16" and its like, "Register
// Fragments and Shared Memory Matrix Layouts" of wgmma.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LAYOUT_TENSORCORE_H
#define MINITC_LAYOUT_TENSORCORE_H

#include "minitc/Layout/LinearLayout.h"

namespace minitc {

/// How a block's warps are spread over the result of a product: powers of two.
/// Warps are counted along m first, then n, then batch.
struct WarpGrid {
  unsigned m = 1, n = 1, batch = 1;
};

/// The warps that work on one wgmma, and the rows of its result.
constexpr unsigned warpgroupWarps = 4;
constexpr int64_t warpgroupRows = 64;

/// Whether wgmma multiplies m x k by k x n elements of `elementBytes`: 64 rows
/// and 8 columns, and along n and k the 32 bytes of the narrowest row that a
/// descriptor describes.
bool isWGMMAShape(int64_t m, int64_t n, int64_t k, unsigned elementBytes);

/// The warps of warpgroups over a result of m x n: along m while there are rows
/// for them, then along n. None where there is no group, or one would have
/// fewer than 8 columns.
std::optional<WarpGrid> spreadWarpgroups(int64_t m, int64_t n,
                                         unsigned numWarps);

/// The layout of an accumulator, [batch,] m, n: fragments of 16 x 8 in each
/// warp, and what a warp has of them in registers: n first, then m, then batch.
/// Warps along m have fragments side by side, warps along n each have their
/// columns in one piece. With four warps or more along m it is that of wgmma,
/// whose four warps share one piece of columns.
LinearLayout tensorCoreAccumulator(const std::vector<int64_t> &shape,
                                   WarpGrid warps);

/// The layout of the left operand, [batch,] m, k, for elements of 1, 2, 4 or 8
/// bytes. Warps along n hold copies.
LinearLayout tensorCoreLhs(const std::vector<int64_t> &shape, WarpGrid warps,
                           unsigned elementBytes);

/// The layout of the right operand, [batch,] k, n. Warps along m hold copies.
LinearLayout tensorCoreRhs(const std::vector<int64_t> &shape, WarpGrid warps,
                           unsigned elementBytes);

/// A matrix in shared memory as wgmma and TMA take it: the tile's last
/// dimension is contiguous, or the one before it with `isTransposed`. It is cut
/// into columns of `swizzleBytes` (32, 64 or 128), each of all rows; within a
/// column, 16-byte pieces are swizzled so that a column's pieces in eight rows
/// lie in different banks.
struct SwizzledMatrix {
  bool isTransposed = false;
  unsigned swizzleBytes = 128;
};

LinearLayout swizzledShared(const std::vector<int64_t> &shape,
                            SwizzledMatrix matrix, unsigned elementBytes);

/// The widest swizzle that a matrix of `shape` fills, with its `isTransposed`;
/// none where a row has less than 32 bytes or there are fewer than 8 rows.
std::optional<SwizzledMatrix> widestSwizzle(const std::vector<int64_t> &shape,
                                            bool isTransposed,
                                            unsigned elementBytes);

/// Which matrix a shared layout is, if it is one.
std::optional<SwizzledMatrix> matchSwizzle(const LinearLayout &shared,
                                           unsigned elementBytes);

} // namespace minitc

#endif // MINITC_LAYOUT_TENSORCORE_H
