//===- ExpandPower.cpp - Powers with integer exponents --------------------===//
//
// No instruction and no library function raises integers to integer powers;
// libdevice's function for floats fails for results below the normal numbers.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"

using namespace mlir;

namespace mlir::tc {

/// Square and multiply over every bit of the exponent, wrapping as muli does:
/// no bit can be skipped, since an odd base never reaches zero. The sign bit
/// stands for a reciprocal: 1 and -1 are their own, so the loop, which takes
/// the exponent as unsigned, is right for them (only its parity counts); for
/// any other base the truncated quotient is zero (for base zero, undefined).
Value expandIntegerPower(ElementwiseBuilder &b, Value base, Value exponent,
                         unsigned width) {
  Value zero = b.integer(0, width);
  Value power = b.integer(1, width);
  Value square = base;
  for (unsigned bit = 0; bit != width; ++bit) {
    const uint64_t mask = uint64_t(1) << bit;
    Value masked =
        b.create<arith::AndIOp>(exponent, b.integer(int64_t(mask), width));
    Value isSet =
        b.create<arith::CmpIOp>(arith::CmpIPredicate::ne, masked, zero);
    Value multiplied = b.create<arith::MulIOp>(power, square);
    power = b.select(isSet, multiplied, power);
    if (bit + 1 != width)
      square = b.create<arith::MulIOp>(square, square);
  }

  Value isNegative =
      b.create<arith::CmpIOp>(arith::CmpIPredicate::slt, exponent, zero);
  Value isOne = b.create<arith::CmpIOp>(arith::CmpIPredicate::eq, base,
                                        b.integer(1, width));
  Value isMinusOne = b.create<arith::CmpIOp>(arith::CmpIPredicate::eq, base,
                                             b.integer(-1, width));
  Value isUnit = b.create<arith::OrIOp>(isOne, isMinusOne);
  Value reciprocal = b.select(isUnit, power, zero);
  return b.select(isNegative, reciprocal, power);
}

/// A negative power is one over the positive one, which overflows where the
/// result is still a subnormal number. So the power of half the exponent is
/// squared, with one more factor for an odd exponent before that: nothing
/// overflows or is rounded to a subnormal number on the way.
Value expandFloatPower(ElementwiseBuilder &b, Value base, Value exponent) {
  constexpr unsigned width = 32;
  Type i32 = IntegerType::get(base.getContext(), width);
  if (getElementTypeOrSelf(exponent) != i32)
    exponent = b.cast<arith::ExtSIOp>(i32, exponent);
  Value zero = b.integer(0, width), one = b.integer(1, width);
  Value isNegative =
      b.create<arith::CmpIOp>(arith::CmpIPredicate::slt, exponent, zero);
  // Rounded towards zero.
  Value half =
      b.create<arith::ShRSIOp>(b.create<arith::AddIOp>(exponent, one), one);
  Value power =
      b.create<math::FPowIOp>(base, b.select(isNegative, half, exponent));
  Value isOdd = b.create<arith::CmpIOp>(
      arith::CmpIPredicate::ne, b.create<arith::AndIOp>(exponent, one), zero);
  Value factor = b.select(isOdd, b.create<arith::DivFOp>(b.constant(1.0), base),
                          b.constant(1.0));
  Value negative = b.mul(b.mul(power, factor), power);
  return b.select(isNegative, negative, power);
}

} // namespace mlir::tc
