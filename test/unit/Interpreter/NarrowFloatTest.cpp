//===- NarrowFloatTest.cpp - f8, f16 and bf16 against APFloat -------------===//

#include "minitc/Interpreter/NarrowFloat.h"

#include "llvm/ADT/APFloat.h"

#include <gtest/gtest.h>

#include <random>

using namespace minitc;
using llvm::APFloat;
using llvm::APInt;

namespace {

template <typename Format>
void compareAll(const llvm::fltSemantics &semantics, unsigned width) {
  for (unsigned bits = 0; bits < 1u << width; ++bits) {
    APFloat exact(semantics, APInt(width, bits));
    float widened = Format::widen(bits);
    if (exact.isNaN()) {
      EXPECT_TRUE(std::isnan(widened)) << bits;
      continue;
    }
    bool losesInfo;
    exact.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    ASSERT_TRUE(exact.bitwiseIsEqual(APFloat(widened))) << bits;
    ASSERT_EQ(Format::round(widened), bits);
  }
}

/// What APFloat rounds to.
unsigned expectedRound(const llvm::fltSemantics &semantics, double value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.bitcastToAPInt().getZExtValue();
}

template <typename Format>
void compareRounding(const llvm::fltSemantics &semantics, unsigned width) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random();
    // Every other value is a tie or next to one: halfway between two
    // neighbours, give or take a bit.
    double value;
    int exponent;
    memcpy(&value, &bits, sizeof(value));
    if (i % 2) {
      unsigned lower = bits % ((1u << (width - 1)) - 2);
      double low = Format::widen(lower), high = Format::widen(lower + 1);
      value = (low + high) / 2;
      value = i % 3 == 0   ? std::nextafter(value, 0.0)
              : i % 3 == 1 ? std::nextafter(value, 1e300)
                           : value;
    } else {
      // Exponents of the format's range and a little beyond.
      value = std::ldexp(std::frexp(value, &exponent), int(bits % 320) - 160);
    }
    if (std::isnan(value))
      continue;
    ASSERT_EQ(Format::round(value), expectedRound(semantics, value)) << value;
  }
}

TEST(NarrowFloat, HalfIsIEEE) {
  compareAll<Half>(APFloat::IEEEhalf(), 16);
  compareRounding<Half>(APFloat::IEEEhalf(), 16);
}

TEST(NarrowFloat, BFloatIsTheUpperHalfOfSingle) {
  compareAll<BFloat>(APFloat::BFloat(), 16);
  compareRounding<BFloat>(APFloat::BFloat(), 16);
}

TEST(NarrowFloat, F8E5M2) {
  compareAll<E5M2>(APFloat::Float8E5M2(), 8);
  compareRounding<E5M2>(APFloat::Float8E5M2(), 8);
}

TEST(NarrowFloat, F8E4M3FN) {
  compareAll<E4M3FN>(APFloat::Float8E4M3FN(), 8);
  compareRounding<E4M3FN>(APFloat::Float8E4M3FN(), 8);
}

TEST(NarrowFloat, SaturatesAtTheLargestFinite) {
  double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(E4M3FN::widen(E4M3FN::roundSaturating(inf)), 448.0f);
  EXPECT_EQ(E4M3FN::widen(E4M3FN::roundSaturating(-1e9)), -448.0f);
  EXPECT_EQ(E4M3FN::widen(E4M3FN::roundSaturating(464.0)), 448.0f);
  EXPECT_EQ(E5M2::widen(E5M2::roundSaturating(inf)), 57344.0f);
  EXPECT_EQ(E5M2::widen(E5M2::roundSaturating(-61440.0)), -57344.0f);
  EXPECT_TRUE(std::isnan(E4M3FN::widen(E4M3FN::roundSaturating(std::nan("")))));
  EXPECT_TRUE(std::isnan(E5M2::widen(E5M2::roundSaturating(std::nan("")))));
}

} // namespace
