//===- MemoryOperations.cpp - Copies and global accesses on the host ------===//

#include "OperationLowering.h"

#include "minitc/Conversion/AsyncTransfers.h"
#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// cp.async.{ca,cg}.shared.global.N[.s], commit.group, wait.{group,all}
bool OperationLowering::lowerAsyncCopy(CallInst &call, StringRef name) {
  Type *none = builder.getVoidTy();
  if (name == "llvm.nvvm.cp.async.commit.group") {
    callHost("minitc.sim.commit", none, {});
  } else if (name == "llvm.nvvm.cp.async.wait.group") {
    callHost("minitc.sim.wait", none, {call.getArgOperand(0)});
  } else if (name == "llvm.nvvm.cp.async.wait.all") {
    callHost("minitc.sim.commit", none, {});
    callHost("minitc.sim.wait", none, {builder.getInt32(0)});
  } else {
    StringRef rest = name;
    uint32_t bytes = 0;
    if (!rest.consume_front("llvm.nvvm.cp.async.ca.shared.global.") &&
        !rest.consume_front("llvm.nvvm.cp.async.cg.shared.global."))
      return false;
    if (rest.consumeInteger(10, bytes) || (!rest.empty() && rest != ".s"))
      return false;
    Site site;
    site.bytes = site.alignment = bytes;
    site.isWrite = site.isAsyncCopy = true;
    Value *size = builder.getInt32(bytes);
    callHost("minitc.sim.copy", none,
             {call.getArgOperand(0), call.getArgOperand(1), size,
              rest.empty() ? size : call.getArgOperand(2),
              sites.add(call, "cp.async", site)});
  }
  replace(call, nullptr);
  return true;
}

/// minitc.cp.async.bN, and what keeps the assembler from moving arithmetic.
bool OperationLowering::lowerOwnCopy(CallInst &call, StringRef name) {
  if (name == finishName) {
    call.eraseFromParent();
    return true;
  }
  if (name == pinName) {
    replace(call, call.getArgOperand(0));
    return true;
  }
  std::optional<AsyncCopy> copy = AsyncCopy::parse(name);
  if (!copy)
    return false;
  Site site;
  site.bytes = site.alignment = copy->bytes;
  site.isWrite = site.isAsyncCopy = true;
  Value *bytes = builder.getInt32(copy->bytes);
  Value *isIgnored = call.getArgOperand(2);
  callHost("minitc.sim.copy", builder.getVoidTy(),
           {call.getArgOperand(0), call.getArgOperand(1), bytes,
            builder.CreateSelect(isIgnored, builder.getInt32(0), bytes),
            sites.add(call, "cp.async", site)});
  replace(call, nullptr);
  return true;
}

/// For messages: "mbarrier.try_wait".
static StringRef nameOf(MBarrierOperation::Kind kind) {
  switch (kind) {
  case MBarrierOperation::Kind::Init:
    return "mbarrier.init";
  case MBarrierOperation::Kind::Arrive:
    return "mbarrier.arrive";
  case MBarrierOperation::Kind::Expect:
    return "mbarrier.arrive.expect_tx";
  case MBarrierOperation::Kind::Wait:
    return "mbarrier.try_wait";
  case MBarrierOperation::Kind::Invalidate:
    return "mbarrier.inval";
  case MBarrierOperation::Kind::Fence:
    return "fence.mbarrier_init";
  }
  return "";
}

/// minitc.mbarrier.*
bool OperationLowering::lowerMBarrier(CallInst &call, StringRef name) {
  auto operation = MBarrierOperation::parse(name);
  if (!operation)
    return false;
  using Kind = MBarrierOperation::Kind;
  if (operation->kind == Kind::Fence) {
    callHost("minitc.sim.fence.async", builder.getVoidTy(), {});
    replace(call, nullptr);
    return true;
  }
  Site site;
  site.bytes = site.alignment = 8;
  site.space = AddressSpace::Shared;
  site.isMBarrier = true;
  site.isWrite =
      operation->kind == Kind::Init || operation->kind == Kind::Invalidate;
  Value *operand =
      call.arg_size() > 1 ? call.getArgOperand(1) : builder.getInt32(0);
  callHost("minitc.sim.mbarrier", builder.getVoidTy(),
           {builder.getInt32(uint32_t(operation->kind)), call.getArgOperand(0),
            operand, sites.add(call, nameOf(operation->kind), site)});
  replace(call, nullptr);
  return true;
}

/// minitc.tma.load.Nd
bool OperationLowering::lowerTensorLoad(CallInst &call, StringRef name) {
  std::optional<TensorLoad> load = TensorLoad::parse(name);
  if (!load)
    return false;
  Site site;
  site.space = AddressSpace::Shared;
  site.isWrite = site.isAsyncCopy = true;
  constexpr unsigned firstCoordinate = 3;
  Value *coordinates = wordsFor(load->rank);
  for (unsigned i = 0; i < load->rank; ++i)
    builder.CreateStore(
        toWord(builder, call.getArgOperand(firstCoordinate + i)),
        builder.CreateConstGEP1_32(builder.getInt64Ty(), coordinates, i));
  callHost("minitc.sim.tensor", builder.getVoidTy(),
           {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2),
            coordinates, builder.getInt32(load->rank),
            sites.add(call, "cp.async.bulk.tensor", site)});
  replace(call, nullptr);
  return true;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// A predicated access becomes one that is made in any case, but where the
