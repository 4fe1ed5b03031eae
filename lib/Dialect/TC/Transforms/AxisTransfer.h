//===- AxisTransfer.h - Axis information through one operation --*- C++ -*-===//

#ifndef MINITC_LIB_DIALECT_TC_TRANSFORMS_AXISTRANSFER_H
#define MINITC_LIB_DIALECT_TC_TRANSFORMS_AXISTRANSFER_H

#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::tc {

/// The bounds of a value's integers, or null where none are known.
using RangeOf = llvm::function_ref<const ConstantIntRanges *(Value)>;

/// What is known of result `index` of `op`, given what is known of its
/// operands.
AxisInfo transferAxisInfo(Operation *op, unsigned index,
                          ArrayRef<AxisInfo> operands, RangeOf rangeOf);

} // namespace mlir::tc

#endif // MINITC_LIB_DIALECT_TC_TRANSFORMS_AXISTRANSFER_H
