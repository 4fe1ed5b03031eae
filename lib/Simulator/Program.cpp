//===- Program.cpp - A kernel as code of the host -------------------------===//

#include "Program.h"
#include "EntryPoints.h"
#include "Lowering.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace llvm;
using namespace minitc::simulator;

struct Program::Code {
  std::unique_ptr<orc::LLJIT> jit;
};

Program::Program() : code(std::make_unique<Code>()) {}
Program::~Program() = default;

//===----------------------------------------------------------------------===//
// The host as a target
//===----------------------------------------------------------------------===//

static void initializeHost() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

/// One of two sets of instructions, so that results do not vary with the host
/// beyond that.
static StringRef hostCpu() {
  StringMap<bool> features = sys::getHostCPUFeatures();
  for (StringRef feature :
       {"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"})
    if (!features.lookup(feature))
      return "x86-64";
  return "x86-64-v3";
}

static Expected<orc::JITTargetMachineBuilder> hostMachine() {
  initializeHost();
  Triple triple(sys::getProcessTriple());
  if (triple.getArch() != Triple::x86_64)
    return createStringError(
        "the simulator runs on x86-64 alone, but this is " + triple.str());
  orc::JITTargetMachineBuilder machine(triple);
  machine.setCPU(hostCpu().str());
  machine.setCodeGenOptLevel(CodeGenOptLevel::Default);
  // Contraction was decided before.
  machine.getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  return machine;
}

static Expected<std::unique_ptr<orc::LLJIT>>
createJIT(orc::JITTargetMachineBuilder machine) {
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(machine))
      .setLinkProcessSymbolsByDefault(false)
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setObjectLinkingLayerCreator(
          [](orc::ExecutionSession &session)
              -> Expected<std::unique_ptr<orc::ObjectLayer>> {
            return std::make_unique<orc::ObjectLinkingLayer>(session);
          })
      .create();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

namespace {
/// Adds up the sizes of frames, which code generation reports as warnings.
class FrameSizes : public DiagnosticHandler {
public:
  explicit FrameSizes(size_t &total) : total(total) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (auto *frame = dyn_cast<DiagnosticInfoStackSize>(&info))
      total += frame->getStackSize();
    return true;
  }

private:
  size_t &total;
};
} // namespace

/// Makes the module's constants and variables visible under names of our own.
static SmallVector<std::string> exportVariables(Module &module,
                                                Program &program) {
  SmallVector<std::string> symbols;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.getName().starts_with("llvm."))
      continue;
    size_t bytes =
        module.getDataLayout().getTypeAllocSize(variable.getValueType());
    program.variables.push_back({0, bytes, variable.getName().str()});
    symbols.push_back("minitc.sim.variable." + std::to_string(symbols.size()));
    variable.setName(symbols.back());
    variable.setLinkage(GlobalValue::ExternalLinkage);
  }
  return symbols;
}

/// Everything that the module, or the code made from it, may call.
static Error defineHostSymbols(orc::LLJIT &jit, const Module &module) {
  orc::SymbolMap symbols;
  auto define = [&](StringRef name, void *address) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                          JITSymbolFlags::Exported |
                                              JITSymbolFlags::Callable};
  };
  for (const HostSymbol &symbol : libraryFunctions())
    define(symbol.name, symbol.address);
  for (const Function &function : module)
    if (void *address = function.isDeclaration()
                            ? findHostSymbol(function.getName())
                            : nullptr)
      define(function.getName(), address);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

Expected<std::unique_ptr<Program>>
Program::create(std::unique_ptr<Module> module,
                std::unique_ptr<LLVMContext> context, StringRef kernel) {
  std::unique_ptr<Program> program(new Program);
  SiteTable sites(program->sites);
  if (Error error = keepKernel(*module, kernel))
    return error;
  placeAssertReports(*module);
  instrument(*module, sites);
  if (Error error = lowerOperations(*module, sites))
    return error;
  program->staticSharedBytes = placeSharedVariables(*module);

  Expected<orc::JITTargetMachineBuilder> machine = hostMachine();
  if (!machine)
    return machine.takeError();
  Expected<std::unique_ptr<orc::LLJIT>> jit = createJIT(*machine);
  if (!jit)
    return jit.takeError();
  retarget(*module, (*jit)->getTargetTriple(), (*jit)->getDataLayout());
  std::string problem;
  raw_string_ostream stream(problem);
  if (verifyModule(*module, &stream))
    return createStringError("the module for the host is broken: " + problem);

  if (Error error = defineHostSymbols(**jit, *module))
    return error;
  SmallVector<std::string> variables = exportVariables(*module, *program);
  context->setDiagnosticHandler(
      std::make_unique<FrameSizes>(program->frameBytes));
  if (Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  Expected<orc::ExecutorAddr> entry = (*jit)->lookup(entryName);
  if (!entry)
    return entry.takeError();
  program->entry = entry->toPtr<Entry>();
  for (auto [variable, symbol] : zip(program->variables, variables)) {
    Expected<orc::ExecutorAddr> address = (*jit)->lookup(symbol);
    if (!address)
      return address.takeError();
    variable.address = address->getValue();
  }
  program->code->jit = std::move(*jit);
  return program;
}
