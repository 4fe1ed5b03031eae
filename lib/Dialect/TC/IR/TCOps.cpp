//===- TCOps.cpp - Verification, inference and effects of the tc ops ------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tc;

//===----------------------------------------------------------------------===//
// Syntax pieces used by the generated parsers
//===----------------------------------------------------------------------===//

static ParseResult parseArangeBounds(OpAsmParser &parser, IntegerAttr &start,
                                     IntegerAttr &end) {
  int64_t from = 0, to = 0;
  if (parser.parseInteger(from) || parser.parseKeyword("to") ||
      parser.parseInteger(to))
    return failure();
  start = parser.getBuilder().getI64IntegerAttr(from);
  end = parser.getBuilder().getI64IntegerAttr(to);
  return success();
}

static void printArangeBounds(OpAsmPrinter &printer, Operation *,
                              IntegerAttr start, IntegerAttr end) {
  printer << start.getInt() << " to " << end.getInt();
}

static ParseResult parseInt(OpAsmParser &parser, IntegerAttr &value) {
  int32_t parsed = 0;
  if (parser.parseInteger(parsed))
    return failure();
  value = parser.getBuilder().getI32IntegerAttr(parsed);
  return success();
}

static void printInt(OpAsmPrinter &printer, Operation *, IntegerAttr value) {
  printer << value.getInt();
}

#define GET_OP_CLASSES
#include "minitc/Dialect/TC/IR/TCOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

void ProgramIdOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getResult(), "pid_" + stringifyAxis(getAxis()).str());
}

void NumProgramsOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getResult(), "programs_" + stringifyAxis(getAxis()).str());
}

//===----------------------------------------------------------------------===//
// Making and shaping tiles
//===----------------------------------------------------------------------===//

void ArangeOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getResult(), "range");
}

LogicalResult ArangeOp::verify() {
  RankedTensorType type = getType();
  unsigned width = type.getElementTypeBitWidth();
  if (width != 32 && width != 64)
    return emitOpError("expected elements of i32 or i64, but got ")
           << type.getElementType();
  int64_t start = getStart(), end = getEnd();
  if (type.getRank() != 1)
    return emitOpError("expected a tile of rank 1, but got ") << type;
  int64_t span;
  if (llvm::SubOverflow(end, start, span) || span != type.getDimSize(0))
    return emitOpError("expected as many elements as from ")
           << start << " to " << end << ", but got " << type;
  if (!llvm::isIntN(width, start) || !llvm::isIntN(width, end - 1))
    return emitOpError("expected bounds that fit ")
           << type.getElementType() << ", but got " << start << " to " << end;
  return success();
}

/// Verifies that two values have one element type.
static LogicalResult verifySameElement(Operation *op, Type source,
                                       Type result) {
  Type from = getElementTypeOrSelf(source), to = getElementTypeOrSelf(result);
  if (from == to)
    return success();
  return op->emitOpError("expected one element type, but got ")
         << from << " and " << to;
}

LogicalResult SplatOp::verify() {
  return verifySameElement(*this, getSource().getType(), getType());
}

LogicalResult ExpandDimsOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (failed(verifySameElement(*this, source, getType())))
    return failure();
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis > source.getRank())
    return emitOpError("expected an axis from 0 to ")
           << source.getRank() << ", but got " << axis;
  SmallVector<int64_t> shape(source.getShape());
  shape.insert(shape.begin() + axis, 1);
  if (getType().getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected a result of shape [")
           << shape << "], but got [" << getType().getShape() << "]";
  return success();
}

LogicalResult BroadcastOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (failed(verifySameElement(*this, source, getType())))
    return failure();
  if (source.getRank() != getType().getRank())
    return emitOpError("expected source and result of one rank, but got ")
           << source.getRank() << " and " << getType().getRank()
           << ": use tc.expand_dims first";
  for (auto [from, to] : llvm::zip(source.getShape(), getType().getShape()))
    if (from != to && from != 1)
      return emitOpError("only dimensions of size 1 can be stretched, but got "
                         "[")
             << source.getShape() << "] to [" << getType().getShape() << "]";
  return success();
}

