//===- ShadowTest.cpp - What cells and clocks remember --------------------===//

#include "HistoryShadow.h"
#include "OwnerShadow.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace minitc;

namespace {

Access makeAccess(uint32_t instance, AccessMode mode, uint32_t pointer,
                  uint64_t epoch = 0) {
  // In these tests each pointer has an op for each mode.
  uint32_t site = 1 + 3 * (pointer - 1) + uint32_t(mode);
  return {instance, site, pointer, epoch, mode, {}};
}

//===----------------------------------------------------------------------===//
// Cells of kernels without atomics
//===----------------------------------------------------------------------===//

/// What is packed comes out again, whatever the sizes are.
TEST(OwnerCells, HoldWhatTheyAreGiven) {
  std::mt19937_64 random(1);
  std::tuple<uint64_t, uint64_t, uint64_t> sizes[] = {
      {1, 1, 1},
      {4096, 10, 1024},
      {1 << 20, 100, 1 << 12},
      {UINT32_MAX, 1 << 4, 1 << 20},
      {UINT32_MAX, 1 << 20, 1 << 20}};
  for (auto [instances, sites, lanes] : sizes)
    for (bool hasBarriers : {false, true}) {
      OwnerCellLayout layout =
          OwnerCellLayout::choose(instances, sites, lanes, hasBarriers);
      OwnerCell cell;
      cell.instance = random() % instances;
      cell.extra = random() & layout.maxEpoch();
      if (layout.hasSites())
        cell.read.site = sites;
      if (layout.hasLanes)
        cell.change.lane = lanes - 1;
      cell.isWritten = cell.readNow = true;
      OwnerCell out = layout.unpack(layout.pack(cell));
      EXPECT_EQ(out.instance, cell.instance);
      EXPECT_EQ(out.extra, cell.extra);
      EXPECT_EQ(out.read.site, cell.read.site);
      EXPECT_EQ(out.change.lane, cell.change.lane);
      EXPECT_TRUE(out.isWritten && out.readNow);
      EXPECT_FALSE(out.isRead || out.isShared || out.changedNow ||
                   out.readThroughMany);
      if (hasBarriers && layout.hasSites()) {
        EXPECT_GE(layout.maxEpoch(), 255u);
      }
    }
}

TEST(OwnerCells, GiveUpLanesFirstAndOpsLast) {
  OwnerCellLayout usual = OwnerCellLayout::choose(4096, 10, 1024, true);
  EXPECT_TRUE(usual.hasLanes && usual.hasSites() && usual.hasTwoReaders());
  OwnerCellLayout large = OwnerCellLayout::choose(1u << 31, 10, 1024, true);
  EXPECT_TRUE(!large.hasLanes && large.hasSites());
  OwnerCellLayout huge = OwnerCellLayout::choose(1u << 31, 1 << 19, 1024, true);
  EXPECT_TRUE(!huge.hasLanes && !huge.hasSites());
}

class OwnerShadowTest : public testing::Test {
protected:
  /// Cells with `epochs` bits for an epoch.
  void use(unsigned epochs, bool hasSites = true) {
    OwnerCellLayout layout;
    layout.instance = 8;
    layout.site = hasSites ? 4 : 0;
    layout.lane = 10;
    layout.extra = epochs;
    cells = std::make_unique<OwnerCells>(layout, 16);
    shadow = std::make_unique<OwnerShadow>(*cells, 64, 4);
  }
  std::optional<Race> access(const Access &now, uint32_t lane = 0) {
    cells->pointers[now.site] = now.pointer;
    return shadow->access(now, /*offset=*/8, /*bytes=*/4, lane);
  }
  std::unique_ptr<OwnerCells> cells;
  std::unique_ptr<OwnerShadow> shadow;
};

TEST_F(OwnerShadowTest, KnowsTheTwoLowestReaders) {
  use(8);
  for (uint32_t instance : {5, 3, 9, 3, 7})
    EXPECT_FALSE(
        access(makeAccess(instance, AccessMode::Read, 1), instance + 100));
  std::optional<Race> race = access(makeAccess(3, AccessMode::Write, 1));
  ASSERT_TRUE(race);
  EXPECT_FALSE(race->isWithinInstance);
  EXPECT_EQ(race->instance, 5u);
  EXPECT_EQ(race->lane, 105u);
  use(8);
  for (uint32_t instance : {5, 3, 9})
    access(makeAccess(instance, AccessMode::Read, 1), instance + 100);
  race = access(makeAccess(9, AccessMode::Write, 1));
  ASSERT_TRUE(race);
  EXPECT_EQ(race->instance, 3u);
  EXPECT_EQ(race->lane, 103u);
}

TEST_F(OwnerShadowTest, FindsARaceWithAReaderThatHasNoRoom) {
  use(2);
  access(makeAccess(3, AccessMode::Read, 1));
  access(makeAccess(5, AccessMode::Read, 1));
  std::optional<Race> race = access(makeAccess(3, AccessMode::Write, 1));
  ASSERT_TRUE(race);
  EXPECT_FALSE(race->instance);
  EXPECT_EQ(race->site, 0u);
}

TEST_F(OwnerShadowTest, EpochsMayBeCountedAgain) {
  use(2);
  EXPECT_FALSE(access(makeAccess(3, AccessMode::Write, 1, /*epoch=*/1)));
  shadow->endEpochs(4);
  EXPECT_TRUE(access(makeAccess(3, AccessMode::Read, 2, 1)))
      << "another instance's epochs";
  shadow->endEpochs(3);
  EXPECT_FALSE(access(makeAccess(3, AccessMode::Write, 2, 1)));
  EXPECT_TRUE(access(makeAccess(3, AccessMode::Read, 1, 1)));
  EXPECT_TRUE(access(makeAccess(4, AccessMode::Read, 1, 1)))
      << "what instances have no order with is not forgotten";
}

TEST_F(OwnerShadowTest, WithoutOpsTheOrderWithinAnInstanceIsNotChecked) {
  use(8, /*hasSites=*/false);
  EXPECT_FALSE(access(makeAccess(3, AccessMode::Write, 1)));
  EXPECT_FALSE(access(makeAccess(3, AccessMode::Write, 2)));
  std::optional<Race> race = access(makeAccess(4, AccessMode::Read, 1));
  ASSERT_TRUE(race);
  EXPECT_EQ(race->instance, 3u);
}

TEST_F(OwnerShadowTest, OtherCellsAreOthers) {
  use(8);
  access(makeAccess(3, AccessMode::Write, 1));
  Access other = makeAccess(4, AccessMode::Write, 1);
  EXPECT_FALSE(shadow->access(other, 4, 4, 0));
  EXPECT_FALSE(shadow->access(other, 12, 4, 0));
  EXPECT_TRUE(shadow->access(other, 8, 8, 0));
  EXPECT_TRUE(shadow->isWritten(8));
  EXPECT_FALSE(shadow->isWritten(16));
}

//===----------------------------------------------------------------------===//
// Clocks and sets of accesses
//===----------------------------------------------------------------------===//

using Epochs = std::map<uint32_t, uint64_t>;

Epochs epochsOf(const ClockRef &clock) {
  Epochs epochs;
  if (clock)
    for (const InstanceRun &run : clock->getRuns())
      for (uint32_t i = run.first; i <= run.last; ++i)
        epochs[i] = run.epoch;
  return epochs;
}

TEST(Clocks, JoinKeepsTheLaterOfEach) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    ClockRef clocks[2];
    Epochs expected;
    for (ClockRef &clock : clocks)
      for (int i = random() % 6; i > 0; --i) {
        uint32_t instance = random() % 8;
        uint64_t epoch = random() % 3;
        clock = Clock::extend(clock, instance, epoch);
        auto [place, isNew] = expected.try_emplace(instance, epoch);
        place->second = std::max(place->second, epoch);
      }
    EXPECT_EQ(epochsOf(Clock::join(clocks[0], clocks[1])), expected);
  }
}

