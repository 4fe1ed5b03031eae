//===- WarpgroupTest.cpp - wgmma ------------------------------------------===//
//
// Products of operands that the test lays out in shared memory by the PTX ISA's
// canonical layouts, against products in plain loops; and everything that may
// be forgotten around a wgmma, next to the same kernel with nothing forgotten.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

#include "minitc/Conversion/WGMMAInstruction.h"
#include "minitc/Interpreter/NarrowFloat.h"

#include <cstring>

using namespace simulatortest;

namespace {
class WarpgroupTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, WarpgroupTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));

/// How an operand lies in shared memory.
struct Operand {
  /// Bytes of the swizzle; 16: none.
  unsigned rowBytes = 128;
  bool isTransposed = false;
  /// From the operand's start, as when k is somewhere in a wider row.
  unsigned start = 0;
  uint32_t leading = 0, stride = 0;

  /// The descriptor's bits beside the address.
  uint64_t descriptorBits() const {
    uint64_t swizzle = rowBytes == 128  ? 1
                       : rowBytes == 64 ? 2
                       : rowBytes == 32 ? 3
                                        : 0;
    return uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32 |
           swizzle << 62;
  }

  /// Where an element is, in bytes, before swizzling: the canonical layouts.
  unsigned plainOffset(unsigned row, unsigned k, unsigned bytes) const {
    unsigned inner = (isTransposed ? row : k) * bytes;
    unsigned line = isTransposed ? k : row;
    unsigned within = inner % rowBytes, beyond = inner / rowBytes;
    unsigned lineStep = stride, beyondStep = leading;
    if (rowBytes == 16 && isTransposed)
      std::swap(lineStep, beyondStep);
    return start + within + beyond * beyondStep + line % 8 * rowBytes +
           line / 8 * lineStep;
  }

  unsigned offset(unsigned row, unsigned k, unsigned bytes) const {
    unsigned plain = plainOffset(row, k, bytes);
    switch (rowBytes) {
    case 128:
      return plain ^ (plain >> 7 & 7) << 4;
    case 64:
      return plain ^ (plain >> 7 & 3) << 4;
    case 32:
      return plain ^ (plain >> 7 & 1) << 4;
    default:
      return plain;
    }
  }
};

/// An operand whose pieces lie as close as they can.
Operand packed(unsigned rowBytes, bool isTransposed, unsigned rows) {
  Operand operand{rowBytes, isTransposed};
  if (rowBytes == 16) {
    // Core matrices of 128 bytes, along k first.
    operand.leading = isTransposed ? rows / 8 * 128 : 128;
    operand.stride = isTransposed ? 128 : 256;
  } else if (isTransposed) {
    operand.stride = 8 * rowBytes;
    operand.leading = 16 * rowBytes;
  } else {
    operand.stride = 8 * rowBytes;
  }
  return operand;
}

constexpr unsigned lhsBytes = 8192, rhsBytes = 32768;
constexpr unsigned imageBytes = lhsBytes + rhsBytes;

/// The instructions around a product, to be left out or changed.
struct Surroundings {
  std::string proxyFence =
      "call void @llvm.nvvm.fence.proxy.async.shared_cta()\n";
  std::string barrier =
      "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
  std::string afterBarrier;
  std::string fence = "call void @llvm.nvvm.wgmma.fence.sync.aligned()\n";
  std::string commit =
      "call void @llvm.nvvm.wgmma.commit_group.sync.aligned()\n";
  std::string beforeWait;
  /// Groups that the wait leaves pending; -1: there is no wait.
  int pending = 0;
  std::string afterWait;
  /// How often the product is added to the accumulator.
  unsigned times = 1;
  unsigned keep = 1;
  /// What is XORed into the addresses of both descriptors.
  std::string changeDescriptor;
};

std::string number(uint64_t value) { return std::to_string(value); }

/// The words of an accumulator as the fields of a struct or as parameters.
std::string wordTypes(const WGMMAInstruction &instruction) {
  std::string list;
  for (unsigned i = 0; i < instruction.words(); ++i)
    list += std::string(i ? ", " : "") +
            (instruction.accumulator == "f32" ? "float" : "i32");
  return list;
}

