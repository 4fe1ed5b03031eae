//===- Block.cpp - Schedules the threads of one block ---------------------===//

#include "Block.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <sys/mman.h>

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

/// Room on a stack beside the kernel's frames: for the simulator's own and the
/// C library's.
static constexpr size_t extraStackBytes = 64 * 1024;

/// The block that runs on this host thread. The library is loaded at start or
/// by dlopen, which leaves room for a few words of this kind.
static thread_local Block *currentBlock
    __attribute__((tls_model("initial-exec"))) = nullptr;

Block &Block::current() { return *currentBlock; }

Block::Block(Launch &launch)
    : launch(launch), threads(launch.numThreads()),
      meetings(launch.kernel.numWarps),
      warpgroups(launch.kernel.numWarps / groupWarps) {
  for (auto [number, thread] : enumerate(threads))
    thread.index = uint32_t(number);
  for (unsigned warp = 0; warp < launch.kernel.numWarps; ++warp)
    warpOrder.push_back(warp);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    laneOrder.push_back(lane);
  if (launch.options.order == SimulatorOptions::Order::Descending) {
    std::reverse(warpOrder.begin(), warpOrder.end());
    std::reverse(laneOrder.begin(), laneOrder.end());
  }
  if (launch.options.checkRaces)
    races.emplace();
}

Block::~Block() {
  if (sharedMapping)
    munmap(sharedMapping, 2 * sharedWindowBytes);
}

