//===- Simulator.h - Runs a kernel's lowered code on the CPU ----*- C++ -*-===//
//
// Compiles the LLVM module that becomes PTX for the host instead and runs it
// thread by thread: shuffles, votes and barriers meet where a GPU's would, and
// what a GPU would not notice (a barrier that some threads miss, an access out
// of bounds, a race in shared memory) ends the run. No LLVM header is needed to
// call it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_SIMULATOR_SIMULATOR_H
#define MINITC_SIMULATOR_SIMULATOR_H

#include "minitc/Pipeline/Compile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace minitc {

/// Memory that kernels may touch. Buffers do not overlap.
struct SimulatorBuffer {
  void *data = nullptr;
  size_t bytes = 0;
};

/// A tensor map as simulated kernels take it: what an array in global memory is
/// like, and what one copy transfers of it, the fastest dimension first.
struct alignas(64) SimulatorTensorMap {
  uint64_t address = 0;
  uint32_t elementBytes = 1;
  /// 1 to 5 dimensions.
  uint32_t rank = 1;
  /// In elements.
  uint64_t sizes[5] = {};
  /// In bytes, of all dimensions but the fastest.
  uint64_t strides[4] = {};
  /// In elements.
  uint32_t box[5] = {};
  /// 0, 32, 64 or 128.
  uint32_t swizzleBytes = 0;
};

struct SimulatorOptions {
  /// Which of the threads that could run runs next. A warp runs as far as it
  /// can before the next one starts, but in a shuffled order it may be left
  /// earlier. A kernel whose result depends on the order lacks a barrier.
  enum class Order { Ascending, Descending, Shuffled };
  Order order = Order::Ascending;
  /// Of the shuffled order.
  uint64_t seed = 0;
  /// Look for two accesses to a byte of shared memory by two threads, one of
  /// them a write, with no barrier between them.
  bool checkRaces = false;
  /// Ends a launch that takes longer; 0: no limit.
  double timeLimitSeconds = 0;
  /// Blocks that run at once, each on a thread of its own; 0: as many as the
  /// machine has cores.
  unsigned workers = 0;
};

/// Something that a kernel must not do.
struct SimulatorFault {
  enum class Kind {
    /// A collective that only part of its mask reaches, or a barrier that some
    /// threads do not reach.
    Divergence,
    /// A collective or barrier that is called in a way that has no meaning, or
    /// an access to the memory of a barrier.
    BadCollective,
    OutOfBounds,
    Misaligned,
    /// Two accesses to a byte of shared memory with no order between them.
    Race,
    /// wgmma or a bulk copy that is not waited for, whose memory changes before
    /// the wait, or was written with no fence for the asynchronous proxy.
    Unordered,
    /// A tc.assert.
    AssertFailed,
    Trap,
    TimeLimit,
    /// The host has no memory for the threads' stacks.
    OutOfResources,
  };
  Kind kind = Kind::Trap;
  /// A fragment without a full stop.
  std::string message;
  /// Where the operation stands in the source; line 0: not known. The file is
  /// named for an assertion alone.
  std::string file;
  unsigned line = 0, column = 0;
  /// The block's index in the grid: x, y, z.
  std::array<uint32_t, 3> block = {0, 0, 0};
  /// The thread's index in the block.
  unsigned thread = 0;
  /// Of a failed assertion on a tile: a false element's index in each
  /// dimension.
  std::vector<int64_t> element;
};

struct SimulatorResult {
  /// The fault that ended the run: of all that were found, the one of the
  /// lowest block.
  SimulatorFault fault;
  /// The fault as `file:line:col: error: ...` with the source line.
  std::string diagnostics;
  /// What `tc.print` wrote, in the order of the blocks.
  std::string output;
};

/// The code to run: as it leaves MLIR, or after LLVM's O3 for NVPTX.
enum class SimulatedCode { BeforeO3, AfterO3 };

/// A kernel, compiled for the host, that can be run any number of times and by
/// several threads at once.
class SimulatedKernel {
public:
  /// Compiles the kernel `options.kernel` of MLIR text (empty: the only one)
  /// for `options.target`. Returns null, with the reasons in `diagnostics`, if
  /// anything was an error, which an operation unknown to the simulator is.
  static std::unique_ptr<SimulatedKernel> create(const std::string &source,
                                                 const std::string &bufferName,
                                                 const CompileOptions &options,
                                                 SimulatedCode code,
                                                 std::string &diagnostics);

  /// The same for the text of an LLVM module for NVPTX, in which `kernel` has
  /// blocks of `numWarps` warps. Argument names in messages are "arg0", ...;
  /// arguments by value, behind all others, are tensor maps.
  static std::unique_ptr<SimulatedKernel>
  createFromLLVM(const std::string &text, const std::string &bufferName,
                 const std::string &kernel, unsigned numWarps,
                 unsigned dynamicSharedBytes, SimulatedCode code,
                 std::string &diagnostics);
  ~SimulatedKernel();

  const KernelInfo &info() const;

  /// Runs every block of the grid. `arguments` holds an integer's value, a
  /// float's bits or an address in the host's memory for each argument, in the
  /// low bits, and `tensorMaps` one for each map of info(). Returns false if
  /// there was a fault: then memory holds what the threads had written so far.
  bool launch(const std::array<uint32_t, 3> &grid,
              const std::vector<uint64_t> &arguments,
              const std::vector<SimulatorBuffer> &buffers,
              const SimulatorOptions &options, SimulatorResult &result,
              const std::vector<SimulatorTensorMap> &tensorMaps = {}) const;

private:
  struct Impl;
  explicit SimulatedKernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Creates and launches in one step a kernel that takes no tensor map.
bool simulate(const std::string &source, const std::string &bufferName,
              const CompileOptions &compile, SimulatedCode code,
              const std::array<uint32_t, 3> &grid,
              const std::vector<uint64_t> &arguments,
              const std::vector<SimulatorBuffer> &buffers,
              const SimulatorOptions &options, SimulatorResult &result);

} // namespace minitc

#endif // MINITC_SIMULATOR_SIMULATOR_H
