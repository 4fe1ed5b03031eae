//===- TensorCopiesTest.cpp - Copies that a tensor map describes ----------===//

#include "SimulatorTest.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstring>

using namespace simulatortest;

namespace {
class TensorCopiesTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, TensorCopiesTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));

/// An array whose elements are their own offsets, and a map of it.
struct Array {
  Array(unsigned elementBytes, llvm::ArrayRef<uint64_t> sizes,
        llvm::ArrayRef<uint64_t> strides, llvm::ArrayRef<uint32_t> box,
        unsigned swizzleBytes = 0) {
    map.elementBytes = elementBytes;
    map.rank = uint32_t(sizes.size());
    std::copy(sizes.begin(), sizes.end(), map.sizes);
    std::copy(strides.begin(), strides.end(), map.strides);
    std::copy(box.begin(), box.end(), map.box);
    map.swizzleBytes = swizzleBytes;
    uint64_t bytes = strides.empty() ? sizes.back() * elementBytes
                                     : sizes.back() * strides.back();
    memory.resize((bytes + 15) / 16);
    for (uint64_t at = 0; at + elementBytes <= bytes; at += elementBytes) {
      uint64_t value = at / elementBytes;
      std::memcpy(data() + at, &value, elementBytes);
    }
    map.address = reinterpret_cast<uint64_t>(data());
    buffer = {data(), bytes};
  }

  char *data() { return reinterpret_cast<char *>(memory.data()); }

  struct alignas(16) Piece {
    char bytes[16];
  };
  std::vector<Piece> memory;
  SimulatorBuffer buffer;
  SimulatorTensorMap map;
};
} // namespace

/// A kernel whose thread 0 has initialised a barrier of one arrival.
static Kernel kernelOf(const Array &array, const std::string &body,
                       unsigned numWarps = 1) {
  Kernel kernel;
  kernel.numWarps = numWarps;
  kernel.storesResult = false;
  kernel.options.checkRaces = true;
  kernel.maps = {array.map};
  kernel.buffers = {array.buffer};
  kernel.globals = R"(
@mem = internal addrspace(3) global [4096 x i8] undef, align 1024
@bar = internal addrspace(3) global i64 undef, align 8
declare void @minitc.mbarrier.init(ptr addrspace(3), i32)
declare void @minitc.mbarrier.arrive(ptr addrspace(3))
declare void @minitc.mbarrier.expect(ptr addrspace(3), i32)
declare void @minitc.mbarrier.wait(ptr addrspace(3), i32)
declare void @minitc.mbarrier.inval(ptr addrspace(3))
declare void @minitc.mbarrier.fence()
)";
  for (unsigned rank = 1; rank <= 5; ++rank) {
    kernel.globals += "declare void @minitc.tma.load." + std::to_string(rank) +
                      "d(ptr addrspace(3), ptr, ptr addrspace(3)";
    for (unsigned i = 0; i < rank; ++i)
      kernel.globals += ", i32";
    kernel.globals += ")\n";
  }
  kernel.body = R"(
    %isFirst = icmp eq i32 %tid, 0
    br i1 %isFirst, label %first, label %start
  first:
    call void @minitc.mbarrier.init(ptr addrspace(3) @bar, i32 1)
    call void @minitc.mbarrier.fence()
    br label %start
  start:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
)" + body;
  return kernel;
}

/// What thread 0 alone does.
static std::string byFirst(const std::string &body,
                           const std::string &name = "issue") {
  return "br i1 %isFirst, label %" + name + ", label %after." + name + "\n" +
         name + ":\n" + body + "br label %after." + name + "\nafter." + name +
         ":\n";
}

static std::string expect(unsigned bytes) {
  return "call void @minitc.mbarrier.expect(ptr addrspace(3) @bar, i32 " +
         std::to_string(bytes) + ")\n";
}

