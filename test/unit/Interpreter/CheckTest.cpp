//===- CheckTest.cpp - Faults of one access or one value ------------------===//
//
// Each check with a kernel that triggers just it, and one that comes close.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include <chrono>
#include <cmath>

using namespace minitc;
using namespace minitc::test;

namespace {

using Kind = InterpreterFault::Kind;
using I32 = std::vector<int32_t>;
using F32 = std::vector<float>;

/// The one fault of a run, if it has this kind.
const InterpreterFault &theFault(const InterpreterResult &result, Kind kind) {
  static const InterpreterFault none{};
  EXPECT_EQ(result.faults.size(), 1u) << result.diagnostics;
  if (result.faults.empty())
    return none;
  EXPECT_EQ(int(result.faults[0].kind), int(kind)) << result.diagnostics;
  return result.faults[0];
}

//===----------------------------------------------------------------------===//
// Bounds and alignment
//===----------------------------------------------------------------------===//

const char *copySource =
    R"(tc.kernel @k(%in: !tc.ptr<f32>, %out: !tc.ptr<f32>, %n: i32) {
  %pid = tc.program_id x : i32
  %four = arith.constant 4 : i32
  %base = arith.muli %pid, %four : i32
  %i = tc.arange 0 to 4 : tensor<4xi32>
  %b = tc.splat %base : i32 -> tensor<4xi32>
  %at = arith.addi %b, %i : tensor<4xi32>
  %ns = tc.splat %n : i32 -> tensor<4xi32>
  %m = arith.cmpi slt, %at, %ns : tensor<4xi32>
  %p = tc.addptr %in, %at : !tc.ptr<f32>, tensor<4xi32>
  %zero = arith.constant 0.0 : f32
  %x = tc.load %p mask %m other %zero : tensor<4x!tc.ptr<f32>>
  %q = tc.addptr %out, %at : !tc.ptr<f32>, tensor<4xi32>
  tc.store %q, %x mask %m : tensor<4x!tc.ptr<f32>>
  tc.return
})";

TEST(Bounds, AnAccessBeyondTheEndIsReportedWithItsPlace) {
  Launcher launcher(copySource);
  F32 in(6, 1), out(8, 0);
  launcher.array(in).array(out).integer(8);
  EXPECT_FALSE(launcher.run(2));
  const InterpreterFault &fault = theFault(launcher.result, Kind::OutOfBounds);
  EXPECT_EQ(fault.message,
            "reads 4 bytes at byte 24 of 'in', which has 24 bytes");
  EXPECT_EQ(fault.file, "test.mlir");
  EXPECT_EQ(fault.line, 12u);
  EXPECT_EQ(fault.column, 8u);
  EXPECT_EQ(fault.program, (std::array<uint32_t, 3>{1, 0, 0}));
  EXPECT_EQ(fault.element, std::vector<int64_t>{2});
  EXPECT_NE(launcher.result.diagnostics.find(
                "test.mlir:12:8: error: reads 4 bytes at byte 24 of 'in', "
                "which has 24 bytes (program instance (1, 0, 0), element [2])"),
            std::string::npos)
      << launcher.result.diagnostics;
  EXPECT_NE(launcher.result.diagnostics.find("%x = tc.load %p mask"),
            std::string::npos)
      << "shows the source line";
}

TEST(Bounds, MaskedLanesMayPointAnywhere) {
  Launcher launcher(copySource);
  F32 in(6, 1), out(6, 0);
  launcher.array(in).array(out).integer(6);
  EXPECT_TRUE(launcher.run(2)) << launcher.result.diagnostics;
  EXPECT_EQ(out, F32(6, 1));
}

TEST(Bounds, AWriteBeyondTheEndIsReported) {
  Launcher launcher(copySource);
  F32 in(8, 1), out(7, 0);
  launcher.array(in).array(out).integer(8);
  EXPECT_FALSE(launcher.run(2));
  EXPECT_EQ(theFault(launcher.result, Kind::OutOfBounds).message,
            "writes 4 bytes at byte 28 of 'out', which has 28 bytes");
}

