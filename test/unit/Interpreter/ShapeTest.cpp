//===- ShapeTest.cpp - Making and shaping tiles ---------------------------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include <chrono>
#include <numeric>

using namespace minitc;
using namespace minitc::test;

namespace {

using I32 = std::vector<int32_t>;
using F32 = std::vector<float>;

/// Makes %z, of type `result` with `n` elements, from %x = 0, 1, ..., 15 of
/// `source`, and returns it in row-major order.
I32 shape(const std::string &source, const std::string &body,
          const std::string &result, size_t n) {
  Launcher launcher(fill(R"(
    tc.kernel @k(%out: !tc.ptr<i32>) {
      %i = tc.arange 0 to 16 : tensor<16xi32>
      %x = tc.reshape %i : tensor<16xi32> -> $source
      $body
      %flat = tc.reshape %z : $result -> tensor<$nxi32>
      %n = tc.arange 0 to $n : tensor<$nxi32>
      %p = tc.addptr %out, %n : !tc.ptr<i32>, tensor<$nxi32>
      tc.store %p, %flat : tensor<$nx!tc.ptr<i32>>
      tc.return
    })",
                         {{"$body", body},
                          {"$source", source},
                          {"$result", result},
                          {"$n", std::to_string(n)}}));
  I32 out(n, -1);
  launcher.array(out);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
  return out;
}

TEST(Shapes, Arange) {
  Elementwise range({"i32"}, "i64",
                    "%r = tc.arange -3 to 1 : tensor<4xi64>\n"
                    "%e = arith.extsi %x : tensor<4xi32> to tensor<4xi64>\n"
                    "%z = arith.addi %r, %e : tensor<4xi64>");
  EXPECT_EQ(range.run<int64_t>(I32{0, 0, 0, 10}),
            (std::vector<int64_t>{-3, -2, -1, 10}));
}

TEST(Shapes, Splat) {
  EXPECT_EQ(shape("tensor<16xi32>",
                  "%c = arith.constant 7 : i32\n"
                  "%z = tc.splat %c : i32 -> tensor<2x2xi32>",
                  "tensor<2x2xi32>", 4),
            (I32{7, 7, 7, 7}));
}

TEST(Shapes, ExpandDimsAndBroadcast) {
  EXPECT_EQ(shape("tensor<2x8xi32>",
                  "%s = tc.reduce min %x axis 1 : tensor<2x8xi32> -> "
                  "tensor<2xi32>\n"
                  "%e = tc.expand_dims %s axis 1 : tensor<2xi32> -> "
                  "tensor<2x1xi32>\n"
                  "%z = tc.broadcast %e : tensor<2x1xi32> -> tensor<2x4xi32>",
                  "tensor<2x4xi32>", 8),
            (I32{0, 0, 0, 0, 8, 8, 8, 8}));
  EXPECT_EQ(shape("tensor<1x16xi32>",
                  "%z = tc.broadcast %x : tensor<1x16xi32> -> "
                  "tensor<2x16xi32>",
                  "tensor<2x16xi32>", 32)[17],
            1);
}

TEST(Shapes, Transpose) {
  EXPECT_EQ(shape("tensor<2x8xi32>",
                  "%z = tc.transpose %x [1, 0] : tensor<2x8xi32> -> "
                  "tensor<8x2xi32>",
                  "tensor<8x2xi32>", 16),
            (I32{0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15}));
  // Dimension i of the result is dimension order[i] of the source.
  EXPECT_EQ(shape("tensor<2x2x4xi32>",
                  "%z = tc.transpose %x [2, 0, 1] : tensor<2x2x4xi32> -> "
                  "tensor<4x2x2xi32>",
                  "tensor<4x2x2xi32>", 16),
            (I32{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}));
}

