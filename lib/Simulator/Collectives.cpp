//===- Collectives.cpp - What the threads of a warp do together -----------===//

#include "Collectives.h"
#include "Matrices.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace minitc::simulator;

namespace {
using Word = uint64_t;

/// What a lane reads from one that takes no part: undefined on a GPU, here a
/// value that spoils results (a NaN, as f32).
constexpr uint32_t undefinedWord = 0xFFFFDEAD;
} // namespace

static void forEachLane(uint32_t mask, function_ref<void(unsigned)> function) {
  for (uint32_t rest = mask; rest; rest &= rest - 1)
    function(llvm::countr_zero(rest));
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

namespace {
enum class Shuffle { Up, Down, Butterfly, Index };
} // namespace

/// The lane that `lane` reads, and whether that is in range (PTX ISA,
/// "shfl.sync").
template <Shuffle mode>
static unsigned sourceLane(unsigned lane, uint32_t b, uint32_t c,
                           bool &isInRange) {
  unsigned offset = b & 31, clamp = c & 31, segment = (c >> 8) & 31;
  int bound = int((lane & segment) | (clamp & ~segment & 31));
  int first = int(lane & segment);
  int source = 0;
  switch (mode) {
  case Shuffle::Up:
    source = int(lane) - int(offset);
    isInRange = source >= bound;
    break;
  case Shuffle::Down:
    source = int(lane + offset);
    isInRange = source <= bound;
    break;
  case Shuffle::Butterfly:
    source = int(lane ^ offset);
    isInRange = source <= bound;
    break;
  case Shuffle::Index:
    source = first | int(offset & ~segment & 31);
    isInRange = source <= bound;
    break;
  }
  return isInRange ? unsigned(source) : lane;
}

/// Operands: mask, value, b, c. Results: value, whether it was in range.
template <Shuffle mode>
static void shuffle(const Collective &collective, Meeting &meeting) {
  forEachLane(meeting.mask, [&](unsigned lane) {
    Word *words = meeting.words[lane];
    bool isInRange = false;
    unsigned source = sourceLane<mode>(lane, uint32_t(words[2]),
                                       uint32_t(words[3]), isInRange);
    words[4] = meeting.words[source] ? meeting.words[source][1] : undefinedWord;
    if (collective.numResults > 1)
      words[5] = isInRange;
  });
}

//===----------------------------------------------------------------------===//
// Votes and matches
//===----------------------------------------------------------------------===//

/// The lanes whose predicate is true.
static uint32_t ballotOf(const Meeting &meeting) {
  uint32_t ballot = 0;
  forEachLane(meeting.mask, [&](unsigned lane) {
    if (meeting.words[lane][1] & 1)
      ballot |= 1u << lane;
  });
  return ballot;
}

/// Operands: mask, predicate.
static void voteAll(const Collective &, Meeting &meeting) {
  uint32_t ballot = ballotOf(meeting);
  forEachLane(meeting.mask, [&](unsigned lane) {
    meeting.words[lane][2] = ballot == meeting.mask;
  });
}

static void voteAny(const Collective &, Meeting &meeting) {
  uint32_t ballot = ballotOf(meeting);
  forEachLane(meeting.mask,
              [&](unsigned lane) { meeting.words[lane][2] = ballot != 0; });
}

static void voteUniform(const Collective &, Meeting &meeting) {
  uint32_t ballot = ballotOf(meeting);
  forEachLane(meeting.mask, [&](unsigned lane) {
    meeting.words[lane][2] = ballot == 0 || ballot == meeting.mask;
  });
}

static void voteBallot(const Collective &, Meeting &meeting) {
  uint32_t ballot = ballotOf(meeting);
  forEachLane(meeting.mask,
              [&](unsigned lane) { meeting.words[lane][2] = ballot; });
}

/// Operands: mask, value. Result: the lanes with the same value.
static void matchAny(const Collective &, Meeting &meeting) {
  forEachLane(meeting.mask, [&](unsigned lane) {
    uint32_t same = 0;
    forEachLane(meeting.mask, [&](unsigned other) {
      if (meeting.words[other][1] == meeting.words[lane][1])
        same |= 1u << other;
    });
    meeting.words[lane][2] = same;
  });
}

/// Results: the mask if all values are the same, else 0; whether they are.
static void matchAll(const Collective &, Meeting &meeting) {
  Word first = meeting.words[llvm::countr_zero(meeting.mask)][1];
  bool isSame = true;
  forEachLane(meeting.mask, [&](unsigned lane) {
    isSame &= meeting.words[lane][1] == first;
  });
  forEachLane(meeting.mask, [&](unsigned lane) {
    meeting.words[lane][2] = isSame ? meeting.mask : 0;
    meeting.words[lane][3] = isSame;
  });
}

/// Operand: mask. Results: the lane that was elected, whether it is this one.
static void elect(const Collective &, Meeting &meeting) {
  unsigned leader = llvm::countr_zero(meeting.mask);
  forEachLane(meeting.mask, [&](unsigned lane) {
    meeting.words[lane][1] = leader;
    meeting.words[lane][2] = lane == leader;
  });
}

static void onlyMeet(const Collective &, Meeting &) {}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Operands: value, mask.
template <typename Combine>
static void reduce(Meeting &meeting, Combine combine) {
  unsigned first = llvm::countr_zero(meeting.mask);
  uint32_t result = uint32_t(meeting.words[first][0]);
  forEachLane(meeting.mask & (meeting.mask - 1), [&](unsigned lane) {
    result = combine(result, uint32_t(meeting.words[lane][0]));
  });
  forEachLane(meeting.mask,
              [&](unsigned lane) { meeting.words[lane][2] = result; });
}

static void reduceAdd(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return a + b; });
}
static void reduceAnd(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return a & b; });
}
static void reduceOr(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return a | b; });
}
static void reduceXor(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return a ^ b; });
}
static void reduceMax(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) {
    return uint32_t(std::max(int32_t(a), int32_t(b)));
  });
}
static void reduceMin(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) {
    return uint32_t(std::min(int32_t(a), int32_t(b)));
  });
}
static void reduceUMax(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return std::max(a, b); });
}
static void reduceUMin(const Collective &, Meeting &meeting) {
  reduce(meeting, [](uint32_t a, uint32_t b) { return std::min(a, b); });
}

