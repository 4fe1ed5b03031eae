//===- RacesTest.cpp - Accesses to shared memory with no order ------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class RacesTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, RacesTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

static Kernel racing(const std::string &body) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.storesResult = false;
  kernel.globals =
      "@mem = internal addrspace(3) global [64 x i32] undef, align 16\n";
  kernel.body = R"(
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    %far = xor i64 %tid64, 32
    %across = getelementptr i32, ptr addrspace(3) @mem, i64 %far
    %near = xor i64 %tid64, 1
    %beside = getelementptr i32, ptr addrspace(3) @mem, i64 %near
)" + body;
  kernel.options.checkRaces = true;
  return kernel;
}

static const char *const blockBarrier =
    "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
static const char *const warpBarrier =
    "call void @llvm.nvvm.bar.warp.sync(i32 -1)\n";

/// Writes its own word, and after `between` reads another.
static Kernel writeThenRead(const std::string &between,
                            const std::string &other) {
  return racing("store volatile i32 %tid, ptr addrspace(3) %own\n" + between +
                "%x = load volatile i32, ptr addrspace(3) " + other + "\n");
}

static void expectClean(const Kernel &kernel, SimulatedCode code) {
  Outcome outcome = run(kernel, code);
  EXPECT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
}

TEST_P(RacesTest, AReadOfWhatAnotherWarpWrote) {
  expectFault(writeThenRead("", "%across"), Fault::Race,
              "race in shared memory: this ");
  expectClean(writeThenRead(blockBarrier, "%across"), GetParam());
}

TEST_P(RacesTest, TheMessageNamesBothSides) {
  Outcome outcome = run(writeThenRead(warpBarrier, "%across"), GetParam());
  ASSERT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.result.fault.message,
            "race in shared memory: this store writes byte 128, which a load "
            "of thread 0 read with no barrier between");
  EXPECT_EQ(outcome.result.fault.thread, 32u);
}

TEST_P(RacesTest, ABarrierOfTheWarpOrdersTheWarpAlone) {
  expectFault(writeThenRead("", "%beside"), Fault::Race, "race in shared");
  expectClean(writeThenRead(warpBarrier, "%beside"), GetParam());
  expectFault(writeThenRead(warpBarrier, "%across"), Fault::Race,
              "race in shared");
}

TEST_P(RacesTest, AShuffleOrdersNoMemory) {
  expectFault(writeThenRead("%s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 "
                            "-1, i32 %tid, i32 1, i32 31)\n",
                            "%beside"),
              Fault::Race, "race in shared memory");
}

TEST_P(RacesTest, TwoWritesOfOneWord) {
  expectFault(racing("store volatile i32 1, ptr addrspace(3) @mem\n"),
              Fault::Race, "wrote with no barrier between");
}

TEST_P(RacesTest, TwoReadsOfOneWord) {
  expectClean(racing("%x = load volatile i32, ptr addrspace(3) @mem\n"),
              GetParam());
}

/// Reads by many threads, then a write by one of them.
TEST_P(RacesTest, AWriteOfWhatAnotherThreadRead) {
  std::string readAll = "%x = load volatile i32, ptr addrspace(3) @mem\n";
  std::string writeOne = R"(
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %write, label %join
  write:
    store volatile i32 1, ptr addrspace(3) @mem
    br label %join
  join:
  )";
  expectFault(racing(readAll + warpBarrier + writeOne), Fault::Race,
              "race in shared memory");
  expectClean(racing(readAll + blockBarrier + writeOne), GetParam());
}

/// Words do not race with their neighbours, bytes of one word do not either.
TEST_P(RacesTest, BytesSideBySide) {
  expectClean(racing(R"(
    %byte = getelementptr i8, ptr addrspace(3) @mem, i64 %tid64
    store volatile i8 1, ptr addrspace(3) %byte
  )"),
              GetParam());
}

TEST_P(RacesTest, AtomicsDoNotRaceWithOneAnother) {
  expectClean(
      racing("%x = atomicrmw add ptr addrspace(3) @mem, i32 1 monotonic\n"),
      GetParam());
  expectFault(
      racing("%x = atomicrmw add ptr addrspace(3) @mem, i32 1 monotonic\n"
             "%y = load volatile i32, ptr addrspace(3) @mem\n"),
      Fault::Race, "atomic operation");
}

/// Two buffers in turn need one barrier a turn, one buffer needs two.
TEST_P(RacesTest, ALoopThatUsesOneBufferAgain) {
  auto loop = [](const std::string &after) {
    return racing(R"(
    br label %loop
  loop:
    %i = phi i32 [ 0, %0 ], [ %next, %loop ]
    store volatile i32 %i, ptr addrspace(3) %own
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %x = load volatile i32, ptr addrspace(3) %across
)" + after + R"(
    %next = add i32 %i, 1
    %again = icmp ult i32 %next, 3
    br i1 %again, label %loop, label %join
  join:
  )");
  };
  expectFault(loop(""), Fault::Race, "race in shared memory");
  expectClean(loop(blockBarrier), GetParam());
}

TEST_P(RacesTest, BlocksAreApart) {
  Kernel kernel = writeThenRead(blockBarrier, "%across");
  kernel.grid = {64, 1, 1};
  expectClean(kernel, GetParam());
}

TEST_P(RacesTest, OffByDefault) {
  Kernel kernel = writeThenRead("", "%across");
  kernel.options.checkRaces = false;
  expectClean(kernel, GetParam());
}
