//===- AtomicsTest.cpp - Atomic operations of PTX -------------------------===//

#include "SimulatorTest.h"

#include "minitc/Conversion/PTXOperations.h"

using namespace minitc;
using namespace simulatortest;

namespace {
class AtomicsTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, AtomicsTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));

/// What an operation makes of the low bits of a word of 64 bits.
struct Change {
  const char *operation;
  uint64_t before, operand, after;
};
} // namespace

/// The call of an operation by the lanes where %on is true, and its
/// declaration.
static Kernel callOf(const GlobalAtomic &atomic,
                     const std::vector<uint64_t> &operands) {
  std::string word = "i" + std::to_string(atomic.wordBits());
  std::string types = "ptr addrspace(1), i1", values;
  for (uint64_t operand : operands) {
    types += ", " + word;
    values += ", " + word + " " + std::to_string(operand);
  }
  Kernel kernel;
  kernel.storesResult = false;
  std::string result = atomic.isReduction ? "void" : word;
  kernel.globals =
      "declare " + result + " @" + atomic.name() + "(" + types + ")\n";
  kernel.body = (atomic.isReduction ? "call " : "%old = call ") + result +
                " @" + atomic.name() + "(ptr addrspace(1) %out, i1 %on" +
                values + ")\n";
  return kernel;
}

/// Runs a kernel with memory of 33 words.
static std::vector<uint64_t> runOn(const Kernel &kernel, SimulatedCode code,
                                   uint64_t first) {
  std::string diagnostics;
  auto compiled = SimulatedKernel::createFromLLVM(
      moduleText(kernel), "kernel.ll", "k", 1, 0, code, diagnostics);
  EXPECT_TRUE(compiled) << diagnostics << moduleText(kernel);
  std::vector<uint64_t> memory(33);
  if (!compiled)
    return memory;
  memory[0] = first;
  SimulatorResult result;
  EXPECT_TRUE(
      compiled->launch({1, 1, 1}, {reinterpret_cast<uint64_t>(memory.data())},
                       {{memory.data(), 8 * memory.size()}}, {}, result))
      << result.diagnostics;
  return memory;
}

/// The word of 64 bits behind that of a lane holds %old.
static std::string storeOld(unsigned bits) {
  std::string word = "i" + std::to_string(bits);
  return (bits == 64 ? "%wide = add i64 %old, 0\n"
                     : "%wide = zext " + word + " %old to i64\n") +
         R"(
    %at = getelementptr i64, ptr addrspace(1) %out, i64 %tid64
    %to = getelementptr i64, ptr addrspace(1) %at, i64 1
    store i64 %wide, ptr addrspace(1) %to
  )";
}

TEST_P(AtomicsTest, EveryOperation) {
  constexpr uint64_t other = 0x1111111100000000, half = 0x1111111122220000;
  constexpr uint64_t big = 0xFFFFFFFF00000000, minusTwo = ~uint64_t(1);
  const Change changes[] = {
      {"and.b32", other | 0xF0F0F0F0, 0xFF00FF00, other | 0xF000F000},
      {"and.b64", big | 0xF0, 0x0F000000FF, 0x0F000000F0},
      {"or.b32", other | 0xF0F0F0F0, 0x0000FF00, other | 0xF0F0FFF0},
      {"or.b64", 0xF0, big, big | 0xF0},
      {"xor.b32", other | 0xFFFF, 0x00FF00FF, other | 0x00FFFF00},
      {"xor.b64", big | 1, big | 2, 3},
      {"exch.b32", other | 5, 0x80000000, other | 0x80000000},
      {"exch.b64", 5, big, big},
      {"cas.b16", half | 5, 7, half | 7},
      {"cas.b32", other | 5, 0x80000000, other | 0x80000000},
      {"cas.b64", big, 3, 3},
      {"add.u32", other | 0xFFFFFFFF, 2, other | 1},
      {"add.u64", 0xFFFFFFFF, 2, 0x100000001},
      {"add.f32", other | 0x3F800000, 0x3F000000, other | 0x3FC00000},
      {"add.f64", 0x3FF0000000000000, 0x3FE0000000000000, 0x3FF8000000000000},
      {"add.noftz.f16", half | 0x3C00, 0x3800, half | 0x3E00},
      {"add.noftz.bf16", half | 0x3F80, 0x3F00, half | 0x3FC0},
      {"min.s32", other | 1, 0xFFFFFFFE, other | 0xFFFFFFFE},
      {"min.s64", 1, minusTwo, minusTwo},
      {"min.u32", other | 1, 0xFFFFFFFE, other | 1},
      {"min.u64", 1, minusTwo, 1},
      {"max.s32", other | 1, 0xFFFFFFFE, other | 1},
      {"max.s64", 1, minusTwo, 1},
      {"max.u32", other | 1, 0xFFFFFFFE, other | 0xFFFFFFFE},
      {"max.u64", 1, minusTwo, minusTwo},
  };
  ASSERT_EQ(std::size(changes), GlobalAtomic::operations().size());
  for (const Change &change : changes) {
    SCOPED_TRACE(change.operation);
    GlobalAtomic atomic;
    atomic.operation = change.operation;
    unsigned bits = atomic.wordBits();
    uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    uint64_t old = change.before & mask;
    std::vector<uint64_t> operands = {change.operand, /*fill=*/77};
    if (atomic.numOperands() == 2)
      operands.insert(operands.begin(), old);
    Kernel kernel = callOf(atomic, operands);
    kernel.body = "%on = icmp eq i32 %tid, 3\n" + kernel.body + storeOld(bits);
    std::vector<uint64_t> memory = runOn(kernel, GetParam(), change.before);
    EXPECT_EQ(memory[0], change.after);
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(memory[1 + lane], lane == 3 ? old : 77) << lane;

    if (!GlobalAtomic::hasReduction(atomic.operation, "release"))
      continue;
    atomic.isReduction = true;
    atomic.order = "release";
    kernel = callOf(atomic, {change.operand});
    kernel.body = "%on = icmp eq i32 %tid, 3\n" + kernel.body;
    EXPECT_EQ(runOn(kernel, GetParam(), change.before)[0], change.after);
  }
}

