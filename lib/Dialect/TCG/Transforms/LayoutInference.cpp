//===- LayoutInference.cpp - Layouts across one op ------------------------===//

#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::InDim;
using minitc::LinearLayout;

bool mlir::tcg::isElementwise(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return false;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
         isa<tc::AddPtrOp, tc::IntToPtrOp, tc::PtrToIntOp, tc::BitcastOp,
             tc::ToF8Op>(op);
}

bool mlir::tcg::isShapeOp(Operation *op) {
  return isa<tc::ExpandDimsOp, tc::BroadcastOp, tc::ReshapeOp, tc::TransposeOp,
             tc::JoinOp, tc::CatOp, tc::SplitOp>(op);
}

unsigned mlir::tcg::halvesBit(Operation *op) {
  auto cat = dyn_cast<tc::CatOp>(op);
  if (!cat)
    return 0;
  auto half = cast<RankedTensorType>(cat.getLhs().getType());
  unsigned bit = 0;
  for (int64_t size : half.getShape().drop_front(cat.getAxis()))
    bit += llvm::Log2_64(size);
  return bit;
}

static std::vector<unsigned> orderOf(tc::TransposeOp op) {
  return {op.getOrder().begin(), op.getOrder().end()};
}

LinearLayout mlir::tcg::shapeOperandLayout(Operation *op,
                                           const LinearLayout &result) {
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  return TypeSwitch<Operation *, LinearLayout>(op)
      .Case<tc::ExpandDimsOp>(
          [&](auto expand) { return result.dropUnitDim(expand.getAxis()); })
      .Case<tc::BroadcastOp>(
          [&](auto) { return result.broadcastOperand(shapeVector(source)); })
      .Case<tc::ReshapeOp>(
          [&](auto) { return result.reshape(shapeVector(source)); })
      .Case<tc::TransposeOp>([&](auto transpose) {
        return result.inverseTranspose(orderOf(transpose));
      })
      .Case<tc::JoinOp, tc::CatOp>(
          [&](auto) { return result.half(shapeVector(source), halvesBit(op)); })
      .Case<tc::SplitOp>([&](auto) {
        return result.join(shapeVector(source), halvesBit(op));
      });
}

/// The layout of the halves of a tile in `whole`, if each thread holds elements
/// of both at the same places.
static std::optional<LinearLayout>
halvesLayout(const LinearLayout &whole, const std::vector<int64_t> &shape,
             unsigned bit) {
  bool isInRegister = false;
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint32_t basis : whole.bases(dim)) {
      if ((basis >> bit & 1) == 0)
        continue;
      if (dim != InDim::Register || basis != 1u << bit || isInRegister)
        return std::nullopt;
      isInRegister = true;
    }
  return whole.half(shape, bit);
}

std::optional<LinearLayout>
mlir::tcg::shapeResultLayout(Operation *op, const LinearLayout &operand) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return TypeSwitch<Operation *, std::optional<LinearLayout>>(op)
      .Case<tc::ExpandDimsOp>(
          [&](auto expand) { return operand.expandDims(expand.getAxis()); })
      .Case<tc::ReshapeOp>(
          [&](auto) { return operand.reshape(shapeVector(result)); })
      .Case<tc::TransposeOp>(
          [&](auto transpose) { return operand.transpose(orderOf(transpose)); })
      .Case<tc::JoinOp, tc::CatOp>([&](auto) {
        return operand.join(shapeVector(result), halvesBit(op));
      })
      .Case<tc::SplitOp>([&](auto) {
        return halvesLayout(operand, shapeVector(result), halvesBit(op));
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool mlir::tcg::isLayoutFree(Operation *op) {
  return isa<tc::ArangeOp, tc::SplatOp, arith::ConstantOp, ub::PoisonOp>(op);
}

bool mlir::tcg::isCheap(Operation *op) {
  if (isLayoutFree(op) || isShapeOp(op))
    return true;
  if (!isElementwise(op) || isa<math::MathDialect>(op->getDialect()))
    return false;
  return !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
              arith::RemSIOp, arith::RemUIOp>(op);
}

bool mlir::tcg::areCopiesInWarp(const LinearLayout &layout) {
  return layout.copyMask(InDim::Warp) == 0 &&
         layout.copyMask(InDim::Lane) == layout.freeMask(InDim::Lane);
}

void mlir::tcg::setResultLayout(Operation *op, const LinearLayout &layout) {
  Value result = op->getResult(0);
  RankedTensorType type =
      withLayout(cast<RankedTensorType>(result.getType()), layout);
  result.setType(type);
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return;
  auto value = cast<DenseElementsAttr>(constant.getValue());
  constant.setValueAttr(value.isSplat()
                            ? TypedAttr(value.resizeSplat(type))
                            : TypedAttr(DenseElementsAttr::getFromRawBuffer(
                                  type, value.getRawData())));
}
