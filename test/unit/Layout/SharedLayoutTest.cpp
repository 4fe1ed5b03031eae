//===- SharedLayoutTest.cpp - Swizzled shared memory ----------------------===//
//
// Widths and bank conflicts are compared with a model that makes every access;
// the layouts chosen are checked to be free of conflicts.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>

using namespace minitc;
using minitc::test::RandomLayouts;

namespace {

/// The offset of each element.
std::vector<uint32_t> offsetTable(const LinearLayout &shared) {
  std::vector<uint32_t> table(shared.numElements());
  for (uint32_t offset = 0; offset < shared.numElements(); ++offset)
    table[shared.apply(InDim::Offset, offset)] = offset;
  return table;
}

/// The width in elements of the accesses that every thread can make.
uint32_t widthByEnumeration(const LinearLayout &distributed,
                            const LinearLayout &shared, unsigned elementBytes) {
  std::vector<uint32_t> offsets = offsetTable(shared);
  auto fits = [&](uint32_t width) {
    for (uint32_t warp = 0; warp < distributed.size(InDim::Warp); ++warp)
      for (uint32_t lane = 0; lane < distributed.size(InDim::Lane); ++lane)
        for (uint32_t reg = 0; reg < distributed.size(InDim::Register); ++reg) {
          uint32_t first =
              offsets[distributed.apply(reg / width * width, lane, warp)];
          if (first % width != 0 ||
              offsets[distributed.apply(reg, lane, warp)] !=
                  first + reg % width)
            return false;
        }
    return true;
  };
  uint32_t width = 1;
  while (width * 2 * elementBytes <= 16 &&
         width * 2 <= distributed.size(InDim::Register) && fits(width * 2))
    width *= 2;
  return width;
}

LinearLayout inVectorOrder(const LinearLayout &distributed,
                           const LinearLayout &shared, unsigned elementBytes) {
  return distributed.permuteRegisters(
      vectorRegisterOrder(distributed, shared, elementBytes));
}

uint32_t bestWidth(const LinearLayout &distributed, const LinearLayout &shared,
                   unsigned elementBytes) {
  return sharedVectorWidth(inVectorOrder(distributed, shared, elementBytes),
                           shared, elementBytes);
}

/// Makes every access of every warp, a wavefront at a time, and counts words in
/// banks.
unsigned conflictsByEnumeration(const LinearLayout &layout,
                                const LinearLayout &shared,
                                unsigned elementBytes) {
  LinearLayout distributed = inVectorOrder(layout, shared, elementBytes);
  std::vector<uint32_t> offsets = offsetTable(shared);
  uint32_t width = widthByEnumeration(distributed, shared, elementBytes);
  uint32_t bytes = width * elementBytes;
  uint32_t lanesAtOnce = bytes <= 4 ? 32 : 128 / bytes;
  uint32_t numLanes = distributed.size(InDim::Lane);
  size_t most = 0;
  for (uint32_t warp = 0; warp < distributed.size(InDim::Warp); ++warp)
    for (uint32_t reg = 0; reg < distributed.size(InDim::Register);
         reg += width)
      for (uint32_t first = 0; first < numLanes; first += lanesAtOnce) {
        std::array<std::set<uint32_t>, 32> banks;
        uint32_t end = std::min(first + lanesAtOnce, numLanes);
        for (uint32_t lane = first; lane < end; ++lane) {
          uint32_t byte =
              offsets[distributed.apply(reg, lane, warp)] * elementBytes;
          for (uint32_t i = 0; i < bytes; ++i)
            banks[(byte + i) / 4 % 32].insert((byte + i) / 4);
        }
        for (const std::set<uint32_t> &words : banks)
          most = std::max(most, words.size());
      }
  return most;
}

bool isBijective(const LinearLayout &shared) {
  return shared.size(InDim::Offset) == shared.numElements() &&
         shared.isSurjective() &&
         shared.matrix() == shared.bases(InDim::Offset);
}

class SharedLayoutTest : public testing::Test {
protected:
  unsigned randomElementBytes() { return 1u << random.number(0, 3); }
  LinearLayout randomShared(const std::vector<int64_t> &shape) {
    unsigned numBits = LinearLayout(shape).numElementBits();
    Bases offsets = f2::complement({}, numBits);
    random.shuffle(offsets);
    if (random.chance(30))
      offsets = random.basis(numBits);
    if (random.chance(30))
      return LinearLayout::rowMajorShared(shape);
    return LinearLayout::shared(shape, offsets);
  }
  /// A layout of registers along one dimension, as loads from memory have.
  LinearLayout randomBlocked(const std::vector<int64_t> &shape) {
    return LinearLayout::blocked(shape, random.permutation(shape.size()),
                                 1u << random.number(0, 4), 32,
                                 1u << random.number(0, 2));
  }
  LinearLayout randomDistributed(const std::vector<int64_t> &shape) {
    switch (random.number(0, 2)) {
    case 0:
      return randomBlocked(shape);
    case 1:
      return random.unitLayout(shape, 5, random.number(0, 2));
    default:
      return random.layout(shape, random.number(0, 5), random.number(0, 2));
    }
  }
  RandomLayouts random{4};
};

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

TEST_F(SharedLayoutTest, VectorWidthByEnumeration) {
  std::array<unsigned, 5> seen{};
  for (int i = 0; i < 2000; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 10));
    LinearLayout distributed = randomDistributed(shape);
    LinearLayout shared = randomShared(shape);
    unsigned bytes = randomElementBytes();
    if (i % 2)
      distributed = inVectorOrder(distributed, shared, bytes);
    uint32_t expected = widthByEnumeration(distributed, shared, bytes);
    ASSERT_EQ(sharedVectorWidth(distributed, shared, bytes), expected)
        << testing::PrintToString(distributed)
        << testing::PrintToString(shared);
    ++seen[__builtin_ctz(expected)];
  }
  for (unsigned count : seen)
    EXPECT_GT(count, 5u);
}

