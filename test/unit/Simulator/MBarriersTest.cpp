//===- MBarriersTest.cpp - Barriers in shared memory ----------------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class MBarriersTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, MBarriersTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Calls of operations on the barrier `@bar`.
static std::string init(unsigned count) {
  return "call void @minitc.mbarrier.init(ptr addrspace(3) @bar, i32 " +
         std::to_string(count) + ")\n";
}
static std::string expect(unsigned bytes) {
  return "call void @minitc.mbarrier.expect(ptr addrspace(3) @bar, i32 " +
         std::to_string(bytes) + ")\n";
}
static std::string waitFor(const std::string &parity) {
  return "call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 " +
         parity + ")\n";
}
static const std::string arrive =
    "call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)\n";
static const std::string inval =
    "call void @minitc.mbarrier.inval(ptr addrspace(3) @bar)\n";
static const std::string blockBarrier =
    "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

/// `body`, which thread 0 alone runs.
static std::string byFirst(const std::string &name, const std::string &body) {
  return "%is." + name + " = icmp eq i32 %tid, 0\nbr i1 %is." + name +
         ", label %" + name + ", label %after." + name + "\n" + name + ":\n" +
         body + "br label %after." + name + "\nafter." + name + ":\n";
}

static Kernel kernelOf(const std::string &body, unsigned numWarps = 2) {
  Kernel kernel;
  kernel.numWarps = numWarps;
  kernel.storesResult = false;
  kernel.options.checkRaces = true;
  kernel.globals = R"(
@bar = internal addrspace(3) global i64 undef, align 8
@mem = internal addrspace(3) global [64 x i32] undef, align 16
declare void @minitc.mbarrier.init(ptr addrspace(3), i32)
declare void @minitc.mbarrier.arrive(ptr addrspace(3))
declare void @minitc.mbarrier.expect(ptr addrspace(3), i32)
declare void @minitc.mbarrier.wait(ptr addrspace(3), i32)
declare void @minitc.mbarrier.inval(ptr addrspace(3))
declare void @minitc.mbarrier.fence()
)";
  kernel.body = body;
  return kernel;
}

/// A barrier of `count` arrivals that every thread knows of.
static std::string ready(unsigned count) {
  return byFirst("first",
                 init(count) + "call void @minitc.mbarrier.fence()\n") +
         blockBarrier;
}

/// Each thread writes its word, arrives, waits, and reads that of the other
/// warp.
static Kernel across(const std::string &between) {
  Kernel kernel = kernelOf(ready(64) + R"(
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %own
    %far = xor i64 %tid64, 32
    %theirs = getelementptr i32, ptr addrspace(3) @mem, i64 %far
)" + between + "%r = load volatile i32, ptr addrspace(3) %theirs\n");
  kernel.storesResult = true;
  return kernel;
}

TEST_P(MBarriersTest, AWaitComesAfterTheArrivals) {
  expectValues(across(arrive + waitFor("0")),
               perThread(64, [](unsigned thread) { return thread ^ 32; }));
  expectFault(across(arrive), Fault::Race, "race in shared memory");
  // The phase before the first one counts as complete.
  expectFault(across(arrive + waitFor("1")), Fault::Race,
              "race in shared memory");
}

/// Warp 0 fills the buffer and warp 1 empties it, four times, with a barrier
/// for each direction.
static Kernel pipeline(const std::string &release, const std::string &acquire) {
  Kernel kernel = kernelOf(R"(
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %first, label %start
  first:
    call void @minitc.mbarrier.init(ptr addrspace(3) @bar, i32 32)
    call void @minitc.mbarrier.init(ptr addrspace(3) @free, i32 1)
    br label %start
  start:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %lane64 = and i64 %tid64, 31
    %lane = trunc i64 %lane64 to i32
    %at = getelementptr i32, ptr addrspace(3) @mem, i64 %lane64
    %reversed = xor i64 %lane64, 31
    %from = getelementptr i32, ptr addrspace(3) @mem, i64 %reversed
    %isProducer = icmp ult i32 %tid, 32
    %isLeader = icmp eq i32 %tid, 32
    br label %loop
  loop:
    %i = phi i32 [ 0, %start ], [ %next, %latch ]
    %sum = phi i32 [ 0, %start ], [ %newSum, %latch ]
    %parity = and i32 %i, 1
    %other = xor i32 %parity, 1
    br i1 %isProducer, label %produce, label %consume
  produce:
    )" + acquire + R"(
    %scaled = mul i32 %i, 100
    %value = add i32 %scaled, %lane
    store volatile i32 %value, ptr addrspace(3) %at
    call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)
    br label %latch
  consume:
    call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 %parity)
    %read = load volatile i32, ptr addrspace(3) %from
    %added = add i32 %sum, %read
    )" + release + R"(
    br i1 %isLeader, label %leader, label %latch
  leader:
    call void @minitc.mbarrier.arrive(ptr addrspace(3) @free)
    br label %latch
  latch:
    %newSum = phi i32 [ 0, %produce ], [ %added, %consume ], [ %added, %leader ]
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, 4
    br i1 %more, label %loop, label %done
  done:
    %r = add i32 %newSum, 0
)");
  kernel.globals += "@free = internal addrspace(3) global i64 undef, align 8\n";
  kernel.storesResult = true;
  return kernel;
}

