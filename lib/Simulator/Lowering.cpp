//===- Lowering.cpp - An NVPTX module becomes one of the host -------------===//

#include "Lowering.h"

#include "minitc/Conversion/AssertReport.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;
using namespace minitc::simulator;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

ConstantInt *SiteTable::add(const Instruction &at, StringRef what, Site site) {
  site.what = what.str();
  if (const DebugLoc &location = at.getDebugLoc()) {
    site.line = location.getLine();
    site.column = location.getCol();
  }
  sites.push_back(std::move(site));
  return ConstantInt::get(Type::getInt32Ty(at.getContext()), sites.size() - 1);
}

CallInst *minitc::simulator::callHost(IRBuilderBase &builder, StringRef name,
                                      Type *result, ArrayRef<Value *> args) {
  SmallVector<Type *> types;
  SmallVector<Value *> operands;
  for (Value *arg : args) {
    if (arg->getType()->isPointerTy())
      arg = builder.CreateAddrSpaceCast(arg, builder.getPtrTy());
    operands.push_back(arg);
    types.push_back(arg->getType());
  }
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(
      name, FunctionType::get(result, types, /*isVarArg=*/false));
  CallInst *call = builder.CreateCall(callee, operands);
  call->setDoesNotThrow();
  return call;
}

Value *minitc::simulator::toWord(IRBuilderBase &builder, Value *value) {
  Type *word = builder.getInt64Ty();
  if (value->getType()->isPointerTy())
    return builder.CreatePtrToInt(value, word);
  unsigned bits = value->getType()->getPrimitiveSizeInBits();
  value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  return builder.CreateZExt(value, word);
}

Value *minitc::simulator::fromWord(IRBuilderBase &builder, Value *word,
                                   Type *type) {
  if (type->isPointerTy())
    return builder.CreateIntToPtr(word, type);
  unsigned bits = type->getPrimitiveSizeInBits();
  return builder.CreateBitCast(
      builder.CreateTrunc(word, builder.getIntNTy(bits)), type);
}

Error minitc::simulator::unknownOperation(StringRef what,
                                          const Instruction &instruction) {
  std::string text = "the simulator does not know '" + what.str() + "' in '" +
                     instruction.getFunction()->getName().str() + "'";
  if (const DebugLoc &location = instruction.getDebugLoc())
    text += " at line " + std::to_string(location.getLine());
  return createStringError(text);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Calls the kernel with its arguments out of an array of words.
static void addEntry(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *entry = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {pointer}, false),
      Function::ExternalLinkage, entryName, kernel.getParent());
  entry->setDoesNotThrow();
  IRBuilder<> builder(BasicBlock::Create(context, "", entry));
  SmallVector<Value *> arguments;
  for (Argument &argument : kernel.args()) {
    Value *address = builder.CreateConstGEP1_32(
        builder.getInt64Ty(), entry->getArg(0), argument.getArgNo());
    Value *word = builder.CreateLoad(builder.getInt64Ty(), address);
    arguments.push_back(fromWord(builder, word, argument.getType()));
  }
  builder.CreateCall(&kernel, arguments)
      ->setCallingConv(kernel.getCallingConv());
  builder.CreateRetVoid();
}

