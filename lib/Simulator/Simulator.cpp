//===- Simulator.cpp - Runs a kernel's lowered code on the CPU ------------===//

#include "minitc/Simulator/Simulator.h"
#include "Launch.h"
#include "Program.h"

#include "minitc/Pipeline/CompileToModule.h"
#include "minitc/Target/ToPTX.h"

#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

struct SimulatedKernel::Impl {
  std::string source, bufferName;
  KernelInfo kernel;
  std::unique_ptr<Program> program;
};

SimulatedKernel::SimulatedKernel(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
SimulatedKernel::~SimulatedKernel() = default;

const KernelInfo &SimulatedKernel::info() const { return impl->kernel; }

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static void appendError(std::string &diagnostics, const std::string &bufferName,
                        Error error) {
  diagnostics += bufferName + ": error: " + toString(std::move(error)) + "\n";
}

/// The kernel to run, of those that were compiled.
static Expected<KernelInfo> pickKernel(const std::vector<KernelInfo> &kernels) {
  if (kernels.size() == 1)
    return kernels.front();
  std::string names;
  for (const KernelInfo &kernel : kernels)
    names += (names.empty() ? "" : ", ") + kernel.name;
  return createStringError("expected the name of one of the kernels " + names);
}

std::unique_ptr<SimulatedKernel>
SimulatedKernel::create(const std::string &source,
                        const std::string &bufferName,
                        const CompileOptions &options, SimulatedCode code,
                        std::string &diagnostics) {
  CompileOptions all = options;
  // Faults name the source line.
  all.lineInfo = true;
  CompileResult result;
  OwnedModule owned;
  bool succeeded = compileToModule(
      source, bufferName, all, code == SimulatedCode::AfterO3, result, owned);
  diagnostics = std::move(result.diagnostics);
  if (!succeeded)
    return nullptr;
  Expected<KernelInfo> kernel = pickKernel(result.kernels);
  if (!kernel) {
    appendError(diagnostics, bufferName, kernel.takeError());
    return nullptr;
  }
  Expected<std::unique_ptr<Program>> program = Program::create(
      std::move(owned.module), std::move(owned.context), kernel->name);
  if (!program) {
    appendError(diagnostics, bufferName, program.takeError());
    return nullptr;
  }
  return std::unique_ptr<SimulatedKernel>(
      new SimulatedKernel(std::make_unique<Impl>(
          Impl{source, bufferName, std::move(*kernel), std::move(*program)})));
}

static KernelInfo describeFunction(const Function &function, unsigned numWarps,
                                   unsigned dynamicSharedBytes) {
  KernelInfo kernel;
  kernel.name = function.getName().str();
  kernel.numWarps = numWarps;
  kernel.dynamicSharedBytes = dynamicSharedBytes;
  for (const Argument &argument : function.args()) {
    if (argument.hasByValAttr()) {
      kernel.tensorMaps.emplace_back();
      continue;
    }
    ArgumentInfo info;
    info.name = "arg" + std::to_string(argument.getArgNo());
    if (argument.getType()->isPointerTy())
      info.kind = ArgumentInfo::Kind::Pointer;
    kernel.arguments.push_back(std::move(info));
  }
  return kernel;
}

/// A module that may have gone through NVPTX's O3.
static Expected<OwnedModule> parseModule(const std::string &text,
                                         const std::string &bufferName,
                                         SimulatedCode code) {
  OwnedModule owned;
  owned.context = std::make_unique<LLVMContext>();
  SMDiagnostic problem;
  owned.module =
      parseIR(MemoryBufferRef(text, bufferName), problem, *owned.context);
  if (!owned.module)
    return createStringError(problem.getMessage());
  Expected<std::unique_ptr<TargetMachine>> machine =
      createTargetMachine("sm_90a");
  if (!machine)
    return machine.takeError();
  targetModule(*owned.module, **machine);
  if (code == SimulatedCode::AfterO3)
    optimizeModule(*owned.module, **machine);
  return owned;
}

std::unique_ptr<SimulatedKernel> SimulatedKernel::createFromLLVM(
    const std::string &text, const std::string &bufferName,
    const std::string &kernel, unsigned numWarps, unsigned dynamicSharedBytes,
    SimulatedCode code, std::string &diagnostics) {
  Expected<OwnedModule> owned = parseModule(text, bufferName, code);
  if (!owned) {
    appendError(diagnostics, bufferName, owned.takeError());
    return nullptr;
  }
  KernelInfo info;
  if (const Function *function = owned->module->getFunction(kernel))
    info = describeFunction(*function, numWarps, dynamicSharedBytes);
  Expected<std::unique_ptr<Program>> program = Program::create(
      std::move(owned->module), std::move(owned->context), kernel);
  if (!program) {
    appendError(diagnostics, bufferName, program.takeError());
    return nullptr;
  }
  return std::unique_ptr<SimulatedKernel>(
      new SimulatedKernel(std::make_unique<Impl>(
          Impl{text, bufferName, std::move(info), std::move(*program)})));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// "file:line:col: error: ...", with the source line where it is known.
static std::string render(const SimulatorFault &fault,
                          const std::string &kernel, const std::string &source,
                          const std::string &bufferName) {
  std::string message =
      fault.message + ", in block (" + std::to_string(fault.block[0]) + ", " +
      std::to_string(fault.block[1]) + ", " + std::to_string(fault.block[2]) +
      "), thread " + std::to_string(fault.thread) + " of '" + kernel + "'";
  if (fault.line == 0)
    return bufferName + ": error: " + message + "\n";
  SourceMgr sources;
  unsigned buffer = sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(source, bufferName), SMLoc());
  std::string text;
  raw_string_ostream stream(text);
  sources.PrintMessage(
      stream, sources.FindLocForLineAndColumn(buffer, fault.line, fault.column),
      SourceMgr::DK_Error, message, {}, {}, /*ShowColors=*/false);
  return text;
}

bool SimulatedKernel::launch(
    const std::array<uint32_t, 3> &grid, const std::vector<uint64_t> &arguments,
    const std::vector<SimulatorBuffer> &buffers,
    const SimulatorOptions &options, SimulatorResult &result,
    const std::vector<SimulatorTensorMap> &tensorMaps) const {
  Launch run(*impl->program, impl->kernel, grid, arguments, tensorMaps, buffers,
             options);
  std::optional<SimulatorFault> fault = run.run();
  result.output = run.takeOutput();
  if (!fault)
    return true;
  result.fault = std::move(*fault);
  result.diagnostics =
      render(result.fault, impl->kernel.name, impl->source, impl->bufferName);
  return false;
}

bool minitc::simulate(const std::string &source, const std::string &bufferName,
                      const CompileOptions &compile, SimulatedCode code,
                      const std::array<uint32_t, 3> &grid,
                      const std::vector<uint64_t> &arguments,
                      const std::vector<SimulatorBuffer> &buffers,
                      const SimulatorOptions &options,
                      SimulatorResult &result) {
  std::unique_ptr<SimulatedKernel> kernel = SimulatedKernel::create(
      source, bufferName, compile, code, result.diagnostics);
  return kernel && kernel->launch(grid, arguments, buffers, options, result);
}
