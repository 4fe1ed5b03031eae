//===- Conversion.cpp - What moving a tile between layouts takes ----------===//
//
// A conversion asks, for each place of the destination, for a place of the
// source that holds the same element. Both layouts are linear, so a linear
// answer for the bits of the destination's places is an answer for all places,
// and tiles of any size are planned from a few dozen bits.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/LinearLayout.h"

#include <cassert>

using namespace minitc;

namespace {

/// A register and a lane of the source, or the bits that one bit of the
/// destination contributes to them.
struct Place {
  uint32_t reg = 0;
  uint32_t lane = 0;

  Place operator^(Place other) const {
    return {reg ^ other.reg, lane ^ other.lane};
  }
};

/// One bit of the destination's index.
struct DestinationBit {
  /// The lane bit itself, or 0 for a register or warp bit.
  uint32_t lane = 0;
  /// The element it adds, less what the source's same warp adds: the sum of
  /// the source's register and lane bases has to make this up.
  uint32_t wanted = 0;
  /// `wanted` less what the source's same lane adds: in the span of the
  /// source's register bases just if the thread itself holds the element.
  uint32_t wantedInThread = 0;
};

} // namespace

/// The destination's bits: warp, then lane, then register. Lanes come before
/// registers so that a choice made to keep values where they are falls to
/// register bits, which add no candidates.
static std::vector<DestinationBit> destinationBits(const LinearLayout &from,
                                                   const LinearLayout &to) {
  std::vector<DestinationBit> bits;
  const Bases &warps = to.bases(InDim::Warp);
  for (size_t i = 0; i < warps.size(); ++i) {
    uint32_t wanted = warps[i] ^ from.bases(InDim::Warp)[i];
    bits.push_back({0, wanted, wanted});
  }
  const Bases &lanes = to.bases(InDim::Lane);
  for (size_t i = 0; i < lanes.size(); ++i)
    bits.push_back({1u << i, lanes[i], lanes[i] ^ from.bases(InDim::Lane)[i]});
  for (uint32_t reg : to.bases(InDim::Register))
    bits.push_back({0, reg, reg});
  return bits;
}

namespace {

/// Finds the source of each destination bit.
class SourceFinder {
public:
  SourceFinder(const LinearLayout &from)
      : registers(from.bases(InDim::Register)),
        numLanes(from.bases(InDim::Lane).size()) {
    lanesThenRegisters = from.bases(InDim::Lane);
    lanesThenRegisters.insert(lanesThenRegisters.end(), registers.begin(),
                              registers.end());
  }

  /// A source in the thread itself, or none.
  std::optional<Place> inThread(const DestinationBit &bit) const {
    std::optional<uint32_t> reg = f2::solve(registers, bit.wantedInThread);
    if (!reg)
      return std::nullopt;
    return Place{*reg, bit.lane};
  }

  /// A source in the same warp, or none. What lanes can make up is asked of
  /// lanes, which keeps the number of candidate registers smallest.
  std::optional<Place> inWarp(const DestinationBit &bit) const {
    std::optional<uint32_t> mask = f2::solve(lanesThenRegisters, bit.wanted);
    if (!mask)
      return std::nullopt;
    uint32_t laneMask = (1u << numLanes) - 1;
    return Place{*mask >> numLanes, *mask & laneMask};
  }

  /// Sources for all bits within each thread, or none.
  std::optional<std::vector<Place>>
  inThread(const std::vector<DestinationBit> &bits) const;

  /// Sources for all bits within each warp, or none. Every place whose own
  /// thread holds its element is served by that thread.
  std::optional<std::vector<Place>>
  inWarp(const std::vector<DestinationBit> &bits) const;

private:
  Bases registers;
  Bases lanesThenRegisters;
  unsigned numLanes;
};

} // namespace

std::optional<std::vector<Place>>
SourceFinder::inThread(const std::vector<DestinationBit> &bits) const {
  std::vector<Place> places;
  for (const DestinationBit &bit : bits) {
    std::optional<Place> place = inThread(bit);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
  }
  return places;
}

