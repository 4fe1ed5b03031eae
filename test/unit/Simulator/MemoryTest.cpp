//===- MemoryTest.cpp - Accesses in and out of bounds ---------------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class MemoryTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, MemoryTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

static Kernel kernelOf(const std::string &body, bool storesResult = false) {
  Kernel kernel;
  kernel.body = body;
  kernel.storesResult = storesResult;
  return kernel;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

TEST_P(MemoryTest, AStoreBehindABuffer) {
  expectFault(kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 32
    store i32 1, ptr addrspace(1) %p
  )"),
              Fault::OutOfBounds,
              "store of 4 bytes at offset 128 of the buffer of 'arg0', which "
              "has 128 bytes");
}

TEST_P(MemoryTest, ALoadBeforeABuffer) {
  expectFault(kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 -1
    %r = load volatile i32, ptr addrspace(1) %p
  )",
                       true),
              Fault::OutOfBounds,
              "load of 4 bytes at offset -4 of the buffer of 'arg0'");
}

TEST_P(MemoryTest, AWideAccessOverTheEnd) {
  expectFault(kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 30
    store <4 x i32> zeroinitializer, ptr addrspace(1) %p, align 4
  )"),
              Fault::OutOfBounds, "store of 16 bytes at offset 120");
}

TEST_P(MemoryTest, AnAddressInNoBuffer) {
  expectFault(kernelOf(R"(
    %p = inttoptr i64 4096 to ptr addrspace(1)
    store volatile i32 1, ptr addrspace(1) %p
  )"),
              Fault::OutOfBounds,
              "store of 4 bytes at 0x1000, which is in no buffer");
}

TEST_P(MemoryTest, AMisalignedAccess) {
  expectFault(kernelOf(R"(
    %p = getelementptr i8, ptr addrspace(1) %out, i64 2
    store i32 1, ptr addrspace(1) %p, align 4
  )"),
              Fault::Misaligned,
              "misaligned store of 4 bytes: expected an address that is a "
              "multiple of 4, but got 0x");
}

TEST_P(MemoryTest, GenericPointersAreChecked) {
  expectFault(kernelOf(R"(
    %g = addrspacecast ptr addrspace(1) %out to ptr
    %p = getelementptr i32, ptr %g, i64 32
    store volatile i32 1, ptr %p
  )"),
              Fault::OutOfBounds, "store of 4 bytes at offset 128");
}

TEST_P(MemoryTest, TheThreadsOwnStackNeedsNoBuffer) {
  Kernel kernel = kernelOf(R"(
    %stack = alloca [4 x i32]
    %index = and i64 %tid64, 3
    %p = getelementptr [4 x i32], ptr %stack, i64 0, i64 %index
    store volatile i32 %tid, ptr %p
    %chosen = select i1 true, ptr %p, ptr null
    %r = load volatile i32, ptr %chosen
  )",
                           true);
  expectValues(kernel, perThread(32, [](unsigned thread) { return thread; }));
}

TEST_P(MemoryTest, ConstantsOfTheModuleCanBeRead) {
  Kernel kernel = kernelOf(R"(
    %index = and i64 %tid64, 3
    %p = getelementptr [4 x i32], ptr addrspace(1) @table, i64 0, i64 %index
    %r = load i32, ptr addrspace(1) %p
  )",
                           true);
  kernel.globals = "@table = internal addrspace(1) constant [4 x i32] "
                   "[i32 5, i32 7, i32 11, i32 13]\n";
  const uint32_t table[] = {5, 7, 11, 13};
  expectValues(kernel, perThread(32, [&](unsigned thread) {
                 return table[thread % 4];
               }));
}

TEST_P(MemoryTest, ALoadBehindAConstantIsFound) {
  Kernel kernel = kernelOf(R"(
    %index = add i64 %tid64, 4
    %p = getelementptr i32, ptr addrspace(1) @table, i64 %index
    %r = load volatile i32, ptr addrspace(1) %p
  )",
                           true);
  kernel.globals = "@table = internal addrspace(1) constant [4 x i32] "
                   "[i32 5, i32 7, i32 11, i32 13]\n";
  expectFault(kernel, Fault::OutOfBounds, "of 'table', which has 16 bytes");
}

TEST_P(MemoryTest, CopiesOfMemoryAreCheckedAtBothEnds) {
  expectFault(kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 16
    call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %p, i64 68, i1 false)
  )"),
              Fault::OutOfBounds, "memory copy of 68 bytes at offset 64");
}

TEST_P(MemoryTest, AtomicsAddUp) {
  Kernel kernel = kernelOf(R"(
    %old = atomicrmw add ptr addrspace(1) %out, i32 %tid monotonic
  )");
  kernel.numWarps = 2;
  kernel.grid = {8, 4, 2};
  kernel.outputs = 1;
  expectValues(kernel, {64 * 2016});
}

