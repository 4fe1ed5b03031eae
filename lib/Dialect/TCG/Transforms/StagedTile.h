//===- StagedTile.h - Tiles that a loop brings to shared memory -*- C++ -*-===//
//
// What tcg-pipeline-loops and tcg-specialize-warps both look for in a loop that
// tcg-lower-dots has been through.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_STAGEDTILE_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_STAGEDTILE_H

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tcg {

/// The most slots that a loop's tiles get in a kernel that does not say.
constexpr unsigned preferredSlots = 4;

/// A tile that is loaded and then used from shared memory alone.
struct StagedTile {
  /// The op that loads it.
  Operation *load = nullptr;
  /// Transpositions and conversions in between, the last one first.
  SmallVector<Operation *> path;
  LocalStoreOp store;
  LocalAllocOp alloc;

  /// The shared tile as the load has it: not transposed.
  SharedType copyType() const;
  /// Takes the tile from `memory`, of `copyType`, instead; the ops that brought
  /// it to shared memory go.
  void replaceBy(RewriterBase &rewriter, Value memory);
};

/// The slots of `bytes` each that fit into `limit` bytes of shared memory
/// beside what the kernel holds there throughout its loops, up to
/// preferredSlots; at least 1.
unsigned chooseSlots(tc::KernelOp kernel, unsigned bytes, unsigned limit);

/// The tile that `store` stores, if a load in `block` brings it there.
std::optional<StagedTile> matchStagedTile(LocalStoreOp store, Block *block);

/// The wait for a product whose result is only the next iteration's sum, so
/// that it may still be under way then, if it is the loop's only product and
/// there is such a wait. Of an operand in memory that the loop allocates,
/// `isStaged` says whether it stays unchanged for another iteration.
WGMMAWaitOp findSumOverIterations(scf::ForOp loop,
                                  function_ref<bool(LocalAllocOp)> isStaged);

/// Waits for that product behind the loop, whose result `index` it is.
void waitForSum(RewriterBase &rewriter, scf::ForOp loop, unsigned index);

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_STAGEDTILE_H
