//===- TCShapeOps.cpp - Verification of join, split and cat ---------------===//

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace mlir::tc;

/// Verifies a tile's type against what the op makes of its operands.
static LogicalResult verifyTile(Operation *op, StringRef what, Type type,
                                ArrayRef<int64_t> shape, Type element) {
  auto tile = cast<RankedTensorType>(type);
  if (tile.getShape() == shape && tile.getElementType() == element)
    return success();
  return op->emitOpError("expected a ")
         << what << " of " << RankedTensorType::get(shape, element)
         << ", but got " << type;
}

LogicalResult JoinOp::verify() {
  auto source = cast<RankedTensorType>(getLhs().getType());
  SmallVector<int64_t> shape(source.getShape());
  shape.push_back(2);
  return verifyTile(*this, "result", getType(), shape, source.getElementType());
}

LogicalResult SplitOp::verify() {
  auto half = cast<RankedTensorType>(getLhs().getType());
  SmallVector<int64_t> shape(half.getShape());
  shape.push_back(2);
  return verifyTile(*this, "source", getSource().getType(), shape,
                    half.getElementType());
}

LogicalResult CatOp::verify() {
  auto source = cast<RankedTensorType>(getLhs().getType());
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis >= source.getRank())
    return emitOpError("expected an axis from 0 to ")
           << source.getRank() - 1 << ", but got " << axis;
  SmallVector<int64_t> shape(source.getShape());
  shape[axis] *= 2;
  return verifyTile(*this, "result", getType(), shape, source.getElementType());
}
