//===- TCGOps.cpp - Verification and folding of the tcg ops ---------------===//

#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tcg;

#define GET_OP_CLASSES
#include "minitc/Dialect/TCG/IR/TCGOps.cpp.inc"

LogicalResult ConvertLayoutOp::verify() {
  RankedTensorType from = cast<RankedTensorType>(getSource().getType());
  if (from.getShape() == getType().getShape() &&
      from.getElementType() == getType().getElementType())
    return success();
  return emitOpError("expected tiles that differ in layout alone, but got ")
         << from << " and " << getType();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ConvertLayoutOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

/// Verifies that a tile and its place in shared memory match.
static LogicalResult verifyMatch(Operation *op, RankedTensorType tile,
                                 SharedType memory) {
  if (tile.getShape() == memory.getShape() &&
      tile.getElementType() == memory.getElementType())
    return success();
  return op->emitOpError("expected shared memory for ")
         << tile << ", but got " << memory;
}

LogicalResult LocalStoreOp::verify() {
  return verifyMatch(*this, cast<RankedTensorType>(getSource().getType()),
                     getMemory().getType());
}

LogicalResult LocalLoadOp::verify() {
  return verifyMatch(*this, getType(), getMemory().getType());
}
