//===- LowerCollectives.cpp - Shared-memory traffic made explicit ---------===//
//
// Splits reductions that span warps into steps that do not, and turns the
// conversions that need it into a store to and a load from shared memory.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_LOWERCOLLECTIVESPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

RankedTensorType tileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

SmallVector<Value> convertAll(OpBuilder &builder, Location loc,
                              ValueRange values, const LinearLayout &layout) {
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

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The bits of the row-major index that belong to the reduced axis, and how
/// the layout's dimensions cover them.
class AxisBits {
public:
  AxisBits(LinearLayout held, unsigned axis)
      : layout(std::move(held)), mask(layout.dimMask(axis)) {}

  /// The axis bits held by `dim`, as positions within the axis, in the order of
  /// the bases.
  SmallVector<unsigned> positions(InDim dim) const {
    SmallVector<unsigned> result;
    for (uint32_t basis : layout.bases(dim))
      if (basis & mask)
        result.push_back(llvm::countr_zero(basis & mask) -
                         llvm::countr_zero(mask));
    return result;
  }

  /// Whether every basis that touches the axis is one bit of it and nothing
  /// else, no two the same: no element is counted twice.
  bool areUnits() const {
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

  /// Whether the warps' bits are side by side.
  bool areWarpsContiguous() const {
    SmallVector<unsigned> warps = positions(InDim::Warp);
    llvm::sort(warps);
    for (size_t i = 1; i < warps.size(); ++i)
      if (warps[i] != warps[i - 1] + 1)
        return false;
    return true;
  }

  /// Whether combining registers, then lanes, then warps, each from the lowest
  /// bit of the axis up, keeps the operands' order.
  bool isOrdered() const {
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

private:
  LinearLayout layout;
  uint32_t mask;
};

/// A layout in which registers hold the low bits of the axis, lanes the middle
/// ones, warps the high ones.
LinearLayout orderedLayout(RankedTensorType type, unsigned axis,
                           unsigned numWarps) {
  std::vector<unsigned> order = {axis};
  for (unsigned dim = type.getRank(); dim > 0; --dim)
    if (dim - 1 != axis)
      order.push_back(dim - 1);
  int64_t threads = warpSize * numWarps;
  unsigned perThread = std::max<int64_t>(1, type.getDimSize(axis) / threads);
  return LinearLayout::blocked(shapeVector(type), order, perThread, warpSize,
                               numWarps);
}

/// A reduction like `op` of other tiles, over `axis`; results get the sliced
/// layout.
SmallVector<Value> reduceLike(OpBuilder &builder, tc::ReduceOp op,
                              ValueRange sources, unsigned axis) {
  SmallVector<Type> types;
  for (auto [source, result] : llvm::zip(sources, op.getResults())) {
    RankedTensorType type = tileType(source);
    if (type.getRank() == 1) {
      types.push_back(type.getElementType());
      continue;
    }
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + axis);
    types.push_back(
        withLayout(RankedTensorType::get(shape, type.getElementType()),
                   getLayout(type).slice(axis)));
  }
  auto reduce = tc::ReduceOp::create(builder, op.getLoc(), types, sources,
                                     builder.getI32IntegerAttr(axis),
                                     op.getKindAttr(), op.getCommutativeAttr());
  IRMapping mapping;
  op.getCombiner().cloneInto(&reduce.getCombiner(), mapping);
  if (sources.front().getDefiningOp<arith::MulFOp>())
    if (Attribute contract = op->getAttr(tc::contractAttrName))
      reduce->setAttr(tc::contractAttrName, contract);
  return reduce.getResults();
}

SmallVector<Value> reshapeAll(OpBuilder &builder, Location loc,
                              ValueRange values, ArrayRef<int64_t> shape) {
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

/// The sources of a reduction under another shape. Of a sum of products it is
/// the factors that are reshaped, so that it stays one.
SmallVector<Value> reshapeSources(OpBuilder &builder, tc::ReduceOp op,
                                  ArrayRef<int64_t> shape) {
  auto product = op.getSources().front().getDefiningOp<arith::MulFOp>();
  if (!product || !op->hasAttr(tc::contractAttrName))
    return reshapeAll(builder, op.getLoc(), op.getSources(), shape);
  SmallVector<Value> factors =
      reshapeAll(builder, op.getLoc(), product.getOperands(), shape);
  return {arith::MulFOp::create(builder, op.getLoc(), factors[0], factors[1],
                                product.getFastmath())};
}

/// Takes a reduction over several warps apart. The axis is split into the bits
/// below the warps' own, the warps' own, and those above:
///   1. reduce the outer and inner parts: within each warp;
///   2. convert, so that every thread has the partial results of all warps in
///      its registers;
///   3. reduce those: within each thread.
void splitAcrossWarps(tc::ReduceOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  unsigned axis = op.getAxis();
  RankedTensorType type = op.getSourceType();
  AxisBits bits(getLayout(type), axis);
  SmallVector<unsigned> warps = bits.positions(InDim::Warp);
  unsigned lowest = *llvm::min_element(warps);

  ArrayRef<int64_t> shape = type.getShape();
  auto product = [](ArrayRef<int64_t> dims) {
    int64_t result = 1;
    for (int64_t dim : dims)
      result *= dim;
    return result;
  };
  int64_t before = product(shape.take_front(axis));
  int64_t after = product(shape.drop_front(axis + 1));
  int64_t inner = int64_t(1) << lowest;
  int64_t ofWarps = int64_t(1) << warps.size();
  int64_t outer = shape[axis] / inner / ofWarps;
  bool isRankOne = type.getRank() == 1;

  SmallVector<int64_t> split;
  if (!isRankOne)
    split.push_back(before);
  unsigned first = split.size();
  llvm::append_range(split, ArrayRef<int64_t>({outer, ofWarps, inner}));
  if (!isRankOne)
    split.push_back(after);

  SmallVector<Value> values = reshapeSources(builder, op, split);
  // The outer part first: it is in registers, and then fewer are shuffled.
  values = reduceLike(builder, op, values, first);
  values = reduceLike(builder, op, values, first + 1);

  // [before, warps, after]: the warps' bit i is bit countr_zero(mask) + i.
  LinearLayout partial = getLayout(values.front().getType());
  uint32_t mask = partial.dimMask(first);
  Bases registers, warpBases;
  for (size_t i = 0; i < warps.size(); ++i)
    registers.push_back(1u << (llvm::countr_zero(mask) + i));
  llvm::append_range(registers, partial.bases(InDim::Register));
  for (uint32_t basis : partial.bases(InDim::Warp))
    warpBases.push_back(basis & mask ? 0 : basis);
  LinearLayout gathered(partial.shape(), registers, partial.bases(InDim::Lane),
                        warpBases);
  values = convertAll(builder, loc, values, gathered);
  values = reduceLike(builder, op, values, first);
  if (!isRankOne) {
    RankedTensorType result = tileType(op.getResults().front());
    values = reshapeAll(builder, loc, values, result.getShape());
    values = convertAll(builder, loc, values, getLayout(result));
  }
  op.replaceAllUsesWith(values);
  op.erase();
}

/// Puts the sources of a reduction in a layout that its lowering can take.
void prepareSources(tc::ReduceOp op) {
  RankedTensorType type = op.getSourceType();
  LinearLayout layout = getLayout(type);
  AxisBits bits(layout, op.getAxis());
  if (bits.areUnits() && bits.areWarpsContiguous() &&
      layout == layout.withoutDuplicateRegisters() &&
      (op.isReorderable() || bits.isOrdered()))
    return;
  LinearLayout ordered =
      orderedLayout(type, op.getAxis(), layout.size(InDim::Warp));
  OpBuilder builder(op);
  SmallVector<Value> sources =
      convertAll(builder, op.getLoc(), op.getSources(), ordered);
  SmallVector<Value> results = reduceLike(builder, op, sources, op.getAxis());
  if (type.getRank() > 1)
    results = convertAll(builder, op.getLoc(), results,
                         getLayout(op.getResults().front().getType()));
  op.replaceAllUsesWith(results);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Tiles up to this size, in bytes, are all stored before the first of them is
/// loaded, which saves barriers; larger ones would take more memory at once.
constexpr unsigned groupedTileLimit = 2048;

/// Where a conversion's store goes: at the conversion, or before the loads of
/// the conversions just before it.
Operation *storePosition(ConvertLayoutOp op, unsigned bytes) {
  Operation *position = op;
  if (bytes > groupedTileLimit)
    return position;
  while (auto load = dyn_cast_or_null<LocalLoadOp>(position->getPrevNode())) {
    if (load == op.getSource().getDefiningOp() ||
        load.getMemory().getType().getBytes() > groupedTileLimit)
      break;
    position = load;
  }
  return position;
}

void throughSharedMemory(ConvertLayoutOp op) {
  RankedTensorType from = tileType(op.getSource()), to = op.getType();
  LinearLayout source = getLayout(from), target = getLayout(to);
  if (minitc::planConversion(source, target).kind !=
      minitc::ConversionKind::SharedMemory)
    return;
  unsigned bytes = tc::elementBytes(from.getElementType());
  LinearLayout shared = minitc::chooseSharedLayout(source, target, bytes);
  auto type =
      SharedType::get(op.getContext(), from.getShape(), from.getElementType(),
                      LayoutAttr::get(op.getContext(), shared));
  OpBuilder builder(storePosition(op, type.getBytes()));
  Value memory =
      LocalAllocOp::create(builder, op.getLoc(), type, IntegerAttr());
  LocalStoreOp::create(builder, op.getLoc(), op.getSource(), memory);
  builder.setInsertionPoint(op);
  Value loaded = LocalLoadOp::create(builder, op.getLoc(), to, memory);
  op.replaceAllUsesWith(loaded);
  op.erase();
}

template <typename OpTy> SmallVector<OpTy> collect(tc::KernelOp kernel) {
  SmallVector<OpTy> ops;
  kernel.walk([&](OpTy op) { ops.push_back(op); });
  return ops;
}

struct LowerCollectivesPass
    : mlir::tcg::impl::LowerCollectivesPassBase<LowerCollectivesPass> {
  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    for (tc::ReduceOp op : collect<tc::ReduceOp>(kernel))
      prepareSources(op);
    for (tc::ReduceOp op : collect<tc::ReduceOp>(kernel)) {
      AxisBits bits(getLayout(op.getSourceType()), op.getAxis());
      if (!bits.positions(InDim::Warp).empty())
        splitAcrossWarps(op);
    }
    for (ConvertLayoutOp op : collect<ConvertLayoutOp>(kernel))
      throughSharedMemory(op);
  }
};

} // namespace
