//===- Math.h - Math functions that are single instructions -----*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_MATH_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_MATH_H

#include "mlir/IR/BuiltinOps.h"

namespace minitc {

/// Replaces math ops on scalars and vectors by NVVM's approximate instructions,
/// where those are what is asked for, and by calls of libdevice's `__nv_`
/// functions. What LLVM selects itself (sqrt, fma, rounding, ...) stays; an
/// error says what neither has.
mlir::LogicalResult lowerMath(mlir::ModuleOp module);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_MATH_H