std::optional<std::vector<Place>>
SourceFinder::inWarp(const std::vector<DestinationBit> &bits) const {
  // The places whose own thread holds their element are a subspace: the kernel
  // of `wantedInThread` modulo the source's registers. Walk the bits in order.
  // One that is independent of the earlier ones (modulo registers) is free to
  // take any source in the warp. One that depends on them completes a vector of
  // that kernel, whose source is its own thread; what its other bits already
  // contribute is taken off.
  Bases seen = registers;
  std::vector<size_t> freeBits;
  std::vector<Place> places;
  for (const DestinationBit &bit : bits) {
    std::optional<uint32_t> mask = f2::solve(seen, bit.wantedInThread);
    if (!mask) {
      std::optional<Place> place = inWarp(bit);
      if (!place)
        return std::nullopt;
      seen.push_back(bit.wantedInThread);
      freeBits.push_back(places.size());
      places.push_back(*place);
      continue;
    }
    uint32_t registerMask = (1u << registers.size()) - 1;
    Place place{*mask & registerMask, bit.lane};
    for (size_t i = 0; i < freeBits.size(); ++i) {
      if (!(*mask >> (registers.size() + i) & 1))
        continue;
      place.lane ^= bits[freeBits[i]].lane;
      place = place ^ places[freeBits[i]];
    }
    places.push_back(place);
  }
  return places;
}

static ConversionPlan makePlan(ConversionKind kind, const LinearLayout &to,
                               const std::vector<Place> &places) {
  ConversionPlan plan;
  plan.kind = kind;
  auto next = places.begin();
  auto fill = [&](InDim dim, Bases &regs, Bases &lanes) {
    for (size_t i = 0, e = to.bases(dim).size(); i < e; ++i, ++next) {
      regs.push_back(next->reg);
      lanes.push_back(next->lane);
    }
  };
  fill(InDim::Warp, plan.regFromWarp, plan.laneFromWarp);
  fill(InDim::Lane, plan.regFromLane, plan.laneFromLane);
  fill(InDim::Register, plan.regFromReg, plan.laneFromReg);
  return plan;
}

/// The plan of an identity, whatever duplicates the layout has.
static ConversionPlan identityPlan(const LinearLayout &layout) {
  auto units = [&](InDim dim) {
    return f2::complement({}, layout.bases(dim).size());
  };
  auto zeros = [&](InDim dim) { return Bases(layout.bases(dim).size(), 0); };
  ConversionPlan plan;
  plan.kind = ConversionKind::Identity;
  plan.regFromReg = units(InDim::Register);
  plan.regFromLane = zeros(InDim::Lane);
  plan.regFromWarp = zeros(InDim::Warp);
  plan.laneFromReg = zeros(InDim::Register);
  plan.laneFromLane = units(InDim::Lane);
  plan.laneFromWarp = zeros(InDim::Warp);
  return plan;
}

uint32_t ConversionPlan::sourceRegister(uint32_t reg) const {
  return f2::apply(regFromReg, reg);
}

uint32_t ConversionPlan::candidates() const {
  Bases outside = regFromLane;
  outside.insert(outside.end(), regFromWarp.begin(), regFromWarp.end());
  return 1u << f2::rank(outside);
}

ConversionPlan minitc::planConversion(const LinearLayout &from,
                                      const LinearLayout &to,
                                      unsigned maxCandidates) {
  assert(from.shape() == to.shape() && "a conversion keeps the tile");
  assert(from.isSurjective() && to.isSurjective() &&
         "both layouts hold every element");
  if (from == to)
    return identityPlan(to);
  // Nothing but shared memory crosses blocks or serves other threads than the
  // source has.
  if (from.bases(InDim::Block) != to.bases(InDim::Block) ||
      from.size(InDim::Warp) != to.size(InDim::Warp) ||
      from.size(InDim::Lane) != to.size(InDim::Lane))
    return {};

  SourceFinder finder(from);
  std::vector<DestinationBit> bits = destinationBits(from, to);
  if (auto places = finder.inThread(bits))
    return makePlan(ConversionKind::Registers, to, *places);
  if (auto places = finder.inWarp(bits)) {
    ConversionPlan plan = makePlan(ConversionKind::WarpShuffle, to, *places);
    if (plan.candidates() <= maxCandidates)
      return plan;
  }
  return {};
}
