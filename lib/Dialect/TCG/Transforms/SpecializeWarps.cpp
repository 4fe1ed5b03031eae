//===- SpecializeWarps.cpp - Warps that only copy -------------------------===//
//
// Splits a kernel into what producers run, which is the loops with nothing but
// the copies of windows in them, and what the other warps run, which is all the
// rest. The two meet at barriers in shared memory, two for each slot.
//
//===----------------------------------------------------------------------===//

#include "LayoutHeuristics.h"
#include "WarpRoles.h"

#include "minitc/Dialect/TCG/Transforms/Passes.h"
#include "minitc/Layout/TensorCore.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_SPECIALIZEWARPSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;

/// What producers keep of their registers, and the most that the others get
/// (setmaxnreg takes multiples of 8 up to 256; ptxas uses up to 255).
constexpr unsigned producerRegisters = 32, mostRegisters = 240;
constexpr unsigned registerFile = 65536;
/// Up to this many threads each can have the most registers that there are.
constexpr unsigned unlimitedThreads = 256;

namespace {

/// Where a thread is in a ring: the slot of this iteration, and how often,
/// modulo 2, the ring has been gone round.
struct RingState {
  Value slot, phase;
};

/// One of each ring.
using RingStates = SmallVector<RingState>;

/// The memory and barriers of a ring.
struct RingMemory {
  /// By tile.
  SmallVector<Value> tiles;
  /// By channel.
  SmallVector<Value> full, empty;
  unsigned slots = 0;
};

/// Builds ops at one place.
class RoleBuilder {
public:
  RoleBuilder(RewriterBase &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  RewriterBase &rewriter;
  Location loc;

  Value constant(int32_t value) {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI32IntegerAttr(value));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, int32_t b) {
    return arith::CmpIOp::create(rewriter, loc, predicate, a, constant(b));
  }
  Value slotOf(Value memory, Value slot) {
    return LocalSlotOp::create(rewriter, loc, memory.getType(), memory, slot);
  }
  Value flipped(Value phase) {
    return arith::XOrIOp::create(rewriter, loc, phase, constant(1));
  }
  RingState next(RingState state, unsigned slots) {
    Value following =
        arith::AddIOp::create(rewriter, loc, state.slot, constant(1));
    Value isEnd = compare(arith::CmpIPredicate::eq, following, slots);
    return {
        arith::SelectOp::create(rewriter, loc, isEnd, constant(0), following),
        arith::SelectOp::create(rewriter, loc, isEnd, flipped(state.phase),
                                state.phase)};
  }
  RingStates initialStates(unsigned numRings) {
    return RingStates(numRings, {constant(0), constant(0)});
  }
  SharedType barrierType() {
    return SharedType::get(rewriter.getI64Type(),
                           minitc::LinearLayout::rowMajorShared({1}));
  }
  /// Builds what one thread of a warp does.
  void inOneThread(unsigned warp, function_ref<void()> body) {
    Value own = WarpIdOp::create(rewriter, loc, rewriter.getI32Type());
    ifTrue(compare(arith::CmpIPredicate::eq, own, warp), [&] {
      ifTrue(ElectOp::create(rewriter, loc, rewriter.getI1Type()), body);
    });
  }
  void ifTrue(Value condition, function_ref<void()> body) {
    auto branch = scf::IfOp::create(rewriter, loc, condition);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    body();
  }
};

SmallVector<Value> flatten(const RingStates &states) {
  SmallVector<Value> values;
  for (const RingState &state : states)
    values.append({state.slot, state.phase});
  return values;
}

RingStates unflatten(ValueRange values) {
  RingStates states;
  for (unsigned i = 0; i < values.size(); i += 2)
    states.push_back({values[i], values[i + 1]});
  return states;
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

/// Builds the loops as producers run them.
class ProducerBuilder {
public:
  ProducerBuilder(RoleBuilder &b, const WarpRoles &roles,
                  ArrayRef<RingMemory> rings)
      : b(b), roles(roles), rings(rings),
        states(b.initialStates(rings.size())) {}

  void buildBlock(Block &block) {
    for (Operation &op : block.without_terminator())
      if (roles.isNeeded(&op))
        b.rewriter.clone(op, mapping);
      else if (roles.holdsLoop(&op))
        buildLoop(cast<scf::ForOp>(op));
  }

private:
  RoleBuilder &b;
  const WarpRoles &roles;
  ArrayRef<RingMemory> rings;
  RingStates states;
  IRMapping mapping;

  void buildLoop(scf::ForOp loop) {
    SmallVector<unsigned> carried;
    SmallVector<Value> inits;
    for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs()))
      if (roles.isNeeded(argument)) {
        carried.push_back(index);
        inits.push_back(mapping.lookupOrDefault(loop.getInitArgs()[index]));
      }
    llvm::append_range(inits, flatten(states));
    auto mapped = [&](Value value) { return mapping.lookupOrDefault(value); };
    auto copy = scf::ForOp::create(
        b.rewriter, loop.getLoc(), mapped(loop.getLowerBound()),
        mapped(loop.getUpperBound()), mapped(loop.getStep()), inits,
        /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    for (auto [place, index] : llvm::enumerate(carried)) {
      mapping.map(loop.getRegionIterArg(index), copy.getRegionIterArg(place));
      mapping.map(loop.getResult(index), copy.getResult(place));
    }
    OpBuilder::InsertionGuard guard(b.rewriter);
    b.rewriter.setInsertionPointToStart(copy.getBody());
    states = unflatten(copy.getRegionIterArgs().drop_front(carried.size()));
    buildBlock(*loop.getBody());
    if (auto found = roles.loops.find(loop); found != roles.loops.end())
      copyWindows(found->second);
    SmallVector<Value> yields;
    for (unsigned index : carried)
      yields.push_back(mapped(
          loop.getTiedLoopYieldedValue(loop.getRegionIterArg(index))->get()));
    llvm::append_range(yields, flatten(states));
    scf::YieldOp::create(b.rewriter, loop.getLoc(), yields);
    states = unflatten(copy.getResults().drop_front(carried.size()));
  }

  /// Fills a slot, once it is empty.
  void copyWindows(const RingLoop &loop) {
    const RingMemory &ring = rings[loop.ring];
    RingState &state = states[loop.ring];
    Value awaited = b.flipped(state.phase);
    for (auto [index, channel] : llvm::enumerate(loop.channels)) {
      BarrierWaitOp::create(b.rewriter, b.loc,
                            b.slotOf(ring.empty[index], state.slot), awaited);
      Value full = b.slotOf(ring.full[index], state.slot);
      unsigned bytes = 0;
      for (unsigned tile : channel.tiles)
        bytes += cast<SharedType>(ring.tiles[tile].getType()).getBytes();
      BarrierExpectOp::create(b.rewriter, b.loc, full,
                              b.rewriter.getI32IntegerAttr(bytes));
      for (unsigned tile : channel.tiles) {
        TensorLoadOp load = loop.loadOf(tile);
        SmallVector<Value> indices;
        for (Value place : load.getIndices())
          indices.push_back(mapping.lookupOrDefault(place));
        TensorCopyOp::create(b.rewriter, load.getLoc(), load.getMap(), indices,
                             b.slotOf(ring.tiles[tile], state.slot), full);
      }
    }
    state = b.next(state, ring.slots);
  }
};

//===----------------------------------------------------------------------===//
// Consumers
//===----------------------------------------------------------------------===//

/// Rewrites the loops as all other warps run them.
class ConsumerRewriter {
public:
  ConsumerRewriter(RoleBuilder &b, WarpRoles &roles, ArrayRef<RingMemory> rings)
      : b(b), roles(roles), rings(rings),
        states(b.initialStates(rings.size())) {}

