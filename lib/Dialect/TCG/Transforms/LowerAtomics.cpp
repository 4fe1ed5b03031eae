//===- LowerAtomics.cpp - What an atomic op asks of the whole block -------===//
//
// One thread changes an element for all that hold it. Here that becomes
// explicit: barriers make the op's order that of the whole block, and shared
// memory takes the old value to the threads that a shuffle does not reach.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_LOWERATOMICSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

namespace {

/// A scalar is a tile of one element that every thread holds.
template <typename OpTy> OpTy makeTile(OpTy op, unsigned numWarps) {
  if (isa<RankedTensorType>(op.getType()))
    return op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  LinearLayout layout = LinearLayout::replicated({1}, warpSize, numWarps);
  auto tileOf = [&](Type type) {
    return withLayout(RankedTensorType::get({1}, type), layout);
  };
  auto tile = cast<OpTy>(builder.clone(*op));
  for (OpOperand &operand : tile->getOpOperands()) {
    builder.setInsertionPoint(tile);
    operand.set(tc::SplatOp::create(
        builder, loc, tileOf(operand.get().getType()), operand.get()));
  }
  tile.getResult().setType(tileOf(op.getType()));
  if (!op.use_empty()) {
    builder.setInsertionPointAfter(tile);
    // The one element of a tile is its maximum.
    auto kind = tc::ReduceKindAttr::get(op.getContext(), tc::ReduceKind::Max);
    auto element = tc::ReduceOp::create(
        builder, loc, TypeRange(op.getType()), ValueRange(tile.getResult()),
        builder.getI32IntegerAttr(0), kind, /*commutative=*/UnitAttr());
    op.replaceAllUsesWith(element.getResults().front());
  }
  op.erase();
  return tile;
}

/// An element held in two registers of a thread would be changed twice.
template <typename OpTy> OpTy dropDuplicates(OpTy op) {
  LinearLayout layout = getLayout(op.getType());
  LinearLayout single = layout.withoutDuplicateRegisters();
  if (layout == single)
    return op;
  OpBuilder builder(op);
  auto convert = [&](Value value, const LinearLayout &to) {
    return ConvertLayoutOp::create(builder, op.getLoc(),
                                   withLayout(tileType(value), to), value);
  };
  auto changed = cast<OpTy>(builder.clone(*op));
  builder.setInsertionPoint(changed);
  for (OpOperand &operand : changed->getOpOperands())
    operand.set(convert(operand.get(), single));
  changed.getResult().setType(withLayout(tileType(op.getResult()), single));
  builder.setInsertionPointAfter(changed);
  if (!op.use_empty())
    op.replaceAllUsesWith(convert(changed.getResult(), layout).getResult());
  op.erase();
  return changed;
}

template <typename OpTy>
void lowerAtomic(OpTy scalarOrTile, unsigned numWarps) {
  Location loc = scalarOrTile.getLoc();
  OpBuilder builder(scalarOrTile);
  if (scalarOrTile.releases() &&
      !isa_and_present<tc::BarrierOp>(scalarOrTile->getPrevNode()))
    tc::BarrierOp::create(builder, loc);
  OpTy op = dropDuplicates(makeTile(scalarOrTile, numWarps));
  builder.setInsertionPointAfter(op);

  RankedTensorType type = tileType(op.getResult());
  LinearLayout layout = getLayout(type);
  LocalAllocOp memory;
  if (!op.use_empty() && !areCopiesInWarp(layout)) {
    memory =
        LocalAllocOp::create(builder, loc, sharedTypeFor(type, layout, layout));
    LocalStoreOp::create(builder, loc, op.getResult(), memory);
  }
  // Behind the store, one barrier serves the load as well.
  if (auto next = dyn_cast<tc::BarrierOp>(*builder.getInsertionPoint()))
    builder.setInsertionPointAfter(next);
  else if (op.acquires())
    tc::BarrierOp::create(builder, loc);
  if (!memory)
    return;
  auto spread = LocalLoadOp::create(builder, loc, type, memory);
  op.getResult().replaceUsesWithIf(spread, [](OpOperand &use) {
    return !isa<LocalStoreOp>(use.getOwner());
  });
}

template <typename OpTy> void lowerAtomics(tc::KernelOp kernel) {
  unsigned numWarps = kernel.getNumWarps().value_or(1);
  for (OpTy op : collect<OpTy>(kernel))
    lowerAtomic(op, numWarps);
}

struct LowerAtomicsPass
    : mlir::tcg::impl::LowerAtomicsPassBase<LowerAtomicsPass> {
  void runOnOperation() override {
    lowerAtomics<tc::AtomicRMWOp>(getOperation());
    lowerAtomics<tc::AtomicCASOp>(getOperation());
  }
};

} // namespace
