//===- Interpreter.h - The reference meaning of a kernel --------*- C++ -*-===//
//
// Runs a kernel file as it is written, op by op and program instance by program
// instance, on the host's memory, and checks what a GPU would not: every
// access, every promise, every order that is missing. No MLIR or LLVM header is
// needed to call it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_INTERPRETER_INTERPRETER_H
#define MINITC_INTERPRETER_INTERPRETER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace minitc {

/// Which bytes of a buffer something has written, a bit each.
class WrittenBytes {
public:
  explicit WrittenBytes(size_t bytes = 0)
      : words((bytes + 63) / 64), bytes(bytes) {}

  /// Marks `count` bytes from `offset` on as written.
  void mark(size_t offset, size_t count);
  /// Whether all of `count` bytes from `offset` on have been written.
  bool contains(size_t offset, size_t count) const;
  size_t size() const { return bytes; }

private:
  std::vector<uint64_t> words;
  size_t bytes;
};

/// Memory that kernels may touch. Buffers do not overlap; 256 bytes or more
/// between them let the interpreter tell whose bounds a pointer made from an
/// integer leaves.
struct InterpreterBuffer {
  void *data = nullptr;
  size_t bytes = 0;
  /// What the host and earlier launches wrote; a launch adds what it writes.
  /// Null: everything counts as written.
  WrittenBytes *written = nullptr;
};

struct InterpreterOptions {
  /// Look for reads of memory that nothing wrote and for accesses without an
  /// order. They need 8 bytes of shadow for each element of the buffers that
  /// the kernel touches; for a kernel with atomics some 16 MiB and 2 bytes for
  /// each f32 more. Bounds and alignment are checked in any case.
  bool checkMemory = true;
  /// Go on after a fault and collect up to 20 of them, one for each op and
  /// kind.
  bool keepGoing = false;
  /// Ends a launch that takes longer; 0: no limit.
  double timeLimitSeconds = 0;
  /// Threads to run program instances on; 0: one for each core.
  unsigned threads = 0;
};

/// Something that a kernel must not do.
struct InterpreterFault {
  enum class Kind {
    OutOfBounds,
    Misaligned,
    /// A read of memory that neither the host nor a kernel wrote.
    Uninitialized,
    /// Two accesses to one element, one of them a write, with no order between
    /// them: by two program instances.
    RaceBetweenInstances,
    /// The same, by two ops of one program instance.
    RaceWithinInstance,
    /// An argument that breaks its `tc.divisible`.
    BrokenPromise,
    DivisionByZero,
    ShiftTooFar,
    /// A float without a value in the integer type that it is converted to.
    ConversionOutOfRange,
    /// A gather index outside the axis.
    IndexOutOfRange,
    /// An address computed from an integer that wrapped.
    WrappedAddress,
    /// A loop whose step is not positive.
    BadStep,
    AssertFailed,
    TimeLimit,
  };
  Kind kind;
  /// A fragment without a full stop.
  std::string message;
  /// Where the op stands in the source; line 0: the launch itself.
  std::string file;
  unsigned line = 0, column = 0;
  /// The program instance: x, y, z.
  std::array<uint32_t, 3> program = {0, 0, 0};
  /// The element's index in each dimension of the tile; empty for scalars.
  std::vector<int64_t> element;
};

struct InterpreterResult {
  /// In the order of their program instances.
  std::vector<InterpreterFault> faults;
  /// Errors and faults as `file:line:col: error: ...` with the source line.
  std::string diagnostics;
  /// What `tc.print` wrote, in the order of the program instances.
  std::string output;
};

/// A kernel, parsed and checked, that can be run any number of times. One
/// kernel may be run by one thread at a time.
class InterpretedKernel {
public:
  /// Parses `source`, which diagnostics call `bufferName`, and picks the kernel
  /// `name`; empty: the only kernel there is. Returns null, with the reasons
  /// in `diagnostics`, if the source is not a kernel file of the language.
  static std::unique_ptr<InterpretedKernel>
  create(const std::string &source, const std::string &bufferName,
         const std::string &name, std::string &diagnostics);
  ~InterpretedKernel();

  /// Runs every program instance of the grid. `arguments` holds an integer's
  /// value, a float's bits or an address in the host's memory for each
  /// argument, in the low bits. Returns false if there was a fault: then
  /// memory holds what the instances had written so far.
  bool launch(const std::array<uint32_t, 3> &grid,
              const std::vector<uint64_t> &arguments,
              const std::vector<InterpreterBuffer> &buffers,
              const InterpreterOptions &options, InterpreterResult &result);

private:
  struct Impl;
  explicit InterpretedKernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Creates and launches in one step.
bool interpret(const std::string &source, const std::string &bufferName,
               const std::string &kernel, const std::array<uint32_t, 3> &grid,
               const std::vector<uint64_t> &arguments,
               const std::vector<InterpreterBuffer> &buffers,
               const InterpreterOptions &options, InterpreterResult &result);

} // namespace minitc

#endif // MINITC_INTERPRETER_INTERPRETER_H