/// Declarations of the named functions that stand for instructions.
std::string declarations(const WGMMAInstruction &instruction,
                         const Surroundings &around) {
  std::string words = wordTypes(instruction);
  std::string left =
      instruction.isLhsInRegisters ? "i32, i32, i32, i32" : "i64";
  std::string text = "declare { " + words + " } @" + instruction.name() + "(" +
                     words + ", " + left + ", i64, i32) convergent nounwind\n";
  if (around.pending < 0)
    return text;
  WGMMAWait wait{unsigned(around.pending), instruction.words(),
                 instruction.accumulator == "f32"};
  return text + "declare { " + words + " } @" + wait.name() + "(" + words +
         ") convergent nounwind\n";
}

/// A kernel of one warpgroup: copies an image of both operands from %out to
/// shared memory, multiplies, and stores each thread's words behind the image.
std::string bodyOf(const WGMMAInstruction &instruction, const Operand &a,
                   const Operand &b, const Surroundings &around) {
  std::string body = R"(
    %copied = mul i64 %tid64, )" +
                     number(imageBytes / 128) + R"(
    %from = getelementptr i8, ptr addrspace(1) %out, i64 %copied
    %to = getelementptr i8, ptr addrspace(3) @mem, i64 %copied
    call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 %to, ptr addrspace(1) align 16 %from, i64 )" +
                     number(imageBytes / 128) + ", i1 false)\n" +
                     around.proxyFence + around.barrier + around.afterBarrier;
  auto descriptor = [&](const std::string &name, unsigned start,
                        const Operand &operand) {
    body += "%" + name + "p = getelementptr i8, ptr addrspace(3) @mem, i64 " +
            number(start + operand.start) + "\n%" + name +
            "i = ptrtoint ptr addrspace(3) %" + name + "p to i32\n%" + name +
            "s = lshr i32 %" + name + "i, 4\n%" + name + "m = and i32 %" +
            name + "s, 16383\n%" + name + "l = zext i32 %" + name +
            "m to i64\n%" + name + "x = xor i64 %" + name + "l, " +
            (around.changeDescriptor.empty() ? "0" : around.changeDescriptor) +
            "\n%" + name + "d = or i64 %" + name + "x, " +
            number(operand.descriptorBits()) + "\n";
  };
  if (!instruction.isLhsInRegisters)
    descriptor("a", 0, a);
  descriptor("b", lhsBytes, b);

  bool isFloat = instruction.accumulator == "f32";
  std::string word = isFloat ? "float" : "i32";
  std::string type = "{ " + wordTypes(instruction) + " }";
  std::string left = "i64 %ad";
  if (instruction.isLhsInRegisters) {
    // The fragment is in the image in order of threads.
    left.clear();
    for (unsigned i = 0; i < 4; ++i) {
      std::string n = number(i);
      body += "%fi" + n +
              " = getelementptr [4 x i32], ptr addrspace(1) %out, " +
              "i64 %tid64, i64 " + n + "\n%f" + n +
              " = load i32, ptr addrspace(1) %fi" + n + "\n";
      left += (i ? ", i32 %f" : "i32 %f") + n;
    }
  }
  body += around.fence;
  auto words = [&](const std::string &from) {
    std::string list;
    for (unsigned i = 0; i < instruction.words(); ++i) {
      list += (i ? ", " : "") + word + " ";
      if (from.empty()) {
        list += isFloat ? "1.0" : "0";
        continue;
      }
      std::string name = "%" + from + "w" + number(i);
      body += name + " = extractvalue " + type + " %" + from + ", " +
              number(i) + "\n";
      list += name;
    }
    return list;
  };
  std::string latest;
  for (unsigned time = 0; time < around.times; ++time) {
    std::string sums = words(latest), result = "r" + number(time);
    body += "%" + result + " = call " + type + " @" + instruction.name() + "(" +
            sums + ", " + left + ", i64 %bd, i32 " + number(around.keep) +
            ")\n";
    latest = result;
  }
  body += around.commit + around.beforeWait;
  if (around.pending >= 0) {
    WGMMAWait wait{unsigned(around.pending), instruction.words(), isFloat};
    std::string sums = words(latest);
    body += "%done = call " + type + " @" + wait.name() + "(" + sums + ")\n";
    latest = "done";
  }
  body += around.afterWait;
  words(latest);
  body += "%words = getelementptr i8, ptr addrspace(1) %out, i64 " +
          number(imageBytes) + "\n";
  for (unsigned i = 0; i < instruction.words(); ++i)
    body += "%o" + number(i) + " = getelementptr [" +
            number(instruction.words()) + " x i32], ptr addrspace(1) %words, " +
            "i64 %tid64, i64 " + number(i) + "\nstore " + word + " %" + latest +
            "w" + number(i) + ", ptr addrspace(1) %o" + number(i) + "\n";
  return body;
}

