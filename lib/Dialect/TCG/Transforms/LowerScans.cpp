//===- LowerScans.cpp - Scans without warps -------------------------------===//
//
// A scan over several warps becomes one within each warp, a trip of the warps'
// totals through shared memory, and a carry of what comes before each warp's
// part.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::InDim;
using minitc::LinearLayout;

/// Registers of a thread that the totals of all blocks may take, beyond those
/// of the tile itself, before moving the tile to another layout is better: what
/// one warp for each of 32 blocks takes.
constexpr unsigned totalsLimit = 32;

namespace {

/// Whether a scan can be done where the tile is: see Scan.cpp of the conversion
/// for what it takes within a warp.
bool isScannable(const LinearLayout &layout, unsigned axis) {
  AxisBits bits(layout, axis);
  if (!bits.areUnits() || !bits.areLanesSorted() ||
      !bits.areLanesBelowWarps() ||
      layout != layout.withoutDuplicateRegisters())
    return false;
  SmallVector<unsigned> warps = bits.positions(InDim::Warp);
  if (warps.empty())
    return true;
  uint32_t registers = layout.size(InDim::Register);
  uint32_t beside = registers >> bits.positions(InDim::Register).size();
  uint32_t blocks = layout.shape()[axis] >> *llvm::min_element(warps);
  return blocks * beside <= std::max(registers, totalsLimit);
}

/// A scan like `op` of other tiles, along `axis`.
SmallVector<Value> scanLike(OpBuilder &builder, tc::ScanOp op,
                            ValueRange sources, unsigned axis) {
  auto scan = tc::ScanOp::create(builder, op.getLoc(), sources.getTypes(),
                                 sources, builder.getI32IntegerAttr(axis),
                                 op.getKindAttr(), op.getReverseAttr());
  IRMapping mapping;
  op.getCombiner().cloneInto(&scan.getCombiner(), mapping);
  return scan.getResults();
}

/// Element `index` along `axis` of each tile, without that dimension.
SmallVector<Value> pickAlong(OpBuilder &builder, Location loc,
                             ValueRange values, unsigned axis, int64_t index) {
  SmallVector<Value> results;
  for (Value value : values) {
    RankedTensorType type = tileType(value);
    std::vector<int64_t> shape = shapeVector(type);
    shape[axis] = 1;
    LinearLayout layout = getLayout(type).broadcastOperand(shape);
    auto indexType =
        withLayout(RankedTensorType::get(shape, builder.getI32Type()), layout);
    Value indices = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(indexType, builder.getI32IntegerAttr(index)));
    Value picked = tc::GatherOp::create(
        builder, loc,
        withLayout(RankedTensorType::get(shape, type.getElementType()), layout),
        value, indices, builder.getI32IntegerAttr(axis));
    shape.erase(shape.begin() + axis);
    llvm::append_range(results, reshapeAll(builder, loc, picked, shape));
  }
  return results;
}

/// Takes a scan over several warps apart. The axis is split into blocks of the
/// bits below the warps' own:
///   1. scan each block: within a warp;
///   2. convert the blocks' totals, so that every thread has all of them in its
///      registers;
///   3. carry: each thread combines the totals before its block, and then its
///      elements, with them.
void splitAcrossWarps(tc::ScanOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  RankedTensorType type = op.getSourceType();
  AxisBits bits(getLayout(type), op.getAxis());
  int64_t size = int64_t(1) << *llvm::min_element(bits.positions(InDim::Warp));
  int64_t blocks = type.getDimSize(op.getAxis()) / size;
  unsigned axis = type.getRank() == 1 ? 0 : 1;

  SmallVector<Value> sources =
      reshapeAll(builder, loc, op.getSources(),
                 splitAxis(type.getShape(), op.getAxis(), {blocks, size}));
  SmallVector<Value> scanned = scanLike(builder, op, sources, axis + 1);
  SmallVector<Value> totals = pickAlong(builder, loc, scanned, axis + 1,
                                        op.getReverse() ? 0 : size - 1);
  totals = convertAll(builder, loc, totals,
                      gatherWarps(getLayout(totals.front().getType()), axis));
  auto carry = CarryOp::create(builder, loc, ValueRange(scanned).getTypes(),
                               scanned, totals, builder.getI32IntegerAttr(axis),
                               op.getKindAttr(), op.getReverseAttr());
  IRMapping mapping;
  op.getCombiner().cloneInto(&carry.getCombiner(), mapping);
  op.replaceAllUsesWith(
      reshapeAll(builder, loc, carry.getResults(), type.getShape()));
  op.erase();
}

/// Puts the sources of a scan in a layout that its lowering can take.
void prepareSources(tc::ScanOp op) {
  RankedTensorType type = op.getSourceType();
  LinearLayout layout = getLayout(type);
  if (isScannable(layout, op.getAxis()))
    return;
  OpBuilder builder(op);
  SmallVector<Value> sources =
      convertAll(builder, op.getLoc(), op.getSources(),
                 orderedLayout(type, op.getAxis(), layout.size(InDim::Warp)));
  SmallVector<Value> results = scanLike(builder, op, sources, op.getAxis());
  op.replaceAllUsesWith(convertAll(builder, op.getLoc(), results, layout));
  op.erase();
}

} // namespace

void mlir::tcg::lowerScans(tc::KernelOp kernel) {
  for (tc::ScanOp op : collect<tc::ScanOp>(kernel))
    prepareSources(op);
  for (tc::ScanOp op : collect<tc::ScanOp>(kernel)) {
    AxisBits bits(getLayout(op.getSourceType()), op.getAxis());
    if (!bits.positions(InDim::Warp).empty())
      splitAcrossWarps(op);
  }
}
