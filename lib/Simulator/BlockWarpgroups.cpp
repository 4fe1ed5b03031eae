//===- BlockWarpgroups.cpp - Where four warps meet ------------------------===//

#include "Block.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

using Kind = SimulatorFault::Kind;

void Block::meetInWarpgroup(uint32_t site, uint64_t *words) {
  unsigned number = running->index / groupThreads;
  if (number >= warpgroups.size()) {
    fail(Kind::BadCollective,
         siteOf(site).what +
             ": expected four warps from a multiple of four "
             "on, but warp " +
             std::to_string(running->index / warpSize) + " is one of " +
             std::to_string(threads.size() / warpSize),
         site, running->index);
    abandon();
  }
  WarpgroupState &group = warpgroups[number];
  if (group.numArrived == 0)
    group.site = site;
  else if (group.site != site)
    failWarpgroupSite(group, site);
  stopIfFault();
  group.arrived[running->index % groupThreads] = words;
  if (++group.numArrived < groupThreads)
    return wait(site, /*barrier=*/-1);
  completeWarpgroup(number);
  stopIfFault();
}

void Block::completeWarpgroup(unsigned number) {
  WarpgroupState &group = warpgroups[number];
  const WarpgroupOperation &operation = *siteOf(group.site).warpgroup;
  Warpgroup::SharedMemory memory{sharedMemory, launch.sharedBytes()};
  std::optional<Warpgroup::Problem> problem;
  switch (operation.kind) {
  case WarpgroupOperation::Kind::Fence:
    group.products.fence();
    break;
  case WarpgroupOperation::Kind::Commit:
    group.products.commit();
    break;
  case WarpgroupOperation::Kind::Multiply:
    problem = group.products.multiply(operation.product, group.arrived, memory,
                                      group.site);
    break;
  case WarpgroupOperation::Kind::Wait:
    problem = group.products.wait(operation.wait, group.arrived, memory);
    break;
  }
  if (problem)
    return failWarpgroup(*problem, group.site);
  bool isIssued = operation.kind == WarpgroupOperation::Kind::Multiply;
  if (races && (isIssued || operation.kind == WarpgroupOperation::Kind::Wait))
    for (const Warpgroup::Product *product : group.products.latest)
      noteOperands(*product, number * groupThreads, isIssued);
  for (unsigned i = 0; i < groupThreads; ++i)
    threads[number * groupThreads + i].state = State::Ready;
  group.arrived.fill(nullptr);
  group.numArrived = 0;
}

/// An operand is read from when its product is issued until that is waited for.
/// Threads of two warps stand for the warpgroup, so that what another thread
/// writes has to be ordered by more than a barrier of its own warp. Of writes,
/// copies by cp.async need no fence once they have been waited for: the ISA
/// does not say, but CUTLASS has none (sm90_mma_multistage_gmma_ss.hpp).
void Block::noteOperands(const Warpgroup::Product &product, unsigned first,
                         bool isIssued) {
  for (const SharedMatrix &matrix : product.operands)
    for (unsigned piece = 0; piece < matrix.numPieces(); ++piece)
      for (unsigned thread : {first, first + warpSize}) {
        size_t offset = matrix.pieceOffset(piece);
        if (std::optional<RaceDetector::Race> race = races->access(
                thread, offset, SharedMatrix::pieceBytes, /*isWrite=*/false,
                /*isAtomic=*/false, product.site))
          return failRace(*race, /*isWrite=*/false, product.site);
        if (!isIssued)
          continue;
        if (std::optional<RaceDetector::Race> unfenced = races->findUnfenced(
                thread, offset, SharedMatrix::pieceBytes,
                [&](uint32_t site) { return !siteOf(site).isAsyncCopy; }))
          return failUnfenced(*unfenced, /*isWrite=*/false, product.site);
      }
}

void Block::fenceAsyncProxy() {
  if (races)
    races->fenceAsyncProxy(running->index);
}

void Block::checkNothingUnfinished() {
  unsigned number = running->index / groupThreads;
  if (number >= warpgroups.size())
    return;
  if (const Warpgroup::Product *product =
          warpgroups[number].products.findUnfinished())
    fail(Kind::Unordered,
         siteOf(product->site).what + ": thread " +
             std::to_string(running->index) +
             " returns without having waited for it",
         product->site, running->index);
}