Kernel kernelOf(const WGMMAInstruction &instruction, const Operand &a,
                const Operand &b, const Surroundings &around) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.storesResult = false;
  kernel.globals = "@mem = internal addrspace(3) global [" +
                   number(imageBytes) + " x i8] undef, align 1024\n" +
                   declarations(instruction, around);
  kernel.body = bodyOf(instruction, a, b, around);
  kernel.outputs = imageBytes / 4 + 128 * instruction.words();
  kernel.options.checkRaces = true;
  return kernel;
}

WGMMAInstruction productOf(unsigned n, const char *accumulator, const char *lhs,
                           const char *rhs) {
  WGMMAInstruction instruction;
  instruction.n = n;
  instruction.accumulator = accumulator;
  instruction.lhs = lhs;
  instruction.rhs = rhs;
  return instruction;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

int lhsAt(unsigned row, unsigned k) { return int(row * 7 + k * 5) % 7 - 3; }
int rhsAt(unsigned k, unsigned column) {
  return int(column * 3 + k * 11) % 7 - 3;
}

/// A small integer as an element.
uint32_t encoded(const std::string &type, int value) {
  float wide = float(value);
  uint32_t bits;
  std::memcpy(&bits, &wide, sizeof(bits));
  if (type == "f16")
    return Half::round(value);
  if (type == "bf16")
    return bits >> 16;
  if (type == "e4m3")
    return E4M3FN::round(value);
  if (type == "e5m2")
    return E5M2::round(value);
  if (type == "tf32")
    return bits | 0x1FFF; // What is not looked at.
  return uint8_t(value);
}

/// The place of thread's fragment register element in the left operand.
void fillFragment(const WGMMAInstruction &instruction, char *image) {
  unsigned bytes = instruction.elementBytes(), packed = 4 / bytes;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned reg = 0; reg < 4; ++reg)
      for (unsigned i = 0; i < packed; ++i) {
        unsigned lane = thread % 32;
        unsigned row = thread / 32 * 16 + lane / 4 + reg % 2 * 8;
        unsigned k = (reg / 2 * 4 + lane % 4) * packed + i;
        uint32_t element = encoded(instruction.lhs, lhsAt(row, k));
        std::memcpy(image + (thread * 4 + reg) * 4 + i * bytes, &element,
                    bytes);
      }
}

/// What word `index` of a thread should hold, of `times` products and what was
/// there before.
uint32_t expectedWord(const WGMMAInstruction &instruction, unsigned thread,
                      unsigned index, unsigned times, bool isKept) {
  auto sumAt = [&](unsigned i) {
    unsigned lane = thread % 32;
    unsigned row = thread / 32 * 16 + lane / 4 + i / 2 % 2 * 8;
    unsigned column = i / 4 * 8 + lane % 4 * 2 + i % 2;
    int sum = 0;
    for (unsigned k = 0; k < instruction.depth(); ++k)
      sum += lhsAt(row, k) * rhsAt(k, column);
    return isKept ? sum * int(times) : sum;
  };
  if (instruction.accumulator == "f16")
    return Half::round(sumAt(2 * index)) |
           uint32_t(Half::round(sumAt(2 * index + 1))) << 16;
  if (instruction.accumulator == "s32")
    return uint32_t(sumAt(index));
  float sum = float(sumAt(index) + (isKept ? 1 : 0));
  uint32_t bits;
  std::memcpy(&bits, &sum, sizeof(bits));
  return bits;
}

