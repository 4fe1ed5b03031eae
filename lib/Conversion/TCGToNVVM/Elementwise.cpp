//===- Elementwise.cpp - The same op on one thread's share ----------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// An arith or math op keeps its name and attributes.
struct SameOpOnVectors : ConversionPattern {
  SameOpOnVectors(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isa<arith::ConstantOp>(op))
      return rewriter.notifyMatchFailure(op, "not elementwise arithmetic");
    if (auto extend = dyn_cast<arith::ExtFOp>(op))
      if (tc::isF8(getElementTypeOrSelf(extend.getIn().getType())))
        return rewriter.notifyMatchFailure(op, "a conversion from f8");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a result has no layout");
    // Between f8 and i8 there is nothing left to do.
    if (isa<arith::BitcastOp>(op) &&
        operands.front().getType() == types.front()) {
      rewriter.replaceOp(op, operands.front());
      return success();
    }
    Operation *result =
        rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands,
                        types, op->getAttrs());
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A comparison is made once for all registers that are known to get one
/// result. What uses a mask then sees one bit, and holds one predicate.
template <typename OpTy> struct ComparePattern : OpConversionPattern<OpTy> {
  ComparePattern(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<OpTy>(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto constancy =
        op->template getAttrOfType<DenseI64ArrayAttr>(tcg::constancyAttrName);
    if (!constancy || !tcg::isPlacedTile(op.getType()))
      return rewriter.notifyMatchFailure(op,
                                         "every element has its own result");
    LinearLayout layout = tcg::getLayout(op.getType());
    uint32_t redundant = redundantBits(layout, constancy);
    if (redundant == 0)
      return rewriter.notifyMatchFailure(op, "no register repeats another");
    SmallVector<int32_t> representatives, places;
    for (uint32_t r = 0; r < layout.size(InDim::Register); ++r) {
      if ((r & redundant) == 0)
        representatives.push_back(r);
      places.push_back(
          llvm::lower_bound(representatives, int32_t(r & ~redundant)) -
          representatives.begin());
    }
    LoweringBuilder b(rewriter, op.getLoc());
    Value result = OpTy::create(rewriter, op.getLoc(), op.getPredicate(),
                                b.shuffle(adaptor.getLhs(), representatives),
                                b.shuffle(adaptor.getRhs(), representatives));
    rewriter.replaceOp(op, b.shuffle(result, places));
    return success();
  }

  /// The bits of the register index that stay within a run of equal results.
  static uint32_t redundantBits(const LinearLayout &layout,
                                DenseI64ArrayAttr constancy) {
    uint32_t mask = 0;
    for (auto [bit, basis] : llvm::enumerate(layout.bases(InDim::Register))) {
      std::vector<int64_t> coordinates = layout.coordinates(basis);
      bool staysInRun = llvm::all_of_zip(
          coordinates, constancy.asArrayRef(),
          [](int64_t coordinate, int64_t run) { return coordinate < run; });
      mask |= uint32_t(staysInRun) << bit;
    }
    return mask;
  }
};

struct AddPtrPattern : OpConversionPattern<tc::AddPtrOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::AddPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    Type pointee =
        cast<tc::PtrType>(getElementTypeOrSelf(op.getType())).getPointee();
    Type element = minitc::memoryType(pointee);
    LoweringBuilder b(rewriter, op.getLoc());
    Value ptr = adaptor.getPtr(), offset = adaptor.getOffset();
    // A scalar pointer stays one: its address is computed once. A scalar
    // offset is spread.
    auto vector = dyn_cast<VectorType>(type);
    if (vector && !isa<VectorType>(offset.getType()))
      offset = b.splat(offset, vector.getNumElements());
    offset = toI64(b, offset);
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, type, element, ptr,
                                             ValueRange{offset});
    return success();
  }

  /// GEP sign-extends narrow indices itself, except i1, whose 1 is -1 there as
  /// it is here; only i64 is taken as it is.
  static Value toI64(LoweringBuilder &b, Value offset) {
    Type element = getElementTypeOrSelf(offset.getType());
    if (element.isInteger(64))
      return offset;
    Type wide = b.builder.getI64Type();
    if (auto vector = dyn_cast<VectorType>(offset.getType()))
      wide = vector.clone(wide);
    return LLVM::SExtOp::create(b.builder, b.loc, wide, offset);
  }
};

template <typename OpTy, typename LLVMOpTy>
struct CastPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVMOpTy>(
        op, this->getTypeConverter()->convertType(op.getType()),
        adaptor.getSource());
    return success();
  }
};

/// All pointers are of one type in LLVM.
struct BitcastPattern : OpConversionPattern<tc::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

struct PoisonPattern : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::PoisonOp>(
        op, getTypeConverter()->convertType(op.getType()));
    return success();
  }
};

} // namespace

void minitc::populateElementwisePatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<SameOpOnVectors, AddPtrPattern, BitcastPattern, PoisonPattern,
               ComparePattern<arith::CmpIOp>, ComparePattern<arith::CmpFOp>,
               CastPattern<tc::IntToPtrOp, LLVM::IntToPtrOp>,
               CastPattern<tc::PtrToIntOp, LLVM::PtrToIntOp>>(converter,
                                                              context);
}