static std::string load(llvm::ArrayRef<int> coordinates,
                        const std::string &to = "@mem") {
  std::string call =
      "call void @minitc.tma.load." + std::to_string(coordinates.size()) +
      "d(ptr addrspace(3) " + to + ", ptr %map0, ptr addrspace(3) @bar";
  for (int coordinate : coordinates)
    call += ", i32 " + std::to_string(coordinate);
  return call + ")\n";
}

static const std::string waitForAll =
    "call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)\n";
static const std::string blockBarrier =
    "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

/// Writes the first `words` of @mem to %out.
static std::string save(unsigned words) {
  return R"(
    br label %save
  save:
    %i = phi i32 [ %tid, %SOURCE ], [ %nextI, %save ]
    %i64 = zext i32 %i to i64
    %at = getelementptr i32, ptr addrspace(3) @mem, i64 %i64
    %word = load volatile i32, ptr addrspace(3) %at
    %place = getelementptr i32, ptr addrspace(1) %out, i64 %i64
    store i32 %word, ptr addrspace(1) %place
    %nextI = add i32 %i, 32
    %more = icmp ult i32 %nextI, )" +
         std::to_string(words) + R"(
    br i1 %more, label %save, label %saved
  saved:
)";
}

/// The bytes of shared memory after one copy.
static std::vector<uint32_t> afterCopy(const Array &array,
                                       llvm::ArrayRef<int> coordinates,
                                       unsigned bytes, SimulatedCode code) {
  std::string body = byFirst(expect(bytes) + load(coordinates)) + waitForAll;
  std::string saving = save(bytes / 4);
  saving.replace(saving.find("%SOURCE"), 7, "%after.issue");
  Kernel kernel = kernelOf(array, body + saving);
  kernel.outputs = bytes / 4;
  Outcome outcome = run(kernel, code);
  EXPECT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
  return outcome.out;
}

TEST_P(TensorCopiesTest, ABoxOfAMatrix) {
  Array array(4, {100, 50}, {400}, {8, 4});
  std::vector<uint32_t> expected;
  for (unsigned row = 0; row < 4; ++row)
    for (unsigned column = 0; column < 8; ++column)
      expected.push_back((row + 7) * 100 + column + 13);
  EXPECT_EQ(afterCopy(array, {13, 7}, 128, GetParam()), expected);
}

TEST_P(TensorCopiesTest, WhatIsOutsideIsZero) {
  Array array(4, {10, 6}, {48}, {8, 4});
  for (auto [x, y] : {std::pair(5, 4),
                      {-3, -2},
                      {8, 0},
                      {10, 0},
                      {-8, 0},
                      {0, 6},
                      {INT32_MAX, INT32_MIN}}) {
    std::vector<uint32_t> expected;
    for (int64_t row = y; row < int64_t(y) + 4; ++row)
      for (int64_t column = x; column < int64_t(x) + 8; ++column) {
        bool isInside = row >= 0 && row < 6 && column >= 0 && column < 10;
        expected.push_back(isInside ? uint32_t(row * 12 + column) : 0);
      }
    EXPECT_EQ(afterCopy(array, {x, y}, 128, GetParam()), expected)
        << x << ", " << y;
  }
}

TEST_P(TensorCopiesTest, EveryRank) {
  Array line(4, {100}, {}, {32});
  EXPECT_EQ(afterCopy(line, {90}, 128, GetParam()),
            perThread(32, [](unsigned i) { return i < 10 ? 90 + i : 0; }));

  // 4 x 2 x 2 x 2 x 2 elements from 8 x 3 x 3 x 3 x 3.
  Array five(4, {8, 3, 3, 3, 3}, {32, 96, 288, 864}, {4, 2, 2, 2, 2});
  EXPECT_EQ(afterCopy(five, {3, 1, 0, 1, 0}, 256, GetParam()),
            perThread(64, [](unsigned i) {
              return 3 + i % 4 + 8 * (1 + i / 4 % 2) + 24 * (i / 8 % 2) +
                     72 * (1 + i / 16 % 2) + 216 * (i / 32);
            }));
}