std::vector<uint32_t> makeImage(const WGMMAInstruction &instruction,
                                const Operand &a, const Operand &b,
                                size_t words) {
  std::vector<uint32_t> memory(words, 0);
  char *image = reinterpret_cast<char *>(memory.data());
  unsigned bytes = instruction.elementBytes();
  auto put = [&](const std::string &type, int value, unsigned offset) {
    uint32_t element = encoded(type, value);
    std::memcpy(image + offset, &element, bytes);
  };
  for (unsigned k = 0; k < instruction.depth(); ++k) {
    for (unsigned row = 0; row < 64 && !instruction.isLhsInRegisters; ++row)
      put(instruction.lhs, lhsAt(row, k), a.offset(row, k, bytes));
    for (unsigned column = 0; column < instruction.n; ++column)
      put(instruction.rhs, rhsAt(k, column),
          lhsBytes + b.offset(column, k, bytes));
  }
  if (instruction.isLhsInRegisters)
    fillFragment(instruction, image);
  return memory;
}

/// Runs a product of known operands and gives what the threads stored.
Outcome runProduct(const WGMMAInstruction &instruction, const Operand &a,
                   const Operand &b, const Surroundings &around,
                   SimulatedCode code, Order order = Order::Ascending) {
  Kernel kernel = kernelOf(instruction, a, b, around);
  std::string diagnostics;
  Outcome outcome;
  auto compiled =
      SimulatedKernel::createFromLLVM(moduleText(kernel), "kernel.ll", "k",
                                      kernel.numWarps, 0, code, diagnostics);
  EXPECT_TRUE(compiled) << diagnostics;
  if (!compiled)
    return outcome;
  std::vector<uint32_t> memory = makeImage(instruction, a, b, kernel.outputs);
  kernel.options.order = order;
  outcome.succeeded = compiled->launch(
      {1, 1, 1}, {reinterpret_cast<uint64_t>(memory.data())},
      {{memory.data(), 4 * memory.size()}}, kernel.options, outcome.result);
  outcome.out.assign(memory.begin() + imageBytes / 4, memory.end());
  return outcome;
}

void expectProduct(WGMMAInstruction instruction, const Operand &a,
                   const Operand &b, SimulatedCode code,
                   const Surroundings &around = Surroundings(),
                   Order order = Order::Ascending) {
  instruction.isLhsTransposed = !instruction.isLhsInRegisters && a.isTransposed;
  instruction.isRhsTransposed = b.isTransposed;
  SCOPED_TRACE(instruction.name() + ", swizzles of " + number(a.rowBytes) +
               " and " + number(b.rowBytes) + " bytes");
  Outcome outcome = runProduct(instruction, a, b, around, code, order);
  ASSERT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < instruction.words(); ++i)
      ASSERT_EQ(
          outcome.out[thread * instruction.words() + i],
          expectedWord(instruction, thread, i, around.times, around.keep != 0))
          << "thread " << thread << ", word " << i;
}

/// A product for the tests of what is forgotten.
const unsigned plainColumns = 16;
WGMMAInstruction plainProduct() {
  return productOf(plainColumns, "f32", "f16", "f16");
}
Operand plainOperand() { return packed(128, false, 64); }

void expectProductFault(const Surroundings &around, Fault kind,
                        const std::string &text, SimulatedCode code) {
  for (Order order : {Order::Ascending, Order::Descending, Order::Shuffled}) {
    Outcome outcome = runProduct(plainProduct(), plainOperand(), plainOperand(),
                                 around, code, order);
    ASSERT_FALSE(outcome.succeeded) << text;
    EXPECT_EQ(outcome.result.fault.kind, kind) << outcome.result.diagnostics;
    EXPECT_NE(outcome.result.fault.message.find(text), std::string::npos)
        << outcome.result.fault.message << "\nlacks: " << text;
  }
}

