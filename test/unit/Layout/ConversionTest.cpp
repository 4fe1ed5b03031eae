//===- ConversionTest.cpp - Plans for moving a tile -----------------------===//
//
// Plans are carried out place by place, and the kind chosen is compared with
// what looking through all places says.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace minitc;
using minitc::test::RandomLayouts;

namespace minitc {
static void PrintTo(ConversionKind kind, std::ostream *os) {
  static const char *names[] = {"Identity", "Registers", "WarpShuffle",
                                "SharedMemory"};
  *os << names[unsigned(kind)];
}
} // namespace minitc

namespace {

constexpr unsigned noLimit = 1u << 31;

struct Place {
  uint32_t reg, lane, warp;
};

std::vector<Place> places(const LinearLayout &layout) {
  std::vector<Place> result;
  for (uint32_t warp = 0; warp < layout.size(InDim::Warp); ++warp)
    for (uint32_t lane = 0; lane < layout.size(InDim::Lane); ++lane)
      for (uint32_t reg = 0; reg < layout.size(InDim::Register); ++reg)
        result.push_back({reg, lane, warp});
  return result;
}

/// Which threads of a layout hold which elements.
class Holders {
public:
  explicit Holders(const LinearLayout &layout) {
    for (Place at : places(layout)) {
      uint32_t element = layout.apply(at.reg, at.lane, at.warp);
      threads.insert({element, at.lane, at.warp});
      warps.insert({element, at.warp});
    }
  }
  bool thread(uint32_t element, Place at) const {
    return threads.count({element, at.lane, at.warp});
  }
  bool warp(uint32_t element, Place at) const {
    return warps.count({element, at.warp});
  }

private:
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> threads;
  std::set<std::pair<uint32_t, uint32_t>> warps;
};

/// The cheapest kind of move that serves every place.
ConversionKind cheapestKind(const LinearLayout &from, const LinearLayout &to) {
  if (from == to)
    return ConversionKind::Identity;
  Holders holders(from);
  ConversionKind kind = ConversionKind::Registers;
  for (Place at : places(to)) {
    uint32_t element = to.apply(at.reg, at.lane, at.warp);
    if (!holders.warp(element, at))
      return ConversionKind::SharedMemory;
    if (!holders.thread(element, at))
      kind = ConversionKind::WarpShuffle;
  }
  return kind;
}

/// Where the plan takes the value of a place from.
Place source(const ConversionPlan &plan, Place at) {
  uint32_t reg = f2::apply(plan.regFromReg, at.reg) ^
                 f2::apply(plan.regFromLane, at.lane) ^
                 f2::apply(plan.regFromWarp, at.warp);
  uint32_t lane = f2::apply(plan.laneFromReg, at.reg) ^
                  f2::apply(plan.laneFromLane, at.lane) ^
                  f2::apply(plan.laneFromWarp, at.warp);
  return {reg, lane, at.warp};
}

/// Checks that the plan, unless it goes through shared memory, brings the right
/// element to every place, and moves none that need not move.
void expectRightMove(const LinearLayout &from, const LinearLayout &to,
                     const ConversionPlan &plan) {
  if (plan.kind == ConversionKind::SharedMemory) {
    EXPECT_TRUE(plan.regFromReg.empty());
    return;
  }
  ASSERT_EQ(plan.regFromReg.size(), to.bases(InDim::Register).size());
  ASSERT_EQ(plan.laneFromReg.size(), to.bases(InDim::Register).size());
  ASSERT_EQ(plan.regFromLane.size(), to.bases(InDim::Lane).size());
  ASSERT_EQ(plan.laneFromLane.size(), to.bases(InDim::Lane).size());
  ASSERT_EQ(plan.regFromWarp.size(), to.bases(InDim::Warp).size());
  ASSERT_EQ(plan.laneFromWarp.size(), to.bases(InDim::Warp).size());
  Holders holders(from);
  std::map<uint32_t, std::set<uint32_t>> sourceRegisters;
  for (Place at : places(to)) {
    uint32_t element = to.apply(at.reg, at.lane, at.warp);
    Place held = source(plan, at);
    ASSERT_LT(held.reg, from.size(InDim::Register));
    ASSERT_LT(held.lane, from.size(InDim::Lane));
    ASSERT_EQ(from.apply(held.reg, held.lane, held.warp), element);
    if (plan.kind == ConversionKind::Identity) {
      ASSERT_EQ(held.reg, at.reg);
    }
    if (plan.kind != ConversionKind::WarpShuffle ||
        holders.thread(element, at)) {
      ASSERT_EQ(held.lane, at.lane);
    }
    if (at.lane == 0 && at.warp == 0) {
      EXPECT_EQ(plan.sourceRegister(at.reg), held.reg);
    }
    sourceRegisters[at.reg].insert(held.reg);
  }
  for (const auto &[reg, sources] : sourceRegisters)
    EXPECT_EQ(sources.size(), plan.candidates());
}

class ConversionTest : public testing::Test {
protected:
  /// Random columns of the span of `columns`.
  Bases combinations(const Bases &columns, unsigned count) {
    Bases result;
    for (uint32_t mask : random.columns(count, columns.size()))
      result.push_back(f2::apply(columns, mask));
    return result;
  }

