//===- Pipeline.cpp - The order of passes ---------------------------------===//

#include "minitc/Pipeline/Pipeline.h"

#include "minitc/Conversion/Passes.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"
#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addCleanUp(OpPassManager &passes) {
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void minitc::buildCheckPipeline(OpPassManager &passes) {
  passes.addPass(tc::createCheckPass());
  tc::addInliner(passes);
}

/// Steps 1 to 5: what the user wrote, specialised, in terms that have one
/// meaning on every device.
static void addLanguagePasses(OpPassManager &passes,
                              const minitc::CompileOptions &options) {
  minitc::buildCheckPipeline(passes);
  passes.addPass(tc::createLintPass());
  if (!options.facts.empty())
    passes.addPass(tc::createSpecializePass(options.facts));
  if (options.tensorMaps && tcg::hasWGMMA(options.target)) {
    // Strides are known to be 1 once what is specialised is folded.
    addCleanUp(passes);
    tcg::FormTensorLoadsPassOptions form;
    form.target = options.target;
    form.numWarps = options.numWarps.value_or(0);
    passes.nest<tc::KernelOp>().addPass(tcg::createFormTensorLoadsPass(form));
  }
  passes.addPass(tc::createExpandViewsPass());
  addCleanUp(passes);
  passes.addPass(createLoopInvariantCodeMotionPass());
  if (options.fastMath)
    passes.addPass(tc::createApplyFastMathPass());
  passes.addPass(tc::createExpandReductionsPass());
  tc::ExpandDotsPassOptions dots;
  dots.target = options.target;
  dots.numWarps = options.numWarps.value_or(0);
  passes.addPass(tc::createExpandDotsPass(dots));
  tc::ExpandF8PassOptions f8;
  f8.native = minitc::hasF8Conversions(options.target);
  passes.addPass(tc::createExpandF8Pass(f8));
  passes.addPass(tc::createLegalizeFloatsPass());
  if (options.fpContract)
    passes.addPass(tc::createFormFMAPass());
  passes.addPass(tc::createExpandMathPass());
  addCleanUp(passes);
}

/// Steps 6 to 10: where every element lives.
static void addLayoutPasses(OpPassManager &passes,
                            const minitc::CompileOptions &options) {
  OpPassManager &kernels = passes.nest<tc::KernelOp>();
  tcg::AssignLayoutsPassOptions assign;
  assign.numWarps = options.numWarps.value_or(0);
  assign.target = options.target;
  kernels.addPass(tcg::createAssignLayoutsPass(assign));
  kernels.addPass(tcg::createOptimizeLayoutsPass());
  addCleanUp(kernels);
  kernels.addPass(createLoopInvariantCodeMotionPass());
  tcg::LowerDotsPassOptions dots;
  dots.target = options.target;
  kernels.addPass(tcg::createLowerDotsPass(dots));
  tcg::SpecializeWarpsPassOptions roles;
  roles.numStages = options.numStages.value_or(0);
  roles.limit = minitc::sharedMemoryLimit(options.target);
  kernels.addPass(tcg::createSpecializeWarpsPass(roles));
  kernels.addPass(tcg::createStaggerProductsPass());
  tcg::PipelineLoopsPassOptions pipelining;
  pipelining.numStages = options.numStages.value_or(0);
  pipelining.limit = minitc::sharedMemoryLimit(options.target);
  kernels.addPass(tcg::createPipelineLoopsPass(pipelining));
  kernels.addPass(tcg::createLowerAtomicsPass());
  kernels.addPass(tcg::createLowerCollectivesPass());
  addCleanUp(kernels);
  tcg::AllocateSharedMemoryPassOptions allocate;
  allocate.limit = minitc::sharedMemoryLimit(options.target);
  if (options.skipBarrier)
    allocate.skipBarrier = *options.skipBarrier;
  kernels.addPass(tcg::createAllocateSharedMemoryPass(allocate));
}

/// Step 11: to the LLVM and NVVM dialects.
static void addLoweringPasses(OpPassManager &passes,
                              const minitc::CompileOptions &options) {
  minitc::ConvertTCGToNVVMPassOptions lowering;
  lowering.target = options.target;
  passes.addPass(minitc::createConvertTCGToNVVMPass(lowering));
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createConvertToLLVMPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  if (options.lineInfo) {
    LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
    scopes.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
    passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  }
}

void minitc::buildPipeline(OpPassManager &passes,
                           const CompileOptions &options) {
  addLanguagePasses(passes, options);
  if (options.stopAfter == Stage::TC)
    return;
  addLayoutPasses(passes, options);
  if (options.stopAfter == Stage::TCG)
    return;
  addLoweringPasses(passes, options);
}

unsigned minitc::sharedMemoryLimit(const std::string &target) {
  // CUDA C++ Programming Guide, table of compute capabilities: the maximum
  // amount of shared memory per thread block.
  if (target == "sm_80")
    return 163 * 1024;
  if (target == "sm_86" || target == "sm_89" || target == "sm_120")
    return 99 * 1024;
  return 227 * 1024;
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("the GPU"),
                             llvm::cl::init("sm_80")};
};
} // namespace

void minitc::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "minitc-pipeline", "from the language to the LLVM and NVVM dialects",
      [](OpPassManager &passes, const PipelineOptions &options) {
        CompileOptions compile;
        compile.target = options.target;
        buildPipeline(passes, compile);
      });
}
