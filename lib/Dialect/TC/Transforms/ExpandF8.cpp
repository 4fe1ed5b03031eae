//===- ExpandF8.cpp - Conversions from and to f8 --------------------------===//
//
// Puts the conversions from and to f8 in terms that the target has: arithmetic
// on f32 and its bits, without a branch, where it has no instruction for them.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "FloatRounding.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tc {
#define GEN_PASS_DEF_EXPANDF8PASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

namespace {

/// An f8 format next to f32's 8 exponent and 23 mantissa bits.
struct F8Format {
  unsigned mantissaBits;
  int bias;
  /// The largest number.
  double largest;

  /// By how many bits a normal f8's magnitude is shifted to stand where f32 has
  /// its exponent and mantissa.
  unsigned shift() const { return 23 - mantissaBits; }
  /// Adding this to the exponent, as a factor, corrects the bias.
  double biasFactor() const { return std::ldexp(1.0, 127 - bias); }
  double smallestNormal() const { return std::ldexp(1.0, 1 - bias); }
  /// Numbers from here to twice here are as far apart in f32 as f8's subnormal
  /// numbers are.
  double subnormalAnchor() const {
    return std::ldexp(1.0, 1 - bias - int(mantissaBits) + 23);
  }
};

} // namespace

static F8Format formatOf(Type f8) {
  if (isa<Float8E4M3FNType>(getElementTypeOrSelf(f8)))
    return {3, 7, 448.0};
  return {2, 15, 57344.0};
}

/// f32 to the bits of an f8, as i8. The canonical NaN is all ones but the sign,
/// as that of the GPU's own conversion.
static Value roundToBits(ElementwiseBuilder &b, OpBuilder &builder, Value x,
                         const F8Format &format) {
  auto shiftRight = [&](Value value, int64_t count) {
    return b.create<arith::ShRUIOp>(value, b.integer(count));
  };
  auto add = [&](Value value, int64_t addend) {
    return b.create<arith::AddIOp>(value, b.integer(addend));
  };
  // A NaN becomes the largest number here and is put right at the end.
  Value size = b.create<arith::MinNumFOp>(b.abs(x), b.constant(format.largest));

  // Half of the last place, less one where that makes a tie go to even.
  Value bits = b.bits(size);
  Value isOdd =
      b.create<arith::AndIOp>(shiftRight(bits, format.shift()), b.integer(1));
  const int64_t justBelowHalf = (int64_t(1) << (format.shift() - 1)) - 1;
  Value rounded = b.create<arith::AddIOp>(add(bits, justBelowHalf), isOdd);
  Value normal = add(shiftRight(rounded, format.shift()),
                     -(int64_t(127 - format.bias) << format.mantissaBits));

  // The addition rounds to a multiple of the smallest subnormal.
  Value anchor = b.constant(format.subnormalAnchor());
  Value subnormal =
      b.create<arith::SubIOp>(b.bits(b.add(size, anchor)), b.bits(anchor));

  Value isSubnormal = b.compare(arith::CmpFPredicate::OLT, size,
                                b.constant(format.smallestNormal()));
  Value magnitude = b.select(isSubnormal, subnormal, normal);
  Value sign =
      b.create<arith::AndIOp>(shiftRight(b.bits(x), 24), b.integer(0x80));
  Value number = b.create<arith::OrIOp>(magnitude, sign);
  Value isNaN = b.compare(arith::CmpFPredicate::UNO, x, x);
  return b.cast<arith::TruncIOp>(builder.getI8Type(),
                                 b.select(isNaN, b.integer(0x7f), number));
}

