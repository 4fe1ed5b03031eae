//===- Combining.cpp - What reduce and scan share -------------------------===//

#include "Combining.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::tc;

const CombiningSyntax mlir::tc::reduceSyntax = {
    "reduction",
    "sum prod max min maxnum minnum umax umin and or xor argmax argmin",
    "commutative", /*isNamedFlagged=*/false, /*hasResultTypes=*/true};
const CombiningSyntax mlir::tc::scanSyntax = {
    "scan", "sum prod max min maxnum minnum umax umin and or xor", "reverse",
    /*isNamedFlagged=*/true, /*hasResultTypes=*/false};

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `axis N FLAG?`
static ParseResult parseAxisAndFlag(OpAsmParser &parser, OperationState &result,
                                    const CombiningSyntax &syntax,
                                    bool isFlagged, StringRef after) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("axis")))
    return parser.emitError(loc, "a ")
           << syntax.noun
           << " states its axis: expected 'axis' and a number after " << after;
  int32_t axis = 0;
  if (parser.parseInteger(axis))
    return failure();
  result.addAttribute("axis", parser.getBuilder().getI32IntegerAttr(axis));
  if (isFlagged && succeeded(parser.parseOptionalKeyword(syntax.flag)))
    result.addAttribute(syntax.flag, parser.getBuilder().getUnitAttr());
  return success();
}

static ParseResult parseNamed(OpAsmParser &parser, OperationState &result,
                              const CombiningSyntax &syntax, SMLoc kindLoc,
                              StringRef keyword) {
  std::optional<ReduceKind> kind = symbolizeReduceKind(keyword);
  if (!kind)
    return parser.emitError(kindLoc, "expected a ")
           << syntax.noun << " (" << syntax.kinds << ") or '(', but got '"
           << keyword << "'";
  OpAsmParser::UnresolvedOperand source;
  Type type;
  if (parser.parseOperand(source) ||
      parseAxisAndFlag(parser, result, syntax, syntax.isNamedFlagged,
                       "the tile") ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(source, type, result.operands))
    return failure();
  if (!syntax.hasResultTypes)
    result.addTypes(type);
  else if (parser.parseArrow() || parser.parseTypeList(result.types))
    return failure();
  result.addAttribute("kind", ReduceKindAttr::get(parser.getContext(), *kind));
  result.addRegion();
  return success();
}

static ParseResult parseWithRegion(OpAsmParser &parser, OperationState &result,
                                   const CombiningSyntax &syntax) {
  SmallVector<OpAsmParser::UnresolvedOperand> sources;
  SmallVector<Type> sourceTypes;
  if (parser.parseOperandList(sources, OpAsmParser::Delimiter::Paren) ||
      parseAxisAndFlag(parser, result, syntax, /*isFlagged=*/true, "the tiles"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword("combine") ||
      parser.parseRegion(*result.addRegion(), /*arguments=*/{}) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseLParen() || parser.parseTypeList(sourceTypes) ||
      parser.parseRParen() || parser.parseArrowTypeList(result.types))
    return failure();
  return parser.resolveOperands(sources, sourceTypes, loc, result.operands);
}

ParseResult mlir::tc::parseCombining(OpAsmParser &parser,
                                     OperationState &result,
                                     const CombiningSyntax &syntax) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    return parseNamed(parser, result, syntax, loc, keyword);
  return parseWithRegion(parser, result, syntax);
}