/// Pieces of 16 bytes, by their numbers.
TEST_P(TensorCopiesTest, Swizzles) {
  for (unsigned swizzle : {32, 64, 128}) {
    unsigned columns = swizzle / 4, rows = 16;
    Array array(4, {columns, rows}, {swizzle}, {columns, rows}, swizzle);
    std::vector<uint32_t> words =
        afterCopy(array, {0, 0}, rows * swizzle, GetParam());
    for (unsigned at = 0; at < rows * swizzle; at += 4) {
      // Bits 4 to 6 of an address, or fewer, with those from 7 on.
      unsigned bits = swizzle == 128 ? 7 : swizzle == 64 ? 3 : 1;
      unsigned moved = at ^ ((at >> 7 & bits) << 4);
      ASSERT_EQ(words[moved / 4], at / 4) << swizzle << " at " << at;
    }
  }
}

TEST_P(TensorCopiesTest, ElementsOfEverySize) {
  for (unsigned bytes : {1, 2, 8}) {
    Array array(bytes, {64 / bytes, 8}, {64}, {32 / bytes, 4});
    std::vector<uint32_t> expected(32);
    auto *to = reinterpret_cast<char *>(expected.data());
    for (unsigned row = 0; row < 4; ++row)
      std::memcpy(to + 32 * row, array.data() + 64 * (row + 2) + 16, 32);
    EXPECT_EQ(afterCopy(array, {int(16 / bytes), 2}, 128, GetParam()),
              expected);
  }
}

/// Two slots, filled and emptied in turn.
TEST_P(TensorCopiesTest, SeveralCopiesOfOnePhase) {
  Array array(4, {100, 50}, {400}, {8, 4});
  std::string body =
      byFirst(load({0, 0}) + expect(256) +
              load({8, 0}, "getelementptr (i8, ptr addrspace(3) @mem, i64 "
                           "128)")) +
      waitForAll;
  std::string saving = save(64);
  saving.replace(saving.find("%SOURCE"), 7, "%after.issue");
  Kernel kernel = kernelOf(array, body + saving);
  kernel.outputs = 64;
  expectValues(kernel, perThread(64, [](unsigned i) {
                 return i % 8 + i / 8 % 4 * 100 + i / 32 * 8;
               }));
}

/// The sum of four rows, through one slot, each copied once the last was read.
static Kernel sumOfRows(const Array &array, const std::string &before) {
  Kernel kernel = kernelOf(array, R"(
    br label %loop
  loop:
    %i = phi i32 [ 0, %start ], [ %next, %again ]
    %sum = phi i32 [ 0, %start ], [ %newSum, %again ]
    br i1 %isFirst, label %issue, label %issued
  issue:
    call void @minitc.mbarrier.expect(ptr addrspace(3) @bar, i32 128)
    call void @minitc.tma.load.2d(ptr addrspace(3) @mem, ptr %map0, ptr addrspace(3) @bar, i32 0, i32 %i)
    br label %issued
  issued:
    %parity = and i32 %i, 1
    call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 %parity)
    %at = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    %x = load volatile i32, ptr addrspace(3) %at
    %newSum = add i32 %sum, %x
    br label %again
  again:
)" + before + R"(
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, 4
    br i1 %more, label %loop, label %done
  done:
    %r = add i32 %newSum, 0
)");
  kernel.storesResult = true;
  return kernel;
}

TEST_P(TensorCopiesTest, ASlotIsUsedAgain) {
  Array array(4, {32, 4}, {128}, {32, 1});
  expectValues(sumOfRows(array, blockBarrier),
               perThread(32, [](unsigned i) { return 4 * i + 192; }));
  expectFault(sumOfRows(array, ""), Fault::Race,
              "race in shared memory: this ");
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static Array simple() { return Array(4, {32, 4}, {128}, {32, 1}); }

static const char *const readOwn = R"(
    %at = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    %r = load volatile i32, ptr addrspace(3) %at
)";

