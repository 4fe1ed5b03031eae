//===- PipelineLoops.cpp - Loads that overlap with products ---------------===//
//
// In a loop that multiplies tiles which it loads, the loads become asynchronous
// copies into one of several slots of shared memory, some iterations ahead of
// the product that reads it. MLIR's loop pipeliner does the rotation; what is
// decided here is what is copied, how far ahead, and in which order.
//
//===----------------------------------------------------------------------===//

#include "StagedTile.h"

#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;

namespace {

/// Whether masked elements become zero, as those of a copy do.
bool hasZeroFill(tc::LoadOp load) {
  Value other = load.getOther();
  if (!other)
    return true;
  if (auto splat = other.getDefiningOp<tc::SplatOp>())
    other = splat.getSource();
  return matchPattern(other, m_PosZeroFloat()) || matchPattern(other, m_Zero());
}

/// A load that can be a copy.
struct StagedLoad {
  StagedTile tile;
  tc::LoadOp load;
};

/// What a loop does, as far as pipelining it goes.
class LoopPlan {
public:
  explicit LoopPlan(scf::ForOp loop) : loop(loop) {}

  /// Whether there is something to pipeline and nothing against it.
  bool analyze() {
    bool hasProduct = false;
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (op.getNumRegions() && !isa<tc::ReduceOp>(op))
        return false;
      // A copy must not move across what orders memory or writes it, or what
      // ends the kernel before an access that is wrong.
      if (isa<tc::StoreOp, tc::BarrierOp, tc::AtomicRMWOp, tc::AtomicCASOp,
              tc::AssertOp>(op))
        return false;
      hasProduct |= isa<WGMMAOp, MMAOp, FMADotOp>(op);
      if (auto store = dyn_cast<LocalStoreOp>(op))
        if (std::optional<StagedLoad> staged = match(store))
          loads.push_back(*staged);
    }
    if (loads.empty() || !hasProduct || !collectAddresses())
      return false;
    overlapped = findSumOverIterations(loop, [&](LocalAllocOp alloc) {
      return llvm::any_of(loads, [&](const StagedLoad &staged) {
        return staged.tile.alloc == alloc;
      });
    });
    return true;
  }

  scf::ForOp loop;
  SmallVector<StagedLoad> loads;
  /// What addresses and masks of the loads are computed by.
  llvm::SetVector<Operation *> addresses;
  /// A product whose only use is the next iteration's sum: it may still be
  /// under way when that begins.
  WGMMAWaitOp overlapped;

  /// Bytes of one slot of every copy.
  unsigned slotBytes() {
    unsigned bytes = 0;
    for (StagedLoad &staged : loads)
      bytes += staged.tile.alloc.getType().getBytes();
    return bytes;
  }

private:
  std::optional<StagedLoad> match(LocalStoreOp store) {
    std::optional<StagedTile> tile = matchStagedTile(store, loop.getBody());
    auto load = tile ? dyn_cast<tc::LoadOp>(tile->load) : tc::LoadOp();
    if (!load || load.getIsVolatile() || !hasZeroFill(load))
      return std::nullopt;
    SharedType type = tile->copyType();
    unsigned width = asyncCopyWidth(
        getLayout(load.getPtr().getType()), type.getLinearLayout(),
        tc::elementBytes(type.getElementType()),
        load->getAttrOfType<DenseI32ArrayAttr>(accessAttrName));
    return width ? std::optional(StagedLoad{*tile, load}) : std::nullopt;
  }

  /// Everything in the loop that the loads' operands depend on, this iteration
  /// or, through the loop's arguments, an earlier one. It has to be free of
  /// memory.
  bool collectAddresses() {
    SmallVector<Value> worklist;
    for (StagedLoad &staged : loads) {
      worklist.push_back(staged.load.getPtr());
      if (Value mask = staged.load.getMask())
        worklist.push_back(mask);
    }
    llvm::SmallPtrSet<Operation *, 16> seen;
    llvm::SmallDenseSet<Value> seenArguments;
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        bool isCarried = argument.getOwner() == loop.getBody() &&
                         argument != loop.getInductionVar();
        if (isCarried && seenArguments.insert(value).second)
          worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
        continue;
      }
      Operation *op = value.getDefiningOp();
      if (op->getBlock() != loop.getBody() || !seen.insert(op).second)
        continue;
      if (!isMemoryEffectFree(op) || isa<MMAOp, tc::ReduceOp>(op))
        return false;
      llvm::append_range(worklist, op->getOperands());
    }
    for (Operation &op : *loop.getBody())
      if (seen.contains(&op))
        addresses.insert(&op);
    return true;
  }
};

using OpSet = llvm::SmallPtrSet<Operation *, 32>;

/// Rewrites one loop.
class LoopPipelining {
public:
  LoopPipelining(LoopPlan plan, unsigned slots)
      : plan(std::move(plan)), slots(slots), loop(this->plan.loop),
        rewriter(loop.getContext()), loc(loop.getLoc()) {
    // With two slots, the other one is written while a product reads the first.
    if (slots < 3)
      this->plan.overlapped = nullptr;
    hasSpareSlot = this->plan.overlapped && slots > 3;
    distance = hasSpareSlot ? slots - 2 : slots - 1;
  }

