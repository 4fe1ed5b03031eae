//===- FloatRoundingTest.cpp - tc-legalize-floats and tc-form-fma
//----------===//
//
// Evaluates what the passes make of casts and arithmetic, against APFloat's
// one rounding.
//
//===----------------------------------------------------------------------===//

#include "ScalarEvaluator.h"

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace minitc::test;
using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr auto nearest = APFloat::rmNearestTiesToEven;

struct NarrowType {
  const char *name;
  const llvm::fltSemantics &(*semantics)();
};
void PrintTo(const NarrowType &type, std::ostream *os) { *os << type.name; }

const NarrowType narrowTypes[] = {{"f16", APFloat::IEEEhalf},
                                  {"bf16", APFloat::BFloat}};

ScalarEvaluator legalize(const std::string &arguments,
                         const std::string &result, const std::string &op) {
  return ScalarEvaluator(
      "func.func @f(" + arguments + ") -> " + result + " {\n  %0 = " + op +
          "\n  return %0 : " + result + "\n}\n",
      [](mlir::OpPassManager &manager) {
        manager.addPass(mlir::tc::createLegalizeFloatsPass());
      });
}

Bits bitsOf(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

/// NaNs are alike.
bool sameFloat(Bits a, Bits b, const llvm::fltSemantics &semantics) {
  auto make = [&](Bits bits) { return APFloat(semantics, APInt(16, bits)); };
  return a == b || (make(a).isNaN() && make(b).isNaN());
}

class FloatRounding : public testing::TestWithParam<NarrowType> {
protected:
  const llvm::fltSemantics &semantics() { return GetParam().semantics(); }
  std::string name() { return GetParam().name; }

  /// The narrow float with these bits as a double, exactly.
  double toDouble(Bits bits) {
    APFloat value(semantics(), APInt(16, bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), nearest, &losesInfo);
    return value.convertToDouble();
  }
  Bits fromDouble(double value) {
    APFloat narrow(value);
    bool losesInfo;
    narrow.convert(semantics(), nearest, &losesInfo);
    return bitsOf(narrow);
  }
};

TEST_P(FloatRounding, FromF64RoundsOnce) {
  ScalarEvaluator f =
      legalize("%x: f64", name(), "arith.truncf %x : f64 to " + name());
  ASSERT_TRUE(f.isValid());
  auto check = [&](double x) {
    EXPECT_TRUE(sameFloat(f({toBits(x)}), fromDouble(x), semantics())) << x;
  };
  // Each number, each midpoint between two, and what is a hair off either.
  for (Bits bits = 0; bits != 1 << 16; ++bits) {
    const double x = toDouble(bits), next = toDouble(bits + 1);
    for (double y : {x, (x + next) / 2})
      for (double z : {y, std::nextafter(y, 0.0), y * (1 + 0x1p-52),
                       y * (1 - 0x1p-30), y * (1 + 0x1p-30)})
        check(z);
  }
  for (double x : {1e300, -1e300, 1e-300, -1e-300, 0x1p-149, 0x1p-1074,
                   0x1.fffffefffffffp+127, 0x1p128})
    check(x);
}

TEST_P(FloatRounding, FromIntegersRoundsOnce) {
  std::mt19937_64 random(1);
  for (unsigned width : {8, 16, 32, 64}) {
    for (bool isSigned : {false, true}) {
      const std::string integer = "i" + std::to_string(width);
      ScalarEvaluator f =
          legalize("%x: " + integer, name(),
                   std::string(isSigned ? "arith.sitofp" : "arith.uitofp") +
                       " %x : " + integer + " to " + name());
      ASSERT_TRUE(f.isValid());
      auto check = [&](uint64_t value) {
        APInt x(width, value, false, /*implicitTrunc=*/true);
        APFloat want(semantics());
        want.convertFromAPInt(x, isSigned, nearest);
        ASSERT_EQ(f({x.getZExtValue()}), bitsOf(want))
            << integer << " " << x.getZExtValue();
      };
      for (int i = 0; i != 20000; ++i)
        check(random() >> (random() % width));
      // Midpoints of bf16, and what is one off them, at every size.
      for (unsigned top = 8; top != width; ++top)
        for (uint64_t significand = 256; significand != 512; ++significand)
          for (int off : {-1, 0, 1})
            for (int sign : {-1, 1}) {
              uint64_t size = top >= 8 ? significand << (top - 8) : 0;
              check((size + off) * sign);
            }
    }
  }
}

TEST_P(FloatRounding, ArithmeticIsCorrectlyRounded) {
  std::mt19937_64 random(2);
  const std::pair<const char *, double (*)(double, double)> operations[] = {
      {"addf", [](double a, double b) { return a + b; }},
      {"subf", [](double a, double b) { return a - b; }},
      {"mulf", [](double a, double b) { return a * b; }}};
  for (auto [operation, exact] : operations) {
    ScalarEvaluator f =
        legalize("%a: " + name() + ", %b: " + name(), name(),
                 std::string("arith.") + operation + " %a, %b : " + name());
    ASSERT_TRUE(f.isValid());
    for (int i = 0; i != 200000; ++i) {
      Bits a = random() & 0xffff, b = random() & 0xffff;
      // Sums of distant bf16s are inexact in double too, but not near ties.
      Bits want = fromDouble(exact(toDouble(a), toDouble(b)));
      ASSERT_TRUE(sameFloat(f({a, b}), want, semantics()))
          << operation << " " << toDouble(a) << " " << toDouble(b);
    }
  }
}

TEST_P(FloatRounding, RoundsBetweenTwoOps) {
  // (1 + eps) * (1 + eps) - (1 + 2 eps) is eps^2, which the rounding drops.
  const std::string type = name();
  ScalarEvaluator f("func.func @f(%a: " + type + ", %b: " + type + ") -> " +
                        type + " {\n  %0 = arith.mulf %a, %a : " + type +
                        "\n  %1 = arith.subf %0, %b : " + type +
                        "\n  return %1 : " + type + "\n}\n",
                    [](mlir::OpPassManager &manager) {
                      manager.addPass(mlir::tc::createLegalizeFloatsPass());
                      manager.addPass(mlir::tc::createFormFMAPass());
                    });
  ASSERT_TRUE(f.isValid());
  const Bits one = fromDouble(1.0);
  EXPECT_EQ(f({one + 1, one + 2}), fromDouble(0.0));
}

INSTANTIATE_TEST_SUITE_P(Types, FloatRounding, testing::ValuesIn(narrowTypes),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

TEST(FloatClasses, IsNormalSeesTheNarrowType) {
  ScalarEvaluator f = legalize("%x: f16", "i1", "math.isnormal %x : f16");
  ASSERT_TRUE(f.isValid());
  for (Bits bits = 0; bits != 1 << 16; ++bits)
    ASSERT_EQ(f({bits}) != 0,
              APFloat(APFloat::IEEEhalf(), APInt(16, bits)).isNormal())
        << bits;
}

TEST(FormFMA, RoundsOnceWithTheRightSigns) {
  const std::pair<const char *, float (*)(float, float, float)> forms[] = {
      {"addf %0, %c",
       [](float a, float b, float c) { return std::fmaf(a, b, c); }},
      {"addf %c, %0",
       [](float a, float b, float c) { return std::fmaf(a, b, c); }},
      {"subf %0, %c",
       [](float a, float b, float c) { return std::fmaf(a, b, -c); }},
      {"subf %c, %0",
       [](float a, float b, float c) { return std::fmaf(-a, b, c); }}};
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-2.0f, 2.0f);
  for (auto [form, want] : forms) {
    ScalarEvaluator f(std::string("func.func @f(%a: f32, %b: f32, %c: f32) -> "
                                  "f32 {\n  %0 = arith.mulf %a, %b : f32\n"
                                  "  %1 = arith.") +
                          form + " : f32\n  return %1 : f32\n}\n",
                      [](mlir::OpPassManager &manager) {
                        manager.addPass(mlir::tc::createFormFMAPass());
                      });
    ASSERT_TRUE(f.isValid());
    for (int i = 0; i != 1000; ++i) {
      float a = uniform(random), b = uniform(random), c = -a * b;
      EXPECT_EQ(fromBits<float>(f({toBits(a), toBits(b), toBits(c)})),
                want(a, b, c))
          << form;
    }
  }
}

} // namespace
