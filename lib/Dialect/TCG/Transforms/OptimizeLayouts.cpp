//===- OptimizeLayouts.cpp - Fewer and cheaper conversions ----------------===//
//
// A conversion whose operand is cheap to compute again is replaced by that
// computation in the layout that is asked for; a conversion of a widened value
// moves before the widening.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_OPTIMIZELAYOUTSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

namespace {

bool isTileValue(Value value) { return isa<RankedTensorType>(value.getType()); }

/// The tiles that a value is computed from by cheap ops alone, each with the
/// layout that it needs for the value to have another one.
class CheapSlice {
public:
  CheapSlice(unsigned budget) : budget(budget) {}

  /// Collects the slice of `root`; false if something in it is not cheap, is
  /// needed in two layouts, or there is too much of it.
  bool collect(Value root, const LinearLayout &layout) {
    SmallVector<std::pair<Value, LinearLayout>> worklist = {{root, layout}};
    while (!worklist.empty()) {
      auto [value, wanted] = worklist.pop_back_val();
      if (!isTileValue(value))
        continue;
      auto [known, isNew] = demanded.insert({value, wanted});
      if (!isNew && known->second != wanted)
        return false;
      if (!isNew || getLayout(value.getType()) == wanted)
        continue;
      Operation *op = value.getDefiningOp();
      if (!op || op->getNumResults() != 1 || needed.size() == budget)
        return false;
      if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
        // An earlier conversion starts from wherever its operand is.
        needed.insert({value, wanted});
        worklist.push_back({convert.getSource(), wanted});
        continue;
      }
      if (!isCheap(op))
        return false;
      needed.insert({value, wanted});
      LinearLayout ofOperands =
          isShapeOp(op) ? shapeOperandLayout(op, wanted) : wanted;
      for (Value operand : op->getOperands())
        worklist.push_back({operand, ofOperands});
    }
    return true;
  }

  /// Repeats the slice just before each of its ops' originals; returns `root`
  /// in its new layout.
  Value rebuild(Value root) {
    SmallVector<Operation *> ops;
    for (auto &[value, layout] : needed)
      ops.push_back(value.getDefiningOp());
    IRMapping mapping;
    for (Operation *op : inDominanceOrder(ops)) {
      Value value = op->getResult(0);
      if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
        mapping.map(value, mapping.lookupOrDefault(convert.getSource()));
        continue;
      }
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      Operation *copy = builder.clone(*op, mapping);
      setResultLayout(copy, needed.find(value)->second);
    }
    return mapping.lookupOrDefault(root);
  }

private:
  unsigned budget;
  /// The values to repeat.
  llvm::MapVector<Value, LinearLayout> needed;
  /// The layout that every value met is wanted in: those of `needed`, and those
  /// that have it already.
  DenseMap<Value, LinearLayout> demanded;

  /// Operands before their users: each op waits for those of its operands that
  /// are in the list.
  static SmallVector<Operation *> inDominanceOrder(ArrayRef<Operation *> ops) {
    llvm::SmallPtrSet<Operation *, 16> left(ops.begin(), ops.end());
    SmallVector<Operation *> order;
    while (!left.empty())
      for (Operation *op : ops) {
        bool isReady = left.contains(op) &&
                       llvm::none_of(op->getOperands(), [&](Value operand) {
                         return left.contains(operand.getDefiningOp());
                       });
        if (!isReady)
          continue;
        left.erase(op);
        order.push_back(op);
      }
    return order;
  }
};

/// convert(extend(x)) moves fewer bytes as extend(convert(x)).
bool hoistAboveExtension(ConvertLayoutOp convert) {
  Operation *op = convert.getSource().getDefiningOp();
  if (!op || !isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op) ||
      !op->hasOneUse())
    return false;
  LinearLayout layout = getLayout(convert.getType());
  OpBuilder builder(op);
  Value narrow = op->getOperand(0);
  Value moved = ConvertLayoutOp::create(
      builder, convert.getLoc(),
      withLayout(cast<RankedTensorType>(narrow.getType()), layout), narrow);
  op->setOperand(0, moved);
  setResultLayout(op, layout);
  convert.replaceAllUsesWith(op->getResult(0));
  convert.erase();
  return true;
}

struct OptimizeLayoutsPass
    : mlir::tcg::impl::OptimizeLayoutsPassBase<OptimizeLayoutsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<ConvertLayoutOp> conversions;
    getOperation().walk(
        [&](ConvertLayoutOp convert) { conversions.push_back(convert); });
    for (ConvertLayoutOp convert : conversions)
      if (!rematerialize(convert))
        hoistAboveExtension(convert);
  }

  bool rematerialize(ConvertLayoutOp convert) {
    CheapSlice slice(budget);
    if (!slice.collect(convert.getSource(), getLayout(convert.getType())))
      return false;
    convert.replaceAllUsesWith(slice.rebuild(convert.getSource()));
    convert.erase();
    ++numRematerialized;
    return true;
  }
};

} // namespace
