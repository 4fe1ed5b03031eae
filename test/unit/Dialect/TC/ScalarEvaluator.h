//===- ScalarEvaluator.h - Runs a pass's output ------------------*- C++
//-*-===//
//
// Evaluates straight-line functions of scalar arith and math ops, so that a
// test can run a pass and ask what the result computes.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TEST_UNIT_DIALECT_TC_SCALAREVALUATOR_H
#define MINITC_TEST_UNIT_DIALECT_TC_SCALAREVALUATOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace minitc::test {

/// How an approximate instruction is off: by less than 1 ulp to either side.
enum class Rounding { Nearest, Down, Up };

/// What the approximate instructions of the GPU do, for those ops that stand
/// for them.
struct Instructions {
  /// ex2.approx.ftz.f32, for `math.exp2 fastmath<afn>`.
  Rounding exp2 = Rounding::Nearest;
  /// rcp.approx.ftz.f32, for `arith.divf fastmath<afn>` of 1.
  Rounding reciprocal = Rounding::Nearest;
};

/// The bits of a scalar of any type up to 64 bits; the rest are 0.
using Bits = uint64_t;

template <typename T> Bits toBits(T value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename T> T fromBits(Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// The function `f` of a module, compiled to closures.
class ScalarEvaluator {
public:
  /// Parses `source`, runs `passes` on it and takes its function `f` of one
  /// block. Any failure, an op without a meaning here included, is a test
  /// failure and leaves the evaluator empty.
  ScalarEvaluator(const std::string &source,
                  std::function<void(mlir::OpPassManager &)> passes);

  bool isValid() const { return valid; }

  /// The first result of `f` for these arguments.
  Bits operator()(std::initializer_list<Bits> arguments,
                  const Instructions &instructions = {});

private:
  /// The values of all SSA values, by slot.
  using Frame = std::vector<Bits>;
  using Step = std::function<void(Frame &, const Instructions &)>;

  bool compile(mlir::Operation *op);
  unsigned slot(mlir::Value value);

  llvm::DenseMap<mlir::Value, unsigned> slots;
  std::vector<Step> steps;
  Frame frame;
  unsigned resultSlot = 0;
  bool valid = false;
};

} // namespace minitc::test

#endif // MINITC_TEST_UNIT_DIALECT_TC_SCALAREVALUATOR_H
