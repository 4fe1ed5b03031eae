//===- StaggerProducts.cpp - A product beside what follows the next -------===//
//
// Where a loop computes the left operand of a product from another product, as
// attention does, the tensor cores wait for that arithmetic and it for them.
// Run an iteration apart, the second product of one iteration is under way
// during the arithmetic of the next.
//
// Source: FlashAttention-3, arXiv 2407.08608, section on overlap within a
// warpgroup. (Its other schedule, in which two groups of warps start products
// by turns, gained 1 percent on top, with 128 columns on an H200: not worth
// it.)
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_STAGGERPRODUCTSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;

namespace {

/// A loop with two products, and which of its ops run an iteration later.
class StaggeredLoop {
public:
  explicit StaggeredLoop(scf::ForOp loop) : loop(loop) {}

  bool analyze() { return findProducts() && collectLate() && isInOrder(); }

  LogicalResult rewrite() {
    IRRewriter rewriter(loop.getContext());
    finishArithmetic(rewriter);
    guard(rewriter);
    scf::PipeliningOption options;
    options.supportDynamicLoops = true;
    options.peelEpilogue = true;
    // There is an iteration, so the peeled ops run.
    options.predicateFn = [](RewriterBase &, Operation *op, Value) {
      return op;
    };
    options.getScheduleFn =
        [&](scf::ForOp, std::vector<std::pair<Operation *, unsigned>> &result) {
          schedule(result);
        };
    // In the loop, the second product is under way behind the first one.
    options.annotateFn = [&](Operation *op,
                             scf::PipeliningOption::PipelinerPart part,
                             unsigned) {
      auto wait = dyn_cast<WGMMAWaitOp>(op);
      auto product = wait ? wait.getSource().getDefiningOp<WGMMAOp>() : nullptr;
      bool isFirst =
          product && !isa<RankedTensorType>(product.getA().getType());
      if (isFirst && part == scf::PipeliningOption::PipelinerPart::Kernel)
        wait.setPendingAttr(Builder(wait).getI32IntegerAttr(1));
    };
    rewriter.setInsertionPoint(loop);
    return scf::pipelineForLoop(rewriter, loop, options);
  }

private:
  scf::ForOp loop;
  WGMMAOp first, second;
  WGMMAWaitOp firstWait, secondWait;
  llvm::SmallPtrSet<Operation *, 32> late;

  static WGMMAWaitOp waitFor(WGMMAOp product) {
    return product->hasOneUse() ? dyn_cast<WGMMAWaitOp>(*product->user_begin())
                                : WGMMAWaitOp();
  }

  /// The second product takes what is in registers and adds to a sum over the
  /// iterations, which is used for nothing else; the first one takes what is in
  /// memory, for tcg-specialize-warps to bring.
  bool findProducts() {
    SmallVector<WGMMAOp> products(loop.getOps<WGMMAOp>());
    if (products.size() != 2)
      return false;
    first = products[0], second = products[1];
    firstWait = waitFor(first), secondWait = waitFor(second);
    return firstWait && secondWait && secondWait->hasOneUse() &&
           isa<scf::YieldOp>(*secondWait->user_begin()) &&
           !isa<RankedTensorType>(first.getA().getType()) &&
           isa<RankedTensorType>(second.getA().getType()) &&
           firstWait->isBeforeInBlock(second);
  }

  /// What depends on the sum, what brings the second product's right operand,
  /// and what is cheaper to repeat than to carry over.
  bool collectLate() {
    Operation *yield = loop.getBody()->getTerminator();
    unsigned index = secondWait->use_begin()->getOperandNumber();
    SmallVector<Operation *> worklist(loop.getRegionIterArg(index).getUsers());
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (op == yield || !late.insert(op).second)
        continue;
      llvm::append_range(worklist, op->getUsers());
    }
    if (!late.contains(second) || late.contains(first))
      return false;
    for (Operation &op : *loop.getBody()) {
      bool isBeforeSecond = firstWait->isBeforeInBlock(&op);
      if (isa<BarrierWaitOp>(op) && isBeforeSecond)
        late.insert(&op);
      if (isa<WarpArriveOp>(op) && secondWait->isBeforeInBlock(&op))
        late.insert(&op);
    }
    for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
      if (isCheap(&op) && !op.use_empty() &&
          llvm::all_of(op.getUsers(),
                       [&](Operation *user) { return late.contains(user); }))
        late.insert(&op);
    return true;
  }

