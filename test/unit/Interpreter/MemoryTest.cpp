//===- MemoryTest.cpp - Loads, stores, views, atomics ---------------------===//

#include "Launcher.h"

#include "minitc/Interpreter/NarrowFloat.h"

using namespace minitc;
using namespace minitc::test;

namespace {

using I32 = std::vector<int32_t>;
using F32 = std::vector<float>;

TEST(Memory, MaskedLanesYieldTheFillAndAreNotWritten) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<f32>, %out: !tc.ptr<f32>, %n: i32, %s: f32) {
      %i = tc.arange 0 to 8 : tensor<8xi32>
      %ns = tc.splat %n : i32 -> tensor<8xi32>
      %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
      %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<8xi32>
      %x = tc.load %p mask %m other %s cache cg evict first : tensor<8x!tc.ptr<f32>>
      %y = tc.load %p mask %m other %x volatile : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
      %q = tc.addptr %out, %i : !tc.ptr<f32>, tensor<8xi32>
      tc.store %q, %y : tensor<8x!tc.ptr<f32>>
      %eight = arith.constant 8 : i32
      %q2 = tc.addptr %out, %eight : !tc.ptr<f32>, i32
      %q3 = tc.addptr %q2, %i : !tc.ptr<f32>, tensor<8xi32>
      tc.store %q3, %y mask %m : tensor<8x!tc.ptr<f32>>
      tc.return
    })");
  F32 in = {1, 2, 3}, out(16, -1);
  launcher.array(in).array(out).integer(3).f32(9);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out, (F32{1, 2, 3, 9, 9, 9, 9, 9, 1, 2, 3, -1, -1, -1, -1, -1}));
}

TEST(Memory, ScalarsAndPointerCasts) {
  Launcher launcher(R"(
    tc.kernel @k(%p: !tc.ptr<i32>) {
      %one = arith.constant 1 : i64
      %q = tc.addptr %p, %one : !tc.ptr<i32>, i64
      %b = tc.bitcast %q : !tc.ptr<i32> -> !tc.ptr<f32>
      %x = tc.load %b : !tc.ptr<f32>
      %y = arith.negf %x : f32
      tc.store %b, %y : !tc.ptr<f32>
      %a = tc.ptr_to_int %p : !tc.ptr<i32> -> i64
      %eight = arith.constant 8 : i64
      %c = arith.addi %a, %eight : i64
      %r = tc.int_to_ptr %c : i64 -> !tc.ptr<i8>
      %seven = arith.constant 7 : i8
      tc.store %r, %seven : !tc.ptr<i8>
      %minus = arith.constant -1 : i64
      %back = tc.addptr %q, %minus : !tc.ptr<i32>, i64
      %five = arith.constant 5 : i32
      tc.store %back, %five : !tc.ptr<i32>
      tc.return
    })");
  I32 memory = {0, 0x3F800000, 0};
  launcher.array(memory);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(memory, (I32{5, int32_t(0xBF800000), 7}));
}

TEST(Memory, Views) {
  // A window of 4x4 on a 3x5 array, transposed by its strides, at (1, -1).
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
      %five = arith.constant 5 : i32
      %three = arith.constant 3 : i32
      %one = arith.constant 1 : i32
      %minus = arith.constant -1 : i32
      %fill = arith.constant 99 : i32
      %s1 = arith.constant 1 : i64
      %s5 = arith.constant 5 : i64
      %s4 = arith.constant 4 : i64
      %zero = arith.constant 0 : i32
      %v = tc.make_view %in, shape [%five, %three], strides [%s1, %s5] : !tc.ptr<i32> -> !tc.view<4x4xi32>
      %t = tc.load_view %v[%one, %minus] other %fill : !tc.view<4x4xi32>
      %w = tc.make_view %out, shape [%three, %three], strides [%s4, %s1] : !tc.ptr<i32> -> !tc.view<4x4xi32>
      tc.store_view %w[%zero, %zero], %t : !tc.view<4x4xi32>
      tc.return
    })");
  I32 in = {0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24};
  I32 out(16, -1);
  launcher.array(in).array(out);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(out,
            (I32{99, 1, 11, -1, 99, 2, 12, -1, 99, 3, 13, -1, -1, -1, -1, -1}));
}