TEST(Bounds, AreCheckedWithoutMemoryChecksToo) {
  Launcher launcher(copySource);
  F32 in(6, 1), out(8, 0);
  launcher.array(in).array(out).integer(8);
  launcher.options.checkMemory = false;
  EXPECT_FALSE(launcher.run(2));
  theFault(launcher.result, Kind::OutOfBounds);
}

/// Reads element `offset` of an array of two.
InterpreterResult readAt(int64_t offset) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %o: i64, %other: !tc.ptr<i32>) {
      %p = tc.addptr %in, %o : !tc.ptr<i32>, i64
      %x = tc.load %p : !tc.ptr<i32>
      tc.return
    })");
  I32 in = {1, 2}, other(4096, 3);
  launcher.array(in).integer(offset).array(other);
  launcher.run();
  return launcher.result;
}

TEST(Bounds, BelongToTheBufferThatThePointerCameFrom) {
  EXPECT_EQ(readAt(1).diagnostics, "");
  EXPECT_EQ(theFault(readAt(-1), Kind::OutOfBounds).message,
            "reads 4 bytes at byte -4 of 'in', which has 8 bytes");
  // Wherever it points: the memory around holds other buffers.
  for (int64_t offset : {2, 200, 1000, -1000})
    theFault(readAt(offset), Kind::OutOfBounds);
}

/// Mixes pointers to arrays of 2 and of 4 as `body` does into the %mixed of
/// type `type`, moves all by `offset` elements and reads those that %mask
/// keeps.
InterpreterResult readMixed(const std::string &body, int64_t offset) {
  Launcher launcher(fill(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %other: !tc.ptr<i32>, %o: i64) {
      %i = tc.arange 0 to 2 : tensor<2xi32>
      %zeros = arith.constant dense<0> : tensor<2xi32>
      %one = arith.constant dense<1> : tensor<2xi32>
      %a = tc.addptr %in, %zeros : !tc.ptr<i32>, tensor<2xi32>
      %b = tc.addptr %other, %zeros : !tc.ptr<i32>, tensor<2xi32>
      %isB = arith.cmpi eq, %i, %one : tensor<2xi32>
      %all = arith.constant dense<true> : tensor<2xi1>
      %fill = arith.constant 0 : i32
      $body
      %moved = tc.addptr %flat, %o : tensor<4x!tc.ptr<i32>>, i64
      %first = arith.constant dense<[true, false, false, false]> : tensor<4xi1>
      %x = tc.load %moved mask %first other %fill : tensor<4x!tc.ptr<i32>>
      tc.return
    })",
                         {{"$body", body}}));
  I32 in = {1, 2}, other(4, 3);
  launcher.array(in).array(other);
  int64_t apart =
      (int64_t(launcher.arguments[1]) - int64_t(launcher.arguments[0])) / 4;
  launcher.integer(offset == 1000 ? apart : offset);
  launcher.run();
  return launcher.result;
}

TEST(Bounds, MixedPointersBelongToTheBufferOfEach) {
  for (const char *body :
       {"%flat = tc.cat %a, %b axis 0 : tensor<2x!tc.ptr<i32>> -> "
        "tensor<4x!tc.ptr<i32>>",
        "%t = tc.join %a, %b : tensor<2x!tc.ptr<i32>> -> "
        "tensor<2x2x!tc.ptr<i32>>\n"
        "%flat = tc.reshape %t : tensor<2x2x!tc.ptr<i32>> -> "
        "tensor<4x!tc.ptr<i32>>",
        "%s = arith.select %isB, %b, %a : tensor<2xi1>, "
        "tensor<2x!tc.ptr<i32>>\n"
        "%e = tc.expand_dims %s axis 0 : tensor<2x!tc.ptr<i32>> -> "
        "tensor<1x2x!tc.ptr<i32>>\n"
        "%w = tc.broadcast %e : tensor<1x2x!tc.ptr<i32>> -> "
        "tensor<2x2x!tc.ptr<i32>>\n"
        "%flat = tc.reshape %w : tensor<2x2x!tc.ptr<i32>> -> "
        "tensor<4x!tc.ptr<i32>>",
        "%t = tc.join %b, %a : tensor<2x!tc.ptr<i32>> -> "
        "tensor<2x2x!tc.ptr<i32>>\n"
        "%y, %z = tc.split %t : tensor<2x2x!tc.ptr<i32>> -> "
        "tensor<2x!tc.ptr<i32>>, tensor<2x!tc.ptr<i32>>\n"
        "%flat = tc.cat %z, %y axis 0 : tensor<2x!tc.ptr<i32>> -> "
        "tensor<4x!tc.ptr<i32>>"}) {
    EXPECT_EQ(readMixed(body, 0).diagnostics, "");
    EXPECT_EQ(readMixed(body, 1).diagnostics, "");
    EXPECT_EQ(theFault(readMixed(body, 2), Kind::OutOfBounds).message,
              "reads 4 bytes at byte 8 of 'in', which has 8 bytes");
    // As far as from one array to the other: an address that is in a buffer,
    // but not in the one that the pointer came from.
    InterpreterResult far = readMixed(body, 1000);
    EXPECT_NE(theFault(far, Kind::OutOfBounds).message.find("of 'in'"),
              std::string::npos)
        << far.diagnostics;
  }
}