TEST(Shapes, JoinAndSplit) {
  const char *body = "%a, %b = tc.split %x : tensor<8x2xi32> -> "
                     "tensor<8xi32>, tensor<8xi32>\n";
  EXPECT_EQ(shape("tensor<8x2xi32>",
                  std::string(body) + "%z = arith.addi %b, %b : tensor<8xi32>",
                  "tensor<8xi32>", 8),
            (I32{2, 6, 10, 14, 18, 22, 26, 30}));
  EXPECT_EQ(shape("tensor<8x2xi32>",
                  std::string(body) + "%z = tc.join %b, %a : tensor<8xi32> -> "
                                      "tensor<8x2xi32>",
                  "tensor<8x2xi32>", 16),
            (I32{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14}));
}

TEST(Shapes, Cat) {
  const char *body = "%d = arith.addi %x, %x : tensor<2x8xi32>\n"
                     "%a, %b = tc.split %s : tensor<2x4x2xi32> -> "
                     "tensor<2x4xi32>, tensor<2x4xi32>\n";
  const char *reshaped =
      "%s = tc.reshape %x : tensor<2x8xi32> -> tensor<2x4x2xi32>\n";
  EXPECT_EQ(shape("tensor<2x8xi32>",
                  std::string(reshaped) + body +
                      "%z = tc.cat %a, %b axis 0 : tensor<2x4xi32> -> "
                      "tensor<4x4xi32>",
                  "tensor<4x4xi32>", 16),
            (I32{0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(shape("tensor<2x8xi32>",
                  std::string(reshaped) + body +
                      "%z = tc.cat %a, %b axis 1 : tensor<2x4xi32> -> "
                      "tensor<2x8xi32>",
                  "tensor<2x8xi32>", 16),
            (I32{0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15}));
}

TEST(Shapes, Gather) {
  // Along axis 1: each row is turned round.
  EXPECT_EQ(shape("tensor<4x4xi32>",
                  "%c = arith.constant dense<[[3, 2, 1, 0]]> : "
                  "tensor<1x4xi32>\n"
                  "%g0 = tc.broadcast %c : tensor<1x4xi32> -> "
                  "tensor<4x4xi32>\n"
                  "%z = tc.gather %x[%g0] axis 1 : tensor<4x4xi32>, "
                  "tensor<4x4xi32> -> tensor<4x4xi32>",
                  "tensor<4x4xi32>", 16),
            (I32{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12}));
  // Along axis 0, more indices than rows.
  EXPECT_EQ(shape("tensor<2x8xi32>",
                  "%c = arith.constant dense<[[1], [0], [1], [1]]> : "
                  "tensor<4x1xi32>\n"
                  "%g0 = tc.broadcast %c : tensor<4x1xi32> -> "
                  "tensor<4x8xi32>\n"
                  "%g = tc.gather %x[%g0] axis 0 : tensor<2x8xi32>, "
                  "tensor<4x8xi32> -> tensor<4x8xi32>\n"
                  "%z = tc.reduce min %g axis 1 : tensor<4x8xi32> -> "
                  "tensor<4xi32>",
                  "tensor<4xi32>", 4),
            (I32{8, 0, 8, 8}));
}

TEST(Shapes, Histogram) {
  EXPECT_EQ(shape("tensor<16xi32>",
                  "%c = arith.constant dense<5> : tensor<16xi32>\n"
                  "%s = arith.subi %x, %c : tensor<16xi32>\n"
                  "%two = arith.constant dense<2> : tensor<16xi32>\n"
                  "%h = arith.floordivsi %s, %two : tensor<16xi32>\n"
                  "%m = arith.cmpi ne, %s, %two : tensor<16xi32>\n"
                  "%z = tc.histogram %h mask %m : tensor<16xi32> -> "
                  "tensor<4xi32>",
                  "tensor<4xi32>", 4),
            (I32{2, 1, 2, 2}));
}

TEST(Shapes, Dot) {
  // [[0, 1], [2, 3]] * [[0, 1], [2, 3]] + 10, twice (batches).
  std::vector<float> in = {0, 1, 2, 3, 4, 5, 6, 7}, out(8);
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<f32>, %out: !tc.ptr<f32>) {
      %n = tc.arange 0 to 8 : tensor<8xi32>
      %a = tc.addptr %in, %n : !tc.ptr<f32>, tensor<8xi32>
      %flat = tc.load %a : tensor<8x!tc.ptr<f32>>
      %x = tc.reshape %flat : tensor<8xf32> -> tensor<2x2x2xf32>
      %acc = arith.constant dense<10.0> : tensor<2x2x2xf32>
      %d = tc.dot %x, %x, %acc precision ieee : tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>
      %z = tc.reshape %d : tensor<2x2x2xf32> -> tensor<8xf32>
      %b = tc.addptr %out, %n : !tc.ptr<f32>, tensor<8xi32>
      tc.store %b, %z : tensor<8x!tc.ptr<f32>>
      tc.return
    })");
  launcher.array(in).array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out, (std::vector<float>{12, 13, 16, 21, 56, 65, 76, 89}));
}

