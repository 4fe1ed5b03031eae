//===- AllocateSharedMemory.cpp - Offsets and barriers --------------------===//
//
// Gives each shared tile an offset, then follows the accesses along the control
// flow and puts a barrier before each that would race with an earlier one.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"
#include "minitc/Layout/TensorCore.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORYPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;

namespace {

/// Tiles up to this size, in bytes, get memory of their own while all fit in
/// what a kernel has without asking: the barrier that sharing would need costs
/// more than they do.
constexpr unsigned ownMemoryLimit = 2048;
/// The alignment of a tile: that of the widest access, or what the patterns of
/// swizzled matrices repeat after.
constexpr unsigned plainAlignment = 16;
constexpr unsigned matrixAlignment = 1024;

unsigned alignmentOf(LocalAllocOp alloc) {
  SharedType type = alloc.getType();
  if (type.getShape().size() != 2 && type.getShape().size() != 3)
    return plainAlignment;
  unsigned bytes = tc::elementBytes(type.getElementType());
  return minitc::matchSwizzle(type.getLinearLayout(), bytes) ? matrixAlignment
                                                             : plainAlignment;
}

/// A shared tile and its life, in op numbers, both ends included.
struct Buffer {
  LocalAllocOp alloc;
  unsigned bytes, alignment;
  unsigned firstUse, lastUse;
  unsigned offset = 0;

  bool isApartFrom(const Buffer &other) const {
    return lastUse < other.firstUse || other.lastUse < firstUse;
  }
};

/// Places buffers first fit, in program order; those larger than `ownLimit`
/// share memory where their lives allow it. Returns the bytes used.
unsigned placeBuffers(MutableArrayRef<Buffer> buffers, unsigned ownLimit) {
  unsigned total = 0;
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    SmallVector<const Buffer *> placed;
    for (const Buffer &other : buffers.take_front(index)) {
      bool mayShare = buffer.bytes > ownLimit && other.bytes > ownLimit;
      if (!mayShare || !buffer.isApartFrom(other))
        placed.push_back(&other);
    }
    llvm::sort(placed, [](const Buffer *a, const Buffer *b) {
      return a->offset < b->offset;
    });
    unsigned offset = 0;
    for (const Buffer *other : placed)
      if (offset + buffer.bytes > other->offset)
        offset = std::max<unsigned>(
            offset,
            llvm::alignTo(other->offset + other->bytes, buffer.alignment));
      else
        break;
    buffer.offset = offset;
    total = std::max(total, offset + buffer.bytes);
  }
  return llvm::alignTo(total, plainAlignment);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// An access to shared memory: bytes [begin, end).
struct Access {
  unsigned begin, end;
  bool isWrite;
  /// The memory, where it has slots whose user orders their accesses; else
  /// null.
  Operation *slots;

  bool operator==(const Access &other) const {
    return begin == other.begin && end == other.end &&
           isWrite == other.isWrite && slots == other.slots;
  }
  bool racesWith(const Access &other) const {
    bool isOrdered = slots && slots == other.slots;
    return !isOrdered && begin < other.end && other.begin < end &&
           (isWrite || other.isWrite);
  }
};

/// The memory that a slot or view is a part of.
LocalAllocOp allocOf(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (auto slot = dyn_cast<LocalSlotOp>(op))
      memory = slot.getMemory();
    else if (auto view = dyn_cast<LocalViewOp>(op))
      memory = view.getMemory();
    else
      return dyn_cast<LocalAllocOp>(op);
  }
  return {};
}

/// The accesses since the last barrier, on any path.
using Pending = SmallVector<Access>;

/// Adds what is new; says whether anything was.
bool merge(Pending &into, const Pending &from) {
  size_t before = into.size();
  for (const Access &access : from)
    if (!llvm::is_contained(into, access))
      into.push_back(access);
  return into.size() != before;
}

class BarrierInsertion {
public:
  BarrierInsertion(int skip) : skip(skip) {}

  unsigned run(tc::KernelOp kernel) {
    Pending pending;
    visit(kernel.getBody().front(), pending);
    return numInserted;
  }

private:
  int skip;
  unsigned numInserted = 0;
  /// What products read that may not have been waited for.
  Pending underWay;
  /// Accesses whose barrier was left out on purpose.
  llvm::SmallPtrSet<Operation *, 4> skipped;