  LogicalResult run() {
    addCounters();
    replaceLoads();
    scf::PipeliningOption options;
    options.supportDynamicLoops = true;
    options.peelEpilogue = false;
    options.predicateFn = predicate;
    options.getScheduleFn =
        [&](scf::ForOp, std::vector<std::pair<Operation *, unsigned>> &result) {
          schedule(result);
        };
    rewriter.setInsertionPoint(loop);
    FailureOr<scf::ForOp> pipelined =
        scf::pipelineForLoop(rewriter, loop, options);
    if (failed(pipelined))
      return failure();
    if (sumIndex)
      waitForSum(rewriter, *pipelined, *sumIndex);
    else
      rewriter.setInsertionPointAfter(*pipelined);
    // The last copies, of no iteration, write zeros.
    AsyncWaitOp::create(rewriter, loc, rewriter.getI32IntegerAttr(0));
    return success();
  }

private:
  LoopPlan plan;
  unsigned slots;
  /// By how many iterations copies are ahead of their use.
  unsigned distance;
  /// Whether copies go to a slot that no product under way reads.
  bool hasSpareSlot;
  scf::ForOp loop;
  IRRewriter rewriter;
  Location loc;
  /// The copies and what counts their slots.
  SmallVector<Operation *> copies;
  /// The op behind which the copies are started.
  Operation *copyPosition = nullptr;
  std::optional<unsigned> sumIndex;
  BlockArgument copySlot, useSlot;

