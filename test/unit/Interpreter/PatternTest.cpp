//===- PatternTest.cpp - Small kernels known to break tile compilers ------===//
//
// Patterns from public bug reports, each with its right value, and a softmax
// of some size.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include <cmath>
#include <ctime>
#include <numeric>
#include <random>

using namespace minitc;
using namespace minitc::test;

namespace {

using I32 = std::vector<int32_t>;
using F32 = std::vector<float>;
using Bytes = std::vector<uint8_t>;

TEST(Pattern, MaskedLanesContributeExactlyTheirFill) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<f16>, %out: !tc.ptr<f16>) {
      %i = tc.arange 0 to 8 : tensor<8xi32>
      %one = arith.constant dense<1> : tensor<8xi32>
      %zero = arith.constant dense<0> : tensor<8xi32>
      %n = arith.constant dense<8> : tensor<8xi32>
      %left = arith.subi %i, %one : tensor<8xi32>
      %right = arith.addi %i, %one : tensor<8xi32>
      %ml = arith.cmpi sge, %left, %zero : tensor<8xi32>
      %mr = arith.cmpi slt, %right, %n : tensor<8xi32>
      %none = arith.constant dense<false> : tensor<8xi1>
      %pl = tc.addptr %in, %left : !tc.ptr<f16>, tensor<8xi32>
      %pr = tc.addptr %in, %right : !tc.ptr<f16>, tensor<8xi32>
      %pm = tc.addptr %in, %i : !tc.ptr<f16>, tensor<8xi32>
      %fl = arith.constant 100.0 : f16
      %fr = arith.constant 200.0 : f16
      %fm = arith.constant 1000.0 : f16
      %l = tc.load %pl mask %ml other %fl : tensor<8x!tc.ptr<f16>>
      %r = tc.load %pr mask %mr other %fr : tensor<8x!tc.ptr<f16>>
      %m = tc.load %pm mask %none other %fm : tensor<8x!tc.ptr<f16>>
      %s = arith.addf %l, %r : tensor<8xf16>
      %z = arith.addf %s, %m : tensor<8xf16>
      %q = tc.addptr %out, %i : !tc.ptr<f16>, tensor<8xi32>
      tc.store %q, %z : tensor<8x!tc.ptr<f16>>
      tc.return
    })");
  std::vector<uint16_t> in, out(8);
  for (int i = 0; i < 8; ++i)
    in.push_back(Half::round(i + 1));
  launcher.array(in).array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  float expected[] = {1102, 1004, 1006, 1008, 1010, 1012, 1014, 1207};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(Half::widen(out[i]), expected[i]) << i;
}

TEST(Pattern, ABoolIsStoredAsOne) {
  Elementwise op({"i1"}, "i1",
                 "%w = arith.extui %x : tensor<$Si1> to tensor<$Si32>\n"
                 "%c = tc.reduce sum %w axis 0 : tensor<$Si32> -> i32\n"
                 "%zero = arith.constant 0 : i32\n"
                 "%b = arith.cmpi sgt, %c, %zero : i32\n"
                 "%z = tc.splat %b : i1 -> tensor<$Si1>");
  EXPECT_EQ(op.run<uint8_t>(Bytes(256, 1)), Bytes(256, 1));
}

TEST(Pattern, UnsignedNarrowIndicesGoForward) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %index: !tc.ptr<i8>, %out: !tc.ptr<i32>) {
      %i = tc.arange 0 to 128 : tensor<128xi32>
      %pi = tc.addptr %index, %i : !tc.ptr<i8>, tensor<128xi32>
      %n = tc.load %pi : tensor<128x!tc.ptr<i8>>
      %w = arith.extui %n : tensor<128xi8> to tensor<128xi32>
      %p = tc.addptr %in, %w : !tc.ptr<i32>, tensor<128xi32>
      %x = tc.load %p : tensor<128x!tc.ptr<i32>>
      %q = tc.addptr %out, %i : !tc.ptr<i32>, tensor<128xi32>
      tc.store %q, %x : tensor<128x!tc.ptr<i32>>
      tc.return
    })");
  I32 in(256), out(128), expected(128);
  Bytes index(128);
  std::iota(in.begin(), in.end(), 1000);
  std::iota(index.begin(), index.end(), 128);
  std::iota(expected.begin(), expected.end(), 1128);
  launcher.array(in).array(index).array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out, expected);
}

