//===- ExpandTanh.cpp - tanh on f32 ---------------------------------------===//
//
// An exponential from 1 on, an odd polynomial below. Both are computed and one
// is selected: 18 instructions in all.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"

using namespace mlir;

namespace mlir::tc {

/// tanh(x), with |x| = a:
///   a >= 1: 1 - 2/(1 + 2^(a * 2 log2(e)));
///   else:   a + a^3 P(a^2), |error| < 2^-25.3 relative.
///
/// The further out the two meet, the less the errors of the exponential and of
/// the reciprocal count: they enter times 2 e^2a / (1 + e^2a)^2, 0.21 at 1 and
/// 0.37 at 0.55, where with both instructions 1 ulp off the result could be 2.7
/// ulp off. Here it is 1.82 at most, and 1.32 with both correctly rounded. The
/// rounding of a * 2 log2(e) is counted in, so the exponent needs no second
/// term.
///
/// A NaN compares false and goes through the polynomial. The reciprocal of
/// infinity is 0, and a reciprocal is never negative: no result passes 1. On
/// a = 0 the polynomial gives 0, which takes x's sign.
///
/// P: sollya, fpminimax((tanh(sqrt(x))/sqrt(x)-1)/x, 6, [|single...|],
/// [2^-20;1], absolute).
Value expandTanh(ElementwiseBuilder &b, Value x) {
  constexpr float twoLog2e = 0x1.715476p+1f;
  constexpr float coefficients[] = {
      -0x1.bedf2ap-12f, 0x1.4b30bp-9f,  -0x1.0de9dp-7f, 0x1.6307f6p-6f,
      -0x1.b9d9d8p-5f,  0x1.111014p-3f, -0x1.555554p-2f};

  Value a = b.abs(x);
  Value one = b.constant(1.0);
  Value e = b.exp2Approx(b.mul(a, b.constant(twoLog2e)));
  Value reciprocal = b.reciprocalApprox(b.add(e, one));
  Value large = b.fma(reciprocal, b.constant(-2.0), one);

  Value square = b.mul(a, a);
  Value p = b.mul(b.polynomial(square, coefficients), square);
  Value small = b.fma(p, a, a);

  Value isLarge = b.compare(arith::CmpFPredicate::OGE, a, one);
  return b.create<math::CopySignOp>(b.select(isLarge, large, small), x);
}

} // namespace mlir::tc