  /// `bases` with a random element of the span of `columns` added to each.
  Bases plusCombinations(Bases bases, const Bases &columns) {
    Bases added = combinations(columns, bases.size());
    for (size_t i = 0; i < bases.size(); ++i)
      bases[i] ^= added[i];
    return bases;
  }

  /// A random layout near `from`: the same, other registers in each thread,
  /// other lanes in each warp, or anything.
  LinearLayout near(const LinearLayout &from, unsigned distance) {
    Bases registers = from.bases(InDim::Register);
    Bases lanes = from.bases(InDim::Lane);
    Bases inWarp = registers;
    inWarp.insert(inWarp.end(), lanes.begin(), lanes.end());
    const Bases &warps = from.bases(InDim::Warp);
    unsigned numRegisters = registers.size() + random.number(0, 1);
    switch (distance) {
    case 0:
      return from;
    case 1:
      return LinearLayout(from.shape(), combinations(registers, numRegisters),
                          plusCombinations(lanes, registers),
                          plusCombinations(warps, registers));
    case 2:
      return LinearLayout(from.shape(), combinations(inWarp, numRegisters),
                          combinations(inWarp, lanes.size()),
                          plusCombinations(warps, inWarp));
    case 3: {
      Bases swapped = lanes;
      random.shuffle(swapped);
      return LinearLayout(from.shape(), registers, swapped, warps);
    }
    default:
      return random.layout(from.shape(), lanes.size(), warps.size());
    }
  }

  RandomLayouts random{3};
};

TEST_F(ConversionTest, RandomPairs) {
  std::map<ConversionKind, unsigned> seen;
  for (int i = 0; i < 4000; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 8));
    LinearLayout from =
        random.layout(shape, random.number(0, 4), random.number(0, 2));
    LinearLayout to = near(from, i % 5);
    if (!to.isSurjective())
      continue;
    SCOPED_TRACE(testing::PrintToString(from) + " to " +
                 testing::PrintToString(to));

    ConversionPlan plan = planConversion(from, to, noLimit);
    EXPECT_EQ(plan.kind, cheapestKind(from, to));
    expectRightMove(from, to, plan);
    ++seen[plan.kind];

    unsigned limit = 1u << random.number(0, 3);
    ConversionPlan limited = planConversion(from, to, limit);
    bool tooMany =
        plan.kind == ConversionKind::WarpShuffle && plan.candidates() > limit;
    EXPECT_EQ(limited.kind, tooMany ? ConversionKind::SharedMemory : plan.kind);
    expectRightMove(from, to, limited);
    if (HasFailure())
      return;
  }
  for (ConversionKind kind :
       {ConversionKind::Identity, ConversionKind::Registers,
        ConversionKind::WarpShuffle, ConversionKind::SharedMemory})
    EXPECT_GT(seen[kind], 200u) << testing::PrintToString(kind);
}

