//===- ReductionTest.cpp - Reductions and scans ---------------------------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include <cmath>
#include <random>

using namespace minitc;
using namespace minitc::test;

namespace {

using I32 = std::vector<int32_t>;
using F32 = std::vector<float>;
const float nan = std::nanf("");

/// Reduces all of %x and spreads the result over the output.
template <typename T>
T reduceAll(const std::string &kind, const std::string &type,
            std::vector<T> x) {
  return Elementwise({type}, type,
                     fill("%r = tc.reduce $kind %x axis 0 : tensor<$S$T> -> $T"
                          "\n%z = tc.splat %r : $T -> tensor<$S$T>",
                          {{"$kind", kind}, {"$T", type}}))
      .template run<T>(x)[0];
}

TEST(Reduce, Integers) {
  I32 x = {5, -3, 7, 2};
  EXPECT_EQ(reduceAll("sum", "i32", x), 11);
  EXPECT_EQ(reduceAll("prod", "i32", x), -210);
  EXPECT_EQ(reduceAll("max", "i32", x), 7);
  EXPECT_EQ(reduceAll("min", "i32", x), -3);
  EXPECT_EQ(reduceAll("umax", "i32", x), -3);
  EXPECT_EQ(reduceAll("umin", "i32", x), 2);
  EXPECT_EQ(reduceAll("and", "i32", x), 5 & -3 & 7 & 2);
  EXPECT_EQ(reduceAll("or", "i32", x), -1);
  EXPECT_EQ(reduceAll("xor", "i32", x), 5 ^ -3 ^ 7 ^ 2);
  using I8 = std::vector<int8_t>;
  EXPECT_EQ(reduceAll("sum", "i8", I8{100, 100}), int8_t(200));
  EXPECT_EQ(reduceAll("umax", "i8", I8{1, -128}), -128);
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ(reduceAll("or", "i1", Bytes{0, 0, 1, 0}), 1);
  EXPECT_EQ(reduceAll("and", "i1", Bytes{1, 1, 0, 1}), 0);
  // Signed, true is -1: the least of the two.
  EXPECT_EQ(reduceAll("min", "i1", Bytes{0, 1}), 1);
}

TEST(Reduce, Floats) {
  EXPECT_EQ(reduceAll("sum", "f32", F32{1, 2, 3, 4}), 10);
  EXPECT_EQ(reduceAll("prod", "f32", F32{1, 2, 3, 4}), 24);
  EXPECT_EQ(reduceAll("max", "f32", F32{1, -2}), 1);
  EXPECT_TRUE(std::isnan(reduceAll("max", "f32", F32{1, nan})));
  EXPECT_TRUE(std::isnan(reduceAll("min", "f32", F32{nan, 1})));
  EXPECT_EQ(reduceAll("maxnum", "f32", F32{1, nan}), 1);
  EXPECT_EQ(reduceAll("minnum", "f32", F32{nan, 1}), 1);
}

TEST(Reduce, NarrowSumsRoundOnce) {
  // In f16 the ones would be lost one by one.
  std::vector<uint16_t> x(2048, Half::round(1));
  x[0] = Half::round(2048);
  EXPECT_EQ(Half::widen(reduceAll("sum", "f16", x)), 4096.0f); // 4095 is a tie
  std::vector<uint16_t> y(256, BFloat::round(1));
  EXPECT_EQ(BFloat::widen(reduceAll("sum", "bf16", y)), 256.0f);
}

TEST(Reduce, MatchesAnExactSum) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  F32 x(4096);
  double exact = 0, magnitude = 0;
  for (float &value : x) {
    value = normal(random);
    exact += value;
    magnitude += std::fabs(value);
  }
  EXPECT_NEAR(reduceAll("sum", "f32", x), exact, 12 * 0x1p-24 * magnitude);
}

/// The place of the largest (smallest) element.
int32_t index(const std::string &kind, F32 x) {
  return Elementwise({"f32"}, "i32",
                     "%v, %r = tc.reduce " + kind +
                         " %x axis 0 : tensor<$Sf32> -> f32, i32\n"
                         "%z = tc.splat %r : i32 -> tensor<$Si32>")
      .run<int32_t>(x)[0];
}