TEST(Clocks, JoinGivesBackWhatKnowsAll) {
  ClockRef a = Clock::extend(nullptr, 3, 5);
  ClockRef b = Clock::extend(a, 4, 5);
  EXPECT_EQ(Clock::join(a, b), b);
  EXPECT_EQ(Clock::join(b, a), b);
  EXPECT_EQ(Clock::join(a, nullptr), a);
  EXPECT_EQ(Clock::join(Clock::everything(), b), Clock::everything());
}

TEST(Clocks, NeighboursAreOneRun) {
  ClockRef clock;
  for (uint32_t i = 0; i < 10000; ++i)
    clock = Clock::extend(clock, i, 2);
  EXPECT_EQ(clock->getRuns().size(), 1u);
}

TEST(Clocks, LongOnesCountMoreAsOrdered) {
  ClockRef clock;
  for (uint32_t i = 0; i < 10000; ++i)
    clock = Clock::extend(clock, i, i % 7);
  EXPECT_LE(clock->getRuns().size(), 1024u);
  Epochs epochs = epochsOf(clock);
  ASSERT_EQ(epochs.size(), 10000u);
  for (uint32_t i = 0; i < 10000; ++i)
    EXPECT_GE(epochs[i], i % 7);
}

TEST(AccessSets, AgreeWithOneByOne) {
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    AccessSet set;
    Epochs members;
    ClockRef clock;
    for (uint32_t i = 0; i < 12; ++i) {
      if (random() % 3)
        clock = Clock::extend(clock, i, random() % 3);
      if (random() % 3 == 0)
        continue;
      uint64_t epoch = random() % 3;
      set.add({i, i, epoch, 1});
      members[i] = epoch;
    }
    uint32_t self = random() % 2 ? 11 : 12;
    Epochs known = epochsOf(clock);
    std::optional<uint32_t> expected;
    Epochs left;
    for (auto [instance, epoch] : members) {
      if (known.count(instance) && known[instance] >= epoch)
        continue;
      left[instance] = epoch;
      if (instance != self)
        expected = instance;
    }
    std::optional<InstanceRun> found = set.findUnordered(clock, self);
    EXPECT_EQ(found.has_value(), expected.has_value());
    if (found && expected) {
      EXPECT_EQ(found->first, *expected);
      EXPECT_EQ(found->epoch, left[*expected]);
    }
    set.removeOrdered(clock);
    Epochs kept;
    for (const InstanceRun &run : set.getRuns())
      for (uint32_t i = run.first; i <= run.last; ++i)
        kept[i] = run.epoch;
    EXPECT_EQ(kept, left);
  }
}