  static bool isCheap(Operation *op) {
    return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
           (isShapeOp(op) || llvm::none_of(op->getResultTypes(), [](Type type) {
              return isa<RankedTensorType>(type);
            }));
  }

  /// Whether nothing early depends on what is late, and all that has an order
  /// is known.
  bool isInOrder() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool isKnown = isMemoryEffectFree(&op) ||
                     isa<BarrierWaitOp, WarpArriveOp, WGMMAOp, WGMMAWaitOp>(op);
      if (!isKnown)
        return false;
      if (late.contains(&op))
        continue;
      for (Value operand : op.getOperands())
        if (Operation *def = operand.getDefiningOp(); late.contains(def))
          return false;
    }
    return true;
  }

  /// The arithmetic on the first product is to come before the wait for the
  /// second one: the assembler would wait first. What a thread has few elements
  /// of and the next iteration needs stands for all of it.
  void finishArithmetic(RewriterBase &rewriter) {
    constexpr unsigned few = 4;
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.setInsertionPoint(yield);
    for (Value value : yield->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      Operation *def = value.getDefiningOp();
      if (type && type.getElementType().isF32() && def &&
          def->getBlock() == loop.getBody() && !late.contains(def) &&
          getLayout(type).size(minitc::InDim::Register) <= few)
        FinishOp::create(rewriter, value.getLoc(), value);
    }
  }

  /// Puts the loop where it has an iteration.
  void guard(RewriterBase &rewriter) {
    rewriter.setInsertionPoint(loop);
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
    Value hasIteration =
        arith::CmpIOp::create(rewriter, loop.getLoc(), predicate,
                              loop.getLowerBound(), loop.getUpperBound());
    auto branch =
        scf::IfOp::create(rewriter, loop.getLoc(), loop.getResultTypes(),
                          hasIteration, /*withElseRegion=*/true);
    rewriter.replaceAllUsesWith(loop.getResults(), branch.getResults());
    rewriter.moveOpBefore(loop, branch.thenBlock(), branch.thenBlock()->end());
    rewriter.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(rewriter, loop.getLoc(), loop.getResults());
    rewriter.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(rewriter, loop.getLoc(), loop.getInitArgs());
  }

  /// The first product starts, then the second one of the iteration before, and
  /// then comes the arithmetic on the first one's result.
  void schedule(std::vector<std::pair<Operation *, unsigned>> &result) {
    auto add = [&](function_ref<bool(Operation *)> isWanted, bool isLate) {
      for (Operation &op : loop.getBody()->without_terminator())
        if (late.contains(&op) == isLate && isWanted(&op))
          result.push_back({&op, isLate ? 1 : 0});
    };
    auto isUpTo = [](Operation *op, Operation *end) {
      return op == end || op->isBeforeInBlock(end);
    };
    auto isOrdered = [](Operation *op) { return isa<BarrierWaitOp>(op); };
    add(
        [&](Operation *op) {
          return op->isBeforeInBlock(second) && !isOrdered(op);
        },
        true);
    add([&](Operation *op) { return isUpTo(op, first); }, false);
    add([&](Operation *op) { return isOrdered(op) || op == second; }, true);
    add([&](Operation *op) { return !isUpTo(op, first); }, false);
    add([&](Operation *op) { return !isUpTo(op, second); }, true);
  }
};

struct StaggerProductsPass
    : mlir::tcg::impl::StaggerProductsPassBase<StaggerProductsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    // Without producers there are barriers of the whole block in the loop.
    if (!kernel->hasAttr(producerWarpsAttrName))
      return;
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      StaggeredLoop staggered(loop);
      if (!staggered.analyze())
        continue;
      if (failed(staggered.rewrite())) {
        kernel.emitOpError("cannot stagger the products of a loop of it")
                .attachNote(loop.getLoc())
            << "this one";
        return signalPassFailure();
      }
      ++numStaggered;
    }
  }
};

} // namespace
