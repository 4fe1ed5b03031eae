//===- NarrowFloat.h - f8, f16 and bf16 as bits -----------------*- C++ -*-===//
//
// Exact conversions between the floats that the host has no type for and those
// that it has.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_INTERPRETER_NARROWFLOAT_H
#define MINITC_INTERPRETER_NARROWFLOAT_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace minitc {

/// A float of 1 + exponentBits + mantissaBits bits. Without infinities the
/// largest exponent holds numbers too, and only the mantissa of all ones there
/// is NaN (as in f8E4M3FN).
template <int exponentBits, int mantissaBits, bool hasInfinity>
struct NarrowFloat {
  using Bits =
      std::conditional_t<exponentBits + mantissaBits == 7, uint8_t, uint16_t>;
  static constexpr int bias = (1 << (exponentBits - 1)) - 1;
  static constexpr int minExponent = 1 - bias;
  static constexpr unsigned signBit = 1u << (exponentBits + mantissaBits);
  static constexpr unsigned mantissaMask = (1u << mantissaBits) - 1;
  /// The first bits, sign aside, that are not a finite number.
  static constexpr unsigned firstSpecial =
      hasInfinity ? signBit - (1u << mantissaBits) : signBit - 1;
  static constexpr unsigned largest = firstSpecial - 1;
  static constexpr unsigned quietNaN =
      hasInfinity ? firstSpecial | (1u << (mantissaBits - 1)) : firstSpecial;

  /// The value, exactly.
  static float widen(unsigned bits) {
    unsigned magnitude = bits & (signBit - 1);
    float sign = bits & signBit ? -1.0f : 1.0f;
    // A NaN has a sign as well, which copysign sees.
    if (magnitude >= firstSpecial)
      return std::copysign(hasInfinity && magnitude == firstSpecial
                               ? std::numeric_limits<float>::infinity()
                               : std::numeric_limits<float>::quiet_NaN(),
                           sign);
    int exponent = magnitude >> mantissaBits;
    if (exponent == 0)
      return sign * float(magnitude * powerOfTwo(minExponent - mantissaBits));
    unsigned significand = (1u << mantissaBits) | (magnitude & mantissaMask);
    return sign *
           float(significand * powerOfTwo(exponent - bias - mantissaBits));
  }

  /// To nearest, ties to even. What is too large becomes infinity (NaN where
  /// there is none).
  static Bits round(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    unsigned sign = bits >> 63 ? signBit : 0;
    int exponent = int(bits >> 52 & 0x7FF) - 1023;
    if (exponent == 1024)
      return sign | (std::isnan(value) ? quietNaN : firstSpecial);
    if (exponent < minExponent)
      exponent = minExponent;
    // The value in units of its last place; adding 2^52 rounds to an integer.
    double units = std::fabs(value) * powerOfTwo(mantissaBits - exponent);
    units = (units + 0x1p52) - 0x1p52;
    // A carry out of the mantissa adds one to the exponent, as it should. A
    // unit's worth of 2^mantissaBits is the implicit bit of a normal number.
    int64_t magnitude =
        (int64_t(exponent - minExponent) << mantissaBits) + int64_t(units);
    return sign |
           (magnitude >= firstSpecial ? firstSpecial : unsigned(magnitude));
  }

  /// To nearest, ties to even; infinities and what is too large become the
  /// largest finite number.
  static Bits roundSaturating(double value) {
    Bits rounded = round(value);
    if (std::isnan(value) || (rounded & (signBit - 1)) < firstSpecial)
      return rounded;
    return (rounded & signBit) | largest;
  }

private:
  /// Within the range of normal doubles.
  static double powerOfTwo(int exponent) {
    uint64_t bits = uint64_t(exponent + 1023) << 52;
    double result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
  }
};

using Half = NarrowFloat<5, 10, true>;
using BFloat = NarrowFloat<8, 7, true>;
using E4M3FN = NarrowFloat<4, 3, false>;
using E5M2 = NarrowFloat<5, 2, true>;

} // namespace minitc

#endif // MINITC_INTERPRETER_NARROWFLOAT_H