/// Applies an atomic to an array whose every element differs.
template <typename T>
std::pair<std::vector<T>, std::vector<T>>
atomic(const std::string &kind, const std::string &type, std::vector<T> memory,
       std::vector<T> values) {
  Launcher launcher(fill(R"(
    tc.kernel @k(%p: !tc.ptr<$T>, %v: !tc.ptr<$T>, %old: !tc.ptr<$T>) {
      %i = tc.arange 0 to 4 : tensor<4xi32>
      %pi = tc.addptr %p, %i : !tc.ptr<$T>, tensor<4xi32>
      %vi = tc.addptr %v, %i : !tc.ptr<$T>, tensor<4xi32>
      %oi = tc.addptr %old, %i : !tc.ptr<$T>, tensor<4xi32>
      %m = arith.constant dense<[true, true, true, false]> : tensor<4xi1>
      %x = tc.load %vi : tensor<4x!tc.ptr<$T>>
      %o = tc.atomic_rmw $kind relaxed gpu %pi, %x mask %m : tensor<4x!tc.ptr<$T>>, tensor<4x$T>
      tc.store %oi, %o : tensor<4x!tc.ptr<$T>>
      tc.return
    })",
                         {{"$T", type}, {"$kind", kind}}));
  std::vector<T> old(4, T(77));
  launcher.array(memory).array(values).array(old);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
  return {memory, old};
}

TEST(Atomics, Integers) {
  auto run = [](const std::string &kind) {
    auto [memory, old] =
        atomic<int32_t>(kind, "i32", {5, -3, 7, 9}, {3, 4, -1, 100});
    EXPECT_EQ(old, (I32{5, -3, 7, 0})) << "0 where masked off";
    return memory;
  };
  EXPECT_EQ(run("add"), (I32{8, 1, 6, 9}));
  EXPECT_EQ(run("and"), (I32{1, 4, 7, 9}));
  EXPECT_EQ(run("or"), (I32{7, -3, -1, 9}));
  EXPECT_EQ(run("xor"), (I32{6, -7, -8, 9}));
  EXPECT_EQ(run("max"), (I32{5, 4, 7, 9}));
  EXPECT_EQ(run("min"), (I32{3, -3, -1, 9}));
  EXPECT_EQ(run("umax"), (I32{5, -3, -1, 9}));
  EXPECT_EQ(run("umin"), (I32{3, 4, 7, 9}));
  EXPECT_EQ(run("xchg"), (I32{3, 4, -1, 9}));
}

TEST(Atomics, Floats) {
  float nan = std::nanf("");
  EXPECT_EQ(atomic<float>("fadd", "f32", {1, 2, 3, 4}, {1, 1, 1, 1}).first,
            (F32{2, 3, 4, 4}));
  EXPECT_EQ(atomic<float>("fmax", "f32", {1, nan, 3, 4}, {2, 2, nan, 9}).first,
            (F32{2, 2, 3, 4}));
  EXPECT_EQ(atomic<double>("fmin", "f64", {1, 2, 3, 4}, {2, 1, 2, 9}).first,
            (std::vector<double>{1, 1, 2, 4}));
  uint16_t big = Half::round(2048), one = Half::round(1);
  EXPECT_EQ(
      atomic<uint16_t>("fadd", "f16", {one, big, 0, 0}, {one, one, one, one})
          .first,
      (std::vector<uint16_t>{Half::round(2), big, one, 0}));
}

TEST(Atomics, CompareAndSwap) {
  Launcher launcher(R"(
    tc.kernel @k(%p: !tc.ptr<i64>, %old: !tc.ptr<i64>) {
      %i = tc.arange 0 to 2 : tensor<2xi32>
      %pi = tc.addptr %p, %i : !tc.ptr<i64>, tensor<2xi32>
      %oi = tc.addptr %old, %i : !tc.ptr<i64>, tensor<2xi32>
      %c = arith.constant dense<10> : tensor<2xi64>
      %n = arith.constant dense<-1> : tensor<2xi64>
      %o = tc.atomic_cas acq_rel gpu %pi, %c, %n : tensor<2x!tc.ptr<i64>>, tensor<2xi64>
      tc.store %oi, %o : tensor<2x!tc.ptr<i64>>
      tc.return
    })");
  std::vector<int64_t> memory = {10, 11}, old(2);
  launcher.array(memory).array(old);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(memory, (std::vector<int64_t>{-1, 11}));
  EXPECT_EQ(old, (std::vector<int64_t>{10, 11}));
}

TEST(Memory, BytesThatWereWrittenAreRemembered) {
  WrittenBytes written(200);
  written.mark(60, 70);
  EXPECT_TRUE(written.contains(60, 70));
  EXPECT_FALSE(written.contains(59, 2));
  EXPECT_FALSE(written.contains(100, 31));
  EXPECT_TRUE(written.contains(64, 64));
  EXPECT_TRUE(written.contains(0, 0));
}

} // namespace
