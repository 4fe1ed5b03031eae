//===- LayoutChecks.cpp - What no layout can be assigned to ---------------===//

#include "LayoutChecks.h"
#include "LayoutHeuristics.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace mlir::tcg;

/// Registers of a thread that one tile may take without a warning, and at all.
/// ptxas takes 1.9 s for 512 live values in a thread, 6.7 s for 1024, 37 s for
/// 2048.
constexpr unsigned spillingShare = 256;
constexpr unsigned refusedShare = 1024;

LogicalResult mlir::tcg::checkViews(tc::KernelOp kernel) {
  WalkResult walk = kernel.walk([](Operation *op) {
    if (!isa<tc::MakeViewOp, tc::LoadViewOp, tc::StoreViewOp>(op))
      return WalkResult::advance();
    op->emitOpError("expected tc-expand-views to have replaced it");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

static bool isTileValue(Value value) {
  return isa<RankedTensorType>(value.getType());
}

LogicalResult mlir::tcg::checkCombiners(tc::KernelOp kernel) {
  WalkResult walk = kernel.walk([](Operation *combining) {
    if (!isa<tc::ReduceOp, tc::ScanOp>(combining))
      return WalkResult::advance();
    return combining->getRegion(0).walk([&](Operation *op) {
      if (!llvm::any_of(op->getResults(), isTileValue) &&
          !llvm::any_of(op->getOperands(), isTileValue))
        return WalkResult::advance();
      combining->emitOpError("a combiner works on scalars")
              .attachNote(op->getLoc())
          << "'" << op->getName() << "' takes or makes a tile";
      return WalkResult::interrupt();
    });
  });
  return failure(walk.wasInterrupted());
}

/// Addresses are recomputed rather than held.
static uint64_t registersPerThread(Type type, unsigned warps) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || isa<tc::PtrType>(tile.getElementType()))
    return 0;
  return llvm::divideCeil(tc::elementBytes(tile.getElementType()), 4) *
         elementsPerThread(tile.getShape(), warps);
}

LogicalResult mlir::tcg::checkShares(tc::KernelOp kernel, unsigned warps) {
  Operation *largest = nullptr;
  uint64_t most = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (uint64_t share = registersPerThread(type, warps); share > most) {
        most = share;
        largest = op;
      }
  });
  if (most <= spillingShare)
    return success();
  bool isRefused = most > refusedShare;
  InFlightDiagnostic diag =
      isRefused ? largest->emitOpError() : largest->emitWarning();
  for (Type type : largest->getResultTypes())
    if (registersPerThread(type, warps) == most) {
      diag << type << " takes " << most << " registers of each thread, ";
      break;
    }
  if (isRefused)
    diag << "but at most " << refusedShare << " are allowed and 255 exist";
  else
    diag << "of 255 there are";
  diag << ": use a smaller tile";
  if (warps < maxWarps)
    diag << " or more warps than " << warps;
  return failure(isRefused);
}
