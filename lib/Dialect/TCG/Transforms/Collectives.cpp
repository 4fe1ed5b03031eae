//===- Collectives.cpp - How a layout covers one axis --------------------===//

#include "Collectives.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::tcg::convertAll(OpBuilder &builder, Location loc,
                                         ValueRange values,
                                         const LinearLayout &layout) {
  SmallVector<Value> converted;
  for (Value value : values) {
    RankedTensorType type = withLayout(tileType(value), layout);
    converted.push_back(
        type == value.getType()
            ? value
            : ConvertLayoutOp::create(builder, loc, type, value).getResult());
  }
  return converted;
}

SmallVector<Value> mlir::tcg::reshapeAll(OpBuilder &builder, Location loc,
                                         ValueRange values,
                                         ArrayRef<int64_t> shape) {
  SmallVector<Value> results;
  for (Value value : values) {
    RankedTensorType type = tileType(value);
    LinearLayout layout = getLayout(type).reshape({shape.begin(), shape.end()});
    results.push_back(tc::ReshapeOp::create(
        builder, loc,
        withLayout(RankedTensorType::get(shape, type.getElementType()), layout),
        value));
  }
  return results;
}

SmallVector<int64_t> mlir::tcg::splitAxis(ArrayRef<int64_t> shape,
                                          unsigned axis,
                                          ArrayRef<int64_t> parts) {
  auto product = [](ArrayRef<int64_t> dims) {
    int64_t result = 1;
    for (int64_t dim : dims)
      result *= dim;
    return result;
  };
  SmallVector<int64_t> split(parts);
  if (shape.size() == 1)
    return split;
  split.insert(split.begin(), product(shape.take_front(axis)));
  split.push_back(product(shape.drop_front(axis + 1)));
  return split;
}

SharedType mlir::tcg::sharedTypeFor(RankedTensorType type,
                                    const LinearLayout &store,
                                    const LinearLayout &load) {
  Type element = type.getElementType();
  return SharedType::get(element, minitc::chooseSharedLayout(
                                      store, load, tc::elementBytes(element)));
}

//===----------------------------------------------------------------------===//
// Layouts along an axis
//===----------------------------------------------------------------------===//

LinearLayout mlir::tcg::orderedLayout(RankedTensorType type, unsigned axis,
                                      unsigned numWarps) {
  LinearLayout plain(shapeVector(type));
  Bases ofAxis, ofOthers;
  for (unsigned bit = 0; bit < plain.numElementBits(); ++bit)
    (plain.dimMask(axis) >> bit & 1 ? ofAxis : ofOthers).push_back(1u << bit);
  unsigned warpBits = llvm::Log2_32(numWarps);
  unsigned laneBits = llvm::Log2_32(warpSize);
  unsigned othersInWarps = std::min<size_t>(warpBits, ofOthers.size());
  unsigned othersInLanes =
      std::min<size_t>(laneBits, ofOthers.size() - othersInWarps);
  unsigned freeBits = warpBits - othersInWarps + laneBits - othersInLanes;

  // The lowest of the other dimensions go to lanes, for coalescing.
  auto take = [](Bases &from, size_t count) {
    auto end = from.begin() + std::min(count, from.size());
    Bases taken(from.begin(), end);
    from.erase(from.begin(), end);
    return taken;
  };
  Bases registers =
      take(ofAxis, std::max<int>(0, int(ofAxis.size()) - int(freeBits)));
  Bases lanes = take(ofOthers, othersInLanes);
  Bases warps = take(ofOthers, othersInWarps);
  llvm::append_range(lanes, take(ofAxis, laneBits - lanes.size()));
  llvm::append_range(warps, take(ofAxis, warpBits - warps.size()));
  llvm::append_range(registers, ofOthers);
  lanes.resize(laneBits, 0);
  warps.resize(warpBits, 0);
  return LinearLayout(plain.shape(), registers, lanes, warps);
}

LinearLayout mlir::tcg::gatherWarps(const LinearLayout &layout, unsigned axis) {
  uint32_t mask = layout.dimMask(axis);
  Bases registers, warps;
  for (uint32_t basis : layout.bases(InDim::Warp)) {
    if (basis & mask)
      registers.push_back(basis & mask);
    warps.push_back(basis & ~mask);
  }
  llvm::append_range(registers, layout.bases(InDim::Register));
  return LinearLayout(layout.shape(), registers, layout.bases(InDim::Lane),
                      warps);
}

SmallVector<unsigned> AxisBits::positions(InDim dim) const {
  SmallVector<unsigned> result;
  for (uint32_t basis : layout.bases(dim))
    if (basis & mask)
      result.push_back(llvm::countr_zero(basis & mask) -
                       llvm::countr_zero(mask));
  return result;
}

bool AxisBits::areUnits() const {
  uint32_t seen = 0;
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint32_t basis : layout.bases(dim)) {
      if ((basis & mask) == 0)
        continue;
      if (!llvm::isPowerOf2_32(basis) || (seen & basis))
        return false;
      seen |= basis;
    }
  return true;
}

bool AxisBits::areWarpsContiguous() const {
  SmallVector<unsigned> warps = positions(InDim::Warp);
  llvm::sort(warps);
  for (size_t i = 1; i < warps.size(); ++i)
    if (warps[i] != warps[i - 1] + 1)
      return false;
  return true;
}

bool AxisBits::areLanesSorted() const {
  return llvm::is_sorted(positions(InDim::Lane));
}

bool AxisBits::areLanesBelowWarps() const {
  SmallVector<unsigned> lanes = positions(InDim::Lane);
  SmallVector<unsigned> warps = positions(InDim::Warp);
  return lanes.empty() || warps.empty() ||
         *llvm::max_element(lanes) < *llvm::min_element(warps);
}

bool AxisBits::isOrdered() const {
  SmallVector<unsigned> lanes = positions(InDim::Lane);
  SmallVector<unsigned> warps = positions(InDim::Warp);
  SmallVector<unsigned> all = positions(InDim::Register);
  llvm::sort(all);
  llvm::sort(lanes);
  llvm::sort(warps);
  llvm::append_range(all, lanes);
  llvm::append_range(all, warps);
  return llvm::is_sorted(all);
}
