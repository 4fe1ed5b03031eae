//===- MathTest.cpp - The math dialect ------------------------------------===//
//
// Expected values come from the C library's long double functions: 64 bits of
// mantissa, rounded once to f32.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include <cmath>
#include <random>

using namespace minitc;
using namespace minitc::test;

namespace {

using F32 = std::vector<float>;

struct UnaryCase {
  const char *op;
  long double (*function)(long double);
  float low, high;
};

const UnaryCase unaryCases[] = {
    {"absf", fabsl, -10, 10},
    {"acos", acosl, -1, 1},
    {"acosh", acoshl, 1, 100},
    {"asin", asinl, -1, 1},
    {"asinh", asinhl, -100, 100},
    {"atan", atanl, -100, 100},
    {"atanh", atanhl, -0.999f, 0.999f},
    {"cbrt", cbrtl, -100, 100},
    {"ceil", ceill, -10, 10},
    {"cos", cosl, -100, 100},
    {"cosh", coshl, -80, 80},
    {"erf", erfl, -4, 4},
    {"erfc", erfcl, -4, 9},
    {"exp", expl, -100, 88},
    {"exp2", exp2l, -140, 127},
    {"expm1", expm1l, -10, 80},
    {"floor", floorl, -10, 10},
    {"log", logl, 1e-30f, 1e30f},
    {"log10", log10l, 1e-30f, 1e30f},
    {"log1p", log1pl, -0.99f, 1e10f},
    {"log2", log2l, 1e-30f, 1e30f},
    {"round", roundl, -10, 10},
    {"roundeven", nearbyintl, -10, 10},
    {"sin", sinl, -100, 100},
    {"sinh", sinhl, -80, 80},
    {"sqrt", sqrtl, 0, 1e30f},
    {"tan", tanl, -100, 100},
    {"tanh", tanhl, -10, 10},
    {"trunc", truncl, -10, 10},
};

class Unary : public testing::TestWithParam<UnaryCase> {};

TEST_P(Unary, IsTheNearestValue) {
  UnaryCase test = GetParam();
  std::mt19937 random(1);
  std::uniform_real_distribution<float> inRange(test.low, test.high);
  F32 x(1024);
  for (float &value : x)
    value = inRange(random);
  x[0] = test.low;
  x[1] = test.high;
  x[2] = 2.5f < test.high ? 2.5f : x[2];
  F32 z =
      Elementwise({"f32"}, "f32",
                  std::string("%z = math.") + test.op + " %x : tensor<$Sf32>")
          .run<float>(x);
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(z[i], float(test.function(x[i]))) << test.op << " " << x[i];
}

INSTANTIATE_TEST_SUITE_P(Math, Unary, testing::ValuesIn(unaryCases),
                         [](const auto &info) {
                           return std::string(info.param.op);
                         });

TEST(Math, SpecialValues) {
  float inf = std::numeric_limits<float>::infinity();
  auto unary = [](const std::string &op, F32 x) {
    return Elementwise({"f32"}, "f32",
                       "%z = math." + op + " %x : tensor<$Sf32>")
        .run<float>(x);
  };
  F32 exps = unary("exp", {inf, -inf, -0.0f, std::nanf("")});
  EXPECT_EQ(exps[0], inf);
  EXPECT_EQ(exps[1], 0.0f);
  EXPECT_EQ(exps[2], 1.0f);
  EXPECT_TRUE(std::isnan(exps[3]));
  F32 tanhs = unary("tanh", {-0.0f, inf});
  EXPECT_TRUE(std::signbit(tanhs[0]));
  EXPECT_EQ(tanhs[1], 1.0f);
  EXPECT_EQ(unary("rsqrt", {4, 0}), (F32{0.5f, inf}));
}

TEST(Math, HalfRoundsOnce) {
  std::vector<uint16_t> x(65536 / 4);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = i * 2; // positive numbers, subnormals included
  auto z = Elementwise({"f16"}, "f16", "%z = math.sqrt %x : tensor<$Sf16>")
               .run<uint16_t>(x);
  for (size_t i = 0; i < x.size(); ++i) {
    float value = Half::widen(x[i]);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(Half::widen(z[i])));
    else
      ASSERT_EQ(z[i], Half::round(std::sqrt(double(value)))) << value;
  }
}

TEST(Math, TwoAndThreeOperands) {
  auto binary = [](const std::string &op, F32 x, F32 y) {
    return Elementwise({"f32", "f32"}, "f32",
                       "%z = math." + op + " %x, %y : tensor<$Sf32>")
        .run<float>(x, y);
  };
  EXPECT_EQ(binary("atan2", {1, -1}, {-1, -1}),
            (F32{float(atan2l(1, -1)), float(atan2l(-1, -1))}));
  EXPECT_EQ(binary("powf", {2, 10}, {0.5f, -3}),
            (F32{float(sqrtl(2)), 0.001f}));
  EXPECT_EQ(binary("copysign", {3, -4}, {-0.0f, 1}), (F32{-3, 4}));

  auto ternary = [](const std::string &form, F32 x, F32 y, F32 w) {
    return Elementwise({"f32", "f32", "f32"}, "f32", form).run<float>(x, y, w);
  };
  float x = 1.0f + 0x1p-23f;
  // x * x - 1 needs the bits that rounding the product would lose.
  EXPECT_EQ(ternary("%z = math.fma %x, %y, %w : tensor<$Sf32>", {x, 2}, {x, 3},
                    {-1, 4}),
            (F32{0x1p-22f + 0x1p-46f, 10}));
  EXPECT_EQ(ternary("%z = math.clampf %x to [%y, %w] : tensor<$Sf32>", {-5, 0},
                    {-1, -1}, {1, 1}),
            (F32{-1, 0}));
}

TEST(Math, IntegerPowers) {
  Elementwise power({"f32", "i32"}, "f32",
                    "%z = math.fpowi %x, %y : tensor<$Sf32>, tensor<$Si32>");
  EXPECT_EQ(power.run<float>(F32{2, -3}, std::vector<int32_t>{-2, 3}),
            (F32{0.25f, -27}));
}

TEST(Math, SineAndCosine) {
  Elementwise cosine({"f32"}, "f32", "%s, %z = math.sincos %x : tensor<$Sf32>");
  EXPECT_EQ(cosine.run<float>(F32{0, 1}), (F32{1, float(cosl(1))}));
}

TEST(Math, Classification) {
  auto test = [](const std::string &op) {
    return Elementwise({"f32"}, "i1", "%z = math." + op + " %x : tensor<$Sf32>")
        .run<uint8_t>(F32{1, std::nanf(""), -INFINITY, 0x1p-140f});
  };
  using B = std::vector<uint8_t>;
  EXPECT_EQ(test("isfinite"), (B{1, 0, 0, 1}));
  EXPECT_EQ(test("isinf"), (B{0, 0, 1, 0}));
  EXPECT_EQ(test("isnan"), (B{0, 1, 0, 0}));
  EXPECT_EQ(test("isnormal"), (B{1, 0, 0, 0}));
}

} // namespace