/// Shared memory lies in the low 4 GiB, so that an address of it fits into 32
/// bits as on a GPU, and starts at a multiple of its size.
bool Block::allocate() {
  if (sharedMapping)
    return true;
  if (!stacks.allocate(unsigned(threads.size()),
                       extraStackBytes + 2 * launch.program.frameBytes))
    return false;
  void *mapping =
      mmap(nullptr, 2 * sharedWindowBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (mapping == MAP_FAILED)
    return false;
  sharedMapping = static_cast<char *>(mapping);
  sharedMemory = reinterpret_cast<char *>(
      alignTo(reinterpret_cast<uintptr_t>(mapping), sharedWindowBytes));
  return true;
}

std::optional<SimulatorFault> Block::run(uint64_t blockIndex) {
  index = blockIndex;
  position = launch.position(index);
  fault.reset();
  if (!allocate()) {
    SimulatorFault failure;
    failure.kind = SimulatorFault::Kind::OutOfResources;
    failure.message = "the host has no memory for the stacks of " +
                      std::to_string(threads.size()) + " threads";
    failure.block = position;
    return failure;
  }
  startThreads();
  Block *outer = currentBlock;
  currentBlock = this;
  runThreads();
  currentBlock = outer;
  return std::move(fault);
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

void Block::startThreads() {
  // What no thread wrote is no zero on a GPU either.
  std::fill_n(sharedMemory, launch.sharedBytes(), char(0xFF));
  if (races)
    races->startBlock(launch.numThreads(), launch.sharedBytes());
  for (std::vector<PendingMeeting> &pending : meetings)
    pending.clear();
  for (WarpgroupState &group : warpgroups)
    group = WarpgroupState();
  for (Barrier &barrier : barriers)
    barrier = Barrier();
  mbarriers.clear();
  random.seed(launch.options.seed * 0x9E3779B97F4A7C15u + index);
  numDone = 0;
  report = AssertReport();
  output.clear();
  for (Thread &thread : threads) {
    thread.state = State::Ready;
    thread.copies.clear();
    thread.fiber.start(stacks.lowest(thread.index), stacks.top(thread.index),
                       runThread, this);
  }
}

/// The body of each thread's fibre.
void Block::runThread(void *argument) {
  Block *block = static_cast<Block *>(argument);
  block->launch.program.entry(block->launch.words.data());
  block->checkNothingUnfinished();
  block->running->state = State::Done;
  ++block->numDone;
}

void Block::arrange(std::vector<unsigned> &order) {
  if (launch.options.order == SimulatorOptions::Order::Shuffled)
    std::shuffle(order.begin(), order.end(), random);
}

void Block::runThreads() {
  while (numDone < threads.size()) {
    bool hasProgress = false;
    arrange(warpOrder);
    for (unsigned warp : warpOrder) {
      hasProgress |= runWarp(warp);
      if (fault || launch.isPointless(index))
        return;
    }
    for (Thread &thread : threads)
      if (thread.state == State::Yielded)
        thread.state = State::Ready;
    if (finishAwaitedCopies() || hasProgress)
      continue;
    failDeadlock();
    return;
  }
  checkNoCopyUnderWay();
}

/// Runs each ready lane in turn for as long as there is one; in a shuffled
/// order, for a few turns.
bool Block::runWarp(unsigned warp) {
  bool isShuffled = launch.options.order == SimulatorOptions::Order::Shuffled;
  uint64_t turns = isShuffled ? 1 + random() % 4 : UINT64_MAX;
  bool hasRun = false;
  for (bool again = true; again && turns > 0; --turns) {
    again = false;
    arrange(laneOrder);
    for (unsigned lane : laneOrder) {
      Thread &thread = threads[warp * warpSize + lane];
      if (thread.state != State::Ready)
        continue;
      running = &thread;
      ticksLeft = ticksPerTurn;
      thread.fiber.resume();
      again = hasRun = true;
      if (fault)
        return true;
    }
  }
  return hasRun;
}

void Block::wait(uint32_t site, int32_t barrier) {
  running->state = State::Waiting;
  running->site = site;
  running->barrier = barrier;
  running->fiber.leave();
}

void Block::yield() {
  ticksLeft = ticksPerTurn;
  if (launch.isPastDeadline()) {
    fail(SimulatorFault::Kind::TimeLimit,
         "the time limit of " +
             std::to_string(launch.options.timeLimitSeconds) +
             " seconds is over",
         noSite, running->index);
    abandon();
  }
  running->state = State::Yielded;
  running->fiber.leave();
}

void Block::abandon() {
  for (;;)
    running->fiber.leave();
}

void Block::exit() {
  checkNothingUnfinished();
  running->state = State::Done;
  ++numDone;
  abandon();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

void Block::meet(uint32_t site, uint64_t *words) {
  const Collective *collective = siteOf(site).collective;
  unsigned warp = running->index / warpSize, lane = running->index % warpSize;
  uint32_t mask = collective->maskOperand < 0
                      ? UINT32_MAX
                      : uint32_t(words[collective->maskOperand]);
  if (!(mask >> lane & 1)) {
    failMask(mask, site);
    abandon();
  }
  std::vector<PendingMeeting> &pending = meetings[warp];
  auto found = find_if(pending, [&](const PendingMeeting &meeting) {
    return meeting.collective == collective && meeting.mask == mask;
  });
  if (found == pending.end())
    found = pending.insert(found, PendingMeeting{collective, mask, {}});
  found->arrived.mask |= 1u << lane;
  found->arrived.words[lane] = words;
  if (found->arrived.mask != mask)
    return wait(site, /*barrier=*/-1);
  completeMeeting(warp, *found);
  pending.erase(found);
}

void Block::completeMeeting(unsigned warp, PendingMeeting &meeting) {
  meeting.collective->evaluate(*meeting.collective, meeting.arrived);
  SmallVector<uint16_t, warpSize> lanes;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(meeting.mask >> lane & 1))
      continue;
    Thread &thread = threads[warp * warpSize + lane];
    thread.state = State::Ready;
    lanes.push_back(uint16_t(thread.index));
  }
  if (races && meeting.collective->ordersMemory)
    races->synchronize(lanes, lanes);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

uint32_t Block::barrier(BarrierKind kind, uint32_t id, uint32_t count,
                        bool predicate, uint32_t site) {
  uint32_t expected = count ? count : uint32_t(threads.size());
  if (!checkBarrier(kind, id, expected, site))
    abandon();
  Barrier &barrier = barriers[id];
  if (barrier.expected == 0) {
    barrier.expected = expected;
    barrier.site = site;
  }
  barrier.count += predicate;
  barrier.all &= predicate;
  barrier.any |= predicate;
  Thread &thread = *running;
  thread.site = site;
  barrier.arrived.push_back(uint16_t(thread.index));
  if (kind != BarrierKind::Arrive)
    barrier.waiting.push_back(uint16_t(thread.index));
  thread.barrierResult = uint32_t(kind);
  if (barrier.arrived.size() == barrier.expected)
    completeBarrier(id);
  else if (kind != BarrierKind::Arrive)
    wait(site, int32_t(id));
  stopIfFault();
  return thread.barrierResult;
}

/// Lets all go on who wait. On entry, each thread's result is the kind of its
/// own barrier.
void Block::completeBarrier(uint32_t id) {
  Barrier barrier = std::move(barriers[id]);
  barriers[id] = Barrier();
  checkConvergence(barrier);
  if (races)
    races->synchronize(barrier.arrived, barrier.waiting);
  for (uint16_t number : barrier.waiting) {
    Thread &thread = threads[number];
    thread.state = State::Ready;
    switch (BarrierKind(thread.barrierResult)) {
    case BarrierKind::Count:
      thread.barrierResult = barrier.count;
      break;
    case BarrierKind::And:
      thread.barrierResult = barrier.all;
      break;
    default:
      thread.barrierResult = barrier.any;
      break;
    }
  }
}
