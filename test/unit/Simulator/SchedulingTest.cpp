//===- SchedulingTest.cpp - Orders, blocks and endings --------------------===//

#include "SimulatorTest.h"

#include <numeric>

using namespace simulatortest;

namespace {
class SchedulingTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, SchedulingTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Each thread draws a number.
static Kernel drawing() {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.globals =
      "@counter = internal addrspace(3) global i32 undef, align 4\n";
  kernel.body = R"(
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %reset, label %go
  reset:
    store volatile i32 0, ptr addrspace(3) @counter
    br label %go
  go:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %r = atomicrmw add ptr addrspace(3) @counter, i32 1 monotonic
  )";
  return kernel;
}

static std::vector<uint32_t> draw(Order order, uint64_t seed,
                                  SimulatedCode code) {
  Kernel kernel = drawing();
  kernel.options.order = order;
  kernel.options.seed = seed;
  Outcome outcome = run(kernel, code);
  EXPECT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  return outcome.out;
}

TEST_P(SchedulingTest, OrdersRunEveryThreadOnceAndDiffer) {
  std::vector<uint32_t> up = draw(Order::Ascending, 0, GetParam());
  std::vector<uint32_t> down = draw(Order::Descending, 0, GetParam());
  std::vector<uint32_t> one = draw(Order::Shuffled, 1, GetParam());
  std::vector<uint32_t> two = draw(Order::Shuffled, 2, GetParam());
  std::vector<uint32_t> sorted = one;
  std::sort(sorted.begin(), sorted.end());
  std::vector<uint32_t> all(64);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted, all);
  EXPECT_NE(up, down);
  EXPECT_NE(up, one);
  EXPECT_NE(one, two);
}

TEST_P(SchedulingTest, AnOrderRepeats) {
  EXPECT_EQ(draw(Order::Shuffled, 7, GetParam()),
            draw(Order::Shuffled, 7, GetParam()));
}

TEST_P(SchedulingTest, EveryBlockOfAGridRuns) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.grid = {3, 4, 5};
  kernel.outputs = 60;
  kernel.body = R"(
    %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
    %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
    %z = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
    %nx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
    %ny = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
    %zy = mul i32 %z, %ny
    %zyy = add i32 %zy, %y
    %row = mul i32 %zyy, %nx
    %index = add i32 %row, %x
    %index64 = zext i32 %index to i64
    %to = getelementptr i32, ptr addrspace(1) %out, i64 %index64
    %old = atomicrmw add ptr addrspace(1) %to, i32 %index monotonic
  )";
  expectValues(kernel,
               perThread(60, [](unsigned block) { return 32 * block; }));
}

TEST_P(SchedulingTest, TheLowestBlocksFaultIsReported) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.grid = {100, 2, 1};
  kernel.options.workers = 4;
  kernel.body = R"(
    %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
    %isBad = icmp ugt i32 %x, 16
    br i1 %isBad, label %bad, label %good
  bad:
    call void @llvm.trap()
    unreachable
  good:
  )";
  expectFault(kernel, Fault::Trap,
              "the kernel trapped, in block (17, 0, 0), thread ");
}

TEST_P(SchedulingTest, AnEmptyGridRunsNothing) {
  Kernel kernel;
  kernel.grid = {0, 1, 1};
  kernel.body = "%r = add i32 1, 2\n";
  expectValues(kernel, std::vector<uint32_t>(32, 0));
}

TEST_P(SchedulingTest, ThreadsThatExitAreDone) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 8
    br i1 %isLow, label %low, label %high
  low:
    call void @llvm.nvvm.exit()
    unreachable
  high:
    %r = add i32 %tid, 1
  )";
  expectValues(kernel, perThread(32, [](unsigned thread) {
                 return thread < 8 ? 0 : thread + 1;
               }));
}

/// One thread waits in a loop for what another writes.
TEST_P(SchedulingTest, ASpinningThreadLetsTheOthersRun) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.globals = "@flag = internal addrspace(3) global i32 undef, align 4\n";
  kernel.body = R"(
    %isWaiting = icmp ult i32 %tid, 32
    br i1 %isWaiting, label %wait, label %set
  wait:
    %value = load atomic volatile i32, ptr addrspace(3) @flag monotonic, align 4
    %isSet = icmp eq i32 %value, 1
    br i1 %isSet, label %join, label %wait
  set:
    store atomic volatile i32 1, ptr addrspace(3) @flag monotonic, align 4
    br label %join
  join:
    %r = add i32 %tid, 0
  )";
  expectValues(kernel, perThread(64, [](unsigned thread) { return thread; }));
}

TEST_P(SchedulingTest, ALoopForEverEndsAtTheTimeLimit) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.options.timeLimitSeconds = 0.05;
  kernel.body = R"(
    br label %loop
  loop:
    %x = load volatile i32, ptr addrspace(1) %slot
    %isEnd = icmp eq i32 %x, 1
    br i1 %isEnd, label %done, label %loop
  done:
  )";
  expectFault(kernel, Fault::TimeLimit, "the time limit of 0.05");
}

/// Frames beyond the ordinary size of a stack.
TEST_P(SchedulingTest, ALargeFrameHasRoom) {
  Kernel kernel;
  kernel.body = R"(
    %stack = alloca [65536 x i32]
    %p = getelementptr [65536 x i32], ptr %stack, i64 0, i64 %tid64
    store volatile i32 %tid, ptr %p
    %q = getelementptr [65536 x i32], ptr %stack, i64 0, i64 65535
    store volatile i32 3, ptr %q
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %a = load volatile i32, ptr %p
    %b = load volatile i32, ptr %q
    %r = add i32 %a, %b
  )";
  expectValues(kernel,
               perThread(32, [](unsigned thread) { return thread + 3; }));
}

/// A kernel may be launched by several threads at once.
TEST_P(SchedulingTest, ABlockOfTheLargestSize) {
  Kernel kernel;
  kernel.numWarps = 32;
  kernel.grid = {2, 1, 1};
  kernel.body = R"(
    %s = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 true)
    %r = add i32 %s, %tid
  )";
  expectValues(kernel,
               perThread(1024, [](unsigned thread) { return 1024 + thread; }));
}
