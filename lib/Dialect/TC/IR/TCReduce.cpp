//===- TCReduce.cpp - The reduce op: syntax and verification --------------===//

#include "Combining.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tc;

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombining(parser, result, reduceSyntax);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printCombining(printer, *this, reduceSyntax);
}

/// Verifies one result against the tile that it is reduced from.
static LogicalResult verifyResult(ReduceOp op, Type result, Type element) {
  SmallVector<int64_t> shape(op.getSourceType().getShape());
  shape.erase(shape.begin() + op.getAxis());
  Type expected =
      shape.empty() ? element : Type(RankedTensorType::get(shape, element));
  if (isa<RankedTensorType>(result) == !shape.empty() &&
      shapeOf(result) == ArrayRef<int64_t>(shape) &&
      getElementTypeOrSelf(result) == element)
    return success();
  return op.emitOpError("expected a result of ")
         << expected << ", but got " << result;
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombining(*this, getSources(), int32_t(getAxis()), getKind(),
                             getCombiner())))
    return failure();
  SmallVector<Type> elements = elementTypesOf(getSources());
  if (hasIndex())
    elements.push_back(IntegerType::get(getContext(), 32));
  if (getNumResults() != elements.size())
    return emitOpError("expected ")
           << elements.size() << " results, but got " << getNumResults();
  for (auto [result, element] : llvm::zip(getResultTypes(), elements))
    if (failed(verifyResult(*this, result, element)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}