/// Reads in[offset] for the offsets that `body` makes of %i = 0 ... 7.
I32 readThrough(const std::string &body) {
  Launcher launcher(fill(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
      %i = tc.arange 0 to 8 : tensor<8xi32>
      $body
      %p = tc.addptr %in, %o : !tc.ptr<i32>, tensor<8xi32>
      %x = tc.load %p : tensor<8x!tc.ptr<i32>>
      %q = tc.addptr %out, %i : !tc.ptr<i32>, tensor<8xi32>
      tc.store %q, %x : tensor<8x!tc.ptr<i32>>
      tc.return
    })",
                         {{"$body", body}}));
  I32 in(16), out(8);
  std::iota(in.begin(), in.end(), 0);
  launcher.array(in).array(out);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
  return out;
}

TEST(Pattern, DivisionInOffsetsTruncates) {
  // -64 / 32 is -2, -63 ... -57 over 32 is -1.
  EXPECT_EQ(readThrough("%r = tc.arange -64 to -56 : tensor<8xi32>\n"
                        "%c = arith.constant dense<32> : tensor<8xi32>\n"
                        "%d = arith.divsi %r, %c : tensor<8xi32>\n"
                        "%b = arith.constant dense<10> : tensor<8xi32>\n"
                        "%o = arith.addi %d, %b : tensor<8xi32>"),
            (I32{8, 9, 9, 9, 9, 9, 9, 9}));
}

TEST(Pattern, MinimumInOffsets) {
  EXPECT_EQ(readThrough("%c = arith.constant dense<[0, 0, 1, 1, 9, 9, 3, 3]> "
                        ": tensor<8xi32>\n"
                        "%o = arith.minsi %i, %c : tensor<8xi32>"),
            (I32{0, 0, 1, 1, 4, 5, 3, 3}));
}

TEST(Pattern, OffsetsBeyond32Bits) {
  // Row 65536 of stride 65536 from a base far below: the sum is in bounds only
  // if the product is taken in 64 bits.
  const char *source = R"(
    tc.kernel @k(%in: !tc.ptr<i8>, %row: i32, %stride: i32, %back: i64, %out: !tc.ptr<i8>) {
      %r = arith.extsi %row : i32 to i64
      %s = arith.extsi %stride : i32 to i64
      %wide = arith.muli %r, %s : i64
      %offset = arith.subi %wide, %back : i64
      %p = tc.addptr %in, %offset : !tc.ptr<i8>, i64
      %x = tc.load %p : !tc.ptr<i8>
      tc.store %out, %x : !tc.ptr<i8>
      tc.return
    })";
  Bytes in = {1, 2, 3}, out = {0};
  Launcher launcher(source);
  launcher.array(in).integer(65536).integer(65536).integer((int64_t(1) << 32) -
                                                           2);
  launcher.array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out[0], 3);
}

/// Applies an atomic of `values` to memory through indices with duplicates.
template <typename T>
std::vector<T> scatter(const std::string &op, const std::string &type,
                       std::vector<T> memory, I32 index,
                       std::vector<T> values) {
  Launcher launcher(
      fill(R"(
    tc.kernel @k(%p: !tc.ptr<$T>, %index: !tc.ptr<i32>, %v: !tc.ptr<$T>) {
      %i = tc.arange 0 to $n : tensor<$nxi32>
      %pi = tc.addptr %index, %i : !tc.ptr<i32>, tensor<$nxi32>
      %k = tc.load %pi : tensor<$nx!tc.ptr<i32>>
      %pv = tc.addptr %v, %i : !tc.ptr<$T>, tensor<$nxi32>
      %x = tc.load %pv : tensor<$nx!tc.ptr<$T>>
      %q = tc.addptr %p, %k : !tc.ptr<$T>, tensor<$nxi32>
      %o = tc.atomic_rmw $op relaxed gpu %q, %x : tensor<$nx!tc.ptr<$T>>, tensor<$nx$T>
      tc.return
    })",
           {{"$T", type}, {"$op", op}, {"$n", std::to_string(index.size())}}));
  launcher.array(memory).array(index).array(values);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
  return memory;
}

