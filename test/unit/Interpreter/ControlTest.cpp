//===- ControlTest.cpp - Grids, loops, calls, prints, errors --------------===//

#include "Launcher.h"

#include <chrono>

using namespace minitc;
using namespace minitc::test;

namespace {

using I32 = std::vector<int32_t>;

TEST(Grid, EveryInstanceRunsOnce) {
  Launcher launcher(R"(
    tc.kernel @k(%out: !tc.ptr<i32>) {
      %x = tc.program_id x : i32
      %y = tc.program_id y : i32
      %z = tc.program_id z : i32
      %nx = tc.num_programs x : i32
      %ny = tc.num_programs y : i32
      %a = arith.muli %z, %ny : i32
      %b = arith.addi %a, %y : i32
      %c = arith.muli %b, %nx : i32
      %d = arith.addi %c, %x : i32
      %p = tc.addptr %out, %d : !tc.ptr<i32>, i32
      %h = arith.constant 100 : i32
      %xh = arith.muli %x, %h : i32
      %v = arith.addi %xh, %y : i32
      tc.store %p, %v : !tc.ptr<i32>
      tc.return
    })");
  I32 out(3 * 2 * 2, -1);
  launcher.array(out);
  ASSERT_TRUE(launcher.run(3, 2, 2)) << launcher.result.diagnostics;
  EXPECT_EQ(out, (I32{0, 100, 200, 1, 101, 201, 0, 100, 200, 1, 101, 201}));
  EXPECT_TRUE(launcher.run(0, 1, 1)) << "an empty grid";
}

/// Runs `body`, which makes %r, an i32, from the i32 %n.
int32_t scalar(const std::string &body, int32_t n,
               const std::string &functions = "") {
  Launcher launcher(fill(R"($functions
    tc.kernel @k(%out: !tc.ptr<i32>, %n: i32) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      $body
      tc.store %out, %r : !tc.ptr<i32>
      tc.return
    })",
                         {{"$body", body}, {"$functions", functions}}));
  I32 out(1, -1);
  launcher.array(out).integer(n);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
  return out[0];
}

TEST(Control, For) {
  const char *body = "%r = scf.for %i = %zero to %n step %two iter_args(%s = "
                     "%one) -> (i32) : i32 {\n"
                     "  %t = arith.addi %s, %i : i32\n"
                     "  scf.yield %t : i32\n}";
  EXPECT_EQ(scalar(body, 7), 1 + 0 + 2 + 4 + 6);
  EXPECT_EQ(scalar(body, 0), 1) << "runs no time";
  EXPECT_EQ(scalar(body, -5), 1) << "runs no time";
  const char *indices =
      "%l = arith.constant 0 : index\n%s1 = arith.constant 3 : index\n"
      "%u = arith.index_cast %n : i32 to index\n"
      "%r = scf.for %i = %l to %u step %s1 iter_args(%s = %zero) -> (i32) {\n"
      "  %c = arith.index_cast %i : index to i32\n"
      "  %t = arith.addi %s, %c : i32\n"
      "  scf.yield %t : i32\n}";
  EXPECT_EQ(scalar(indices, 10), 0 + 3 + 6 + 9);
}

TEST(Control, ForEndsAtTheLastInteger) {
  EXPECT_EQ(scalar("%max = arith.constant 2147483647 : i32\n"
                   "%step = arith.constant 2147483640 : i32\n"
                   "%r = scf.for %i = %zero to %max step %step iter_args(%s = "
                   "%zero) -> (i32) : i32 {\n"
                   "  %t = arith.addi %s, %one : i32\n"
                   "  scf.yield %t : i32\n}",
                   0),
            2);
}

TEST(Control, ForOverNarrowIntegers) {
  EXPECT_EQ(scalar("%l = arith.constant -2 : i8\n%u = arith.constant 120 : i8\n"
                   "%s8 = arith.constant 61 : i8\n"
                   "%r = scf.for %i = %l to %u step %s8 iter_args(%s = "
                   "%zero) -> (i32) : i8 {\n"
                   "  %w = arith.extsi %i : i8 to i32\n"
                   "  %t = arith.addi %s, %w : i32\n"
                   "  scf.yield %t : i32\n}",
                   0),
            -2 + 59);
}

