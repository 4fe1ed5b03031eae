//===- LayoutHeuristics.h - Which layout an access would like ---*- C++ -*-===//
//
// The choices that no algebra makes: how many warps a block has, in which order
// a tile's dimensions are walked, how many elements one access takes.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTHEURISTICS_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTHEURISTICS_H

#include "minitc/Layout/LinearLayout.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tc {
class KernelOp;
}

namespace mlir::tcg {

/// Warps in the largest block.
constexpr unsigned maxWarps = 32;

/// What the axis analysis says of one pointer tile.
struct Access {
  /// Dimensions, the one with the longest contiguous runs first.
  SmallVector<unsigned> order;
  /// Elements that one access along order[0] may take: at most 16 bytes.
  unsigned width = 1;
  /// Loops around the access: how often it runs, roughly.
  unsigned loopDepth = 0;
};

/// Warps for a kernel that does not say.
unsigned chooseNumWarps(tc::KernelOp kernel);

/// Blocks that a multiprocessor should be able to hold at once, or 0 to leave
/// that to ptxas.
unsigned chooseMinBlocks(tc::KernelOp kernel, unsigned numWarps);

/// Elements of a tile of `shape` that each thread holds, at least 1.
unsigned elementsPerThread(ArrayRef<int64_t> shape, unsigned numWarps);

/// One width for accesses that share a layout.
unsigned chooseWidth(ArrayRef<Access> accesses);

/// The layout of a tile that no access asks anything of.
minitc::LinearLayout defaultLayout(RankedTensorType type, unsigned numWarps);

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTHEURISTICS_H