TEST(Bounds, APointerFromAnIntegerIsLookedUp) {
  const char *source = R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %o: i64) {
      %a = tc.ptr_to_int %in : !tc.ptr<i32> -> i64
      %b = arith.addi %a, %o : i64
      %p = tc.int_to_ptr %b : i64 -> !tc.ptr<i32>
      %x = tc.load %p : !tc.ptr<i32>
      tc.return
    })";
  I32 in = {1, 2};
  Launcher inside(source);
  inside.array(in).integer(4);
  EXPECT_TRUE(inside.run()) << inside.result.diagnostics;
  Launcher outside(source);
  outside.array(in).integer(64);
  EXPECT_FALSE(outside.run());
  EXPECT_NE(theFault(outside.result, Kind::OutOfBounds)
                .message.find("which is in no buffer"),
            std::string::npos);
}

TEST(Alignment, AnElementStartsAtAMultipleOfItsSize) {
  const char *source = R"(
    tc.kernel @k(%in: !tc.ptr<i8>, %o: i32) {
      %b = tc.addptr %in, %o : !tc.ptr<i8>, i32
      %p = tc.bitcast %b : !tc.ptr<i8> -> !tc.ptr<i32>
      %x = tc.load %p : !tc.ptr<i32>
      tc.return
    })";
  std::vector<int8_t> in(16);
  Launcher aligned(source);
  aligned.array(in).integer(8);
  EXPECT_TRUE(aligned.run()) << aligned.result.diagnostics;
  Launcher misaligned(source);
  misaligned.array(in).integer(6);
  EXPECT_FALSE(misaligned.run());
  EXPECT_EQ(theFault(misaligned.result, Kind::Misaligned).message,
            "reads 4 bytes at byte 6 of 'in', expected an address that is a "
            "multiple of 4");
  Launcher unchecked(source);
  unchecked.array(in).integer(6);
  unchecked.options.checkMemory = false;
  EXPECT_FALSE(unchecked.run());
  theFault(unchecked.result, Kind::Misaligned);
}

//===----------------------------------------------------------------------===//
// Memory that nothing wrote
//===----------------------------------------------------------------------===//

TEST(Uninitialized, AReadOfWhatNothingWroteIsReported) {
  Launcher launcher(copySource);
  F32 in(4), out(4);
  launcher.array(in, /*isWritten=*/false).array(out).integer(4);
  EXPECT_FALSE(launcher.run());
  EXPECT_EQ(theFault(launcher.result, Kind::Uninitialized).message,
            "reads 4 bytes at byte 0 of 'in', which nothing has written");
  Launcher unchecked(copySource);
  unchecked.array(in, /*isWritten=*/false).array(out).integer(4);
  unchecked.options.checkMemory = false;
  EXPECT_TRUE(unchecked.run());
}

TEST(Uninitialized, WhatTheKernelWroteMayBeRead) {
  Launcher launcher(R"(
    tc.kernel @k(%p: !tc.ptr<i32>) {
      %i = tc.arange 0 to 4 : tensor<4xi32>
      %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<4xi32>
      tc.store %q, %i : tensor<4x!tc.ptr<i32>>
      %x = tc.load %q : tensor<4x!tc.ptr<i32>>
      tc.return
    })");
  I32 memory(5);
  launcher.array(memory, /*isWritten=*/false);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
}