  void rewriteBlock(Block &block) {
    SmallVector<scf::ForOp> loops;
    for (Operation &op : block)
      if (roles.holdsLoop(&op))
        loops.push_back(cast<scf::ForOp>(op));
    for (scf::ForOp loop : loops)
      rewriteLoop(loop);
  }

private:
  RoleBuilder &b;
  WarpRoles &roles;
  ArrayRef<RingMemory> rings;
  RingStates states;

  void rewriteLoop(scf::ForOp old) {
    auto found = roles.loops.find(old);
    RingLoop *ringLoop = found == roles.loops.end() ? nullptr : &found->second;
    bool hasPrevious = ringLoop && ringLoop->overlapped;
    SmallVector<Value> inits = flatten(states);
    b.rewriter.setInsertionPoint(old);
    // The slot that the product under way reads; -1: there is none.
    if (hasPrevious)
      inits.push_back(b.constant(-1));
    unsigned numBefore = old.getNumRegionIterArgs();
    // What is yielded is set below.
    auto keep = [](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
      return SmallVector<Value>(added.begin(), added.end());
    };
    auto loop = cast<scf::ForOp>(
        old.replaceWithAdditionalYields(
               b.rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, keep)
            ->getOperation());
    ValueRange added = loop.getRegionIterArgs().drop_front(numBefore);
    Value previous = hasPrevious ? added.back() : Value();
    states = unflatten(added.take_front(2 * rings.size()));
    Value used;
    if (ringLoop) {
      used = states[ringLoop->ring].slot;
      rewriteBody(*ringLoop, loop, previous);
    } else {
      rewriteBlock(*loop.getBody());
    }
    SmallVector<Value> yields = flatten(states);
    if (hasPrevious)
      yields.push_back(used);
    Operation *yield = loop.getBody()->getTerminator();
    for (auto [index, value] : llvm::enumerate(yields))
      yield->setOperand(numBefore + index, value);
    ValueRange results = loop.getResults().drop_front(numBefore);
    states = unflatten(results.take_front(2 * rings.size()));
    if (hasPrevious)
      finishSum(*ringLoop, loop, results.back());
  }

