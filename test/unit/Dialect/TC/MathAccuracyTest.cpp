//===- MathAccuracyTest.cpp - The bounds of tc-expand-math
//-----------------===//
//
// Evaluates what the pass makes of each f32 function on a fixed sample of
// inputs, with the approximate instructions off to either side, against the
// C library in double precision. (test/gpu/ulp goes over all 2^32 inputs.)
//
//===----------------------------------------------------------------------===//

#include "ScalarEvaluator.h"

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace minitc::test;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest = 0x1p-149f, smallestNormal = 0x1p-126f;

struct Case {
  const char *op;
  double (*reference)(double);
  /// In units in the last place of the result.
  double bound;
};

void PrintTo(const Case &c, std::ostream *os) { *os << c.op; }

const Case cases[] = {{"exp", std::exp, 2.0},
                      {"exp2", std::exp2, 2.0},
                      {"tanh", std::tanh, 2.0},
                      {"log", std::log, 3.0},
                      {"log2", std::log2, 3.0}};

std::string functionOf(const std::string &op) {
  return "func.func @f(%x: f32) -> f32 {\n  %0 = math." + op +
         " %x : f32\n  return %0 : f32\n}\n";
}

ScalarEvaluator expand(const std::string &op) {
  return ScalarEvaluator(functionOf(op), [](mlir::OpPassManager &manager) {
    manager.addPass(mlir::tc::createExpandMathPass());
  });
}

/// The largest f32 plus half its ulp: from here on an exact value rounds to
/// infinity.
constexpr double overflow = 0x1.ffffffp+127;

/// The distance of `got` to `exact` in ulps of f32 at `exact`; 0 where both
/// are the same special value, infinite where only one is special.
double ulps(float got, double exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0.0 : wrong;
  if (std::isinf(exact))
    return got == exact ? 0.0 : wrong;
  // 2^128 stands for an infinite result of a finite exact one.
  double value = std::isinf(got) ? std::copysign(0x1p128, got) : got;
  if (std::isinf(got) && std::fabs(exact) >= overflow)
    return 0.0;
  int exponent;
  std::frexp(exact, &exponent);
  return std::fabs(value - exact) *
         std::ldexp(1.0, -std::max(exponent - 24, -149));
}

class MathAccuracy : public testing::TestWithParam<Case> {};

TEST_P(MathAccuracy, StaysWithinItsBound) {
  ScalarEvaluator f = expand(GetParam().op);
  ASSERT_TRUE(f.isValid());
  const Instructions variants[] = {{Rounding::Nearest, Rounding::Nearest},
                                   {Rounding::Down, Rounding::Up},
                                   {Rounding::Up, Rounding::Down}};
  auto check = [&](uint32_t bits) {
    const float x = fromBits<float>(bits);
    const double exact = GetParam().reference(x);
    for (const Instructions &variant : variants) {
      float got = fromBits<float>(f({bits}, variant));
      if (ulps(got, exact) > GetParam().bound) {
        ADD_FAILURE() << GetParam().op << "(" << x << ") is " << got
                      << ", expected " << exact << ", off by "
                      << ulps(got, exact) << " ulp";
        return false;
      }
    }
    return true;
  };

  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 4099)
    if (!check(static_cast<uint32_t>(bits)))
      return;
  // The neighbourhoods of zero, one, powers of two, and overflow.
  for (float center : {0.0f, smallestNormal, 1.0f, 0.5f, 2.0f, 88.72284f,
                       128.0f, 126.0f, 103.97208f, 149.0f, 150.0f, 2.0f / 3,
                       4.0f / 3, 0.5493061f, 9.0109f, 0x1.fffffep+127f})
    for (uint32_t sign : {0u, 0x80000000u})
      for (int32_t step = -256; step <= 256; ++step)
        if (!check((static_cast<uint32_t>(toBits(center)) + step) ^ sign))
          return;
}

INSTANTIATE_TEST_SUITE_P(Functions, MathAccuracy, testing::ValuesIn(cases),
                         [](const auto &info) {
                           return std::string(info.param.op);
                         });

struct Edge {
  float x, want;
};

