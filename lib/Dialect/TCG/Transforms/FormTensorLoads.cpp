//===- FormTensorLoads.cpp - Windows that TMA can fetch -------------------===//
//
// Finds the windows that a loop multiplies and that the copy engine can fetch
// by itself, and the arrays that the launcher can describe to it. Every other
// window is left to tc-expand-views.
//
//===----------------------------------------------------------------------===//

#include "DotPlan.h"
#include "LayoutHeuristics.h"
#include "WarpRoles.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_FORMTENSORLOADSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;

/// The alignment, in bytes, of the array and of its rows.
constexpr int64_t tensorAlignment = 16;
/// Steps of an expression that the launcher evaluates; longer ones are not
/// worth their time.
constexpr unsigned maxSteps = 32;
/// The fewest bits that a step may have.
constexpr unsigned narrowestStep = 8;

namespace {

/// Writes a value as a launch expression, if the kernel's arguments decide it.
class LaunchExpressionWriter {
public:
  explicit LaunchExpressionWriter(tc::KernelOp kernel) : kernel(kernel) {}

  std::optional<std::string> write(Value value) {
    steps.clear();
    if (!append(value))
      return std::nullopt;
    return llvm::join(steps, " ");
  }

private:
  tc::KernelOp kernel;
  SmallVector<std::string> steps;

  static StringRef nameOf(Operation *op) {
    return llvm::TypeSwitch<Operation *, StringRef>(op)
        .Case<arith::AddIOp>([](auto) { return "add"; })
        .Case<arith::SubIOp>([](auto) { return "sub"; })
        .Case<arith::MulIOp>([](auto) { return "mul"; })
        .Case<arith::MinSIOp>([](auto) { return "min"; })
        .Case<arith::MaxSIOp>([](auto) { return "max"; })
        .Default([](auto) { return ""; });
  }

  /// Each level adds a step, so that their bound is one of the depth too.
  bool append(Value value, unsigned depth = 0) {
    APInt constant;
    auto type = dyn_cast<IntegerType>(value.getType());
    if (!type || type.getWidth() < narrowestStep || depth == maxSteps ||
        steps.size() >= maxSteps)
      return false;
    if (matchPattern(value, m_ConstantInt(&constant))) {
      steps.push_back(llvm::toString(constant, 10, /*Signed=*/true));
      return true;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      steps.push_back("%" + std::to_string(argument.getArgNumber()));
      return argument.getOwner()->getParentOp() == kernel;
    }
    Operation *op = value.getDefiningOp();
    if (auto extension = dyn_cast<arith::ExtSIOp>(op))
      return append(extension.getIn(), depth + 1);
    StringRef name = nameOf(op);
    if (name.empty() || !append(op->getOperand(0), depth + 1) ||
        !append(op->getOperand(1), depth + 1))
      return false;
    steps.push_back((name + "." + Twine(type.getWidth())).str());
    return true;
  }
};

/// What multiplies a window, and along which of its dimensions.
struct WindowUse {
  tc::DotOp dot;
  /// The dimension, as the product has it, that is `contiguous` in memory.
  unsigned contiguous = 0;
  bool isRhs = false;
};

class TensorLoadFormation {
public:
  TensorLoadFormation(tc::KernelOp kernel, StringRef target, unsigned numWarps)
      : kernel(kernel), target(target), numWarps(numWarps), axes(kernel) {}

  unsigned run() {
    if (!isUnordered())
      return 0;
    unsigned numFormed = 0;
    SmallVector<tc::LoadViewOp> loads;
    kernel.walk([&](tc::LoadViewOp load) { loads.push_back(load); });
    for (tc::LoadViewOp load : loads)
      if (TensorMapAttr map = describe(load)) {
        replace(load, map);
        ++numFormed;
      }
    return numFormed;
  }

private:
  tc::KernelOp kernel;
  StringRef target;
  unsigned numWarps;
  tc::AxisAnalysis axes;

  /// Whether nothing orders the kernel's accesses: what it loads is then not
  /// what it, or another instance before it, has written, which the copy engine
  /// would have to be told of.
  bool isUnordered() {
    WalkResult walk = kernel.walk([](Operation *op) {
      bool isOrdered = isa<tc::BarrierOp>(op);
      if (auto atomic = dyn_cast<tc::AtomicRMWOp>(op))
        isOrdered = atomic.getOrder() != tc::MemoryOrder::Relaxed;
      if (auto atomic = dyn_cast<tc::AtomicCASOp>(op))
        isOrdered = atomic.getOrder() != tc::MemoryOrder::Relaxed;
      return isOrdered ? WalkResult::interrupt() : WalkResult::advance();
    });
    return !walk.wasInterrupted();
  }

  /// Whether the load runs in a loop, and under no condition.
  bool isInLoop(tc::LoadViewOp load) {
    Operation *parent = load->getParentOp();
    if (!isa<scf::ForOp>(parent))
      return false;
    while (isa<scf::ForOp>(parent))
      parent = parent->getParentOp();
    return parent == kernel;
  }

  TensorMapAttr describe(tc::LoadViewOp load) {
    auto view = load.getView().getDefiningOp<tc::MakeViewOp>();
    if (!view || !isInLoop(load) || !isZero(load.getOther()))
      return {};
    auto type = cast<tc::ViewType>(view.getType());
    std::optional<unsigned> contiguous = contiguousDim(view, type);
    if (!contiguous || !isAligned(view, type, *contiguous) ||
        !isProductOperand(load, type, *contiguous))
      return {};
    ArrayAttr sizes = expressions(view.getShape());
    ArrayAttr strides = expressions(view.getStrides());
    if (!sizes || !strides)
      return {};
    auto base = cast<BlockArgument>(view.getBase());
    Builder builder(kernel);
    return TensorMapAttr::get(builder.getContext(), base.getArgNumber(),
                              type.getElementType(), sizes, strides,
                              builder.getDenseI64ArrayAttr(type.getShape()));
  }