TEST_F(SharedLayoutTest, VectorRegisterOrderIsBest) {
  unsigned improved = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 8));
    LinearLayout distributed =
        random.layout(shape, random.number(2, 5), random.number(0, 2));
    unsigned numRegisters = distributed.bases(InDim::Register).size();
    if (numRegisters > 5)
      continue;
    LinearLayout shared = randomShared(shape);
    unsigned bytes = randomElementBytes();
    std::vector<unsigned> order(numRegisters);
    std::iota(order.begin(), order.end(), 0);
    uint32_t best = 1;
    do
      best =
          std::max(best, sharedVectorWidth(distributed.permuteRegisters(order),
                                           shared, bytes));
    while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(bestWidth(distributed, shared, bytes), best);
    improved += best > sharedVectorWidth(distributed, shared, bytes);
  }
  EXPECT_GT(improved, 20u);
}

TEST_F(SharedLayoutTest, KnownWidths) {
  LinearLayout shared = LinearLayout::rowMajorShared({64, 64});
  LinearLayout rows = LinearLayout::blocked({64, 64}, {1, 0}, 16, 32, 4);
  EXPECT_EQ(sharedVectorWidth(rows, shared, 1), 16u);
  EXPECT_EQ(sharedVectorWidth(rows, shared, 2), 8u);
  EXPECT_EQ(sharedVectorWidth(rows, shared, 4), 4u);
  EXPECT_EQ(sharedVectorWidth(rows, shared, 8), 2u);
  LinearLayout columns = LinearLayout::blocked({64, 64}, {0, 1}, 16, 32, 4);
  EXPECT_EQ(sharedVectorWidth(columns, shared, 4), 1u);
  LinearLayout reversed = rows.permuteRegisters({4, 3, 2, 1, 0});
  EXPECT_EQ(sharedVectorWidth(reversed, shared, 4), 1u);
  EXPECT_EQ(vectorRegisterOrder(reversed, shared, 4),
            (std::vector<unsigned>{4, 3, 0, 1, 2}));
}

TEST_F(SharedLayoutTest, BankConflictsByEnumeration) {
  std::set<unsigned> seen;
  for (int i = 0; i < 1500; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 12));
    LinearLayout distributed = randomDistributed(shape);
    LinearLayout shared = randomShared(shape);
    unsigned bytes = randomElementBytes();
    unsigned expected = conflictsByEnumeration(distributed, shared, bytes);
    ASSERT_EQ(bankConflicts(distributed, shared, bytes), expected)
        << bytes << " bytes " << testing::PrintToString(distributed)
        << testing::PrintToString(shared);
    seen.insert(expected);
  }
  EXPECT_GE(seen.size(), 5u);
}

