//===- HistoryShadow.cpp - Cells where instances may have order -----------===//

#include "HistoryShadow.h"

using namespace minitc;

static unsigned bitOf(AccessMode mode) { return 1u << unsigned(mode); }

//===----------------------------------------------------------------------===//
// Histories
//===----------------------------------------------------------------------===//

static void profileRun(const InstanceRun &run, llvm::FoldingSetNodeID &id) {
  id.AddInteger(run.first);
  id.AddInteger(run.last);
  id.AddInteger(run.epoch);
  id.AddInteger(run.site);
  id.AddInteger(run.laneOffset);
}

void History::Profile(llvm::FoldingSetNodeID &id) const {
  id.AddBoolean(isWritten);
  profileRun(write, id);
  for (const AccessSet *set : {&reads, &atomics}) {
    id.AddInteger(set->getRuns().size());
    for (const InstanceRun &run : set->getRuns())
      profileRun(run, id);
  }
  id.AddInteger(instance);
  id.AddInteger(epoch);
  id.AddInteger(modes);
  for (const Place &place : {last, other}) {
    id.AddInteger(place.site);
    id.AddInteger(place.pointer);
  }
  id.AddPointer(released.get());
}

void Histories::drop(uint32_t number) {
  History &history = histories[number];
  // Untouched elements are not counted.
  if (number == 0 || --history.uses > 0)
    return;
  known.RemoveNode(&history);
  history = History();
  unused.push_back(number);
}

