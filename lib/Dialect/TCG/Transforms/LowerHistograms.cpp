//===- LowerHistograms.cpp - Counting in shared memory --------------------===//
//
// A histogram is a tile of zeros in shared memory, to which every thread adds
// what it holds.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

void mlir::tcg::lowerHistograms(tc::KernelOp kernel) {
  for (tc::HistogramOp op : collect<tc::HistogramOp>(kernel)) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    RankedTensorType type = op.getType();
    // A value is the offset of its count.
    auto memoryType = SharedType::get(
        type.getElementType(), LinearLayout::rowMajorShared(shapeVector(type)));
    Value memory = LocalAllocOp::create(builder, loc, memoryType);
    Value zeros =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    LocalStoreOp::create(builder, loc, zeros, memory);
    LocalCountOp::create(builder, loc, op.getSource(), memory, op.getMask());
    Value counts = LocalLoadOp::create(builder, loc, type, memory);
    op.replaceAllUsesWith(counts);
    op.erase();
  }
}