TEST(Uninitialized, ALaunchLeavesWhatItWroteToTheNext) {
  const char *source = R"(
    tc.kernel @k(%p: !tc.ptr<i32>, %n: i32, %reads: i1) {
      %q = tc.addptr %p, %n : !tc.ptr<i32>, i32
      scf.if %reads {
        %x = tc.load %q : !tc.ptr<i32>
      } else {
        tc.store %q, %n : !tc.ptr<i32>
      }
      tc.return
    })";
  std::string diagnostics;
  auto kernel = InterpretedKernel::create(source, "test.mlir", "", diagnostics);
  ASSERT_TRUE(kernel) << diagnostics;
  alignas(8) int32_t memory[2];
  WrittenBytes written(sizeof(memory));
  auto launch = [&](int n, bool reads) {
    InterpreterResult result;
    return kernel->launch(
        {1, 1, 1}, {reinterpret_cast<uint64_t>(memory), uint64_t(n), reads},
        {{memory, sizeof(memory), &written}}, {}, result);
  };
  EXPECT_TRUE(launch(1, false));
  EXPECT_TRUE(launch(1, true));
  EXPECT_FALSE(launch(0, true));
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

TEST(Promises, DivisibleIsChecked) {
  const char *source =
      "tc.kernel @k(%p: !tc.ptr<i8> {tc.divisible = 16 : i32}, "
      "%n: i32 {tc.divisible = 4 : i32}) {\n  tc.return\n}";
  std::vector<int8_t> memory(32);
  Launcher kept(source);
  kept.array(memory).integer(-8);
  EXPECT_TRUE(kept.run()) << kept.result.diagnostics;
  Launcher broken(source);
  broken.array(memory).integer(6);
  EXPECT_FALSE(broken.run());
  EXPECT_EQ(theFault(broken.result, Kind::BrokenPromise).message,
            "expected 'n' to be a multiple of 4, as tc.divisible promises, "
            "but got 6");
  Launcher address(source);
  address.array(memory).integer(4);
  address.arguments[0] += 8;
  EXPECT_FALSE(address.run());
  EXPECT_EQ(theFault(address.result, Kind::BrokenPromise)
                .message.find("expected the address of 'p' to be a multiple "
                              "of 16"),
            0u);
}

//===----------------------------------------------------------------------===//
// Arithmetic without a value
//===----------------------------------------------------------------------===//

template <typename X>
InterpreterResult apply(std::vector<std::string> types, const std::string &out,
                        const std::string &body, std::vector<X> x,
                        std::vector<X> y) {
  Elementwise op(types, out, body);
  op.template operator()<int64_t>(x, y);
  return op.result;
}

TEST(Arithmetic, DivisionByZero) {
  for (const char *name : {"divsi", "divui", "remsi", "remui", "floordivsi",
                           "ceildivsi", "ceildivui"}) {
    std::string body =
        std::string("%z = arith.") + name + " %x, %y : tensor<$Si64>";
    using I64 = std::vector<int64_t>;
    auto bad = apply({"i64", "i64"}, "i64", body, I64{1, 2}, I64{1, 0});
    EXPECT_EQ(theFault(bad, Kind::DivisionByZero).element,
              std::vector<int64_t>{1});
    EXPECT_EQ(bad.faults[0].message, "divides by zero");
    auto good =
        apply({"i64", "i64"}, "i64", body, I64{0, INT64_MIN}, I64{1, -1});
    EXPECT_EQ(good.diagnostics, "");
  }
}

TEST(Arithmetic, PowersOfZero) {
  using I64 = std::vector<int64_t>;
  const char *body = "%z = math.ipowi %x, %y : tensor<$Si64>";
  auto bad = apply({"i64", "i64"}, "i64", body, I64{0, 2}, I64{-1, 2});
  EXPECT_EQ(theFault(bad, Kind::DivisionByZero).message,
            "raises 0 to a negative power");
  EXPECT_EQ(
      apply({"i64", "i64"}, "i64", body, I64{0, 2}, I64{0, -1}).diagnostics,
      "");
}

