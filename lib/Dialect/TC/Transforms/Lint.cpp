//===- Lint.cpp - Warn about fills that change a reduction ----------------===//
//
// Follows the fill of each masked load forward, as the constant that masked
// lanes hold, into the reductions that it reaches. What is not known to keep
// the constant ends the search, so that every warning is a real one.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::tc {
#define GEN_PASS_DEF_LINTPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

//===----------------------------------------------------------------------===//
// Scalars as attributes
//===----------------------------------------------------------------------===//

static TypedAttr integerAttr(Type type, const APInt &value) {
  return IntegerAttr::get(type, value);
}

/// The lowest or the highest value of a scalar type: an infinity where there
/// is one. Integers are signed.
static TypedAttr extremeOf(Type type, bool isHighest) {
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    return FloatAttr::get(
        type, APFloat::semanticsHasInf(semantics)
                  ? APFloat::getInf(semantics, /*Negative=*/!isHighest)
                  : APFloat::getLargest(semantics, /*Negative=*/!isHighest));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  return integerAttr(type, isHighest ? APInt::getSignedMaxValue(width)
                                     : APInt::getSignedMinValue(width));
}

static TypedAttr numberOf(Type type, int64_t number) {
  if (auto floating = dyn_cast<FloatType>(type)) {
    APFloat value{double(number)};
    bool losesInfo;
    value.convert(floating.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return FloatAttr::get(type, value);
  }
  return integerAttr(type, APInt(type.getIntOrFloatBitWidth(), number,
                                 /*isSigned=*/true, /*implicitTrunc=*/true));
}

static TypedAttr allOnesOf(Type type) {
  if (isa<FloatType>(type))
    return {};
  return integerAttr(type, APInt::getAllOnes(type.getIntOrFloatBitWidth()));
}

static bool isInfinity(TypedAttr value) {
  auto floating = dyn_cast<FloatAttr>(value);
  return floating && floating.getValue().isInfinity();
}

static bool isZero(TypedAttr value) {
  if (auto floating = dyn_cast<FloatAttr>(value))
    return floating.getValue().isZero();
  return cast<IntegerAttr>(value).getValue().isZero();
}

/// A scalar as the attribute of a value of `type`, which may be a tile.
static Attribute spreadOver(Type type, TypedAttr scalar) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return DenseElementsAttr::get(tile, Attribute(scalar));
  return scalar;
}

static TypedAttr scalarOf(Attribute value) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(value))
    return cast<TypedAttr>(splat.getSplatValue<Attribute>());
  if (isa_and_present<IntegerAttr, FloatAttr>(value))
    return cast<TypedAttr>(value);
  return {};
}

/// The scalar that every element of `value` is known to equal, or null.
static TypedAttr uniformConstant(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return scalarOf(constant);
  if (auto splat = value.getDefiningOp<SplatOp>())
    if (matchPattern(splat.getSource(), m_Constant(&constant)))
      return scalarOf(constant);
  return {};
}

//===----------------------------------------------------------------------===//
// What a fill becomes
//===----------------------------------------------------------------------===//

namespace {

/// What masked lanes hold at one point of the search.
struct Lanes {
  TypedAttr fill;
  /// The least and the greatest value that data can have here, as the images of
  /// the loaded type's, and that of all ones (integers only). Null if unknown.
  TypedAttr lowest, highest, allOnes;
  /// The fills at the load that become `lowest`, `highest` and `allOnes`.
  TypedAttr lowestFill, highestFill, allOnesFill;
  /// The load's mask in the shape of the value; null if there is none.
  Value mask;
  /// Whether only shapes, casts and signs changed since the load.
  bool isData = true;

  /// Any value of `type` is possible from here on.
  void forgetData(Type type) {
    lowest = extremeOf(type, false);
    highest = extremeOf(type, true);
    allOnes = allOnesOf(type);
    isData = false;
  }
};

/// A value that masked lanes flow through.
struct Flow {
  Value value;
  Lanes lanes;
};

} // namespace

/// Folds `op` with `operands`; null where it does not fold to one scalar.
static TypedAttr foldToScalar(Operation *op, ArrayRef<TypedAttr> operands) {
  SmallVector<Attribute> attributes;
  for (auto [value, scalar] : llvm::zip_equal(op->getOperands(), operands))
    attributes.push_back(scalar ? spreadOver(value.getType(), scalar)
                                : Attribute());
  // Folding may change an op in place, so fold a copy.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> results;
  bool isFolded = succeeded(copy->fold(attributes, results));
  TypedAttr scalar;
  if (isFolded && results.size() == 1) {
    if (auto attribute = dyn_cast<Attribute>(results.front()))
      scalar = scalarOf(attribute);
    else if (auto value = dyn_cast<Value>(results.front()))
      for (auto [operand, known] : llvm::zip(op->getOperands(), operands))
        if (operand == value)
          scalar = known;
  }
  copy->destroy();
  return scalar;
}