/// The number of a history, which is known from now on until it is dropped.
uint32_t Histories::numberOf(History history) {
  llvm::FoldingSetNodeID id;
  history.Profile(id);
  void *place;
  if (History *found = known.FindNodeOrInsertPos(id, place))
    return found->number;
  uint32_t number = histories.size();
  if (unused.empty()) {
    histories.emplace_back();
  } else {
    number = unused.back();
    unused.pop_back();
  }
  history.number = number;
  histories[number] = std::move(history);
  known.InsertNode(&histories[number], place);
  return number;
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// Whether other instances may make such an access at the same time.
static bool isAtomicForOthers(const Access &access) {
  return access.mode == AccessMode::Atomic && access.order.isShared;
}

/// Looks for an access of the same instance since its last barrier through
/// other pointers, one of the two a change, and not both atomic.
bool Histories::findRaceWithin(const History &before, Step &step) const {
  if (before.modes == 0 || before.instance != now.instance ||
      before.epoch != now.epoch)
    return false;
  bool isWrite = now.mode == AccessMode::Write;
  if (before.modes == bitOf(now.mode) && !isWrite)
    return false;
  const History::Place &culprit =
      before.last.pointer != now.pointer ? before.last : before.other;
  if (culprit.site == 0)
    return false;
  step.race = Race{/*isWithinInstance=*/true, now.instance, culprit.site};
  return true;
}

/// Looks for the last access that has no order with the one at hand.
void Histories::findRace(const History &before, Step &step) const {
  if (findRaceWithin(before, step))
    return;
  bool isRead = now.mode == AccessMode::Read;
  std::optional<InstanceRun> found;
  auto look = [&](const AccessSet &set) {
    if (!found)
      found = set.findUnordered(*clock, now.instance);
  };
  if (!isAtomicForOthers(now))
    look(before.atomics);
  if (!isRead)
    look(before.reads);
  if (before.write.site != 0) {
    AccessSet write;
    write.add(before.write);
    look(write);
  }
  if (!found)
    return;
  step.race = Race{/*isWithinInstance=*/false, found->first, found->site};
  step.laneOffset = found->laneOffset;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Adds the access at hand to those of its instance since the last barrier.
void Histories::recordWithin(History &next) const {
  if (next.instance != now.instance || next.epoch != now.epoch) {
    next.instance = now.instance;
    next.epoch = now.epoch;
    next.modes = 0;
    next.last = next.other = {};
  }
  unsigned mode = bitOf(now.mode);
  History::Place here = {now.site, now.pointer};
  bool isRead = now.mode == AccessMode::Read;
  bool hasChange = next.modes & ~bitOf(AccessMode::Read);
  if (next.modes == mode && next.last.pointer != now.pointer)
    next.other = next.last;
  next.modes |= mode;
  // A read says less than the change before it.
  if (!isRead || !hasChange)
    next.last = here;
}

/// What an acquire of the element orders, once the access at hand released it.
ClockRef Histories::release(const ClockRef &released) const {
  return Clock::extend(Clock::join(released, *clock), now.instance, now.epoch);
}

History Histories::follow(const History &before, int64_t laneOffset) const {
  History next = before;
  next.SetNextInBucket(nullptr);
  next.uses = 0;
  recordWithin(next);
  InstanceRun here = {now.instance, now.instance, now.epoch, now.site,
                      laneOffset};
  if (now.mode == AccessMode::Read) {
    next.reads.removeOrdered(*clock);
    next.reads.add(here);
    return next;
  }
  next.isWritten = true;
  if (!isAtomicForOthers(now)) {
    // Whatever has order with this comes after all that was before.
    next.write = here;
    next.reads.clear();
    next.atomics.clear();
  } else {
    next.atomics.removeOrdered(*clock);
    next.atomics.add(here);
  }
  if (now.order.releases)
    next.released = release(before.released);
  return next;
}

/// As if nothing had happened to the element. What an acquire of it orders has
/// to stay, so that nothing ordered is reported: everything.
History Histories::forget(const History &before) const {
  History next;
  next.isWritten = before.isWritten || now.mode != AccessMode::Read;
  if (before.released || now.order.releases)
    next.released = Clock::everything();
  return next;
}

Histories::Step Histories::makeStep(uint32_t number, int64_t laneOffset) {
  const History &before = histories[number];
  Step step;
  findRace(before, step);
  if (step.race) {
    auto isIt = [&](llvm::ArrayRef<InstanceRun> runs) {
      return !runs.empty() && runs.back().last == *step.race->instance &&
             runs.back().site == step.race->site;
    };
    bool hasAtomics = !before.atomics.getRuns().empty();
    step.isWithNewestRead = isIt(before.reads.getRuns());
    step.isWithNewestChange =
        isIt(hasAtomics ? before.atomics.getRuns()
                        : llvm::ArrayRef<InstanceRun>(before.write));
  }
  bool isFull = known.size() >= capacity;
  step.next = numberOf(isFull ? forget(before) : follow(before, laneOffset));
  return step;
}

const Histories::Step &Histories::step(uint32_t number, int64_t laneOffset) {
  if (now.order.acquires) {
    ClockRef joined = Clock::join(*clock, histories[number].released);
    // What the op acquires from here on tells more than the steps so far knew.
    if (joined != *clock) {
      *clock = joined;
      dropSteps();
    }
  }
  std::pair<uint32_t, int64_t> key(number, laneOffset);
  auto found = steps.find(key);
  if (found != steps.end())
    return found->second;
  Step made = makeStep(number, laneOffset);
  use(number);
  use(made.next);
  return steps.try_emplace(key, made).first->second;
}

void Histories::dropSteps() {
  for (auto &[key, step] : steps) {
    drop(key.first);
    drop(step.next);
  }
  steps.clear();
}

void Histories::begin(const Access &access, ClockRef &instanceClock) {
  dropSteps();
  now = access;
  clock = &instanceClock;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

std::optional<Race> HistoryShadow::accessCell(size_t i, const Access &now,
                                              uint32_t lane) {
  Cell &cell = cells[i];
  int64_t laneOffset =
      now.isContiguous ? int64_t(lane) - int64_t(i) : InstanceRun::unknownLane;
  const Histories::Step &step = histories.step(cell.history, laneOffset);
  std::optional<Race> race = step.race;
  if (step.isWithNewestChange)
    race->lane = uint32_t(cell.changeLane);
  else if (step.isWithNewestRead)
    race->lane = uint32_t(cell.readLane);
  else if (race && step.laneOffset != InstanceRun::unknownLane)
    race->lane = i + step.laneOffset;
  if (step.next != cell.history) {
    histories.use(step.next);
    histories.drop(cell.history);
    cell.history = step.next;
  }
  if (now.mode == AccessMode::Read)
    cell.readLane = lane;
  else
    cell.changeLane = lane;
  return race;
}
