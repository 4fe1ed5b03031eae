//===- AxisAnalysis.cpp - Divisibility, contiguity, constancy -------------===//
//
// Two runs of MLIR's dataflow solver: integer ranges first, then the axis
// information, which asks the ranges what cannot wrap and what cannot be
// negative. Loops and branches are the framework's work.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"

#include "AxisTransfer.h"
#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tc;

namespace {

using AxisLattice = dataflow::Lattice<AxisInfo>;

class AxisDataFlow
    : public dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  AxisDataFlow(DataFlowSolver &solver, const DataFlowSolver &ranges)
      : SparseForwardDataFlowAnalysis(solver), ranges(ranges) {}

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const AxisLattice *> operands,
                               ArrayRef<AxisLattice *> results) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<AxisLattice *> argLattices,
                                    unsigned firstIndex) override;
  void setToEntryState(AxisLattice *lattice) override;

private:
  const ConstantIntRanges *rangeOf(Value value) const;

  const DataFlowSolver &ranges;
};

} // namespace

const ConstantIntRanges *AxisDataFlow::rangeOf(Value value) const {
  const auto *state =
      ranges.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return nullptr;
  return &state->getValue().getValue();
}

LogicalResult
AxisDataFlow::visitOperation(Operation *op,
                             ArrayRef<const AxisLattice *> operands,
                             ArrayRef<AxisLattice *> results) {
  SmallVector<AxisInfo> infos;
  for (const AxisLattice *operand : operands) {
    // The solver comes back when the operand becomes known.
    if (operand->getValue().isUninitialized())
      return success();
    infos.push_back(operand->getValue());
  }
  for (auto [index, result] : llvm::enumerate(results))
    propagateIfChanged(
        result, result->join(transferAxisInfo(
                    op, index, infos, [&](Value v) { return rangeOf(v); })));
  return success();
}

/// The induction variable is the lower bound plus a multiple of the step. It
/// comes first in `argLattices`, also in a loop that carries nothing, where
/// `firstIndex` is 0.
void AxisDataFlow::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<AxisLattice *> argLattices, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, argLattices, firstIndex);
  ProgramPoint *point = getProgramPointBefore(loop.getBody());
  const AxisInfo &lower =
      getLatticeElementFor(point, loop.getLowerBound())->getValue();
  const AxisInfo &step =
      getLatticeElementFor(point, loop.getStep())->getValue();
  if (lower.isUninitialized() || step.isUninitialized())
    return;
  AxisInfo info =
      AxisInfo::uniform(loop.getInductionVar().getType(),
                        std::min(lower.commonDivisor(), step.commonDivisor()));
  AxisLattice *induction = argLattices.front();
  propagateIfChanged(induction, induction->join(info));
}

/// What a kernel's signature promises of an argument: `tc.divisible`, and for a
/// pointer the alignment of what it points to.
static AxisInfo argumentInfo(KernelOp kernel, BlockArgument argument) {
  int64_t divisor = 1;
  if (auto ptr = dyn_cast<PtrType>(argument.getType()))
    divisor = elementBytes(ptr.getPointee());
  if (auto promise = kernel.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), TCDialect::getDivisibleAttrName()))
    divisor = std::max(divisor, powerOfTwoDivisor(promise.getInt()));
  return AxisInfo::uniform(argument.getType(), divisor);
}

void AxisDataFlow::setToEntryState(AxisLattice *lattice) {
  Value value = lattice->getAnchor();
  AxisInfo info = AxisInfo::unknown(value.getType());
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp()))
      info = argumentInfo(kernel, argument);
  propagateIfChanged(lattice, lattice->join(info));
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

struct AxisAnalysis::Solvers {
  DataFlowSolver ranges{DataFlowConfig().setInterprocedural(false)};
  DataFlowSolver axes{DataFlowConfig().setInterprocedural(false)};
  /// Whether both reached their fixed points; nothing is known otherwise.
  bool areSolved = false;
};

/// Whether every integer and tile is one of the language's. What is not has
/// been refused by tc-check, or was not given to it: then nothing is known.
/// (The integer ranges of an empty constant, for one, are undefined.)
static bool hasLegalTypes(Operation *root) {
  WalkResult walk = root->walk([](Operation *op) {
    bool isLegal = llvm::all_of(op->getResultTypes(), [](Type type) {
      return !isa<IntegerType, RankedTensorType>(type) ||
             whyIllegalType(type).empty();
    });
    return isLegal ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

AxisAnalysis::AxisAnalysis(Operation *root)
    : solvers(std::make_unique<Solvers>()) {
  if (!hasLegalTypes(root))
    return;
  dataflow::loadBaselineAnalyses(solvers->ranges);
  solvers->ranges.load<dataflow::IntegerRangeAnalysis>();
  dataflow::loadBaselineAnalyses(solvers->axes);
  solvers->axes.load<AxisDataFlow>(solvers->ranges);
  solvers->areSolved = succeeded(solvers->ranges.initializeAndRun(root)) &&
                       succeeded(solvers->axes.initializeAndRun(root));
}

AxisAnalysis::~AxisAnalysis() = default;

AxisInfo AxisAnalysis::get(Value value) const {
  if (solvers->areSolved)
    if (const auto *state = solvers->axes.lookupState<AxisLattice>(value))
      if (!state->getValue().isUninitialized())
        return state->getValue();
  return AxisInfo::unknown(value.getType());
}

unsigned AxisAnalysis::vectorWidth(Value ptr, unsigned dim) const {
  AxisInfo info = get(ptr);
  int64_t alignedElements =
      std::max<int64_t>(1, info.divisibility[dim] / info.unit);
  return std::min(info.contiguity[dim], alignedElements);
}

unsigned AxisAnalysis::maskConstancy(Value mask, unsigned dim) const {
  AxisInfo info = get(mask);
  return dim < info.rank() ? info.constancy[dim] : 1;
}
