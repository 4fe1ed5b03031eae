//===- WarpRoles.h - Loops that producers and consumers share ---*- C++ -*-===//
//
// What tcg-specialize-warps finds in a kernel before it changes it: the loops
// whose windows producers copy, the memory that these go through, and what of
// the kernel the producers have to compute for themselves.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TCG_TRANSFORMS_WARPROLES_H
#define MINITC_LIB_DIALECT_TCG_TRANSFORMS_WARPROLES_H

#include "StagedTile.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tcg {

/// Registers move by groups of four warps, so producers are as many.
constexpr unsigned producerWarps = 4;

/// Tiles that are first used by one op: they share barriers.
struct Channel {
  /// Their numbers among the tiles of a loop.
  SmallVector<unsigned> tiles;
};

/// A loop with windows to copy.
struct RingLoop {
  /// In program order.
  SmallVector<StagedTile> tiles;
  SmallVector<Channel> channels;
  /// findSumOverIterations.
  WGMMAWaitOp overlapped;
  /// The ring that its tiles go through.
  unsigned ring = 0;

  TensorLoadOp loadOf(unsigned tile) const {
    return cast<TensorLoadOp>(tiles[tile].load);
  }
};

/// Slots of shared memory for the tiles of one iteration each. Loops with the
/// same tiles go through the same ring, one after the other.
struct Ring {
  SmallVector<SharedType> types;
  SmallVector<Channel> channels;

  /// Of one slot.
  unsigned bytes() const;
};

/// The loops of a kernel that producers take part in.
class WarpRoles {
public:
  /// Finds loops; says whether there are any and producers can run them.
  bool analyze(tc::KernelOp kernel);

  /// By loop, in program order.
  llvm::MapVector<Operation *, RingLoop> loops;
  SmallVector<Ring> rings;

  /// Whether a load is one of such a loop's.
  bool isStaged(TensorLoadOp load) const;
  /// Whether `op` is such a loop or holds one.
  bool holdsLoop(Operation *op) const { return holders.contains(op); }
  /// Whether the producers need an op's result, or what a loop carries.
  bool isNeeded(Operation *op) const { return needed.contains(op); }
  bool isNeeded(BlockArgument argument) const {
    return neededArguments.contains(argument);
  }

private:
  llvm::SmallPtrSet<Operation *, 8> holders;
  llvm::SmallPtrSet<Operation *, 32> needed;
  llvm::SmallDenseSet<Value> neededArguments;

  void addLoop(scf::ForOp loop);
  unsigned findRing(const RingLoop &found);
  bool collectNeeded(tc::KernelOp kernel);
};

} // namespace mlir::tcg

#endif // MINITC_LIB_DIALECT_TCG_TRANSFORMS_WARPROLES_H