TEST_P(MemoryTest, AnAtomicOutOfBounds) {
  expectFault(kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 40
    %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  )"),
              Fault::OutOfBounds, "atomic operation of 4 bytes at offset 160");
}

//===----------------------------------------------------------------------===//
// Predicated accesses
//===----------------------------------------------------------------------===//

TEST_P(MemoryTest, PredicatedAccessesOfEveryWidth) {
  struct Case {
    const char *suffix, *word;
    unsigned words, bytes;
  };
  for (const Case &test : {Case{"v1.b8", "i16", 1, 1},
                           {"v2.b8", "i16", 2, 2},
                           {"v4.b8", "i16", 4, 4},
                           {"v1.b16", "i16", 1, 2},
                           {"v2.b16", "i16", 2, 4},
                           {"v4.b16", "i16", 4, 8},
                           {"v1.b32", "i32", 1, 4},
                           {"v2.b32", "i32", 2, 8},
                           {"v4.b32", "i32", 4, 16},
                           {"v1.b64", "i64", 1, 8},
                           {"v2.b64", "i64", 2, 16}}) {
    std::string word = test.word, fills, values, structure = word, extracts;
    for (unsigned i = 0; i < test.words; ++i) {
      std::string n = std::to_string(i);
      fills += ", " + word + " 0";
      values += ", " + word + " %w" + n;
      if (test.words > 1)
        extracts += "%w" + n + " = extractvalue %result %all, " + n + "\n";
    }
    if (test.words == 1)
      extracts = "%w0 = add " + word + " %all, 0\n";
    for (unsigned i = 1; i < test.words; ++i)
      structure += ", " + word;
    if (test.words > 1)
      structure = "{ " + structure + " }";
    // Copies the first half of %out, element by element, to the second half.
    Kernel kernel = kernelOf(
        "%size = mul i64 %tid64, " + std::to_string(test.bytes) + R"(
      %from = getelementptr i8, ptr addrspace(1) %out, i64 %size
      %to = getelementptr i8, ptr addrspace(1) %from, i64 512
      %isOn = icmp ult i32 %tid, 31
      %all = call %result @minitc.ld.global.)" +
        std::string(test.suffix) + "(ptr addrspace(1) %from, i1 %isOn" + fills +
        ")\n" + extracts + "call void @minitc.st.global." + test.suffix +
        "(ptr addrspace(1) %to, i1 %isOn" + values + ")\n");
    kernel.globals = "%result = type " + structure + "\n" +
                     "declare %result @minitc.ld.global." + test.suffix +
                     "(ptr addrspace(1), i1" +
                     [&] {
                       std::string list;
                       for (unsigned i = 0; i < test.words; ++i)
                         list += ", " + word;
                       return list;
                     }() +
                     ")\ndeclare void @minitc.st.global." + test.suffix +
                     "(ptr addrspace(1), i1" +
                     [&] {
                       std::string list;
                       for (unsigned i = 0; i < test.words; ++i)
                         list += ", " + word;
                       return list;
                     }() +
                     ")\n";
    if (test.words == 1) // A named type is a structure.
      for (std::string *text : {&kernel.globals, &kernel.body}) {
        for (size_t at;
             (at = text->find("%result = type")) != std::string::npos;)
          text->erase(at, text->find('\n', at) - at);
        for (size_t at; (at = text->find("%result")) != std::string::npos;)
          text->replace(at, 7, word);
      }

    std::string diagnostics;
    auto compiled = SimulatedKernel::createFromLLVM(
        moduleText(kernel), "kernel.ll", "k", 1, 0, GetParam(), diagnostics);
    ASSERT_TRUE(compiled) << diagnostics << moduleText(kernel);
    alignas(16) uint8_t memory[1024] = {};
    for (unsigned i = 0; i < 512; ++i)
      memory[i] = uint8_t(i * 7 + 1);
    SimulatorResult result;
    ASSERT_TRUE(compiled->launch({1, 1, 1},
                                 {reinterpret_cast<uint64_t>(memory)},
                                 {{memory, sizeof(memory)}}, {}, result))
        << result.diagnostics;
    // Lane 31 is masked off.
    for (unsigned i = 0; i < 512; ++i)
      ASSERT_EQ(memory[512 + i], i < 31 * test.bytes ? memory[i] : 0)
          << test.suffix << " byte " << i;
  }
}

