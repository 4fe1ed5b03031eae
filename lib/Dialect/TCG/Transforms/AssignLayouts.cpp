//===- AssignLayouts.cpp - Gives every tile a layout ----------------------===//
//
// Each pointer tile asks for a coalesced layout; these layouts spread, those of
// the innermost loops first, along the ops that keep a layout. Then types are
// set, and where an op meets an operand in another layout, a conversion stands.
//
//===----------------------------------------------------------------------===//

#include "DotPlan.h"
#include "LayoutChecks.h"
#include "LayoutHeuristics.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

bool isTileValue(Value value) { return isa<RankedTensorType>(value.getType()); }

RankedTensorType tileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

bool isAtomic(Operation *op) {
  return isa<tc::AtomicRMWOp, tc::AtomicCASOp>(op);
}

bool isMemoryOp(Operation *op) {
  return isa<tc::LoadOp, tc::StoreOp>(op) || isAtomic(op);
}

/// A memory op's pointer.
Value pointerOf(Operation *op) { return op->getOperand(0); }

/// Whether `op` accesses memory through `ptr`.
bool isAccessThrough(Operation *op, Value ptr) {
  return isMemoryOp(op) && pointerOf(op) == ptr;
}

unsigned loopDepth(Operation *op) {
  unsigned depth = 0;
  for (; op; op = op->getParentOp())
    depth += isa<scf::ForOp, scf::WhileOp>(op);
  return depth;
}

/// Decides a layout for every tile of one kernel, without changing it.
class LayoutAssignment {
public:
  LayoutAssignment(tc::KernelOp kernel, unsigned numWarps, StringRef target)
      : kernel(kernel), numWarps(numWarps), target(target), axes(kernel) {}

  void run() {
    collectLinks();
    collectAccesses();
    spreadFromAccesses();
    assignRest();
  }

  const LinearLayout &get(Value value) const {
    return layouts.find(value)->second;
  }
  /// The `tcg.access` of a load or store.
  std::array<int32_t, 3> accessOf(Operation *op) {
    Value ptr = pointerOf(op), mask;
    if (auto load = dyn_cast<tc::LoadOp>(op))
      mask = load.getMask();
    else
      mask = cast<tc::StoreOp>(op).getMask();
    const Access &access = accesses.find(ptr)->second;
    unsigned dim = access.order.front();
    int32_t maskWidth =
        mask ? axes.maskConstancy(mask, dim) : tileType(ptr).getDimSize(dim);
    return {int32_t(dim), int32_t(access.width), maskWidth};
  }

  DotPlan planOf(tc::DotOp dot) const { return planDot(dot, target, numWarps); }

  /// The `tcg.constancy` of a comparison, or null where it has none.
  DenseI64ArrayAttr constancyOf(Operation *op) const {
    tc::AxisInfo info = axes.get(op->getResult(0));
    if (llvm::all_of(info.constancy, [](int64_t run) { return run == 1; }))
      return {};
    return DenseI64ArrayAttr::get(op->getContext(), info.constancy);
  }

private:
  tc::KernelOp kernel;
  unsigned numWarps;
  StringRef target;
  tc::AxisAnalysis axes;
  llvm::MapVector<Value, Access> accesses;
  DenseMap<Value, LinearLayout> layouts;
  /// Values that must have one layout (a loop's argument and result, the
  /// results of one elementwise op).
  DenseMap<Value, SmallVector<Value>> hardLinks;
  /// Values that would best have one layout (a loop's initial value and its
  /// argument).
  DenseMap<Value, SmallVector<Value>> softLinks;
  SmallVector<Value> worklist;

  void link(DenseMap<Value, SmallVector<Value>> &links, Value a, Value b) {
    if (!isTileValue(a))
      return;
    links[a].push_back(b);
    links[b].push_back(a);
  }

  void linkAll(DenseMap<Value, SmallVector<Value>> &links, ValueRange as,
               ValueRange bs) {
    for (auto [a, b] : llvm::zip(as, bs))
      link(links, a, b);
  }

