//===- CompareTest.cpp - Tests of the comparison of arrays ----------------===//
//
// What agrees, what does not, and which element is the worst.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Generators.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace llvm;
using namespace minitc;

namespace {

Array floats(std::vector<double> values, const char *type = "f32") {
  Array array;
  array.type = findElementType(type);
  array.shape = {int64_t(values.size()) / 2, 2};
  array.bytes.resize(array.numBytes());
  for (size_t i = 0; i < values.size(); ++i)
    storeFloat(*array.type, values[i], array.element(i));
  return array;
}

std::string describe(const Array &got, const Array &expected,
                     Tolerance tolerance = {}) {
  Expected<Comparison> comparison = compareArrays(got, expected, tolerance);
  if (!comparison)
    return toString(comparison.takeError());
  return describeComparison(*comparison, got, expected, tolerance);
}

TEST(Compare, AgreesWithinTheTolerance) {
  EXPECT_EQ(describe(floats({1, 2}), floats({1, 2.00001})),
            "ok, 2 elements (rtol=1e-05, atol=1e-08); worst at [0, 1]: got 2, "
            "expected 2.00001001");
  EXPECT_EQ(describe(floats({1, 2}), floats({1, 2.5}), {0, 0.5}),
            "ok, 2 elements (rtol=0, atol=0.5); worst at [0, 1]: got 2, "
            "expected 2.5");
}

TEST(Compare, NamesTheWorstElement) {
  EXPECT_EQ(describe(floats({1, 2, 3, 4}), floats({1, 2.5, 3, 9})),
            "2 of 4 elements out of bounds (rtol=1e-05, atol=1e-08); worst at "
            "[1, 1]: got 4, expected 9");
}

TEST(Compare, TreatsSpecialValuesAsThemselves) {
  double inf = INFINITY, nan = NAN;
  Array special = floats({inf, -inf, nan, -0.0});
  EXPECT_EQ(compareArrays(special, special, {})->numBad, 0);
  EXPECT_EQ(compareArrays(floats({inf, 1}), floats({-inf, 1}), {})->numBad, 1);
  EXPECT_EQ(compareArrays(floats({inf, 1}), floats({1, inf}), {})->numBad, 2);
  EXPECT_EQ(compareArrays(floats({nan, 1}), floats({1, nan}), {})->numBad, 2);
}

TEST(Compare, CountsUnitsInTheLastPlace) {
  // 2 units above 1 in f32, and 2 below it, where they are half as large.
  double up = std::ldexp(1, -23), down = std::ldexp(1, -24);
  Array got = floats({1 + 2 * up, 1 - 4 * down});
  EXPECT_EQ(describe(got, floats({1, 1}), {0, 0, 2}),
            "ok, 2 elements (rtol=0, atol=0, ulp=2); worst at [0, 0]: got "
            "1.00000024, expected 1");
  EXPECT_EQ(compareArrays(got, floats({1, 1}), {0, 0, 1.5})->numBad, 2);
  // Subnormal values are as far apart as the smallest normal ones, zero too.
  double least = std::ldexp(1, -149);
  Array tiny = floats({3 * least, 8 * least});
  EXPECT_EQ(compareArrays(tiny, floats({0, 5 * least}), {0, 0, 3})->numBad, 0);
  EXPECT_EQ(compareArrays(tiny, floats({0, 5 * least}), {0, 0, 2})->numBad, 2);
  // The type that was computed in counts, not that of the reference.
  Array narrow = floats({1.0078125, 1}, "bf16");
  EXPECT_EQ(compareArrays(narrow, floats({1, 1}, "f64"), {0, 0, 1})->numBad, 0);
  EXPECT_EQ(compareArrays(narrow, floats({1, 1}), {0, 0, 0.9})->numBad, 1);
}

TEST(Compare, TakesFloatsOfAnyWidth) {
  EXPECT_EQ(compareArrays(floats({1, 2}, "bf16"), floats({1, 2}), {})->numBad,
            0);
}

TEST(Compare, IntegersHaveNoTolerance) {
  Expected<Array> got = generateArray("full(2xi64, 9007199254740993)");
  Expected<Array> expected = generateArray("full(2xi64, 9007199254740992)");
  ASSERT_TRUE(got && expected);
  EXPECT_EQ(describe(*got, *expected, {1, 1}),
            "2 of 2 elements out of bounds; worst at [0]: got "
            "9007199254740993, expected 9007199254740992");
  EXPECT_EQ(describe(*got, *got),
            "ok, 2 elements; worst at [0]: got 9007199254740993, expected "
            "9007199254740993");
}

TEST(Compare, RefusesArraysOfDifferentShapeOrKind) {
  Expected<Array> integers = generateArray("zeros(1x2xi32)");
  ASSERT_TRUE(bool(integers));
  EXPECT_EQ(describe(floats({1, 2}), *integers),
            "cannot compare 1x2xf32 with 1x2xi32");
  EXPECT_EQ(describe(floats({1, 2}), floats({1, 2, 3, 4})),
            "expected 2x2xf32, but got 1x2xf32");
}

TEST(ElementTypes, FloatsRoundToNearestEven) {
  char bytes[8];
  auto rounded = [&](const char *name, double value) {
    const ElementType &type = *findElementType(name);
    storeFloat(type, value, bytes);
    return loadFloat(type, bytes);
  };
  EXPECT_EQ(rounded("f16", 2049), 2048);
  EXPECT_EQ(rounded("f16", 2051), 2052);
  EXPECT_EQ(rounded("bf16", 257), 256);
  EXPECT_EQ(rounded("bf16", 259), 260);
  // Rounding to f32 first would give 256 here.
  EXPECT_EQ(rounded("bf16", 257 + 1e-9), 258);
  EXPECT_EQ(rounded("f8E4M3FN", 17), 16);
  EXPECT_TRUE(std::isnan(rounded("f8E4M3FN", 1e4)));
  EXPECT_TRUE(std::isinf(rounded("f8E5M2", 1e6)));
}

} // namespace
