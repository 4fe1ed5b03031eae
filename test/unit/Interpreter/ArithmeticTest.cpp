//===- ArithmeticTest.cpp - arith on integers and floats, and casts -------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include <cmath>
#include <limits>
#include <random>

using namespace minitc;
using namespace minitc::test;

namespace {

constexpr int32_t i32Min = std::numeric_limits<int32_t>::min();
constexpr int32_t i32Max = std::numeric_limits<int32_t>::max();
constexpr float inf = std::numeric_limits<float>::infinity();
const float nan = std::nanf("");

std::vector<int32_t> binaryI32(const std::string &op, std::vector<int32_t> x,
                               std::vector<int32_t> y) {
  return Elementwise({"i32", "i32"}, "i32",
                     "%z = " + op + " %x, %y : tensor<$Si32>")
      .run<int32_t>(x, y);
}

using I32 = std::vector<int32_t>;

TEST(Integers, AddSubtractMultiplyWrap) {
  EXPECT_EQ(binaryI32("arith.addi", {1, i32Max}, {-2, 1}), (I32{-1, i32Min}));
  EXPECT_EQ(binaryI32("arith.subi", {1, i32Min}, {-2, 1}), (I32{3, i32Max}));
  EXPECT_EQ(binaryI32("arith.muli", {-3, 65536}, {7, 65537}),
            (I32{-21, 65536}));
}

TEST(Integers, DivisionTruncatesTowardZero) {
  EXPECT_EQ(binaryI32("arith.divsi", {-1, 7, -7, i32Min}, {2, -2, 2, -1}),
            (I32{0, -3, -3, i32Min}));
  EXPECT_EQ(binaryI32("arith.remsi", {-7, 7, -7, i32Min}, {2, -2, -4, -1}),
            (I32{-1, 1, -3, 0}));
  EXPECT_EQ(binaryI32("arith.divui", {-1, 7}, {2, -1}), (I32{i32Max, 0}));
  EXPECT_EQ(binaryI32("arith.remui", {-1, 7}, {16, -1}), (I32{15, 7}));
  EXPECT_EQ(binaryI32("arith.floordivsi", {-7, 7, -8, 7}, {2, -2, 2, 2}),
            (I32{-4, -4, -4, 3}));
  EXPECT_EQ(binaryI32("arith.ceildivsi", {-7, 7, 8, 7}, {2, -2, 2, 2}),
            (I32{-3, -3, 4, 4}));
  EXPECT_EQ(binaryI32("arith.ceildivui", {7, -1}, {2, 16}),
            (I32{4, 268435456}));
}

TEST(Integers, ShiftsAndBits) {
  EXPECT_EQ(binaryI32("arith.shli", {1, 3}, {31, 31}), (I32{i32Min, i32Min}));
  EXPECT_EQ(binaryI32("arith.shrsi", {-8, 8}, {1, 3}), (I32{-4, 1}));
  EXPECT_EQ(binaryI32("arith.shrui", {-8, 8}, {1, 3}), (I32{0x7FFFFFFC, 1}));
  EXPECT_EQ(binaryI32("arith.andi", {12, -1}, {10, 5}), (I32{8, 5}));
  EXPECT_EQ(binaryI32("arith.ori", {12, 0}, {10, 5}), (I32{14, 5}));
  EXPECT_EQ(binaryI32("arith.xori", {12, -1}, {10, 5}), (I32{6, -6}));
}

TEST(Integers, LargerAndSmaller) {
  EXPECT_EQ(binaryI32("arith.maxsi", {-1, 2}, {1, -5}), (I32{1, 2}));
  EXPECT_EQ(binaryI32("arith.minsi", {-1, 2}, {1, -5}), (I32{-1, -5}));
  EXPECT_EQ(binaryI32("arith.maxui", {-1, 2}, {1, 5}), (I32{-1, 5}));
  EXPECT_EQ(binaryI32("arith.minui", {-1, 2}, {1, 5}), (I32{1, 2}));
}

TEST(Integers, ComparisonsBySign) {
  auto compare = [](const std::string &predicate) {
    Elementwise op({"i32", "i32"}, "i1",
                   "%z = arith.cmpi " + predicate + ", %x, %y : tensor<$Si32>");
    return op.run<uint8_t>(I32{-1, 1, 3, 3}, I32{1, -1, 3, 4});
  };
  using B = std::vector<uint8_t>;
  EXPECT_EQ(compare("eq"), (B{0, 0, 1, 0}));
  EXPECT_EQ(compare("ne"), (B{1, 1, 0, 1}));
  EXPECT_EQ(compare("slt"), (B{1, 0, 0, 1}));
  EXPECT_EQ(compare("sle"), (B{1, 0, 1, 1}));
  EXPECT_EQ(compare("sgt"), (B{0, 1, 0, 0}));
  EXPECT_EQ(compare("sge"), (B{0, 1, 1, 0}));
  EXPECT_EQ(compare("ult"), (B{0, 1, 0, 1}));
  EXPECT_EQ(compare("ule"), (B{0, 1, 1, 1}));
  EXPECT_EQ(compare("ugt"), (B{1, 0, 0, 0}));
  EXPECT_EQ(compare("uge"), (B{1, 0, 1, 0}));
}

TEST(Integers, BoolsAreOneBit) {
  Elementwise sum({"i1", "i1"}, "i1", "%z = arith.addi %x, %y : tensor<$Si1>");
  using B = std::vector<uint8_t>;
  EXPECT_EQ(sum.run<uint8_t>(B{0, 1, 0, 1}, B{0, 0, 1, 1}), (B{0, 1, 1, 0}));
  // Signed, true is -1.
  Elementwise less({"i1", "i1"}, "i1",
                   "%z = arith.cmpi slt, %x, %y : tensor<$Si1>");
  EXPECT_EQ(less.run<uint8_t>(B{0, 1, 0, 1}, B{0, 0, 1, 1}), (B{0, 1, 0, 0}));
  // Any byte but 0 is true.
  Elementwise copy({"i1"}, "i8",
                   "%z = arith.extui %x : tensor<$Si1> to "
                   "tensor<$Si8>");
  EXPECT_EQ(copy.run<uint8_t>(B{0, 1, 2, 128}), (B{0, 1, 1, 1}));
}

TEST(Integers, NarrowTypesWrapAtTheirWidth) {
  Elementwise sum({"i8", "i8"}, "i8", "%z = arith.addi %x, %y : tensor<$Si8>");
  using I8 = std::vector<int8_t>;
  EXPECT_EQ(sum.run<int8_t>(I8{127, -128}, I8{1, -1}), (I8{-128, 127}));
  Elementwise product({"i64", "i64"}, "i64",
                      "%z = arith.muli %x, %y : tensor<$Si64>");
  using I64 = std::vector<int64_t>;
  EXPECT_EQ(product.run<int64_t>(I64{int64_t(1) << 62, -3}, I64{4, 5}),
            (I64{0, -15}));
}

TEST(Integers, ExtendedResults) {
  Elementwise high({"i64", "i64"}, "i64",
                   "%l, %z = arith.mului_extended %x, %y : tensor<$Si64>");
  using I64 = std::vector<int64_t>;
  EXPECT_EQ(high.run<int64_t>(I64{-1, 2}, I64{-1, 3}), (I64{-2, 0}));
  Elementwise highSigned(
      {"i32", "i32"}, "i32",
      "%l, %z = arith.mulsi_extended %x, %y : tensor<$Si32>");
  EXPECT_EQ(highSigned.run<int32_t>(I32{-1, 65536}, I32{1, 65536}),
            (I32{-1, 1}));
  Elementwise overflow({"i32", "i32"}, "i1",
                       "%s, %z = arith.addui_extended %x, %y : tensor<$Si32>, "
                       "tensor<$Si1>");
  EXPECT_EQ(overflow.run<uint8_t>(I32{-1, 1}, I32{1, 1}),
            (std::vector<uint8_t>{1, 0}));
}

/// The upper halves of products of every width, on many values.
template <typename T>
void checkUpperHalves(const std::string &type, unsigned width) {
  std::mt19937_64 random(1);
  std::vector<T> x(256), y(256);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = T(random());
    y[i] = T(random());
  }
  auto upper = [&](const std::string &op) {
    return Elementwise({type, type}, type,
                       "%l, %z = arith." + op + " %x, %y : tensor<$S" + type +
                           ">")
        .template run<T>(x, y);
  };
  std::vector<T> high = upper("mulsi_extended"),
                 unsignedHigh = upper("mului_extended");
  using U = std::make_unsigned_t<T>;
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(high[i], T((__int128(x[i]) * y[i]) >> width)) << type;
    EXPECT_EQ(unsignedHigh[i],
              T((static_cast<unsigned __int128>(U(x[i])) * U(y[i])) >> width))
        << type;
  }
}