TEST(Pattern, AtomicsOnDuplicateAddressesCount) {
  I32 index(1024), ones(1024, 1), expected(8, 0);
  std::mt19937 random(1);
  for (int32_t &at : index)
    ++expected[at = random() % 8];
  EXPECT_EQ(scatter("add", "i32", I32(8, 0), index, ones), expected);
}

TEST(Pattern, WideAtomics) {
  using I64 = std::vector<int64_t>;
  int64_t big = int64_t(1) << 40;
  EXPECT_EQ(
      scatter("add", "i64", I64{big, 0}, {0, 0, 1, 0}, I64{big, big, 5, -1}),
      (I64{3 * big - 1, 5}));
  using F64 = std::vector<double>;
  EXPECT_EQ(scatter("fmin", "f64", F64{1, 1}, {0, 0, 1, 1}, F64{0.5, 2, -3, 7}),
            (F64{0.5, -3}));
}

TEST(Pattern, MaximumByCompareAndSwap) {
  Launcher launcher(R"(
    tc.kernel @k(%p: !tc.ptr<f64>, %v: !tc.ptr<f64>) {
      %pid = tc.program_id x : i32
      %pv = tc.addptr %v, %pid : !tc.ptr<f64>, i32
      %x = tc.load %pv : !tc.ptr<f64>
      %guess = arith.constant 0.0 : f64
      %end = scf.while (%expected = %guess) : (f64) -> f64 {
        %m = arith.maximumf %expected, %x : f64
        %old = tc.atomic_cas relaxed gpu %p, %expected, %m : !tc.ptr<f64>, f64
        %a = arith.bitcast %old : f64 to i64
        %b = arith.bitcast %expected : f64 to i64
        %again = arith.cmpi ne, %a, %b : i64
        scf.condition(%again) %old : f64
      } do {
      ^bb0(%old: f64):
        scf.yield %old : f64
      }
      tc.return
    })");
  std::vector<double> best = {-5}, values = {-7, 3, 2, 9};
  launcher.array(best).array(values);
  ASSERT_TRUE(launcher.run(4)) << launcher.result.diagnostics;
  EXPECT_EQ(best[0], 9);
}

TEST(Pattern, ReductionStepsInAnyOrder) {
  I32 x(32);
  std::mt19937 random(1);
  for (int32_t &value : x)
    value = random() % 1000;
  int32_t expected = std::accumulate(x.begin(), x.end(), 0);
  std::string reshape =
      "%t = tc.reshape %x : tensor<32xi32> -> tensor<4x8xi32>\n";
  for (const char *body :
       {"%a = tc.reduce sum %t axis 0 : tensor<4x8xi32> -> tensor<8xi32>\n"
        "%r = tc.reduce sum %a axis 0 : tensor<8xi32> -> i32\n",
        "%a = tc.reduce sum %t axis 1 : tensor<4x8xi32> -> tensor<4xi32>\n"
        "%r = tc.reduce sum %a axis 0 : tensor<4xi32> -> i32\n",
        "%r = tc.reduce sum %x axis 0 : tensor<32xi32> -> i32\n"}) {
    Elementwise op({"i32"}, "i32",
                   reshape + body + "%z = tc.splat %r : i32 -> tensor<$Si32>");
    EXPECT_EQ(op.run<int32_t>(x)[0], expected);
  }
}

TEST(Pattern, AReductionOverOneElementIsTheElement) {
  Elementwise op({"f32"}, "f32",
                 "%t = tc.reshape %x : tensor<16xf32> -> tensor<16x1xf32>\n"
                 "%z = tc.reduce max %t axis 1 : tensor<16x1xf32> -> "
                 "tensor<16xf32>");
  F32 x = {5, -1, 0, 3, 8, -9, 2, 2, 1, 4, -7, 6, 0, 0, 11, -2};
  EXPECT_EQ(op.run<float>(x), x);
}

