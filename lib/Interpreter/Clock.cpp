//===- Clock.cpp - What comes before an instance's next access ------------===//

#include "Clock.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace minitc;
using llvm::ArrayRef;

/// A clock of more runs is made shorter by counting more as ordered than is:
/// races may then be missed, and never is what is right reported.
static constexpr size_t maxClockRuns = 1024;
/// A set of more runs forgets the oldest accesses.
static constexpr size_t maxAccessRuns = 32;

static ArrayRef<InstanceRun> runsOf(const ClockRef &clock) {
  return clock ? clock->getRuns() : ArrayRef<InstanceRun>();
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

void Clock::append(InstanceRun run) {
  if (!runs.empty() && runs.back().last + 1 == run.first &&
      runs.back().isLike(run))
    runs.back().last = run.last;
  else
    runs.push_back(run);
}

void Clock::shorten() {
  if (runs.size() <= maxClockRuns)
    return;
  size_t kept = 0;
  for (size_t i = 0; i < runs.size(); i += 2) {
    const InstanceRun &next = runs[std::min(i + 1, runs.size() - 1)];
    runs[kept++] = {runs[i].first, next.last,
                    std::max(runs[i].epoch, next.epoch)};
  }
  runs.resize(kept);
}

ClockRef Clock::join(const ClockRef &a, const ClockRef &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  auto joined = std::make_shared<Clock>();
  ArrayRef<InstanceRun> left = a->runs, right = b->runs;
  // Cuts the runs of both where either begins or ends.
  for (uint64_t at = 0; !left.empty() || !right.empty();) {
    uint64_t end = uint64_t(UINT32_MAX) + 1;
    uint64_t epoch = 0;
    bool isKnown = false;
    for (ArrayRef<InstanceRun> *runs : {&left, &right}) {
      if (runs->empty())
        continue;
      const InstanceRun &run = runs->front();
      if (run.first > at) {
        end = std::min<uint64_t>(end, run.first);
        continue;
      }
      end = std::min<uint64_t>(end, uint64_t(run.last) + 1);
      epoch = std::max(epoch, run.epoch);
      isKnown = true;
    }
    if (isKnown)
      joined->append({uint32_t(at), uint32_t(end - 1), epoch});
    at = end;
    for (ArrayRef<InstanceRun> *runs : {&left, &right})
      if (!runs->empty() && runs->front().last < at)
        *runs = runs->drop_front();
  }
  joined->shorten();
  if (joined->runs == a->runs)
    return a;
  return joined->runs == b->runs ? b : joined;
}

ClockRef Clock::extend(const ClockRef &clock, uint32_t instance,
                       uint64_t epoch) {
  auto self = std::make_shared<Clock>();
  self->runs.push_back({instance, instance, epoch});
  return join(clock, self);
}

ClockRef Clock::everything() {
  static const ClockRef all = [] {
    auto clock = std::make_shared<Clock>();
    clock->runs.push_back({0, UINT32_MAX, UINT64_MAX});
    return clock;
  }();
  return all;
}

//===----------------------------------------------------------------------===//
// Sets of accesses
//===----------------------------------------------------------------------===//

/// Calls `fn` with each part of `run` that `clock` does not order.
template <typename Fn>
static void forEachUnordered(const InstanceRun &run, const ClockRef &clock,
                             Fn fn) {
  uint64_t at = run.first;
  auto leave = [&](uint64_t end) {
    if (at >= end)
      return;
    InstanceRun part = run;
    part.first = at;
    part.last = end - 1;
    fn(part);
  };
  ArrayRef<InstanceRun> known = runsOf(clock);
  const InstanceRun *next = llvm::partition_point(
      known, [&](const InstanceRun &other) { return other.last < run.first; });
  for (; next != known.end() && next->first <= run.last; ++next) {
    if (next->epoch < run.epoch)
      continue;
    leave(next->first);
    at = uint64_t(next->last) + 1;
  }
  leave(uint64_t(run.last) + 1);
}

void AccessSet::add(const InstanceRun &access) {
  if (!runs.empty() && runs.back().last == access.first) {
    // The instance's newest access stands for its earlier ones.
    if (runs.back().first == access.first)
      runs.pop_back();
    else
      --runs.back().last;
  }
  if (!runs.empty() && runs.back().last + 1 == access.first &&
      runs.back().isLike(access))
    runs.back().last = access.last;
  else
    runs.push_back(access);
  if (runs.size() > maxAccessRuns)
    runs.erase(runs.begin());
}

void AccessSet::removeOrdered(const ClockRef &clock) {
  if (!clock)
    return;
  llvm::SmallVector<InstanceRun, 1> left;
  for (const InstanceRun &run : runs)
    forEachUnordered(run, clock,
                     [&](InstanceRun part) { left.push_back(part); });
  runs = std::move(left);
}

std::optional<InstanceRun> AccessSet::findUnordered(const ClockRef &clock,
                                                    uint32_t instance) const {
  for (const InstanceRun &run : llvm::reverse(runs)) {
    std::optional<uint32_t> found;
    forEachUnordered(run, clock, [&](InstanceRun part) {
      if (part.last != instance)
        found = part.last;
      else if (part.first != instance)
        found = instance - 1;
    });
    if (!found)
      continue;
    InstanceRun access = run;
    access.first = access.last = *found;
    return access;
  }
  return std::nullopt;
}