LogicalResult ReshapeOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (failed(verifySameElement(*this, source, getType())))
    return failure();
  if (source.getNumElements() != getType().getNumElements())
    return emitOpError("expected as many elements in the result as in the "
                       "source, ")
           << source.getNumElements() << ", but got "
           << getType().getNumElements();
  return success();
}

LogicalResult TransposeOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (failed(verifySameElement(*this, source, getType())))
    return failure();
  ArrayRef<int32_t> order = getOrder();
  llvm::SmallBitVector seen(source.getRank());
  for (int32_t dim : order)
    if (dim >= 0 && dim < source.getRank())
      seen.set(dim);
  if (int64_t(order.size()) != source.getRank() || !seen.all())
    return emitOpError("expected the order to be a permutation of 0 to ")
           << source.getRank() - 1 << ", but got [" << order << "]";
  SmallVector<int64_t> shape;
  for (int32_t dim : order)
    shape.push_back(source.getDimSize(dim));
  if (getType().getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected a result of shape [")
           << shape << "], but got [" << getType().getShape() << "]";
  return success();
}

//===----------------------------------------------------------------------===//
// Pointers and casts
//===----------------------------------------------------------------------===//

LogicalResult AddPtrOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &inferred) {
  Type ptr = operands[0].getType(), offset = operands[1].getType();
  auto ptrTile = dyn_cast<RankedTensorType>(ptr);
  auto offsetTile = dyn_cast<RankedTensorType>(offset);
  if (ptrTile && offsetTile && ptrTile.getShape() != offsetTile.getShape())
    return emitOptionalError(loc,
                             "expected pointer and offset of one shape, "
                             "but got ",
                             ptr, " and ", offset);
  inferred.push_back(ptrTile || !offsetTile ? ptr
                                            : withElement(offsetTile, ptr));
  return success();
}

/// Verifies that source and result are both scalars, or tiles of one shape.
static LogicalResult verifySameShape(Operation *op, Type source, Type result) {
  if (isa<RankedTensorType>(source) == isa<RankedTensorType>(result) &&
      shapeOf(source) == shapeOf(result))
    return success();
  return op->emitOpError("expected source and result of one shape, but got ")
         << source << " and " << result;
}

LogicalResult IntToPtrOp::verify() {
  if (!getElementTypeOrSelf(getSource()).isInteger(64))
    return emitOpError("expected addresses of i64, but got ")
           << getSource().getType();
  return verifySameShape(*this, getSource().getType(), getType());
}

LogicalResult PtrToIntOp::verify() {
  if (!getElementTypeOrSelf(getType()).isInteger(64))
    return emitOpError("expected addresses of i64, but got ") << getType();
  return verifySameShape(*this, getSource().getType(), getType());
}

LogicalResult BitcastOp::verify() {
  return verifySameShape(*this, getSource().getType(), getType());
}

LogicalResult ToF8Op::verify() {
  if (isF8(getElementTypeOrSelf(getSource())))
    return emitOpError("expected a source of f16, bf16, f32 or f64, but got ")
           << getSource().getType() << ": use arith.extf first";
  if (!isF8(getElementTypeOrSelf(getType())))
    return emitOpError("expected a result of f8E4M3FN or f8E5M2, but got ")
           << getType();
  return verifySameShape(*this, getSource().getType(), getType());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// The parts that a load and a store share.
struct MemoryOptions {
  CacheModifierAttr cache;
  EvictionPolicyAttr evict;
  bool isVolatile = false;
};
} // namespace

