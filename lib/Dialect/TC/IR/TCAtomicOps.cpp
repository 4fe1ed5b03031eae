//===- TCAtomicOps.cpp - Verification of the atomic ops -------------------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tc;

/// Verifies that a value is what the pointer points to.
static LogicalResult verifyPointee(Operation *op, Value ptr, Value value) {
  Type expected = pointeeOf(ptr.getType());
  if (value.getType() == expected)
    return success();
  return op->emitOpError("expected a value of ")
         << expected << ", but got " << value.getType();
}

/// The elements that `kind` works on, as messages list them.
static StringRef elementsOf(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::FAdd:
    return "f16 bf16 f32 or f64";
  case AtomicKind::FMax:
  case AtomicKind::FMin:
    return "f32 or f64";
  case AtomicKind::Xchg:
    return "i32 i64 f32 or f64";
  default:
    return "i32 or i64";
  }
}

static bool takes(AtomicKind kind, Type element) {
  bool isWide = element.getIntOrFloatBitWidth() >= 32;
  switch (kind) {
  case AtomicKind::FAdd:
    return isa<FloatType>(element) && !isF8(element);
  case AtomicKind::FMax:
  case AtomicKind::FMin:
    return isa<FloatType>(element) && isWide;
  case AtomicKind::Xchg:
    return isWide;
  default:
    return isa<IntegerType>(element) && isWide;
  }
}

/// The kind that does to floats what `kind` does to integers, or the other way
/// round, if it takes `element`.
static std::optional<AtomicKind> otherKind(AtomicKind kind, Type element) {
  constexpr std::pair<AtomicKind, AtomicKind> pairs[] = {
      {AtomicKind::Add, AtomicKind::FAdd},
      {AtomicKind::Max, AtomicKind::FMax},
      {AtomicKind::Min, AtomicKind::FMin}};
  for (auto [ofIntegers, ofFloats] : pairs) {
    if (kind == ofIntegers && takes(ofFloats, element))
      return ofFloats;
    if (kind == ofFloats && takes(ofIntegers, element))
      return ofIntegers;
  }
  return std::nullopt;
}

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyPointee(*this, getPtr(), getValue())))
    return failure();
  Type element = getElementTypeOrSelf(getType());
  if (takes(getKind(), element))
    return success();
  InFlightDiagnostic error =
      emitOpError("'") << stringifyAtomicKind(getKind()) << "' needs "
                       << elementsOf(getKind()) << ", but got " << element;
  if (std::optional<AtomicKind> other = otherKind(getKind(), element))
    error << ": use '" << stringifyAtomicKind(*other) << "'";
  return error;
}

LogicalResult AtomicCASOp::verify() {
  if (failed(verifyPointee(*this, getPtr(), getValue())))
    return failure();
  Type element = getElementTypeOrSelf(getType());
  if (takes(AtomicKind::Xchg, element))
    return success();
  return emitOpError("compare-and-swap needs ")
         << elementsOf(AtomicKind::Xchg) << ", but got " << element;
}
