//===- ExpandMath.cpp - Math functions as instructions --------------------===//
//
// Replaces the math ops that no instruction computes well enough by the
// formulas of the Expand*.cpp files. A kernel's f32 functions keep the bounds
// stated in the pass's description.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "MathExpansion.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tc {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

namespace {

/// Expands a function of one f32 that is wanted at its default accuracy.
template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  using Expansion = Value (*)(ElementwiseBuilder &, Value);

  ExpandFunction(MLIRContext *context, Expansion expansion)
      : OpRewritePattern<Op>(context), expansion(expansion) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not on f32");
    if (bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "left to an instruction by afn");
    ElementwiseBuilder b(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, expansion(b, op.getOperand()));
    return success();
  }

  Expansion expansion;
};

/// min(max(value, low), high); a NaN in any of them is the result.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value raised = arith::MaximumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMin(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, raised, op.getMax(),
                                                   op.getFastmath());
    return success();
  }
};

struct ExpandSincos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value sin = math::SinOp::create(rewriter, op.getLoc(), op.getOperand(),
                                    op.getFastmath());
    Value cos = math::CosOp::create(rewriter, op.getLoc(), op.getOperand(),
                                    op.getFastmath());
    rewriter.replaceOp(op, {sin, cos});
    return success();
  }
};

struct ExpandIPowI : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    auto element = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getType()));
    if (!element || element.getWidth() > 64)
      return rewriter.notifyMatchFailure(op, "not an integer of up to 64 bits");
    ElementwiseBuilder b(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, expandIntegerPower(b, op.getLhs(), op.getRhs(),
                                              element.getWidth()));
    return success();
  }
};

/// Leaves exponents that are known not to be negative to libdevice. What it
/// makes holds a power again, which the walk does not visit.
struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    auto exponent = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getRhs()));
    if (!exponent || exponent.getWidth() > 32)
      return rewriter.notifyMatchFailure(op, "not a power of up to 32 bits");
    APInt constant;
    if (matchPattern(op.getRhs(), m_ConstantInt(&constant)) &&
        constant.isNonNegative())
      return rewriter.notifyMatchFailure(op, "not a negative power");
    ElementwiseBuilder b(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, expandFloatPower(b, op.getLhs(), op.getRhs()));
    return success();
  }
};

struct ExpandMathPass : tc::impl::ExpandMathPassBase<ExpandMathPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<ExpandFunction<math::ExpOp>>(context, expandExp);
    set.add<ExpandFunction<math::Exp2Op>>(context, expandExp2);
    set.add<ExpandFunction<math::TanhOp>>(context, expandTanh);
    set.add<ExpandFunction<math::LogOp>>(context, expandLog);
    set.add<ExpandFunction<math::Log2Op>>(context, expandLog2);
    set.add<ExpandClamp, ExpandSincos, ExpandIPowI, ExpandFPowI>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
