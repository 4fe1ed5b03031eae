//===- Compile.h - From a kernel file to PTX --------------------*- C++ -*-===//
//
// The compiler as a function: source text in, PTX and a description of each
// kernel out. No MLIR or LLVM header is needed to call it, so the runtime and
// the C API depend on this header alone.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_PIPELINE_COMPILE_H
#define MINITC_PIPELINE_COMPILE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace minitc {

/// The stages at which compilation can stop, in order.
enum class Stage { TC, TCG, NVVM, LLVM, PTX };

/// What is known of one kernel argument before the kernel is compiled. Each
/// known fact selects a variant.
struct ArgumentFact {
  /// The argument's value, for integers: the argument becomes a constant. It
  /// stays in the signature.
  std::optional<int64_t> value;
  /// The value (or address, for a pointer) is a multiple of this power of two.
  int64_t divisible = 1;
};

struct CompileOptions {
  /// sm_80, sm_86, sm_89, sm_90, sm_90a, sm_100 or sm_120.
  std::string target = "sm_80";
  Stage stopAfter = Stage::PTX;
  /// Compile just this kernel; empty: every kernel of the file.
  std::string kernel;
  /// Override the kernels' own attributes.
  std::optional<unsigned> numWarps, numStages;
  /// Facts by argument name (as written in the source, without '%'). An
  /// argument that no compiled kernel has is an error.
  std::map<std::string, ArgumentFact> facts;
  bool fastMath = false;
  bool fpContract = true;
  bool lineInfo = false;
  /// Kernels may take tensor maps (KernelInfo::tensorMaps), where the target
  /// has them.
  bool tensorMaps = true;
  /// Honour MLIR's own command-line options (timing, printing IR, crash
  /// reproducers). Only for a tool that has registered them.
  bool useCommandLine = false;
  /// For tests: leaves out this one, in program order from 0, of the barriers
  /// that shared memory needs, so that what ought to miss it can be seen to.
  std::optional<unsigned> skipBarrier;
};

/// One argument of a kernel, as the launcher and the shell see it.
struct ArgumentInfo {
  enum class Kind { Integer, Float, Pointer };
  /// As written in the source without '%'; "arg0", ... where it has none.
  std::string name;
  Kind kind = Kind::Integer;
  /// The scalar's type, or the type that a pointer points to, as MLIR spells
  /// it: "i1" ... "i64", "f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64".
  std::string type;
  /// What `tc.divisible` promises; 1 without a promise.
  int64_t divisible = 1;
};

/// A `tc.assert` of a compiled kernel.
struct AssertInfo {
  /// What the device reports it by (AssertReport.h): its number in the module.
  unsigned id = 0;
  std::string message;
  /// Where it stands in the source; line 0: not known.
  std::string file;
  unsigned line = 0, column = 0;
  /// The shape of its condition; none for a scalar.
  std::vector<int64_t> shape;

  /// The index in each dimension of an element, by its row-major number.
  std::vector<int64_t> indexOf(uint64_t element) const {
    std::vector<int64_t> index(shape.size());
    for (size_t dim = shape.size(); dim-- > 0; element /= shape[dim])
      index[dim] = int64_t(element % shape[dim]);
    return index;
  }
};

/// A number that the launcher computes from a kernel's arguments, by steps in
/// postfix order. A step takes its operands from the top of a stack, the second
/// one first, and puts its result there; the last result is the number.
struct LaunchExpression {
  enum class Op {
    Argument,
    Constant,
    Add,
    Subtract,
    Multiply,
    Minimum,
    Maximum
  };
  struct Step {
    Op op = Op::Constant;
    /// Of an argument: its index in the signature; of a constant: the value.
    int64_t value = 0;
    /// The result is wrapped to this many bits and sign-extended (8 to 64).
    unsigned bits = 64;
  };
  std::vector<Step> steps;
};

/// A tensor map (CUtensorMap) that a kernel takes: 128 bytes by value, aligned
/// to 64. It describes an array in global memory to the copy engine.
struct TensorMapInfo {
  /// Index of the pointer argument whose value is the array's address.
  unsigned base = 0;
  /// As MLIR spells it: "f16".
  std::string elementType;
  /// In elements, the fastest dimension first; 1 to 5 of them. A negative size
  /// counts as 0.
  std::vector<LaunchExpression> sizes;
  /// In elements, of all dimensions but the fastest, whose stride is 1.
  std::vector<LaunchExpression> strides;
  /// What one copy transfers, in elements, the fastest dimension first.
  std::vector<unsigned> box;
  /// How copies are swizzled in shared memory: 0 (not at all), 32, 64 or 128.
  unsigned swizzleBytes = 0;
};

struct KernelInfo {
  std::string name;
  std::vector<ArgumentInfo> arguments;
  /// Of code for the GPU.
  std::vector<AssertInfo> asserts;
  /// What the kernel takes behind its arguments, in this order.
  std::vector<TensorMapInfo> tensorMaps;
  /// Warps (of 32 threads) in a block: the block is {32 * numWarps, 1, 1}.
  unsigned numWarps = 4;
  /// Shared memory in the PTX module itself, in bytes.
  unsigned staticSharedBytes = 0;
  /// Shared memory to ask for at launch, in bytes.
  unsigned dynamicSharedBytes = 0;
};

struct CompileResult {
  /// The text of the stage that was asked for.
  std::string output;
  std::vector<KernelInfo> kernels;
  /// Everything that was reported, warnings included, rendered as
  /// `file:line:col: error: ...` with the source line.
  std::string diagnostics;
};

/// Compiles MLIR text. `bufferName` is what diagnostics call it. Returns
/// false, with the reasons in `result.diagnostics`, when anything was an error;
/// never exits, aborts or throws, whatever the input.
bool compile(const std::string &source, const std::string &bufferName,
             const CompileOptions &options, CompileResult &result);

/// The kernels' signatures alone: parses and verifies `source`, and runs the
/// checks that need no target. `numWarps` and the shared memory are unset.
bool describe(const std::string &source, const std::string &bufferName,
              CompileResult &result);

/// The targets that `CompileOptions::target` accepts, oldest first.
const std::vector<std::string> &supportedTargets();

/// The most shared memory that a block can have on a target, in bytes.
unsigned sharedMemoryLimit(const std::string &target);

/// A string that changes whenever the compiler does; part of cache keys.
std::string compilerBuildId();

} // namespace minitc

#endif // MINITC_PIPELINE_COMPILE_H
