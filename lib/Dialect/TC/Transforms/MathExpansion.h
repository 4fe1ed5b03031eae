//===- MathExpansion.h - Math functions as instructions ---------*- C++ -*-===//
//
// The expansions behind tc-expand-math, by family of functions. Each takes f32
// values (or i32 and the like for powers) of the builder's shape and returns
// the function's value; none branches. Its accuracy stands at its definition.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_MATHEXPANSION_H
#define MINITC_DIALECT_TC_TRANSFORMS_MATHEXPANSION_H

#include "ElementwiseBuilder.h"

namespace mlir::tc {

Value expandExp(ElementwiseBuilder &b, Value x);
Value expandExp2(ElementwiseBuilder &b, Value x);
Value expandTanh(ElementwiseBuilder &b, Value x);
Value expandLog(ElementwiseBuilder &b, Value x);
Value expandLog2(ElementwiseBuilder &b, Value x);

/// `base` to the power of `exponent`, signed integers `width` bits wide.
Value expandIntegerPower(ElementwiseBuilder &b, Value base, Value exponent,
                         unsigned width);
/// `base`, of any float type, to the power of `exponent`, a signed integer of
/// at most 32 bits.
Value expandFloatPower(ElementwiseBuilder &b, Value base, Value exponent);

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_MATHEXPANSION_H
