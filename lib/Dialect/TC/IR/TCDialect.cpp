//===- TCDialect.cpp - The tc dialect: set-up, types, attributes ----------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tc;

#include "minitc/Dialect/TC/IR/TCDialect.cpp.inc"
#include "minitc/Dialect/TC/IR/TCEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "minitc/Dialect/TC/IR/TCTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "minitc/Dialect/TC/IR/TCAttrs.cpp.inc"

namespace {
/// Helper functions are inlined wherever they are called.
struct TCInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void TCDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "minitc/Dialect/TC/IR/TCTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "minitc/Dialect/TC/IR/TCAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "minitc/Dialect/TC/IR/TCOps.cpp.inc"
      >();
  addInterfaces<TCInlinerInterface>();
}

Operation *TCDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult TCDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned argIndex,
                                                  NamedAttribute attr) {
  if (attr.getName() != getDivisibleAttrName())
    return op->emitOpError()
           << "unknown argument attribute '" << attr.getName().getValue()
           << "', expected 'tc.divisible'";
  auto value = dyn_cast<IntegerAttr>(attr.getValue());
  if (!value || !value.getType().isInteger(32) || value.getInt() <= 0)
    return op->emitOpError()
           << "expected 'tc.divisible' of argument " << argIndex
           << " to be a positive i32, but got " << attr.getValue();
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    Type type = function.getArgumentTypes()[argIndex];
    if (!isa<IntegerType, PtrType>(type))
      return op->emitOpError() << "'tc.divisible' needs an integer or a "
                                  "pointer, but argument "
                               << argIndex << " is " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type pointee) {
  if (isElement(pointee))
    return success();
  return emitError() << "a pointer cannot point to " << pointee
                     << ", expected i1 i8 i16 i32 i64 f8E4M3FN f8E5M2 f16 "
                        "bf16 f32 or f64";
}

Type ViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseGreater())
    return {};
  return parser.getChecked<ViewType>(parser.getContext(), shape, element);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t dim : getShape())
    printer << dim << 'x';
  printer << getElementType() << '>';
}

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type element) {
  if (!isElement(element))
    return emitError() << "a view cannot hold " << element
                       << ", expected i1 i8 i16 i32 i64 f8E4M3FN f8E5M2 f16 "
                          "bf16 f32 or f64";
  std::string reason = whyIllegalType(RankedTensorType::get(shape, element));
  if (reason.empty())
    return success();
  return emitError() << "a view is loaded as a tile: " << reason;
}

bool mlir::tc::isF8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

bool mlir::tc::isElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isF8(type) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool mlir::tc::isScalar(Type type) {
  return isElement(type) || isa<PtrType>(type);
}

std::string mlir::tc::whyIllegalType(Type type) {
  if (isScalar(type) || isa<ViewType>(type))
    return "";
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return "expected a scalar of the language or a tile";
  if (!isScalar(tensor.getElementType()))
    return "a tile cannot hold elements of this type";
  if (tensor.getRank() < 1 || tensor.getRank() > maxTileRank)
    return "expected a tile of rank 1 to 5, but got rank " +
           std::to_string(tensor.getRank());
  if (!tensor.hasStaticShape())
    return "expected a tile of static shape";
  for (int64_t dim : tensor.getShape()) {
    if (dim <= 0)
      return "expected every dimension of a tile to be a power of two, but "
             "got " +
             std::to_string(dim);
    if (!llvm::isPowerOf2_64(dim))
      return "expected every dimension of a tile to be a power of two, but "
             "got " +
             std::to_string(dim) + ": pad it to " +
             std::to_string(llvm::PowerOf2Ceil(dim)) + " and mask the rest";
  }
  int64_t elements = 1;
  for (int64_t dim : tensor.getShape())
    if (dim > maxTileElements || (elements *= dim) > maxTileElements)
      return "expected a tile of at most 1048576 elements: split it over "
             "program instances or a loop";
  return "";
}

bool mlir::tc::isTile(Type type) {
  return isa<RankedTensorType>(type) && whyIllegalType(type).empty();
}

Type mlir::tc::withElement(Type type, Type element) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.clone(element);
  return element;
}

Type mlir::tc::maskTypeOf(Type type) {
  return withElement(type, IntegerType::get(type.getContext(), 1));
}

Type mlir::tc::pointeeOf(Type pointerType) {
  auto ptr = cast<PtrType>(getElementTypeOrSelf(pointerType));
  return withElement(pointerType, ptr.getPointee());
}

unsigned mlir::tc::elementBytes(Type element) {
  if (isa<PtrType>(element))
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

ArrayRef<int64_t> mlir::tc::shapeOf(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.getShape();
  return {};
}
