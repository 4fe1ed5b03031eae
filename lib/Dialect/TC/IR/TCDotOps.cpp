//===- TCDotOps.cpp - Verification of dot, gather and histogram -----------===//

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace mlir::tc;

/// Verifies that the shapes are [batch,] M x K, K x N and M x N.
static LogicalResult verifyDotShapes(DotOp op) {
  ArrayRef<int64_t> a = shapeOf(op.getA().getType());
  ArrayRef<int64_t> b = shapeOf(op.getB().getType());
  ArrayRef<int64_t> acc = shapeOf(op.getType());
  if ((a.size() != 2 && a.size() != 3) || b.size() != a.size() ||
      acc.size() != a.size())
    return op.emitOpError("expected three tiles of rank 2, or of rank 3 with "
                          "the batch first, but got ranks ")
           << a.size() << ", " << b.size() << " and " << acc.size();
  if (a.size() == 3 && (a[0] != b[0] || a[0] != acc[0]))
    return op.emitOpError("expected one batch size, but got ")
           << a[0] << ", " << b[0] << " and " << acc[0];
  ArrayRef<int64_t> left = a.take_back(2), right = b.take_back(2);
  ArrayRef<int64_t> sum = acc.take_back(2);
  if (left[1] != right[0])
    return op.emitOpError("expected as many columns of a as rows of b, but "
                          "got ")
           << left[1] << " and " << right[0];
  if (sum[0] != left[0] || sum[1] != right[1])
    return op.emitOpError("expected an accumulator of ")
           << left[0] << "x" << right[1] << ", but got " << sum[0] << "x"
           << sum[1];
  return success();
}

/// The accumulators that go with operands of `element`, as messages list them;
/// empty if a dot does not take them.
static StringRef accumulatorsFor(Type element) {
  if (isF8(element) || element.isF16())
    return "f16 or f32";
  if (element.isBF16() || element.isF32())
    return "f32";
  if (element.isF64())
    return "f64";
  return element.isInteger(8) ? "i32" : "";
}

static bool isAccumulatorFor(Type acc, Type element) {
  if (isF8(element) || element.isF16())
    return acc.isF16() || acc.isF32();
  if (element.isBF16() || element.isF32())
    return acc.isF32();
  return element.isF64() ? acc.isF64() : acc.isInteger(32);
}

static LogicalResult verifyDotElements(DotOp op) {
  Type a = cast<RankedTensorType>(op.getA().getType()).getElementType();
  Type b = cast<RankedTensorType>(op.getB().getType()).getElementType();
  Type acc = op.getType().getElementType();
  if (a != b && !(isF8(a) && isF8(b)))
    return op.emitOpError("expected operands of one element type, but got ")
           << a << " and " << b;
  StringRef expected = accumulatorsFor(a);
  if (expected.empty())
    return op.emitOpError("expected operands of i8 f8E4M3FN f8E5M2 f16 bf16 "
                          "f32 or f64, but got ")
           << a;
  if (!isAccumulatorFor(acc, a))
    return op.emitOpError("a dot of ")
           << a << " accumulates in " << expected << ", but got " << acc;
  if (a.isF32() && !op.getPrecision())
    return op.emitOpError("a dot of f32 states its precision: add 'precision "
                          "ieee' (exact products), 'precision tf32' (fast, 10 "
                          "bits of mantissa) or 'precision tf32x3' (between)");
  if (!a.isF32() && op.getPrecision())
    return op.emitOpError("only a dot of f32 has a precision, but the operands "
                          "are ")
           << a;
  return success();
}

LogicalResult DotOp::verify() {
  if (failed(verifyDotShapes(*this)))
    return failure();
  return verifyDotElements(*this);
}

/// Verifies that indices or values to count are wide enough to have a sign
/// that nobody misreads.
static LogicalResult verifyIndexElement(Operation *op, StringRef what,
                                        Type element) {
  if (element.isInteger(32) || element.isInteger(64))
    return success();
  return op->emitOpError("expected ")
         << what << " of i32 or i64, but got " << element
         << ": use arith.extsi or arith.extui first";
}

LogicalResult GatherOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (failed(verifyIndexElement(*this, "indices", indices.getElementType())))
    return failure();
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis >= source.getRank())
    return emitOpError("expected an axis from 0 to ")
           << source.getRank() - 1 << ", but got " << axis;
  SmallVector<int64_t> shape(source.getShape());
  if (indices.getRank() == source.getRank())
    shape[axis] = indices.getDimSize(axis);
  if (indices.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected indices of the source's shape except along "
                       "axis ")
           << axis << ", but got [" << indices.getShape() << "] for ["
           << source.getShape() << "]";
  auto expected = RankedTensorType::get(shape, source.getElementType());
  if (getType().getShape() != expected.getShape() ||
      getType().getElementType() != expected.getElementType())
    return emitOpError("expected a result of ")
           << expected << ", but got " << getType();
  return success();
}

LogicalResult HistogramOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (failed(verifyIndexElement(*this, "values", source.getElementType())))
    return failure();
  if (getType().getRank() != 1 || !getType().getElementType().isInteger(32))
    return emitOpError("expected a result of rank 1 and i32, but got ")
           << getType();
  return success();
}