/// The bits of an f8E4M3FN, as i8, to f32. Shifted into place they are the
/// number but for the bias, subnormals included; a product corrects that.
static Value fromE4M3(ElementwiseBuilder &b, OpBuilder &builder, Value bits) {
  const F8Format format{3, 7, 448.0};
  Value wide = b.cast<arith::ExtUIOp>(builder.getI32Type(), bits);
  Value magnitude = b.create<arith::AndIOp>(wide, b.integer(0x7f));
  Value placed = b.create<arith::ShLIOp>(magnitude, b.integer(format.shift()));
  Value number = b.mul(b.fromBits(placed), b.constant(format.biasFactor()));
  Value isNaN = b.create<arith::CmpIOp>(arith::CmpIPredicate::eq, magnitude,
                                        b.integer(0x7f));
  Value size = b.select(isNaN, b.integer(0x7fc00000), b.bits(number));
  Value sign = b.create<arith::ShLIOp>(
      b.create<arith::AndIOp>(wide, b.integer(0x80)), b.integer(24));
  return b.fromBits(b.create<arith::OrIOp>(size, sign));
}

/// The bits of an f8E5M2, as i8, to f16: its upper half.
static Value fromE5M2(ElementwiseBuilder &b, OpBuilder &builder, Value bits) {
  Type i16 = builder.getI16Type();
  Value wide = b.cast<arith::ExtUIOp>(i16, bits);
  Value placed = b.create<arith::ShLIOp>(wide, b.integer(8, 16));
  return b.cast<arith::BitcastOp>(builder.getF16Type(), placed);
}

/// A float as another, which holds it exactly.
static Value exactly(ElementwiseBuilder &b, Value value, Type element) {
  unsigned from = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  unsigned to = element.getIntOrFloatBitWidth();
  if (from < to)
    return b.cast<arith::ExtFOp>(element, value);
  return from > to ? b.cast<arith::TruncFOp>(element, value) : value;
}

namespace {

struct ExpandF8Pass : tc::impl::ExpandF8PassBase<ExpandF8Pass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](PrintOp op) { extendPrinted(rewriter, op); });
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<ToF8Op>(op) || isExtension(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto round = dyn_cast<ToF8Op>(op))
        expand(rewriter, round);
      else if (!native)
        expand(rewriter, cast<arith::ExtFOp>(op));
    }
  }

private:
  static bool isExtension(Operation *op) {
    auto extend = dyn_cast<arith::ExtFOp>(op);
    return extend && isF8(getElementTypeOrSelf(extend.getIn().getType()));
  }

  /// What is printed is extended to f16, which holds it exactly.
  static void extendPrinted(RewriterBase &rewriter, PrintOp op) {
    rewriter.setInsertionPoint(op);
    for (OpOperand &value : op->getOpOperands()) {
      Type type = value.get().getType();
      if (!isF8(getElementTypeOrSelf(type)))
        continue;
      Type half = withElementType(type, rewriter.getF16Type());
      value.set(
          arith::ExtFOp::create(rewriter, op.getLoc(), half, value.get()));
    }
  }

  /// By way of f32: exactly, or rounded to odd.
  void expand(RewriterBase &rewriter, ToF8Op op) {
    Value source = op.getSource();
    Type element = getElementTypeOrSelf(source);
    Type f32 = rewriter.getF32Type();
    ElementwiseBuilder b(rewriter, op.getLoc(),
                         withElementType(source.getType(), f32));
    if (element.isF64()) {
      ElementwiseBuilder wide(rewriter, op.getLoc(), source.getType());
      source = truncateToOdd(wide, rewriter, source);
    } else {
      source = exactly(b, source, f32);
    }
    if (native) {
      op.getSourceMutable().assign(source);
      return;
    }
    Value bits = roundToBits(b, rewriter, source, formatOf(op.getType()));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
  }

  void expand(RewriterBase &rewriter, arith::ExtFOp op) {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    Type f32 = rewriter.getF32Type();
    ElementwiseBuilder b(rewriter, op.getLoc(), withElementType(type, f32));
    Value bits = b.cast<arith::BitcastOp>(rewriter.getI8Type(), op.getIn());
    Value number;
    if (isa<Float8E4M3FNType>(getElementTypeOrSelf(op.getIn().getType()))) {
      number = fromE4M3(b, rewriter, bits);
    } else {
      number = fromE5M2(b, rewriter, bits);
      if (!element.isF16())
        number = exactly(b, number, f32);
    }
    rewriter.replaceOp(op, getElementTypeOrSelf(number) == element
                               ? number
                               : exactly(b, number, element));
  }
};

} // namespace