/// Scans pairs with (a, b) o (c, d) = (a c, b c + d), and returns the second
/// parts.
I32 scanPairs(const std::string &reverse, I32 a, I32 b) {
  return Elementwise({"i32", "i32"}, "i32",
                     "%s, %z = tc.scan (%x, %y) axis 0 " + reverse +
                         " combine {\n"
                         "^bb0(%a: i32, %b: i32, %c: i32, %d: i32):\n"
                         "  %e = arith.muli %a, %c : i32\n"
                         "  %f = arith.muli %b, %c : i32\n"
                         "  %g = arith.addi %f, %d : i32\n"
                         "  tc.yield %e, %g : i32, i32\n"
                         "} : (tensor<$Si32>, tensor<$Si32>) -> "
                         "(tensor<$Si32>, tensor<$Si32>)")
      .run<int32_t>(a, b);
}

TEST(Pattern, ScansKeepTheOrderOfTheirOperands) {
  I32 a = {2, 3, -1, 2, 1, 3, 2, -2}, b = {1, 2, 3, 4, 5, 6, 7, 8};
  I32 forward(8), backward(8);
  int32_t sum = b[0];
  forward[0] = sum;
  for (int i = 1; i < 8; ++i)
    forward[i] = sum = sum * a[i] + b[i];
  backward[7] = sum = b[7];
  for (int i = 6; i >= 0; --i)
    backward[i] = sum = sum * a[i] + b[i];
  EXPECT_EQ(scanPairs("", a, b), forward);
  EXPECT_EQ(scanPairs("reverse", a, b), backward);
}

TEST(Pattern, MaximumWithAnInfiniteFill) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<f32>, %out: !tc.ptr<f32>) {
      %i = tc.arange 0 to 128 : tensor<128xi32>
      %n = arith.constant dense<100> : tensor<128xi32>
      %m = arith.cmpi slt, %i, %n : tensor<128xi32>
      %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
      %ninf = arith.constant 0xFF800000 : f32
      %x = tc.load %p mask %m other %ninf : tensor<128x!tc.ptr<f32>>
      %r = tc.reduce max %x axis 0 : tensor<128xf32> -> f32
      tc.store %out, %r : !tc.ptr<f32>
      tc.return
    })");
  F32 in(100, -8), out(1);
  in[63] = -3.5f;
  launcher.array(in).array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out[0], -3.5f);
}

TEST(Pattern, TruncatingDivision) {
  Elementwise half({"i32", "i32"}, "i32",
                   "%z = arith.divsi %x, %y : tensor<$Si32>");
  EXPECT_EQ(half.run<int32_t>(I32{-1, -5}, I32{2, 2}), (I32{0, -2}));
  // (a + b - 1) / b, which is not the ceiling where a is negative.
  Elementwise ceiling({"i32", "i32"}, "i32",
                      "%one = arith.constant dense<1> : tensor<$Si32>\n"
                      "%s = arith.addi %x, %y : tensor<$Si32>\n"
                      "%t = arith.subi %s, %one : tensor<$Si32>\n"
                      "%z = arith.divsi %t, %y : tensor<$Si32>");
  EXPECT_EQ(ceiling.run<int32_t>(I32{-36, 36}, I32{5, 5}), (I32{-6, 8}));
}

TEST(Pattern, FloatRemainderHasTheDividendsSign) {
  Elementwise op({"f32", "f32"}, "f32",
                 "%z = arith.remf %x, %y : tensor<$Sf32>");
  EXPECT_EQ(op.run<float>(F32{-5, 5}, F32{3, -3}), (F32{-2, 2}));
}

