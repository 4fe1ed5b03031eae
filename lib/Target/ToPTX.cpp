//===- ToPTX.cpp - LLVM module to PTX -------------------------------------===//

#include "minitc/Target/ToPTX.h"

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include <cstdlib>
#include <mutex>

using namespace llvm;

ArrayRef<minitc::TargetInfo> minitc::targets() {
  static constexpr TargetInfo all[] = {
      {"sm_80", "+ptx80"}, {"sm_86", "+ptx80"},  {"sm_89", "+ptx81"},
      {"sm_90", "+ptx81"}, {"sm_90a", "+ptx81"}, {"sm_100", "+ptx86"},
      {"sm_120", "+ptx87"}};
  return all;
}

static void initializeNVPTX() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

Expected<std::unique_ptr<TargetMachine>>
minitc::createTargetMachine(StringRef target) {
  const TargetInfo *info = find_if(
      targets(), [&](const TargetInfo &known) { return known.name == target; });
  if (info == targets().end()) {
    std::string known = join(
        map_range(targets(), [](const TargetInfo &t) { return t.name.str(); }),
        ", ");
    return createStringError("unknown target '" + target +
                             "', expected one of " + known);
  }
  initializeNVPTX();
  std::string error;
  Triple triple("nvptx64-nvidia-cuda");
  const Target *nvptx = TargetRegistry::lookupTarget(triple, error);
  if (!nvptx)
    return createStringError(error);
  TargetOptions options;
  // Contraction was decided before, once for the GPU and the simulator.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  return std::unique_ptr<TargetMachine>(nvptx->createTargetMachine(
      triple, info->name, info->ptx, options, std::nullopt, std::nullopt,
      CodeGenOptLevel::Aggressive));
}

//===----------------------------------------------------------------------===//
// libdevice
//===----------------------------------------------------------------------===//

std::string minitc::findLibdevice() {
  if (const char *path = std::getenv("MINITC_LIBDEVICE"))
    return path;
  SmallVector<std::string> roots;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *root = std::getenv(variable))
      roots.push_back(root);
  roots.push_back("/usr/local/cuda");
  for (const std::string &root : roots) {
    SmallString<128> path(root);
    sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    if (sys::fs::exists(path))
      return path.str().str();
  }
  return "";
}

static Error linkLibdevice(Module &module) {
  const Function *user = nullptr;
  for (const Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      user = &function;
  if (!user)
    return Error::success();
  std::string path = minitc::findLibdevice();
  if (path.empty())
    return createStringError(
        "'" + user->getName() +
        "' is in the CUDA Toolkit's libdevice, which was not found: set "
        "CUDA_HOME to the toolkit or MINITC_LIBDEVICE to libdevice.10.bc");
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> library =
      getLazyIRFileModule(path, diagnostic, module.getContext());
  if (!library)
    return createStringError("cannot read libdevice from '" + path +
                             "': " + diagnostic.getMessage());
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  StringSet<> kept;
  for (const GlobalValue &value : module.global_values())
    if (!value.isDeclaration())
      kept.insert(value.getName());
  if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded))
    return createStringError("cannot link libdevice from '" + path + "'");
  internalizeModule(module, [&](const GlobalValue &value) {
    return kept.contains(value.getName()) || value.isDeclaration();
  });
  // Subnormal numbers are kept.
  module.addModuleFlag(Module::Override, "nvvm-reflect-ftz", uint32_t(0));
  return Error::success();
}

void minitc::targetModule(Module &module, TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
}

Error minitc::prepareModule(Module &module, TargetMachine &machine) {
  targetModule(module, machine);
  return linkLibdevice(module);
}

//===----------------------------------------------------------------------===//
// Optimisation
//===----------------------------------------------------------------------===//

void minitc::optimizeModule(Module &module, TargetMachine &machine) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  PassBuilder builder(&machine, tuning);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes,
                                             OptimizationLevel) {
    // Loads and stores stay wide.
    ScalarizerPassOptions options;
    options.ScalarizeLoadStore = false;
    passes.addPass(createModuleToFunctionPassAdaptor(ScalarizerPass(options)));
  });
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
      .run(module, modules);
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Intrinsics that NVPTX selects for every type that the compiler uses them on.
static bool isSelectable(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::abs:
  case Intrinsic::assume:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
  case Intrinsic::ceil:
  case Intrinsic::copysign:
  case Intrinsic::ctlz:
  case Intrinsic::ctpop:
  case Intrinsic::cttz:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::fabs:
  case Intrinsic::floor:
  case Intrinsic::fma:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::is_fpclass:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::maximum:
  case Intrinsic::maxnum:
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::minimum:
  case Intrinsic::minnum:
  case Intrinsic::nearbyint:
  case Intrinsic::rint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sadd_sat:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::scmp:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::sqrt:
  case Intrinsic::ssub_sat:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::trap:
  case Intrinsic::trunc:
  case Intrinsic::uadd_sat:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ucmp:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::usub_sat:
  case Intrinsic::usub_with_overflow:
    return true;
  default:
    return false;
  }
}

/// NVPTX has tanh in the approximate form alone, and on f32.
static bool isSelectableTanh(const Function &function) {
  return function.getReturnType()->isFloatTy() &&
         all_of(function.users(), [](const User *user) {
           return cast<FPMathOperator>(user)->hasApproxFunc();
         });
}

static bool isKnownIntrinsic(const Function &function) {
  if (function.getIntrinsicID() == Intrinsic::tanh)
    return isSelectableTanh(function);
  return isSelectable(function.getIntrinsicID()) ||
         function.getName().starts_with("llvm.nvvm.") ||
         function.getName().starts_with("llvm.dbg.");
}

/// LLVM's "cannot select" would end the host process, so what it does not know
/// is refused before.
static Error checkSelectable(const Module &module) {
  for (const Function &function : module) {
    if (!function.isDeclaration() || function.use_empty())
      continue;
    StringRef name = function.getName();
    bool isKnown = function.isIntrinsic()
                       ? isKnownIntrinsic(function)
                       : minitc::lookupPTXOperation(name).has_value() ||
                             minitc::isSystemCall(name);
    if (isKnown)
      continue;
    std::string where;
    for (const User *user : function.users())
      if (auto *call = dyn_cast<Instruction>(user)) {
        where = " in '" + call->getFunction()->getName().str() + "'";
        if (const DebugLoc &loc = call->getDebugLoc())
          where += " at line " + utostr(loc.getLine());
        break;
      }
    return createStringError("there is no PTX for '" + name + "'" + where);
  }
  return Error::success();
}

/// Puts inline assembly in the place of calls to the table's functions.
static void replacePTXOperations(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    std::optional<minitc::PTXOperation> operation =
        minitc::lookupPTXOperation(function.getName());
    if (!operation)
      continue;
    // Side effects alone do not keep code generation from moving loads across.
    if (!operation->effects.onlyReadsMemory())
      operation->constraints +=
          operation->constraints.empty() ? "~{memory}" : ",~{memory}";
    InlineAsm *assembly =
        InlineAsm::get(function.getFunctionType(), operation->assembly,
                       operation->constraints, /*hasSideEffects=*/true);
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      call->setCalledOperand(assembly);
      call->setCallingConv(CallingConv::C);
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

Expected<std::string> minitc::emitPTX(Module &module, TargetMachine &machine) {
  if (Error error = checkSelectable(module))
    return std::move(error);
  replacePTXOperations(module);
  SmallString<0> text;
  raw_svector_ostream stream(text);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return createStringError("the NVPTX back end cannot print PTX");
  passes.run(module);
  return text.str().str();
}