void expectPlainProduct(const Surroundings &around, SimulatedCode code) {
  for (Order order : {Order::Ascending, Order::Descending, Order::Shuffled})
    expectProduct(plainProduct(), plainOperand(), plainOperand(), code, around,
                  order);
}
} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TEST_P(WarpgroupTest, EveryTypeOfElement) {
  for (auto [accumulator, lhs, rhs] :
       {std::tuple("f32", "f16", "f16"), std::tuple("f16", "f16", "f16"),
        std::tuple("f32", "bf16", "bf16"), std::tuple("f32", "tf32", "tf32"),
        std::tuple("f32", "e4m3", "e5m2"), std::tuple("f16", "e5m2", "e4m3"),
        std::tuple("s32", "s8", "s8")}) {
    WGMMAInstruction instruction = productOf(32, accumulator, lhs, rhs);
    expectProduct(instruction, packed(128, false, 64), packed(64, false, 32),
                  GetParam());
    instruction.isLhsInRegisters = true;
    expectProduct(instruction, Operand(), packed(32, false, 32), GetParam());
  }
}

TEST_P(WarpgroupTest, EveryWidth) {
  for (unsigned n : {8, 24, 64, 256})
    expectProduct(productOf(n, "f32", "f16", "f16"), packed(128, false, 64),
                  packed(128, false, n), GetParam());
}

TEST_P(WarpgroupTest, EverySwizzleWithKContiguous) {
  for (unsigned rowBytes : {16, 32, 64, 128})
    expectProduct(productOf(64, "f32", "bf16", "bf16"),
                  packed(rowBytes, false, 64), packed(rowBytes, false, 64),
                  GetParam());
}

TEST_P(WarpgroupTest, EverySwizzleWithRowsContiguous) {
  for (unsigned rowBytes : {16, 32, 64, 128})
    expectProduct(productOf(128, "f32", "f16", "f16"),
                  packed(rowBytes, true, 64), packed(rowBytes, true, 128),
                  GetParam());
}

/// The third 32 bytes of rows of 128: the swizzle goes by the address.
TEST_P(WarpgroupTest, APartOfASwizzledRow) {
  Operand a = packed(128, false, 64), b = packed(128, false, 32);
  a.start = b.start = 64;
  expectProduct(productOf(32, "f32", "f16", "f16"), a, b, GetParam());
}

TEST_P(WarpgroupTest, ProductsAddUpBeforeTheWait) {
  Surroundings twice;
  twice.times = 2;
  expectPlainProduct(twice, GetParam());
  for (const char *accumulator : {"f16", "f32"})
    expectProduct(productOf(16, accumulator, "f16", "f16"), plainOperand(),
                  plainOperand(), GetParam(), twice);
  expectProduct(productOf(16, "s32", "s8", "s8"), plainOperand(),
                plainOperand(), GetParam(), twice);
}

TEST_P(WarpgroupTest, AnAccumulatorThatIsNotKept) {
  Surroundings fresh;
  fresh.keep = 0;
  expectPlainProduct(fresh, GetParam());
}

//===----------------------------------------------------------------------===//
// What may be forgotten
//===----------------------------------------------------------------------===//

TEST_P(WarpgroupTest, NothingIsThereBeforeTheWait) {
  Surroundings around;
  around.pending = -1;
  around.afterWait =
      "call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)\n";
  Outcome outcome = runProduct(plainProduct(), plainOperand(), plainOperand(),
                               around, GetParam());
  ASSERT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  for (uint32_t word : outcome.out)
    EXPECT_EQ(word >> 22, 0x3FFu) << "expected a NaN";
}