TEST_P(TensorCopiesTest, WithoutAWaitThereIsNothing) {
  Array array = simple();
  // Thread 0 waits, after all have read.
  Kernel kernel =
      kernelOf(array, byFirst(expect(128) + load({0, 1})) + blockBarrier +
                          readOwn + blockBarrier + byFirst(waitForAll, "late"));
  kernel.storesResult = true;
  kernel.options.checkRaces = false;
  expectValues(kernel, std::vector<uint32_t>(32, 0xFFFFFFFF));
  kernel.options.checkRaces = true;
  expectFault(kernel, Fault::Race,
              ", which a cp.async.bulk.tensor wrote with no barrier between");
}

TEST_P(TensorCopiesTest, OneThreadCanWaitForAll) {
  Array array = simple();
  Kernel kernel =
      kernelOf(array, byFirst(expect(128) + load({0, 1}) + waitForAll) +
                          blockBarrier + readOwn);
  kernel.storesResult = true;
  expectValues(kernel, perThread(32, [](unsigned i) { return 32 + i; }));
}

static const char *const writeOwn = R"(
    %own = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %tid, ptr addrspace(3) %own
)";

TEST_P(TensorCopiesTest, WritesBeforeACopyNeedAFence) {
  Array array = simple();
  auto kernel = [&](const std::string &between) {
    Kernel result = kernelOf(array, writeOwn + between +
                                        byFirst(expect(128) + load({0, 1})) +
                                        waitForAll + readOwn);
    result.storesResult = true;
    return result;
  };
  const std::string fence =
      "call void @llvm.nvvm.fence.proxy.async.shared_cta()\n";
  expectValues(kernel(fence + blockBarrier),
               perThread(32, [](unsigned i) { return 32 + i; }));
  expectFault(kernel(blockBarrier), Fault::Unordered,
              "cp.async.bulk.tensor writes byte 0 of shared memory, which a "
              "store of thread 0 wrote with no fence.proxy.async between");
  Outcome unordered = run(kernel(fence), GetParam());
  EXPECT_FALSE(unordered.succeeded);
}