TEST_F(SharedLayoutTest, KnownConflicts) {
  // A column of 4-byte elements whose rows are a row of banks: one bank.
  LinearLayout shared = LinearLayout::rowMajorShared({32, 32});
  LinearLayout columns = LinearLayout::blocked({32, 32}, {0, 1}, 1, 32, 4);
  LinearLayout rows = LinearLayout::blocked({32, 32}, {1, 0}, 1, 32, 4);
  EXPECT_EQ(bankConflicts(columns, shared, 4), 32u);
  EXPECT_EQ(bankConflicts(columns, shared, 2), 16u);
  EXPECT_EQ(bankConflicts(columns, shared, 8), 16u);
  EXPECT_EQ(bankConflicts(rows, shared, 4), 1u);
  // Lanes that read one word.
  EXPECT_EQ(bankConflicts(LinearLayout::replicated({32, 32}, 32, 4), shared, 4),
            1u);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

void expectFree(const LinearLayout &store, const LinearLayout &load,
                const LinearLayout &shared, unsigned bytes) {
  SCOPED_TRACE(std::to_string(bytes) + " bytes, " +
               testing::PrintToString(store) + " to " +
               testing::PrintToString(load) + " by " +
               testing::PrintToString(shared));
  EXPECT_TRUE(isBijective(shared));
  EXPECT_EQ(bankConflicts(store, shared, bytes), 1u);
  EXPECT_EQ(bankConflicts(load, shared, bytes), 1u);
}

TEST_F(SharedLayoutTest, TransposesAreFree) {
  for (const std::vector<int64_t> &shape :
       std::vector<std::vector<int64_t>>{{64, 64}, {32, 32}, {128, 64}})
    for (unsigned warps : {4u, 8u})
      for (unsigned bytes : {1u, 2u, 4u, 8u})
        for (unsigned size : {1u, 2u, 4u, 8u, 16u}) {
          LinearLayout rows =
              LinearLayout::blocked(shape, {1, 0}, size, 32, warps);
          LinearLayout columns =
              LinearLayout::blocked(shape, {0, 1}, size, 32, warps);
          LinearLayout shared = chooseSharedLayout(rows, columns, bytes);
          expectFree(rows, columns, shared, bytes);
          EXPECT_EQ(conflictsByEnumeration(rows, shared, bytes), 1u);
          EXPECT_EQ(conflictsByEnumeration(columns, shared, bytes), 1u);
          expectFree(columns, rows, chooseSharedLayout(columns, rows, bytes),
                     bytes);
        }
}

TEST_F(SharedLayoutTest, RandomPairsAreFree) {
  for (int i = 0; i < 3000; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 13));
    LinearLayout store = randomDistributed(shape);
    LinearLayout load = randomDistributed(shape);
    unsigned bytes = randomElementBytes();
    LinearLayout shared = chooseSharedLayout(store, load, bytes);
    ASSERT_EQ(shared.shape(), shape);
    expectFree(store, load, shared, bytes);
    if (i % 10 == 0) {
      EXPECT_EQ(conflictsByEnumeration(store, shared, bytes), 1u);
      EXPECT_EQ(conflictsByEnumeration(load, shared, bytes), 1u);
    }
    if (HasFailure())
      return;
  }
}

TEST_F(SharedLayoutTest, AccessesAreAsWideAsBothAllow) {
  std::set<uint32_t> seen;
  for (int i = 0; i < 1000; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(6, 13));
    // Every element bit is in one place, so the registers that both have are
    // the widest vector.
    LinearLayout store = random.unitLayout(shape, 5, random.number(0, 2));
    LinearLayout load = random.unitLayout(shape, 5, random.number(0, 2));
    unsigned bytes = randomElementBytes();
    uint32_t width = 1;
    for (uint32_t basis : store.bases(InDim::Register)) {
      const Bases &others = load.bases(InDim::Register);
      if (basis && width * bytes < 16 &&
          std::find(others.begin(), others.end(), basis) != others.end())
        width *= 2;
    }
    LinearLayout shared = chooseSharedLayout(store, load, bytes);
    EXPECT_GE(bestWidth(store, shared, bytes), width);
    EXPECT_GE(bestWidth(load, shared, bytes), width);
    seen.insert(width * bytes);
  }
  EXPECT_EQ(seen, (std::set<uint32_t>{1, 2, 4, 8, 16}));
}