TEST(Arithmetic, ShiftBeyondTheWidth) {
  for (const char *name : {"shli", "shrsi", "shrui"}) {
    std::string body =
        std::string("%z = arith.") + name + " %x, %y : tensor<$Si64>";
    using I64 = std::vector<int64_t>;
    auto bad = apply({"i64", "i64"}, "i64", body, I64{1, 2}, I64{64, 0});
    EXPECT_EQ(theFault(bad, Kind::ShiftTooFar).message,
              "shifts i64 by 64 bits, expected fewer than 64");
    EXPECT_EQ(
        apply({"i64", "i64"}, "i64", body, I64{1, 2}, I64{63, 0}).diagnostics,
        "");
    auto negative = apply({"i64", "i64"}, "i64", body, I64{1, 2}, I64{0, -1});
    theFault(negative, Kind::ShiftTooFar);
  }
}

TEST(Arithmetic, FloatsWithoutAnInteger) {
  auto convert = [](const char *op, const char *to, F32 x) {
    Elementwise cast({"f32"}, to,
                     std::string("%z = arith.") + op +
                         " %x : tensor<$Sf32> to tensor<$S" + to + ">");
    cast.operator()<int64_t>(x);
    return cast.result;
  };
  EXPECT_EQ(convert("fptosi", "i64", {-0x1p63f}).diagnostics, "");
  EXPECT_EQ(
      theFault(convert("fptosi", "i64", {0x1p63f}), Kind::ConversionOutOfRange)
          .message,
      "converts 9223372036854775808.000000 to a signed i64, which has "
      "no such value");
  theFault(convert("fptosi", "i64", {std::nanf("")}),
           Kind::ConversionOutOfRange);
  EXPECT_EQ(convert("fptoui", "i64", {-0.75f}).diagnostics, "");
  EXPECT_EQ(theFault(convert("fptoui", "i64", {-1}), Kind::ConversionOutOfRange)
                .message,
            "converts -1.000000 to an unsigned i64, which has no such value");
}

TEST(Arithmetic, GatherIndexOutOfRange) {
  auto gather = [](I32 indices) {
    Elementwise op({"i32", "i32"}, "i32",
                   "%z = tc.gather %x[%y] axis 0 : tensor<$Si32>, "
                   "tensor<$Si32> -> tensor<$Si32>");
    op.operator()<int32_t>(I32{5, 6, 7, 8}, indices);
    return op.result;
  };
  EXPECT_EQ(gather({0, 3, 3, 1}).diagnostics, "");
  EXPECT_EQ(theFault(gather({0, 4, 3, 1}), Kind::IndexOutOfRange).message,
            "gathers element 4 of an axis of size 4");
  theFault(gather({0, 0, 0, -1}), Kind::IndexOutOfRange);
}

//===----------------------------------------------------------------------===//
// Addresses that came through a wrap
//===----------------------------------------------------------------------===//

/// Reads through an offset made by `body` from %big = 65536 (i32).
InterpreterResult readOffset(const std::string &body) {
  Launcher launcher(fill(R"(tc.kernel @k(%in: !tc.ptr<i32>, %big: i32) {
  %one = arith.constant 1 : i32
  $body
  %t = tc.splat %offset : i32 -> tensor<2xi32>
  %r = tc.reshape %t : tensor<2xi32> -> tensor<1x2xi32>
  %w = arith.extsi %r : tensor<1x2xi32> to tensor<1x2xi64>
  %p = tc.addptr %in, %w : !tc.ptr<i32>, tensor<1x2xi64>
  %x = tc.load %p : tensor<1x2x!tc.ptr<i32>>
  tc.return
})",
                         {{"$body", body}}));
  I32 in = {1, 2};
  launcher.array(in).integer(65536);
  launcher.run();
  return launcher.result;
}

TEST(Wraps, AreReportedAtTheAccess) {
  // 65536 * 65536 is 0 in i32: in bounds, but not what was meant.
  InterpreterResult result =
      readOffset("%offset = arith.muli %big, %big : i32");
  const InterpreterFault &fault = theFault(result, Kind::WrappedAddress);
  EXPECT_EQ(fault.message, "reads an address computed from an integer that "
                           "wrapped: compute it in i64");
  EXPECT_EQ(fault.line, 8u);
  EXPECT_NE(
      result.diagnostics.find("test.mlir:3:13: note: the integer wrapped here"),
      std::string::npos)
      << result.diagnostics;
}