/// `(cache CA)? (evict FIRST)? (volatile)?`
static ParseResult parseMemoryOptions(OpAsmParser &parser,
                                      MemoryOptions &options) {
  MLIRContext *context = parser.getContext();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword("cache"))) {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<CacheModifier> cache = symbolizeCacheModifier(keyword);
    if (!cache)
      return parser.emitError(loc, "expected a cache operator (ca cg cs cv wb "
                                   "wt), but got '")
             << keyword << "'";
    options.cache = CacheModifierAttr::get(context, *cache);
  }
  if (succeeded(parser.parseOptionalKeyword("evict"))) {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<EvictionPolicy> evict = symbolizeEvictionPolicy(keyword);
    if (!evict)
      return parser.emitError(loc, "expected an eviction policy (first last), "
                                   "but got '")
             << keyword << "'";
    options.evict = EvictionPolicyAttr::get(context, *evict);
  }
  options.isVolatile = succeeded(parser.parseOptionalKeyword("volatile"));
  return success();
}

template <typename OpTy>
static void printMemoryOptions(OpAsmPrinter &printer, OpTy op) {
  if (op.getCache())
    printer << " cache " << stringifyCacheModifier(*op.getCache());
  if (op.getEvict())
    printer << " evict " << stringifyEvictionPolicy(*op.getEvict());
  if (op.getIsVolatile())
    printer << " volatile";
}

template <typename OpTy>
static void addMemoryOptions(OperationState &result,
                             const MemoryOptions &options, Builder &builder) {
  if (options.cache)
    result.addAttribute(OpTy::getCacheAttrName(result.name), options.cache);
  if (options.evict)
    result.addAttribute(OpTy::getEvictAttrName(result.name), options.evict);
  if (options.isVolatile)
    result.addAttribute(OpTy::getIsVolatileAttrName(result.name),
                        builder.getUnitAttr());
}

/// Parses `: <pointer type>`, and checks that it is one.
static ParseResult parsePointerType(OpAsmParser &parser, Type &type) {
  SMLoc loc;
  if (parser.parseColon() || parser.getCurrentLocation(&loc) ||
      parser.parseType(type))
    return failure();
  if (!isa<PtrType>(getElementTypeOrSelf(type)))
    return parser.emitError(loc, "expected a pointer or a tile of pointers, "
                                 "but got ")
           << type;
  return success();
}

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand ptr, mask, other;
  bool isMasked = false;
  MemoryOptions options;
  if (parser.parseOperand(ptr))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("mask"))) {
    if (parser.parseOperand(mask))
      return failure();
    loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword("other")))
      return parser.emitError(loc, "a masked load states its fill: expected "
                                   "'other' and a value after the mask");
    if (parser.parseOperand(other))
      return failure();
    isMasked = true;
  } else if (succeeded(parser.parseOptionalKeyword("other"))) {
    return parser.emitError(loc, "'other' is the fill of masked lanes: "
                                 "expected 'mask' and a value before it");
  }
  Type ptrType, otherType;
  if (parseMemoryOptions(parser, options) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parsePointerType(parser, ptrType) ||
      parser.resolveOperand(ptr, ptrType, result.operands))
    return failure();
  Type valueType = pointeeOf(ptrType);
  if (isMasked) {
    otherType = getElementTypeOrSelf(valueType);
    if (succeeded(parser.parseOptionalComma()) && parser.parseType(otherType))
      return failure();
    Type maskType = withElement(ptrType, parser.getBuilder().getI1Type());
    if (parser.resolveOperand(mask, maskType, result.operands) ||
        parser.resolveOperand(other, otherType, result.operands))
      return failure();
  }
  addMemoryOptions<LoadOp>(result, options, parser.getBuilder());
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      parser.getBuilder().getDenseI32ArrayAttr({1, isMasked, isMasked}));
  result.addTypes(valueType);
  return success();
}

