//===- ExpandDots.cpp - Dots in terms that tensor cores have --------------===//
//
// tf32x3 becomes three products of tf32, and f8 becomes f16 where no
// instruction multiplies f8.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"
#include "minitc/Layout/TensorCore.h"

#include "ElementwiseBuilder.h"

namespace mlir::tc {
#define GEN_PASS_DEF_EXPANDDOTSPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

//===----------------------------------------------------------------------===//
// tf32x3
//===----------------------------------------------------------------------===//

namespace {
/// An f32 as a number of 10 bits of mantissa and what is left. Infinities and
/// NaNs are in `big` alone: beside zeros of the other operand's rest, they
/// would be NaN where the product is none.
struct SplitOperand {
  Value big, finite, rest;
};
} // namespace

static SplitOperand splitTF32(OpBuilder &builder, Location loc, Value x) {
  ElementwiseBuilder b(builder, loc, x.getType());
  auto below = [&](Value bits, uint32_t limit) -> Value {
    return b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, bits,
                                   b.integer(limit));
  };
  Value bits = b.bits(x);
  Value magnitude = b.create<arith::AndIOp>(bits, b.integer(0x7FFFFFFF));
  // To nearest, ties away from zero; toward zero where that would be infinity.
  Value half =
      b.select(below(magnitude, 0x7F7FF000), b.integer(0x1000), b.integer(0));
  Value rounded = b.fromBits(b.create<arith::AndIOp>(
      b.create<arith::AddIOp>(bits, half), b.integer(int32_t(0xFFFFE000))));
  Value isFinite = below(magnitude, 0x7F800000), zero = b.constant(0.0);
  return {b.select(isFinite, rounded, x), b.select(isFinite, rounded, zero),
          b.select(isFinite, b.sub(x, rounded), zero)};
}

/// The small products first, so that the big one is added to their sum.
static void expandTF32x3(DotOp op) {
  OpBuilder builder(op);
  SplitOperand a = splitTF32(builder, op.getLoc(), op.getA());
  SplitOperand b = splitTF32(builder, op.getLoc(), op.getB());
  auto tf32 = DotPrecisionAttr::get(op.getContext(), DotPrecision::TF32);
  Value sum = op.getAcc();
  for (auto [left, right] :
       {std::pair(a.rest, b.finite), std::pair(a.finite, b.rest),
        std::pair(a.big, b.big)})
    sum = DotOp::create(builder, op.getLoc(), op.getType(), left, right, sum,
                        tf32);
  op.replaceAllUsesWith(sum);
  op.erase();
}

//===----------------------------------------------------------------------===//
// f8
//===----------------------------------------------------------------------===//

/// Whether wgmma multiplies these operands of f8.
static bool fitsWGMMA(DotOp op, unsigned numWarps) {
  if (op.getType().getRank() != 2)
    return false;
  ArrayRef<int64_t> a = shapeOf(op.getA().getType());
  int64_t m = a[0], k = a[1], n = op.getType().getShape()[1];
  return minitc::isWGMMAShape(m, n, k, /*elementBytes=*/1) &&
         minitc::spreadWarpgroups(m, n, numWarps);
}

static void extendF8(DotOp op) {
  OpBuilder builder(op);
  for (OpOperand *operand : {&op.getAMutable(), &op.getBMutable()}) {
    Value tile = operand->get();
    operand->set(arith::ExtFOp::create(
        builder, op.getLoc(), withElement(tile.getType(), builder.getF16Type()),
        tile));
  }
}

namespace {
struct ExpandDotsPass : mlir::tc::impl::ExpandDotsPassBase<ExpandDotsPass> {
  using Base::Base;

  /// The most that are chosen for a kernel with a dot that does not say.
  static constexpr unsigned mostChosenWarps = 16;

  void runOnOperation() override {
    SmallVector<DotOp> dots;
    getOperation()->walk([&](DotOp dot) { dots.push_back(dot); });
    for (DotOp dot : dots) {
      if (dot.getPrecision() == DotPrecision::TF32x3) {
        expandTF32x3(dot);
        ++numTF32x3;
      } else if (isF8(getElementTypeOrSelf(dot.getA())) &&
                 !(target == "sm_90a" && fitsWGMMA(dot, warpsOf(dot)))) {
        extendF8(dot);
        ++numF8;
      }
    }
  }

  unsigned warpsOf(DotOp dot) {
    if (numWarps)
      return numWarps;
    auto kernel = dot->getParentOfType<KernelOp>();
    return kernel ? kernel.getNumWarps().value_or(mostChosenWarps)
                  : mostChosenWarps;
  }
};
} // namespace
