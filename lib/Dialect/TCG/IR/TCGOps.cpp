//===- TCGOps.cpp - Verification and folding of the tcg ops ---------------===//

#include "minitc/Dialect/TCG/IR/TCG.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tcg;

/// An axis prints without its type.
static ParseResult parseInt(OpAsmParser &parser, IntegerAttr &value) {
  int32_t number = 0;
  if (parser.parseInteger(number))
    return failure();
  value = parser.getBuilder().getI32IntegerAttr(number);
  return success();
}

static void printInt(OpAsmPrinter &printer, Operation *, IntegerAttr value) {
  printer << value.getInt();
}

#define GET_OP_CLASSES
#include "minitc/Dialect/TCG/IR/TCGOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

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

/// Verifies the element of indices or of values to count.
static LogicalResult verifyIndexElement(Operation *op, StringRef what,
                                        Type tile) {
  Type element = cast<RankedTensorType>(tile).getElementType();
  if (element.isInteger(32) || element.isInteger(64))
    return success();
  return op->emitOpError("expected ")
         << what << " of i32 or i64, but got " << element;
}

LogicalResult LocalGatherOp::verify() {
  auto indices = cast<RankedTensorType>(getIndices().getType());
  SharedType memory = getMemory().getType();
  if (failed(verifyIndexElement(*this, "indices", indices)))
    return failure();
  int64_t axis = int32_t(getAxis()), rank = memory.getShape().size();
  if (axis < 0 || axis >= rank)
    return emitOpError("expected an axis from 0 to ")
           << rank - 1 << ", but got " << axis;
  SmallVector<int64_t> shape(memory.getShape());
  if (indices.getRank() == rank)
    shape[axis] = indices.getDimSize(axis);
  if (indices.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected indices of the memory's shape except along "
                       "axis ")
           << axis << ", but got [" << indices.getShape() << "] for ["
           << memory.getShape() << "]";
  auto expected = RankedTensorType::get(shape, memory.getElementType(),
                                        indices.getEncoding());
  if (getType() != expected)
    return emitOpError("expected a result of ")
           << expected << ", but got " << getType();
  return success();
}

LogicalResult LocalCountOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  SharedType memory = getMemory().getType();
  if (failed(verifyIndexElement(*this, "values", source)))
    return failure();
  if (memory.getShape().size() != 1 || !memory.getElementType().isInteger(32))
    return emitOpError("expected memory of rank 1 and i32, but got ") << memory;
  Type expected = tc::maskTypeOf(source);
  if (getMask() && getMask().getType() != expected)
    return emitOpError("expected a mask of ")
           << expected << ", but got " << getMask().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

LogicalResult CarryOp::verify() {
  if (getSources().empty())
    return emitOpError("expected at least one tile");
  if (getKind().has_value() == !getCombiner().empty())
    return emitOpError("expected either a kind or a region that combines");
  if (getKind() && getSources().size() != 1)
    return emitOpError("a named carry takes one tile, but got ")
           << getSources().size();
  auto first = cast<RankedTensorType>(getSources().front().getType());
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis + 1 >= first.getRank())
    return emitOpError("expected an axis from 0 to ")
           << first.getRank() - 2 << ", but got " << axis;
  SmallVector<int64_t> shape(first.getShape());
  shape.erase(shape.begin() + axis + 1);
  for (auto [source, total] : llvm::zip(getSources(), getTotals())) {
    auto type = cast<RankedTensorType>(source.getType());
    auto totalType = cast<RankedTensorType>(total.getType());
    if (type.getShape() != first.getShape() ||
        type.getEncoding() != first.getEncoding())
      return emitOpError("expected tiles of one shape and layout, but got ")
             << first << " and " << type;
    if (totalType.getShape() != ArrayRef<int64_t>(shape) ||
        totalType.getElementType() != type.getElementType())
      return emitOpError("expected the totals of ")
             << type << " along axis " << axis + 1 << ", but got " << totalType;
  }
  if (getResultTypes() != getSources().getTypes())
    return emitOpError("expected results of the sources' types ")
           << getSources().getTypes() << ", but got " << getResultTypes();
  return success();
}

