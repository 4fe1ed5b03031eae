//===- LayoutChecks.h - What no layout can be assigned to -------*- C++ -*-===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTCHECKS_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTCHECKS_H

#include "mlir/Support/LLVM.h"

namespace mlir::tc {
class KernelOp;
}

namespace mlir::tcg {

/// Views have no layout: what they hold has.
LogicalResult checkViews(tc::KernelOp kernel);

/// A combiner runs in each thread on elements of its own.
LogicalResult checkCombiners(tc::KernelOp kernel);

/// A thread's share of a tile beyond its 255 registers spills, and is warned
/// of; far beyond them, neither the kernel nor its compilation would end in
/// useful time.
LogicalResult checkShares(tc::KernelOp kernel, unsigned warps);

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_LAYOUTCHECKS_H
