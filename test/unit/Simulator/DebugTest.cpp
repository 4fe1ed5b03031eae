//===- DebugTest.cpp - Prints and assertions in the simulator -------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class DebugTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, DebugTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Calls vprintf in thread 0 of each block. `format` is in LLVM's escapes and
/// has `size` bytes; `fields` stores to %buffer.
static Kernel printing(const std::string &format, size_t size,
                       const std::string &fields) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.globals = "@format = internal addrspace(1) constant [" +
                   std::to_string(size) + " x i8] c\"" + format + "\"\n" + R"(
    @word = internal addrspace(1) constant [5 x i8] c"word\00"
    declare i32 @vprintf(ptr, ptr)
    declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  )";
  kernel.body = R"(
    %buffer = alloca [64 x i8], align 8
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %print, label %done
  print:
    %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
    %at4 = getelementptr i8, ptr %buffer, i64 4
    %at8 = getelementptr i8, ptr %buffer, i64 8
    %at16 = getelementptr i8, ptr %buffer, i64 16
    %at24 = getelementptr i8, ptr %buffer, i64 24
    )" + fields +
                R"(
    %text = addrspacecast ptr addrspace(1) @format to ptr
    %written = call i32 @vprintf(ptr %text, ptr %buffer)
    br label %done
  done:
  )";
  return kernel;
}

static std::string outputOf(const Kernel &kernel, SimulatedCode code) {
  Outcome outcome = run(kernel, code);
  EXPECT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  return outcome.result.output;
}

TEST_P(DebugTest, ArgumentsLieAsInAStruct) {
  // An i32 and a double with a gap between, a pointer, an i64.
  Kernel kernel = printing("%d %g %s %llx 100%%\\0A\\00", 21, R"(
    store i32 -7, ptr %buffer
    store double 0.1, ptr %at8
    %word = addrspacecast ptr addrspace(1) @word to ptr
    store ptr %word, ptr %at16
    store i64 -1, ptr %at24
  )");
  EXPECT_EQ(outputOf(kernel, GetParam()),
            "-7 0.1 word ffffffffffffffff 100%\n");
}

TEST_P(DebugTest, NeighbouringWordsHaveNoGap) {
  Kernel kernel = printing("%u,%i,%.3g|%5d|\\00", 16, R"(
    store i32 -1, ptr %buffer
    store i32 -1, ptr %at4
    store double 0x400921FB54442D18, ptr %at8
    store i32 42, ptr %at16
  )");
  EXPECT_EQ(outputOf(kernel, GetParam()), "4294967295,-1,3.14|   42|");
}

TEST_P(DebugTest, BlocksPrintInTheirOrder) {
  Kernel kernel = printing("%d\\0A\\00", 4, "store i32 %block, ptr %buffer");
  kernel.grid = {12, 1, 1};
  kernel.options.workers = 4;
  EXPECT_EQ(outputOf(kernel, GetParam()),
            "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
}

TEST_P(DebugTest, BlocksAfterTheFaultyOneAreSilent) {
  Kernel kernel = printing("%d\\0A\\00", 4, R"(
    store i32 %block, ptr %buffer
    %early = addrspacecast ptr addrspace(1) @format to ptr
    %once = call i32 @vprintf(ptr %early, ptr %buffer)
    %isBad = icmp eq i32 %block, 2
    br i1 %isBad, label %stop, label %again
  stop:
    call void @llvm.trap()
    unreachable
  again:
  )");
  kernel.grid = {12, 1, 1};
  kernel.options.workers = 4;
  Outcome outcome = run(kernel, GetParam());
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.result.fault.kind, Fault::Trap);
  EXPECT_EQ(outcome.result.output, "0\n0\n1\n1\n2\n");
}

/// What the driver offers to kernels that nobody gave a record.
TEST_P(DebugTest, TheDriversAssertionIsAFault) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.globals = R"(
    @text = internal addrspace(1) constant [9 x i8] c"it holds\00"
    @file = internal addrspace(1) constant [7 x i8] c"k.mlir\00"
    declare void @__assertfail(ptr, ptr, i32, ptr, i64)
  )";
  kernel.body = R"(
    %isBad = icmp eq i32 %tid, 9
    br i1 %isBad, label %fail, label %done
  fail:
    %text = addrspacecast ptr addrspace(1) @text to ptr
    %file = addrspacecast ptr addrspace(1) @file to ptr
    call void @__assertfail(ptr %text, ptr %file, i32 12, ptr %text, i64 1)
    br label %done
  done:
  )";
  expectFault(kernel, Fault::AssertFailed, "assertion failed: it holds");
  SimulatorFault fault = run(kernel, GetParam()).result.fault;
  EXPECT_EQ(fault.file, "k.mlir");
  EXPECT_EQ(fault.line, 12u);
  EXPECT_EQ(fault.thread, 9u);
}

/// The whole way from a tc.assert, whose code fills the block's record.
static const char *const assertSource = R"(tc.kernel @k() {
  %x = tc.program_id x : i32
  %two = arith.constant 2 : i32
  %isEarly = arith.cmpi slt, %x, %two : i32
  %early = tc.splat %isEarly : i1 -> tensor<2x64xi1>
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %tile = tc.reshape %i : tensor<128xi32> -> tensor<2x64xi32>
  %n = arith.constant dense<77> : tensor<2x64xi32>
  %isOther = arith.cmpi ne, %tile, %n : tensor<2x64xi32>
  %holds = arith.ori %early, %isOther : tensor<2x64xi1>
  tc.assert %holds, "no 77 from 2 on" : tensor<2x64xi1>
  tc.return
}
)";

TEST_P(DebugTest, AssertionsNameInstanceAndElement) {
  for (Order order : {Order::Ascending, Order::Descending, Order::Shuffled}) {
    SimulatorOptions options;
    options.order = order;
    SimulatorResult result;
    ASSERT_FALSE(simulate(assertSource, "k.mlir", CompileOptions(), GetParam(),
                          {6, 1, 1}, {}, {}, options, result));
    const SimulatorFault &fault = result.fault;
    EXPECT_EQ(fault.kind, Fault::AssertFailed);
    EXPECT_EQ(fault.message, "assertion failed: no 77 from 2 on");
    EXPECT_EQ(fault.file, "k.mlir");
    EXPECT_EQ(fault.line, 11u);
    EXPECT_EQ(fault.column, 3u);
    EXPECT_EQ(fault.block, (std::array<uint32_t, 3>{2, 0, 0}));
    EXPECT_EQ(fault.element, (std::vector<int64_t>{1, 13}));
    EXPECT_NE(result.diagnostics.find(
                  "k.mlir:11:3: error: assertion failed: no 77 from 2 on, in "
                  "block (2, 0, 0), thread "),
              std::string::npos)
        << result.diagnostics;
  }
  SimulatorResult result;
  EXPECT_TRUE(simulate(assertSource, "k.mlir", CompileOptions(), GetParam(),
                       {2, 1, 1}, {}, {}, {}, result))
      << result.diagnostics;
}
