//===- TCReduce.cpp - The reduce op: syntax and verification --------------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::tc;

/// `%x axis 0 : T -> R, ...` after the kind.
static ParseResult parseNamedReduce(OpAsmParser &parser,
                                    OperationState &result, SMLoc kindLoc,
                                    StringRef keyword) {
  std::optional<ReduceKind> kind = symbolizeReduceKind(keyword);
  if (!kind)
    return parser.emitError(kindLoc, "expected a reduction (sum prod max min "
                                     "maxnum minnum umax umin and or xor "
                                     "argmax argmin) or '(', but got '")
           << keyword << "'";
  OpAsmParser::UnresolvedOperand source;
  if (parser.parseOperand(source))
    return failure();
  SMLoc axisLoc = parser.getCurrentLocation();
  int32_t axis = 0;
  if (failed(parser.parseOptionalKeyword("axis")))
    return parser.emitError(axisLoc, "a reduction states its axis: expected "
                                     "'axis' and a number after the tile");
  Type type;
  if (parser.parseInteger(axis) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) || parser.parseArrow() ||
      parser.parseTypeList(result.types) ||
      parser.resolveOperand(source, type, result.operands))
    return failure();
  result.addAttribute(ReduceOp::getAxisAttrName(result.name),
                      parser.getBuilder().getI32IntegerAttr(axis));
  result.addAttribute(ReduceOp::getKindAttrName(result.name),
                      ReduceKindAttr::get(parser.getContext(), *kind));
  result.addRegion();
  return success();
}

/// `(%a, ...) axis 0 commutative? combine {...} : (T, ...) -> (R, ...)`.
static ParseResult parseRegionReduce(OpAsmParser &parser,
                                     OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> sources;
  if (parser.parseOperandList(sources, OpAsmParser::Delimiter::Paren))
    return failure();
  SMLoc axisLoc = parser.getCurrentLocation();
  int32_t axis = 0;
  if (failed(parser.parseOptionalKeyword("axis")))
    return parser.emitError(axisLoc, "a reduction states its axis: expected "
                                     "'axis' and a number after the tiles");
  if (parser.parseInteger(axis))
    return failure();
  result.addAttribute(ReduceOp::getAxisAttrName(result.name),
                      parser.getBuilder().getI32IntegerAttr(axis));
  if (succeeded(parser.parseOptionalKeyword("commutative")))
    result.addAttribute(ReduceOp::getCommutativeAttrName(result.name),
                        parser.getBuilder().getUnitAttr());
  SmallVector<Type> sourceTypes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword("combine") ||
      parser.parseRegion(*result.addRegion(), /*arguments=*/{}) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseLParen() || parser.parseTypeList(sourceTypes) ||
      parser.parseRParen() || parser.parseArrowTypeList(result.types))
    return failure();
  return parser.resolveOperands(sources, sourceTypes, loc, result.operands);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    return parseNamedReduce(parser, result, loc, keyword);
  return parseRegionReduce(parser, result);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  SmallVector<StringRef> elided = {getAxisAttrName(), getKindAttrName(),
                                   getCommutativeAttrName()};
  if (std::optional<ReduceKind> kind = getKind()) {
    printer << ' ' << stringifyReduceKind(*kind) << ' ' << getSources().front()
            << " axis " << int32_t(getAxis());
    printer.printOptionalAttrDict((*this)->getAttrs(), elided);
    printer << " : " << getSources().front().getType() << " -> ";
    llvm::interleaveComma(getResultTypes(), printer);
    return;
  }
  printer << " (" << getSources() << ") axis " << int32_t(getAxis());
  if (getCommutative())
    printer << " commutative";
  printer << " combine ";
  printer.printRegion(getCombiner());
  printer.printOptionalAttrDict((*this)->getAttrs(), elided);
  printer << " : (" << getSources().getTypes() << ") -> (" << getResultTypes()
          << ")";
}