  /// The values that loops, branches and ops of several results tie together.
  void collectLinks() {
    kernel.walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        linkAll(hardLinks, loop.getRegionIterArgs(), loop.getResults());
        linkAll(softLinks, loop.getInitArgs(), loop.getRegionIterArgs());
        linkAll(softLinks, loop.getBody()->getTerminator()->getOperands(),
                loop.getRegionIterArgs());
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        for (Region *region :
             {&branch.getThenRegion(), &branch.getElseRegion()})
          if (!region->empty())
            linkAll(softLinks, region->front().getTerminator()->getOperands(),
                    branch.getResults());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        linkAll(softLinks, loop.getInits(), loop.getBeforeArguments());
        linkAll(softLinks, loop.getYieldedValues(), loop.getBeforeArguments());
        linkAll(hardLinks, loop.getAfterArguments(), loop.getResults());
        linkAll(softLinks, loop.getConditionOp().getArgs(), loop.getResults());
      } else if (op->getNumResults() > 1 &&
                 (isElementwise(op) || isa<tc::ScanOp, tc::SplitOp>(op))) {
        for (Value result : op->getResults().drop_front())
          link(hardLinks, op->getResult(0), result);
      }
    });
  }

  Access describe(Value ptr, unsigned depth) {
    RankedTensorType type = tileType(ptr);
    tc::AxisInfo info = axes.get(ptr);
    Access access;
    for (unsigned dim = type.getRank(); dim > 0; --dim)
      access.order.push_back(dim - 1);
    llvm::stable_sort(access.order, [&](unsigned a, unsigned b) {
      return info.contiguity[a] > info.contiguity[b];
    });
    unsigned bytes =
        tc::elementBytes(cast<tc::PtrType>(type.getElementType()).getPointee());
    access.width =
        std::min({axes.vectorWidth(ptr, access.order.front()), 16 / bytes,
                  elementsPerThread(type.getShape(), numWarps)});
    access.loopDepth = depth;
    return access;
  }

  /// One description for each pointer value: all accesses through it are made
  /// by the same threads.
  void collectAccesses() {
    kernel.walk([&](Operation *op) {
      if (!isMemoryOp(op) || !isTileValue(pointerOf(op)))
        return;
      unsigned depth = loopDepth(op);
      Access access = describe(pointerOf(op), depth);
      // Elements change one by one: neighbours are best in one instruction.
      if (isAtomic(op))
        access.width = 1;
      auto [entry, isNew] = accesses.insert({pointerOf(op), access});
      if (isNew)
        return;
      Access &known = entry->second;
      known.loopDepth = std::max(known.loopDepth, depth);
      known.width = std::min(known.width, access.width);
    });
  }

  /// Accesses of one shape and order share a layout, so that nothing needs to
  /// move between them.
  void spreadFromAccesses() {
    using Key = std::pair<std::vector<int64_t>, std::vector<unsigned>>;
    std::map<Key, SmallVector<Access>> groups;
    auto keyOf = [&](Value ptr, const Access &access) {
      return Key(shapeVector(tileType(ptr)),
                 {access.order.begin(), access.order.end()});
    };
    for (auto &[ptr, access] : accesses)
      groups[keyOf(ptr, access)].push_back(access);

    SmallVector<std::pair<Value, unsigned>> byDepth;
    for (auto &[ptr, access] : accesses) {
      Key key = keyOf(ptr, access);
      unsigned width =
          std::min(chooseWidth(groups[key]),
                   elementsPerThread(tileType(ptr).getShape(), numWarps));
      assign(ptr, LinearLayout::blocked(key.first, key.second, width, warpSize,
                                        numWarps));
      byDepth.push_back({ptr, access.loopDepth});
    }
    // What is loaded is settled before anything spreads.
    for (auto [ptr, depth] : byDepth) {
      LinearLayout layout = get(ptr);
      for (Operation *user : ptr.getUsers())
        if (isAccessThrough(user, ptr))
          for (Value result : user->getResults())
            assign(result, layout);
    }
    worklist.clear();
    spreadFromTensorLoads();
    spreadFromDots();
    llvm::stable_sort(byDepth, [](const auto &a, const auto &b) {
      return a.second > b.second;
    });
    for (auto [ptr, depth] : byDepth) {
      worklist.push_back(ptr);
      for (Operation *user : ptr.getUsers())
        if (isAccessThrough(user, ptr))
          llvm::append_range(worklist, user->getResults());
      // A value to store comes last: what it is computed from has had its say.
      spread();
    }
    for (auto [ptr, depth] : byDepth) {
      LinearLayout layout = get(ptr);
      for (Operation *user : ptr.getUsers())
        if (isAccessThrough(user, ptr) && !isa<tc::LoadOp>(user)) {
          for (Value operand : user->getOperands().drop_front())
            assign(operand, layout);
          spread();
        }
    }
  }

  /// What TMA fetches goes to shared memory; a layout of threads says no more
  /// than which of its dimensions is contiguous.
  void spreadFromTensorLoads() {
    kernel.walk([&](TensorLoadOp load) {
      auto type = cast<RankedTensorType>(load.getType());
      bool isTransposed =
          load.getMap().getContiguousDim() == load.getMap().getTileDims()[0];
      std::vector<unsigned> order = {1, 0};
      if (isTransposed)
        std::swap(order[0], order[1]);
      unsigned width = std::min(16 / tc::elementBytes(type.getElementType()),
                                elementsPerThread(type.getShape(), numWarps));
      assign(load.getResult(),
             LinearLayout::blocked(shapeVector(type), order, width, warpSize,
                                   numWarps));
    });
    spread();
  }

  /// Tensor cores settle where their accumulators live; what is computed with
  /// them follows.
  void spreadFromDots() {
    kernel.walk([&](tc::DotOp dot) {
      if (std::optional<LinearLayout> layout =
              accumulatorLayout(dot, planOf(dot))) {
        assign(dot.getResult(), *layout);
        assign(dot.getAcc(), *layout);
      }
    });
    spread();
  }

  void assignRest() {
    kernel.walk([&](Block *block) {
      for (Value argument : block->getArguments())
        assignDefault(argument);
      for (Operation &op : *block)
        for (Value result : op.getResults())
          assignDefault(result);
    });
  }

  void assignDefault(Value value) {
    if (!isTileValue(value) || layouts.contains(value))
      return;
    assign(value, defaultLayout(tileType(value), numWarps));
    spread();
  }

  void assign(Value value, const LinearLayout &layout) {
    if (!isTileValue(value) || !layouts.insert({value, layout}).second)
      return;
    worklist.push_back(value);
    for (Value linked : hardLinks.lookup(value))
      assign(linked, layout);
  }

  /// Spreads layouts until nothing new is reached. Each value is assigned and
  /// visited once.
  void spread() {
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      LinearLayout layout = layouts.find(value)->second;
      for (Value linked : softLinks.lookup(value))
        assign(linked, layout);
      if (Operation *def = value.getDefiningOp())
        spreadToOperands(def, layout);
      for (Operation *user : value.getUsers())
        spreadThroughUser(user, value, layout);
    }
  }

  void spreadToOperands(Operation *op, const LinearLayout &layout) {
    if (isShapeOp(op)) {
      for (Value operand : op->getOperands())
        assign(operand, shapeOperandLayout(op, layout));
      return;
    }
    if (auto gather = dyn_cast<tc::GatherOp>(op)) {
      assign(gather.getIndices(), layout);
      return;
    }
    // A load's pointer has its layout, its mask and fill follow.
    if (!isElementwise(op) && !isa<tc::LoadOp, tc::ScanOp>(op))
      return;
    for (Value operand : op->getOperands())
      assign(operand, layout);
  }

  void spreadThroughUser(Operation *op, Value value,
                         const LinearLayout &layout) {
    if (isShapeOp(op)) {
      if (std::optional<LinearLayout> result = shapeResultLayout(op, layout))
        assign(op->getResult(0), *result);
    } else if (auto reduce = dyn_cast<tc::ReduceOp>(op)) {
      for (Value source : reduce.getSources())
        assign(source, layout);
      if (reduce.getSourceType().getRank() > 1)
        for (Value result : reduce.getResults())
          assign(result, layout.slice(reduce.getAxis()));
    } else if (auto gather = dyn_cast<tc::GatherOp>(op)) {
      if (value == gather.getIndices())
        assign(gather.getResult(), layout);
    } else if (auto histogram = dyn_cast<tc::HistogramOp>(op)) {
      for (Value operand : histogram->getOperands())
        assign(operand, layout);
    } else if (auto dot = dyn_cast<tc::DotOp>(op)) {
      if (value == dot.getAcc())
        assign(dot.getResult(), layout);
    } else if (isElementwise(op) || isa<tc::ScanOp>(op)) {
      for (Value result : op->getResults())
        assign(result, layout);
      for (Value operand : op->getOperands())
        assign(operand, layout);
    }
  }
};