TEST_P(WarpgroupTest, AProductThatIsNotWaitedFor) {
  Surroundings around;
  around.pending = -1;
  expectProductFault(around, Fault::Unordered,
                     "returns without having waited for it", GetParam());
  around.pending = 1;
  expectProductFault(around, Fault::Unordered,
                     "returns without having waited for it", GetParam());
  around.pending = 0;
  around.commit.clear();
  expectProductFault(around, Fault::Unordered,
                     "returns without having waited for it", GetParam());
}

TEST_P(WarpgroupTest, AnOperandThatChangesTooEarly) {
  std::string barrier = Surroundings().barrier;
  std::string change = R"(
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %write, label %go
  write:
    store volatile i32 -1, ptr addrspace(3) @mem
    br label %go
  go:
)";
  Surroundings around;
  around.beforeWait = barrier + change;
  expectProductFault(around, Fault::Unordered,
                     "byte 0 of shared memory, which it reads, was written "
                     "before it was waited for",
                     GetParam());
  around.beforeWait.clear();
  around.afterWait = change;
  expectProductFault(around, Fault::Race, "race in shared memory", GetParam());
  around.afterWait = barrier + change;
  expectPlainProduct(around, GetParam());
}

TEST_P(WarpgroupTest, ABarrierBetweenStoresAndTheProduct) {
  Surroundings around;
  around.barrier.clear();
  expectProductFault(around, Fault::Race, "race in shared memory", GetParam());
}

TEST_P(WarpgroupTest, AFenceBetweenTheProxies) {
  Surroundings around;
  std::swap(around.proxyFence, around.afterBarrier);
  expectPlainProduct(around, GetParam());
  around.afterBarrier.clear();
  expectProductFault(around, Fault::Unordered,
                     "wrote with no fence.proxy.async between", GetParam());
  // One that comes before what it should order.
  around.proxyFence = Surroundings().proxyFence +
                      "store volatile i32 %tid, ptr addrspace(3) %to\n";
  expectProductFault(around, Fault::Unordered,
                     "wrote with no fence.proxy.async between", GetParam());
}

TEST_P(WarpgroupTest, AFenceBeforeTheRegistersAreUsed) {
  Surroundings around;
  around.fence.clear();
  expectProductFault(around, Fault::BadCollective, "expected wgmma.fence",
                     GetParam());
}

TEST_P(WarpgroupTest, AllFourWarpsTakePart) {
  Surroundings around;
  around.afterBarrier = R"(
    %isLast = icmp uge i32 %tid, 96
    br i1 %isLast, label %leave, label %stay
  leave:
    ret void
  stay:
)";
  expectProductFault(around, Fault::Divergence,
                     "wgmma.fence is reached by 96 of the 128 threads of a "
                     "warpgroup: thread 96 has returned",
                     GetParam());
}

TEST_P(WarpgroupTest, ABlockOfTwoWarpsHasNone) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.storesResult = false;
  kernel.body = Surroundings().fence;
  expectFault(kernel, Fault::BadCollective,
              "expected four warps from a multiple of four on");
}

TEST_P(WarpgroupTest, WarpsAtTwoPlaces) {
  Kernel kernel;
  kernel.numWarps = 4;
  kernel.storesResult = false;
  kernel.body = R"(
    %isLast = icmp uge i32 %tid, 96
    br i1 %isLast, label %one, label %other
  one:
    call void @llvm.nvvm.wgmma.fence.sync.aligned()
    ret void
  other:
    call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
)";
  expectFault(kernel, Fault::Divergence, "of its warpgroup waits at wgmma.");
}

TEST_P(WarpgroupTest, DescriptorsAreChecked) {
  Surroundings around;
  // A base offset.
  around.changeDescriptor = "562949953421312";
  expectProductFault(around, Fault::BadCollective, "expected a descriptor of",
                     GetParam());
  // The upper half of shared memory's 256 KiB.
  around.changeDescriptor = "8192";
  expectProductFault(around, Fault::OutOfBounds,
                     "wgmma of 16 bytes at offset 131072 of shared memory, "
                     "which has 40960 bytes",
                     GetParam());
  around.changeDescriptor = "%tid64";
  expectProductFault(around, Fault::BadCollective,
                     "expected the same descriptor in all threads", GetParam());
}