/// predicate is false, in a place that does not matter.
bool OperationLowering::lowerGlobalAccess(CallInst &call, StringRef name) {
  std::optional<GlobalAccess> access = GlobalAccess::parse(name);
  if (!access)
    return false;
  unsigned numWords = access->words;
  Type *word = builder.getIntNTy(access->wordBits);
  Type *type = numWords == 1 ? word : FixedVectorType::get(word, numWords);
  Site site;
  site.bytes = site.alignment = numWords * access->wordBits / 8;
  site.space = AddressSpace::Global;
  site.isWrite = access->isStore;
  ConstantInt *number =
      sites.add(call, access->isStore ? "store" : "load", site);
  Value *predicate = call.getArgOperand(1);
  Value *pointer =
      callHost("minitc.sim.predicated", builder.getPtrTy(),
               {call.getArgOperand(0),
                builder.CreateZExt(predicate, builder.getInt32Ty()), number});

  // In calls, a byte is an i16.
  SmallVector<Value *> operands;
  for (unsigned i = 0; i < numWords; ++i)
    operands.push_back(call.getArgOperand(2 + i));
  auto element = [&](Value *vector, unsigned i) {
    return numWords == 1 ? vector : builder.CreateExtractElement(vector, i);
  };
  if (access->isStore) {
    Value *value = PoisonValue::get(type);
    for (auto [i, operand] : enumerate(operands)) {
      Value *narrow = builder.CreateTrunc(operand, word);
      value = numWords == 1 ? narrow
                            : builder.CreateInsertElement(value, narrow, i);
    }
    builder.CreateAlignedStore(value, pointer, Align(site.bytes),
                               access->isVolatile);
    replace(call, nullptr);
    return true;
  }
  Value *loaded = builder.CreateAlignedLoad(type, pointer, Align(site.bytes),
                                            access->isVolatile);
  Value *result = PoisonValue::get(call.getType());
  for (auto [i, fill] : enumerate(operands)) {
    Value *wide = builder.CreateZExt(element(loaded, i), fill->getType());
    Value *chosen = builder.CreateSelect(predicate, wide, fill);
    result =
        numWords == 1 ? chosen : builder.CreateInsertValue(result, chosen, i);
  }
  replace(call, result);
  return true;
}

/// An operation of PTX as LLVM has it, the type in its name apart.
static AtomicRMWInst::BinOp binaryOperation(StringRef operation) {
  return StringSwitch<AtomicRMWInst::BinOp>(operation)
      .StartsWith("and.", AtomicRMWInst::And)
      .StartsWith("or.", AtomicRMWInst::Or)
      .StartsWith("xor.", AtomicRMWInst::Xor)
      .StartsWith("exch.", AtomicRMWInst::Xchg)
      .StartsWith("min.s", AtomicRMWInst::Min)
      .StartsWith("min.u", AtomicRMWInst::UMin)
      .StartsWith("max.s", AtomicRMWInst::Max)
      .StartsWith("max.u", AtomicRMWInst::UMax)
      .StartsWith("add.u", AtomicRMWInst::Add)
      .StartsWith("add.", AtomicRMWInst::FAdd)
      .Default(AtomicRMWInst::BAD_BINOP);
}

/// The type that an operation takes its words for.
static Type *operandType(IRBuilderBase &builder, StringRef operation,
                         unsigned bits) {
  if (operation.ends_with(".bf16"))
    return builder.getBFloatTy();
  if (operation.ends_with(".f16"))
    return builder.getHalfTy();
  if (operation.ends_with(".f32"))
    return builder.getFloatTy();
  if (operation.ends_with(".f64"))
    return builder.getDoubleTy();
  return builder.getIntNTy(bits);
}

/// The host's own atomic instruction, in the strongest order; gives the word
/// that was there before.
Value *OperationLowering::change(const GlobalAtomic &atomic, CallInst &call,
                                 Value *pointer) {
  constexpr AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;
  Align alignment(atomic.wordBits() / 8);
  Value *operand = call.getArgOperand(2);
  if (atomic.numOperands() == 2)
    return builder.CreateExtractValue(
        builder.CreateAtomicCmpXchg(pointer, operand, call.getArgOperand(3),
                                    alignment, order, order),
        0);
  Type *type = operandType(builder, atomic.operation, atomic.wordBits());
  Value *old = builder.CreateAtomicRMW(
      binaryOperation(atomic.operation), pointer,
      builder.CreateBitCast(operand, type), alignment, order);
  return builder.CreateBitCast(old, operand->getType());
}

bool OperationLowering::lowerGlobalAtomic(CallInst &call, StringRef name) {
  std::optional<GlobalAtomic> atomic = GlobalAtomic::parse(name);
  if (!atomic)
    return false;
  Site site;
  site.bytes = site.alignment = atomic->wordBits() / 8;
  site.space = AddressSpace::Global;
  site.isWrite = site.isAtomic = true;
  ConstantInt *number = sites.add(call, "atomic operation", site);
  Value *predicate = call.getArgOperand(1);
  Value *pointer =
      callHost("minitc.sim.predicated", builder.getPtrTy(),
               {call.getArgOperand(0),
                builder.CreateZExt(predicate, builder.getInt32Ty()), number});
  Value *old = change(*atomic, call, pointer);
  Value *fill = call.getArgOperand(call.arg_size() - 1);
  replace(call, atomic->isReduction
                    ? nullptr
                    : builder.CreateSelect(predicate, old, fill));
  return true;
}