  /// What an op reads and writes, by its declared effects.
  static SmallVector<Access> accessesOf(Operation *op) {
    SmallVector<Access> accesses;
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface || isa<LocalAllocOp>(op))
      return accesses;
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (!effect.getValue() || !isa<SharedType>(effect.getValue().getType()))
        continue;
      LocalAllocOp alloc = allocOf(effect.getValue());
      if (!alloc)
        continue;
      unsigned begin = *alloc.getOffset();
      accesses.push_back({begin, begin + alloc.getBytes(),
                          isa<MemoryEffects::Write>(effect.getEffect()),
                          alloc.getSlots() ? alloc.getOperation() : nullptr});
    }
    return accesses;
  }

  void visit(Block &block, Pending &pending) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isa<tc::BarrierOp>(op))
        pending.clear();
      else if (auto wait = dyn_cast<WGMMAWaitOp>(op))
        visitWait(wait, pending);
      else if (SmallVector<Access> accesses = accessesOf(&op);
               !accesses.empty())
        visitAccesses(&op, accesses, pending);
      else
        visitRegions(&op, pending);
    }
  }

  /// A product reads its operands until it has been waited for: no barrier
  /// before that is behind its reads.
  void visitWait(WGMMAWaitOp wait, Pending &pending) {
    merge(pending, underWay);
    if (wait.getPending() == 0)
      underWay.clear();
  }

  void visitAccesses(Operation *op, const Pending &accesses, Pending &pending) {
    bool races = llvm::any_of(pending, [&](const Access &earlier) {
      return llvm::any_of(accesses, [&](const Access &access) {
        return access.racesWith(earlier);
      });
    });
    if (races && !skipped.contains(op)) {
      if (int(numInserted++) == skip) {
        skipped.insert(op);
      } else {
        OpBuilder builder(op);
        tc::BarrierOp::create(builder, op->getLoc());
        pending.clear();
      }
    }
    merge(pending, accesses);
    if (isa<WGMMAOp>(op))
      merge(underWay, accesses);
    // It ends with a barrier of its own.
    if (isa<PrintOp>(op))
      pending.clear();
  }

  /// Loops are visited until what is pending at their start no longer grows:
  /// there are as many accesses as there are ops.
  void visitRegions(Operation *op, Pending &pending) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Pending entry = pending;
      do {
        pending = entry;
        visit(*loop.getBody(), pending);
      } while (merge(entry, pending));
      pending = entry;
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Pending entry = pending;
      visit(branch.getThenRegion().front(), pending);
      if (!branch.getElseRegion().empty())
        visit(branch.getElseRegion().front(), entry);
      merge(pending, entry);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Pending entry = pending, exit;
      do {
        pending = entry;
        visit(*loop.getBeforeBody(), pending);
        exit = pending;
        visit(*loop.getAfterBody(), pending);
      } while (merge(entry, pending));
      pending = exit;
    }
  }
};

struct AllocateSharedMemoryPass
    : mlir::tcg::impl::AllocateSharedMemoryPassBase<AllocateSharedMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    SmallVector<Buffer> buffers = collectBuffers(kernel);
    unsigned bytes = placeBuffers(buffers, ownMemoryLimit);
    if (bytes > staticSharedLimit)
      bytes = placeBuffers(buffers, /*ownLimit=*/0);
    if (bytes > limit) {
      refuse(kernel, buffers, bytes);
      return signalPassFailure();
    }
    Builder builder(kernel);
    for (Buffer &buffer : buffers)
      buffer.alloc.setOffsetAttr(builder.getI32IntegerAttr(buffer.offset));
    kernel->setAttr(sharedBytesAttrName, builder.getI32IntegerAttr(bytes));
    numBarriers += BarrierInsertion(skipBarrier).run(kernel);
  }

  void refuse(tc::KernelOp kernel, ArrayRef<Buffer> buffers, unsigned bytes) {
    const Buffer *largest =
        llvm::max_element(buffers, [](const Buffer &a, const Buffer &b) {
          return a.bytes < b.bytes;
        });
    InFlightDiagnostic diag = kernel.emitOpError("needs ");
    diag << bytes << " bytes of shared memory, but a block has at most "
         << unsigned(limit) << ": use smaller tiles"
         << (hasSlots(buffers) ? " or fewer num_stages" : "");
    LocalAllocOp alloc = largest->alloc;
    diag.attachNote(alloc.getLoc())
        << largest->bytes << " of them are for a tile of ["
        << alloc.getType().getShape() << "] x "
        << alloc.getType().getElementType();
  }

  static bool hasSlots(ArrayRef<Buffer> buffers) {
    return llvm::any_of(buffers, [](const Buffer &buffer) {
      return LocalAllocOp(buffer.alloc).getSlots().has_value();
    });
  }

  static SmallVector<Buffer> collectBuffers(tc::KernelOp kernel) {
    DenseMap<Operation *, unsigned> numbers;
    SmallVector<Buffer> buffers;
    kernel.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { numbers[op] = numbers.size(); });
    kernel.walk<WalkOrder::PreOrder>([&](LocalAllocOp alloc) {
      Buffer buffer{alloc, alloc.getBytes(), alignmentOf(alloc), numbers[alloc],
                    lastUse(alloc, numbers)};
      buffers.push_back(buffer);
    });
    return buffers;
  }

  /// The last op that a tile in shared memory may be used by, through its slots
  /// and views. In a loop that the tile is older than, a use is one of every
  /// iteration: the loop's last op counts. A branch is run through once.
  static unsigned lastUse(LocalAllocOp alloc,
                          const DenseMap<Operation *, unsigned> &numbers) {
    unsigned last = numbers.lookup(alloc);
    SmallVector<Operation *> worklist = {alloc};
    while (!worklist.empty())
      for (Operation *user : worklist.pop_back_val()->getUsers()) {
        if (isa<LocalSlotOp, LocalViewOp>(user))
          worklist.push_back(user);
        // No other access is allowed to the memory of a barrier.
        if (isa<BarrierInitOp>(user))
          return numbers.size();
        Operation *outermost = user;
        for (Operation *op = user; op->getBlock() != alloc->getBlock();
             op = op->getParentOp())
          if (!isa<scf::IfOp>(op->getParentOp()))
            outermost = op->getParentOp();
        last = std::max(last, lastInside(outermost, numbers));
      }
    return last;
  }

  /// The number of the last op in an op's regions, or its own.
  static unsigned lastInside(Operation *op,
                             const DenseMap<Operation *, unsigned> &numbers) {
    unsigned last = numbers.lookup(op);
    op->walk([&](Operation *inner) {
      last = std::max(last, numbers.lookup(inner));
    });
    return last;
  }
};

} // namespace