/// Plans, checks the move, and returns the plan.
ConversionPlan checkedPlan(const LinearLayout &from, const LinearLayout &to,
                           unsigned maxCandidates = 2) {
  ConversionPlan plan = planConversion(from, to, maxCandidates);
  expectRightMove(from, to, plan);
  return plan;
}

TEST_F(ConversionTest, SameLayoutIsIdentity) {
  LinearLayout layout = LinearLayout::blocked({32, 64}, {1, 0}, 4, 32, 4);
  EXPECT_EQ(checkedPlan(layout, layout).kind, ConversionKind::Identity);
  // With copies in registers, lanes and warps.
  LinearLayout copies({8}, {1, 1, 0}, {2, 4, 0}, {0, 6});
  EXPECT_EQ(checkedPlan(copies, copies).kind, ConversionKind::Identity);
}

TEST_F(ConversionTest, RegisterOrderIsRegisters) {
  LinearLayout from = LinearLayout::blocked({32, 64}, {1, 0}, 4, 32, 4);
  ConversionPlan plan = checkedPlan(from, from.permuteRegisters({2, 0, 3, 1}));
  EXPECT_EQ(plan.kind, ConversionKind::Registers);
  EXPECT_EQ(plan.regFromReg, (Bases{4, 1, 8, 2}));
  EXPECT_EQ(plan.candidates(), 1u);
}

TEST_F(ConversionTest, DroppingCopiesIsRegisters) {
  LinearLayout whole = LinearLayout::replicated({16, 8}, 32, 4);
  LinearLayout part = LinearLayout::blocked({16, 8}, {1, 0}, 1, 32, 4);
  EXPECT_EQ(checkedPlan(whole, part).kind, ConversionKind::Registers);
  EXPECT_EQ(checkedPlan(part, whole).kind, ConversionKind::SharedMemory);
}

TEST_F(ConversionTest, AccumulatorToOperandIsRegisters) {
  // The accumulator of two m16n8 products side by side, and the left operand
  // of an m16n8k16 product: the same threads.
  LinearLayout accumulator({16, 16}, {1, 128, 8}, {2, 4, 16, 32, 64}, {0, 0});
  LinearLayout operand({16, 16}, {1, 8, 128}, {2, 4, 16, 32, 64}, {0, 0});
  EXPECT_EQ(checkedPlan(accumulator, operand).kind, ConversionKind::Registers);
}

TEST_F(ConversionTest, LaneOrderIsWarpShuffle) {
  LinearLayout from({32, 4}, {1, 2}, {4, 8, 16, 32, 64}, {});
  LinearLayout to({32, 4}, {1, 2}, {64, 32, 16, 8, 4}, {});
  ConversionPlan plan = checkedPlan(from, to, 1);
  EXPECT_EQ(plan.kind, ConversionKind::WarpShuffle);
  EXPECT_EQ(plan.candidates(), 1u);
  EXPECT_EQ(plan.laneFromLane, (Bases{16, 8, 4, 2, 1}));
}

TEST_F(ConversionTest, SwapOfRegisterAndLaneHasTwoCandidates) {
  LinearLayout from({8, 8}, {1}, {2, 4, 8, 16, 32}, {});
  LinearLayout to({8, 8}, {2}, {1, 4, 8, 16, 32}, {});
  ConversionPlan plan = checkedPlan(from, to, 2);
  EXPECT_EQ(plan.kind, ConversionKind::WarpShuffle);
  EXPECT_EQ(plan.candidates(), 2u);
  EXPECT_EQ(checkedPlan(from, to, 1).kind, ConversionKind::SharedMemory);
}

