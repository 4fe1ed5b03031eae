//===- Gather.cpp - Where a warp finds what an index asks for -------------===//
//
// Along the dimensions that a gather leaves alone, source and result have to be
// in the same lanes and warps; along its axis, each bit of the index has to be
// one bit of the source's register or lane.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/LinearLayout.h"

#include <algorithm>
#include <cassert>

using namespace minitc;

uint32_t GatherPlan::sourceRegister(uint32_t reg) const {
  return f2::apply(regFromReg, reg);
}

uint32_t GatherPlan::indexLanes() const {
  uint32_t mask = 0;
  for (uint32_t lane : laneFromIndex)
    mask |= lane;
  return mask;
}

uint32_t GatherPlan::candidates() const { return 1u << f2::rank(regFromIndex); }

/// Finds the register or the lane that each bit of the axis is, so that no
/// other lane touches the axis.
static bool placeIndex(const LinearLayout &source, unsigned axis,
                       GatherPlan &plan) {
  const Bases &registers = source.bases(InDim::Register);
  const Bases &lanes = source.bases(InDim::Lane);
  uint32_t mask = source.dimMask(axis);
  for (uint32_t bit = mask & -mask; bit & mask; bit <<= 1) {
    std::optional<uint32_t> reg = f2::solve(registers, bit);
    auto lane = std::find(lanes.begin(), lanes.end(), bit);
    if (!reg && lane == lanes.end())
      return false;
    plan.regFromIndex.push_back(reg.value_or(0));
    plan.laneFromIndex.push_back(reg ? 0 : 1u << (lane - lanes.begin()));
  }
  uint32_t used = plan.indexLanes();
  for (size_t i = 0; i < lanes.size(); ++i)
    if ((lanes[i] & mask) && !(used >> i & 1))
      return false;
  return true;
}

std::optional<GatherPlan> minitc::planGather(const LinearLayout &source,
                                             const LinearLayout &result,
                                             unsigned axis) {
  LinearLayout sourceBase = source.slice(axis), resultBase = result.slice(axis);
  assert(sourceBase.shape() == resultBase.shape() &&
         "source and result differ along the axis alone");
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block})
    if (sourceBase.bases(dim) != resultBase.bases(dim))
      return std::nullopt;
  for (InDim dim : {InDim::Warp, InDim::Block})
    for (uint32_t basis : source.bases(dim))
      if (basis & source.dimMask(axis))
        return std::nullopt;

  GatherPlan plan;
  if (!placeIndex(source, axis, plan))
    return std::nullopt;
  for (uint32_t basis : result.bases(InDim::Register)) {
    std::vector<int64_t> at = result.coordinates(basis);
    at[axis] = 0;
    std::optional<uint32_t> reg =
        f2::solve(source.bases(InDim::Register), source.element(at));
    if (!reg)
      return std::nullopt;
    plan.regFromReg.push_back(*reg);
  }
  return plan;
}