/// Attributes that the custom form spells out or leaves to the operands.
template <typename OpTy>
static SmallVector<StringRef> spelledAttributes(OpTy op) {
  return {op.getCacheAttrName(), op.getEvictAttrName(),
          op.getIsVolatileAttrName(), "operandSegmentSizes"};
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getPtr();
  if (getMask())
    printer << " mask " << getMask() << " other " << getOther();
  printMemoryOptions(printer, *this);
  printer.printOptionalAttrDict((*this)->getAttrs(), spelledAttributes(*this));
  printer << " : " << getPtr().getType();
  if (getOther() && getOther().getType() != getElementTypeOrSelf(getType()))
    printer << ", " << getOther().getType();
}

LogicalResult LoadOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &inferred) {
  Type type = operands.front().getType();
  if (!isa<PtrType>(getElementTypeOrSelf(type)))
    return emitOptionalError(loc,
                             "expected a pointer or a tile of pointers, "
                             "but got ",
                             type);
  inferred.push_back(pointeeOf(type));
  return success();
}

/// Verifies that a mask has the shape of the pointer that it goes with.
static LogicalResult verifyMask(Operation *op, Value mask, Type ptrType) {
  Type expected = withElement(ptrType, IntegerType::get(op->getContext(), 1));
  if (!mask || mask.getType() == expected)
    return success();
  return op->emitOpError("expected a mask of ")
         << expected << ", but got " << mask.getType();
}

LogicalResult LoadOp::verify() {
  if (bool(getMask()) != bool(getOther()))
    return emitOpError("mask and other come together or not at all: a masked "
                       "load states its fill");
  if (failed(verifyMask(*this, getMask(), getPtr().getType())))
    return failure();
  if (Value other = getOther())
    if (other.getType() != getType() &&
        other.getType() != getElementTypeOrSelf(getType()))
      return emitOpError("expected other to be ")
             << getElementTypeOrSelf(getType()) << " or " << getType()
             << ", but got " << other.getType();
  if (std::optional<CacheModifier> cache = getCache())
    if (*cache == CacheModifier::WB || *cache == CacheModifier::WT)
      return emitOpError("cache operator '")
             << stringifyCacheModifier(*cache)
             << "' is for stores, expected ca, cg, cs or cv";
  return success();
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  // A volatile access is neither removed nor merged with another.
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get());
}

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand ptr, value, mask;
  MemoryOptions options;
  if (parser.parseOperand(ptr) || parser.parseComma() ||
      parser.parseOperand(value))
    return failure();
  bool isMasked = succeeded(parser.parseOptionalKeyword("mask"));
  Type ptrType;
  if ((isMasked && parser.parseOperand(mask)) ||
      parseMemoryOptions(parser, options) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parsePointerType(parser, ptrType) ||
      parser.resolveOperand(ptr, ptrType, result.operands) ||
      parser.resolveOperand(value, pointeeOf(ptrType), result.operands))
    return failure();
  Type maskType = withElement(ptrType, parser.getBuilder().getI1Type());
  if (isMasked && parser.resolveOperand(mask, maskType, result.operands))
    return failure();
  addMemoryOptions<StoreOp>(result, options, parser.getBuilder());
  return success();
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getPtr() << ", " << getValue();
  if (getMask())
    printer << " mask " << getMask();
  printMemoryOptions(printer, *this);
  printer.printOptionalAttrDict((*this)->getAttrs(), spelledAttributes(*this));
  printer << " : " << getPtr().getType();
}

LogicalResult StoreOp::verify() {
  Type expected = pointeeOf(getPtr().getType());
  if (getValue().getType() != expected)
    return emitOpError("expected a value of ")
           << expected << ", but got " << getValue().getType();
  if (std::optional<CacheModifier> cache = getCache())
    if (*cache == CacheModifier::CA || *cache == CacheModifier::CV)
      return emitOpError("cache operator '")
             << stringifyCacheModifier(*cache)
             << "' is for loads, expected wb, cg, cs or wt";
  return verifyMask(*this, getMask(), getPtr().getType());
}

void StoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Read::get());
}

void BarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
