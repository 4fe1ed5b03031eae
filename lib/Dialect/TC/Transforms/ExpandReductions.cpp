//===- ExpandReductions.cpp - Reductions in simpler terms -----------------===//
//
// argmax and argmin become a reduction of pairs with a region; named reductions
// and scans of narrow floats combine in f32 and round once.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "SpreadLine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tc {
#define GEN_PASS_DEF_EXPANDREDUCTIONSPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

/// The index along `axis` of every element of a tile of `shape`.
static Value indicesAlong(OpBuilder &builder, Location loc,
                          ArrayRef<int64_t> shape, unsigned axis) {
  Type i32 = builder.getI32Type();
  int64_t size = shape[axis];
  Value indices = ArangeOp::create(builder, loc,
                                   RankedTensorType::get({size}, i32), 0, size);
  return spreadLine(builder, loc, indices, shape, axis);
}

namespace {

/// Builds the combiner of argmax and argmin: the better element, and of equally
/// good ones (ties, or two NaNs) that with the lower index.
class ArgCombiner {
public:
  ArgCombiner(OpBuilder &builder, Location loc, bool isMax)
      : builder(builder), loc(loc), isMax(isMax) {}

  void build(Block &body) {
    Value left = body.getArgument(0), leftIndex = body.getArgument(1);
    Value right = body.getArgument(2), rightIndex = body.getArgument(3);
    auto [isBetter, isSame] = isa<FloatType>(left.getType())
                                  ? compareFloats(left, right)
                                  : compareIntegers(left, right);
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, leftIndex, rightIndex);
    Value wins = arith::AndIOp::create(builder, loc, isSame, isFirst);
    Value takeLeft = arith::OrIOp::create(builder, loc, isBetter, wins);
    Value value = arith::SelectOp::create(builder, loc, takeLeft, left, right);
    Value index =
        arith::SelectOp::create(builder, loc, takeLeft, leftIndex, rightIndex);
    YieldOp::create(builder, loc, ValueRange{value, index});
  }

private:
  OpBuilder &builder;
  Location loc;
  bool isMax;

  using Comparison = std::pair<Value, Value>;

  Comparison compareIntegers(Value left, Value right) {
    auto compare = [&](arith::CmpIPredicate predicate) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, left, right);
    };
    return {
        compare(isMax ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt),
        compare(arith::CmpIPredicate::eq)};
  }

  /// A NaN is better than any number and as good as another NaN.
  Comparison compareFloats(Value left, Value right) {
    auto compare = [&](arith::CmpFPredicate predicate, Value a,
                       Value b) -> Value {
      return arith::CmpFOp::create(builder, loc, predicate, a, b);
    };
    Value isBetter =
        compare(isMax ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
                left, right);
    Value isEqual = compare(arith::CmpFPredicate::OEQ, left, right);
    Value isLeftNaN = compare(arith::CmpFPredicate::UNO, left, left);
    Value isRightNaN = compare(arith::CmpFPredicate::UNO, right, right);
    Value isRightNumber = compare(arith::CmpFPredicate::ORD, right, right);
    Value onlyLeft =
        arith::AndIOp::create(builder, loc, isLeftNaN, isRightNumber);
    Value both = arith::AndIOp::create(builder, loc, isLeftNaN, isRightNaN);
    return {arith::OrIOp::create(builder, loc, isBetter, onlyLeft),
            arith::OrIOp::create(builder, loc, isEqual, both)};
  }
};

void expandArg(ReduceOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value source = op.getSources().front();
  Value indices =
      indicesAlong(builder, loc, op.getSourceType().getShape(), op.getAxis());
  auto reduce = ReduceOp::create(builder, loc, op.getResultTypes(),
                                 ValueRange{source, indices}, op.getAxisAttr(),
                                 ReduceKindAttr(), builder.getUnitAttr());
  Type element = getElementTypeOrSelf(source), i32 = builder.getI32Type();
  Block *body =
      builder.createBlock(&reduce.getCombiner(), {},
                          {element, i32, element, i32}, {loc, loc, loc, loc});
  bool isMax = op.getKind() == ReduceKind::ArgMax;
  ArgCombiner(builder, loc, isMax).build(*body);
  op.replaceAllUsesWith(reduce.getResults());
  op.erase();
}

ReduceOp cloneWide(OpBuilder &builder, ReduceOp op, Type type, Value source) {
  return ReduceOp::create(builder, op.getLoc(), type, source, op.getAxisAttr(),
                          op.getKindAttr(), UnitAttr());
}

ScanOp cloneWide(OpBuilder &builder, ScanOp op, Type type, Value source) {
  return ScanOp::create(builder, op.getLoc(), type, source, op.getAxisAttr(),
                        op.getKindAttr(), op.getReverseAttr());
}

template <typename OpTy> void widen(OpTy op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type f32 = builder.getF32Type();
  Value source = op.getSources().front();
  Value wide = arith::ExtFOp::create(
      builder, loc, withElement(source.getType(), f32), source);
  Type type = op.getResultTypes().front();
  OpTy combined = cloneWide(builder, op, withElement(type, f32), wide);
  Value narrow = arith::TruncFOp::create(builder, loc, type,
                                         combined.getResults().front());
  op.getResults().front().replaceAllUsesWith(narrow);
  op.erase();
}

template <typename OpTy> bool isNarrow(OpTy op) {
  return op.getKind() &&
         isa<Float16Type, BFloat16Type>(op.getSourceType().getElementType());
}

struct ExpandReductionsPass
    : mlir::tc::impl::ExpandReductionsPassBase<ExpandReductionsPass> {
  void runOnOperation() override {
    SmallVector<ReduceOp> reductions;
    SmallVector<ScanOp> scans;
    getOperation()->walk([&](ReduceOp op) { reductions.push_back(op); });
    getOperation()->walk([&](ScanOp op) { scans.push_back(op); });
    for (ReduceOp op : reductions) {
      if (op.hasIndex())
        expandArg(op);
      else if (isNarrow(op))
        widen(op);
    }
    for (ScanOp op : scans)
      if (isNarrow(op))
        widen(op);
  }
};

} // namespace
