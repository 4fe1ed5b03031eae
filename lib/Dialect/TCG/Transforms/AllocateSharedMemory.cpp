//===- AllocateSharedMemory.cpp - Offsets and barriers --------------------===//
//
// Gives each shared tile an offset, then follows the accesses along the control
// flow and puts a barrier before each that would race with an earlier one.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

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
/// The alignment of every tile: that of the widest access.
constexpr unsigned alignment = 16;

/// A shared tile and its life, in op numbers, both ends included.
struct Buffer {
  LocalAllocOp alloc;
  unsigned bytes;
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
            offset, llvm::alignTo(other->offset + other->bytes, alignment));
      else
        break;
    buffer.offset = offset;
    total = std::max(total, offset + buffer.bytes);
  }
  return llvm::alignTo(total, alignment);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// An access to shared memory: bytes [begin, end).
struct Access {
  unsigned begin, end;
  bool isWrite;

  bool operator==(const Access &other) const {
    return begin == other.begin && end == other.end && isWrite == other.isWrite;
  }
  bool racesWith(const Access &other) const {
    return begin < other.end && other.begin < end && (isWrite || other.isWrite);
  }
};

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
  /// Accesses whose barrier was left out on purpose.
  llvm::SmallPtrSet<Operation *, 4> skipped;

  static std::optional<Access> accessOf(Operation *op) {
    auto make = [](Value memory, bool isWrite) {
      auto alloc = memory.getDefiningOp<LocalAllocOp>();
      unsigned begin = *alloc.getOffset();
      return Access{begin, begin + alloc.getType().getBytes(), isWrite};
    };
    if (auto store = dyn_cast<LocalStoreOp>(op))
      return make(store.getMemory(), true);
    if (auto load = dyn_cast<LocalLoadOp>(op))
      return make(load.getMemory(), false);
    if (auto gather = dyn_cast<LocalGatherOp>(op))
      return make(gather.getMemory(), false);
    if (auto count = dyn_cast<LocalCountOp>(op))
      return make(count.getMemory(), true);
    return std::nullopt;
  }

  void visit(Block &block, Pending &pending) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isa<tc::BarrierOp>(op))
        pending.clear();
      else if (std::optional<Access> access = accessOf(&op))
        visitAccess(&op, *access, pending);
      else
        visitRegions(&op, pending);
    }
  }

  void visitAccess(Operation *op, const Access &access, Pending &pending) {
    bool races = llvm::any_of(pending, [&](const Access &earlier) {
      return access.racesWith(earlier);
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
    merge(pending, {access});
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
         << unsigned(limit) << ": use smaller tiles";
    LocalAllocOp alloc = largest->alloc;
    diag.attachNote(alloc.getLoc())
        << largest->bytes << " of them are for a tile of ["
        << alloc.getType().getShape() << "] x "
        << alloc.getType().getElementType();
  }

  static SmallVector<Buffer> collectBuffers(tc::KernelOp kernel) {
    DenseMap<Operation *, unsigned> numbers;
    SmallVector<Buffer> buffers;
    kernel.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { numbers[op] = numbers.size(); });
    kernel.walk<WalkOrder::PreOrder>([&](LocalAllocOp alloc) {
      Buffer buffer{alloc, alloc.getType().getBytes(), numbers[alloc],
                    numbers[alloc]};
      for (Operation *user : alloc->getUsers())
        buffer.lastUse = std::max(buffer.lastUse, numbers[user]);
      buffers.push_back(buffer);
    });
    return buffers;
  }
};

} // namespace