TEST(Wraps, SpreadThroughAddressArithmetic) {
  for (const char *body : {"%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.addi %a, %one : i32",
                           "%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.subi %one, %a : i32",
                           "%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.shrsi %a, %one : i32",
                           "%c = arith.constant 16 : i32\n"
                           "%offset = arith.shli %big, %c : i32"})
    theFault(readOffset(body), Kind::WrappedAddress);
}

TEST(Wraps, OtherOpsClearThem) {
  for (const char *body : {"%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.remui %a, %big : i32",
                           "%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.andi %a, %one : i32",
                           "%a = arith.muli %big, %big : i32\n"
                           "%offset = arith.minsi %a, %one : i32"})
    EXPECT_EQ(readOffset(body).diagnostics, "");
}

TEST(Wraps, LargeOffsetsInI64AreFine) {
  EXPECT_EQ(readOffset("%w64 = arith.extsi %big : i32 to i64\n"
                       "%m = arith.muli %w64, %w64 : i64\n"
                       "%d = arith.subi %m, %m : i64\n"
                       "%offset = arith.trunci %d : i64 to i32")
                .diagnostics,
            "");
}

/// Reads a window of an array of 4 by its first index and its stride, both made
/// by `body` from %big = 65536.
InterpreterResult readView(const std::string &body) {
  Launcher launcher(fill(R"(tc.kernel @k(%in: !tc.ptr<i32>, %big: i32) {
  %four = arith.constant 4 : i32
  %zero = arith.constant 0 : i32
  %unit = arith.constant 1 : i64
  $body
  %v = tc.make_view %in, shape [%four], strides [%stride] : !tc.ptr<i32> -> !tc.view<2xi32>
  %x = tc.load_view %v[%index] other %zero : !tc.view<2xi32>
  tc.return
})",
                         {{"$body", body}}));
  I32 in = {1, 2, 3, 4};
  launcher.array(in).integer(65536);
  launcher.run();
  return launcher.result;
}

TEST(Wraps, SpreadToWindows) {
  std::string right = "%product = arith.muli %four, %zero : i32\n";
  std::string wrong = "%product = arith.muli %big, %big : i32\n";
  std::string asIndex = "%index = arith.addi %product, %zero : i32\n"
                        "%stride = arith.addi %unit, %unit : i64";
  std::string asStride = "%index = arith.addi %zero, %zero : i32\n"
                         "%stride = arith.extsi %product : i32 to i64";
  for (const std::string &use : {asIndex, asStride}) {
    EXPECT_EQ(readView(right + use).diagnostics, "");
    InterpreterResult result = readView(wrong + use);
    EXPECT_EQ(theFault(result, Kind::WrappedAddress).line, 9u);
    EXPECT_NE(result.diagnostics.find(
                  "test.mlir:5:14: note: the integer wrapped here"),
              std::string::npos)
        << result.diagnostics;
  }
}

TEST(Wraps, AMaskedLaneMayCarryOne) {
  Launcher launcher(R"(
    tc.kernel @k(%in: !tc.ptr<i32>, %big: i32) {
      %i = tc.arange 0 to 2 : tensor<2xi32>
      %b = tc.splat %big : i32 -> tensor<2xi32>
      %m1 = arith.muli %i, %b : tensor<2xi32>
      %m2 = arith.muli %m1, %b : tensor<2xi32>
      %zero = arith.constant dense<0> : tensor<2xi32>
      %first = arith.cmpi eq, %i, %zero : tensor<2xi32>
      %p = tc.addptr %in, %m2 : !tc.ptr<i32>, tensor<2xi32>
      %x = tc.load %p mask %first other %big : tensor<2x!tc.ptr<i32>>
      tc.return
    })");
  I32 in = {1};
  launcher.array(in).integer(65536);
  EXPECT_TRUE(launcher.run()) << launcher.result.diagnostics;
}

//===----------------------------------------------------------------------===//
// Asserts, loops, time
//===----------------------------------------------------------------------===//