TEST(Integers, UpperHalvesOfEveryWidth) {
  checkUpperHalves<int8_t>("i8", 8);
  checkUpperHalves<int16_t>("i16", 16);
  checkUpperHalves<int32_t>("i32", 32);
  checkUpperHalves<int64_t>("i64", 64);
}

TEST(Integers, MathOps) {
  auto unary = [](const std::string &op, I32 x) {
    return Elementwise({"i32"}, "i32", "%z = " + op + " %x : tensor<$Si32>")
        .run<int32_t>(x);
  };
  EXPECT_EQ(unary("math.absi", {-5, i32Min}), (I32{5, i32Min}));
  EXPECT_EQ(unary("math.ctpop", {-1, 5}), (I32{32, 2}));
  EXPECT_EQ(unary("math.ctlz", {1, 0}), (I32{31, 32}));
  EXPECT_EQ(unary("math.cttz", {8, 0}), (I32{3, 32}));
  EXPECT_EQ(binaryI32("math.ipowi", {3, -1, 2, 7}, {4, -3, -1, 0}),
            (I32{81, -1, 0, 1}));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

using F32 = std::vector<float>;

F32 binaryF32(const std::string &op, F32 x, F32 y) {
  return Elementwise({"f32", "f32"}, "f32",
                     "%z = " + op + " %x, %y : tensor<$Sf32>")
      .run<float>(x, y);
}

/// Equal, NaN to NaN, and zeros with their signs.
void expectSame(F32 got, F32 expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(got[i])) << i;
      continue;
    }
    EXPECT_EQ(got[i], expected[i]) << i;
    EXPECT_EQ(std::signbit(got[i]), std::signbit(expected[i])) << i;
  }
}

