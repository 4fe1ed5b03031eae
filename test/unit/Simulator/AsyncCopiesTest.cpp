//===- AsyncCopiesTest.cpp - Copies from global to shared memory ----------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class AsyncCopiesTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, AsyncCopiesTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Stores 100 + tid to out[tid] and copies it to mem[tid], then gives what is
/// there after `wait`.
static Kernel copyThen(const std::string &wait) {
  Kernel kernel;
  kernel.globals =
      "@mem = internal addrspace(3) global [32 x i32] undef, align 16\n";
  kernel.body = R"(
    %value = add i32 %tid, 100
    store volatile i32 %value, ptr addrspace(1) %slot
    %to = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %slot)
)" + wait + R"(
    %r = load volatile i32, ptr addrspace(3) %to
  )";
  return kernel;
}

static const char *const commit =
    "call void @llvm.nvvm.cp.async.commit.group()\n";

static std::string waitGroup(unsigned pending) {
  return "call void @llvm.nvvm.cp.async.wait.group(i32 " +
         std::to_string(pending) + ")\n";
}

static std::vector<uint32_t> copied() {
  return perThread(32, [](unsigned thread) { return 100 + thread; });
}

static std::vector<uint32_t> spoilt() {
  return std::vector<uint32_t>(32, 0xFFFFFFFF);
}

TEST_P(AsyncCopiesTest, ACopyIsThereAfterItsWait) {
  expectValues(copyThen(commit + waitGroup(0)), copied());
  expectValues(copyThen("call void @llvm.nvvm.cp.async.wait.all()\n"),
               copied());
}

TEST_P(AsyncCopiesTest, WithoutAWaitThereIsNothing) {
  expectValues(copyThen(""), spoilt());
  expectValues(copyThen(commit), spoilt());
}

TEST_P(AsyncCopiesTest, AWaitForOneGroupTooFew) {
  expectValues(copyThen(commit + waitGroup(1)), spoilt());
  // An empty group counts.
  expectValues(copyThen(std::string(commit) + commit + waitGroup(1)), copied());
}

TEST_P(AsyncCopiesTest, ACopyInNoGroupStaysUnderWay) {
  expectValues(copyThen(waitGroup(0)), spoilt());
}

TEST_P(AsyncCopiesTest, TheRestOfAShortSourceIsZeros) {
  Kernel kernel;
  kernel.globals =
      "@mem = internal addrspace(3) global [128 x i32] undef, align 16\n";
  kernel.body = R"(
    %four = mul i64 %tid64, 4
    %to = getelementptr i32, ptr addrspace(3) @mem, i64 %four
    store volatile i32 7, ptr addrspace(1) %slot
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %to, ptr addrspace(1) %out, i32 8)
    call void @llvm.nvvm.cp.async.wait.all()
    %all = load volatile <4 x i32>, ptr addrspace(3) %to
    %scaled = mul <4 x i32> %all, <i32 1, i32 10, i32 100, i32 1000>
    %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %scaled)
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
  )";
  expectValues(kernel, perThread(32, [](unsigned) { return 77; }));
}

TEST_P(AsyncCopiesTest, BothEndsAreChecked) {
  auto copy = [](const char *to, const char *from) {
    Kernel kernel;
    kernel.storesResult = false;
    kernel.globals =
        "@mem = internal addrspace(3) global [32 x i32] undef, align 16\n";
    kernel.body =
        "%to = getelementptr i8, ptr addrspace(3) @mem, i64 " +
        std::string(to) +
        "\n%from = getelementptr i8, ptr addrspace(1) %out, i64 " + from +
        "\ncall void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) "
        "%to, ptr addrspace(1) %from)\n";
    return kernel;
  };
  expectFault(copy("128", "0"), Fault::OutOfBounds,
              "cp.async of 4 bytes at offset 128 of shared memory");
  expectFault(copy("0", "128"), Fault::OutOfBounds,
              "cp.async of 4 bytes at offset 128 of the buffer of 'arg0'");
  expectFault(copy("2", "0"), Fault::Misaligned, "misaligned cp.async");
  expectFault(copy("0", "2"), Fault::Misaligned, "misaligned cp.async");
}

TEST_P(AsyncCopiesTest, ACopyRacesUntilABarrierAfterItsWait) {
  auto readAcross = [](const std::string &between) {
    Kernel kernel = copyThen(commit + waitGroup(0) + between + R"(
      %near = xor i64 %tid64, 1
      %beside = getelementptr i32, ptr addrspace(3) @mem, i64 %near
      %x = load volatile i32, ptr addrspace(3) %beside
    )");
    kernel.options.checkRaces = true;
    return kernel;
  };
  expectFault(readAcross(""), Fault::Race, "cp.async");
  expectValues(readAcross("call void @llvm.nvvm.bar.warp.sync(i32 -1)\n"),
               copied());
}
