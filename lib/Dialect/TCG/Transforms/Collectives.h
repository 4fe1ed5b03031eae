//===- Collectives.h - What the lowerings of collectives share --*- C++ -*-===//
//
// The steps of tcg-lower-collectives, one a file, and how a layout covers one
// axis of a tile.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_COLLECTIVES_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_COLLECTIVES_H

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/IR/Builders.h"

namespace mlir::tcg {

/// Splits reductions that span warps into steps that do not.
void lowerReductions(tc::KernelOp kernel);
/// The same for scans.
void lowerScans(tc::KernelOp kernel);
/// Takes gathers through shared memory, those excepted that a warp's registers
/// can serve.
void lowerGathers(tc::KernelOp kernel);
/// Counts in shared memory.
void lowerHistograms(tc::KernelOp kernel);
/// Takes printed tiles through shared memory.
void lowerPrints(tc::KernelOp kernel);

template <typename OpTy> SmallVector<OpTy> collect(tc::KernelOp kernel) {
  SmallVector<OpTy> ops;
  kernel.walk([&](OpTy op) { ops.push_back(op); });
  return ops;
}

inline RankedTensorType tileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The values in `layout`.
SmallVector<Value> convertAll(OpBuilder &builder, Location loc,
                              ValueRange values,
                              const minitc::LinearLayout &layout);

/// The values under another shape, in the same places.
SmallVector<Value> reshapeAll(OpBuilder &builder, Location loc,
                              ValueRange values, ArrayRef<int64_t> shape);

/// The tile's shape with `axis` split into `parts`, the dimensions before and
/// after it folded into one each. A tile of rank 1 has neither.
SmallVector<int64_t> splitAxis(ArrayRef<int64_t> shape, unsigned axis,
                               ArrayRef<int64_t> parts);

/// Shared memory for `type`, in a layout for stores from `store` and loads in
/// `load`.
SharedType sharedTypeFor(RankedTensorType type,
                         const minitc::LinearLayout &store,
                         const minitc::LinearLayout &load);

/// A layout in which registers hold the low bits of the axis, lanes the middle
/// ones, warps the high ones, as far as the other dimensions leave lanes and
/// warps free: those take warps first, so that little crosses them.
minitc::LinearLayout orderedLayout(RankedTensorType type, unsigned axis,
                                   unsigned numWarps);

/// `layout` with what its warps hold along the axis in the registers of every
/// thread.
minitc::LinearLayout gatherWarps(const minitc::LinearLayout &layout,
                                 unsigned axis);

/// The bits of the row-major index that belong to one axis, and how the
/// layout's dimensions cover them.
class AxisBits {
public:
  AxisBits(minitc::LinearLayout held, unsigned axis)
      : layout(std::move(held)), mask(layout.dimMask(axis)) {}

  /// The axis bits held by `dim`, as positions within the axis, in the order of
  /// the bases.
  SmallVector<unsigned> positions(minitc::InDim dim) const;

  /// Whether every basis that touches the axis is one bit of it and nothing
  /// else, no two the same: no element is counted twice.
  bool areUnits() const;

  /// Whether the warps' bits are side by side.
  bool areWarpsContiguous() const;

  /// Whether the lanes' bits are in the order of the lanes.
  bool areLanesSorted() const;

  /// Whether every lane bit is below every warp bit.
  bool areLanesBelowWarps() const;

  /// Whether combining registers, then lanes, then warps, each from the lowest
  /// bit of the axis up, keeps the operands' order.
  bool isOrdered() const;

private:
  minitc::LinearLayout layout;
  uint32_t mask;
};

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_COLLECTIVES_H