TEST(Pattern, ChainedDots) {
  Elementwise op({"f16", "f16"}, "f32",
                 "%a = tc.reshape %x : tensor<256xf16> -> tensor<16x16xf16>\n"
                 "%b = tc.reshape %y : tensor<256xf16> -> tensor<16x16xf16>\n"
                 "%c = arith.constant dense<0.0> : tensor<16x16xf32>\n"
                 "%d = tc.dot %a, %b, %c : tensor<16x16xf16>, "
                 "tensor<16x16xf16>, tensor<16x16xf32>\n"
                 "%h = arith.truncf %d : tensor<16x16xf32> to "
                 "tensor<16x16xf16>\n"
                 "%e = tc.dot %h, %b, %c : tensor<16x16xf16>, "
                 "tensor<16x16xf16>, tensor<16x16xf32>\n"
                 "%z = tc.reshape %e : tensor<16x16xf32> -> tensor<256xf32>");
  std::mt19937 random(1);
  std::vector<uint16_t> x(256), y(256);
  std::vector<int> a(256), b(256), d(256), e(256);
  for (int i = 0; i < 256; ++i) {
    x[i] = Half::round(a[i] = int(random() % 5) - 2);
    y[i] = Half::round(b[i] = int(random() % 5) - 2);
  }
  auto multiply = [](const std::vector<int> &l, const std::vector<int> &r,
                     std::vector<int> &out) {
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j)
        for (int k = 0; k < 16; ++k)
          out[i * 16 + j] += l[i * 16 + k] * r[k * 16 + j];
  };
  multiply(a, b, d);
  multiply(d, b, e);
  F32 z = op.run<float>(x, y);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(z[i], e[i]) << i;
}

TEST(Pattern, ChainedDotsOfOnes) {
  Launcher launcher(R"(
    tc.kernel @k(%out: !tc.ptr<f32>) attributes {num_warps = 8 : i32} {
      %a = arith.constant dense<1.0> : tensor<64x128xbf16>
      %b = arith.constant dense<1.0> : tensor<128x64xbf16>
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %d = tc.dot %a, %b, %zero : tensor<64x128xbf16>, tensor<128x64xbf16>, tensor<64x64xf32>
      %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xbf16>
      %c = arith.constant dense<1.0> : tensor<64x64xbf16>
      %e = tc.dot %h, %c, %d : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
      %f = tc.reshape %e : tensor<64x64xf32> -> tensor<4096xf32>
      %i = tc.arange 0 to 4096 : tensor<4096xi32>
      %p = tc.addptr %out, %i : !tc.ptr<f32>, tensor<4096xi32>
      tc.store %p, %f : tensor<4096x!tc.ptr<f32>>
      tc.return
    })");
  F32 out(4096);
  launcher.array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out, F32(4096, 128 * 64 + 128));
}

TEST(Pattern, LoopsAndBranchesThatDoNotRun) {
  const char *source = R"(
    tc.kernel @k(%out: !tc.ptr<i32>, %yes: i1) {
      %seven = arith.constant 7 : i32
      %no = arith.constant false
      %w:2 = scf.while (%a = %seven, %b = %seven) : (i32, i32) -> (i32, i32) {
        scf.condition(%no) %a, %b : i32, i32
      } do {
      ^bb0(%a: i32, %b: i32):
        tc.store %out, %a : !tc.ptr<i32>
        scf.yield %b, %a : i32, i32
      }
      scf.if %yes {
        %s = arith.addi %w#0, %w#1 : i32
        tc.store %out, %s : !tc.ptr<i32>
      }
      tc.return
    })";
  I32 out = {-1};
  Launcher skipped(source);
  skipped.array(out).integer(0);
  ASSERT_TRUE(skipped.run()) << skipped.result.diagnostics;
  EXPECT_EQ(out[0], -1);
  Launcher taken(source);
  taken.array(out).integer(1);
  ASSERT_TRUE(taken.run()) << taken.result.diagnostics;
  EXPECT_EQ(out[0], 14);
}

TEST(Pattern, GatherFromFew) {
  Elementwise op({"i32"}, "f32",
                 "%c = arith.constant dense<[1.0, -2.0, 4.0, 8.5]> : "
                 "tensor<4xf32>\n"
                 "%z = tc.gather %c[%x] axis 0 : tensor<4xf32>, "
                 "tensor<$Si32> -> tensor<$Sf32>");
  I32 index(4096);
  F32 expected(4096), few = {1, -2, 4, 8.5};
  std::mt19937 random(1);
  for (size_t i = 0; i < index.size(); ++i)
    expected[i] = few[index[i] = random() % 4];
  EXPECT_EQ(op.run<float>(index), expected);
}