Error minitc::simulator::keepKernel(Module &module, StringRef name) {
  Function *kernel = module.getFunction(name);
  if (!kernel || kernel->isDeclaration())
    return createStringError("there is no kernel '" + name + "'");
  for (Argument &argument : kernel->args()) {
    // What is passed by value is at the address that the launch gives.
    argument.removeAttr(Attribute::ByVal);
    Type *type = argument.getType();
    bool isWord = type->isPointerTy() ||
                  (type->isFirstClassType() &&
                   type->getPrimitiveSizeInBits().getKnownMinValue() > 0 &&
                   type->getPrimitiveSizeInBits().getKnownMinValue() <= 64);
    if (!isWord)
      return createStringError(
          "expected arguments of at most 64 bits, but got number " +
          std::to_string(argument.getArgNo()) + " of '" + name + "'");
  }
  addEntry(*kernel);
  internalizeModule(module, [&](const GlobalValue &value) {
    return value.getName() == entryName || value.isDeclaration();
  });
  ModuleAnalysisManager analyses;
  GlobalDCEPass().run(module, analyses);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Shared variables
//===----------------------------------------------------------------------===//

namespace {
/// Where the block's shared memory starts, and the variables in it: once a
/// function, in its first block.
class SharedAddresses {
public:
  Value *get(Function &function, GlobalVariable *variable, size_t offset) {
    Value *&address = addresses[{&function, variable}];
    if (address)
      return address;
    Instruction *&base = bases[&function];
    IRBuilder<> builder(function.getContext());
    if (!base) {
      builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
      base = callHost(builder, "minitc.sim.shared",
                      builder.getPtrTy(sharedSpace), {});
    }
    builder.SetInsertPoint(base->getNextNode());
    address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
    return address;
  }

private:
  DenseMap<Function *, Instruction *> bases;
  DenseMap<std::pair<Function *, GlobalVariable *>, Value *> addresses;
};
} // namespace

size_t minitc::simulator::placeSharedVariables(Module &module) {
  SmallVector<GlobalVariable *> variables;
  SmallVector<Constant *> constants;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == sharedSpace) {
      variables.push_back(&variable);
      constants.push_back(&variable);
    }
  convertUsersOfConstantsToInstructions(constants);

  auto sizeOf = [&](GlobalVariable *variable) {
    return module.getDataLayout()
        .getTypeAllocSize(variable->getValueType())
        .getFixedValue();
  };
  llvm::stable_sort(variables, [&](GlobalVariable *a, GlobalVariable *b) {
    return sizeOf(a) != 0 && sizeOf(b) == 0;
  });
  size_t end = 0;
  SharedAddresses addresses;
  for (GlobalVariable *variable : variables) {
    size_t offset = alignTo(end, variable->getAlign().valueOrOne());
    end = offset + sizeOf(variable);
    for (Use &use : make_early_inc_range(variable->uses())) {
      Function &function = *cast<Instruction>(use.getUser())->getFunction();
      use.set(addresses.get(function, variable, offset));
    }
    variable->eraseFromParent();
  }
  return end;
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

void minitc::simulator::placeAssertReports(Module &module) {
  GlobalVariable *variable =
      module.getGlobalVariable(assertReportName, /*AllowInternal=*/true);
  if (!variable)
    return;
  for (User *user : make_early_inc_range(variable->users())) {
    auto *load = dyn_cast<LoadInst>(user);
    if (!load)
      continue;
    IRBuilder<> builder(load);
    load->replaceAllUsesWith(
        callHost(builder, "minitc.sim.assert_report", load->getType(), {}));
    load->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

/// PTX's max and min of a number and a NaN take +0 to be greater than -0. The
/// host's fmaxf and fminf, which maxnum and minnum become, give either zero.
static void orderZeros(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    Intrinsic::ID id = function.getIntrinsicID();
    if (id != Intrinsic::maxnum && id != Intrinsic::minnum)
      continue;
    Function *ordered = Intrinsic::getOrInsertDeclaration(
        &module,
        id == Intrinsic::maxnum ? Intrinsic::maximumnum : Intrinsic::minimumnum,
        function.getReturnType());
    function.replaceAllUsesWith(ordered);
    function.eraseFromParent();
  }
}

void minitc::simulator::retarget(Module &module, const Triple &triple,
                                 const DataLayout &layout) {
  StripDebugInfo(module);
  module.setTargetTriple(triple);
  module.setDataLayout(layout);
  orderZeros(module);
  for (Function &function : module) {
    function.setCallingConv(CallingConv::C);
    for (StringRef kind : {"target-cpu", "target-features", "nvvm.reqntid",
                           "nvvm.maxntid", "nvvm.minctasm", "nvvm.maxnreg"})
      function.removeFnAttr(kind);
    if (function.isDeclaration())
      continue;
    // Frames need no unwinding, and their size is reported: see Program.cpp.
    function.setDoesNotThrow();
    function.setUWTableKind(UWTableKind::None);
    function.addFnAttr("warn-stack-size", "0");
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction))
          call->setCallingConv(CallingConv::C);
  }
}
