//===- AxisInfo.cpp - What is known along each dimension of a tile --------===//
//
// The lattice value of the axis analysis: its join, and how it is read off a
// constant.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tc;

int64_t mlir::tc::powerOfTwoDivisor(uint64_t value) {
  if (value == 0)
    return AxisInfo::maxDivisor;
  return std::min<uint64_t>(AxisInfo::maxDivisor, value & -value);
}

/// The shape of a tile; a scalar counts as one element of one dimension.
static SmallVector<int64_t> shapeOrOne(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    if (tile.getRank() > 0)
      return SmallVector<int64_t>(tile.getShape());
  return {1};
}

static int64_t unitOf(Type type) {
  auto ptr = dyn_cast<PtrType>(getElementTypeOrSelf(type));
  return ptr ? elementBytes(ptr.getPointee()) : 1;
}

AxisInfo AxisInfo::unknown(Type type) {
  AxisInfo info;
  unsigned rank = shapeOrOne(type).size();
  info.contiguity.assign(rank, 1);
  info.divisibility.assign(rank, 1);
  info.constancy.assign(rank, 1);
  info.unit = unitOf(type);
  return info;
}

AxisInfo AxisInfo::uniform(Type type, int64_t divisor) {
  AxisInfo info = unknown(type);
  info.divisibility.assign(info.rank(), divisor);
  info.constancy = shapeOrOne(type);
  return info;
}

/// The length of aligned runs along a dimension that end only before indices
/// whose bits are in `breaks`.
static int64_t runLength(uint64_t breaks, int64_t dimSize) {
  return std::min<int64_t>(dimSize, powerOfTwoDivisor(breaks));
}

/// Reads contiguity, divisibility and constancy along one dimension off the
/// elements, in row-major order, taken modulo 2^`width`.
static void analyzeElements(AxisInfo &info, unsigned dim,
                            ArrayRef<int64_t> shape, unsigned width,
                            ArrayRef<uint64_t> elements) {
  int64_t stride = 1;
  for (int64_t size : shape.drop_front(dim + 1))
    stride *= size;
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width);
  // An index at which a run breaks limits the run to a divisor of that index.
  uint64_t stepBreaks = 0, changeBreaks = 0;
  for (auto [position, element] : llvm::enumerate(elements)) {
    uint64_t index = (position / stride) % shape[dim];
    if (index == 0)
      continue;
    uint64_t previous = elements[position - stride];
    if (((previous + 1) & mask) != element)
      stepBreaks |= index;
    if (previous != element)
      changeBreaks |= index;
  }
  info.contiguity[dim] = runLength(stepBreaks, shape[dim]);
  info.constancy[dim] = runLength(changeBreaks, shape[dim]);

  uint64_t starts = 0;
  for (auto [position, element] : llvm::enumerate(elements))
    if ((position / stride) % info.contiguity[dim] == 0)
      starts |= element;
  info.divisibility[dim] = powerOfTwoDivisor(starts);
}

AxisInfo AxisInfo::ofConstant(Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    int64_t constant = integer.getValue().getSExtValue();
    AxisInfo info = uniform(type, powerOfTwoDivisor(constant));
    info.constant = constant;
    return info;
  }
  if (isa<FloatAttr>(value))
    return uniform(type, 1);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return unknown(type);
  if (dense.isSplat())
    return ofConstant(dense.getSplatValue<Attribute>(), type);

  SmallVector<uint64_t> elements;
  elements.reserve(dense.getNumElements());
  unsigned width = dense.getElementType().getIntOrFloatBitWidth();
  bool isInteger = isa<IntegerType>(dense.getElementType());
  if (isInteger)
    for (const APInt &element : dense.getValues<APInt>())
      elements.push_back(element.getZExtValue());
  else
    for (const APFloat &element : dense.getValues<APFloat>())
      elements.push_back(element.bitcastToAPInt().getZExtValue());

  AxisInfo info = unknown(type);
  SmallVector<int64_t> shape = shapeOrOne(type);
  for (unsigned dim = 0; dim < info.rank(); ++dim)
    analyzeElements(info, dim, shape, width, elements);
  if (!isInteger) {
    info.contiguity.assign(info.rank(), 1);
    info.divisibility.assign(info.rank(), 1);
  }
  return info;
}

int64_t AxisInfo::divisibilityAt(unsigned dim, int64_t stride) const {
  // Within a run, `stride` elements on, the value is `stride * unit` more.
  if (stride >= contiguity[dim])
    return divisibility[dim];
  return std::min(divisibility[dim], stride * unit);
}

int64_t AxisInfo::commonDivisor() const {
  int64_t divisor = 1;
  for (unsigned dim = 0; dim < rank(); ++dim)
    divisor = std::max(divisor, divisibilityAt(dim, 1));
  return divisor;
}

AxisInfo AxisInfo::join(const AxisInfo &lhs, const AxisInfo &rhs) {
  if (lhs.isUninitialized())
    return rhs;
  if (rhs.isUninitialized())
    return lhs;
  AxisInfo info = lhs;
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    int64_t run = std::min(lhs.contiguity[dim], rhs.contiguity[dim]);
    info.contiguity[dim] = run;
    info.divisibility[dim] =
        std::min(lhs.divisibilityAt(dim, run), rhs.divisibilityAt(dim, run));
    info.constancy[dim] = std::min(lhs.constancy[dim], rhs.constancy[dim]);
  }
  if (lhs.constant != rhs.constant)
    info.constant.reset();
  return info;
}

bool AxisInfo::operator==(const AxisInfo &other) const {
  return contiguity == other.contiguity && divisibility == other.divisibility &&
         constancy == other.constancy && constant == other.constant &&
         unit == other.unit;
}

void AxisInfo::print(raw_ostream &os) const {
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    os << name << " = [";
    llvm::interleaveComma(values, os, [&](int64_t value) {
      if (value == maxDivisor)
        os << "max";
      else
        os << value;
    });
    os << "]";
  };
  list("contiguity", contiguity);
  list(", divisibility", divisibility);
  list(", constancy", constancy);
  if (constant)
    os << ", constant = " << *constant;
}
