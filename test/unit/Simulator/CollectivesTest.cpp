//===- CollectivesTest.cpp - What lanes of a warp do together -------------===//
//
// Each collective against its definition in the PTX ISA, written once more here
// lane by lane.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

using namespace simulatortest;

namespace {
class CollectivesTest : public SimulatorTest {
protected:
  /// A warp whose lanes all run `body`, which defines %r.
  void expectLanes(const std::string &body,
                   const std::vector<uint32_t> &expected) {
    Kernel kernel;
    kernel.body = body;
    expectValues(kernel, expected);
  }
};
INSTANTIATE_TEST_SUITE_P(, CollectivesTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// `%r` as the sum of a value and a predicate of the structure %both.
static const char *const sumOfBoth = R"(
  %value = extractvalue { i32, i1 } %both, 0
  %flag = extractvalue { i32, i1 } %both, 1
  %thousands = select i1 %flag, i32 1000, i32 0
  %r = add i32 %value, %thousands
)";

TEST_P(CollectivesTest, ButterflyShuffles) {
  expectLanes(R"(
    %r = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %tid, i32 5, i32 31)
  )",
              perThread(32, [](unsigned lane) { return lane ^ 5; }));
}

TEST_P(CollectivesTest, IndexedShuffles) {
  expectLanes(R"(
    %r = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %tid, i32 7, i32 31)
  )",
              perThread(32, [](unsigned) { return 7; }));
}

TEST_P(CollectivesTest, IndexedShufflesStayInTheirSegment) {
  // Segments of 8 lanes: the upper half of c is 0x18, the lower the last lane.
  expectLanes(R"(
    %r = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %tid, i32 3, i32 6175)
  )",
              perThread(32, [](unsigned lane) { return lane / 8 * 8 + 3; }));
}

TEST_P(CollectivesTest, ShufflesUpKeepTheValueBelowTheFirstLane) {
  expectLanes(std::string(R"(
    %both = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %tid, i32 4, i32 0)
  )") + sumOfBoth,
              perThread(32, [](unsigned lane) {
                return lane < 4 ? lane : 1000 + lane - 4;
              }));
}

TEST_P(CollectivesTest, ShufflesDownKeepTheValueAboveTheLastLane) {
  expectLanes(std::string(R"(
    %both = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %tid, i32 4, i32 31)
  )") + sumOfBoth,
              perThread(32, [](unsigned lane) {
                return lane > 27 ? lane : 1000 + lane + 4;
              }));
}

TEST_P(CollectivesTest, FloatsShuffleAsBits) {
  expectLanes(R"(
    %x = uitofp i32 %tid to float
    %y = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %x, i32 1, i32 31)
    %r = fptoui float %y to i32
  )",
              perThread(32, [](unsigned lane) { return lane ^ 1; }));
}

TEST_P(CollectivesTest, HalvesOfAWarpMeetApart) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %high
  low:
    %a = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 65535)
    br label %join
  high:
    %b = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 -65536)
    br label %join
  join:
    %r = phi i32 [ %a, %low ], [ %b, %high ]
  )";
  expectValues(kernel, perThread(32, [](unsigned lane) {
                 return lane < 16 ? 120 : 376;
               }));
}

TEST_P(CollectivesTest, Votes) {
  expectLanes(R"(
    %isSmall = icmp ult i32 %tid, 3
    %isLane = icmp ult i32 %tid, 32
    %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %isSmall)
    %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %isSmall)
    %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %isSmall)
    %uni = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %isSmall)
    %everyone = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %isLane)
    %a = zext i1 %all to i32
    %b = zext i1 %any to i32
    %c = zext i1 %uni to i32
    %d = zext i1 %everyone to i32
    %a8 = shl i32 %a, 8
    %b9 = shl i32 %b, 9
    %c10 = shl i32 %c, 10
    %d11 = shl i32 %d, 11
    %r1 = or i32 %ballot, %a8
    %r2 = or i32 %r1, %b9
    %r3 = or i32 %r2, %c10
    %r = or i32 %r3, %d11
  )",
              perThread(32, [](unsigned) { return 7 | 1 << 9 | 1 << 11; }));
}

TEST_P(CollectivesTest, MatchAnyGivesTheLanesOfTheSameValue) {
  expectLanes(R"(
    %key = urem i32 %tid, 3
    %r = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %key)
  )",
              perThread(32, [](unsigned lane) {
                uint32_t same = 0;
                for (unsigned other = lane % 3; other < 32; other += 3)
                  same |= 1u << other;
                return same;
              }));
}

