//===- F8ConversionTest.cpp - tc-expand-f8 value by value -----------------===//
//
// Evaluates what the pass makes of conversions from and to f8, against
// APFloat's one rounding.
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

struct Float {
  const char *name;
  const llvm::fltSemantics &(*semantics)();
  unsigned width;
};

const Float e4m3 = {"f8E4M3FN", APFloat::Float8E4M3FN, 8};
const Float e5m2 = {"f8E5M2", APFloat::Float8E5M2, 8};
const Float f16 = {"f16", APFloat::IEEEhalf, 16};
const Float bf16 = {"bf16", APFloat::BFloat, 16};
const Float f32 = {"f32", APFloat::IEEEsingle, 32};
const Float f64 = {"f64", APFloat::IEEEdouble, 64};

/// `op` on one value, after the pass.
ScalarEvaluator expand(const Float &from, const Float &to,
                       const std::string &op) {
  const std::string arrow = op == "tc.to_f8" ? " -> " : " to ";
  return ScalarEvaluator(std::string("func.func @f(%x: ") + from.name +
                             ") -> " + to.name + " {\n  %0 = " + op +
                             " %x : " + from.name + arrow + to.name +
                             "\n  return %0 : " + to.name + "\n}\n",
                         [](mlir::OpPassManager &manager) {
                           manager.addPass(mlir::tc::createExpandF8Pass());
                         });
}

APFloat make(const Float &type, Bits bits) {
  return APFloat(type.semantics(), APInt(type.width, bits));
}

APFloat convert(APFloat value, const Float &type) {
  bool losesInfo;
  value.convert(type.semantics(), nearest, &losesInfo);
  return value;
}

/// To nearest even; what is too large, infinity included, to the largest.
APFloat saturate(const APFloat &value, const Float &f8) {
  if (value.isNaN())
    return APFloat::getNaN(f8.semantics());
  APFloat largest = APFloat::getLargest(f8.semantics(), value.isNegative());
  APFloat limit = convert(largest, f64), wide = convert(value, f64);
  if (abs(wide).compare(abs(limit)) == APFloat::cmpGreaterThan)
    return largest;
  return convert(value, f8);
}

class F8Conversion : public testing::TestWithParam<Float> {
protected:
  void checkRounding(ScalarEvaluator &f, const Float &from, Bits bits) {
    const APFloat value = make(from, bits), want = saturate(value, GetParam());
    const APFloat got = make(GetParam(), f({bits}));
    ASSERT_TRUE(got.bitwiseIsEqual(want) || (got.isNaN() && want.isNaN()))
        << from.name << " " << convert(value, f64).convertToDouble() << ": "
        << f({bits});
  }
};

TEST_P(F8Conversion, ExtendsEveryValue) {
  for (const Float &to : {f16, bf16, f32, f64}) {
    ScalarEvaluator f = expand(GetParam(), to, "arith.extf");
    ASSERT_TRUE(f.isValid());
    for (Bits bits = 0; bits != 256; ++bits) {
      const APFloat want = convert(make(GetParam(), bits), to);
      const APFloat got = make(to, f({bits}));
      EXPECT_TRUE(got.bitwiseIsEqual(want) || (got.isNaN() && want.isNaN()))
          << to.name << " " << bits;
    }
  }
}

TEST_P(F8Conversion, RoundsEveryNarrowFloat) {
  for (const Float &from : {f16, bf16}) {
    ScalarEvaluator f = expand(from, GetParam(), "tc.to_f8");
    ASSERT_TRUE(f.isValid());
    for (Bits bits = 0; bits != 1 << 16; ++bits)
      checkRounding(f, from, bits);
  }
}

TEST_P(F8Conversion, RoundsF32) {
  ScalarEvaluator f = expand(f32, GetParam(), "tc.to_f8");
  ASSERT_TRUE(f.isValid());
  // A prime stride through all 2^32.
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 4093)
    checkRounding(f, f32, bits);
}

TEST_P(F8Conversion, RoundsOnceAroundEveryMidpoint) {
  ScalarEvaluator single = expand(f32, GetParam(), "tc.to_f8");
  ScalarEvaluator wide = expand(f64, GetParam(), "tc.to_f8");
  ASSERT_TRUE(single.isValid() && wide.isValid());
  for (Bits bits = 0; bits != 256; ++bits) {
    const APFloat number = make(GetParam(), bits);
    if (!number.isFinite())
      continue;
    APFloat next = number;
    next.next(/*nextDown=*/number.isNegative());
    const double x = convert(number, f64).convertToDouble();
    const double y =
        next.isFinite() ? convert(next, f64).convertToDouble() : x * 1.125;
    for (double z : {x, (x + y) / 2}) {
      for (double towards : {-INFINITY, INFINITY}) {
        checkRounding(wide, f64, toBits(std::nextafter(z, towards)));
        checkRounding(single, f32,
                      toBits(std::nextafterf(float(z), float(towards))));
      }
      // Closer to the midpoint than any f32 but for it.
      for (double factor : {1.0, 1 + 0x1p-30, 1 - 0x1p-30, 1 + 0x1p-50})
        checkRounding(wide, f64, toBits(z * factor));
      checkRounding(single, f32, toBits(float(z)));
    }
  }
}

TEST_P(F8Conversion, SaturatesAndKeepsNaN) {
  ScalarEvaluator single = expand(f32, GetParam(), "tc.to_f8");
  ScalarEvaluator wide = expand(f64, GetParam(), "tc.to_f8");
  ASSERT_TRUE(single.isValid() && wide.isValid());
  for (double x :
       {0.0, -0.0, 1e300, -1e300, 1e-300, -1e-300, 0x1p-1074,
        0x1.fffffefffffffp+127, double(INFINITY), -double(INFINITY)}) {
    checkRounding(wide, f64, toBits(x));
    checkRounding(single, f32, toBits(float(x)));
  }
  for (Bits nan : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu})
    EXPECT_EQ(single({nan}), 0x7fu);
  for (Bits nan : {Bits(0x7ff8000000000000), Bits(0xfff0000000000001)})
    EXPECT_EQ(wide({nan}), 0x7fu);
}

INSTANTIATE_TEST_SUITE_P(Formats, F8Conversion, testing::Values(e4m3, e5m2),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
