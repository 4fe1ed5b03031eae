//===- Block.h - The threads of one block -----------------------*- C++ -*-===//
//
// Runs a block's threads as fibres of one host thread, in an order that is an
// option, and makes them meet where a GPU would: lanes of a warp in
// collectives, the threads of a block at barriers. When no thread can go on,
// somebody has diverged.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_BLOCK_H
#define MINITC_LIB_SIMULATOR_BLOCK_H

#include "AsyncCopies.h"
#include "Collectives.h"
#include "Fiber.h"
#include "Launch.h"
#include "MBarrier.h"
#include "Races.h"
#include "Warpgroup.h"

#include "minitc/Conversion/AssertReport.h"
#include "minitc/Conversion/AsyncTransfers.h"

#include <map>
#include <random>

namespace minitc::simulator {

/// A special register, by its number in calls from kernels.
enum class SpecialRegister : uint32_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NumWarps,
  WarpSize,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  DynamicSharedBytes,
  TotalSharedBytes,
  Zero,
  One,
  Clock,
};

/// What a thread does at a barrier beside waiting.
enum class BarrierKind : uint32_t { Sync, Arrive, Count, And, Or };

/// A block at a time; the memory of the last one is used again.
class Block {
public:
  explicit Block(Launch &launch);
  ~Block();

  /// Runs all threads of a block, or stops at the first fault.
  std::optional<SimulatorFault> run(uint64_t index);
  /// What the last block printed.
  std::string takeOutput() { return std::move(output); }

  //===--------------------------------------------------------------------===//
  // What the running thread calls. Each returns when the thread may go on, and
  // does not return if there was a fault.
  //===--------------------------------------------------------------------===//

  /// The block whose thread runs on this host thread.
  static Block &current();

  uint64_t read(SpecialRegister which) const;
  char *shared() const { return sharedMemory; }
  /// An access that is about to happen.
  void access(uintptr_t address, size_t bytes, uint32_t site);
  /// The place to access: `address`, or if `predicate` is false, nowhere that
  /// matters.
  void *predicated(uintptr_t address, bool predicate, uint32_t site);
  /// `words` holds the operands, and then the results behind them.
  void meet(uint32_t site, uint64_t *words);
  /// The same for what the four warps of a warpgroup do together.
  void meetInWarpgroup(uint32_t site, uint64_t *words);
  /// `count` is 0 for all threads of the block. Gives what the barrier reduced.
  uint32_t barrier(BarrierKind kind, uint32_t id, uint32_t count,
                   bool predicate, uint32_t site);
  void copyAsync(uintptr_t to, uintptr_t from, uint32_t bytes,
                 uint32_t sourceBytes, uint32_t site);
  void commitCopies();
  void waitForCopies(uint32_t pendingGroups);
  /// `operand` is what the operation has beside the barrier, or 0.
  void mbarrier(MBarrierOperation::Kind kind, uintptr_t barrier,
                uint32_t operand, uint32_t site);
  /// cp.async.bulk.tensor, with as many coordinates as the rank says.
  void copyTensor(uintptr_t to, uintptr_t map, uintptr_t barrier,
                  const uint64_t *coordinates, uint32_t rank, uint32_t site);
  /// Orders what the thread knows to be written before what wgmma reads and
  /// cp.async.bulk.tensor writes.
  void fenceAsyncProxy();
  /// Called now and then by what may take long.
  void tick() {
    if (--ticksLeft == 0)
      yield();
  }
  /// Lets the others run.
  void yield();
  /// Where the block's own assertions leave word before they trap, as the
  /// launcher's record on a GPU.
  AssertReport *assertReport() { return &report; }
  int32_t print(const char *format, const void *arguments);
  [[noreturn]] void failAssertion(const char *message, const char *file,
                                  uint32_t line);
  [[noreturn]] void trap(uint32_t site);
  [[noreturn]] void exit();

private:
  enum class State : uint8_t { Ready, Yielded, Waiting, Done };

  struct Thread {
    Fiber fiber;
    State state = State::Ready;
    uint32_t index = 0;
    /// Where it waits.
    uint32_t site = 0;
    /// What it waits for: a barrier's number, or -1 for anything else.
    int32_t barrier = -1;
    uint32_t barrierResult = 0;
    AsyncCopies copies;
  };

  /// Lanes that wait for the rest of their mask.
  struct PendingMeeting {
    const Collective *collective;
    uint32_t mask;
    Meeting arrived;
  };

  /// Four warps, and the threads of them that wait for the rest.
  struct WarpgroupState {
    Warpgroup products;
    Warpgroup::Words arrived = {};
    unsigned numArrived = 0;
    /// That of the first.
    uint32_t site = 0;
  };

  struct Barrier {
    /// Threads that it is for; 0 while nobody has come.
    uint32_t expected = 0;
    /// Threads that have come, and those of them that wait.
    std::vector<uint16_t> arrived, waiting;
    uint32_t count = 0;
    bool all = true, any = false;
    /// That of the first.
    uint32_t site = 0;
  };

  /// By their offsets in shared memory.
  using MBarriers = std::map<uint32_t, MBarrier>;

  static constexpr unsigned numBarriers = 16;
  static constexpr size_t sharedWindowBytes = 256 * 1024;
  static constexpr uint32_t ticksPerTurn = 4096;
  static constexpr uint32_t noSite = UINT32_MAX;

