//===- BarriersTest.cpp - Where the threads of a block meet ---------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class BarriersTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, BarriersTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Each thread writes its number, then reads that of the thread `128 - 1 - tid`
/// after `between`.
static Kernel exchange(const std::string &between) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.globals =
      "@mem = internal addrspace(3) global [128 x i32] undef, align 16\n";
  kernel.body = R"(
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %own
)" + between + R"(
    %mirror = sub i32 127, %tid
    %mirror64 = zext i32 %mirror to i64
    %other = getelementptr i32, ptr addrspace(3) @mem, i64 %mirror64
    %r = load volatile i32, ptr addrspace(3) %other
  )";
  return kernel;
}

static std::vector<uint32_t> mirrored() {
  return perThread(128, [](unsigned thread) { return 127 - thread; });
}

TEST_P(BarriersTest, ABarrierOrdersMemory) {
  for (const char *barrier :
       {"barrier.cta.sync.aligned.all(i32 0)", "barrier.cta.sync.all(i32 3)",
        "barrier.cta.sync.aligned.count(i32 1, i32 128)",
        "barrier.cta.sync.count(i32 15, i32 128)"})
    expectValues(
        exchange("call void @llvm.nvvm." + std::string(barrier) + "\n"),
        mirrored());
}

TEST_P(BarriersTest, AMissingBarrierShowsInSomeOrder) {
  Kernel kernel = exchange("");
  Outcome ascending = run(kernel, GetParam());
  ASSERT_TRUE(ascending.succeeded) << ascending.result.diagnostics;
  EXPECT_NE(ascending.out, mirrored());
  kernel.options.order = Order::Descending;
  Outcome descending = run(kernel, GetParam());
  ASSERT_TRUE(descending.succeeded) << descending.result.diagnostics;
  EXPECT_NE(descending.out, ascending.out);
}

TEST_P(BarriersTest, AShuffleIsNoBarrierForTheBlock) {
  Kernel kernel = exchange(R"(
    %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %tid, i32 1, i32 31)
  )");
  Outcome outcome = run(kernel, GetParam());
  ASSERT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  EXPECT_NE(outcome.out, mirrored());
}

TEST_P(BarriersTest, ReductionsAtABarrier) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.body = R"(
    %isSmall = icmp ult i32 %tid, 40
    %count = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %isSmall)
    %all = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %isSmall)
    %any = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.count(i32 1, i32 64, i1 %isSmall)
    %a = zext i1 %all to i32
    %o = zext i1 %any to i32
    %a8 = shl i32 %a, 8
    %o9 = shl i32 %o, 9
    %x = or i32 %count, %a8
    %r = or i32 %x, %o9
  )";
  expectValues(kernel, perThread(64, [](unsigned) { return 40 | 1 << 9; }));
}

/// Warps 0 and 1 write and arrive, warps 2 and 3 wait and read.
TEST_P(BarriersTest, ProducersArriveAndConsumersWait) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.globals =
      "@mem = internal addrspace(3) global [64 x i32] undef, align 16\n";
  kernel.body = R"(
    %isProducer = icmp ult i32 %tid, 64
    br i1 %isProducer, label %produce, label %consume
  produce:
    %to = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %to
    call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 128)
    br label %join
  consume:
    call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
    %index = sub i32 127, %tid
    %index64 = zext i32 %index to i64
    %from = getelementptr i32, ptr addrspace(3) @mem, i64 %index64
    %value = load volatile i32, ptr addrspace(3) %from
    br label %join
  join:
    %r = phi i32 [ 1000, %produce ], [ %value, %consume ]
  )";
  kernel.options.checkRaces = true;
  expectValues(kernel, perThread(128, [](unsigned thread) {
                 return thread < 64 ? 1000 : 127 - thread;
               }));
}

/// Two halves of a block at barriers of their own.
TEST_P(BarriersTest, NamedBarriersAreApart) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.globals =
      "@mem = internal addrspace(3) global [128 x i32] undef, align 16\n";
  kernel.body = R"(
    %half = udiv i32 %tid, 64
    %id = add i32 %half, 1
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %own
    call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %id, i32 64)
    %partner = xor i32 %tid, 32
    %partner64 = zext i32 %partner to i64
    %other = getelementptr i32, ptr addrspace(3) @mem, i64 %partner64
    %r = load volatile i32, ptr addrspace(3) %other
  )";
  kernel.options.checkRaces = true;
  expectValues(kernel,
               perThread(128, [](unsigned thread) { return thread ^ 32; }));
}