TEST_P(TensorCopiesTest, TheBarrierNeedsAFenceToo) {
  Array array = simple();
  Kernel kernel =
      kernelOf(array, byFirst(expect(128) + load({0, 1})) + waitForAll);
  size_t fence = kernel.body.find("call void @minitc.mbarrier.fence()");
  kernel.body.replace(fence, 34, "");
  expectFault(kernel, Fault::Unordered,
              "cp.async.bulk.tensor reads byte 4096 of shared memory, which a "
              "mbarrier.init of thread 0 wrote with no fence.proxy.async "
              "between");
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_P(TensorCopiesTest, ACopyThatNobodyWaitsFor) {
  Array array = simple();
  expectFault(kernelOf(array, byFirst(expect(128) + load({0, 0}))),
              Fault::Unordered,
              "cp.async.bulk.tensor: the block ends without having waited for "
              "phase 0 of the mbarrier at offset 4096");
}

TEST_P(TensorCopiesTest, BytesAreCounted) {
  Array array = simple();
  expectFault(kernelOf(array, byFirst(expect(64) + load({0, 0})) + waitForAll),
              Fault::BadCollective,
              "cp.async.bulk.tensor: expected copies of 64 bytes in phase 0 of "
              "the mbarrier at offset 4096, but got 128");
  expectFault(
      kernelOf(array,
               byFirst(load({0, 0}) +
                       "call void @minitc.mbarrier.arrive(ptr addrspace(3) "
                       "@bar)\n") +
                   waitForAll),
      Fault::BadCollective,
      "mbarrier.arrive: expected copies of 0 bytes in phase 0 of the mbarrier "
      "at offset 4096, but got 128");
  expectFault(kernelOf(array, byFirst(expect(256) + load({0, 0})) + waitForAll),
              Fault::Divergence, "lacks copies of 128 of 256 bytes");
}

TEST_P(TensorCopiesTest, DestinationsAreChecked) {
  Array plain = simple();
  auto at = [](unsigned offset) {
    return "getelementptr (i8, ptr addrspace(3) @mem, i64 " +
           std::to_string(offset) + ")";
  };
  expectFault(
      kernelOf(plain, byFirst(expect(128) + load({0, 0}, at(64))) + waitForAll),
      Fault::Misaligned,
      "misaligned cp.async.bulk.tensor: expected an offset in shared memory "
      "that is a multiple of 128, but got 64");
  for (unsigned swizzle : {32, 64, 128}) {
    Array swizzled(1, {swizzle, 8}, {swizzle}, {swizzle, 8}, swizzle);
    expectFault(kernelOf(swizzled,
                         byFirst(expect(8 * swizzle) + load({0, 0}, at(128))) +
                             waitForAll),
                Fault::Misaligned,
                "a multiple of " + std::to_string(8 * swizzle) +
                    ", but got 128");
  }
  Array large(4, {32, 64}, {128}, {32, 32});
  expectFault(
      kernelOf(large,
               byFirst(expect(4096) + load({0, 0}, at(128))) + waitForAll),
      Fault::OutOfBounds,
      "cp.async.bulk.tensor of 4096 bytes at offset 128 of shared memory");
  expectFault(
      kernelOf(plain,
               byFirst(expect(256) + load({0, 0}) + load({0, 1})) + waitForAll),
      Fault::Unordered,
      "cp.async.bulk.tensor writes byte 0 of shared memory, which a copy under "
      "way writes too");
  expectFault(kernelOf(plain, byFirst("call void @minitc.mbarrier.init(ptr "
                                      "addrspace(3) " +
                                      at(64) + ", i32 1)\n" + expect(128) +
                                      load({0, 0})) +
                                  waitForAll),
              Fault::BadCollective,
              "cp.async.bulk.tensor: expected memory that is no barrier's, but "
              "got that of the mbarrier at offset 64");
}

TEST_P(TensorCopiesTest, SourcesAreChecked) {
  Array array = simple();
  Array longer = simple();
  longer.map.sizes[1] = 5;
  expectFault(
      kernelOf(longer, byFirst(expect(128) + load({0, 4})) + waitForAll),
      Fault::OutOfBounds, "cp.async.bulk.tensor of 128 bytes at");
  expectFault(kernelOf(array, byFirst(expect(128) + load({0})) + waitForAll),
              Fault::BadCollective,
              "expected a tensor map of rank 1, but got one of rank 2");
  Kernel kernel =
      kernelOf(array, byFirst(expect(128) + load({0, 0})) + waitForAll);
  size_t map = kernel.body.find("ptr %map0");
  kernel.body.replace(map, 9, "ptr null");
  expectFault(kernel, Fault::BadCollective,
              "expected a tensor map of the kernel's parameters, but there is "
              "none at the address");
}

TEST_P(TensorCopiesTest, BarriersAreChecked) {
  Array array = simple();
  Kernel kernel = kernelOf(array, byFirst(load({0, 0})));
  size_t bar = kernel.body.rfind("@bar");
  kernel.body.replace(bar, 4, "@mem");
  expectFault(kernel, Fault::BadCollective,
              "cp.async.bulk.tensor: expected an mbarrier, but there is none "
              "at offset 0 of shared memory");
  expectFault(
      kernelOf(array,
               byFirst(expect(128) + load({0, 0}) +
                       "call void @minitc.mbarrier.inval(ptr addrspace(3) "
                       "@bar)\n")),
      Fault::BadCollective,
      "mbarrier.inval: expected no copy under way, but there is one that "
      "reports to the mbarrier at offset 4096");
}
