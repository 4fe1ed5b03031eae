//===- ExpandViews.cpp - Views become pointers and masks ------------------===//
//
// A view becomes what it was made of: a pointer, sizes and strides, through
// control flow as well. What is loaded or stored through it becomes a tile of
// addresses and a mask.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "SpreadLine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tc {
#define GEN_PASS_DEF_EXPANDVIEWSPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

namespace {

/// The parts of a view, in the order in which they take its place.
struct ViewParts {
  Value base;
  ValueRange shape, strides;

  explicit ViewParts(ValueRange parts)
      : base(parts.front()), shape(parts.slice(1, (parts.size() - 1) / 2)),
        strides(parts.drop_front(1 + (parts.size() - 1) / 2)) {}
};

/// Builds what a view shows through its window, as a tile without the window's
/// dimensions of size 1: no reshape then stands between a load and its use.
class WindowBuilder {
public:
  WindowBuilder(OpBuilder &builder, Location loc, ViewType type,
                ViewParts parts, ValueRange indices)
      : builder(builder), loc(loc), window(type.getShape()), parts(parts),
        indices(indices) {
    for (int64_t size : window)
      if (size > 1)
        shape.push_back(size);
    if (shape.empty())
      shape.push_back(1);
  }

  /// The address of each element. What a program instance adds goes into the
  /// pointer first, so that the tile's offsets are those within the window.
  Value pointers() {
    Value base = parts.base, offsets;
    unsigned place = 0;
    for (unsigned dim = 0; dim < window.size(); ++dim) {
      Value index = extend(indices[dim]);
      base = AddPtrOp::create(builder, loc, base,
                              multiply(index, parts.strides[dim]));
      if (!isInTile(dim))
        continue;
      Value line = extend(arange(dim));
      line = multiply(line, splat(parts.strides[dim], dim));
      line = spreadLine(builder, loc, line, shape, place++);
      offsets =
          offsets
              ? arith::AddIOp::create(builder, loc, offsets, line).getResult()
              : line;
    }
    return AddPtrOp::create(builder, loc, base, offsets);
  }

  /// Whether each element is inside the array. Read as unsigned, a place below
  /// zero, or past the largest i32, is beyond every size.
  Value mask() {
    Value mask;
    unsigned place = 0;
    for (unsigned dim = 0; dim < window.size(); ++dim) {
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
      Value size = arith::MaxSIOp::create(builder, loc, parts.shape[dim], zero);
      Value part = isInTile(dim) ? spreadLine(builder, loc, isInside(dim, size),
                                              shape, place++)
                                 : splatInside(dim, size);
      mask = mask ? arith::AndIOp::create(builder, loc, mask, part).getResult()
                  : part;
    }
    return mask;
  }

  /// A tile of the window's shape as one without dimensions of size 1.
  Value squeeze(Value tile) { return reshape(tile, shape); }
  /// And back.
  Value unsqueeze(Value tile) { return reshape(tile, window); }

private:
  OpBuilder &builder;
  Location loc;
  ArrayRef<int64_t> window;
  /// Of the tile.
  SmallVector<int64_t> shape;
  ViewParts parts;
  ValueRange indices;

  /// Whether a dimension of the window is one of the tile.
  bool isInTile(unsigned dim) const {
    bool isPoint = llvm::all_of(window, [](int64_t size) { return size == 1; });
    return window[dim] > 1 || (isPoint && dim == 0);
  }

  Value isInside(unsigned dim, Value size) {
    Value place = arith::AddIOp::create(builder, loc, splat(indices[dim], dim),
                                        arange(dim));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, place,
                                 splat(size, dim));
  }

