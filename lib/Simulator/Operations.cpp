//===- Operations.cpp - Intrinsics and PTX operations on the host ---------===//

#include "Block.h"
#include "EntryPoints.h"
#include "Instructions.h"
#include "Lowering.h"
#include "Warpgroup.h"

#include "minitc/Conversion/AsyncTransfers.h"
#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

namespace {
/// Replaces the calls of one function.
class OperationLowering {
public:
  OperationLowering(Function &function, SiteTable &sites)
      : function(function), sites(sites), builder(function.getContext()) {}

  Error run();

private:
  Function &function;
  SiteTable &sites;
  IRBuilder<> builder;
  /// Where the words of all collectives of the function lie in turn.
  AllocaInst *words = nullptr;

  /// Whether the call was one of its kind, and then is gone.
  bool lowerRegister(CallInst &call, StringRef name);
  bool lowerInstruction(CallInst &call, StringRef name);
  bool lowerCollective(CallInst &call, StringRef name);
  bool lowerWarpgroup(CallInst &call, StringRef name);
  bool lowerBarrier(CallInst &call, StringRef name);
  bool lowerAsyncCopy(CallInst &call, StringRef name);
  bool lowerOwnCopy(CallInst &call, StringRef name);
  bool lowerMBarrier(CallInst &call, StringRef name);
  bool lowerTensorLoad(CallInst &call, StringRef name);
  bool lowerGlobalAccess(CallInst &call, StringRef name);
  bool lowerGlobalAtomic(CallInst &call, StringRef name);
  bool lowerControl(CallInst &call, StringRef name);
  Error lower(CallInst &call);

  Value *change(const GlobalAtomic &atomic, CallInst &call, Value *pointer);
  AllocaInst *wordsFor(unsigned count);
  /// Calls what takes operands in words and leaves results behind them, and
  /// puts those in the call's place.
  void replaceByMeeting(CallInst &call, StringRef callee, ConstantInt *site,
                        unsigned numOperands, unsigned numResults);
  void checkRows(CallInst &call, const Collective &collective);
  void replace(CallInst &call, Value *value);
  Value *callHost(StringRef name, Type *result, ArrayRef<Value *> args) {
    return simulator::callHost(builder, name, result, args);
  }
};
} // namespace