/// What an op makes of infinity or zero beside finite data that is not known.
static TypedAttr absorb(Operation *op, OpOperand &use, TypedAttr fill) {
  Type type = getElementTypeOrSelf(op->getResult(0));
  bool isLeft = use.getOperandNumber() == 0;
  if (isInfinity(fill)) {
    if (isa<arith::AddFOp>(op) || (isa<arith::SubFOp>(op) && isLeft))
      return fill;
    if (isa<arith::SubFOp>(op))
      return FloatAttr::get(type, llvm::neg(cast<FloatAttr>(fill).getValue()));
    if (isa<math::ExpOp, math::Exp2Op>(op))
      return cast<FloatAttr>(fill).getValue().isNegative() ? numberOf(type, 0)
                                                           : fill;
  }
  if (isZero(fill)) {
    if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(op))
      return fill;
    if (isa<arith::DivFOp>(op) && isLeft)
      return fill;
    if (isa<math::ExpOp, math::Exp2Op>(op))
      return numberOf(type, 1);
  }
  return {};
}

/// The mask in the shape that `op` gives to the value beside it.
static Value maskBeside(Operation *op, Value mask) {
  if (!mask)
    return {};
  for (Operation *user : mask.getUsers())
    if (user->getName() == op->getName() &&
        user->getAttrDictionary() == op->getAttrDictionary() &&
        shapeOf(user->getResult(0).getType()) ==
            shapeOf(op->getResult(0).getType()))
      return user->getResult(0);
  return {};
}

/// A cast keeps what the data's least and greatest values become.
static std::optional<Lanes> throughCast(Operation *op, const Lanes &lanes) {
  Lanes result = lanes;
  result.fill = foldToScalar(op, lanes.fill);
  if (!result.fill)
    return std::nullopt;
  auto image = [&](TypedAttr value) {
    return value ? foldToScalar(op, value) : TypedAttr();
  };
  Type from = getElementTypeOrSelf(op->getOperand(0));
  if (isa<arith::ExtUIOp, arith::UIToFPOp>(op)) {
    result.lowest = image(numberOf(from, 0));
    result.highest = image(allOnesOf(from));
    result.lowestFill = numberOf(lanes.lowestFill.getType(), 0);
    result.highestFill = lanes.allOnesFill;
  } else {
    result.lowest = image(lanes.lowest);
    result.highest = image(lanes.highest);
  }
  result.allOnes = isa<FloatType>(getElementTypeOrSelf(op->getResult(0)))
                       ? TypedAttr()
                       : image(lanes.allOnes);
  return result;
}

/// `select %mask, %x, %refill` gives masked lanes a new fill; any other choice
/// ends the search.
static std::optional<Lanes> throughSelect(arith::SelectOp op, OpOperand &use,
                                          const Lanes &lanes) {
  if (!lanes.mask || op.getCondition() != lanes.mask ||
      use.getOperandNumber() != 1)
    return std::nullopt;
  Lanes result = lanes;
  result.fill = uniformConstant(op.getFalseValue());
  result.isData = false;
  if (!result.fill)
    return std::nullopt;
  return result;
}

static bool isCast(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::SIToFPOp, arith::UIToFPOp, ToF8Op>(op);
}

static bool isShapeOp(Operation *op) {
  return isa<ExpandDimsOp, BroadcastOp, ReshapeOp, TransposeOp>(op);
}

