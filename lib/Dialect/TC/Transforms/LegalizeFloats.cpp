//===- LegalizeFloats.cpp - f16 and bf16 arithmetic in f32 ----------------===//
//
// Puts arith and math ops on f16 and bf16 between extensions to f32 and one
// rounding, and makes every cast to them round once.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "FloatRounding.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tc {
#define GEN_PASS_DEF_LEGALIZEFLOATSPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using mlir::tc::ElementwiseBuilder;
using mlir::tc::truncateToOdd;
using mlir::tc::withElementType;

/// Whether `type` is f16 or bf16, or has such elements.
static bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

/// Ops that are exact on f16 and bf16 and have instructions for them, or need
/// none.
static bool isExactOnNarrow(Operation *op) {
  return isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
             arith::NegFOp, math::AbsFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp>(op);
}

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

/// f64 to f32, rounded to odd (see FloatRounding.h).
Value tc::truncateToOdd(ElementwiseBuilder &b, OpBuilder &builder, Value x) {
  Value nearest = b.cast<arith::TruncFOp>(builder.getF32Type(), x);
  Value back = b.cast<arith::ExtFOp>(builder.getF64Type(), nearest);
  Value isInexact = b.compare(arith::CmpFPredicate::ONE, back, x);
  Value isAway = b.compare(arith::CmpFPredicate::OGT, b.abs(back), b.abs(x));

  Value one = b.integer(1);
  Value bits = b.bits(nearest);
  Value below = b.create<arith::SubIOp>(bits, one);
  Value towardZero = b.select(isAway, below, bits);
  Value odd = b.create<arith::OrIOp>(towardZero, one);
  return b.fromBits(b.select(isInexact, odd, bits));
}

/// Clears the low `count` bits of the integer `x`, `width` bits wide, and
/// notes in the bit above them whether any was set: `x` rounded to odd. Only
/// where |x| >= 2^(count + 16), so that a bf16's 8 bits end well above.
static Value gatherSticky(ElementwiseBuilder &b, Value x, unsigned width,
                          unsigned count, bool isSigned) {
  const int64_t low = (int64_t(1) << count) - 1;
  Value mask = b.integer(low, width);
  Value zero = b.integer(0, width);
  Value rest = b.create<arith::AndIOp>(x, mask);
  Value high = b.create<arith::XOrIOp>(x, rest);
  Value isInexact =
      b.create<arith::CmpIOp>(arith::CmpIPredicate::ne, rest, zero);
  Value sticky = b.select(isInexact, b.integer(low + 1, width), zero);
  Value odd = b.create<arith::OrIOp>(high, sticky);

  // Unsigned, -2^k < x < 2^k is x + 2^k < 2^(k+1), less one end.
  const int64_t limit = int64_t(1) << (count + 16);
  Value shifted =
      isSigned ? b.create<arith::AddIOp>(x, b.integer(limit, width)) : x;
  Value isSmall =
      b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, shifted,
                              b.integer(isSigned ? 2 * limit : limit, width));
  return b.select(isSmall, x, odd);
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// f64 to f16 or bf16. The op's rounding mode, if any, applies to the last
/// step; rounding to odd before it suits every mode.
static void legalizeTruncF(RewriterBase &rewriter, arith::TruncFOp op) {
  ElementwiseBuilder b(rewriter, op.getLoc(), op.getIn().getType());
  op.getInMutable().assign(truncateToOdd(b, rewriter, op.getIn()));
}

/// f16 or bf16 to f64.
static void legalizeExtF(RewriterBase &rewriter, arith::ExtFOp op) {
  ElementwiseBuilder b(rewriter, op.getLoc(), op.getIn().getType());
  Value wide = b.cast<arith::ExtFOp>(rewriter.getF32Type(), op.getIn());
  op.getInMutable().assign(wide);
}