/// A 1x1x1 dot is one product: shows how operands are rounded.
float product(const std::string &precision, float x, float y) {
  Elementwise op({"f32", "f32"}, "f32",
                 "%a = tc.reshape %x : tensor<1xf32> -> tensor<1x1xf32>\n"
                 "%b = tc.reshape %y : tensor<1xf32> -> tensor<1x1xf32>\n"
                 "%c = arith.constant dense<0.0> : tensor<1x1xf32>\n"
                 "%d = tc.dot %a, %b, %c precision " +
                     precision +
                     " : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>\n"
                     "%z = tc.reshape %d : tensor<1x1xf32> -> tensor<1xf32>");
  return op.run<float>(std::vector<float>{x}, std::vector<float>{y})[0];
}

TEST(Shapes, DotPrecision) {
  float x = 1 + 0x1p-11f + 0x1p-20f; // not a tf32
  EXPECT_EQ(product("ieee", x, 3), x * 3);
  EXPECT_EQ(product("tf32", x, 3), (1 + 0x1p-10f) * 3);
  EXPECT_EQ(product("tf32", 1 + 0x1p-11f, 1), 1 + 0x1p-10f) << "a tie";
  EXPECT_EQ(product("tf32", -1 - 0x1p-11f, 1), -1 - 0x1p-10f) << "a tie";
  EXPECT_NEAR(product("tf32x3", x, x), x * x, 0x1p-20f);
  EXPECT_NE(product("tf32", x, x), product("tf32x3", x, x));
  float largest = 0x1.fffffep127f;
  EXPECT_EQ(product("tf32", largest, 1), 0x1.ffcp127f) << "not infinity";
  EXPECT_NEAR(product("tf32x3", largest, 1) / largest, 1, 0x1p-20f);
}

/// acc + ones x ones of `n` products, elements of `type`, in `accType`.
template <typename T>
T sumOfOnes(const std::string &type, const std::string &accType, int n, T acc) {
  Elementwise op({accType}, accType,
                 fill("%c = tc.reshape %x : tensor<1x$A> -> tensor<1x1x$A>\n"
                      "%a = arith.constant dense<1.0> : tensor<1x$nx$T>\n"
                      "%b = arith.constant dense<1.0> : tensor<$nx1x$T>\n"
                      "%d = tc.dot %a, %b, %c$p : tensor<1x$nx$T>, "
                      "tensor<$nx1x$T>, tensor<1x1x$A>\n"
                      "%z = tc.reshape %d : tensor<1x1x$A> -> tensor<1x$A>",
                      {{"$p", type == "f32" ? " precision ieee" : ""},
                       {"$n", std::to_string(n)},
                       {"$T", type},
                       {"$A", accType}}));
  return op.run<T>(std::vector<T>{acc})[0];
}