LogicalResult CarryOp::verifyRegions() {
  if (getCombiner().empty())
    return success();
  SmallVector<Type> elements;
  for (Type type : getSources().getTypes())
    elements.push_back(cast<RankedTensorType>(type).getElementType());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  Block &block = getCombiner().front();
  auto yield = dyn_cast_or_null<tc::YieldOp>(
      block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (block.getArgumentTypes() != TypeRange(arguments) || !yield ||
      yield.getOperandTypes() != TypeRange(elements))
    return emitOpError("expected a region from ")
           << arguments << " to " << elements;
  return success();
}

LogicalResult PrintOp::verify() {
  auto tile = cast<RankedTensorType>(getSource().getType());
  SharedType memory = getMemory().getType();
  if (memory.getShape().size() == 1 &&
      memory.getShape().front() <= tile.getNumElements() &&
      memory.getElementType() == tile.getElementType() &&
      memory.getLinearLayout() ==
          minitc::LinearLayout::rowMajorShared(memory.getShape().vec()))
    return success();
  return emitOpError("expected unswizzled shared memory of one dimension for a "
                     "part of ")
         << tile << ", but got " << memory;
}

LogicalResult LocalViewOp::verify() {
  SharedType from = getMemory().getType(), to = getType();
  if (from.getElementType() == to.getElementType() &&
      from.getBytes() == to.getBytes())
    return success();
  return emitOpError("expected as many elements of one type, but got ")
         << from << " and " << to;
}

LogicalResult FinishOp::verify() {
  auto tile = cast<RankedTensorType>(getSource().getType());
  if (tile.getElementType().isF32())
    return success();
  return emitOpError("expected a tile of f32, but got ") << tile;
}

LogicalResult AsyncCopyOp::verify() {
  auto ptr = cast<RankedTensorType>(getPtr().getType());
  auto ptrType = dyn_cast<tc::PtrType>(ptr.getElementType());
  if (!ptrType)
    return emitOpError("expected a tile of pointers, but got ") << ptr;
  if (getMask() &&
      getMask().getType() != ptr.clone(IntegerType::get(getContext(), 1)))
    return emitOpError("expected a mask of the pointers' shape and layout, but "
                       "got ")
           << getMask().getType();
  return verifyMatch(*this, ptr.clone(ptrType.getPointee()),
                     getMemory().getType());
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOf(Type type) {
  if (auto shared = dyn_cast<SharedType>(type))
    return shared.getShape();
  return cast<RankedTensorType>(type).getShape();
}

/// Verifies that the operands are [batch,] M x K, K x N and M x N.
static LogicalResult verifyProduct(Operation *op, Type a, Type b, Type acc) {
  ArrayRef<int64_t> left = shapeOf(a), right = shapeOf(b), sum = shapeOf(acc);
  size_t rank = sum.size();
  bool isProduct = (rank == 2 || rank == 3) && left.size() == rank &&
                   right.size() == rank && left[rank - 1] == right[rank - 2] &&
                   left[rank - 2] == sum[rank - 2] &&
                   right[rank - 1] == sum[rank - 1] &&
                   (rank == 2 || (left[0] == sum[0] && right[0] == sum[0]));
  if (isProduct)
    return success();
  return op->emitOpError("expected [batch,] M x K, K x N and M x N, but got [")
         << left << "], [" << right << "] and [" << sum << "]";
}

LogicalResult MMAOp::verify() {
  return verifyProduct(*this, getA().getType(), getB().getType(), getType());
}

LogicalResult FMADotOp::verify() {
  Type element = getType().getElementType();
  if (getA().getType().getElementType() != element ||
      getB().getType().getElementType() != element)
    return emitOpError("expected operands of the accumulator's ")
           << element << ", but got " << getA().getType() << " and "
           << getB().getType();
  return verifyProduct(*this, getA().getType(), getB().getType(), getType());
}

LogicalResult WGMMAOp::verify() {
  return verifyProduct(*this, getA().getType(), getB().getType(), getType());
}