TEST(Floats, Arithmetic) {
  expectSame(binaryF32("arith.addf", {1, inf}, {0x1p-24f, -inf}), {1, nan});
  expectSame(binaryF32("arith.subf", {1, 0}, {2, 0}), {-1, 0});
  expectSame(binaryF32("arith.mulf", {0x1p-100f, -0.0f}, {0x1p-49f, 3}),
             {0x1p-149f, -0.0f});
  expectSame(binaryF32("arith.divf", {1, 1, 0, -1}, {3, 0, 0, 0}),
             {0x1.555556p-2f, inf, nan, -inf});
  expectSame(binaryF32("arith.remf", {-5, 5, 1e30f, 1}, {3, -3, 7, inf}),
             {-2, 2, std::fmod(1e30f, 7.0f), 1});
}

TEST(Floats, LargerAndSmaller) {
  F32 x = {1, -0.0f, nan, 3}, y = {2, 0.0f, 1, nan};
  expectSame(binaryF32("arith.maximumf", x, y), {2, 0.0f, nan, nan});
  expectSame(binaryF32("arith.minimumf", x, y), {1, -0.0f, nan, nan});
  expectSame(binaryF32("arith.maxnumf", x, y), {2, 0.0f, 1, 3});
  expectSame(binaryF32("arith.minnumf", x, y), {1, -0.0f, 1, 3});
}

