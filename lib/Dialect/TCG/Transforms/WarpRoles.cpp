//===- WarpRoles.cpp - Loops that producers and consumers share -----------===//

#include "WarpRoles.h"

using namespace mlir;
using namespace mlir::tcg;

unsigned Ring::bytes() const {
  unsigned sum = 0;
  for (SharedType type : types)
    sum += type.getBytes();
  return sum;
}

/// The first op of the loop's body that uses memory other than to fill it.
static Operation *firstUse(const StagedTile &tile) {
  Operation *first = nullptr;
  for (Operation *user : LocalAllocOp(tile.alloc)->getUsers())
    if (user != tile.store && (!first || user->isBeforeInBlock(first)))
      first = user;
  return first;
}

/// Whether an op reads memory until it is done, or until a wait for it alone
/// is.
static bool hasKnownEnd(Operation *op) {
  if (isa<WGMMAOp>(op))
    return op->hasOneUse() && isa<WGMMAWaitOp>(*op->user_begin());
  return isa<LocalStoreOp, LocalLoadOp, FMADotOp>(op);
}

/// Whether all that uses the tile are products and loads of the loop's body.
static bool isUsedHere(const StagedTile &tile, Block *block) {
  return llvm::all_of(LocalAllocOp(tile.alloc)->getUsers(),
                      [&](Operation *user) {
                        return user->getBlock() == block && hasKnownEnd(user);
                      }) &&
         firstUse(tile);
}

/// Whether nothing else reads the tile.
static bool isReadBy(const StagedTile &tile, Operation *reader) {
  return llvm::all_of(
      LocalAllocOp(tile.alloc)->getUsers(),
      [&](Operation *user) { return user == tile.store || user == reader; });
}

void WarpRoles::addLoop(scf::ForOp loop) {
  RingLoop found;
  llvm::MapVector<Operation *, Channel> channels;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto store = dyn_cast<LocalStoreOp>(op);
    std::optional<StagedTile> tile =
        store ? matchStagedTile(store, loop.getBody()) : std::nullopt;
    if (!tile || !isa<TensorLoadOp>(tile->load) ||
        !isUsedHere(*tile, loop.getBody()))
      continue;
    channels[firstUse(*tile)].tiles.push_back(found.tiles.size());
    found.tiles.push_back(*tile);
  }
  if (found.tiles.empty())
    return;
  for (auto &[use, channel] : channels)
    found.channels.push_back(channel);
  found.overlapped = findSumOverIterations(loop, [&](LocalAllocOp alloc) {
    return llvm::any_of(found.tiles, [&](const StagedTile &tile) {
      return tile.alloc == alloc;
    });
  });
  // Slots are given back together, behind the product under way.
  if (found.overlapped &&
      !llvm::all_of(found.tiles, [&](const StagedTile &tile) {
        return isReadBy(tile, found.overlapped.getSource().getDefiningOp());
      }))
    found.overlapped = nullptr;
  found.ring = findRing(found);
  loops[loop] = std::move(found);
}

unsigned WarpRoles::findRing(const RingLoop &found) {
  Ring ring;
  for (const StagedTile &tile : found.tiles)
    ring.types.push_back(tile.copyType());
  ring.channels = found.channels;
  for (auto [index, known] : llvm::enumerate(rings))
    if (known.types == ring.types &&
        llvm::equal(known.channels, ring.channels,
                    [](const Channel &a, const Channel &b) {
                      return a.tiles == b.tiles;
                    }))
      return index;
  rings.push_back(std::move(ring));
  return rings.size() - 1;
}

bool WarpRoles::analyze(tc::KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { addLoop(loop); });
  for (auto &[loop, found] : loops)
    for (Operation *op = loop; op != kernel; op = op->getParentOp()) {
      if (!isa<scf::ForOp>(op))
        return false;
      holders.insert(op);
    }
  return !loops.empty() && collectNeeded(kernel);
}

bool WarpRoles::isStaged(TensorLoadOp load) const {
  auto found = loops.find(load->getParentOp());
  return found != loops.end() &&
         llvm::any_of(found->second.tiles, [&](const StagedTile &tile) {
           return tile.load == load;
         });
}

/// Everything that bounds of the loops and places of windows depend on. It has
/// to be scalar and free of memory, or carried by those loops.
bool WarpRoles::collectNeeded(tc::KernelOp kernel) {
  SmallVector<Value> worklist;
  for (Operation *holder : holders) {
    auto loop = cast<scf::ForOp>(holder);
    worklist.append(
        {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  }
  for (auto &[loop, found] : loops)
    for (const StagedTile &tile : found.tiles)
      llvm::append_range(worklist, cast<TensorLoadOp>(tile.load).getIndices());

  auto addCarried = [&](scf::ForOp loop, unsigned index) {
    BlockArgument argument = loop.getRegionIterArg(index);
    if (!neededArguments.insert(argument).second)
      return;
    worklist.push_back(loop.getInitArgs()[index]);
    worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
  };
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (isa<ShapedType>(value.getType()))
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (owner == kernel)
        continue;
      if (!holders.contains(owner))
        return false;
      auto loop = cast<scf::ForOp>(owner);
      if (argument != loop.getInductionVar())
        addCarried(loop, argument.getArgNumber() - 1);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (holders.contains(op)) {
      addCarried(cast<scf::ForOp>(op), cast<OpResult>(value).getResultNumber());
      continue;
    }
    if (!isMemoryEffectFree(op) || op->getNumRegions())
      return false;
    if (needed.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  return true;
}
