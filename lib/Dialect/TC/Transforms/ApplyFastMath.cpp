//===- ApplyFastMath.cpp - Fast-math flags for a whole kernel -------------===//
//
// Adds to every float op the flags that `--fast-math` stands for.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tc {
#define GEN_PASS_DEF_APPLYFASTMATHPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;

namespace {

constexpr arith::FastMathFlags fastFlags = arith::FastMathFlags::nsz |
                                           arith::FastMathFlags::arcp |
                                           arith::FastMathFlags::afn;

struct ApplyFastMathPass : tc::impl::ApplyFastMathPassBase<ApplyFastMathPass> {
  void runOnOperation() override {
    getOperation()->walk([&](arith::ArithFastMathInterface op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        return;
      arith::FastMathFlagsAttr old = op.getFastMathFlagsAttr();
      arith::FastMathFlags flags =
          (old ? old.getValue() : arith::FastMathFlags::none) | fastFlags;
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(&getContext(), flags));
      ++numOps;
    });
  }
};

} // namespace
