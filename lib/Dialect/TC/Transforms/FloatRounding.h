//===- FloatRounding.h - One rounding by way of two -------------*- C++ -*-===//
//
// Rounding to odd: where a value lies between two numbers of the intermediate
// format, the odd one (last bit 1) is taken. It can be neither a number nor a
// midpoint of a format at least two bits shorter, so the second rounding sees
// on which side of those the value was. (Boldo and Melquiond, "Emulation of a
// FMA and correctly rounded sums: proved algorithms using rounding to odd",
// 2008.)
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_FLOATROUNDING_H
#define MINITC_DIALECT_TC_TRANSFORMS_FLOATROUNDING_H

#include "ElementwiseBuilder.h"

namespace mlir::tc {

/// f64 to f32, rounded to odd; exact values, infinities and NaNs stay.
Value truncateToOdd(ElementwiseBuilder &b, OpBuilder &builder, Value x);

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_FLOATROUNDING_H
