//===- TCFolds.cpp - Folders and canonicalisations of the tc ops ----------===//

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::tc;

//===----------------------------------------------------------------------===//
// Making and shaping tiles
//===----------------------------------------------------------------------===//

OpFoldResult ArangeOp::fold(FoldAdaptor) {
  if (getType().getNumElements() != 1)
    return {};
  unsigned width = getType().getElementTypeBitWidth();
  return DenseElementsAttr::get(
      getType(),
      APInt(width, uint64_t(int64_t(getStart())), /*isSigned=*/true));
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (isa_and_nonnull<IntegerAttr, FloatAttr>(adaptor.getSource()))
    return DenseElementsAttr::get(getType(), adaptor.getSource());
  return {};
}

/// A constant tile of one value is that value in any shape.
static OpFoldResult foldSplatConstant(Attribute source, RankedTensorType type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(source);
  return splat ? OpFoldResult(splat.resizeSplat(type)) : OpFoldResult();
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return foldSplatConstant(adaptor.getSource(), getType());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return foldSplatConstant(adaptor.getSource(), getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return foldSplatConstant(adaptor.getSource(), getType());
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  bool isIdentity = llvm::all_of(llvm::enumerate(getOrder()), [](auto entry) {
    return int32_t(entry.index()) == entry.value();
  });
  if (isIdentity && getSource().getType() == getType())
    return getSource();
  return foldSplatConstant(adaptor.getSource(), getType());
}

namespace {

/// A shape op on a splat is a splat of the result's shape.
template <typename OpTy> struct ShapeOfSplat : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSource().template getDefiningOp<SplatOp>();
    if (!splat)
      return rewriter.notifyMatchFailure(op, "the source is not a splat");
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSource());
    return success();
  }
};

/// Two shape ops of one kind in a row, where one does what both do.
template <typename OpTy> struct ShapeOfShape : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().template getDefiningOp<OpTy>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "the source is another op");
    rewriter.replaceOpWithNewOp<OpTy>(op, op.getType(), inner.getSource());
    return success();
  }
};

struct TransposeOfTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "the source is another op");
    SmallVector<int32_t> order;
    for (int32_t dim : op.getOrder())
      order.push_back(inner.getOrder()[dim]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(),
                                             inner.getSource(), order);
    return success();
  }
};

} // namespace

void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<ShapeOfSplat<ExpandDimsOp>>(context);
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<ShapeOfSplat<BroadcastOp>, ShapeOfShape<BroadcastOp>>(context);
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ShapeOfSplat<ReshapeOp>, ShapeOfShape<ReshapeOp>>(context);
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<ShapeOfSplat<TransposeOp>, TransposeOfTranspose>(context);
}

//===----------------------------------------------------------------------===//
// Pointers and casts
//===----------------------------------------------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()) &&
      getPtr().getType() == getType())
    return getPtr();
  return {};
}

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  auto inverse = getSource().getDefiningOp<PtrToIntOp>();
  if (inverse && inverse.getSource().getType() == getType())
    return inverse.getSource();
  return {};
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  if (auto inverse = getSource().getDefiningOp<IntToPtrOp>())
    return inverse.getSource();
  return {};
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BitcastOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

/// To nearest even, saturating; NaN stays NaN.
static APFloat roundToF8(APFloat value, const llvm::fltSemantics &semantics) {
  if (value.isNaN())
    return APFloat::getNaN(semantics, value.isNegative());
  bool isNegative = value.isNegative();
  bool losesInfo;
  APFloat::opStatus status =
      value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  if (value.isFinite() && !(status & APFloat::opOverflow))
    return value;
  return APFloat::getLargest(semantics, isNegative);
}

