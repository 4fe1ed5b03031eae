//===- LayoutHeuristics.cpp - Which layout an access would like -----------===//

#include "LayoutHeuristics.h"

#include "DotPlan.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;

/// Enough elements in a thread to keep 16-byte accesses in flight, few enough
/// that many warps fit on a multiprocessor.
constexpr int64_t preferredElementsPerThread = 16;
/// Half of the 255 registers that a thread can have.
constexpr int64_t maxRegistersPerTile = 128;

/// The size of the largest tile of a kernel.
struct LargestTile {
  int64_t elements = 1;
  /// In 32-bit registers, of all threads together; addresses are left out,
  /// since they are recomputed rather than held.
  int64_t registers = 1;
};

static LargestTile findLargestTile(tc::KernelOp kernel) {
  LargestTile largest;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<RankedTensorType>(type)) {
        int64_t words =
            llvm::divideCeil(tc::elementBytes(tile.getElementType()), 4);
        largest.elements = std::max(largest.elements, tile.getNumElements());
        if (!isa<tc::PtrType>(tile.getElementType()))
          largest.registers =
              std::max(largest.registers, tile.getNumElements() * words);
      }
  });
  return largest;
}

unsigned mlir::tcg::chooseNumWarps(tc::KernelOp kernel) {
  if (unsigned warps = chooseDotWarps(kernel))
    return warps;
  auto [elements, registers] = findLargestTile(kernel);
  unsigned warps = 1;
  while (warps < 4 && warps * warpSize < elements)
    warps *= 2;
  while (warps < 16 &&
         elements / (warps * warpSize) > preferredElementsPerThread)
    warps *= 2;
  while (warps < 32 && registers / (warps * warpSize) > maxRegistersPerTile)
    warps *= 2;
  return warps;
}

unsigned mlir::tcg::chooseMinBlocks(tc::KernelOp kernel, unsigned numWarps) {
  // With few warps in a block, a register more or less costs a small part of
  // the occupancy. With 16 warps it can cost half: softmax of rows of 16384 on
  // an H200 takes 66 registers where 64 let two blocks in.
  if (numWarps < 16)
    return 0;
  constexpr int64_t registerFile = 65536;
  int64_t threads = numWarps * warpSize;
  int64_t share = findLargestTile(kernel).registers / threads;
  int64_t needed = std::max<int64_t>(64, 2 * share);
  return std::max<int64_t>(1, registerFile / (threads * needed));
}

unsigned mlir::tcg::elementsPerThread(ArrayRef<int64_t> shape,
                                      unsigned numWarps) {
  int64_t elements = std::accumulate(shape.begin(), shape.end(), int64_t(1),
                                     std::multiplies<int64_t>());
  return std::max<int64_t>(1, elements / (numWarps * warpSize));
}

unsigned mlir::tcg::chooseWidth(ArrayRef<Access> accesses) {
  // An access of width w in a layout of w' elements side by side takes
  // 1 / min(w, w') instructions an element, and touches w' / w times the
  // memory sectors where the layout is wider than it.
  auto cost = [&](unsigned width) {
    double sum = 0;
    for (const Access &access : accesses) {
      double weight = access.loopDepth ? 8.0 : 1.0;
      double instructions = 1.0 / std::min(width, access.width);
      double sectors = std::max(1.0, double(width) / access.width);
      sum += weight * instructions * sectors;
    }
    return sum;
  };
  unsigned best = 1;
  for (unsigned width = 2; width <= 16; width *= 2)
    if (cost(width) < cost(best))
      best = width;
  return best;
}

LinearLayout mlir::tcg::defaultLayout(RankedTensorType type,
                                      unsigned numWarps) {
  std::vector<unsigned> order;
  for (unsigned dim = type.getRank(); dim > 0; --dim)
    order.push_back(dim - 1);
  unsigned width = std::min(4u, elementsPerThread(type.getShape(), numWarps));
  return LinearLayout::blocked(shapeVector(type), order, width, warpSize,
                               numWarps);
}