TEST(Pattern, ADotWithOnesIsASum) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  F32 x(1024);
  for (float &value : x)
    value = normal(random);
  for (std::string precision : {"ieee", "tf32", "tf32x3"}) {
    Elementwise op({"f32"}, "f32",
                   "%b = tc.reshape %x : tensor<1024xf32> -> "
                   "tensor<32x32xf32>\n"
                   "%a = arith.constant dense<1.0> : tensor<32x32xf32>\n"
                   "%c = arith.constant dense<0.0> : tensor<32x32xf32>\n"
                   "%d = tc.dot %a, %b, %c precision " +
                       precision +
                       " : tensor<32x32xf32>, tensor<32x32xf32>, "
                       "tensor<32x32xf32>\n"
                       "%z = tc.reshape %d : tensor<32x32xf32> -> "
                       "tensor<1024xf32>");
    F32 z = op.run<float>(x);
    double unit = precision == "tf32" ? 0x1p-11 : 32 * 0x1p-24;
    for (int j = 0; j < 32; ++j) {
      double exact = 0, magnitude = 0;
      for (int k = 0; k < 32; ++k) {
        exact += x[k * 32 + j];
        magnitude += std::fabs(x[k * 32 + j]);
      }
      EXPECT_NEAR(z[j], exact, unit * magnitude) << precision;
    }
  }
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

const char *softmaxSource = R"(
tc.kernel @softmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %out: !tc.ptr<f32> {tc.divisible = 16 : i32}, %stride: i32, %cols: i32) {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %in, %base : !tc.ptr<f32>, i32
  %dst  = tc.addptr %out, %base : !tc.ptr<f32>, i32
  %c    = tc.arange 0 to 1024 : tensor<1024xi32>
  %n    = tc.splat %cols : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<1024xi32>
  %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<1024xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %x    = tc.load %srcs mask %mask other %ninf : tensor<1024x!tc.ptr<f32>>
  %max  = tc.reduce max %x axis 0 : tensor<1024xf32> -> f32
  %maxs = tc.splat %max : f32 -> tensor<1024xf32>
  %d    = arith.subf %x, %maxs : tensor<1024xf32>
  %e    = math.exp %d : tensor<1024xf32>
  %sum  = tc.reduce sum %e axis 0 : tensor<1024xf32> -> f32
  %sums = tc.splat %sum : f32 -> tensor<1024xf32>
  %y    = arith.divf %e, %sums : tensor<1024xf32>
  %dsts = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %dsts, %y mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
})";

/// Runs the softmax of a random array; returns the seconds that it kept the
/// cores busy.
double runSoftmax(int rows, int cols, bool checkMemory) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  F32 in(rows * cols), out(rows * cols);
  for (float &value : in)
    value = normal(random);
  Launcher launcher(softmaxSource);
  launcher.array(in).array(out, /*isWritten=*/false);
  launcher.integer(cols).integer(cols);
  launcher.options.checkMemory = checkMemory;
  std::clock_t start = std::clock();
  EXPECT_TRUE(launcher.run(rows)) << launcher.result.diagnostics;
  double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  for (int row = 0; row < rows; row += rows / 16) {
    const float *x = &in[row * cols];
    double max = *std::max_element(x, x + cols), sum = 0;
    for (int i = 0; i < cols; ++i)
      sum += std::exp(x[i] - max);
    for (int i = 0; i < cols; ++i) {
      double expected = std::exp(x[i] - max) / sum;
      EXPECT_NEAR(out[row * cols + i], expected, 1e-6 * expected);
    }
  }
  return seconds;
}

TEST(Softmax, OfOddWidth) { runSoftmax(64, 781, /*checkMemory=*/true); }

TEST(Softmax, IsFastEnoughToTestWith) {
  EXPECT_LT(runSoftmax(4096, 1024, /*checkMemory=*/true), 5.0);
  EXPECT_LT(runSoftmax(4096, 1024, /*checkMemory=*/false), 5.0);
}

} // namespace
