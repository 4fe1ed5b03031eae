//===- Async.cpp - Copies to shared memory that overlap with work ---------===//

#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using minitc::LinearLayout;

namespace {

struct LocalSlotPattern : OpConversionPattern<tcg::LocalSlotOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalSlotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    Value bytes = LLVM::MulOp::create(rewriter, op.getLoc(), adaptor.getIndex(),
                                      b.i32(op.getType().getBytes()));
    rewriter.replaceOp(
        op, sharedElement(b, adaptor.getMemory(), rewriter.getI8Type(), bytes));
    return success();
  }
};

struct LocalViewPattern : OpConversionPattern<tcg::LocalViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getMemory());
    return success();
  }
};

/// One cp.async for each vector: a masked one copies no byte and fills with
/// zeros. There is no branch, even where nothing is to be copied: addresses are
/// then computed while the tensor cores work, not behind the barrier.
struct AsyncCopyPattern : OpConversionPattern<tcg::AsyncCopyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    tcg::SharedType memory = op.getMemory().getType();
    LinearLayout held = tcg::getLayout(op.getPtr().getType());
    LinearLayout shared = memory.getLinearLayout();
    Type element = minitc::memoryType(memory.getElementType());
    unsigned elementBytes = tc::elementBytes(memory.getElementType());
    auto access = op->getAttrOfType<DenseI32ArrayAttr>(tcg::accessAttrName);
    unsigned width = tcg::asyncCopyWidth(held, shared, elementBytes, access);
    if (width == 0)
      return op.emitOpError("expected pieces of 4, 8 or 16 bytes that are in "
                            "one piece in both memories");

    SharedAddress address(b, held, shared, element);
    b.ifTrue(b.isRepresentative(held),
             [&] { copy(b, adaptor, address, width, elementBytes); });
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void copy(LoweringBuilder &b, OpAdaptor adaptor,
                   SharedAddress &address, unsigned width,
                   unsigned elementBytes) {
    SmallVector<Value> ptrs = b.explode(adaptor.getPtr()), masks;
    if (adaptor.getMask())
      masks = b.explode(adaptor.getMask());
    minitc::AsyncCopy operation{width * elementBytes};
    for (unsigned first = 0; first < ptrs.size(); first += width) {
      Value isWanted = masks.empty() ? b.i1(true) : masks[first];
      if (Value predicate = adaptor.getPredicate())
        isWanted = b.andi(isWanted, predicate);
      b.callPTXOperation(operation.name(),
                         LLVM::LLVMVoidType::get(b.builder.getContext()),
                         {address.of(adaptor.getMemory(), first), ptrs[first],
                          b.xori(isWanted, b.i1(true))});
    }
  }
};

struct PinPattern : OpConversionPattern<tcg::PinOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::PinOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    SmallVector<Value> ptrs = b.explode(adaptor.getSource());
    auto access = op->getAttrOfType<DenseI32ArrayAttr>(tcg::accessAttrName);
    unsigned width = access ? access[1] : 1;
    for (unsigned first = 0; first < ptrs.size(); first += width)
      ptrs[first] = b.callPTXOperation(minitc::pinName.str(),
                                       ptrs[first].getType(), ptrs[first]);
    rewriter.replaceOp(op, b.fromElements(ptrs));
    return success();
  }
};

struct FinishPattern : OpConversionPattern<tcg::FinishOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::FinishOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    for (Value element : b.explode(adaptor.getSource()))
      b.callPTXOperation(minitc::finishName.str(),
                         LLVM::LLVMVoidType::get(rewriter.getContext()),
                         element);
    rewriter.eraseOp(op);
    return success();
  }
};

struct AsyncCommitPattern : OpConversionPattern<tcg::AsyncCommitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::AsyncCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct AsyncWaitPattern : OpConversionPattern<tcg::AsyncWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::AsyncWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncWaitGroupOp>(op, op.getPending());
    return success();
  }
};

} // namespace

void minitc::populateAsyncPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LocalSlotPattern, LocalViewPattern, AsyncCopyPattern, PinPattern,
               FinishPattern, AsyncCommitPattern, AsyncWaitPattern>(
      converter, patterns.getContext());
}
