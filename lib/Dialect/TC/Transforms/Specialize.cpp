//===- Specialize.cpp - Fix kernel arguments to values and promises -------===//
//
// Applies facts about kernel arguments: a known value becomes a constant in the
// body, a known divisor becomes part of the argument's `tc.divisible`.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"
#include "minitc/Pipeline/Compile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace mlir::tc {
#define GEN_PASS_DEF_SPECIALIZEPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;
using minitc::ArgumentFact;

using Facts = std::map<std::string, ArgumentFact>;

/// Reads `NAME=VALUE` or `NAME:divisible=N` into `facts`.
static LogicalResult parseFact(Location loc, StringRef text, Facts &facts) {
  auto [left, right] = text.split('=');
  auto [name, property] = left.split(':');
  int64_t number;
  bool isDivisor = property == "divisible";
  if (name.empty() || right.getAsInteger(0, number) ||
      (left.contains(':') && !isDivisor))
    return emitError(loc) << "expected NAME=VALUE or NAME:divisible=N, but "
                             "got '"
                          << text << "'";
  ArgumentFact &fact = facts[name.str()];
  if (isDivisor)
    fact.divisible = number;
  else
    fact.value = number;
  return success();
}

/// The promise that an argument's attribute makes; 1 without one.
static int64_t promisedDivisor(KernelOp kernel, unsigned index) {
  auto promise = kernel.getArgAttrOfType<IntegerAttr>(
      index, TCDialect::getDivisibleAttrName());
  return promise ? promise.getInt() : 1;
}

namespace {

/// One argument that facts are known of, and where errors about it go.
struct Argument {
  KernelOp kernel;
  unsigned index;
  StringRef name;

  Type type() { return kernel.getArgumentTypes()[index]; }
  InFlightDiagnostic emitError() {
    return mlir::emitError(kernel.getBody().getArgument(index).getLoc())
           << "argument '" << name << "' of '" << kernel.getSymName() << "' ";
  }
};

struct SpecializePass : tc::impl::SpecializePassBase<SpecializePass> {
  using SpecializePassBase::SpecializePassBase;
  void runOnOperation() override;
};

} // namespace

static LogicalResult applyDivisor(Argument argument, int64_t divisor) {
  if (divisor < 1 || !llvm::isPowerOf2_64(divisor))
    return argument.emitError() << "is said to be divisible by " << divisor
                                << ", expected a power of two";
  if (divisor == 1)
    return success();
  if (!isa<IntegerType, PtrType>(argument.type()))
    return argument.emitError()
           << "is " << argument.type()
           << ": only an integer or a pointer can be divisible by " << divisor;
  int64_t multiple =
      std::lcm(promisedDivisor(argument.kernel, argument.index), divisor);
  if (!llvm::isInt<32>(multiple))
    return argument.emitError()
           << "would be divisible by " << multiple
           << ", expected a multiple that 'tc.divisible' can state as an i32";
  argument.kernel.setArgAttr(
      argument.index, TCDialect::getDivisibleAttrName(),
      Builder(argument.kernel.getContext()).getI32IntegerAttr(multiple));
  return success();
}

static LogicalResult applyValue(Argument argument, int64_t value,
                                int64_t knownDivisor) {
  auto type = dyn_cast<IntegerType>(argument.type());
  if (!type)
    return argument.emitError() << "is " << argument.type()
                                << ": only an integer can be given the "
                                   "value "
                                << value;
  unsigned width = type.getWidth();
  if (!llvm::isIntN(width, value) && !llvm::isUIntN(width, value))
    return argument.emitError()
           << "is " << type << ": the value " << value << " does not fit";
  int64_t divisor =
      std::lcm(promisedDivisor(argument.kernel, argument.index), knownDivisor);
  if (value % divisor != 0)
    return argument.emitError() << "is promised to be a multiple of " << divisor
                                << ", but is given the value " << value;

  Block &body = argument.kernel.getBody().front();
  BlockArgument old = body.getArgument(argument.index);
  if (old.use_empty())
    return success();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto constant = arith::ConstantOp::create(
      builder, old.getLoc(),
      builder.getIntegerAttr(type, APInt(width, uint64_t(value),
                                         /*isSigned=*/false,
                                         /*implicitTrunc=*/true)));
  old.replaceAllUsesWith(constant);
  return success();
}

static LogicalResult applyFact(Argument argument, const ArgumentFact &fact) {
  if (failed(applyDivisor(argument, fact.divisible)))
    return failure();
  if (!fact.value)
    return success();
  return applyValue(argument, *fact.value, fact.divisible);
}

/// Reports a name that no kernel has, with those that there are.
static void reportUnknownName(ModuleOp module, StringRef name) {
  SmallVector<std::string> known;
  for (auto kernel : module.getOps<KernelOp>())
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      if (!llvm::is_contained(known, kernel.getArgumentName(i)))
        known.push_back(kernel.getArgumentName(i));
  InFlightDiagnostic diag =
      module.emitError() << "no kernel has an argument called '" << name << "'";
  if (!known.empty())
    diag << ", expected one of: " << llvm::join(known, ", ");
}

void SpecializePass::runOnOperation() {
  ModuleOp module = getOperation();
  Facts parsed;
  for (const std::string &text : facts)
    if (failed(parseFact(module.getLoc(), text, parsed)))
      return signalPassFailure();

  for (const auto &[name, fact] : parsed) {
    bool isKnown = false;
    for (auto kernel : module.getOps<KernelOp>())
      for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
        if (kernel.getArgumentName(index) != name)
          continue;
        isKnown = true;
        if (failed(applyFact({kernel, index, name}, fact)))
          signalPassFailure();
      }
    if (!isKnown) {
      reportUnknownName(module, name);
      signalPassFailure();
    }
  }
}

std::unique_ptr<Pass> mlir::tc::createSpecializePass(
    const std::map<std::string, ArgumentFact> &facts) {
  SpecializePassOptions options;
  for (const auto &[name, fact] : facts) {
    if (fact.value)
      options.facts.push_back(name + "=" + std::to_string(*fact.value));
    if (fact.divisible != 1 || !fact.value)
      options.facts.push_back(name +
                              ":divisible=" + std::to_string(fact.divisible));
  }
  return createSpecializePass(options);
}
