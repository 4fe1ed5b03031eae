//===- LowerReductions.cpp - Reductions without warps --------------------===//
//
// A reduction over several warps becomes one within each warp, a trip of the
// partial results through shared memory, and one within each thread.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// A reduction like `op` of other tiles, over `axis`; results get the sliced
/// layout.
SmallVector<Value> reduceLike(OpBuilder &builder, tc::ReduceOp op,
                              ValueRange sources, unsigned axis) {
  SmallVector<Type> types;
  for (auto [source, result] : llvm::zip(sources, op.getResults())) {
    RankedTensorType type = tileType(source);
    if (type.getRank() == 1) {
      types.push_back(type.getElementType());
      continue;
    }
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + axis);
    types.push_back(
        withLayout(RankedTensorType::get(shape, type.getElementType()),
                   getLayout(type).slice(axis)));
  }
  auto reduce = tc::ReduceOp::create(builder, op.getLoc(), types, sources,
                                     builder.getI32IntegerAttr(axis),
                                     op.getKindAttr(), op.getCommutativeAttr());
  IRMapping mapping;
  op.getCombiner().cloneInto(&reduce.getCombiner(), mapping);
  if (sources.front().getDefiningOp<arith::MulFOp>())
    if (Attribute contract = op->getAttr(tc::contractAttrName))
      reduce->setAttr(tc::contractAttrName, contract);
  return reduce.getResults();
}

/// The sources of a reduction under another shape. Of a sum of products it is
/// the factors that are reshaped, so that it stays one.
SmallVector<Value> reshapeSources(OpBuilder &builder, tc::ReduceOp op,
                                  ArrayRef<int64_t> shape) {
  auto product = op.getSources().front().getDefiningOp<arith::MulFOp>();
  if (!product || !op->hasAttr(tc::contractAttrName))
    return reshapeAll(builder, op.getLoc(), op.getSources(), shape);
  SmallVector<Value> factors =
      reshapeAll(builder, op.getLoc(), product.getOperands(), shape);
  return {arith::MulFOp::create(builder, op.getLoc(), factors[0], factors[1],
                                product.getFastmath())};
}

/// Takes a reduction over several warps apart. The axis is split into the bits
/// below the warps' own, the warps' own, and those above:
///   1. reduce the outer and inner parts: within each warp;
///   2. convert, so that every thread has the partial results of all warps in
///      its registers;
///   3. reduce those: within each thread.
void splitAcrossWarps(tc::ReduceOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  unsigned axis = op.getAxis();
  RankedTensorType type = op.getSourceType();
  AxisBits bits(getLayout(type), axis);
  SmallVector<unsigned> warps = bits.positions(InDim::Warp);
  unsigned lowest = *llvm::min_element(warps);

  int64_t inner = int64_t(1) << lowest;
  int64_t ofWarps = int64_t(1) << warps.size();
  int64_t outer = type.getDimSize(axis) / inner / ofWarps;
  bool isRankOne = type.getRank() == 1;
  unsigned first = isRankOne ? 0 : 1;

  SmallVector<Value> values = reshapeSources(
      builder, op, splitAxis(type.getShape(), axis, {outer, ofWarps, inner}));
  // The outer part first: it is in registers, and then fewer are shuffled.
  values = reduceLike(builder, op, values, first);
  values = reduceLike(builder, op, values, first + 1);

  // [before, warps, after]
  LinearLayout gathered =
      gatherWarps(getLayout(values.front().getType()), first);
  values = convertAll(builder, loc, values, gathered);
  values = reduceLike(builder, op, values, first);
  if (!isRankOne) {
    RankedTensorType result = tileType(op.getResults().front());
    values = reshapeAll(builder, loc, values, result.getShape());
    values = convertAll(builder, loc, values, getLayout(result));
  }
  op.replaceAllUsesWith(values);
  op.erase();
}

/// Puts the sources of a reduction in a layout that its lowering can take.
void prepareSources(tc::ReduceOp op) {
  RankedTensorType type = op.getSourceType();
  LinearLayout layout = getLayout(type);
  AxisBits bits(layout, op.getAxis());
  if (bits.areUnits() && bits.areWarpsContiguous() &&
      layout == layout.withoutDuplicateRegisters() &&
      (op.isReorderable() || bits.isOrdered()))
    return;
  LinearLayout ordered =
      orderedLayout(type, op.getAxis(), layout.size(InDim::Warp));
  OpBuilder builder(op);
  SmallVector<Value> sources =
      convertAll(builder, op.getLoc(), op.getSources(), ordered);
  SmallVector<Value> results = reduceLike(builder, op, sources, op.getAxis());
  if (type.getRank() > 1)
    results = convertAll(builder, op.getLoc(), results,
                         getLayout(op.getResults().front().getType()));
  op.replaceAllUsesWith(results);
  op.erase();
}

} // namespace

void mlir::tcg::lowerReductions(tc::KernelOp kernel) {
  for (tc::ReduceOp op : collect<tc::ReduceOp>(kernel))
    prepareSources(op);
  for (tc::ReduceOp op : collect<tc::ReduceOp>(kernel)) {
    AxisBits bits(getLayout(op.getSourceType()), op.getAxis());
    if (!bits.positions(InDim::Warp).empty())
      splitAcrossWarps(op);
  }
}