TEST_P(CollectivesTest, MatchAllTellsWhetherAllAreTheSame) {
  expectLanes(R"(
    %half = udiv i32 %tid, 32
    %wide = zext i32 %half to i64
    %same = call { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32 -1, i64 %wide)
    %sameMask = extractvalue { i32, i1 } %same, 0
    %other = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %tid)
    %otherMask = extractvalue { i32, i1 } %other, 0
    %otherFlag = extractvalue { i32, i1 } %other, 1
    %flag = zext i1 %otherFlag to i32
    %x = xor i32 %sameMask, %otherMask
    %r = add i32 %x, %flag
  )",
              perThread(32, [](unsigned) { return 0xFFFFFFFFu; }));
}

TEST_P(CollectivesTest, ElectsOneLane) {
  expectLanes(R"(
    %isElected = icmp uge i32 %tid, 0
    %elected = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
    %leader = extractvalue { i32, i1 } %elected, 0
    %flag = extractvalue { i32, i1 } %elected, 1
    %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %flag)
    %bit = shl i32 1, %leader
    %r = sub i32 %ballot, %bit
  )",
              perThread(32, [](unsigned) { return 0; }));
}

TEST_P(CollectivesTest, IntegerReductions) {
  struct Case {
    const char *name;
    uint32_t expected;
  };
  // The lanes' values: -3, -2, ..., 28.
  for (Case test : {Case{"add", 400},
                    {"max", 28},
                    {"min", uint32_t(-3)},
                    {"umax", uint32_t(-1)},
                    {"umin", 0},
                    {"and", 0},
                    {"or", uint32_t(-1)},
                    {"xor", 0xFFFFFFFF ^ 0}}) {
    if (std::string(test.name) == "xor") {
      test.expected = 0;
      for (int i = -3; i < 29; ++i)
        test.expected ^= uint32_t(i);
    }
    expectLanes("%x = sub i32 %tid, 3\n%r = call i32 @llvm.nvvm.redux.sync." +
                    std::string(test.name) + "(i32 %x, i32 -1)\n",
                perThread(32, [&](unsigned) { return test.expected; }));
  }
}

TEST_P(CollectivesTest, FloatReductions) {
  struct Case {
    const char *name;
    int expected;
  };
  // The lanes' values: -20, ..., 11, but a NaN in lane 5. NaN gives 99.
  for (Case test : {Case{"fmax", 11},
                    {"fmin", -20},
                    {"fmax.abs", 20},
                    {"fmin.abs", 0},
                    {"fmax.NaN", 99},
                    {"fmin.NaN", 99},
                    {"fmax.abs.NaN", 99},
                    {"fmin.abs.NaN", 99}})
    expectLanes(R"(
      %i = sub i32 %tid, 20
      %x = sitofp i32 %i to float
      %isFive = icmp eq i32 %tid, 5
      %y = select i1 %isFive, float 0x7FF8000000000000, float %x
      %z = call float @llvm.nvvm.redux.sync.)" +
                    std::string(test.name) + R"((float %y, i32 -1)
      %isNan = fcmp uno float %z, %z
      %n = fptosi float %z to i32
      %f = freeze i32 %n
      %r = select i1 %isNan, i32 99, i32 %f
    )",
                perThread(32, [&](unsigned) { return test.expected; }));
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_P(CollectivesTest, APartOfTheMaskIsADivergence) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %join
  low:
    %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %tid, i32 1, i32 31)
    br label %join
  join:
    %r = phi i32 [ %a, %low ], [ 0, %0 ]
  )";
  expectFault(kernel, Fault::Divergence,
              "kernel.ll: error: shfl.sync.bfly.i32 with mask 0xffffffff is "
              "reached by lanes 0x0000ffff alone: thread 16 has returned, in "
              "block (0, 0, 0), thread 0 of 'k'");
}

TEST_P(CollectivesTest, TwoCollectivesThatWaitForOneAnotherAreADivergence) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %high
  low:
    %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %tid, i32 1, i32 31)
    br label %join
  high:
    %b = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %tid, i32 1, i32 31)
    br label %join
  join:
    %r = phi i32 [ %a, %low ], [ %b, %high ]
  )";
  expectFault(kernel, Fault::Divergence, "waits at shfl.sync.");
}

TEST_P(CollectivesTest, ALaneHasToBeInItsOwnMask) {
  Kernel kernel;
  kernel.body = R"(
    %r = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 1, i32 %tid, i32 1, i32 31)
  )";
  expectFault(kernel, Fault::BadCollective,
              "expected a mask with the calling lane, but lane");
}

TEST_P(CollectivesTest, AShuffleFromALaneThatTakesNoPartIsSpoilt) {
  Kernel kernel;
  kernel.body = R"(
    %isLow = icmp ult i32 %tid, 16
    br i1 %isLow, label %low, label %join
  low:
    %a = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %tid, i32 20, i32 31)
    br label %join
  join:
    %r = phi i32 [ %a, %low ], [ 0, %0 ]
  )";
  expectValues(kernel, perThread(32, [](unsigned lane) {
                 return lane < 16 ? 0xFFFFDEAD : 0;
               }));
}