/// The lesser or greater of two floats, of their magnitudes if `isAbs`. A NaN
/// wins with ".NaN" and loses otherwise, and the result's is canonical.
template <bool isMax, bool isAbs, bool isNaN>
static void reduceFloat(const Collective &, Meeting &meeting) {
  auto pick = [](uint32_t x, uint32_t y) {
    float a = llvm::bit_cast<float>(x), b = llvm::bit_cast<float>(y);
    if (isAbs) {
      a = std::fabs(a);
      b = std::fabs(b);
    }
    constexpr uint32_t canonicalNaN = 0x7FFFFFFF;
    if (std::isnan(a) && std::isnan(b))
      return canonicalNaN;
    if (std::isnan(a) || std::isnan(b))
      return isNaN ? canonicalNaN
                   : llvm::bit_cast<uint32_t>(std::isnan(a) ? b : a);
    // -0 is less than +0.
    bool aIsLess = a < b || (a == b && std::signbit(a));
    return llvm::bit_cast<uint32_t>(aIsLess == isMax ? b : a);
  };
  reduce(meeting, pick);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const Collective *minitc::simulator::findCollective(StringRef intrinsic) {
  static const Collective table[] = {
      {"shfl.sync.up.i32", 4, 1, 0, false, shuffle<Shuffle::Up>},
      {"shfl.sync.up.f32", 4, 1, 0, false, shuffle<Shuffle::Up>},
      {"shfl.sync.up.i32p", 4, 2, 0, false, shuffle<Shuffle::Up>},
      {"shfl.sync.up.f32p", 4, 2, 0, false, shuffle<Shuffle::Up>},
      {"shfl.sync.down.i32", 4, 1, 0, false, shuffle<Shuffle::Down>},
      {"shfl.sync.down.f32", 4, 1, 0, false, shuffle<Shuffle::Down>},
      {"shfl.sync.down.i32p", 4, 2, 0, false, shuffle<Shuffle::Down>},
      {"shfl.sync.down.f32p", 4, 2, 0, false, shuffle<Shuffle::Down>},
      {"shfl.sync.bfly.i32", 4, 1, 0, false, shuffle<Shuffle::Butterfly>},
      {"shfl.sync.bfly.f32", 4, 1, 0, false, shuffle<Shuffle::Butterfly>},
      {"shfl.sync.bfly.i32p", 4, 2, 0, false, shuffle<Shuffle::Butterfly>},
      {"shfl.sync.bfly.f32p", 4, 2, 0, false, shuffle<Shuffle::Butterfly>},
      {"shfl.sync.idx.i32", 4, 1, 0, false, shuffle<Shuffle::Index>},
      {"shfl.sync.idx.f32", 4, 1, 0, false, shuffle<Shuffle::Index>},
      {"shfl.sync.idx.i32p", 4, 2, 0, false, shuffle<Shuffle::Index>},
      {"shfl.sync.idx.f32p", 4, 2, 0, false, shuffle<Shuffle::Index>},
      {"vote.all.sync", 2, 1, 0, false, voteAll},
      {"vote.any.sync", 2, 1, 0, false, voteAny},
      {"vote.uni.sync", 2, 1, 0, false, voteUniform},
      {"vote.ballot.sync", 2, 1, 0, false, voteBallot},
      {"match.any.sync.i32", 2, 1, 0, false, matchAny},
      {"match.any.sync.i64", 2, 1, 0, false, matchAny},
      {"match.all.sync.i32p", 2, 2, 0, false, matchAll},
      {"match.all.sync.i64p", 2, 2, 0, false, matchAll},
      {"elect.sync", 1, 2, 0, false, elect},
      {"bar.warp.sync", 1, 0, 0, true, onlyMeet},
      {"redux.sync.add", 2, 1, 1, false, reduceAdd},
      {"redux.sync.and", 2, 1, 1, false, reduceAnd},
      {"redux.sync.or", 2, 1, 1, false, reduceOr},
      {"redux.sync.xor", 2, 1, 1, false, reduceXor},
      {"redux.sync.max", 2, 1, 1, false, reduceMax},
      {"redux.sync.min", 2, 1, 1, false, reduceMin},
      {"redux.sync.umax", 2, 1, 1, false, reduceUMax},
      {"redux.sync.umin", 2, 1, 1, false, reduceUMin},
      {"redux.sync.fmax", 2, 1, 1, false, reduceFloat<true, false, false>},
      {"redux.sync.fmin", 2, 1, 1, false, reduceFloat<false, false, false>},
      {"redux.sync.fmax.NaN", 2, 1, 1, false, reduceFloat<true, false, true>},
      {"redux.sync.fmin.NaN", 2, 1, 1, false, reduceFloat<false, false, true>},
      {"redux.sync.fmax.abs", 2, 1, 1, false, reduceFloat<true, true, false>},
      {"redux.sync.fmin.abs", 2, 1, 1, false, reduceFloat<false, true, false>},
      {"redux.sync.fmax.abs.NaN", 2, 1, 1, false,
       reduceFloat<true, true, true>},
      {"redux.sync.fmin.abs.NaN", 2, 1, 1, false,
       reduceFloat<false, true, true>},
  };
  if (!intrinsic.consume_front("llvm.nvvm."))
    return nullptr;
  for (ArrayRef<Collective> rows : {ArrayRef(table), matrixCollectives()})
    for (const Collective &row : rows)
      if (row.name == intrinsic)
        return &row;
  return nullptr;
}
