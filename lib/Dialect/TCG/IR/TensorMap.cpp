//===- TensorMap.cpp - Arrays as the launcher describes them to TMA -------===//

#include "minitc/Dialect/TCG/IR/TCG.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tcg;

/// Splits `add.32` into its name and width.
static std::optional<LaunchStep> parseOperation(StringRef token) {
  LaunchStep step;
  auto [name, bits] = token.split('.');
  bool isKnown =
      llvm::is_contained({"add", "sub", "mul", "min", "max"}, name) &&
      !bits.getAsInteger(10, step.bits) && step.bits >= 8 && step.bits <= 64;
  step.operation = name;
  return isKnown ? std::optional(step) : std::nullopt;
}

static std::optional<LaunchStep> parseStep(StringRef token) {
  LaunchStep step;
  if (token.contains('.'))
    return parseOperation(token);
  if (token.consume_front("%"))
    step.operation = "%";
  if (token.getAsInteger(10, step.value))
    return std::nullopt;
  return step;
}

std::optional<SmallVector<LaunchStep>>
mlir::tcg::parseLaunchExpression(StringRef text) {
  SmallVector<StringRef> tokens;
  text.split(tokens, ' ');
  SmallVector<LaunchStep> steps;
  unsigned depth = 0;
  for (StringRef token : tokens) {
    std::optional<LaunchStep> step = parseStep(token);
    if (!step)
      return std::nullopt;
    bool isOperand = step->operation.empty() || step->operation == "%";
    if (!isOperand && depth < 2)
      return std::nullopt;
    depth += isOperand ? 1 : -1;
    steps.push_back(*step);
  }
  return depth == 1 ? std::optional(steps) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// TensorMapAttr
//===----------------------------------------------------------------------===//

static bool isUnit(Attribute stride) {
  return cast<StringAttr>(stride).getValue() == "1";
}

static LogicalResult
verifyExpressions(function_ref<InFlightDiagnostic()> emitError,
                  ArrayAttr expressions) {
  for (Attribute attr : expressions) {
    auto text = dyn_cast<StringAttr>(attr);
    if (!text || !parseLaunchExpression(text.getValue()))
      return emitError() << "expected a launch expression, but got " << attr;
  }
  return success();
}

LogicalResult
TensorMapAttr::verify(function_ref<InFlightDiagnostic()> emitError, unsigned,
                      Type, ArrayAttr sizes, ArrayAttr strides,
                      DenseI64ArrayAttr window) {
  if (failed(verifyExpressions(emitError, sizes)) ||
      failed(verifyExpressions(emitError, strides)))
    return failure();
  if (window.size() < 2 || window.size() > 5 ||
      sizes.size() != size_t(window.size()) ||
      strides.size() != size_t(window.size()))
    return emitError() << "expected 2 to 5 sizes and as many strides and "
                          "extents, but got "
                       << sizes.size() << ", " << strides.size() << " and "
                       << window.size();
  unsigned numExtents = 0, numContiguous = 0;
  for (auto [extent, stride] : llvm::zip(window.asArrayRef(), strides)) {
    numExtents += extent > 1;
    numContiguous += extent > 1 && isUnit(stride);
  }
  if (numExtents != 2 || numContiguous != 1)
    return emitError() << "expected two extents of more than 1, one of them "
                          "along a stride of 1, but got "
                       << numExtents << " and " << numContiguous;
  return success();
}

unsigned TensorMapAttr::getContiguousDim() const {
  for (unsigned dim : getTileDims())
    if (isUnit(getStrides()[dim]))
      return dim;
  llvm_unreachable("a tensor map has a contiguous dimension");
}

std::array<unsigned, 2> TensorMapAttr::getTileDims() const {
  std::array<unsigned, 2> dims{};
  unsigned found = 0;
  for (auto [dim, extent] : llvm::enumerate(getWindow().asArrayRef()))
    if (extent > 1)
      dims[found++] = dim;
  return dims;
}

std::array<int64_t, 2> TensorMapAttr::getTileShape() const {
  auto [rows, columns] = getTileDims();
  return {getWindow()[rows], getWindow()[columns]};
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static LogicalResult verifyIndices(Operation *op, TensorMapAttr map,
                                   unsigned numIndices) {
  if (numIndices == map.getRank())
    return success();
  return op->emitOpError("expected ")
         << map.getRank() << " indices, but got " << numIndices;
}

LogicalResult TensorLoadOp::verify() {
  auto tile = cast<RankedTensorType>(getType());
  TensorMapAttr map = getMap();
  if (tile.getShape() != ArrayRef<int64_t>(map.getTileShape()) ||
      tile.getElementType() != map.getElement())
    return emitOpError("expected a tile of the map's ")
           << RankedTensorType::get(map.getTileShape(), map.getElement())
           << ", but got " << tile;
  return verifyIndices(*this, map, getIndices().size());
}

LogicalResult TensorCopyOp::verify() {
  TensorMapAttr map = getMap();
  SharedType memory = getMemory().getType();
  if (memory.getShape() != ArrayRef<int64_t>(map.getTileShape()) ||
      memory.getElementType() != map.getElement())
    return emitOpError("expected shared memory for the map's ")
           << RankedTensorType::get(map.getTileShape(), map.getElement())
           << ", but got " << memory;
  return verifyIndices(*this, map, getIndices().size());
}
