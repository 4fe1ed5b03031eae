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

/// Added to the argument of ex2.approx.ftz. On an H200, over all arguments in
/// [-1/2, 1/2], the instruction errs by -2.06 to +1.39 ulp; moved by this much
/// it errs by -1.73 to +1.73. Too small to change the result at 0, which stays
/// exactly 1. Just under 2^-25, so that arguments from 1/2 up, which only the
/// largest results of exp have, round back to what they were.
constexpr float centering = 0x1.fffffep-26f;

namespace {
/// An integer j near `exponent`, as a float, and 2^j.
struct Power {
  Value j, scale;
};
} // namespace

/// Rounds `factor` * `x` to an integer from -126 to 127, so that its power of
/// two is a normal number. x is clamped to [lowest, highest], where that holds.
static Power roundToPower(ElementwiseBuilder &b, Value x, float factor,
                          float lowest, float highest) {
  // The sum with this float rounds to an integer j and leaves j + 127, a
  // biased exponent, in its low bits.
  constexpr float roundAndBias = 0x1.8p+23f + 127.0f;
  Value clamped = b.create<arith::MinNumFOp>(
      b.create<arith::MaxNumFOp>(x, b.constant(lowest)), b.constant(highest));
  Value magic = b.constant(roundAndBias);
  Value biased = factor == 1.0f ? b.add(clamped, magic)
                                : b.fma(clamped, b.constant(factor), magic);
  return {b.sub(biased, magic),
          b.fromBits(b.create<arith::ShLIOp>(b.bits(biased), b.integer(23)))};
}

/// exp(x) = 2^j * 2^f with j = rint(x * log2(e)) and |f| <= 1/2.
///
/// Error: 1.05 ulp with a correctly rounded 2^f, plus the error of
/// ex2.approx.ftz. x is clamped for the choice of j alone; what lies outside
/// stays in f, and 2^f (0 or infinity in the end) brings the subnormal results,
/// rounded once by the scaling, the zeros, the infinities and the NaNs.
Value expandExp(ElementwiseBuilder &b, Value x) {
  Power power = roundToPower(b, x, log2eHigh, -0x1.5d58p+6f, 0x1.613p+6f);
  Value minusJ = b.create<arith::NegFOp>(power.j);
  Value f = b.fma(x, b.constant(log2eHigh), minusJ);
  f = b.fma(x, b.constant(log2eLow), f);
  f = b.add(f, b.constant(centering));
  return b.mul(b.exp2Approx(f), power.scale);
}

/// exp2(x) = 2^j * 2^f with j = rint(x), as for exp; here f is exact.
Value expandExp2(ElementwiseBuilder &b, Value x) {
  Power power = roundToPower(b, x, 1.0f, -126.0f, 127.0f);
  Value f = b.sub(x, power.j);
  f = b.add(f, b.constant(centering));
  return b.mul(b.exp2Approx(f), power.scale);
}

} // namespace mlir::tc
