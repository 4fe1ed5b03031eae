//===- TCViewOps.cpp - Verification of the view ops -----------------------===//

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace mlir::tc;

/// Verifies that there is one operand of `what` for each dimension.
static LogicalResult verifyCount(Operation *op, StringRef what, size_t count,
                                 ViewType view) {
  if (int64_t(count) == view.getRank())
    return success();
  return op->emitOpError("expected ")
         << view.getRank() << ' ' << what << ", one for each dimension of "
         << view << ", but got " << count;
}

LogicalResult MakeViewOp::verify() {
  auto view = cast<ViewType>(getType());
  auto base = dyn_cast<PtrType>(getBase().getType());
  if (!base || base.getPointee() != view.getElementType())
    return emitOpError("expected a base of ")
           << PtrType::get(view.getElementType()) << ", but got "
           << getBase().getType();
  if (failed(verifyCount(*this, "sizes", getShape().size(), view)))
    return failure();
  return verifyCount(*this, "strides", getStrides().size(), view);
}

LogicalResult LoadViewOp::verify() {
  return verifyCount(*this, "indices", getIndices().size(),
                     cast<ViewType>(getView().getType()));
}

LogicalResult StoreViewOp::verify() {
  return verifyCount(*this, "indices", getIndices().size(),
                     cast<ViewType>(getView().getType()));
}