  Launch &launch;
  uint64_t index = 0;
  std::array<uint32_t, 3> position = {0, 0, 0};
  FiberStacks stacks;
  std::vector<Thread> threads;
  std::vector<std::vector<PendingMeeting>> meetings;
  Barrier barriers[numBarriers];
  MBarriers mbarriers;
  std::vector<WarpgroupState> warpgroups;
  char *sharedMapping = nullptr, *sharedMemory = nullptr;
  std::optional<RaceDetector> races;
  /// Where accesses that are predicated off go.
  alignas(16) char nowhere[16] = {};

  Thread *running = nullptr;
  unsigned numDone = 0;
  uint32_t ticksLeft = ticksPerTurn;
  std::optional<SimulatorFault> fault;
  AssertReport report;
  std::string output;
  const Range *lastRange = nullptr;

  // The order of threads.
  std::mt19937_64 random;
  std::vector<unsigned> warpOrder, laneOrder;

  const Site &siteOf(uint32_t site) const { return launch.program.sites[site]; }

  bool allocate();
  void startThreads();
  void runThreads();
  bool runWarp(unsigned warp);
  void arrange(std::vector<unsigned> &order);
  static void runThread(void *thread);

  /// Leaves the running thread until it is made ready.
  void wait(uint32_t site, int32_t barrier);
  /// Leaves the running thread for good if there is a fault.
  void stopIfFault() {
    if (fault)
      abandon();
  }
  [[noreturn]] void abandon();

  void completeMeeting(unsigned warp, PendingMeeting &meeting);
  void completeWarpgroup(unsigned number);
  void noteOperands(const Warpgroup::Product &product, unsigned first,
                    bool isIssued);
  void checkNothingUnfinished();
  bool checkBarrier(BarrierKind kind, uint32_t id, uint32_t count,
                    uint32_t site);
  void completeBarrier(uint32_t id);
  void checkConvergence(const Barrier &barrier);

  uint32_t sharedOffset(uintptr_t address) const;
  MBarriers::value_type &findMBarrier(uintptr_t address, uint32_t site);
  const MBarriers::value_type *mbarrierIn(uint32_t offset, size_t bytes) const;
  void checkNoMBarrier(uint32_t offset, size_t bytes, uint32_t site);
  void initialiseMBarrier(uint32_t offset, uint32_t count, uint32_t site);
  void announceBytes(MBarriers::value_type &barrier, uint32_t bytes,
                     uint32_t site);
  void arriveAtMBarrier(MBarriers::value_type &barrier, uint32_t site);
  void waitForPhase(MBarriers::value_type &barrier, uint32_t parity,
                    uint32_t site);
  void invalidateMBarrier(MBarriers::value_type &barrier, uint32_t site);
  void settle(MBarriers::value_type &barrier, uint32_t site);
  void completePhase(MBarrier &barrier);
  const SimulatorTensorMap *findTensorMap(uintptr_t address, uint32_t rank,
                                          uint32_t site);
  void checkDestination(const TensorCopy &tensor, uintptr_t to, uint32_t site);
  void checkCopyOrder(const TensorCopy &tensor,
                      const MBarriers::value_type &barrier, uint32_t site);
  /// Finishes what threads wait for; false if there is no such copy.
  bool finishAwaitedCopies();
  void checkNoCopyUnderWay();

  bool isInShared(uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(sharedMemory) <
           sharedWindowBytes;
  }
  bool isOnStack(uintptr_t address) const;
  bool isInReport(uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(&report) < sizeof(report);
  }
  void checkAccess(uintptr_t address, size_t bytes, uint32_t site);
  bool checkSharedBounds(uintptr_t address, size_t bytes, uint32_t site);
  void checkShared(uintptr_t address, size_t bytes, uint32_t site);
  void checkGlobal(uintptr_t address, size_t bytes, uint32_t site);
  void noteSharedAccess(uintptr_t address, size_t bytes, bool isWrite,
                        uint32_t site);
  void finish(const AsyncCopies::Copy &copy);

  void fail(SimulatorFault::Kind kind, std::string message, uint32_t site,
            unsigned thread);
  void failAlignment(uintptr_t address, size_t bytes, uint32_t site);
  void failShared(uintptr_t address, size_t bytes, uint32_t site);
  void failGlobal(uintptr_t address, size_t bytes, const Range *nearest,
                  uint32_t site);
  void failRace(const RaceDetector::Race &race, bool isWrite, uint32_t site);
  void failUnfenced(const RaceDetector::Race &write, bool isWrite,
                    uint32_t site);
  void failMBarrier(std::string text, uint32_t site);
  void failWarpgroup(const Warpgroup::Problem &problem, uint32_t site);
  void failWarpgroupSite(const WarpgroupState &group, uint32_t site);
  bool failWarpgroupMeeting();
  void failMask(uint32_t mask, uint32_t site);
  void failReportedAssertion(uint32_t site);
  void failDeadlock();
  bool failMBarrierWait();
  bool failMeeting(unsigned warp);
  bool failBarrier();
  std::string whereabouts(unsigned thread) const;
  static std::string atLine(const Site &site);
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_BLOCK_H
