//===- StagedTile.cpp - Tiles that a loop brings to shared memory ---------===//

#include "StagedTile.h"

using namespace mlir;
using namespace mlir::tcg;

SharedType StagedTile::copyType() const {
  SharedType type = LocalAllocOp(alloc).getType();
  minitc::LinearLayout layout = type.getLinearLayout();
  for (Operation *op : path)
    if (auto transpose = dyn_cast<tc::TransposeOp>(op))
      layout = layout.inverseTranspose(
          {transpose.getOrder().begin(), transpose.getOrder().end()});
  return SharedType::get(type.getElementType(), layout);
}

void StagedTile::replaceBy(RewriterBase &rewriter, Value memory) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(store);
  if (memory.getType() != alloc.getType())
    memory =
        LocalViewOp::create(rewriter, store.getLoc(), alloc.getType(), memory);
  if (auto fence = dyn_cast_or_null<FenceAsyncOp>(store->getNextNode()))
    rewriter.eraseOp(fence);
  rewriter.eraseOp(store);
  rewriter.replaceOp(alloc, memory);
  for (Operation *op : path)
    rewriter.eraseOp(op);
  rewriter.eraseOp(load);
}

unsigned mlir::tcg::chooseSlots(tc::KernelOp kernel, unsigned bytes,
                                unsigned limit) {
  // Barriers, and what reductions exchange.
  unsigned others = 1024;
  kernel.walk([&](LocalAllocOp alloc) {
    bool isInLoop = alloc->getParentOfType<scf::ForOp>() != nullptr;
    if (!alloc.getSlots() && !isInLoop)
      others += alloc.getBytes();
  });
  unsigned slots = preferredSlots;
  while (slots > 1 && slots * bytes + others > limit)
    --slots;
  return slots;
}

std::optional<StagedTile> mlir::tcg::matchStagedTile(LocalStoreOp store,
                                                     Block *block) {
  StagedTile staged;
  staged.store = store;
  staged.alloc = store.getMemory().getDefiningOp<LocalAllocOp>();
  Operation *op = store.getSource().getDefiningOp();
  // How threads would hold the tile in between does not matter.
  while (isa_and_present<tc::TransposeOp, ConvertLayoutOp>(op)) {
    if (!op->hasOneUse() || op->getBlock() != block)
      return std::nullopt;
    staged.path.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  staged.load = op;
  bool isHere = isa_and_present<tc::LoadOp, TensorLoadOp>(op) &&
                op->getBlock() == block && staged.alloc &&
                staged.alloc->getBlock() == block;
  if (!isHere || !op->hasOneUse())
    return std::nullopt;
  return staged;
}

/// Whether the wait's product adds to the sum that the loop carries, and is
/// used for nothing else.
static bool isSumOverIterations(scf::ForOp loop, WGMMAWaitOp wait,
                                function_ref<bool(LocalAllocOp)> isStaged) {
  // What goes to shared memory by way of registers has no slot to spare.
  auto isUnchanged = [&](Value operand) {
    auto alloc = operand.getDefiningOp<LocalAllocOp>();
    return alloc && (!loop->isAncestor(alloc) || isStaged(alloc));
  };
  auto product = wait.getSource().getDefiningOp<WGMMAOp>();
  auto sum =
      product ? dyn_cast<BlockArgument>(product.getAcc()) : BlockArgument();
  return sum && sum.getOwner() == loop.getBody() && sum.hasOneUse() &&
         wait->hasOneUse() && isUnchanged(product.getA()) &&
         isUnchanged(product.getB()) &&
         loop.getTiedLoopYieldedValue(sum)->get() == wait.getResult();
}

WGMMAWaitOp
mlir::tcg::findSumOverIterations(scf::ForOp loop,
                                 function_ref<bool(LocalAllocOp)> isStaged) {
  unsigned numProducts = 0;
  WGMMAWaitOp wait;
  for (Operation &op : loop.getBody()->without_terminator()) {
    numProducts += isa<WGMMAOp, MMAOp, FMADotOp>(op);
    if (auto found = dyn_cast<WGMMAWaitOp>(op))
      wait = found;
  }
  bool isSum =
      numProducts == 1 && wait && isSumOverIterations(loop, wait, isStaged);
  return isSum ? wait : WGMMAWaitOp();
}

void mlir::tcg::waitForSum(RewriterBase &rewriter, scf::ForOp loop,
                           unsigned index) {
  rewriter.setInsertionPointAfter(loop);
  Value sum = loop.getResult(index);
  auto wait = WGMMAWaitOp::create(rewriter, loop.getLoc(), sum.getType(), sum,
                                  rewriter.getI32IntegerAttr(0));
  rewriter.replaceAllUsesExcept(sum, wait.getResult(), wait);
}