TEST(Reduce, IndexOfTheLargest) {
  EXPECT_EQ(index("argmax", {1, 5, 5, 2}), 1);
  EXPECT_EQ(index("argmin", {3, 2, 2, 4}), 1);
  EXPECT_EQ(index("argmax", {-0.0f, 0.0f}), 0) << "zeros tie";
  EXPECT_EQ(index("argmin", {0.0f, -0.0f}), 0) << "zeros tie";
  EXPECT_EQ(index("argmax", {1, nan, 9, nan}), 1) << "a NaN wins";
  EXPECT_EQ(index("argmin", {1, 9, nan, 0}), 2) << "a NaN wins";
  EXPECT_EQ(index("argmax", {-INFINITY, -INFINITY}), 0);
}

TEST(Reduce, AlongAnAxis) {
  Elementwise rows({"i32"}, "i32",
                   "%t = tc.reshape %x : tensor<8xi32> -> tensor<2x4xi32>\n"
                   "%r = tc.reduce sum %t axis 0 : tensor<2x4xi32> -> "
                   "tensor<4xi32>\n"
                   "%e = tc.expand_dims %r axis 0 : tensor<4xi32> -> "
                   "tensor<1x4xi32>\n"
                   "%b = tc.broadcast %e : tensor<1x4xi32> -> "
                   "tensor<2x4xi32>\n"
                   "%z = tc.reshape %b : tensor<2x4xi32> -> tensor<8xi32>");
  EXPECT_EQ(rows.run<int32_t>(I32{1, 2, 3, 4, 10, 20, 30, 40}),
            (I32{11, 22, 33, 44, 11, 22, 33, 44}));
}

TEST(Reduce, RegionKeepsItsOperandsInOrder) {
  // (a, b) o (c, d) = (a, d): the first and the last element.
  Elementwise ends({"i32"}, "i32",
                   "%f, %l = tc.reduce (%x, %x) axis 0 combine {\n"
                   "^bb0(%a: i32, %b: i32, %c: i32, %d: i32):\n"
                   "  tc.yield %a, %d : i32, i32\n"
                   "} : (tensor<$Si32>, tensor<$Si32>) -> (i32, i32)\n"
                   "%ten = arith.constant 10 : i32\n"
                   "%m = arith.muli %f, %ten : i32\n"
                   "%s = arith.addi %m, %l : i32\n"
                   "%z = tc.splat %s : i32 -> tensor<$Si32>");
  EXPECT_EQ(ends.run<int32_t>(I32{3, 1, 4, 1, 5, 9, 2, 6})[0], 36);
}

TEST(Scan, RunsAlongTheAxis) {
  auto scan = [](const std::string &form, F32 x) {
    return Elementwise({"f32"}, "f32",
                       "%z = tc.scan " + form + " : tensor<$Sf32>")
        .run<float>(x);
  };
  EXPECT_EQ(scan("sum %x axis 0", {1, 2, 3, 4}), (F32{1, 3, 6, 10}));
  EXPECT_EQ(scan("sum %x axis 0 reverse", {1, 2, 3, 4}), (F32{10, 9, 7, 4}));
  EXPECT_EQ(scan("maxnum %x axis 0", {1, nan, 3, 2}), (F32{1, 1, 3, 3}));
  Elementwise inner({"i32"}, "i32",
                    "%t = tc.reshape %x : tensor<8xi32> -> tensor<4x2xi32>\n"
                    "%s = tc.scan prod %t axis 0 : tensor<4x2xi32>\n"
                    "%z = tc.reshape %s : tensor<4x2xi32> -> tensor<8xi32>");
  EXPECT_EQ(inner.run<int32_t>(I32{1, 2, 3, 4, 5, 6, 7, 8}),
            (I32{1, 2, 3, 8, 15, 48, 105, 384}));
}

TEST(Scan, NarrowSumsRoundOnceEach) {
  std::vector<uint16_t> x(4, Half::round(1));
  x[0] = Half::round(2048);
  auto z =
      Elementwise({"f16"}, "f16", "%z = tc.scan sum %x axis 0 : tensor<$Sf16>")
          .run<uint16_t>(x);
  // 2049 rounds to 2048, but 2050 is what the third one adds up to.
  EXPECT_EQ(Half::widen(z[1]), 2048.0f);
  EXPECT_EQ(Half::widen(z[2]), 2050.0f);
}

} // namespace