  static bool isZero(Value fill) {
    return matchPattern(fill, m_PosZeroFloat()) || matchPattern(fill, m_Zero());
  }

  /// The dimension of stride 1, where that and one more have an extent.
  static std::optional<unsigned> contiguousDim(tc::MakeViewOp view,
                                               tc::ViewType type) {
    if (type.getRank() < 2 || llvm::count_if(type.getShape(), [](int64_t size) {
                                return size > 1;
                              }) != 2)
      return std::nullopt;
    std::optional<unsigned> found;
    for (auto [dim, stride] : llvm::enumerate(view.getStrides())) {
      if (type.getShape()[dim] == 1 || !matchPattern(stride, m_One()))
        continue;
      if (found)
        return std::nullopt;
      found = dim;
    }
    return found;
  }

  bool isAligned(tc::MakeViewOp view, tc::ViewType type, unsigned contiguous) {
    auto base = dyn_cast<BlockArgument>(view.getBase());
    if (!base || base.getOwner()->getParentOp() != kernel ||
        axes.get(base).commonDivisor() < tensorAlignment)
      return false;
    int64_t bytes = tc::elementBytes(type.getElementType());
    for (auto [dim, stride] : llvm::enumerate(view.getStrides()))
      if (dim != contiguous &&
          axes.get(stride).commonDivisor() * bytes < tensorAlignment)
        return false;
    return true;
  }

  ArrayAttr expressions(ValueRange values) {
    SmallVector<Attribute> texts;
    for (Value value : values) {
      std::optional<std::string> text =
          LaunchExpressionWriter(kernel).write(value);
      if (!text)
        return {};
      texts.push_back(StringAttr::get(kernel.getContext(), *text));
    }
    return ArrayAttr::get(kernel.getContext(), texts);
  }

  /// Follows the window, through ops that move no element, to the product that
  /// is its only use.
  static std::optional<WindowUse> findUse(tc::LoadViewOp load,
                                          unsigned contiguous) {
    Value value = load.getResult();
    while (value.hasOneUse()) {
      OpOperand &use = *value.getUses().begin();
      Operation *user = use.getOwner();
      if (auto dot = dyn_cast<tc::DotOp>(user)) {
        if (use.getOperandNumber() > 1)
          return std::nullopt;
        return WindowUse{dot, contiguous, use.getOperandNumber() == 1};
      }
      if (auto transpose = dyn_cast<tc::TransposeOp>(user)) {
        ArrayRef<int32_t> order = transpose.getOrder();
        contiguous = llvm::find(order, int32_t(contiguous)) - order.begin();
      } else if (auto reshape = dyn_cast<tc::ReshapeOp>(user)) {
        std::optional<unsigned> dim =
            withoutUnitDims(cast<RankedTensorType>(value.getType()),
                            reshape.getType(), contiguous);
        if (!dim)
          return std::nullopt;
        contiguous = *dim;
      } else {
        return std::nullopt;
      }
      value = user->getResult(0);
    }
    return std::nullopt;
  }

  /// Where dimension `dim` of `from` is in `to`, which is `from` without
  /// dimensions of size 1.
  static std::optional<unsigned>
  withoutUnitDims(RankedTensorType from, RankedTensorType to, unsigned dim) {
    SmallVector<int64_t> shape;
    unsigned place = 0;
    for (auto [index, size] : llvm::enumerate(from.getShape())) {
      if (size == 1)
        continue;
      if (index == dim)
        place = shape.size();
      shape.push_back(size);
    }
    return to.getShape() == ArrayRef<int64_t>(shape) ? std::optional(place)
                                                     : std::nullopt;
  }

  /// Whether wgmma takes the window as it lies in shared memory.
  bool isProductOperand(tc::LoadViewOp load, tc::ViewType type,
                        unsigned contiguous) {
    std::optional<WindowUse> use = findUse(load, contiguous);
    if (!use || use->dot->getBlock() != load->getBlock())
      return false;
    DotPlan plan = planDot(use->dot, target, numWarps);
    if (plan.unit != DotUnit::WGMMA || (!use->isRhs && plan.isLhsInRegisters))
      return false;
    unsigned bytes = tc::elementBytes(type.getElementType());
    Value operand = use->isRhs ? use->dot.getB() : use->dot.getA();
    bool isTransposed = use->contiguous == 0;
    // Only elements of 16 bits may lie either way.
    if (bytes != 2 && isTransposed != use->isRhs)
      return false;
    return minitc::widestSwizzle(
               shapeVector(cast<RankedTensorType>(operand.getType())),
               isTransposed, bytes)
        .has_value();
  }

  static void replace(tc::LoadViewOp load, TensorMapAttr map) {
    OpBuilder builder(load);
    auto type = RankedTensorType::get(map.getTileShape(), map.getElement());
    Value tile = TensorLoadOp::create(builder, load.getLoc(), type, map,
                                      load.getIndices());
    if (type != load.getType())
      tile =
          tc::ReshapeOp::create(builder, load.getLoc(), load.getType(), tile);
    load.replaceAllUsesWith(tile);
    load.erase();
  }
};

struct FormTensorLoadsPass
    : mlir::tcg::impl::FormTensorLoadsPassBase<FormTensorLoadsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    unsigned warps = numWarps;
    if (!warps)
      warps = kernel.getNumWarps().value_or(0);
    if (!warps)
      warps = chooseDotWarps(kernel);
    // There has to be room for producers.
    if (warps && warps + producerWarps <= maxWarps)
      numFormed += TensorLoadFormation(kernel, target, warps).run();
  }
};

} // namespace
