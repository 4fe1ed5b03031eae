//===- F2Test.cpp - Linear algebra over bits, against enumeration ---------===//
//
// Random columns of a few bits; spans are enumerated.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <gtest/gtest.h>

#include <set>

using namespace minitc;
using minitc::test::RandomLayouts;

namespace {

std::set<uint32_t> span(const Bases &columns) {
  std::set<uint32_t> result = {0};
  for (uint32_t column : columns) {
    std::set<uint32_t> shifted;
    for (uint32_t x : result)
      shifted.insert(x ^ column);
    result.insert(shifted.begin(), shifted.end());
  }
  return result;
}

constexpr unsigned numBits = 6;

class F2 : public testing::Test {
protected:
  Bases randomColumns() { return random.columns(random.number(0, 8), numBits); }
  RandomLayouts random{1};
};

TEST_F(F2, ApplyIsXorOfSelectedColumns) {
  EXPECT_EQ(f2::apply({1, 6, 12}, 0b000), 0u);
  EXPECT_EQ(f2::apply({1, 6, 12}, 0b101), 13u);
  EXPECT_EQ(f2::apply({1, 6, 12}, 0b110), 10u);
}

TEST_F(F2, RankIsLogOfSpan) {
  for (int i = 0; i < 500; ++i) {
    Bases columns = randomColumns();
    EXPECT_EQ(1u << f2::rank(columns), span(columns).size());
  }
}

TEST_F(F2, SolveFindsExactlyWhatTheSpanHolds) {
  for (int i = 0; i < 200; ++i) {
    Bases columns = randomColumns();
    std::set<uint32_t> reachable = span(columns);
    for (uint32_t y = 0; y < 1u << numBits; ++y) {
      std::optional<uint32_t> x = f2::solve(columns, y);
      EXPECT_EQ(x.has_value(), reachable.count(y) == 1);
      EXPECT_EQ(f2::inSpan(columns, y), reachable.count(y) == 1);
      if (x) {
        EXPECT_EQ(f2::apply(columns, *x), y);
      }
    }
  }
}

TEST_F(F2, SolvePrefersEarlierColumns) {
  // Columns 1 and 3 depend on earlier ones and stay unused.
  Bases columns = {1, 1, 2, 3, 4};
  for (uint32_t y = 0; y < 8; ++y)
    EXPECT_EQ(*f2::solve(columns, y) & 0b01010, 0u);
}

TEST_F(F2, SolveUsesAllBits) {
  Bases columns = {0x80000000u, 0x80000001u};
  EXPECT_EQ(f2::solve(columns, 1), 3u);
}

TEST_F(F2, RightInverse) {
  unsigned found = 0;
  for (int i = 0; i < 500; ++i) {
    Bases columns = randomColumns();
    std::optional<Bases> inverse = f2::rightInverse(columns, numBits);
    ASSERT_EQ(inverse.has_value(), f2::rank(columns) == numBits);
    if (!inverse)
      continue;
    ++found;
    ASSERT_EQ(inverse->size(), numBits);
    for (uint32_t y = 0; y < 1u << numBits; ++y)
      EXPECT_EQ(f2::apply(columns, f2::apply(*inverse, y)), y);
  }
  EXPECT_GT(found, 50u);
}

TEST_F(F2, BitsPutInAndTakenOut) {
  EXPECT_EQ(f2::insertZero(0b1011, 0), 0b10110u);
  EXPECT_EQ(f2::insertZero(0b1011, 2), 0b10011u);
  EXPECT_EQ(f2::insertZero(0b1011, 4), 0b1011u);
  EXPECT_EQ(f2::removeBit(0b10110, 0), 0b1011u);
  EXPECT_EQ(f2::removeBit(0b10111, 2), 0b1011u);
  EXPECT_EQ(f2::removeBit(0b11011, 4), 0b1011u);
}

TEST_F(F2, ExtendKeepsOrderAndReachesTheSum) {
  for (int i = 0; i < 500; ++i) {
    Bases columns = randomColumns(), candidates = randomColumns();
    Bases added = f2::extend(columns, candidates);
    Bases sum = columns, reached = columns;
    sum.insert(sum.end(), candidates.begin(), candidates.end());
    reached.insert(reached.end(), added.begin(), added.end());
    EXPECT_EQ(span(reached), span(sum));
    EXPECT_EQ(f2::rank(columns) + added.size(), f2::rank(sum));
  }
  EXPECT_EQ(f2::extend({1}, {3, 2, 4, 7, 0, 8}), (Bases{3, 4, 8}));
}

TEST_F(F2, SpanHoldsEachSumOnce) {
  for (int i = 0; i < 500; ++i) {
    Bases columns = randomColumns();
    std::vector<uint32_t> sums = f2::span(columns);
    EXPECT_EQ(sums.front(), 0u);
    EXPECT_EQ(sums.size(), 1u << f2::rank(columns));
    EXPECT_EQ(std::set<uint32_t>(sums.begin(), sums.end()), span(columns));
  }
}

TEST_F(F2, Complement) {
  for (int i = 0; i < 500; ++i) {
    Bases columns = randomColumns();
    Bases rest = f2::complement(columns, numBits);
    EXPECT_EQ(f2::rank(columns) + rest.size(), numBits);
    for (uint32_t unit : rest)
      EXPECT_EQ(unit & (unit - 1), 0u);
    rest.insert(rest.end(), columns.begin(), columns.end());
    EXPECT_EQ(f2::rank(rest), numBits);
  }
}

TEST_F(F2, Intersection) {
  for (int i = 0; i < 500; ++i) {
    Bases a = randomColumns(), b = randomColumns();
    a.resize(a.size() / 2);
    Bases common = f2::intersection(a, b);
    std::set<uint32_t> inA = span(a), inB = span(b), both;
    std::set_intersection(inA.begin(), inA.end(), inB.begin(), inB.end(),
                          std::inserter(both, both.end()));
    EXPECT_EQ(span(common), both);
    EXPECT_EQ(f2::rank(common), common.size());
  }
  EXPECT_EQ(f2::intersection({1, 2, 8}, {4, 3, 8}), (Bases{3, 8}));
}

} // namespace