TEST_F(SharedLayoutTest, SameDirectionIsWide) {
  // The store has 8 elements to a thread; the load goes up to 16 bytes.
  LinearLayout store = LinearLayout::blocked({64, 64}, {1, 0}, 8, 32, 4);
  LinearLayout load = LinearLayout::blocked({64, 64}, {1, 0}, 16, 32, 8);
  for (unsigned bytes : {1u, 2u, 4u, 8u}) {
    LinearLayout shared = chooseSharedLayout(store, load, bytes);
    uint32_t width = std::min(8u, 16 / bytes);
    EXPECT_EQ(bestWidth(store, shared, bytes), width);
    EXPECT_EQ(bestWidth(load, shared, bytes), 16 / bytes);
    expectFree(store, load, shared, bytes);
  }
}

TEST_F(SharedLayoutTest, OneSideIsWidenedToAWord) {
  // A transpose has no vector in common, yet two 2-byte elements share a word.
  LinearLayout rows = LinearLayout::blocked({64, 64}, {1, 0}, 8, 32, 4);
  LinearLayout columns = LinearLayout::blocked({64, 64}, {0, 1}, 8, 32, 4);
  LinearLayout shared = chooseSharedLayout(rows, columns, 2);
  EXPECT_GE(bestWidth(rows, shared, 2), 2u);
  expectFree(rows, columns, shared, 2);
  // With the wide side as the load.
  LinearLayout noVectors({8, 32}, {}, {32, 64, 128, 1, 2}, {4, 8, 16});
  LinearLayout wide({8, 32}, {1, 2, 4}, {8, 16, 32, 64, 128}, {0, 0, 0});
  shared = chooseSharedLayout(noVectors, wide, 2);
  EXPECT_GE(bestWidth(wide, shared, 2), 2u);
  expectFree(noVectors, wide, shared, 2);
}

TEST_F(SharedLayoutTest, OneElementAThreadIsFree) {
  // No registers to make vectors of: a word holds elements of several lanes.
  for (int i = 0; i < 500; ++i) {
    std::vector<int64_t> shape = random.shape(10);
    auto perThread = [&] {
      Bases bits = f2::complement({}, 10);
      random.shuffle(bits);
      return LinearLayout(shape, {}, Bases(bits.begin(), bits.begin() + 5),
                          Bases(bits.begin() + 5, bits.end()));
    };
    LinearLayout store = perThread(), load = perThread();
    unsigned bytes = randomElementBytes();
    expectFree(store, load, chooseSharedLayout(store, load, bytes), bytes);
  }
}

TEST_F(SharedLayoutTest, CopiesDoNotConflict) {
  // The operand of a row broadcast: most lanes and all warps hold copies.
  LinearLayout result = LinearLayout::blocked({64, 64}, {1, 0}, 4, 32, 4);
  LinearLayout load = result.broadcastOperand({64, 1});
  LinearLayout store = LinearLayout::blocked({64, 1}, {0, 1}, 1, 32, 4);
  for (unsigned bytes : {1u, 2u, 4u, 8u})
    expectFree(store, load, chooseSharedLayout(store, load, bytes), bytes);
}

TEST_F(SharedLayoutTest, OneElement) {
  LinearLayout one = LinearLayout::blocked({1, 1}, {1, 0}, 4, 32, 4);
  LinearLayout shared = chooseSharedLayout(one, one, 4);
  EXPECT_EQ(shared, LinearLayout::rowMajorShared({1, 1}));
  EXPECT_EQ(sharedVectorWidth(one, shared, 4), 1u);
  EXPECT_EQ(bankConflicts(one, shared, 4), 1u);
  EXPECT_TRUE(vectorRegisterOrder(one, shared, 4).empty());
}

TEST_F(SharedLayoutTest, LargestTile) {
  LinearLayout rows = LinearLayout::blocked({1024, 1024}, {1, 0}, 4, 32, 32);
  LinearLayout columns = LinearLayout::blocked({1024, 1024}, {0, 1}, 4, 32, 32);
  for (int i = 0; i < 20; ++i)
    expectFree(rows, columns, chooseSharedLayout(rows, columns, 4), 4);
}

} // namespace