static const char *const warpBarrier =
    "call void @llvm.nvvm.bar.warp.sync(i32 -1)\n";
static const char *const waitForFree =
    "call void @minitc.mbarrier.wait(ptr addrspace(3) @free, i32 %other)\n";

TEST_P(MBarriersTest, APipelineOfTwoWarps) {
  expectValues(pipeline(warpBarrier, waitForFree),
               perThread(64, [](unsigned thread) {
                 return thread < 32 ? 0 : 600 + 4 * (63 - thread);
               }));
}

TEST_P(MBarriersTest, AWriteBeforeTheBufferIsFree) {
  // Most readers have not passed on that they have read.
  expectFault(pipeline("", waitForFree), Fault::Race, "race in shared memory");
}

TEST_P(MBarriersTest, BothHalvesOfAWarpCanWaitApart) {
  Kernel kernel = kernelOf(ready(1) + R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %high
  low:
    call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
    br label %join
  high:
    %isLast = icmp eq i32 %tid, 63
    br i1 %isLast, label %last, label %join
  last:
    call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)
    br label %join
  join:
    %r = phi i32 [ 1, %low ], [ 2, %high ], [ 3, %last ]
)");
  kernel.storesResult = true;
  expectValues(kernel, perThread(64, [](unsigned thread) {
                 return thread < 16 ? 1 : thread < 63 ? 2 : 3;
               }));
}

