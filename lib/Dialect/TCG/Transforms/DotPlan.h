//===- DotPlan.h - Which unit multiplies two tiles --------------*- C++ -*-===//
//
// The choice between wgmma, mma.sync and plain multiplications, and the layouts
// that follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_DOTPLAN_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_DOTPLAN_H

#include "minitc/Layout/TensorCore.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tc {
class DotOp;
class KernelOp;
} // namespace mlir::tc

namespace mlir::tcg {

enum class DotUnit {
  FMA,  ///< any tile: each thread multiplies and adds
  MMA,  ///< mma.sync, a warp at a time, operands in registers
  WGMMA ///< wgmma, four warps at a time, operands in shared memory
};

struct DotPlan {
  DotUnit unit = DotUnit::FMA;
  /// How the tensor cores' warps are spread over the result.
  minitc::WarpGrid warps;
  /// wgmma: the left operand comes from registers, because it is computed.
  bool isLhsInRegisters = false;
};

/// The plan for a dot on `target` in a block of `numWarps`. Depends on the op
/// alone and on what its left operand is computed from, not on layouts.
DotPlan planDot(tc::DotOp op, StringRef target, unsigned numWarps);

/// The layout of the accumulator and the result; none for FMA, which takes any.
std::optional<minitc::LinearLayout> accumulatorLayout(tc::DotOp op,
                                                      const DotPlan &plan);
/// The layouts of the operands where they are in registers.
minitc::LinearLayout lhsLayout(tc::DotOp op, const DotPlan &plan);
minitc::LinearLayout rhsLayout(tc::DotOp op, const DotPlan &plan);

/// Warps for a kernel that has dots and does not say; 0 if it has none.
unsigned chooseDotWarps(tc::KernelOp kernel);

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_DOTPLAN_H