TEST(Control, If) {
  const char *body = "%c = arith.cmpi sgt, %n, %zero : i32\n"
                     "%r = scf.if %c -> (i32) {\n"
                     "  scf.yield %one : i32\n} else {\n"
                     "  scf.yield %two : i32\n}";
  EXPECT_EQ(scalar(body, 5), 1);
  EXPECT_EQ(scalar(body, 0), 2);
}

TEST(Control, WhilePassesValuesOn) {
  // Counts the steps of the Collatz sequence.
  const char *body =
      "%three = arith.constant 3 : i32\n"
      "%r:2 = scf.while (%a = %n, %k = %zero) : (i32, i32) -> (i32, i32) {\n"
      "  %c = arith.cmpi ne, %a, %one : i32\n"
      "  scf.condition(%c) %k, %a : i32, i32\n} do {\n"
      "^bb0(%k: i32, %a: i32):\n"
      "  %odd = arith.remui %a, %two : i32\n"
      "  %isOdd = arith.cmpi ne, %odd, %zero : i32\n"
      "  %half = arith.divui %a, %two : i32\n"
      "  %t = arith.muli %a, %three : i32\n"
      "  %u = arith.addi %t, %one : i32\n"
      "  %next = arith.select %isOdd, %u, %half : i32\n"
      "  %m = arith.addi %k, %one : i32\n"
      "  scf.yield %next, %m : i32, i32\n}";
  std::string first = std::string(body);
  first.replace(first.find("%r:2"), 4, "%w:2");
  EXPECT_EQ(scalar(first + "\n%r = arith.addi %w#0, %zero : i32", 6), 8);
}

TEST(Control, CallsAreInlined) {
  const char *functions =
      "func.func @twice(%x: i32) -> i32 {\n"
      "  %y = arith.addi %x, %x : i32\n  return %y : i32\n}\n"
      "func.func @fourTimes(%x: i32) -> i32 {\n"
      "  %y = func.call @twice(%x) : (i32) -> i32\n"
      "  %z = func.call @twice(%y) : (i32) -> i32\n  return %z : i32\n}";
  EXPECT_EQ(
      scalar("%r = func.call @fourTimes(%n) : (i32) -> i32", 5, functions), 20);
}

TEST(Control, PrintsInTheOrderOfTheInstances) {
  Launcher launcher(R"(
    tc.kernel @k(%x: f32) {
      %i = tc.program_id x : i32
      %r = tc.arange 0 to 2 : tensor<2xi64>
      tc.print "hello"
      tc.print "i = ", %i : i32
      tc.print "r = ", %r : tensor<2xi64>
      tc.print "x = ", %x : f32
      tc.return
    })");
  launcher.f32(-1.5f);
  ASSERT_TRUE(launcher.run(2)) << launcher.result.diagnostics;
  EXPECT_EQ(launcher.result.output, "(0, 0, 0): hello\n"
                                    "(0, 0, 0): i = 0\n"
                                    "(0, 0, 0) [0]: r = 0\n"
                                    "(0, 0, 0) [1]: r = 1\n"
                                    "(0, 0, 0): x = -1.5\n"
                                    "(1, 0, 0): hello\n"
                                    "(1, 0, 0): i = 1\n"
                                    "(1, 0, 0) [0]: r = 0\n"
                                    "(1, 0, 0) [1]: r = 1\n"
                                    "(1, 0, 0): x = -1.5\n");
}