  Value constant(int32_t value) {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI32IntegerAttr(value));
  }

  Value nextSlot(Value slot, SmallVectorImpl<Operation *> *ops) {
    Value one = constant(1), end = constant(slots), first = constant(0);
    Value next = arith::AddIOp::create(rewriter, loc, slot, one);
    Value isEnd = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                        next, end);
    Value result = arith::SelectOp::create(rewriter, loc, isEnd, first, next);
    if (ops)
      for (Value value : {one, end, first, next, isEnd, result})
        ops->push_back(value.getDefiningOp());
    return result;
  }

  /// The slots to copy to and to use become loop arguments.
  void addCounters() {
    rewriter.setInsertionPoint(loop);
    Value first = constant(0);
    // Builds at the end of the body, which moves to the new loop as it is.
    auto yields = [&](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
      Value nextCopy = nextSlot(added[0], &copies);
      Value nextUse = nextSlot(added[1], nullptr);
      return SmallVector<Value>{nextCopy, nextUse};
    };
    auto replaced = loop.replaceWithAdditionalYields(
        rewriter, {first, first}, /*replaceInitOperandUsesInLoop=*/false,
        yields);
    loop = cast<scf::ForOp>(replaced->getOperation());
    copySlot = loop.getRegionIterArgs().drop_back().back();
    useSlot = loop.getRegionIterArgs().back();
  }

  void replaceLoads() {
    for (StagedLoad &staged : plan.loads)
      replaceLoad(staged);
    rewriter.setInsertionPointAfter(copies.back());
    copies.push_back(AsyncCommitOp::create(rewriter, loc));
    awaitCopies(*llvm::find_if(*loop.getBody(), isUse));
    if (plan.overlapped)
      overlapProducts();
  }

  static bool isUse(Operation &op) {
    return isa<WGMMAOp, LocalLoadOp, FMADotOp>(op);
  }

  /// Before `position`, what was copied for this iteration is there, in all
  /// threads. There is no tcg.fence_async between copies and wgmma: cp.async,
  /// its wait and a barrier are all that CUTLASS's multistage main loop of
  /// wgmma has either
  /// (cutlass/gemm/collective/sm90_mma_multistage_gmma_ss_warpspecialized.hpp).
  void awaitCopies(Operation &position) {
    rewriter.setInsertionPoint(&position);
    AsyncWaitOp::create(rewriter, loc,
                        rewriter.getI32IntegerAttr(distance - 1));
    copyPosition = tc::BarrierOp::create(rewriter, loc);
  }

  /// The product of an iteration runs on into the next one; the one before it
  /// is waited for. With a spare slot, the copies follow the start of the
  /// product: they overwrite what was read two iterations ago, and the barrier
  /// at the start of this one knows that to be done everywhere. Without one
  /// they have to wait for the product before, and for a second barrier
  /// (8192 x 8192 x 8192 of bf16 in tiles of 256 x 128 on an H200: 781 TFLOP/s
  /// against 734).
  void overlapProducts() {
    auto product = plan.overlapped.getSource().getDefiningOp<WGMMAOp>();
    sumIndex =
        loop.getTiedLoopYieldedValue(cast<BlockArgument>(product.getAcc()))
            ->getOperandNumber();
    plan.overlapped.setPendingAttr(rewriter.getI32IntegerAttr(1));
    copyPosition = product;
    if (hasSpareSlot)
      return;
    rewriter.setInsertionPointAfter(plan.overlapped);
    copyPosition = tc::BarrierOp::create(rewriter, loc);
  }

  /// Keeps the arithmetic of a load's pointers before the barrier. Pointers
  /// that go from one iteration to the next are pinned at the end of their
  /// step: each then stays in registers of its own, ready for the copy.
  Value pinPointers(tc::LoadOp load, Attribute access) {
    OpBuilder::InsertionGuard guard(rewriter);
    Value pointers = load.getPtr();
    OpOperand *yielded = nullptr;
    if (auto argument = dyn_cast<BlockArgument>(pointers))
      if (argument.getOwner() == loop.getBody())
        yielded = loop.getTiedLoopYieldedValue(argument);
    Value pinned = yielded ? yielded->get() : pointers;
    if (yielded && !plan.addresses.contains(pinned.getDefiningOp()))
      return pointers;
    if (yielded)
      rewriter.setInsertionPointAfterValue(pinned);
    auto pin = PinOp::create(rewriter, load.getLoc(), pinned.getType(), pinned);
    pin->setAttr(accessAttrName, access);
    plan.addresses.insert(pin);
    if (!yielded)
      return pin.getResult();
    yielded->set(pin.getResult());
    return pointers;
  }

  void replaceLoad(StagedLoad &staged) {
    SharedType type = staged.tile.copyType();
    rewriter.setInsertionPoint(loop);
    auto memory = LocalAllocOp::create(rewriter, loc, type, IntegerAttr(),
                                       rewriter.getI32IntegerAttr(slots));
    rewriter.setInsertionPoint(staged.load);
    auto target = LocalSlotOp::create(rewriter, staged.load.getLoc(), type,
                                      memory, copySlot);
    Attribute access = staged.load->getAttr(accessAttrName);
    auto copy = AsyncCopyOp::create(rewriter, staged.load.getLoc(),
                                    pinPointers(staged.load, access), target,
                                    staged.load.getMask(), Value());
    copy->setAttr(accessAttrName, access);
    copies.push_back(target);
    copies.push_back(copy);
    rewriter.setInsertionPoint(staged.tile.store);
    staged.tile.replaceBy(
        rewriter, LocalSlotOp::create(rewriter, loc, type, memory, useSlot));
  }

  /// The ops of the last stage in their order. Those of the first come in three
  /// places: the copies behind the barrier, since what they overwrite is no
  /// longer read then; before it what they need, so that nothing but the copies
  /// themselves keeps the threads from the next product; and behind the copies
  /// the step to the next iteration's pointers, which then takes the registers
  /// of this one's.
  void schedule(std::vector<std::pair<Operation *, unsigned>> &result) {
    OpSet isCopy(copies.begin(), copies.end());
    OpSet isNeeded = neededByCopies(), isStep;
    for (Operation *op : plan.addresses)
      if (!isNeeded.contains(op))
        isStep.insert(op);
    auto body = loop.getBody()->without_terminator();
    auto addFirst = [&](const OpSet &ops) {
      for (Operation &op : body)
        if (ops.contains(&op))
          result.push_back({&op, 0});
    };
    if (!plan.overlapped)
      addFirst(isNeeded);
    for (Operation &op : body) {
      if (isCopy.contains(&op) || plan.addresses.contains(&op))
        continue;
      result.push_back({&op, distance});
      if (plan.overlapped && isa<WGMMAOp>(op))
        addFirst(isNeeded);
      if (&op == copyPosition) {
        addFirst(isCopy);
        addFirst(isStep);
      }
    }
  }

  /// The ops of an iteration that its copies depend on.
  OpSet neededByCopies() {
    OpSet needed;
    SmallVector<Operation *> worklist(copies);
    while (!worklist.empty())
      for (Value operand : worklist.pop_back_val()->getOperands()) {
        Operation *op = operand.getDefiningOp();
        if (op && plan.addresses.contains(op) && needed.insert(op).second)
          worklist.push_back(op);
      }
    return needed;
  }

  /// What the last iterations must not do: copy beyond the loop's end.
  static Operation *predicate(RewriterBase &rewriter, Operation *op,
                              Value condition) {
    auto copy = dyn_cast<AsyncCopyOp>(op);
    if (!copy)
      return op;
    rewriter.setInsertionPoint(op);
    Value both = condition;
    if (Value own = copy.getPredicate())
      both = arith::AndIOp::create(rewriter, op->getLoc(), own, condition);
    copy.getPredicateMutable().assign(both);
    return op;
  }
};

struct PipelineLoopsPass
    : mlir::tcg::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    unsigned wanted =
        numStages ? unsigned(numStages) : kernel.getNumStages().value_or(0);
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      LoopPlan plan(loop);
      if (!plan.analyze())
        continue;
      unsigned slots =
          wanted ? wanted : chooseSlots(kernel, plan.slotBytes(), limit);
      if (slots < 2)
        continue;
      if (failed(LoopPipelining(plan, slots).run())) {
        kernel.emitOpError("cannot pipeline a loop of it")
                .attachNote(loop.getLoc())
            << "this one: write num_stages = 1 to leave it as it is";
        return signalPassFailure();
      }
      ++numPipelined;
    }
  }
};

} // namespace