/// Two warps meet at a barrier that the third never comes to.
TEST_P(BarriersTest, ABarrierForSomeWarps) {
  Kernel kernel;
  kernel.numWarps = 3;
  kernel.globals =
      "@mem = internal addrspace(3) global [64 x i32] undef, align 16\n";
  kernel.body = R"(
    %isThird = icmp uge i32 %tid, 64
    br i1 %isThird, label %join, label %meet
  meet:
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %own
    call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 3, i32 64)
    %far = xor i64 %tid64, 32
    %other = getelementptr i32, ptr addrspace(3) @mem, i64 %far
    %value = load volatile i32, ptr addrspace(3) %other
    br label %join
  join:
    %r = phi i32 [ 7, %0 ], [ %value, %meet ]
  )";
  kernel.options.checkRaces = true;
  expectValues(kernel, perThread(96, [](unsigned thread) {
                 return thread < 64 ? thread ^ 32 : 7;
               }));
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_P(BarriersTest, ABarrierThatSomeThreadsMissIsADivergence) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.storesResult = false;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 96
    br i1 %isLow, label %low, label %join
  low:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %join
  join:
  )";
  expectFault(kernel, Fault::Divergence,
              "barrier.cta.sync.aligned.all is reached by 96 of 128 threads: "
              "thread 96 has returned");
}

TEST_P(BarriersTest, ThreadsThatWaitElsewhereAreNamed) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.storesResult = false;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 32
    br i1 %isLow, label %low, label %high
  low:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %join
  high:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
    br label %join
  join:
  )";
  expectFault(kernel, Fault::Divergence,
              "is reached by 32 of 64 threads: thread 32 waits at "
              "barrier.cta.sync.aligned.all");
}

TEST_P(BarriersTest, OneWarpAtTwoAlignedBarriersIsADivergence) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %high
  low:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    store i32 1, ptr addrspace(1) %slot
    br label %join
  high:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %join
  join:
  )";
  expectFault(kernel, Fault::Divergence,
              "of one warp wait at two barriers, but an aligned barrier is for "
              "the whole warp");
}

TEST_P(BarriersTest, OneWarpAtTwoBarriersThatAreNotAlignedMeets) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %high
  low:
    call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
    br label %join
  high:
    call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
    br label %join
  join:
    %r = phi i32 [ 1, %low ], [ 2, %high ]
  )";
  expectValues(kernel,
               perThread(32, [](unsigned lane) { return lane < 16 ? 1 : 2; }));
}

TEST_P(BarriersTest, NumbersAndCountsAreChecked) {
  struct Case {
    const char *barrier, *text;
  };
  for (const Case &test :
       {Case{"sync.aligned.all(i32 16)",
             "expected a barrier from 0 to 15, but got 16"},
        Case{"sync.aligned.count(i32 1, i32 48)",
             "expected a multiple of 32 up to the block's 32 threads, but got "
             "48"},
        Case{"sync.aligned.count(i32 1, i32 64)",
             "up to the block's 32 threads, but got 64"}}) {
    Kernel kernel;
    kernel.storesResult = false;
    kernel.body =
        "call void @llvm.nvvm.barrier.cta." + std::string(test.barrier) + "\n";
    expectFault(kernel, Fault::BadCollective, test.text);
  }
}

TEST_P(BarriersTest, OneBarrierHasOneCount) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.storesResult = false;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 32
    %count = select i1 %isLow, i32 64, i32 32
    call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 %count)
  )";
  kernel.options.order = Order::Ascending;
  Outcome outcome = run(kernel, GetParam());
  ASSERT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.result.fault.kind, Fault::BadCollective);
  EXPECT_NE(outcome.result.fault.message.find(
                "barrier 1 is for 32 threads here, but for 64 where thread 0 "
                "waits"),
            std::string::npos)
      << outcome.result.fault.message;
}