OpFoldResult ToF8Op::fold(FoldAdaptor adaptor) {
  auto element = cast<FloatType>(getElementTypeOrSelf(getType()));
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  if (auto scalar = dyn_cast_or_null<FloatAttr>(adaptor.getSource()))
    return FloatAttr::get(element, roundToF8(scalar.getValue(), semantics));
  if (auto tile = dyn_cast_or_null<DenseFPElementsAttr>(adaptor.getSource()))
    return tile.mapValues(element, [&](const APFloat &value) {
      return roundToF8(value, semantics).bitcastToAPInt();
    });
  return {};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether a mask is known to be all true or all false.
static std::optional<bool> constantMask(Value mask) {
  if (!mask)
    return std::nullopt;
  if (auto splat = mask.getDefiningOp<SplatOp>())
    mask = splat.getSource();
  APInt value;
  if (matchPattern(mask, m_ConstantInt(&value)))
    return value.getBoolValue();
  return std::nullopt;
}

OpFoldResult LoadOp::fold(FoldAdaptor) {
  if (constantMask(getMask()) == false && getOther().getType() == getType())
    return getOther();
  return {};
}

namespace {

/// A load whose mask is constant reads everything or nothing.
struct LoadOfConstantMask : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return rewriter.notifyMatchFailure(op, "the mask is not constant");
    if (*mask) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getMaskMutable().clear();
        op.getOtherMutable().clear();
      });
      return success();
    }
    // A tile as fill is the folder's case; here it is a scalar.
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), op.getOther());
    return success();
  }
};

struct StoreOfConstantMask : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return rewriter.notifyMatchFailure(op, "the mask is not constant");
    if (*mask)
      rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    else
      rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<LoadOfConstantMask>(context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<StoreOfConstantMask>(context);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether combining a value with itself gives that value.
static bool isIdempotent(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Max:
  case ReduceKind::Min:
  case ReduceKind::MaxNum:
  case ReduceKind::MinNum:
  case ReduceKind::UMax:
  case ReduceKind::UMin:
  case ReduceKind::And:
  case ReduceKind::Or:
    return true;
  default:
    return false;
  }
}

LogicalResult ReduceOp::fold(FoldAdaptor adaptor,
                             SmallVectorImpl<OpFoldResult> &results) {
  if (!getKind() || !isIdempotent(*getKind()))
    return failure();
  auto splat =
      dyn_cast_or_null<SplatElementsAttr>(adaptor.getSources().front());
  if (!splat)
    return failure();
  if (auto type = dyn_cast<RankedTensorType>(getResultTypes().front()))
    results.push_back(splat.resizeSplat(type));
  else
    results.push_back(splat.getSplatValue<Attribute>());
  return success();
}

namespace {

/// Over an axis of size 1 there is nothing to combine.
struct ReduceUnitAxis : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getSourceType();
    if (type.getDimSize(op.getAxis()) != 1 || type.getRank() == 1)
      return rewriter.notifyMatchFailure(op, "there is something to combine");
    SmallVector<Value> results;
    for (auto [source, result] :
         llvm::zip(op.getSources(), op.getResultTypes()))
      results.push_back(
          ReshapeOp::create(rewriter, op.getLoc(), result, source));
    if (op.hasIndex()) {
      auto index = cast<RankedTensorType>(op.getResults().back().getType());
      results.push_back(arith::ConstantOp::create(rewriter, op.getLoc(),
                                                  rewriter.getZeroAttr(index)));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// An idempotent reduction of a splat is its scalar.
struct ReduceOfSplat : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSources().front().getDefiningOp<SplatOp>();
    if (!splat || !op.getKind() || !isIdempotent(*op.getKind()))
      return rewriter.notifyMatchFailure(op, "not an idempotent reduction of a "
                                             "splat");
    Type type = op.getResultTypes().front();
    if (isa<RankedTensorType>(type))
      rewriter.replaceOpWithNewOp<SplatOp>(op, type, splat.getSource());
    else
      rewriter.replaceOp(op, splat.getSource());
    return success();
  }
};

} // namespace

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<ReduceUnitAxis, ReduceOfSplat>(context);
}
