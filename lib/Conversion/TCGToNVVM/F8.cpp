//===- F8.cpp - The target's own conversions from and to f8 ---------------===//
//
// They convert two values at a time. Where a target has none, tc-expand-f8 has
// put arithmetic in their place.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Conversion/Passes.h"
#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace {

Type f8Of(Type type) { return getElementTypeOrSelf(type); }

/// Applies `convert` to pairs of a scalar's or a vector's elements, a last odd
/// one with itself. `convert` takes two elements and gives a vector of two.
Value convertPairs(LoweringBuilder &b, Value source,
                   function_ref<Value(Value, Value)> convert) {
  if (!isa<VectorType>(source.getType()))
    return b.extract(convert(source, source), 0);
  SmallVector<Value> elements = b.explode(source), pairs;
  for (size_t i = 0; i < elements.size(); i += 2)
    pairs.push_back(convert(
        elements[i], i + 1 < elements.size() ? elements[i + 1] : elements[i]));
  return b.slice(b.concat(pairs), 0, elements.size());
}

/// f32 to f8.
struct ToF8Pattern : OpConversionPattern<tc::ToF8Op> {
  ToF8Pattern(const TypeConverter &converter, MLIRContext *context, bool native)
      : OpConversionPattern(converter, context), native(native) {}

  LogicalResult
  matchAndRewrite(tc::ToF8Op op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type source = getElementTypeOrSelf(op.getSource());
    if (!native || !source.isF32())
      return op.emitOpError("expected tc-expand-f8 to have replaced this "
                            "conversion from ")
             << source;
    LoweringBuilder b(rewriter, op.getLoc());
    auto pair = VectorType::get({2}, rewriter.getI8Type());
    auto convert = [&](Value first, Value second) -> Value {
      // The upper byte is that of the first operand.
      return NVVM::ConvertF32x2ToF8x2Op::create(
          rewriter, op.getLoc(), pair, second, first, NVVM::FPRoundingMode::RN,
          NVVM::SaturationMode::SATFINITE, /*relu=*/false, f8Of(op.getType()));
    };
    rewriter.replaceOp(op, convertPairs(b, adaptor.getSource(), convert));
    return success();
  }

  bool native;
};

/// f8 to any float, by way of f16, which holds it exactly.
struct ExtendF8Pattern : OpConversionPattern<arith::ExtFOp> {
  ExtendF8Pattern(const TypeConverter &converter, MLIRContext *context,
                  bool native)
      : OpConversionPattern(converter, context, /*benefit=*/2), native(native) {
  }

  LogicalResult
  matchAndRewrite(arith::ExtFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type f8 = f8Of(op.getIn().getType());
    if (!tc::isF8(f8))
      return rewriter.notifyMatchFailure(op, "not from f8");
    if (!native)
      return op.emitOpError("expected tc-expand-f8 to have replaced this "
                            "conversion from ")
             << f8;
    Location loc = op.getLoc();
    LoweringBuilder b(rewriter, loc);
    auto pair = VectorType::get({2}, rewriter.getF16Type());
    auto convert = [&](Value first, Value second) -> Value {
      return NVVM::ConvertF8x2ToF16x2Op::create(rewriter, loc, pair,
                                                b.fromElements({first, second}),
                                                /*relu=*/false, f8);
    };
    Value half = convertPairs(b, adaptor.getIn(), convert);
    rewriter.replaceOp(op, widen(rewriter, loc, half, op.getType()));
    return success();
  }

  /// f16 to the type asked for; to bf16 by way of f32, exactly.
  static Value widen(OpBuilder &builder, Location loc, Value half,
                     Type wanted) {
    auto as = [&](Type element) -> Type {
      auto vector = dyn_cast<VectorType>(half.getType());
      return vector ? Type(vector.clone(element)) : element;
    };
    Type element = getElementTypeOrSelf(wanted);
    if (element.isF16())
      return half;
    if (!element.isBF16())
      return arith::ExtFOp::create(builder, loc, as(element), half);
    Value single =
        arith::ExtFOp::create(builder, loc, as(builder.getF32Type()), half);
    return arith::TruncFOp::create(builder, loc, as(element), single);
  }

  bool native;
};

} // namespace

bool minitc::hasF8Conversions(StringRef target) {
  return target != "sm_80" && target != "sm_86";
}

void minitc::populateF8Patterns(const TypeConverter &converter,
                                RewritePatternSet &patterns, StringRef target) {
  patterns.add<ToF8Pattern, ExtendF8Pattern>(converter, patterns.getContext(),
                                             hasF8Conversions(target));
}