void expectEdges(const char *op, std::initializer_list<Edge> edges) {
  ScalarEvaluator f = expand(op);
  ASSERT_TRUE(f.isValid());
  for (const Edge &edge : edges) {
    float got = fromBits<float>(f({toBits(edge.x)}));
    if (std::isnan(edge.want))
      EXPECT_TRUE(std::isnan(got)) << op << "(" << edge.x << ") is " << got;
    else
      EXPECT_EQ(toBits(got), toBits(edge.want))
          << op << "(" << edge.x << ") is " << got << ", not " << edge.want;
  }
}

TEST(MathEdges, Exp) {
  expectEdges("exp", {{0.0f, 1.0f},
                      {-0.0f, 1.0f},
                      {smallest, 1.0f},
                      {infinity, infinity},
                      {-infinity, 0.0f},
                      {nan, nan},
                      {89.0f, infinity},
                      {-104.0f, 0.0f},
                      {3e38f, infinity},
                      {-3e38f, 0.0f}});
}

TEST(MathEdges, Exp2) {
  expectEdges("exp2", {{0.0f, 1.0f},
                       {-0.0f, 1.0f},
                       {127.0f, 0x1p127f},
                       {-126.0f, 0x1p-126f},
                       {-127.0f, 0x1p-127f},
                       {-149.0f, smallest},
                       {-151.0f, 0.0f},
                       {128.0f, infinity},
                       {infinity, infinity},
                       {-infinity, 0.0f},
                       {nan, nan}});
}

TEST(MathEdges, Tanh) {
  expectEdges("tanh", {{0.0f, 0.0f},
                       {-0.0f, -0.0f},
                       {smallest, smallest},
                       {-smallest, -smallest},
                       {20.0f, 1.0f},
                       {-20.0f, -1.0f},
                       {3e38f, 1.0f},
                       {infinity, 1.0f},
                       {-infinity, -1.0f},
                       {nan, nan}});
}

TEST(MathEdges, Logarithms) {
  expectEdges("log", {{1.0f, 0.0f},
                      {0.0f, -infinity},
                      {-0.0f, -infinity},
                      {-1.0f, nan},
                      {-smallest, nan},
                      {infinity, infinity},
                      {-infinity, nan},
                      {nan, nan}});
  expectEdges("log2", {{1.0f, 0.0f},
                       {8.0f, 3.0f},
                       {smallest, -149.0f},
                       {smallestNormal, -126.0f},
                       {0x1p127f, 127.0f},
                       {0.0f, -infinity},
                       {-0.0f, -infinity},
                       {-1.0f, nan},
                       {infinity, infinity},
                       {-infinity, nan},
                       {nan, nan}});
}

TEST(MathEdges, TanhNeverPassesOne) {
  ScalarEvaluator f = expand("tanh");
  ASSERT_TRUE(f.isValid());
  for (uint64_t bits = 0; bits <= toBits(infinity); bits += 997)
    for (Rounding rounding : {Rounding::Down, Rounding::Up})
      ASSERT_LE(fromBits<float>(f({bits}, {rounding, rounding})), 1.0f);
}

TEST(IntegerPower, WrapsAsMultiplicationDoes) {
  ScalarEvaluator f("func.func @f(%x: i8, %n: i8) -> i8 {\n"
                    "  %0 = math.ipowi %x, %n : i8\n  return %0 : i8\n}\n",
                    [](mlir::OpPassManager &manager) {
                      manager.addPass(mlir::tc::createExpandMathPass());
                    });
  ASSERT_TRUE(f.isValid());
  for (int base = -128; base < 128; ++base) {
    uint8_t power = 1;
    for (int n = 0; n < 128; ++n, power *= base)
      ASSERT_EQ(f({toBits(int8_t(base)), toBits(int8_t(n))}), power)
          << base << " to the power of " << n;
    for (int n = -128; n < 0; ++n) {
      int8_t reciprocal = base == 1 ? 1 : base == -1 ? (n % 2 ? -1 : 1) : 0;
      ASSERT_EQ(f({toBits(int8_t(base)), toBits(int8_t(n))}),
                toBits(reciprocal))
          << base << " to the power of " << n;
    }
  }
}

} // namespace