  void rewriteBody(RingLoop &ringLoop, scf::ForOp loop, Value previous) {
    const RingMemory &ring = rings[ringLoop.ring];
    RingState state = states[ringLoop.ring];
    for (auto [index, channel] : llvm::enumerate(ringLoop.channels)) {
      auto [first, last] = usesOf(ringLoop, channel);
      b.rewriter.setInsertionPoint(first);
      BarrierWaitOp::create(b.rewriter, b.loc,
                            b.slotOf(ring.full[index], state.slot),
                            state.phase);
      b.rewriter.setInsertionPointAfter(last);
      if (last == ringLoop.overlapped)
        release(ring.empty[index], previous);
      else
        WarpArriveOp::create(b.rewriter, b.loc,
                             b.slotOf(ring.empty[index], state.slot));
    }
    for (auto [index, tile] : llvm::enumerate(ringLoop.tiles)) {
      b.rewriter.setInsertionPoint(tile.store);
      tile.replaceBy(b.rewriter, b.slotOf(ring.tiles[index], state.slot));
    }
    if (ringLoop.overlapped)
      ringLoop.overlapped.setPendingAttr(b.rewriter.getI32IntegerAttr(1));
    b.rewriter.setInsertionPoint(loop.getBody()->getTerminator());
    states[ringLoop.ring] = b.next(state, ring.slots);
  }

  /// The first op that reads a channel's tiles, and the one after which all
  /// have been read.
  static std::pair<Operation *, Operation *> usesOf(const RingLoop &loop,
                                                    const Channel &channel) {
    Operation *first = nullptr, *last = nullptr;
    for (unsigned index : channel.tiles) {
      const StagedTile &tile = loop.tiles[index];
      for (Operation *user : LocalAllocOp(tile.alloc)->getUsers()) {
        if (user == tile.store)
          continue;
        Operation *end = user;
        if (isa<WGMMAOp>(user))
          end = *user->user_begin();
        if (!first || user->isBeforeInBlock(first))
          first = user;
        if (!last || last->isBeforeInBlock(end))
          last = end;
      }
    }
    return {first, last};
  }

  /// Gives a slot back, if it is one.
  void release(Value empty, Value slot) {
    b.ifTrue(b.compare(arith::CmpIPredicate::sge, slot, 0), [&] {
      WarpArriveOp::create(b.rewriter, b.loc, b.slotOf(empty, slot));
    });
  }