TEST_P(MBarriersTest, ABarrierCanBeUsedAgainOnceItIsInvalid) {
  Kernel kernel =
      kernelOf(ready(64) + arrive + waitFor("0") + blockBarrier +
               byFirst("again", inval + init(64)) + blockBarrier + arrive +
               waitFor("0") + blockBarrier + byFirst("end", inval + R"(
        store volatile i64 7, ptr addrspace(3) @bar
)"));
  Outcome outcome = run(kernel, GetParam());
  EXPECT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
}

TEST_P(MBarriersTest, RegistersMoveBetweenWarps) {
  Kernel kernel = kernelOf(R"(
    call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
    call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
    %r = add i32 %tid, 1
)");
  kernel.storesResult = true;
  expectValues(kernel,
               perThread(64, [](unsigned thread) { return thread + 1; }));
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_P(MBarriersTest, AWaitThatCanNotEnd) {
  expectFault(kernelOf(ready(3) + byFirst("some", arrive) + waitFor("0")),
              Fault::Divergence,
              "mbarrier.try_wait: phase 0 of the mbarrier at offset 0 lacks 2 "
              "of 3 arrivals");
  expectFault(kernelOf(ready(64) + arrive + waitFor("0") + waitFor("1")),
              Fault::Divergence,
              "phase 1 of the mbarrier at offset 0 lacks 64 of 64 arrivals");
  expectFault(kernelOf(ready(1) + byFirst("some", expect(256)) + waitFor("0")),
              Fault::Divergence, "lacks copies of 256 of 256 bytes");
  expectFault(kernelOf(ready(2) + byFirst("some", expect(256) + waitFor("0"))),
              Fault::Divergence,
              "lacks 1 of 2 arrivals and copies of 256 of 256 bytes: thread 1 "
              "has returned");
}

TEST_P(MBarriersTest, AnArrivalTooMany) {
  Kernel kernel = kernelOf(ready(1) + byFirst("some", expect(128) + arrive));
  expectFault(kernel, Fault::BadCollective,
              "mbarrier.arrive: expected 1 arrivals in phase 0 of the mbarrier "
              "at offset 0, but got one more");
}

TEST_P(MBarriersTest, NumbersAreChecked) {
  expectFault(kernelOf(byFirst("some", init(0))), Fault::BadCollective,
              "mbarrier.init: expected 1 to 1048575 arrivals, but got 0");
  expectFault(kernelOf(ready(1) + waitFor("2")), Fault::BadCollective,
              "expected a parity of 0 or 1, but got 2");
  expectFault(
      kernelOf(ready(2) + byFirst("some", expect(1 << 19) + expect(1 << 19))),
      Fault::BadCollective,
      "mbarrier.arrive.expect_tx: expected at most 1048575 bytes in a phase, "
      "but got 1048576 at the mbarrier at offset 0");
}

TEST_P(MBarriersTest, WhatIsNoBarrier) {
  expectFault(kernelOf(arrive), Fault::BadCollective,
              "mbarrier.arrive: expected an mbarrier, but there is none at "
              "offset 0 of shared memory");
  Kernel misaligned = kernelOf(R"(
    %p = getelementptr i8, ptr addrspace(3) @mem, i64 4
    call void @minitc.mbarrier.init(ptr addrspace(3) %p, i32 1)
)");
  expectFault(misaligned, Fault::Misaligned,
              "misaligned mbarrier.init of 8 bytes: expected an address that "
              "is a multiple of 8");
  expectFault(kernelOf(byFirst("some", init(1) + inval + arrive)),
              Fault::BadCollective, "there is none at offset 0");
}

TEST_P(MBarriersTest, WhatIsInUse) {
  expectFault(kernelOf(byFirst("some", init(1) + init(1))),
              Fault::BadCollective,
              "mbarrier.init: expected mbarrier.inval before, but the mbarrier "
              "at offset 0 is in use");
  Kernel kernel = kernelOf(ready(1) + R"(
    %isSecond = icmp eq i32 %tid, 1
    br i1 %isSecond, label %second, label %join
  second:
    call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
    br label %join
  join:
)" + warpBarrier);
  kernel.options.checkRaces = false;
  // The other lanes wait for the second one.
  expectFault(kernel, Fault::Divergence,
              "lacks 1 of 1 arrivals: thread 0 waits at bar.warp.sync");
  kernel = kernelOf(ready(1) + R"(
    %isSecond = icmp uge i32 %tid, 32
    br i1 %isSecond, label %second, label %first2
  second:
    call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
    br label %join
  first2:
    call void @llvm.nvvm.nanosleep(i32 1)
    call void @minitc.mbarrier.inval(ptr addrspace(3) @bar)
    br label %join
  join:
)");
  kernel.options.checkRaces = false;
  expectFault(kernel, Fault::BadCollective, "mbarrier.inval: expected ");
}

TEST_P(MBarriersTest, OrdinaryAccessesStayAway) {
  expectFault(kernelOf(byFirst("some", init(1) + R"(
      store volatile i32 7, ptr addrspace(3) @bar
)")),
              Fault::BadCollective,
              "store: expected memory that is no barrier's, but got that of "
              "the mbarrier at offset 0");
  expectFault(kernelOf(byFirst("some", init(1) + R"(
      %high = getelementptr i8, ptr addrspace(3) @bar, i64 7
      %x = load volatile i8, ptr addrspace(3) %high
)")),
              Fault::BadCollective, "load: expected memory that is no");
}

TEST_P(MBarriersTest, TheOthersLearnOfTheBarrierFirst) {
  Kernel kernel = kernelOf(byFirst("first", init(64)) + arrive + waitFor("0"));
  for (Order order : {Order::Ascending, Order::Descending}) {
    kernel.options.order = order;
    Outcome outcome = run(kernel, GetParam());
    ASSERT_FALSE(outcome.succeeded);
    EXPECT_NE(outcome.result.fault.message.find(
                  order == Order::Ascending
                      ? "this mbarrier.arrive reads byte 0, which a "
                        "mbarrier.init of thread 0 wrote with no barrier "
                        "between"
                      : "expected an mbarrier, but there is none"),
              std::string::npos)
        << outcome.result.fault.message;
  }
}