static const char *const predicatedDeclarations = R"(
declare i32 @minitc.ld.global.v1.b32(ptr addrspace(1), i1, i32)
declare i32 @minitc.ld.global.volatile.v1.b32(ptr addrspace(1), i1, i32)
declare void @minitc.st.global.evict_first.v4.b32(ptr addrspace(1), i1, i32, i32, i32, i32)
)";

TEST_P(MemoryTest, WhatIsMaskedOffMayBeAnywhereAndGivesTheFill) {
  Kernel kernel = kernelOf(R"(
    %isOn = icmp ult i32 %tid, 5
    %p = select i1 %isOn, ptr addrspace(1) %slot, ptr addrspace(1) null
    %r = call i32 @minitc.ld.global.volatile.v1.b32(ptr addrspace(1) %p, i1 %isOn, i32 77)
    call void @minitc.st.global.evict_first.v4.b32(ptr addrspace(1) null, i1 false, i32 1, i32 2, i32 3, i32 4)
  )",
                           true);
  kernel.globals = predicatedDeclarations;
  expectValues(kernel, perThread(32, [](unsigned thread) {
                 return thread < 5 ? 0 : 77;
               }));
}

TEST_P(MemoryTest, APredicatedLoadOutOfBounds) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %slot, i64 1
    %r = call i32 @minitc.ld.global.v1.b32(ptr addrspace(1) %p, i1 true, i32 77)
  )",
                           true);
  kernel.globals = predicatedDeclarations;
  expectFault(kernel, Fault::OutOfBounds,
              "load of 4 bytes at offset 128 of the buffer of 'arg0', which "
              "has 128 bytes, in block (0, 0, 0), thread 31 of 'k'");
}

TEST_P(MemoryTest, APredicatedStoreIsAlignedToItsWholeWidth) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(1) %out, i64 1
    call void @minitc.st.global.evict_first.v4.b32(ptr addrspace(1) %p, i1 true, i32 1, i32 2, i32 3, i32 4)
  )");
  kernel.globals = predicatedDeclarations;
  expectFault(kernel, Fault::Misaligned,
              "misaligned store of 16 bytes: expected an address that is a "
              "multiple of 16");
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

TEST_P(MemoryTest, AStoreBehindSharedMemory) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 1, ptr addrspace(3) %p
  )");
  kernel.globals =
      "@mem = internal addrspace(3) global [31 x i32] undef, align 16\n";
  expectFault(kernel, Fault::OutOfBounds,
              "store of 4 bytes at offset 124 of shared memory, which has 124 "
              "bytes, in block (0, 0, 0), thread 31 of 'k'");
}

TEST_P(MemoryTest, AMisalignedSharedAccess) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i8, ptr addrspace(3) @mem, i64 6
    store volatile i32 1, ptr addrspace(3) %p, align 4
  )");
  kernel.globals =
      "@mem = internal addrspace(3) global [31 x i32] undef, align 16\n";
  expectFault(kernel, Fault::Misaligned,
              "multiple of 4, but got 0x6 in shared memory");
}

TEST_P(MemoryTest, SharedAddressesFitInto32Bits) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %p
    %narrow = ptrtoint ptr addrspace(3) %p to i32
    %wide = zext i32 %narrow to i64
    %q = inttoptr i64 %wide to ptr addrspace(3)
    %r = load volatile i32, ptr addrspace(3) %q
  )",
                           true);
  kernel.globals =
      "@mem = internal addrspace(3) global [32 x i32] undef, align 16\n";
  expectValues(kernel, perThread(32, [](unsigned thread) { return thread; }));
}

TEST_P(MemoryTest, DynamicSharedMemoryLiesBehindTheStatic) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(3) @fixed, i64 %tid64
    %q = getelementptr i32, ptr addrspace(3) @dynamic, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %p
    store volatile i32 1000, ptr addrspace(3) %q
    %r = load volatile i32, ptr addrspace(3) %p
  )",
                           true);
  kernel.globals =
      "@dynamic = external addrspace(3) global [0 x i32], align 16\n"
      "@fixed = internal addrspace(3) global [32 x i32] undef, align 16\n";
  kernel.dynamicSharedBytes = 128;
  expectValues(kernel, perThread(32, [](unsigned thread) { return thread; }));
  kernel.dynamicSharedBytes = 64;
  expectFault(kernel, Fault::OutOfBounds,
              "of shared memory, which has 192 bytes");
}

TEST_P(MemoryTest, GenericPointersToSharedMemoryAreChecked) {
  Kernel kernel = kernelOf(R"(
    %p = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    %q = addrspacecast ptr addrspace(3) %p to ptr
    store volatile i32 1, ptr %q
  )");
  kernel.globals =
      "@mem = internal addrspace(3) global [16 x i32] undef, align 16\n";
  expectFault(kernel, Fault::OutOfBounds, "of shared memory, which has 64");
}