/// An integer to f16 or bf16.
template <typename Cast>
static void legalizeIntToFP(RewriterBase &rewriter, Cast op) {
  Value x = op.getIn();
  Type f32 = rewriter.getF32Type(), f64 = rewriter.getF64Type();
  unsigned width = getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
  constexpr bool isSigned = std::is_same_v<Cast, arith::SIToFPOp>;
  ElementwiseBuilder b(rewriter, op.getLoc(), x.getType());

  Value wide;
  if (width <= 24 || getElementTypeOrSelf(op.getType()).isF16()) {
    wide = b.cast<Cast>(f32, x);
  } else if (width <= 32) {
    wide = b.cast<Cast>(f32, gatherSticky(b, x, width, 8, isSigned));
  } else {
    Value exact = b.cast<Cast>(f64, gatherSticky(b, x, width, 16, isSigned));
    wide = truncateToOdd(b, rewriter, exact);
  }
  rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), wide);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// f16's own subnormals are normal in f32, so the question is asked of the
/// value: 2^-14 <= |x| < infinity.
static void legalizeIsNormal(RewriterBase &rewriter, math::IsNormalOp op) {
  Value x = op.getOperand();
  Type wideType = withElementType(x.getType(), rewriter.getF32Type());
  ElementwiseBuilder b(rewriter, op.getLoc(), wideType);
  Value size = b.abs(b.cast<arith::ExtFOp>(rewriter.getF32Type(), x));
  Value isLarge =
      b.compare(arith::CmpFPredicate::OGE, size, b.constant(0x1p-14));
  Value isFinite =
      b.compare(arith::CmpFPredicate::OLT, size,
                b.constant(std::numeric_limits<double>::infinity()));
  rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
}

/// The op as it is, flags included, on f32.
static void computeInF32(RewriterBase &rewriter, Operation *op) {
  Type f32 = rewriter.getF32Type();
  Location loc = op->getLoc();
  Operation *wide = rewriter.clone(*op);
  rewriter.setInsertionPoint(wide);
  for (OpOperand &operand : wide->getOpOperands()) {
    Type type = operand.get().getType();
    if (isNarrow(type))
      operand.set(arith::ExtFOp::create(
          rewriter, loc, withElementType(type, f32), operand.get()));
  }

  rewriter.setInsertionPoint(op);
  SmallVector<Value> results;
  for (OpResult result : wide->getResults()) {
    Type type = result.getType();
    if (isNarrow(type)) {
      result.setType(withElementType(type, f32));
      results.push_back(arith::TruncFOp::create(rewriter, loc, type, result));
    } else {
      results.push_back(result);
    }
  }
  rewriter.replaceOp(op, results);
}

namespace {

struct LegalizeFloatsPass
    : tc::impl::LegalizeFloatsPassBase<LegalizeFloatsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> narrowOps;
    getOperation()->walk([&](Operation *op) {
      if (needsLegalizing(op))
        narrowOps.push_back(op);
    });

    IRRewriter rewriter(&getContext());
    for (Operation *op : narrowOps) {
      rewriter.setInsertionPoint(op);
      legalize(rewriter, op);
      ++numOps;
    }
  }

private:
  /// Casts between f16 or bf16 and f32 are the target of this pass; those
  /// from and to f8 are not its concern.
  static bool needsLegalizing(Operation *op) {
    if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isExactOnNarrow(op))
      return false;
    if (auto cast = dyn_cast<arith::TruncFOp>(op))
      return isNarrow(cast.getType()) &&
             getElementTypeOrSelf(cast.getIn()).isF64();
    if (auto cast = dyn_cast<arith::ExtFOp>(op))
      return isNarrow(cast.getIn().getType()) &&
             getElementTypeOrSelf(cast.getType()).isF64();
    if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
      return false;
    return llvm::any_of(op->getOperandTypes(), isNarrow) ||
           llvm::any_of(op->getResultTypes(), isNarrow);
  }

  static void legalize(RewriterBase &rewriter, Operation *op) {
    if (auto cast = dyn_cast<arith::TruncFOp>(op))
      return legalizeTruncF(rewriter, cast);
    if (auto cast = dyn_cast<arith::ExtFOp>(op))
      return legalizeExtF(rewriter, cast);
    if (auto cast = dyn_cast<arith::SIToFPOp>(op))
      return legalizeIntToFP(rewriter, cast);
    if (auto cast = dyn_cast<arith::UIToFPOp>(op))
      return legalizeIntToFP(rewriter, cast);
    if (auto test = dyn_cast<math::IsNormalOp>(op))
      if (getElementTypeOrSelf(test.getOperand()).isF16())
        return legalizeIsNormal(rewriter, test);
    computeInF32(rewriter, op);
  }
};

} // namespace