TEST(AccessSets, ForgetTheOldest) {
  AccessSet set;
  for (uint32_t i = 0; i < 1000; ++i)
    set.add({i, i, i % 2, 1});
  EXPECT_EQ(set.getRuns().size(), 32u);
  EXPECT_EQ(set.getRuns().back().last, 999u);
}

//===----------------------------------------------------------------------===//
// Histories
//===----------------------------------------------------------------------===//

class HistoryShadowTest : public testing::Test {
protected:
  void use(size_t capacity) {
    shadow.reset();
    histories = std::make_unique<Histories>(capacity);
    shadow = std::make_unique<HistoryShadow>(*histories, 4 * 1024, 4);
  }
  /// Instance after instance in ascending order.
  std::optional<Race> access(Access now, size_t first, size_t count = 1) {
    if (now.instance != instance)
      clock.reset();
    instance = now.instance;
    now.isContiguous = count > 1;
    histories->begin(now, clock);
    std::optional<Race> race;
    for (size_t i = 0; i < count; ++i)
      if (auto found = shadow->access(now, 4 * (first + i), 4, i))
        race = race ? race : found;
    return race;
  }
  Access atomic(uint32_t instance, bool acquires, bool releases) {
    Access now = makeAccess(instance, AccessMode::Atomic, 5, 1);
    now.order = {true, acquires, releases};
    return now;
  }
  std::unique_ptr<Histories> histories;
  std::unique_ptr<HistoryShadow> shadow;
  uint32_t instance = 0;
  ClockRef clock;
};

TEST_F(HistoryShadowTest, ElementsTreatedAlikeShareOne) {
  use(1000);
  for (uint32_t i = 0; i < 200; ++i) {
    EXPECT_FALSE(access(makeAccess(i, AccessMode::Read, 1), 0, 512));
    EXPECT_FALSE(access(atomic(i, true, true), 1000));
  }
  EXPECT_LE(histories->size(), 4u);
}

TEST_F(HistoryShadowTest, KnowsTheLanesOfOldAccesses) {
  use(1000);
  access(makeAccess(0, AccessMode::Read, 1), 0, 512);
  access(makeAccess(1, AccessMode::Read, 1), 100, 512);
  access(atomic(1, false, true), 1000);
  access(atomic(2, true, false), 1000);
  std::optional<Race> race = access(makeAccess(2, AccessMode::Write, 1), 300);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->instance, 0u);
  EXPECT_EQ(race->lane, 300u);
}

TEST_F(HistoryShadowTest, BeyondItsCapacityNothingOrderedIsReported) {
  for (size_t capacity : {1000, 0, 1, 3}) {
    use(capacity);
    for (uint32_t i = 0; i < 10; ++i) {
      EXPECT_FALSE(access(makeAccess(i, AccessMode::Write, 1), i)) << capacity;
      EXPECT_FALSE(access(atomic(i, true, true), 1000)) << capacity;
      for (uint32_t j = 0; j <= i; ++j)
        EXPECT_FALSE(access(makeAccess(i, AccessMode::Read, 1, 2), j))
            << capacity;
    }
    EXPECT_TRUE(shadow->isWritten(0));
    EXPECT_FALSE(shadow->isWritten(4 * 20));
  }
}

} // namespace
