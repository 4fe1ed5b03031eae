//===- Launch.h - One run of a kernel ---------------------------*- C++ -*-===//
//
// What the program instances of one launch share: the arguments, the buffers
// with their shadows, and the faults found so far.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_LAUNCH_H
#define MINITC_LIB_INTERPRETER_LAUNCH_H

#include "Program.h"
#include "Shadow.h"
#include "Tile.h"

#include "minitc/Interpreter/Interpreter.h"

#include "llvm/Support/MathExtras.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

namespace minitc {

class Clock;
class Histories;
struct OwnerCells;

/// A buffer as one launch sees it.
struct LaunchBuffer {
  InterpreterBuffer host;
  /// Addresses of the first byte and of the one after the last.
  uint64_t begin, end;
  /// The kernel argument that points into it, for messages; may be empty.
  std::string name;
  /// Whether every byte was written before the launch.
  bool isAllWritten = true;
  /// Null without checks.
  std::unique_ptr<Shadow> shadow;

  bool holds(uint64_t address, unsigned bytes) const {
    return address >= begin && address <= end && end - address >= bytes;
  }
  bool isWritten(size_t offset, unsigned bytes) const;
};

/// A fault with what is needed to show it.
struct Fault {
  InterpreterFault::Kind kind;
  uint32_t instance;
  /// Null: the launch itself.
  mlir::Operation *op;
  /// The op's number in the program; faults of one instance are shown in this
  /// order.
  uint32_t opNumber;
  mlir::SmallVector<int64_t> element;
  std::string message;
  /// Another place that has to do with it; may be null.
  mlir::Operation *other = nullptr;
  std::string note;
};

class Launch {
public:
  Launch(const Program &program, const std::array<uint32_t, 3> &grid,
         const InterpreterOptions &options);
  ~Launch();

  const Program &program;
  const std::array<uint32_t, 3> grid;
  const InterpreterOptions options;
  std::vector<Tile> arguments;
  std::vector<LaunchBuffer> buffers;

  /// 2^64 - 1 if there are more.
  uint64_t numInstances() const {
    return llvm::SaturatingMultiply(uint64_t(grid[0]) * grid[1],
                                    uint64_t(grid[2]));
  }
  std::array<uint32_t, 3> coordinates(uint32_t instance) const {
    return {instance % grid[0], instance / grid[0] % grid[1],
            instance / grid[0] / grid[1]};
  }
  /// "program instance (3, 0, 0), element [17]"; without an element for a
  /// scalar.
  std::string describe(uint32_t instance,
                       llvm::ArrayRef<int64_t> element) const;

  /// Takes buffers over, in the order of their addresses.
  void addBuffers(const std::vector<InterpreterBuffer> &hosts);
  /// The number of the buffer that an address is in, or Provenance::unknown.
  int32_t findBuffer(uint64_t address) const;
  /// Makes the shadows of the buffers that the kernel can reach.
  void addShadows();
  /// An op is about to access memory. `clock` is what its instance has
  /// acquired, and grows.
  void beginAccess(const Access &access, std::shared_ptr<const Clock> &clock);
  /// Whether the shadows tell which instances come before others.
  bool ordersInstances() const { return histories != nullptr; }
  /// The epochs of an instance that the shadows can tell apart.
  uint64_t maxEpoch() const;
  void endEpochs(uint32_t instance);
  /// Marks what the launch wrote in the buffers' own records.
  void recordWrites();

  //===--------------------------------------------------------------------===//
  // Faults
  //===--------------------------------------------------------------------===//

  /// Whether a fault would be news: of each op and kind the instance with the
  /// lowest number counts, whichever thread comes first.
  bool isNews(uint32_t instance, mlir::Operation *op,
              InterpreterFault::Kind kind);
  void report(Fault fault);
  /// Whether an instance has no reason to go on. Instances before the first
  /// faulty one run to their end, so that the first one is always the same.
  bool isOver(uint32_t instance) const {
    return instance >= endInstance.load(std::memory_order_relaxed);
  }
  /// In the order of their instances, as many as are asked for.
  std::vector<Fault> takeFaults();

  /// Whether the time limit has passed.
  bool isTimeUp() const;

private:
  std::unique_ptr<Shadow> makeShadow(size_t bytes, unsigned granule);

  /// What the shadows share: one of them, or none without checks.
  std::unique_ptr<OwnerCells> owners;
  std::unique_ptr<Histories> histories;
  std::chrono::steady_clock::time_point deadline;
  std::mutex mutex;
  using Key = std::pair<mlir::Operation *, InterpreterFault::Kind>;
  std::map<Key, Fault> faults;
  /// Instances from this one on need not run.
  std::atomic<uint32_t> endInstance{~0u};
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_LAUNCH_H
