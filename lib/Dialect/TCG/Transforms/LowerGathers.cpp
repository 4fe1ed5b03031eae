//===- LowerGathers.cpp - Gathers through shared memory -------------------===//
//
// A gather stays where each warp holds what it asks for and few shuffles find
// it; else its source goes to shared memory, and each thread loads what it
// wants.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

/// Registers that may be shuffled, and selected from, for one element: a load
/// from shared memory costs about as much as the shuffles of two, and it comes
/// with a store and a barrier.
constexpr unsigned maxShuffled = 4;
/// The same where all are in the thread itself, and need no shuffles.
constexpr unsigned maxSelected = 16;

namespace {

/// The layout of the source that serves a gather in `result` best: every lane
/// finds its own coordinates in its own warp, and the axis is spread over the
/// lanes that those leave free, then over registers.
LinearLayout servingLayout(const LinearLayout &result,
                           const std::vector<int64_t> &shape, unsigned axis) {
  std::vector<int64_t> withoutAxis = shape;
  withoutAxis[axis] = 1;
  LinearLayout base = result.broadcastOperand(withoutAxis);
  LinearLayout whole(shape);
  auto widen = [&](const Bases &bases) {
    Bases widened;
    for (uint32_t basis : bases)
      widened.push_back(whole.element(base.coordinates(basis)));
    return widened;
  };
  Bases registers = widen(base.bases(InDim::Register));
  Bases lanes = widen(base.bases(InDim::Lane));
  uint32_t mask = whole.dimMask(axis), bit = mask & -mask;
  for (uint32_t &lane : lanes)
    if (lane == 0 && (bit & mask)) {
      lane = bit;
      bit <<= 1;
    }
  for (; bit & mask; bit <<= 1)
    registers.push_back(bit);
  return LinearLayout(shape, registers, lanes, widen(base.bases(InDim::Warp)));
}

/// Whether a warp should serve a gather from `source`.
bool isServedByWarp(tc::GatherOp op, const LinearLayout &source) {
  LinearLayout result = getLayout(op.getType());
  std::optional<minitc::GatherPlan> plan =
      minitc::planGather(source, result, op.getAxis());
  if (!plan)
    return false;
  // It is known from the start where a constant index leads.
  APInt index;
  if (matchPattern(op.getIndices(), m_ConstantInt(&index)))
    return true;
  return plan->candidates() <= (plan->isInThread() ? maxSelected : maxShuffled);
}

/// Shared memory for the source: row by row, for which an index makes the
/// simplest address, where that costs the store nothing.
SharedType sharedTypeOf(RankedTensorType type, const LinearLayout &serving) {
  LinearLayout source = getLayout(type);
  LinearLayout rows = LinearLayout::rowMajorShared(source.shape());
  unsigned bytes = tc::elementBytes(type.getElementType());
  if (minitc::bankConflicts(source, rows, bytes) > 1)
    return sharedTypeFor(type, source, serving);
  return SharedType::get(type.getElementType(), rows);
}

void lowerGather(tc::GatherOp op) {
  RankedTensorType type = tileType(op.getSource());
  LinearLayout source = getLayout(type);
  if (isServedByWarp(op, source))
    return;
  OpBuilder builder(op);
  LinearLayout serving =
      servingLayout(getLayout(op.getType()), shapeVector(type), op.getAxis());
  bool isCheaplyMoved = minitc::planConversion(source, serving).kind !=
                        minitc::ConversionKind::SharedMemory;
  if (isCheaplyMoved && isServedByWarp(op, serving)) {
    op.getSourceMutable().assign(
        convertAll(builder, op.getLoc(), op.getSource(), serving).front());
    return;
  }
  Value memory =
      LocalAllocOp::create(builder, op.getLoc(), sharedTypeOf(type, serving));
  LocalStoreOp::create(builder, op.getLoc(), op.getSource(), memory);
  Value gathered =
      LocalGatherOp::create(builder, op.getLoc(), op.getType(), memory,
                            op.getIndices(), op.getAxisAttr());
  op.replaceAllUsesWith(gathered);
  op.erase();
}

} // namespace

void mlir::tcg::lowerGathers(tc::KernelOp kernel) {
  for (tc::GatherOp op : collect<tc::GatherOp>(kernel))
    lowerGather(op);
}
