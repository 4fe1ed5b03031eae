//===- ExpandExp.cpp - exp and exp2 on f32 --------------------------------===//
//
// Both come down to the instruction ex2.approx.ftz.f32, whose result is never
// subnormal, on an argument that keeps it normal, and an exact scaling.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"

using namespace mlir;

namespace mlir::tc {

/// log2(e) as the sum of two floats. The second is positive, so that an
/// infinity meets only products of its own sign.
constexpr float log2eHigh = 0x1.715476p+0f;
constexpr float log2eLow = 0x1.4ae0cp-26f;

/// exp(x) = 2^j * 2^f with j = rint(x * log2(e)) and |f| <= 1/2.
///
/// Error: 1.05 ulp with a correctly rounded 2^f, plus the error of
/// ex2.approx.ftz. x is clamped for the choice of j alone, so that 2^j is
/// normal; what lies outside stays in f, and 2^f (0 or infinity in the end)
/// brings the subnormal results, rounded once by the scaling, the zeros, the
/// infinities and the NaNs.
Value expandExp(ElementwiseBuilder &b, Value x) {
  // The sum with this float rounds to an integer j and leaves j + 127, a
  // biased exponent, in its low bits.
  constexpr float roundAndBias = 0x1.8p+23f + 127.0f;
  // j is in [-126, 127] from here to there.
  constexpr float lowest = -0x1.5d58p+6f, highest = 0x1.613p+6f;

  Value clamped = b.create<arith::MinNumFOp>(
      b.create<arith::MaxNumFOp>(x, b.constant(lowest)), b.constant(highest));
  Value magic = b.constant(roundAndBias);
  Value biased = b.fma(clamped, b.constant(log2eHigh), magic);
  Value j = b.sub(biased, magic);
  Value scale =
      b.fromBits(b.create<arith::ShLIOp>(b.bits(biased), b.integer(23)));

  Value minusJ = b.create<arith::NegFOp>(j);
  Value f = b.fma(x, b.constant(log2eHigh), minusJ);
  f = b.fma(x, b.constant(log2eLow), f);
  return b.mul(b.exp2Approx(f), scale);
}

/// exp2(x): where the result may be subnormal, 2^(x + 24) * 2^-24. The sum is
/// exact there unless the result is zero, and the scaling rounds once. (From
/// -125 down and not from -126: the instruction flushes to zero what an error
/// of its own puts below 2^-126.)
///
/// Error: 0.75 ulp with a correctly rounded 2^x, plus the error of
/// ex2.approx.ftz.
Value expandExp2(ElementwiseBuilder &b, Value x) {
  Value isTiny = b.compare(arith::CmpFPredicate::OLT, x, b.constant(-125.0));
  Value shift = b.select(isTiny, b.constant(24.0), b.constant(0.0));
  Value scale = b.select(isTiny, b.constant(0x1p-24), b.constant(1.0));
  return b.mul(b.exp2Approx(b.add(x, shift)), scale);
}

} // namespace mlir::tc