TEST(Floats, ComparisonsWithNaN) {
  auto compare = [](const std::string &predicate) {
    Elementwise op({"f32", "f32"}, "i1",
                   "%z = arith.cmpf " + predicate + ", %x, %y : tensor<$Sf32>");
    return op.run<uint8_t>(F32{1, 2, 3, nan}, F32{2, 2, 2, 2});
  };
  using B = std::vector<uint8_t>;
  EXPECT_EQ(compare("oeq"), (B{0, 1, 0, 0}));
  EXPECT_EQ(compare("one"), (B{1, 0, 1, 0}));
  EXPECT_EQ(compare("olt"), (B{1, 0, 0, 0}));
  EXPECT_EQ(compare("ole"), (B{1, 1, 0, 0}));
  EXPECT_EQ(compare("ogt"), (B{0, 0, 1, 0}));
  EXPECT_EQ(compare("oge"), (B{0, 1, 1, 0}));
  EXPECT_EQ(compare("ueq"), (B{0, 1, 0, 1}));
  EXPECT_EQ(compare("une"), (B{1, 0, 1, 1}));
  EXPECT_EQ(compare("ult"), (B{1, 0, 0, 1}));
  EXPECT_EQ(compare("ule"), (B{1, 1, 0, 1}));
  EXPECT_EQ(compare("ugt"), (B{0, 0, 1, 1}));
  EXPECT_EQ(compare("uge"), (B{0, 1, 1, 1}));
  EXPECT_EQ(compare("ord"), (B{1, 1, 1, 0}));
  EXPECT_EQ(compare("uno"), (B{0, 0, 0, 1}));
  EXPECT_EQ(compare("true"), (B{1, 1, 1, 1}));
  EXPECT_EQ(compare("false"), (B{0, 0, 0, 0}));
}

TEST(Floats, NarrowOnesRoundAfterEveryOp) {
  // 2048 + 1 is a tie in f16, which goes back to 2048 each time.
  Elementwise sum({"f16", "f16"}, "f16",
                  "%s = arith.addf %x, %y : tensor<$Sf16>\n"
                  "%z = arith.addf %s, %y : tensor<$Sf16>");
  using Bits = std::vector<uint16_t>;
  uint16_t big = Half::round(2048), one = Half::round(1);
  EXPECT_EQ(sum.run<uint16_t>(Bits{big, big}, Bits{one, one}),
            (Bits{big, big}));
  // All products of bf16 are exact in f32, and are rounded once.
  std::mt19937 random(1);
  Bits x(1024), y(1024);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = 0x3000 + random() % 0x2000;
    y[i] = 0x3000 + random() % 0x2000;
  }
  Elementwise product({"bf16", "bf16"}, "bf16",
                      "%z = arith.mulf %x, %y : tensor<$Sbf16>");
  Bits z = product.run<uint16_t>(x, y);
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(z[i], BFloat::round(BFloat::widen(x[i]) * BFloat::widen(y[i])));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

template <typename Z, typename X>
std::vector<Z> cast(const std::string &op, const std::string &from,
                    const std::string &to, std::vector<X> x) {
  return Elementwise({from}, to,
                     "%z = " + op + " %x : tensor<$S" + from +
                         "> to tensor<$S" + to + ">")
      .run<Z>(x);
}

TEST(Casts, Integers) {
  using I8 = std::vector<int8_t>;
  EXPECT_EQ((cast<int32_t>("arith.extsi", "i8", "i32", I8{-1, 5})),
            (I32{-1, 5}));
  EXPECT_EQ((cast<int32_t>("arith.extui", "i8", "i32", I8{-1, 5})),
            (I32{255, 5}));
  EXPECT_EQ((cast<int8_t>("arith.trunci", "i32", "i8", I32{0x1FF, -129})),
            (I8{-1, 127}));
  EXPECT_EQ(
      (cast<int32_t>("arith.extsi", "i1", "i32", std::vector<uint8_t>{0, 1})),
      (I32{0, -1}));
  EXPECT_EQ((cast<uint8_t>("arith.trunci", "i32", "i1", I32{2, 3})),
            (std::vector<uint8_t>{0, 1}));
}

