//===- Operations.cpp - Intrinsics and PTX operations on the host ---------===//

#include "Block.h"
#include "EntryPoints.h"
#include "Instructions.h"
#include "OperationLowering.h"
#include "Warpgroup.h"

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

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
