//===- LowerCollectives.cpp - Shared-memory traffic made explicit --------===//
//
// Takes apart what spans warps, each kind of collective in a file of its own,
// and turns the conversions that need it into a store to and a load from shared
// memory.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_LOWERCOLLECTIVESPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

namespace {

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Tiles up to this size, in bytes, are all stored before the first of them is
/// loaded, which saves barriers; larger ones would take more memory at once.
constexpr unsigned groupedTileLimit = 2048;

/// Where a conversion's store goes: at the conversion, or before the loads of
/// the conversions just before it.
Operation *storePosition(ConvertLayoutOp op, unsigned bytes) {
  Operation *position = op;
  if (bytes > groupedTileLimit)
    return position;
  while (auto load = dyn_cast_or_null<LocalLoadOp>(position->getPrevNode())) {
    if (load == op.getSource().getDefiningOp() ||
        load.getMemory().getType().getBytes() > groupedTileLimit)
      break;
    position = load;
  }
  return position;
}

void throughSharedMemory(ConvertLayoutOp op) {
  RankedTensorType from = tileType(op.getSource()), to = op.getType();
  LinearLayout source = getLayout(from), target = getLayout(to);
  if (minitc::planConversion(source, target).kind !=
      minitc::ConversionKind::SharedMemory)
    return;
  SharedType type = sharedTypeFor(from, source, target);
  OpBuilder builder(storePosition(op, type.getBytes()));
  Value memory = LocalAllocOp::create(builder, op.getLoc(), type);
  LocalStoreOp::create(builder, op.getLoc(), op.getSource(), memory);
  builder.setInsertionPoint(op);
  Value loaded = LocalLoadOp::create(builder, op.getLoc(), to, memory);
  op.replaceAllUsesWith(loaded);
  op.erase();
}

struct LowerCollectivesPass
    : mlir::tcg::impl::LowerCollectivesPassBase<LowerCollectivesPass> {
  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    lowerScans(kernel);
    lowerReductions(kernel);
    lowerHistograms(kernel);
    lowerPrints(kernel);
    // Scans leave gathers, and everything leaves conversions.
    lowerGathers(kernel);
    for (ConvertLayoutOp op : collect<ConvertLayoutOp>(kernel))
      throughSharedMemory(op);
  }
};

} // namespace
