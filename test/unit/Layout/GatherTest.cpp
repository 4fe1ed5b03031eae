//===- GatherTest.cpp - Plans for gathers within a warp -------------------===//
//
// Plans are carried out at every place, with every index.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <gtest/gtest.h>

using namespace minitc;
using minitc::test::RandomLayouts;

namespace {

class GatherTest : public testing::Test {
protected:
  RandomLayouts random{2025};

  /// A layout of a tile of `shape` that serves `result`: its bases without the
  /// axis, and the axis in lanes that hold copies, where `chance` has it so,
  /// and in registers.
  LinearLayout serving(const LinearLayout &result, std::vector<int64_t> shape,
                       unsigned axis, Bases &axisLanes) {
    LinearLayout whole(shape);
    auto project = [&](InDim dim) {
      Bases bases;
      for (uint32_t basis : result.bases(dim)) {
        std::vector<int64_t> at = result.coordinates(basis);
        at[axis] = 0;
        bases.push_back(whole.element(at));
      }
      return bases;
    };
    Bases registers = project(InDim::Register), lanes = project(InDim::Lane);
    uint32_t mask = whole.dimMask(axis);
    for (uint32_t bit = mask & -mask; bit & mask; bit <<= 1) {
      auto free = std::find(lanes.begin(), lanes.end(), 0u);
      if (free == lanes.end() || random.chance(30)) {
        registers.push_back(bit);
        continue;
      }
      *free = bit;
      axisLanes.push_back(bit);
    }
    return LinearLayout(shape, f2::extend({}, registers), lanes,
                        project(InDim::Warp));
  }

  void expectServed(const LinearLayout &source, const LinearLayout &result,
                    unsigned axis, const GatherPlan &plan) {
    uint32_t numIndices = source.shape()[axis];
    for (uint32_t warp = 0; warp < result.size(InDim::Warp); ++warp)
      for (uint32_t lane = 0; lane < result.size(InDim::Lane); ++lane)
        for (uint32_t reg = 0; reg < result.size(InDim::Register); ++reg)
          for (uint32_t index = 0; index < numIndices; ++index) {
            std::vector<int64_t> wanted =
                result.coordinates(result.apply(reg, lane, warp));
            wanted[axis] = index;
            uint32_t fromReg =
                plan.sourceRegister(reg) ^ f2::apply(plan.regFromIndex, index);
            uint32_t fromLane = (lane & ~plan.indexLanes()) |
                                f2::apply(plan.laneFromIndex, index);
            ASSERT_EQ(source.coordinates(source.apply(fromReg, fromLane, warp)),
                      wanted);
          }
  }
};

TEST_F(GatherTest, PlansFindWhatTheIndexAsksFor) {
  for (int i = 0; i < 300; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 8));
    unsigned axis = random.number(0, shape.size() - 1);
    LinearLayout result = random.layout(shape, 3, 2);
    shape[axis] = 1 << random.number(0, 4);
    Bases axisLanes;
    LinearLayout source = serving(result, shape, axis, axisLanes);
    std::optional<GatherPlan> plan = planGather(source, result, axis);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->isInThread(), axisLanes.empty());
    EXPECT_EQ(plan->candidates() << axisLanes.size(), shape[axis]);
    expectServed(source, result, axis, *plan);
  }
}

TEST_F(GatherTest, AnyPlanThereIsServes) {
  int numPlans = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 4));
    unsigned axis = random.number(0, shape.size() - 1);
    LinearLayout source = random.layout(shape, 2, 1);
    LinearLayout result = random.layout(shape, 2, 1);
    if (std::optional<GatherPlan> plan = planGather(source, result, axis)) {
      ++numPlans;
      expectServed(source, result, axis, *plan);
    }
  }
  EXPECT_GT(numPlans, 100);
}

TEST_F(GatherTest, NoneWhereTheIndexDoesNotTell) {
  LinearLayout result({8}, {4}, {1, 2}, {0});
  // In lanes, in registers, in both.
  EXPECT_TRUE(planGather({{4}, {}, {1, 2}, {0}}, result, 0));
  EXPECT_TRUE(planGather({{4}, {2, 1}, {0, 0}, {0}}, result, 0));
  EXPECT_TRUE(planGather({{4}, {1}, {0, 2}, {0}}, result, 0));
  // In warps, in lanes that hold sums, twice.
  EXPECT_FALSE(planGather({{4}, {}, {0, 1}, {2}}, result, 0));
  EXPECT_FALSE(planGather({{4}, {}, {1, 3}, {0}}, result, 0));
  EXPECT_FALSE(planGather({{4}, {2}, {1, 1}, {0}}, result, 0));
}

TEST_F(GatherTest, NoneWhereOtherDimensionsMove) {
  LinearLayout result({2, 4}, {1, 2}, {4}, {0});
  EXPECT_TRUE(planGather({{2, 4}, {1, 2}, {4}, {0}}, result, 1));
  EXPECT_FALSE(planGather({{2, 4}, {1, 4}, {2}, {0}}, result, 1));
  EXPECT_FALSE(planGather({{2, 4}, {1, 2}, {0}, {4}}, result, 1));
}

} // namespace
