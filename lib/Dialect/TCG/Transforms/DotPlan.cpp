//===- DotPlan.cpp - Which unit multiplies two tiles ----------------------===//

#include "DotPlan.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;
using minitc::WarpGrid;

namespace {

/// The sizes of a dot.
struct DotShape {
  int64_t batch, m, n, k;

  explicit DotShape(tc::DotOp op) {
    ArrayRef<int64_t> a =
        cast<RankedTensorType>(op.getA().getType()).getShape();
    batch = a.size() == 3 ? a[0] : 1;
    m = a[a.size() - 2];
    k = a[a.size() - 1];
    n = op.getType().getShape().back();
  }
};

} // namespace

static Type elementOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getElementType();
}

/// Elements along k that one instruction takes: 32 bytes.
static int64_t instructionDepth(Type element) {
  return element.isF64() ? 8 : 32 / tc::elementBytes(element);
}

/// Whether tensor cores multiply elements of this type at all, exactly enough.
static bool isTensorCoreType(tc::DotOp op) {
  return op.getPrecision() != tc::DotPrecision::IEEE;
}

static bool isMMAShape(tc::DotOp op) {
  DotShape shape(op);
  Type element = elementOf(op.getA());
  // f8 reaches mma.sync as f16 (tc-expand-dots).
  return isTensorCoreType(op) && !tc::isF8(element) && shape.m >= 16 &&
         shape.n >= 8 && shape.k >= instructionDepth(element);
}

bool mlir::tcg::hasWGMMA(StringRef target) { return target == "sm_90a"; }

/// Whether wgmma multiplies tiles of these shapes and types on `target`, given
/// warps enough.
static bool isWGMMAShape(tc::DotOp op, StringRef target) {
  DotShape shape(op);
  Type element = elementOf(op.getA());
  return hasWGMMA(target) && isTensorCoreType(op) && !element.isF64() &&
         op.getType().getRank() == 2 &&
         minitc::isWGMMAShape(shape.m, shape.n, shape.k,
                              tc::elementBytes(element));
}

/// The op that computes a value, past those that only rename elements.
static Operation *sourceOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && (isShapeOp(op) || isa<ConvertLayoutOp>(op)))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// Whether a tile is computed, by elementwise ops, from the result of a dot.
static bool comesFromDot(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<tc::DotOp>(op))
      return true;
    if (isElementwise(op) || isa<ConvertLayoutOp>(op))
      llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

/// Whether the result of a dot becomes, by elementwise ops, the left operand of
/// another one.
static bool feedsDot(tc::DotOp dot) {
  SmallVector<Operation *> worklist = {dot};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val()->getUses()) {
      Operation *user = use.getOwner();
      if (isa<tc::DotOp>(user) && use.getOperandNumber() == 0)
        return true;
      if ((isElementwise(user) || isa<ConvertLayoutOp>(user)) &&
          seen.insert(user).second)
        worklist.push_back(user);
    }
  return false;
}

/// Spreads warps over a result: along m alone where rows have to stay within a
/// warp, else so that a warp's part is about as high as it is wide.
static WarpGrid spreadWarps(const DotShape &shape, unsigned numWarps,
                            bool isAlongRows) {
  WarpGrid grid;
  while (grid.m * grid.n * grid.batch < numWarps) {
    int64_t rows = shape.m / grid.m, columns = shape.n / grid.n;
    bool hasRows = rows > 16, hasColumns = columns > 8;
    if (hasRows && (isAlongRows || !hasColumns || rows >= columns))
      grid.m *= 2;
    else if (hasColumns)
      grid.n *= 2;
    else
      grid.batch *= 2;
  }
  return grid;
}

DotPlan mlir::tcg::planDot(tc::DotOp op, StringRef target, unsigned numWarps) {
  DotPlan plan;
  DotShape shape(op);
  if (isWGMMAShape(op, target))
    if (std::optional<WarpGrid> grid =
            minitc::spreadWarpgroups(shape.m, shape.n, numWarps)) {
      plan.unit = DotUnit::WGMMA;
      plan.warps = *grid;
      Operation *source = sourceOf(op.getA());
      plan.isLhsInRegisters =
          source && !isa<tc::LoadOp, tc::LoadViewOp, TensorLoadOp>(source);
      return plan;
    }
  if (isMMAShape(op)) {
    plan.unit = DotUnit::MMA;
    bool isChained = comesFromDot(op.getA()) || feedsDot(op);
    plan.warps = spreadWarps(shape, numWarps, isChained);
  }
  return plan;
}

std::optional<LinearLayout> mlir::tcg::accumulatorLayout(tc::DotOp op,
                                                         const DotPlan &plan) {
  if (plan.unit == DotUnit::FMA)
    return std::nullopt;
  return minitc::tensorCoreAccumulator(shapeVector(op.getType()), plan.warps);
}

LinearLayout mlir::tcg::lhsLayout(tc::DotOp op, const DotPlan &plan) {
  return minitc::tensorCoreLhs(
      shapeVector(cast<RankedTensorType>(op.getA().getType())), plan.warps,
      tc::elementBytes(elementOf(op.getA())));
}

LinearLayout mlir::tcg::rhsLayout(tc::DotOp op, const DotPlan &plan) {
  return minitc::tensorCoreRhs(
      shapeVector(cast<RankedTensorType>(op.getB().getType())), plan.warps,
      tc::elementBytes(elementOf(op.getB())));
}

/// Registers of the accumulator in a thread that leave room for the rest.
constexpr int64_t accumulatorsPerThread = 128;

unsigned mlir::tcg::chooseDotWarps(tc::KernelOp kernel) {
  int64_t largest = 0;
  kernel.walk([&](tc::DotOp dot) {
    largest = std::max(largest, dot.getType().getNumElements());
  });
  if (largest == 0)
    return 0;
  unsigned warps = 4;
  while (warps < 16 && largest / (warps * warpSize) > accumulatorsPerThread)
    warps *= 2;
  return warps;
}