void mlir::tc::printCombining(OpAsmPrinter &printer, Operation *op,
                              const CombiningSyntax &syntax) {
  auto kind = op->getAttrOfType<ReduceKindAttr>("kind");
  if (kind)
    printer << ' ' << stringifyReduceKind(kind.getValue()) << ' '
            << op->getOperand(0);
  else
    printer << " (" << op->getOperands() << ")";
  printer << " axis " << op->getAttrOfType<IntegerAttr>("axis").getInt();
  if (op->hasAttr(syntax.flag))
    printer << ' ' << syntax.flag;
  if (!kind) {
    printer << " combine ";
    printer.printRegion(op->getRegion(0));
  }
  printer.printOptionalAttrDict(op->getAttrs(), {"axis", "kind", syntax.flag});
  if (!kind) {
    printer << " : (" << op->getOperandTypes() << ") -> ("
            << op->getResultTypes() << ")";
    return;
  }
  printer << " : " << op->getOperandTypes();
  if (syntax.hasResultTypes)
    printer << " -> " << op->getResultTypes();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::tc::elementTypesOf(ValueRange sources) {
  SmallVector<Type> elements;
  for (Value source : sources)
    elements.push_back(getElementTypeOrSelf(source));
  return elements;
}

/// Verifies the element type that a named kind works on.
static LogicalResult verifyKind(Operation *op, Type element, ReduceKind kind) {
  StringRef verb = isa<ScanOp>(op) ? "scan" : "reduce";
  StringRef name = stringifyReduceKind(kind);
  bool isFloat = isa<FloatType>(element);
  if (isa<PtrType>(element) || isF8(element)) {
    InFlightDiagnostic diag = op->emitOpError("cannot ")
                              << verb << ' ' << element;
    return isF8(element) ? diag << ": use arith.extf first" : diag;
  }
  if ((kind == ReduceKind::Sum || kind == ReduceKind::Prod) &&
      element.isInteger(1))
    return op->emitOpError("a ")
           << name << " of i1 would wrap at once: use arith.extui first (or "
           << (kind == ReduceKind::Sum ? "'or'" : "'and'") << " for truth)";
  bool floatOnly = kind == ReduceKind::MaxNum || kind == ReduceKind::MinNum;
  bool intOnly =
      llvm::is_contained({ReduceKind::UMax, ReduceKind::UMin, ReduceKind::And,
                          ReduceKind::Or, ReduceKind::Xor},
                         kind);
  if ((floatOnly && !isFloat) || (intOnly && isFloat))
    return op->emitOpError("'")
           << name << "' needs " << (floatOnly ? "floats" : "integers")
           << ", but got " << element;
  return success();
}

LogicalResult mlir::tc::verifyCombining(Operation *op, OperandRange sources,
                                        int64_t axis,
                                        std::optional<ReduceKind> kind,
                                        Region &combiner) {
  if (sources.empty())
    return op->emitOpError("expected at least one tile");
  auto type = cast<RankedTensorType>(sources.front().getType());
  if (axis < 0 || axis >= type.getRank())
    return op->emitOpError("expected an axis from 0 to ")
           << type.getRank() - 1 << ", but got " << axis;
  for (Value source : sources)
    if (cast<RankedTensorType>(source.getType()).getShape() != type.getShape())
      return op->emitOpError("expected tiles of one shape, but got ")
             << type << " and " << source.getType();
  StringRef noun = isa<ScanOp>(op) ? "scan" : "reduction";
  if (!kind && combiner.empty())
    return op->emitOpError("expected a kind or a region that combines");
  if (!kind)
    return success();
  if (!combiner.empty())
    return op->emitOpError("a named ") << noun << " has no region";
  if (sources.size() != 1)
    return op->emitOpError("a named ")
           << noun << " takes one tile, but got " << sources.size();
  return verifyKind(op, type.getElementType(), *kind);
}

LogicalResult mlir::tc::verifyCombiner(Operation *op, OperandRange sources,
                                       Region &combiner) {
  if (combiner.empty())
    return success();
  SmallVector<Type> elements = elementTypesOf(sources);
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  Block &block = combiner.front();
  if (block.getArgumentTypes() != TypeRange(arguments))
    return op->emitOpError("expected the region's arguments to be ")
           << arguments << " (the left elements, then the right ones), but got "
           << block.getArgumentTypes();
  auto yield = dyn_cast_or_null<YieldOp>(
      block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (!yield)
    return op->emitOpError("expected the region to end in tc.yield");
  if (yield.getOperandTypes() != TypeRange(elements))
    return op->emitOpError("expected the region to yield ")
           << elements << ", but got " << yield.getOperandTypes();
  WalkResult walk = combiner.walk([&](Operation *inner) {
    // What a call does shows when it is inlined.
    if (isMemoryEffectFree(inner) || isa<CallOpInterface>(inner))
      return WalkResult::advance();
    op->emitOpError("a combiner may not access memory")
            .attachNote(inner->getLoc())
        << "'" << inner->getName() << "' is here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