void OperationLowering::replace(CallInst &call, Value *value) {
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Registers and instructions
//===----------------------------------------------------------------------===//

static std::optional<SpecialRegister> findRegister(StringRef name) {
  using R = std::optional<SpecialRegister>;
  return StringSwitch<R>(name)
      .Case("tid.x", SpecialRegister::TidX)
      .Case("tid.y", SpecialRegister::TidY)
      .Case("tid.z", SpecialRegister::TidZ)
      .Case("ntid.x", SpecialRegister::NtidX)
      .Case("ntid.y", SpecialRegister::NtidY)
      .Case("ntid.z", SpecialRegister::NtidZ)
      .Case("ctaid.x", SpecialRegister::CtaidX)
      .Case("ctaid.y", SpecialRegister::CtaidY)
      .Case("ctaid.z", SpecialRegister::CtaidZ)
      .Case("nctaid.x", SpecialRegister::NctaidX)
      .Case("nctaid.y", SpecialRegister::NctaidY)
      .Case("nctaid.z", SpecialRegister::NctaidZ)
      .Case("laneid", SpecialRegister::LaneId)
      .Case("warpid", SpecialRegister::WarpId)
      .Case("nwarpid", SpecialRegister::NumWarps)
      .Case("warpsize", SpecialRegister::WarpSize)
      .Case("lanemask.eq", SpecialRegister::LaneMaskEq)
      .Case("lanemask.lt", SpecialRegister::LaneMaskLt)
      .Case("lanemask.le", SpecialRegister::LaneMaskLe)
      .Case("lanemask.gt", SpecialRegister::LaneMaskGt)
      .Case("lanemask.ge", SpecialRegister::LaneMaskGe)
      .Case("dynamic_smem_size", SpecialRegister::DynamicSharedBytes)
      .Case("total_smem_size", SpecialRegister::TotalSharedBytes)
      .Cases({"cluster.ctaid.x", "cluster.ctaid.y", "cluster.ctaid.z",
              "cluster.ctarank", "smid"},
             SpecialRegister::Zero)
      .Cases({"cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z",
              "cluster.nctarank", "nsmid"},
             SpecialRegister::One)
      .Cases({"clock", "clock64", "globaltimer"}, SpecialRegister::Clock)
      .Default(std::nullopt);
}

bool OperationLowering::lowerRegister(CallInst &call, StringRef name) {
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return false;
  std::optional<SpecialRegister> found = findRegister(name);
  if (!found)
    return false;
  Value *word = callHost("minitc.sim.register", builder.getInt64Ty(),
                         {builder.getInt32(uint32_t(*found))});
  replace(call, fromWord(builder, word, call.getType()));
  return true;
}

bool OperationLowering::lowerInstruction(CallInst &call, StringRef name) {
  if (!name.consume_front("llvm.nvvm.") || !findInstruction(name))
    return false;
  SmallVector<Value *> operands;
  for (Value *operand : call.args())
    operands.push_back(toWord(builder, operand));
  operands.resize(3, builder.getInt64(0));
  Value *word = callHost((instructionPrefix + name).str(), builder.getInt64Ty(),
                         operands);
  replace(call, fromWord(builder, word, call.getType()));
  return true;
}

//===----------------------------------------------------------------------===//
// Collectives and barriers
//===----------------------------------------------------------------------===//

AllocaInst *OperationLowering::wordsFor(unsigned count) {
  if (!words) {
    IRBuilder<> atEntry(&*function.getEntryBlock().getFirstInsertionPt());
    words = atEntry.CreateAlloca(atEntry.getInt64Ty(), atEntry.getInt32(count));
  }
  if (cast<ConstantInt>(words->getArraySize())->getZExtValue() < count)
    words->setOperand(0, builder.getInt32(count));
  return words;
}

/// Checks the row of a matrix whose address is this lane's.
void OperationLowering::checkRows(CallInst &call,
                                  const Collective &collective) {
  Site site;
  site.bytes = site.alignment = 16;
  site.space = AddressSpace::Shared;
  site.isWrite = collective.isStore;
  ConstantInt *number =
      sites.add(call, collective.isStore ? "stmatrix" : "ldmatrix", site);
  Value *lane = builder.CreateTrunc(
      callHost("minitc.sim.register", builder.getInt64Ty(),
               {builder.getInt32(uint32_t(SpecialRegister::LaneId))}),
      builder.getInt32Ty());
  Value *isUsed =
      builder.CreateICmpULT(lane, builder.getInt32(8 * collective.numMatrices));
  callHost("minitc.sim.predicated", builder.getPtrTy(),
           {call.getArgOperand(0),
            builder.CreateZExt(isUsed, builder.getInt32Ty()), number});
}

void OperationLowering::replaceByMeeting(CallInst &call, StringRef callee,
                                         ConstantInt *site,
                                         unsigned numOperands,
                                         unsigned numResults) {
  Value *base = wordsFor(numOperands + numResults);
  auto word = [&](unsigned i) {
    return builder.CreateConstGEP1_32(builder.getInt64Ty(), base, i);
  };
  for (unsigned i = 0; i < numOperands; ++i)
    builder.CreateStore(toWord(builder, call.getArgOperand(i)), word(i));
  callHost(callee, builder.getVoidTy(), {site, base});
  auto result = [&](unsigned i, Type *type) {
    Value *loaded =
        builder.CreateLoad(builder.getInt64Ty(), word(numOperands + i));
    return fromWord(builder, loaded, type);
  };
  Value *value = nullptr;
  if (auto *type = dyn_cast<StructType>(call.getType())) {
    value = PoisonValue::get(type);
    for (unsigned i = 0; i < numResults; ++i)
      value = builder.CreateInsertValue(value,
                                        result(i, type->getElementType(i)), i);
  } else if (numResults) {
    value = result(0, call.getType());
  }
  replace(call, value);
}

bool OperationLowering::lowerCollective(CallInst &call, StringRef name) {
  const Collective *collective = findCollective(name);
  if (!collective)
    return false;
  if (collective->numMatrices)
    checkRows(call, *collective);
  Site site;
  site.collective = collective;
  replaceByMeeting(call, "minitc.sim.meet",
                   sites.add(call, collective->name, site),
                   collective->numOperands, collective->numResults);
  return true;
}

static std::optional<WarpgroupOperation>
findWarpgroupOperation(const CallInst &call, StringRef name) {
  WarpgroupOperation operation;
  using Kind = WarpgroupOperation::Kind;
  if (name == "llvm.nvvm.wgmma.fence.sync.aligned") {
    operation.kind = Kind::Fence;
  } else if (name == "llvm.nvvm.wgmma.commit_group.sync.aligned") {
    operation.kind = Kind::Commit;
  } else if (name == "llvm.nvvm.wgmma.wait_group.sync.aligned") {
    operation.kind = Kind::Wait;
    operation.wait.words = 0;
    operation.wait.pending =
        unsigned(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
  } else if (auto wait = WGMMAWait::parse(name)) {
    operation.kind = Kind::Wait;
    operation.wait = *wait;
  } else if (auto product = WGMMAInstruction::parse(name)) {
    operation.kind = Kind::Multiply;
    operation.product = *product;
  } else {
    return std::nullopt;
  }
  return operation;
}

/// For messages: "wgmma.wait_group".
static StringRef nameOf(WarpgroupOperation::Kind kind) {
  switch (kind) {
  case WarpgroupOperation::Kind::Fence:
    return "wgmma.fence";
  case WarpgroupOperation::Kind::Multiply:
    return "wgmma";
  case WarpgroupOperation::Kind::Commit:
    return "wgmma.commit_group";
  case WarpgroupOperation::Kind::Wait:
    return "wgmma.wait_group";
  }
  return "";
}

bool OperationLowering::lowerWarpgroup(CallInst &call, StringRef name) {
  std::optional<WarpgroupOperation> operation =
      findWarpgroupOperation(call, name);
  if (!operation)
    return false;
  Site site;
  site.warpgroup = std::make_shared<const WarpgroupOperation>(*operation);
  replaceByMeeting(call, "minitc.sim.warpgroup",
                   sites.add(call, nameOf(operation->kind), site),
                   operation->numOperands(), operation->numResults());
  return true;
}

/// barrier.cta.{sync,arrive,red.{popc,and,or}}[.aligned].{all,count}
bool OperationLowering::lowerBarrier(CallInst &call, StringRef name) {
  StringRef rest = name;
  if (!rest.consume_front("llvm.nvvm.barrier.cta."))
    return false;
  BarrierKind kind = BarrierKind::Sync;
  if (rest.consume_front("arrive"))
    kind = BarrierKind::Arrive;
  else if (rest.consume_front("red.popc"))
    kind = BarrierKind::Count;
  else if (rest.consume_front("red.and"))
    kind = BarrierKind::And;
  else if (rest.consume_front("red.or"))
    kind = BarrierKind::Or;
  else if (!rest.consume_front("sync"))
    return false;
  Site site;
  site.isAligned = rest.consume_front(".aligned");
  bool hasCount = rest == ".count";
  if (!hasCount && rest != ".all")
    return false;

  ConstantInt *number =
      sites.add(call, name.drop_front(StringRef("llvm.nvvm.").size()), site);
  bool isReduction = kind != BarrierKind::Sync && kind != BarrierKind::Arrive;
  Value *count = hasCount ? call.getArgOperand(1) : builder.getInt32(0);
  Value *predicate = builder.getInt32(0);
  if (isReduction)
    predicate = builder.CreateZExt(call.getArgOperand(hasCount ? 2 : 1),
                                   builder.getInt32Ty());
  Value *result = callHost("minitc.sim.barrier", builder.getInt32Ty(),
                           {builder.getInt32(uint32_t(kind)),
                            call.getArgOperand(0), count, predicate, number});
  replace(call,
          isReduction ? builder.CreateTrunc(result, call.getType()) : nullptr);
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
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

/// minitc.cp.async.bN, and the pointer that goes to it.
bool OperationLowering::lowerOwnCopy(CallInst &call, StringRef name) {
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

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

bool OperationLowering::lowerControl(CallInst &call, StringRef name) {
  Type *none = builder.getVoidTy();
  if (name == "llvm.trap" || name == "llvm.debugtrap" ||
      name == "llvm.ubsantrap") {
    callHost("minitc.sim.trap", none, {sites.add(call, "trap")});
  } else if (name == "llvm.nvvm.exit") {
    callHost("minitc.sim.exit", none, {});
  } else if (name == "llvm.nvvm.nanosleep") {
    callHost("minitc.sim.yield", none, {});
  } else if (name == "llvm.nvvm.activemask") {
    // The lanes that run together are any that include this one.
    Value *word =
        callHost("minitc.sim.register", builder.getInt64Ty(),
                 {builder.getInt32(uint32_t(SpecialRegister::LaneMaskEq))});
    replace(call, fromWord(builder, word, call.getType()));
    return true;
  } else if (name.starts_with("llvm.nvvm.fence.proxy.async")) {
    callHost("minitc.sim.fence.async", none, {});
  } else if (name.starts_with("llvm.nvvm.membar.") ||
             name.starts_with("llvm.nvvm.fence.sc.")) {
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  } else if (!name.starts_with("llvm.nvvm.prefetch") &&
             !name.starts_with("llvm.nvvm.setmaxnreg.")) {
    return false;
  }
  replace(call, nullptr);
  return true;
}

Error OperationLowering::lower(CallInst &call) {
  if (call.isInlineAsm())
    return unknownOperation("inline assembly", call);
  Function *callee = call.getCalledFunction();
  if (!callee)
    return unknownOperation("a call through a pointer", call);
  StringRef name = callee->getName();
  bool isOwn = !callee->isDeclaration() || findHostSymbol(name);
  if (isOwn || (callee->isIntrinsic() && !name.starts_with("llvm.nvvm.") &&
                !name.ends_with("trap")))
    return Error::success();
  builder.SetInsertPoint(&call);
  if (lowerRegister(call, name) || lowerInstruction(call, name) ||
      lowerCollective(call, name) || lowerWarpgroup(call, name) ||
      lowerBarrier(call, name) || lowerAsyncCopy(call, name) ||
      lowerOwnCopy(call, name) || lowerMBarrier(call, name) ||
      lowerTensorLoad(call, name) || lowerGlobalAccess(call, name) ||
      lowerGlobalAtomic(call, name) || lowerControl(call, name))
    return Error::success();
  return unknownOperation(name, call);
}

Error OperationLowering::run() {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      calls.push_back(call);
  for (CallInst *call : calls)
    if (Error error = lower(*call))
      return error;
  return Error::success();
}

Error minitc::simulator::lowerOperations(Module &module, SiteTable &sites) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.getName() != entryName)
      if (Error error = OperationLowering(function, sites).run())
        return error;
  return Error::success();
}