TEST(Control, PrintsFloatsWithTheDigitsOfTheirType) {
  Launcher launcher(R"(
    tc.kernel @k(%x: f32) {
      %d = arith.extf %x : f32 to f64
      %h = arith.truncf %x : f32 to f16
      %b = arith.truncf %x : f32 to bf16
      %e = tc.to_f8 %x : f32 -> f8E4M3FN
      %zero = arith.constant -0.0 : f32
      %inf = arith.divf %x, %zero : f32
      %nan = arith.subf %inf, %inf : f32
      %negative = arith.negf %nan : f32
      tc.print "", %x, %d, %h, %b, %e : f32, f64, f16, bf16, f8E4M3FN
      tc.print "", %zero, %inf, %nan, %negative : f32, f32, f32, f32
      tc.return
    })");
  launcher.f32(0.1f);
  ASSERT_TRUE(launcher.run()) << launcher.result.diagnostics;
  EXPECT_EQ(launcher.result.output, "(0, 0, 0): 0.100000001\n"
                                    "(0, 0, 0): 0.10000000149011612\n"
                                    "(0, 0, 0): 0.099976\n"
                                    "(0, 0, 0): 0.1001\n"
                                    "(0, 0, 0): 0.10156\n"
                                    "(0, 0, 0): -0\n"
                                    "(0, 0, 0): -inf\n"
                                    "(0, 0, 0): nan\n"
                                    "(0, 0, 0): nan\n");
}

//===----------------------------------------------------------------------===//
// Sources that are not programs
//===----------------------------------------------------------------------===//

std::string diagnosticsOf(const std::string &source,
                          const std::string &kernel = "") {
  std::string diagnostics;
  EXPECT_EQ(InterpretedKernel::create(source, "test.mlir", kernel, diagnostics),
            nullptr);
  return diagnostics;
}

void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Sources, SyntaxErrorsHaveAPlace) {
  expectContains(diagnosticsOf("tc.kernel @k() {\n  oops\n}"),
                 "test.mlir:2:3: error: ");
}

TEST(Sources, OpsOutsideTheLanguageAreRefused) {
  expectContains(diagnosticsOf("tc.kernel @k(%x: i32) {\n"
                               "  cf.br ^bb1\n^bb1:\n  tc.return\n}"),
                 "test.mlir:");
  expectContains(diagnosticsOf("tc.kernel @k() {\n"
                               "  %t = arith.constant dense<0.0> : "
                               "tensor<3xf32>\n  tc.return\n}"),
                 "power of two");
}

TEST(Sources, RecursionIsRefused) {
  expectContains(diagnosticsOf("func.func @f() {\n"
                               "  func.call @f() : () -> ()\n  return\n}\n"
                               "tc.kernel @k() {\n"
                               "  func.call @f() : () -> ()\n  tc.return\n}"),
                 "a function cannot call itself: calls are inlined");
}

TEST(Sources, TheKernelHasToBeThere) {
  const char *two = "tc.kernel @a() {\n  tc.return\n}\n"
                    "tc.kernel @b() {\n  tc.return\n}";
  expectContains(diagnosticsOf(two), "expected one kernel, but got 2");
  expectContains(diagnosticsOf(two, "c"), "expected a kernel 'c'");
  std::string diagnostics;
  EXPECT_NE(InterpretedKernel::create(two, "test.mlir", "b", diagnostics),
            nullptr);
}

TEST(Sources, ArgumentsAreCounted) {
  Launcher launcher("tc.kernel @k(%x: i32) {\n  tc.return\n}");
  EXPECT_FALSE(launcher.run());
  expectContains(launcher.result.diagnostics,
                 "expected 1 arguments, but got 0");
  launcher.integer(1);
  EXPECT_TRUE(launcher.run());
  EXPECT_FALSE(launcher.run(1u << 31, 2, 1));
  expectContains(launcher.result.diagnostics,
                 "expected fewer than 2^32 program instances, but got "
                 "4294967296");
  // 2^96: more than 64 bits count.
  EXPECT_FALSE(launcher.run(~0u, ~0u, ~0u));
  expectContains(launcher.result.diagnostics,
                 "expected fewer than 2^32 program instances");
}

} // namespace