TEST(Casts, IntegersAndFloats) {
  using I64 = std::vector<int64_t>;
  EXPECT_EQ((cast<float>("arith.sitofp", "i32", "f32", I32{-3, 16777217})),
            (F32{-3, 16777216}));
  EXPECT_EQ((cast<float>("arith.uitofp", "i32", "f32", I32{-1, 5})),
            (F32{4294967296.0f, 5}));
  // To f64 first would make a tie of it, and round it down.
  int64_t aboveTie = (int64_t(1) << 60) + (int64_t(1) << 36) + 1;
  EXPECT_EQ((cast<float>("arith.sitofp", "i64", "f32", I64{aboveTie, -7})),
            (F32{0x1.000002p60f, -7}));
  EXPECT_EQ((cast<double>("arith.uitofp", "i64", "f64", I64{-1, 1})),
            (std::vector<double>{0x1p64, 1}));
  EXPECT_EQ(
      (cast<uint16_t>("arith.sitofp", "i64", "bf16",
                      I64{(int64_t(1) << 60) + (int64_t(1) << 52) + 1, -2})),
      (std::vector<uint16_t>{BFloat::round(0x1.02p60), BFloat::round(-2)}));
  EXPECT_EQ(
      (cast<int32_t>("arith.fptosi", "f32", "i32", F32{-1.9f, 2147483520.0f})),
      (I32{-1, 2147483520}));
  EXPECT_EQ(
      (cast<int32_t>("arith.fptoui", "f32", "i32", F32{-0.9f, 4294967040.0f})),
      (I32{0, -256}));
}

TEST(Casts, Floats) {
  std::vector<double> wide = {1.0 + 0x1p-24, 1.0 + 0x1.000001p-24};
  EXPECT_EQ((cast<float>("arith.truncf", "f64", "f32", wide)),
            (F32{1.0f, 1.0f + 0x1p-23f}));
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ((cast<float>("arith.extf", "f8E4M3FN", "f32", Bytes{0x7E, 0xB8})),
            (F32{448, -1}));
  Elementwise toF8({"f32"}, "f8E5M2",
                   "%z = tc.to_f8 %x : tensor<$Sf32> -> tensor<$Sf8E5M2>");
  EXPECT_EQ(toF8.run<uint8_t>(F32{1.125f, -inf, 1e6f, 1.375f}),
            (Bytes{0x3C, 0xFB, 0x7B, 0x3E}));
}

TEST(Casts, BitcastAndSelect) {
  EXPECT_EQ((cast<int32_t>("arith.bitcast", "f32", "i32", F32{1, -0.0f})),
            (I32{0x3F800000, i32Min}));
  Elementwise pick({"i1", "f32", "f32"}, "f32",
                   "%z = arith.select %x, %y, %w : tensor<$Si1>, "
                   "tensor<$Sf32>");
  EXPECT_EQ(pick.run<float>(std::vector<uint8_t>{1, 0}, F32{1, 2}, F32{3, 4}),
            (F32{1, 4}));
  Elementwise pickAll({"f32", "f32"}, "f32",
                      "%c = arith.constant false\n"
                      "%z = arith.select %c, %x, %y : tensor<$Sf32>");
  EXPECT_EQ(pickAll.run<float>(F32{1, 2}, F32{3, 4}), (F32{3, 4}));
}

TEST(Casts, Constants) {
  Elementwise tile({"i32"}, "i32",
                   "%c = arith.constant dense<[1, -2]> : tensor<2xi32>\n"
                   "%d = arith.constant dense<7> : tensor<2xi32>\n"
                   "%e = arith.addi %c, %d : tensor<2xi32>\n"
                   "%z = arith.addi %e, %x : tensor<2xi32>");
  EXPECT_EQ(tile.run<int32_t>(I32{100, 200}), (I32{108, 205}));
  Elementwise floats({"f16"}, "f16",
                     "%c = arith.constant dense<[1.5, 0xFC00]> : tensor<2xf16>"
                     "\n%z = arith.addf %c, %x : tensor<2xf16>");
  using Bits = std::vector<uint16_t>;
  EXPECT_EQ(floats.run<uint16_t>(Bits{Half::round(1), Half::round(1)}),
            (Bits{Half::round(2.5), 0xFC00}));
}

} // namespace
