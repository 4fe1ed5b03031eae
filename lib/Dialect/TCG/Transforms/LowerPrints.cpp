//===- LowerPrints.cpp - Tiles gathered for printing ----------------------===//
//
// A print becomes one for each value. A tile's elements come together in shared
// memory, a part at a time, where the thread that prints can reach them.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

/// Bytes of shared memory that a tile is printed through: small beside what
/// kernels have, as a print should not keep one from running.
static constexpr unsigned printedPartBytes = 2048;

static void printTile(OpBuilder &builder, tc::PrintOp op, Value tile) {
  Type element = tileType(tile).getElementType();
  int64_t part =
      std::min<int64_t>(tileType(tile).getNumElements(),
                        printedPartBytes / tc::elementBytes(element));
  auto memoryType =
      SharedType::get(element, LinearLayout::rowMajorShared({part}));
  Value memory = LocalAllocOp::create(builder, op.getLoc(), memoryType);
  PrintOp::create(builder, op.getLoc(), op.getPrefixAttr(), tile, memory);
}

void mlir::tcg::lowerPrints(tc::KernelOp kernel) {
  for (tc::PrintOp op : collect<tc::PrintOp>(kernel)) {
    if (op.getValues().empty())
      continue;
    OpBuilder builder(op);
    for (Value value : op.getValues()) {
      if (isa<RankedTensorType>(value.getType()))
        printTile(builder, op, value);
      else
        tc::PrintOp::create(builder, op.getLoc(), op.getPrefixAttr(), value);
    }
    op.erase();
  }
}