/// Verifies the element type that a named reduction works on.
static LogicalResult verifyKind(ReduceOp op, ReduceKind kind) {
  Type element = op.getSourceType().getElementType();
  StringRef name = stringifyReduceKind(kind);
  bool isFloat = isa<FloatType>(element);
  if (isa<PtrType>(element) || isF8(element)) {
    InFlightDiagnostic diag = op.emitOpError("cannot reduce ") << element;
    return isF8(element) ? diag << ": use arith.extf first" : diag;
  }
  if ((kind == ReduceKind::Sum || kind == ReduceKind::Prod) &&
      element.isInteger(1))
    return op.emitOpError("a ")
           << name << " of i1 would wrap at once: use arith.extui first (or "
           << (kind == ReduceKind::Sum ? "'or'" : "'and'") << " for truth)";
  bool floatOnly = kind == ReduceKind::MaxNum || kind == ReduceKind::MinNum;
  bool intOnly = llvm::is_contained({ReduceKind::UMax, ReduceKind::UMin,
                                     ReduceKind::And, ReduceKind::Or,
                                     ReduceKind::Xor},
                                    kind);
  if ((floatOnly && !isFloat) || (intOnly && isFloat))
    return op.emitOpError("'") << name << "' needs "
                               << (floatOnly ? "floats" : "integers")
                               << ", but got " << element;
  return success();
}

/// Verifies one result against the tile that it is reduced from.
static LogicalResult verifyResult(ReduceOp op, Type result, Type element) {
  SmallVector<int64_t> shape(op.getSourceType().getShape());
  shape.erase(shape.begin() + op.getAxis());
  Type expected = shape.empty()
                      ? element
                      : Type(RankedTensorType::get(shape, element));
  if (isa<RankedTensorType>(result) == !shape.empty() &&
      shapeOf(result) == ArrayRef<int64_t>(shape) &&
      getElementTypeOrSelf(result) == element)
    return success();
  return op.emitOpError("expected a result of ")
         << expected << ", but got " << result;
}

LogicalResult ReduceOp::verify() {
  if (getSources().empty())
    return emitOpError("expected at least one tile");
  RankedTensorType type = getSourceType();
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis >= type.getRank())
    return emitOpError("expected an axis from 0 to ")
           << type.getRank() - 1 << ", but got " << axis;
  for (Value source : getSources())
    if (cast<RankedTensorType>(source.getType()).getShape() != type.getShape())
      return emitOpError("expected tiles of one shape, but got ")
             << type << " and " << source.getType();

  SmallVector<Type> elements;
  for (Value source : getSources())
    elements.push_back(getElementTypeOrSelf(source));
  if (std::optional<ReduceKind> kind = getKind()) {
    if (!getCombiner().empty())
      return emitOpError("a named reduction has no region");
    if (getSources().size() != 1)
      return emitOpError("a named reduction takes one tile, but got ")
             << getSources().size();
    if (failed(verifyKind(*this, *kind)))
      return failure();
    if (hasIndex())
      elements.push_back(IntegerType::get(getContext(), 32));
  } else if (getCombiner().empty()) {
    return emitOpError("expected a kind or a region that combines");
  }
  if (getNumResults() != elements.size())
    return emitOpError("expected ")
           << elements.size() << " results, but got " << getNumResults();
  for (auto [result, element] : llvm::zip(getResultTypes(), elements))
    if (failed(verifyResult(*this, result, element)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  if (getCombiner().empty())
    return success();
  SmallVector<Type> elements;
  for (Value source : getSources())
    elements.push_back(getElementTypeOrSelf(source));
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  Block &block = getCombiner().front();
  if (block.getArgumentTypes() != TypeRange(arguments))
    return emitOpError("expected the region's arguments to be ")
           << arguments << " (the left elements, then the right ones), but got "
           << block.getArgumentTypes();
  auto yield = dyn_cast_or_null<YieldOp>(
      block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (!yield)
    return emitOpError("expected the region to end in tc.yield");
  if (yield.getOperandTypes() != TypeRange(elements))
    return emitOpError("expected the region to yield ")
           << elements << ", but got " << yield.getOperandTypes();
  WalkResult walk = getCombiner().walk([&](Operation *op) {
    // What a call does shows when it is inlined.
    if (isMemoryEffectFree(op) || isa<CallOpInterface>(op))
      return WalkResult::advance();
    emitOpError("a combiner may not access memory").attachNote(op->getLoc())
        << "'" << op->getName() << "' is here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