TEST(Assert, NamesItsTextAndElement) {
  const char *source = R"(tc.kernel @k(%n: i32) {
  %i = tc.arange 0 to 4 : tensor<4xi32>
  %ns = tc.splat %n : i32 -> tensor<4xi32>
  %c = arith.cmpi slt, %i, %ns : tensor<4xi32>
  tc.assert %c, "i is below n" : tensor<4xi1>
  tc.return
})";
  Launcher holds(source);
  holds.integer(4);
  EXPECT_TRUE(holds.run());
  Launcher fails(source);
  fails.integer(2);
  EXPECT_FALSE(fails.run());
  const InterpreterFault &fault = theFault(fails.result, Kind::AssertFailed);
  EXPECT_EQ(fault.message, "assertion failed: i is below n");
  EXPECT_EQ(fault.line, 5u);
  EXPECT_EQ(fault.element, std::vector<int64_t>{2});
}

TEST(Loops, TheStepIsPositive) {
  const char *source = R"(
    tc.kernel @k(%step: i32) {
      %zero = arith.constant 0 : i32
      %ten = arith.constant 10 : i32
      scf.for %i = %zero to %ten step %step : i32 {
      }
      tc.return
    })";
  Launcher forward(source);
  forward.integer(1);
  EXPECT_TRUE(forward.run());
  Launcher still(source);
  still.integer(0);
  EXPECT_FALSE(still.run());
  EXPECT_EQ(theFault(still.result, Kind::BadStep).message,
            "expected a positive step, but got 0");
}

TEST(Loops, ATimeLimitEndsThem) {
  const char *source = R"(
    tc.kernel @k(%goes: i1) {
      scf.while : () -> () {
        scf.condition(%goes)
      } do {
        scf.yield
      }
      tc.return
    })";
  Launcher ends(source);
  ends.integer(0);
  ends.options.timeLimitSeconds = 0.1;
  EXPECT_TRUE(ends.run());
  Launcher spins(source);
  spins.integer(1);
  spins.options.timeLimitSeconds = 0.1;
  auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(spins.run(4));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(theFault(spins.result, Kind::TimeLimit).message,
            "the launch took longer than the time limit of 0.1 s");
}

//===----------------------------------------------------------------------===//
// How many faults are shown
//===----------------------------------------------------------------------===//

TEST(Faults, TheFirstInstanceIsNamedWhicheverThreadComesFirst) {
  for (int i = 0; i < 20; ++i) {
    Launcher launcher(copySource);
    F32 in(40, 1), out(400, 0);
    launcher.array(in).array(out).integer(400);
    launcher.options.threads = 4;
    EXPECT_FALSE(launcher.run(100));
    const InterpreterFault &fault =
        theFault(launcher.result, Kind::OutOfBounds);
    EXPECT_EQ(fault.program[0], 10u);
    EXPECT_EQ(fault.element, std::vector<int64_t>{0});
  }
}

TEST(Faults, KeepGoingCollectsOneForEachOpAndKind) {
  Launcher launcher(copySource);
  F32 in(6, 1), out(7, 0);
  launcher.array(in).array(out).integer(12);
  launcher.options.keepGoing = true;
  EXPECT_FALSE(launcher.run(3));
  ASSERT_EQ(launcher.result.faults.size(), 2u) << launcher.result.diagnostics;
  EXPECT_EQ(launcher.result.faults[0].line, 12u);
  EXPECT_EQ(launcher.result.faults[1].line, 14u);
  EXPECT_EQ(launcher.result.faults[1].program[0], 1u);
  EXPECT_EQ(out, F32({1, 1, 1, 1, 1, 1, 0})) << "the rest is done";
}

TEST(Faults, AtMostTwentyAreKept) {
  std::string body;
  for (int i = 0; i < 30; ++i)
    body += "  tc.assert %c, \"no\" : i1\n";
  Launcher launcher("tc.kernel @k(%c: i1) {\n" + body + "  tc.return\n}");
  launcher.integer(0);
  launcher.options.keepGoing = true;
  EXPECT_FALSE(launcher.run());
  EXPECT_EQ(launcher.result.faults.size(), 20u);
}

} // namespace
