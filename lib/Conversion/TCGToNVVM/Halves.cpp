//===- Halves.cpp - Two tiles put together, and one taken apart -----------===//
//
// tc.join, cat and split move nothing between threads: the layouts were
// inferred to make it so.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

LogicalResult refuse(Operation *op) {
  return op->emitOpError("expected layouts that move nothing between threads, "
                         "but got ")
         << op->getOperandTypes() << " and " << op->getResultTypes();
}

/// Whether the lanes and warps of `half` hold what those of `whole` do, but for
/// the bit that tells the halves apart.
bool areThreadsAlike(const LinearLayout &whole, const LinearLayout &half,
                     unsigned bit) {
  for (InDim dim : {InDim::Lane, InDim::Warp}) {
    Bases projected;
    for (uint32_t basis : whole.bases(dim))
      projected.push_back(minitc::f2::removeBit(basis, bit));
    if (projected != half.bases(dim))
      return false;
  }
  return true;
}

/// For each basis, which half it leads to.
Bases halfOf(const Bases &bases, unsigned bit) {
  Bases halves;
  for (uint32_t basis : bases)
    halves.push_back(basis >> bit & 1);
  return halves;
}

template <typename OpTy> struct JoinPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout half = tcg::getLayout(op.getLhs().getType());
    LinearLayout whole = tcg::getLayout(op.getType());
    unsigned bit = tcg::halvesBit(op);
    bool isMatch = op.getLhs().getType() == op.getRhs().getType() &&
                   areThreadsAlike(whole, half, bit);
    // Where the registers are among those of the left half, then of the right
    // one; in a thread of the right half it is the other way round.
    SmallVector<int32_t> own, swapped;
    int32_t count = half.size(InDim::Register);
    for (uint32_t r = 0; isMatch && r < whole.size(InDim::Register); ++r) {
      uint32_t element = whole.apply(InDim::Register, r);
      std::optional<uint32_t> reg = minitc::f2::solve(
          half.bases(InDim::Register), minitc::f2::removeBit(element, bit));
      isMatch = reg.has_value();
      bool isRight = element >> bit & 1;
      own.push_back(reg.value_or(0) + (isRight ? count : 0));
      swapped.push_back(reg.value_or(0) + (isRight ? 0 : count));
    }
    if (!isMatch)
      return refuse(op);
    LoweringBuilder b(rewriter, op.getLoc());
    Value both = b.concat({adaptor.getLhs(), adaptor.getRhs()});
    Value result = b.shuffle(both, own);
    Bases lanes = halfOf(whole.bases(InDim::Lane), bit);
    Bases warps = halfOf(whole.bases(InDim::Warp), bit);
    if (llvm::is_contained(lanes, 1u) || llvm::is_contained(warps, 1u)) {
      Value isLeft = b.equals(b.applyToThread(lanes, warps), b.i32(0));
      result = b.select(isLeft, result, b.shuffle(both, swapped));
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct SplitPattern : OpConversionPattern<tc::SplitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::SplitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout whole = tcg::getLayout(op.getSource().getType());
    unsigned bit = tcg::halvesBit(op);
    LoweringBuilder b(rewriter, op.getLoc());
    SmallVector<Value> results;
    for (auto [right, type] : llvm::enumerate(op.getResultTypes())) {
      LinearLayout half = tcg::getLayout(type);
      SmallVector<int32_t> registers;
      for (uint32_t r = 0; r < half.size(InDim::Register); ++r) {
        uint32_t element =
            minitc::f2::insertZero(half.apply(InDim::Register, r), bit);
        std::optional<uint32_t> reg = minitc::f2::solve(
            whole.bases(InDim::Register), element | uint32_t(right) << bit);
        if (!reg)
          return refuse(op);
        registers.push_back(*reg);
      }
      if (!areThreadsAlike(whole, half, bit) || isHalved(whole, bit))
        return refuse(op);
      results.push_back(b.shuffle(adaptor.getSource(), registers));
    }
    rewriter.replaceOp(op, results);
    return success();
  }

  /// Whether some threads hold other halves than others do at one register.
  static bool isHalved(const LinearLayout &whole, unsigned bit) {
    for (InDim dim : {InDim::Lane, InDim::Warp})
      for (uint32_t basis : whole.bases(dim))
        if (basis >> bit & 1)
          return true;
    return false;
  }
};

} // namespace

void minitc::populateHalvesPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<JoinPattern<tc::JoinOp>, JoinPattern<tc::CatOp>, SplitPattern>(
      converter, patterns.getContext());
}
