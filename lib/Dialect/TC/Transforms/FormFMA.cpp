//===- FormFMA.cpp - Contraction of multiplies and adds -------------------===//
//
// Turns a product that only feeds adds and subtracts into fused multiply-adds.
// Contraction is decided here and nowhere else.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tc {
#define GEN_PASS_DEF_FORMFMAPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;

/// Whether every use of `product` goes away by contraction: as one operand of
/// an add or subtract in the same block.
static bool onlyFeedsAdds(arith::MulFOp product) {
  return !product->use_empty() &&
         llvm::all_of(product->getUsers(), [&](Operation *user) {
           return isa<arith::AddFOp, arith::SubFOp>(user) &&
                  user->getBlock() == product->getBlock() &&
                  user->getOperand(0) != user->getOperand(1);
         });
}

/// The product that operand `index` of `op` can be contracted with, or null.
static arith::MulFOp getProduct(Operation *op, unsigned index) {
  auto product = op->getOperand(index).getDefiningOp<arith::MulFOp>();
  return product && onlyFeedsAdds(product) ? product : nullptr;
}

/// Contracts `op`, an addf or a subf, with the product that is its operand
/// `index`, and erases both that are no longer used.
static void contract(RewriterBase &rewriter, Operation *op,
                     arith::MulFOp product, unsigned index) {
  rewriter.setInsertionPoint(op);
  Value a = product.getLhs(), b = product.getRhs();
  Value addend = op->getOperand(1 - index);
  if (isa<arith::SubFOp>(op)) {
    Value &negated = index == 0 ? addend : a;
    negated = arith::NegFOp::create(rewriter, op->getLoc(), negated);
  }
  arith::FastMathFlags flags =
      product.getFastmath() &
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue();
  rewriter.replaceOpWithNewOp<math::FmaOp>(op, a, b, addend, flags);
  if (product->use_empty())
    rewriter.eraseOp(product);
}

/// Whether a reduction adds up products that nothing else uses.
static bool isSumOfProducts(tc::ReduceOp op) {
  if (op.getKind() != tc::ReduceKind::Sum)
    return false;
  Value source = op.getSources().front();
  return source.hasOneUse() && source.getDefiningOp<arith::MulFOp>();
}

namespace {

struct FormFMAPass : tc::impl::FormFMAPassBase<FormFMAPass> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (!isa<arith::AddFOp, arith::SubFOp>(op))
        return;
      Type element = getElementTypeOrSelf(op->getResult(0).getType());
      if (element.isF32() || element.isF64())
        sums.push_back(op);
    });

    // The lowering of the reduction sees to the rest.
    getOperation()->walk([&](tc::ReduceOp op) {
      if (isSumOfProducts(op)) {
        op->setAttr(tc::contractAttrName, UnitAttr::get(&getContext()));
        ++numFormed;
      }
    });

    IRRewriter rewriter(&getContext());
    for (Operation *sum : sums) {
      for (unsigned index : {0, 1}) {
        if (arith::MulFOp product = getProduct(sum, index)) {
          contract(rewriter, sum, product, index);
          ++numFormed;
          break;
        }
      }
    }
  }
};

} // namespace