TEST(Shapes, DotSumsInTheAccumulatorsType) {
  // Each 1 is half a unit in the last place of the sum, and rounds to even.
  EXPECT_EQ(sumOfOnes<uint16_t>("f16", "f16", 16, Half::round(2048)),
            Half::round(2048));
  EXPECT_EQ(sumOfOnes<uint16_t>("f16", "f16", 16, Half::round(1024)),
            Half::round(1040));
  EXPECT_EQ(sumOfOnes<float>("f16", "f32", 16, 2048), 2064);
  EXPECT_EQ(sumOfOnes<float>("bf16", "f32", 16, 0x1p24f), 0x1p24f);
  EXPECT_EQ(sumOfOnes<float>("f32", "f32", 16, 0x1p24f), 0x1p24f);
  EXPECT_EQ(sumOfOnes<float>("f32", "f32", 16, 0x1p23f), 0x1p23f + 16);
  EXPECT_EQ(sumOfOnes<double>("f64", "f64", 16, 0x1p24), 0x1p24 + 16);
  EXPECT_EQ(sumOfOnes<double>("f64", "f64", 16, 0x1p53), 0x1p53);
}

TEST(Shapes, DotOfF32RoundsEachProduct) {
  // A fused multiply-add would leave what the product lost.
  float x = 1 + 0x1p-23f;
  Elementwise op({"f32", "f32"}, "f32",
                 "%a = tc.reshape %x : tensor<1xf32> -> tensor<1x1xf32>\n"
                 "%c = tc.reshape %y : tensor<1xf32> -> tensor<1x1xf32>\n"
                 "%d = tc.dot %a, %a, %c precision ieee : tensor<1x1xf32>, "
                 "tensor<1x1xf32>, tensor<1x1xf32>\n"
                 "%z = tc.reshape %d : tensor<1x1xf32> -> tensor<1xf32>");
  EXPECT_EQ(op.run<float>(F32{x}, F32{-(1 + 0x1p-22f)})[0], 0.0f);
}

TEST(Shapes, LargeDotsTakeMilliseconds) {
  for (std::string acc : {"f32", "f16"}) {
    Launcher launcher(fill(R"(
      tc.kernel @k() {
        %a = arith.constant dense<0.5> : tensor<128x128xf16>
        %c = arith.constant dense<1.0> : tensor<128x128x$A>
        %d = tc.dot %a, %a, %c : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128x$A>
        %e = arith.constant dense<33.0> : tensor<128x128x$A>
        %ok = arith.cmpf oeq, %d, %e : tensor<128x128x$A>
        tc.assert %ok, "every sum is 33" : tensor<128x128xi1>
        tc.return
      })",
                           {{"$A", acc}}));
    auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
    // Far above what it takes, so that a busy machine does not matter.
    EXPECT_LT(std::chrono::steady_clock::now() - start,
              std::chrono::seconds(2));
  }
}

TEST(Shapes, DotOfBytes) {
  Elementwise op({"i8", "i8"}, "i32",
                 "%a = tc.reshape %x : tensor<4xi8> -> tensor<1x4xi8>\n"
                 "%b = tc.reshape %y : tensor<4xi8> -> tensor<4x1xi8>\n"
                 "%c = arith.constant dense<1> : tensor<1x1xi32>\n"
                 "%d = tc.dot %a, %b, %c : tensor<1x4xi8>, tensor<4x1xi8>, "
                 "tensor<1x1xi32>\n"
                 "%e = tc.broadcast %d : tensor<1x1xi32> -> tensor<1x4xi32>\n"
                 "%z = tc.reshape %e : tensor<1x4xi32> -> tensor<4xi32>");
  using I8 = std::vector<int8_t>;
  EXPECT_EQ(op.run<int32_t>(I8{-128, 127, 2, 0}, I8{-128, 127, 3, 5})[0],
            16384 + 16129 + 6 + 1);
}

TEST(Shapes, DotOfBytesWraps) {
  Elementwise op({"i32"}, "i32",
                 "%c = tc.reshape %x : tensor<1xi32> -> tensor<1x1xi32>\n"
                 "%a = arith.constant dense<-1> : tensor<1x1xi8>\n"
                 "%b = arith.constant dense<1> : tensor<1x1xi8>\n"
                 "%d = tc.dot %a, %b, %c : tensor<1x1xi8>, tensor<1x1xi8>, "
                 "tensor<1x1xi32>\n"
                 "%z = tc.reshape %d : tensor<1x1xi32> -> tensor<1xi32>");
  EXPECT_EQ(op.run<int32_t>(I32{INT32_MIN})[0], INT32_MAX);
}

} // namespace