  void finishSum(const RingLoop &ringLoop, scf::ForOp loop, Value previous) {
    auto sum = cast<BlockArgument>(WGMMAWaitOp(ringLoop.overlapped)
                                       .getSource()
                                       .getDefiningOp<WGMMAOp>()
                                       .getAcc());
    waitForSum(b.rewriter, loop, sum.getArgNumber() - 1);
    for (Value empty : rings[ringLoop.ring].empty)
      release(empty, previous);
  }
};

//===----------------------------------------------------------------------===//
// Windows without producers
//===----------------------------------------------------------------------===//

/// Fetches a window here and waits for it.
void fetchAlone(RoleBuilder &b, TensorLoadOp load) {
  b.rewriter.setInsertionPoint(load);
  auto tile = cast<RankedTensorType>(load.getType());
  unsigned bytes = tc::elementBytes(tile.getElementType());
  bool isTransposed =
      load.getMap().getContiguousDim() == load.getMap().getTileDims()[0];
  // tcg-form-tensor-loads takes no other windows.
  minitc::SwizzledMatrix matrix =
      *minitc::widestSwizzle(shapeVector(tile), isTransposed, bytes);
  auto type =
      SharedType::get(tile.getElementType(),
                      minitc::swizzledShared(shapeVector(tile), matrix, bytes));
  // Accesses are in order, as those of a slot.
  IntegerAttr one = b.rewriter.getI32IntegerAttr(1);
  Value memory =
      LocalAllocOp::create(b.rewriter, b.loc, type, IntegerAttr(), one);
  Value barrier = LocalAllocOp::create(b.rewriter, b.loc, b.barrierType(),
                                       IntegerAttr(), one);
  FenceAsyncOp::create(b.rewriter, b.loc);
  tc::BarrierOp::create(b.rewriter, b.loc);
  b.inOneThread(0, [&] {
    BarrierInitOp::create(b.rewriter, b.loc, barrier, one);
    BarrierFenceOp::create(b.rewriter, b.loc);
    BarrierExpectOp::create(b.rewriter, b.loc, barrier,
                            b.rewriter.getI32IntegerAttr(type.getBytes()));
    TensorCopyOp::create(b.rewriter, b.loc, load.getMap(), load.getIndices(),
                         memory, barrier);
  });
  tc::BarrierOp::create(b.rewriter, b.loc);
  BarrierWaitOp::create(b.rewriter, b.loc, barrier, b.constant(0));
  Value loaded = LocalLoadOp::create(b.rewriter, b.loc, tile, memory);
  tc::BarrierOp::create(b.rewriter, b.loc);
  b.inOneThread(
      0, [&] { BarrierInvalidateOp::create(b.rewriter, b.loc, barrier); });
  b.rewriter.replaceOp(load, loaded);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class WarpSpecialization {
public:
  WarpSpecialization(tc::KernelOp kernel, WarpRoles &roles)
      : kernel(kernel), roles(roles), rewriter(kernel.getContext()),
        b(rewriter, kernel.getLoc()),
        numWarps(kernel.getNumWarps().value_or(4)) {}

  void run(unsigned slots) {
    // While a product is under way and another begins, two slots are in use: a
    // third is to be filled.
    for (auto &[loop, found] : roles.loops)
      if (slots < 3)
        found.overlapped = nullptr;
    Block &body = kernel.getBody().front();
    Operation *firstOp = &body.front(), *end = body.getTerminator();
    rewriter.setInsertionPointToStart(&body);
    for (const Ring &ring : roles.rings)
      rings.push_back(allocate(ring, slots));
    Value warp = WarpIdOp::create(rewriter, b.loc, rewriter.getI32Type());
    initializeBarriers();
    Value isProducer = b.compare(arith::CmpIPredicate::sge, warp, numWarps);
    auto branch = scf::IfOp::create(rewriter, b.loc, isProducer,
                                    /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    buildProducer(body);

    Block &rest = *branch.elseBlock();
    rest.getOperations().splice(rest.begin(), body.getOperations(),
                                Block::iterator(firstOp), Block::iterator(end));
    rewriter.setInsertionPointToStart(&rest);
    if (movesRegisters())
      SetRegistersOp::create(rewriter, b.loc,
                             rewriter.getI32IntegerAttr(consumerRegisters()),
                             rewriter.getUnitAttr());
    ConsumerRewriter(b, roles, rings).rewriteBlock(rest);
    kernel->setAttr(producerWarpsAttrName,
                    rewriter.getI32IntegerAttr(producerWarps));
    // ptxas moves registers only if it knows how many the block starts with.
    if (movesRegisters())
      kernel->setAttr(minBlocksAttrName, rewriter.getI32IntegerAttr(1));
  }

private:
  tc::KernelOp kernel;
  WarpRoles &roles;
  IRRewriter rewriter;
  RoleBuilder b;
  unsigned numWarps;
  std::vector<RingMemory> rings;

  unsigned numThreads() const { return (numWarps + producerWarps) * warpSize; }

  bool movesRegisters() const { return numThreads() > unlimitedThreads; }

  /// What each of the other threads can have of the registers that the block
  /// starts with: as many a thread as ptxas gives all of them.
  unsigned consumerRegisters() const {
    unsigned atStart = llvm::alignDown(registerFile / numThreads(), 8);
    unsigned left =
        atStart * numThreads() - producerWarps * warpSize * producerRegisters;
    return std::min<unsigned>(mostRegisters,
                              llvm::alignDown(left / (numWarps * warpSize), 8));
  }

  RingMemory allocate(const Ring &ring, unsigned slots) {
    RingMemory memory;
    memory.slots = slots;
    IntegerAttr count = rewriter.getI32IntegerAttr(slots);
    auto add = [&](SharedType type) -> Value {
      return LocalAllocOp::create(rewriter, b.loc, type, IntegerAttr(), count);
    };
    for (SharedType type : ring.types)
      memory.tiles.push_back(add(type));
    for (size_t i = 0; i < ring.channels.size(); ++i) {
      memory.full.push_back(add(b.barrierType()));
      memory.empty.push_back(add(b.barrierType()));
    }
    return memory;
  }

  /// By one thread, before the block's threads part.
  void initializeBarriers() {
    b.inOneThread(0, [&] {
      for (const RingMemory &ring : rings)
        for (unsigned slot = 0; slot < ring.slots; ++slot) {
          Value index = b.constant(slot);
          for (Value full : ring.full)
            BarrierInitOp::create(rewriter, b.loc, b.slotOf(full, index),
                                  rewriter.getI32IntegerAttr(1));
          for (Value empty : ring.empty)
            BarrierInitOp::create(rewriter, b.loc, b.slotOf(empty, index),
                                  rewriter.getI32IntegerAttr(numWarps));
        }
      BarrierFenceOp::create(rewriter, b.loc);
    });
    BlockBarrierOp::create(rewriter, b.loc);
  }

  /// One thread starts all copies.
  void buildProducer(Block &body) {
    if (movesRegisters())
      SetRegistersOp::create(rewriter, b.loc,
                             rewriter.getI32IntegerAttr(producerRegisters),
                             UnitAttr());
    b.inOneThread(numWarps,
                  [&] { ProducerBuilder(b, roles, rings).buildBlock(body); });
  }
};

struct SpecializeWarpsPass
    : mlir::tcg::impl::SpecializeWarpsPassBase<SpecializeWarpsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    WarpRoles roles;
    bool hasProducers =
        kernel.getNumWarps().value_or(4) + producerWarps <= maxWarps &&
        roles.analyze(kernel);
    SmallVector<TensorLoadOp> alone;
    kernel.walk([&](TensorLoadOp load) {
      if (!hasProducers || !roles.isStaged(load))
        alone.push_back(load);
    });
    IRRewriter rewriter(kernel.getContext());
    for (TensorLoadOp load : alone) {
      RoleBuilder b(rewriter, load.getLoc());
      fetchAlone(b, load);
    }
    if (!hasProducers)
      return;
    unsigned wanted =
        numStages ? unsigned(numStages) : kernel.getNumStages().value_or(0);
    WarpSpecialization(kernel, roles)
        .run(wanted ? wanted
                    : chooseSlots(kernel, bytesOfSlot(roles),
                                  limit - bytesBetweenLoops(kernel, roles)));
    numSpecialized += roles.loops.size();
  }

  /// Where an outer loop comes back to the slots, what is stored in between has
  /// memory of its own on its way to other threads.
  unsigned bytesBetweenLoops(tc::KernelOp kernel, const WarpRoles &roles) {
    bool comesBack = llvm::any_of(roles.loops, [](const auto &entry) {
      return isa<scf::ForOp>(entry.first->getParentOp());
    });
    unsigned most = 0;
    if (comesBack)
      kernel.walk([&](tc::StoreOp store) {
        if (auto tile = dyn_cast<RankedTensorType>(store.getValue().getType()))
          most = std::max<unsigned>(
              most,
              tile.getNumElements() * tc::elementBytes(tile.getElementType()));
      });
    return std::min<unsigned>(most, limit);
  }

  static unsigned bytesOfSlot(const WarpRoles &roles) {
    unsigned bytes = 0;
    for (const Ring &ring : roles.rings)
      bytes += ring.bytes();
    return bytes;
  }
};

} // namespace