/// What masked lanes hold in the result of `use`'s owner.
static std::optional<Lanes> throughOp(OpOperand &use, const Lanes &lanes) {
  Operation *op = use.getOwner();
  Lanes result = lanes;
  if (isShapeOp(op)) {
    result.mask = maskBeside(op, lanes.mask);
    return result;
  }
  if (isCast(op))
    return throughCast(op, lanes);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return throughSelect(select, use, lanes);
  if (op->getNumResults() != 1 || !isPure(op) ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt;

  SmallVector<TypedAttr> operands;
  for (Value operand : op->getOperands())
    operands.push_back(operand == use.get() ? lanes.fill
                                            : uniformConstant(operand));
  result.fill = foldToScalar(op, operands);
  if (!result.fill)
    result.fill = absorb(op, use, lanes.fill);
  if (!result.fill)
    return std::nullopt;
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (!isa<arith::NegFOp>(op)) {
    result.forgetData(type);
    return result;
  }
  result.lowest = lanes.highest ? foldToScalar(op, lanes.highest) : TypedAttr();
  result.highest = lanes.lowest ? foldToScalar(op, lanes.lowest) : TypedAttr();
  std::swap(result.lowestFill, result.highestFill);
  return result;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A reduction's neutral value at the reduction, and the fill of the load that
/// becomes it.
static std::pair<TypedAttr, TypedAttr> neutralFor(ReduceKind kind, Type type,
                                                  const Lanes &lanes) {
  Type loaded = lanes.lowestFill.getType();
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Or:
  case ReduceKind::Xor:
  case ReduceKind::UMax:
    return {numberOf(type, 0), numberOf(loaded, 0)};
  case ReduceKind::Prod:
    return {numberOf(type, 1), numberOf(loaded, 1)};
  case ReduceKind::Max:
  case ReduceKind::MaxNum:
  case ReduceKind::ArgMax:
    return {lanes.lowest, lanes.lowestFill};
  case ReduceKind::Min:
  case ReduceKind::MinNum:
  case ReduceKind::ArgMin:
    return {lanes.highest, lanes.highestFill};
  case ReduceKind::And:
  case ReduceKind::UMin:
    return {lanes.allOnes, lanes.allOnesFill};
  }
  return {};
}

/// Whether a fill changes nothing: it is the neutral value, or as good as it.
static bool isNeutral(ReduceKind kind, TypedAttr fill, TypedAttr neutral,
                      Type type) {
  if (fill == neutral || (isZero(neutral) && isZero(fill)))
    return true;
  bool isMax = llvm::is_contained(
      {ReduceKind::Max, ReduceKind::MaxNum, ReduceKind::ArgMax}, kind);
  bool isMin = llvm::is_contained(
      {ReduceKind::Min, ReduceKind::MinNum, ReduceKind::ArgMin}, kind);
  if ((isMax && fill == extremeOf(type, false)) ||
      (isMin && fill == extremeOf(type, true)))
    return true;
  auto floating = dyn_cast<FloatAttr>(fill);
  if (!floating)
    return false;
  const APFloat &value = floating.getValue();
  if (value.isNaN())
    return kind == ReduceKind::MaxNum || kind == ReduceKind::MinNum;
  // The lowest finite number stands in for -inf, the highest for inf.
  return value.isFinite() && value.isLargest() &&
         (value.isNegative() ? isMax : isMin);
}

/// The bounds of the data against which a fill is neutral; an op other than a
/// cast leaves the type's own.
static void checkReduction(ReduceOp op, const Lanes &lanes, LoadOp load) {
  if (!op.getKind())
    return;
  Type type = op.getSourceType().getElementType();
  auto [neutral, rightFill] = neutralFor(*op.getKind(), type, lanes);
  if (!neutral || isNeutral(*op.getKind(), lanes.fill, neutral, type))
    return;
  InFlightDiagnostic diag = op.emitWarning("masked lanes put ");
  diag << lanes.fill << " into '" << stringifyReduceKind(*op.getKind())
       << "', where " << neutral << " would change nothing";
  Diagnostic &note = diag.attachNote(load.getLoc());
  if (lanes.isData && rightFill)
    note << "the fill is stated here, expected other " << rightFill;
  else
    note << "the fill is stated here; before the reduction, use arith.select "
            "on the mask to put "
         << neutral << " in its place";
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

static std::optional<Lanes> lanesOf(LoadOp load) {
  Type type = getElementTypeOrSelf(load.getType());
  if (!load.getMask() || isa<PtrType>(type))
    return std::nullopt;
  Lanes lanes;
  lanes.fill = uniformConstant(load.getOther());
  if (!lanes.fill)
    return std::nullopt;
  lanes.lowest = lanes.lowestFill = extremeOf(type, false);
  lanes.highest = lanes.highestFill = extremeOf(type, true);
  lanes.allOnes = lanes.allOnesFill = allOnesOf(type);
  lanes.mask = load.getMask();
  return lanes;
}

/// Visits every value that the fill reaches, each once, which bounds the work
/// by the number of values.
static void follow(LoadOp load) {
  std::optional<Lanes> lanes = lanesOf(load);
  if (!lanes)
    return;
  SmallVector<Flow> worklist = {{load.getResult(), *lanes}};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Flow flow = worklist.pop_back_val();
    for (OpOperand &use : flow.value.getUses()) {
      Operation *user = use.getOwner();
      if (!seen.insert(user).second)
        continue;
      if (auto reduce = dyn_cast<ReduceOp>(user))
        checkReduction(reduce, flow.lanes, load);
      else if (user->getNumResults() == 1)
        if (std::optional<Lanes> next = throughOp(use, flow.lanes))
          worklist.push_back({user->getResult(0), *next});
    }
  }
}

namespace {
struct LintPass : tc::impl::LintPassBase<LintPass> {
  void runOnOperation() override {
    getOperation().walk([](LoadOp load) { follow(load); });
    markAllAnalysesPreserved();
  }
};
} // namespace
