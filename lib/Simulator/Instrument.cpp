//===- Instrument.cpp - Checks before accesses to memory ------------------===//

#include "Lowering.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace minitc::simulator;

namespace {
/// An access to memory, as its check wants it.
struct Access {
  Instruction *instruction;
  Value *pointer;
  /// In bytes.
  Value *size;
  Align alignment;
  StringRef what;
  bool isWrite = false, isAtomic = false;
};
} // namespace

static ConstantInt *sizeOf(const Instruction &at, Type *type) {
  const DataLayout &layout = at.getModule()->getDataLayout();
  return ConstantInt::get(Type::getInt64Ty(at.getContext()),
                          layout.getTypeStoreSize(type));
}

/// The accesses of one instruction: two for a copy, none for most.
static void collect(Instruction &at, SmallVectorImpl<Access> &accesses) {
  if (auto *load = dyn_cast<LoadInst>(&at)) {
    accesses.push_back({&at, load->getPointerOperand(),
                        sizeOf(at, load->getType()), load->getAlign(), "load",
                        false, load->isAtomic()});
  } else if (auto *store = dyn_cast<StoreInst>(&at)) {
    accesses.push_back({&at, store->getPointerOperand(),
                        sizeOf(at, store->getValueOperand()->getType()),
                        store->getAlign(), "store", true, store->isAtomic()});
  } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&at)) {
    accesses.push_back({&at, atomic->getPointerOperand(),
                        sizeOf(at, atomic->getType()), atomic->getAlign(),
                        "atomic operation", true, true});
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at)) {
    accesses.push_back({&at, exchange->getPointerOperand(),
                        sizeOf(at, exchange->getCompareOperand()->getType()),
                        exchange->getAlign(), "compare and swap", true, true});
  } else if (auto *copy = dyn_cast<MemTransferInst>(&at)) {
    accesses.push_back({&at, copy->getSource(), copy->getLength(),
                        copy->getSourceAlign().valueOrOne(), "memory copy"});
    accesses.push_back({&at, copy->getDest(), copy->getLength(),
                        copy->getDestAlign().valueOrOne(), "memory copy",
                        true});
  } else if (auto *set = dyn_cast<MemSetInst>(&at)) {
    accesses.push_back({&at, set->getDest(), set->getLength(),
                        set->getDestAlign().valueOrOne(), "memory set", true});
  }
}

/// Whether the access is to the thread's own stack, where no check is needed.
static bool isLocal(const Access &access) {
  return isa<AllocaInst>(getUnderlyingObject(access.pointer));
}

static AddressSpace spaceOf(const Value &pointer) {
  switch (pointer.getType()->getPointerAddressSpace()) {
  case globalSpace:
  case constantSpace:
    return AddressSpace::Global;
  case sharedSpace:
    return AddressSpace::Shared;
  default:
    return AddressSpace::Generic;
  }
}

static void check(const Access &access, SiteTable &sites) {
  Site site;
  site.alignment = uint32_t(access.alignment.value());
  site.space = spaceOf(*access.pointer);
  site.isWrite = access.isWrite;
  site.isAtomic = access.isAtomic;
  if (auto *size = dyn_cast<ConstantInt>(access.size))
    site.bytes = uint32_t(size->getZExtValue());
  ConstantInt *number = sites.add(*access.instruction, access.what, site);
  IRBuilder<> builder(access.instruction);
  Value *size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  callHost(builder, "minitc.sim.access", builder.getVoidTy(),
           {access.pointer, size, number});
}

/// A loop that waits for another thread, or for ever, lets the others run.
static void addTicks(Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
  FindFunctionBackedges(function, edges);
  SmallPtrSet<const BasicBlock *, 8> done;
  for (auto [from, to] : edges) {
    if (!done.insert(from).second)
      continue;
    IRBuilder<> builder(const_cast<BasicBlock *>(from)->getTerminator());
    callHost(builder, "minitc.sim.tick", builder.getVoidTy(), {});
  }
}

void minitc::simulator::instrument(Module &module, SiteTable &sites) {
  for (Function &function : module) {
    if (function.isDeclaration() || function.getName() == entryName)
      continue;
    SmallVector<Access> accesses;
    for (Instruction &instruction : instructions(function))
      collect(instruction, accesses);
    for (const Access &access : accesses)
      if (!isLocal(access))
        check(access, sites);
    addTicks(function);
  }
}
