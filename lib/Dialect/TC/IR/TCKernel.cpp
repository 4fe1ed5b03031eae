//===- TCKernel.cpp - The kernel op: syntax and verification --------------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tc;

/// What an argument is called where the source gives it no name.
static std::string defaultName(unsigned index) {
  return "arg" + std::to_string(index);
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  if (function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, resultTypes,
          resultAttrs))
    return failure();

  SmallVector<Type> types;
  SmallVector<Attribute> names;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    types.push_back(argument.type);
    StringRef ssaName = argument.ssaName.name.ltrim('%');
    bool isNumber = ssaName.empty() || llvm::isDigit(ssaName.front());
    names.push_back(
        builder.getStringAttr(isNumber ? defaultName(index) : ssaName.str()));
  }
  result.addAttribute(
      getFunctionTypeAttrName(result.name),
      TypeAttr::get(builder.getFunctionType(types, resultTypes)));
  result.addAttribute(getArgNamesAttrName(result.name),
                      builder.getArrayAttr(names));

  SMLoc attributesLoc = parser.getCurrentLocation();
  NamedAttrList parsed;
  if (parser.parseOptionalAttrDictWithKeyword(parsed))
    return failure();
  for (StringAttr taken :
       {getSymNameAttrName(result.name), getFunctionTypeAttrName(result.name),
        getArgNamesAttrName(result.name)})
    if (parsed.get(taken))
      return parser.emitError(attributesLoc, "attribute '")
             << taken.getValue() << "' is set by the signature";
  result.attributes.append(parsed);
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs, getArgAttrsAttrName(result.name),
      getResAttrsAttrName(result.name));

  return parser.parseRegion(*result.addRegion(), arguments,
                            /*enableNameShadowing=*/false);
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getFunctionTypeAttrName(), getArgNamesAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

std::string KernelOp::getArgumentName(unsigned index) {
  if (std::optional<ArrayAttr> names = getArgNames())
    if (index < names->size())
      return cast<StringAttr>((*names)[index]).str();
  return defaultName(index);
}

void KernelOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setNameFn) {
  if (region.empty())
    return;
  for (BlockArgument argument : region.getArguments())
    setNameFn(argument, getArgumentName(argument.getArgNumber()));
}

LogicalResult KernelOp::verifyType() {
  if (!getResultTypes().empty())
    return emitOpError("a kernel has no results: store them instead");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (!isScalar(type))
      return emitOpError("argument ")
             << index << " is " << type
             << ", expected a scalar or a pointer: a kernel loads its tiles";
  return success();
}

/// Whether a name can be an entry point in PTX and C.
static bool isCIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult KernelOp::verify() {
  if (!isCIdentifier(getSymName()))
    return emitOpError("expected a kernel's name to be a C identifier, but "
                       "got '")
           << getSymName() << "'";
  if ((*this)->hasAttr(SymbolTable::getVisibilityAttrName()))
    return emitOpError("a kernel is an entry point: it has no visibility");
  if (std::optional<uint32_t> warps = getNumWarps())
    if (!llvm::isPowerOf2_32(*warps) || *warps > 32)
      return emitOpError("expected num_warps to be a power of two up to 32, "
                         "but got ")
             << int32_t(*warps);
  if (std::optional<uint32_t> stages = getNumStages())
    if (*stages < 1 || *stages > 16)
      return emitOpError("expected num_stages to be 1 to 16, but got ")
             << int32_t(*stages);
  if (std::optional<ArrayAttr> names = getArgNames()) {
    if (names->size() != getNumArguments())
      return emitOpError("expected as many argument names as arguments, ")
             << getNumArguments() << ", but got " << names->size();
    llvm::SmallDenseSet<Attribute> seen;
    for (Attribute name : *names)
      if (!seen.insert(name).second)
        return emitOpError("two arguments are called ") << name;
  }
  if (getBody().empty())
    return emitOpError("expected a body");
  return success();
}