TEST_P(AtomicsTest, ASwapThatExpectsAnotherValue) {
  GlobalAtomic atomic;
  atomic.operation = "cas.b64";
  Kernel kernel = callOf(atomic, {4, 9, /*fill=*/77});
  kernel.body = "%on = icmp eq i32 %tid, 3\n" + kernel.body + storeOld(64);
  std::vector<uint64_t> memory = runOn(kernel, GetParam(), 5);
  EXPECT_EQ(memory[0], 5u);
  EXPECT_EQ(memory[4], 5u);
}

/// Adds the number of the thread, in every block.
TEST_P(AtomicsTest, BlocksAddUp) {
  Kernel kernel;
  kernel.globals =
      "declare void @minitc.red.relaxed.gpu.global.add.u32(ptr addrspace(1), "
      "i1, i32)\n";
  kernel.body =
      "call void @minitc.red.relaxed.gpu.global.add.u32(ptr addrspace(1) %out, "
      "i1 true, i32 %tid)\n";
  kernel.storesResult = false;
  kernel.numWarps = 2;
  kernel.grid = {8, 4, 2};
  kernel.outputs = 1;
  expectValues(kernel, {64 * 2016});
}

/// All lanes but the last wait for it: whoever waits lets the others run.
TEST_P(AtomicsTest, ALaneWaitsForAnother) {
  Kernel kernel;
  kernel.globals =
      "declare i32 @minitc.atom.acquire.cta.global.cas.b32(ptr addrspace(1), "
      "i1, i32, i32, i32)\n"
      "declare i32 @minitc.atom.release.cta.global.exch.b32(ptr addrspace(1), "
      "i1, i32, i32)\n";
  kernel.body = R"(
    %isLast = icmp eq i32 %tid, 31
    br i1 %isLast, label %open, label %wait
  wait:
    %found = call i32 @minitc.atom.acquire.cta.global.cas.b32(ptr addrspace(1) %out, i1 true, i32 7, i32 7, i32 0)
    %isOpen = icmp eq i32 %found, 7
    br i1 %isOpen, label %end, label %wait
  open:
    %before = call i32 @minitc.atom.release.cta.global.exch.b32(ptr addrspace(1) %out, i1 true, i32 7, i32 0)
    br label %end
  end:
  )";
  kernel.storesResult = false;
  kernel.outputs = 1;
  kernel.options.timeLimitSeconds = 60;
  expectValues(kernel, {7});
}

TEST_P(AtomicsTest, Faults) {
  GlobalAtomic atomic;
  atomic.operation = "add.u64";
  Kernel kernel = callOf(atomic, {1, 0});
  kernel.body =
      "%on = icmp eq i32 %tid, 3\n%p = getelementptr i32, ptr addrspace(1) "
      "%out, i64 1\n" +
      kernel.body;
  size_t at = kernel.body.find("%out, i1");
  kernel.body.replace(at, 4, "%p");
  expectFault(kernel, Fault::Misaligned, "atomic operation");
  at = kernel.body.find("i64 1\n");
  kernel.body.replace(at, 5, "i64 40");
  expectFault(kernel, Fault::OutOfBounds,
              "atomic operation of 8 bytes at offset 160");
}