  Value splatInside(unsigned dim, Value size) {
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, indices[dim], size);
    auto type = RankedTensorType::get(shape, builder.getI1Type());
    return SplatOp::create(builder, loc, type, isInside);
  }

  Value reshape(Value tile, ArrayRef<int64_t> to) {
    auto type = cast<RankedTensorType>(tile.getType());
    if (type.getShape() == to)
      return tile;
    return ReshapeOp::create(builder, loc, type.clone(to), tile);
  }

  Value arange(unsigned dim) {
    auto type = RankedTensorType::get({window[dim]}, builder.getI32Type());
    return ArangeOp::create(builder, loc, type, 0, window[dim]);
  }

  Value splat(Value scalar, unsigned dim) {
    auto type = RankedTensorType::get({window[dim]}, scalar.getType());
    return SplatOp::create(builder, loc, type, scalar);
  }

  Value extend(Value value) {
    return arith::ExtSIOp::create(
        builder, loc, withElement(value.getType(), builder.getI64Type()),
        value);
  }

  Value multiply(Value a, Value b) {
    return arith::MulIOp::create(builder, loc, a, b);
  }
};

struct MakeViewPattern : OpConversionPattern<MakeViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeViewOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts = {op.getBase()};
    llvm::append_range(parts, op.getShape());
    llvm::append_range(parts, op.getStrides());
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

struct LoadViewPattern : OpConversionPattern<LoadViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LoadViewOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    WindowBuilder window(rewriter, op.getLoc(),
                         cast<ViewType>(op.getView().getType()),
                         ViewParts(adaptor.getView()), op.getIndices());
    Value pointers = window.pointers();
    Value tile = LoadOp::create(
        rewriter, op.getLoc(), pointers, window.mask(), op.getOther(),
        CacheModifierAttr(), EvictionPolicyAttr(), /*isVolatile=*/UnitAttr());
    rewriter.replaceOp(op, window.unsqueeze(tile));
    return success();
  }
};

struct StoreViewPattern : OpConversionPattern<StoreViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(StoreViewOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    WindowBuilder window(rewriter, op.getLoc(),
                         cast<ViewType>(op.getView().getType()),
                         ViewParts(adaptor.getView()), op.getIndices());
    Value pointers = window.pointers();
    rewriter.replaceOpWithNewOp<StoreOp>(
        op, pointers, window.squeeze(op.getValue()), window.mask(),
        CacheModifierAttr(), EvictionPolicyAttr(), /*isVolatile=*/UnitAttr());
    return success();
  }
};

struct SelectPattern : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (auto [yes, no] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      parts.push_back(arith::SelectOp::create(rewriter, op.getLoc(),
                                              op.getCondition(), yes, no));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

struct PoisonPattern : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return rewriter.notifyMatchFailure(op, "has no parts");
    SmallVector<Value> parts;
    for (Type type : types)
      parts.push_back(
          ub::PoisonOp::create(rewriter, op.getLoc(), type, op.getValue()));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

/// A view as its parts; every other type as it is.
class ViewTypeConverter : public TypeConverter {
public:
  ViewTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](ViewType view, SmallVectorImpl<Type> &parts) {
      MLIRContext *context = view.getContext();
      parts.push_back(PtrType::get(view.getElementType()));
      parts.append(view.getRank(), IntegerType::get(context, 32));
      parts.append(view.getRank(), IntegerType::get(context, 64));
      return success();
    });
  }
};

struct ExpandViewsPass : mlir::tc::impl::ExpandViewsPassBase<ExpandViewsPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    ViewTypeConverter converter;
    RewritePatternSet patterns(context);
    patterns.add<MakeViewPattern, LoadViewPattern, StoreViewPattern,
                 SelectPattern, PoisonPattern>(converter, context);
    scf::populateSCFStructuralTypeConversions(converter, patterns);
    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      auto isView = [](Type type) { return isa<ViewType>(type); };
      bool holdsView = llvm::any_of(op->getOperandTypes(), isView) ||
                       llvm::any_of(op->getResultTypes(), isView);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          holdsView |= llvm::any_of(block.getArgumentTypes(), isView);
      return !holdsView;
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
