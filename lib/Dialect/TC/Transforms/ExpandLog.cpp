//===- ExpandLog.cpp - log and log2 on f32 --------------------------------===//
//
// x = 2^i * (1 + f) with 1 + f in [2/3, 4/3), and a polynomial in f. The
// instruction lg2.approx is no help: near 1 its error is absolute.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"

#include <limits>

using namespace mlir;

namespace mlir::tc {

namespace {
/// x = 2^exponent * (1 + fraction).
struct Split {
  Value exponent, fraction;
};
} // namespace

/// Splits a positive finite x exactly; anything else yields some numbers.
static Split splitFloat(ElementwiseBuilder &b, Value x) {
  constexpr int32_t twoThirds = 0x3f2aaaab, exponentMask = 0xff800000;

  Value isSubnormal =
      b.compare(arith::CmpFPredicate::OLT, x, b.constant(0x1p-126));
  Value normal = b.select(isSubnormal, b.mul(x, b.constant(0x1p+23)), x);
  Value offset = b.select(isSubnormal, b.constant(-23.0), b.constant(0.0));

  // The difference to 2/3 has, above the mantissa, the number of steps of two
  // from [2/3, 4/3).
  Value bits = b.bits(normal);
  Value steps = b.create<arith::AndIOp>(
      b.create<arith::SubIOp>(bits, b.integer(twoThirds)),
      b.integer(exponentMask));
  Value mantissa = b.fromBits(b.create<arith::SubIOp>(bits, steps));
  Value scaledSteps = b.create<arith::SIToFPOp>(normal.getType(), steps);
  return {b.fma(scaledSteps, b.constant(0x1p-23), offset),
          b.sub(mantissa, b.constant(1.0))};
}

/// Replaces `result` where x is not a positive finite number: infinity at
/// infinity, -infinity at zero, NaN at NaN and below zero.
static Value patchEdges(ElementwiseBuilder &b, Value x, Value result) {
  Value infinity = b.constant(std::numeric_limits<double>::infinity());
  Value zero = b.constant(0.0);
  // x * inf + inf is infinite for x > 0 and NaN for the rest.
  Value atEdge = b.fma(x, infinity, infinity);
  Value isFinite = b.compare(arith::CmpFPredicate::OLT, x, infinity);
  Value isPositive = b.compare(arith::CmpFPredicate::OGT, x, zero);
  Value isOrdinary = b.create<arith::AndIOp>(isFinite, isPositive);
  Value isZero = b.compare(arith::CmpFPredicate::OEQ, x, zero);
  Value patched = b.select(isOrdinary, result, atEdge);
  return b.select(isZero, b.constant(-std::numeric_limits<double>::infinity()),
                  patched);
}

/// log(x) = i ln 2 + f + f^2 Q(f). Error: 1.31 ulp at most.
///
/// Q: sollya, fpminimax((log(1+x)-x)/x^2, 7, [|single...|], [-1/3;1/3],
/// absolute); relative error of f + f^2 Q(f) below 2^-23.9.
Value expandLog(ElementwiseBuilder &b, Value x) {
  constexpr float ln2 = 0x1.62e43p-1f;
  constexpr float coefficients[] = {
      0x1.20a29cp-3f, -0x1.343ad8p-3f, 0x1.1e7d46p-3f, -0x1.518a1ap-3f,
      0x1.99d30ap-3f, -0x1.000b0cp-2f, 0x1.55550ap-2f, -0x1.fffff6p-2f};
  auto [i, f] = splitFloat(b, x);
  Value logMantissa = b.fma(b.mul(f, f), b.polynomial(f, coefficients), f);
  return patchEdges(b, x, b.fma(i, b.constant(ln2), logMantissa));
}

/// log2(x) = i + f P(f). Error: 1.78 ulp at most.
///
/// P: sollya, fpminimax(log2(1+x)/x, 8, [|single...|], [-1/3;1/3], absolute);
/// relative error below 2^-24.6.
Value expandLog2(ElementwiseBuilder &b, Value x) {
  constexpr float coefficients[] = {
      0x1.9e9a4cp-3f,  -0x1.c6fb1ep-3f, 0x1.9dc488p-3f,
      -0x1.e4f75ap-3f, 0x1.279a6cp-2f,  -0x1.717298p-2f,
      0x1.ec707ap-2f,  -0x1.715456p-1f, 0x1.715476p+0f};
  auto [i, f] = splitFloat(b, x);
  return patchEdges(b, x, b.fma(b.polynomial(f, coefficients), f, i));
}

} // namespace mlir::tc