/// Writes an assignment into the types of a kernel.
class LayoutMaterializer {
public:
  LayoutMaterializer(LayoutAssignment &assignment) : assignment(assignment) {}

  unsigned run(tc::KernelOp kernel) {
    SmallVector<Operation *> ops;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != kernel && !isInCombiner(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      setTypes(op);
    for (Operation *op : ops)
      fixOperands(op);
    return numConversions;
  }

private:
  LayoutAssignment &assignment;
  unsigned numConversions = 0;

  static bool isInCombiner(Operation *op) {
    return op->getParentOfType<tc::ReduceOp>() ||
           op->getParentOfType<tc::ScanOp>();
  }

  void setTypes(Operation *op) {
    if (isMemoryOp(op) && !isAtomic(op) && isTileValue(pointerOf(op)))
      op->setAttr(accessAttrName,
                  Builder(op).getDenseI32ArrayAttr(assignment.accessOf(op)));
    if (isa<arith::CmpIOp, arith::CmpFOp>(op) && isTileValue(op->getResult(0)))
      if (DenseI64ArrayAttr constancy = assignment.constancyOf(op))
        op->setAttr(constancyAttrName, constancy);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          setType(argument);
    if (op->getNumResults() == 1 && isTileValue(op->getResult(0)))
      setResultLayout(op, assignment.get(op->getResult(0)));
    else
      for (Value result : op->getResults())
        setType(result);
  }

  void setType(Value value) {
    if (isTileValue(value))
      value.setType(withLayout(tileType(value), assignment.get(value)));
  }

  Value convert(OpBuilder &builder, Location loc, Value value,
                const LinearLayout &layout) {
    if (!isTileValue(value) || getLayout(value.getType()) == layout)
      return value;
    ++numConversions;
    return ConvertLayoutOp::create(builder, loc,
                                   withLayout(tileType(value), layout), value);
  }

  void convertOperand(Operation *op, unsigned index,
                      const LinearLayout &layout) {
    OpBuilder builder(op);
    op->setOperand(
        index, convert(builder, op->getLoc(), op->getOperand(index), layout));
  }

  void convertOperands(Operation *op, const LinearLayout &layout) {
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      convertOperand(op, i, layout);
  }

  /// Converts the operands of a terminator, from `first` on, to the layouts of
  /// the values that they become.
  void convertTo(Operation *terminator, unsigned first, ValueRange targets) {
    for (auto [index, target] : llvm::enumerate(targets))
      if (isTileValue(target))
        convertOperand(terminator, first + index, getLayout(target.getType()));
  }

  void fixOperands(Operation *op) {
    if (isMemoryOp(op)) {
      if (isTileValue(pointerOf(op)))
        convertOperands(op, getLayout(pointerOf(op).getType()));
    } else if (isShapeOp(op)) {
      convertOperands(
          op, shapeOperandLayout(op, getLayout(op->getResult(0).getType())));
    } else if (auto gather = dyn_cast<tc::GatherOp>(op)) {
      convertOperand(op, gather.getIndicesMutable().getOperandNumber(),
                     getLayout(gather.getType()));
    } else if (auto histogram = dyn_cast<tc::HistogramOp>(op)) {
      convertOperands(op, getLayout(histogram.getSource().getType()));
    } else if (auto reduce = dyn_cast<tc::ReduceOp>(op)) {
      fixReduce(reduce);
    } else if (auto dot = dyn_cast<tc::DotOp>(op)) {
      fixDot(dot);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      convertTo(op, loop.getNumControlOperands(), loop.getRegionIterArgs());
      convertTo(loop.getBody()->getTerminator(), 0, loop.getRegionIterArgs());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
        if (!region->empty())
          convertTo(region->front().getTerminator(), 0, branch.getResults());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      convertTo(op, 0, loop.getBeforeArguments());
      convertTo(loop.getYieldOp(), 0, loop.getBeforeArguments());
      convertTo(loop.getConditionOp(), 1, loop.getResults());
    } else if (isa<tc::ScanOp>(op) ||
               (isElementwise(op) && op->getNumResults() &&
                isTileValue(op->getResult(0)))) {
      convertOperands(op, getLayout(op->getResult(0).getType()));
    }
  }

  /// The sources of a reduction settle the layouts of its results.
  void fixReduce(tc::ReduceOp op) {
    LinearLayout layout = getLayout(op.getSources().front().getType());
    convertOperands(op, layout);
    if (layout.rank() == 1)
      return;
    for (Value result : op.getResults())
      settleResult(result, layout.slice(op.getAxis()));
  }

  /// The plan of a dot settles its layouts.
  void fixDot(tc::DotOp op) {
    DotPlan plan = assignment.planOf(op);
    if (plan.unit == DotUnit::MMA || plan.isLhsInRegisters)
      convertOperand(op, 0, lhsLayout(op, plan));
    if (plan.unit == DotUnit::MMA)
      convertOperand(op, 1, rhsLayout(op, plan));
    if (std::optional<LinearLayout> layout = accumulatorLayout(op, plan)) {
      convertOperand(op, 2, *layout);
      settleResult(op.getResult(), *layout);
    } else {
      convertOperand(op, 2, getLayout(op.getType()));
    }
  }

  /// Gives a result the layout that its op has to give it; users get it in the
  /// one that was assigned.
  void settleResult(Value result, const LinearLayout &layout) {
    LinearLayout wanted = getLayout(result.getType());
    if (wanted == layout)
      return;
    result.setType(withLayout(tileType(result), layout));
    OpBuilder builder(result.getContext());
    builder.setInsertionPointAfterValue(result);
    Value converted = convert(builder, result.getLoc(), result, wanted);
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
  }
};

/// Whether several threads hold the same element of a pointer.
bool isHeldTwice(Value ptr) {
  if (!isTileValue(ptr))
    return true;
  LinearLayout layout = getLayout(ptr.getType());
  return layout.copyMask(InDim::Lane) || layout.copyMask(InDim::Warp);
}

/// Accesses through one pointer keep their order by being made by one thread.
/// Where several threads load what one of them wrote, barriers order them.
void orderSharedPointers(tc::KernelOp kernel) {
  SmallVector<Operation *> writes;
  kernel.walk([&](Operation *op) {
    if (!isMemoryOp(op) || isa<tc::LoadOp>(op) || !isHeldTwice(pointerOf(op)))
      return;
    // Writes alone are all made by the one thread that stands for the others.
    Value ptr = pointerOf(op);
    if (llvm::any_of(ptr.getUsers(), [&](Operation *user) {
          return isa<tc::LoadOp>(user) && isAccessThrough(user, ptr);
        }))
      writes.push_back(op);
  });
  for (Operation *write : writes) {
    OpBuilder builder(write);
    tc::BarrierOp::create(builder, write->getLoc());
    builder.setInsertionPointAfter(write);
    tc::BarrierOp::create(builder, write->getLoc());
  }
}

struct AssignLayoutsPass
    : mlir::tcg::impl::AssignLayoutsPassBase<AssignLayoutsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    if (failed(checkViews(kernel)))
      return signalPassFailure();
    unsigned warps = numWarps;
    if (!warps)
      warps = kernel.getNumWarps().value_or(0);
    if (!warps)
      warps = chooseNumWarps(kernel);
    if (!llvm::isPowerOf2_32(warps) || warps > maxWarps) {
      kernel.emitOpError("expected the number of warps to be a power of two up "
                         "to ")
          << maxWarps << ", but got " << warps;
      return signalPassFailure();
    }
    kernel.setNumWarps(warps);
    if (unsigned blocks = chooseMinBlocks(kernel, warps))
      kernel->setAttr(minBlocksAttrName,
                      Builder(kernel).getI32IntegerAttr(blocks));
    if (failed(checkCombiners(kernel)) || failed(checkShares(kernel, warps)))
      return signalPassFailure();
    LayoutAssignment assignment(kernel, warps, target);
    assignment.run();
    numConversions += LayoutMaterializer(assignment).run(kernel);
    orderSharedPointers(kernel);
  }
};

} // namespace
