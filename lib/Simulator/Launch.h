//===- Launch.h - One launch of a kernel ------------------------*- C++ -*-===//
//
// What the blocks of a launch share, and who gives them out.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_LAUNCH_H
#define MINITC_LIB_SIMULATOR_LAUNCH_H

#include "Memory.h"
#include "Program.h"

#include "minitc/Simulator/Simulator.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

namespace minitc::simulator {

class Launch {
public:
  Launch(const Program &program, const KernelInfo &kernel,
         const std::array<uint32_t, 3> &grid,
         const std::vector<uint64_t> &arguments,
         const std::vector<SimulatorTensorMap> &tensorMaps,
         const std::vector<SimulatorBuffer> &buffers,
         const SimulatorOptions &options);

  /// Runs all blocks. The fault of the lowest block that has one is the
  /// launch's: blocks below it run to their end, so that it is the same each
  /// time.
  std::optional<SimulatorFault> run();
  /// What was printed, in the order of the blocks.
  std::string takeOutput();

  const Program &program;
  const KernelInfo &kernel;
  const std::array<uint32_t, 3> grid;
  const std::vector<SimulatorTensorMap> &tensorMaps;
  /// What the kernel's entry takes: the arguments, and the addresses of the
  /// tensor maps.
  const std::vector<uint64_t> words;
  const SimulatorOptions &options;
  const MemoryMap memory;

  unsigned numThreads() const { return 32 * kernel.numWarps; }
  size_t sharedBytes() const {
    return program.staticSharedBytes + kernel.dynamicSharedBytes;
  }
  /// The block's index in each direction.
  std::array<uint32_t, 3> position(uint64_t block) const;

  /// Whether `block` need not be finished, since a lower one has a fault.
  bool isPointless(uint64_t block) const {
    return block > lowestFault.load(std::memory_order_relaxed);
  }
  bool isPastDeadline() const {
    return deadline && std::chrono::steady_clock::now() > *deadline;
  }

private:
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::atomic<uint64_t> next{0}, lowestFault{UINT64_MAX};
  std::mutex mutex;
  std::optional<SimulatorFault> fault;
  /// By block, of those that printed.
  std::map<uint64_t, std::string> outputs;

  uint64_t numBlocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
  unsigned numWorkers() const;
  void work();
  void report(uint64_t block, SimulatorFault found);
  void keep(uint64_t block, std::string output);
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_LAUNCH_H