TEST_F(ConversionTest, GatheringALanesRowIsOneShuffleARegister) {
  // Each thread fetches what the lanes of its row hold: no selection needed.
  LinearLayout from({8, 4}, {}, {1, 2, 4, 8, 16}, {});
  LinearLayout to({8, 4}, {1, 2}, {0, 0, 4, 8, 16}, {});
  ConversionPlan plan = checkedPlan(from, to, 1);
  EXPECT_EQ(plan.kind, ConversionKind::WarpShuffle);
  EXPECT_EQ(plan.candidates(), 1u);
}

TEST_F(ConversionTest, TransposeWithinAWarpGoesThroughSharedMemory) {
  LinearLayout rows = LinearLayout::blocked({32, 32}, {1, 0}, 1, 32, 1);
  LinearLayout columns = LinearLayout::blocked({32, 32}, {0, 1}, 1, 32, 1);
  EXPECT_EQ(checkedPlan(rows, columns).kind, ConversionKind::SharedMemory);
  ConversionPlan plan = checkedPlan(rows, columns, noLimit);
  EXPECT_EQ(plan.kind, ConversionKind::WarpShuffle);
  EXPECT_EQ(plan.candidates(), 32u);
}

TEST_F(ConversionTest, OtherWarpsGoThroughSharedMemory) {
  LinearLayout from({8, 32}, {}, {1, 2, 4, 8, 16}, {32, 64, 128});
  LinearLayout to({8, 32}, {}, {1, 2, 4, 8, 16}, {64, 32, 128});
  EXPECT_EQ(checkedPlan(from, to).kind, ConversionKind::SharedMemory);
}

TEST_F(ConversionTest, WarpsThatHoldCopiesStayInTheirWarp) {
  // Both warps hold all; the second wants its lanes in another order.
  LinearLayout from({4, 8}, {}, {1, 2, 4, 8, 16}, {0});
  LinearLayout to({4, 8}, {}, {1, 2, 4, 8, 16}, {3});
  ConversionPlan plan = checkedPlan(from, to, 1);
  EXPECT_EQ(plan.kind, ConversionKind::WarpShuffle);
  EXPECT_EQ(plan.laneFromWarp, (Bases{3}));
}

TEST_F(ConversionTest, OtherThreadsGoThroughSharedMemory) {
  LinearLayout from({8}, {1, 2, 4}, {0, 0}, {0});
  EXPECT_EQ(planConversion(from, LinearLayout({8}, {1, 2, 4}, {0}, {0})).kind,
            ConversionKind::SharedMemory);
  EXPECT_EQ(
      planConversion(from, LinearLayout({8}, {1, 2, 4}, {0, 0}, {0, 0})).kind,
      ConversionKind::SharedMemory);
  EXPECT_EQ(
      planConversion(from, LinearLayout({8}, {1, 2, 4}, {0, 0}, {0}, {1})).kind,
      ConversionKind::SharedMemory);
}

TEST_F(ConversionTest, OneElement) {
  LinearLayout one = LinearLayout::blocked({1}, {0}, 1, 32, 4);
  EXPECT_EQ(checkedPlan(one, one).kind, ConversionKind::Identity);
  LinearLayout twice({1}, {0}, Bases(5, 0), Bases(2, 0));
  EXPECT_EQ(checkedPlan(one, twice).kind, ConversionKind::Registers);
  EXPECT_EQ(checkedPlan(twice, one).kind, ConversionKind::Registers);
}

TEST_F(ConversionTest, LargestTile) {
  LinearLayout rows = LinearLayout::blocked({1024, 1024}, {1, 0}, 8, 32, 32);
  LinearLayout other = LinearLayout::blocked({1024, 1024}, {1, 0}, 4, 32, 32);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(planConversion(rows, other).kind, ConversionKind::SharedMemory);
}

} // namespace
