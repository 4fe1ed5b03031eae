//===- Inline.cpp - Helper functions into the kernels ---------------------===//
//
// MLIR's inliner does the work. It says nothing of a call that it leaves, so a
// pass of our own checks that none is left and removes the functions.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::tc {
#define GEN_PASS_DEF_REMOVEFUNCTIONSPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

namespace {
struct RemoveFunctionsPass
    : tc::impl::RemoveFunctionsPassBase<RemoveFunctionsPass> {
  void runOnOperation() override;
};
} // namespace

void RemoveFunctionsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  bool hasCalls = false;
  for (auto kernel : module.getOps<KernelOp>())
    kernel.walk([&](func::CallOp call) {
      hasCalls = true;
      InFlightDiagnostic diag =
          call.emitOpError("cannot be inlined: '")
          << call.getCallee()
          << "' is recursive or calls a function that is, write a loop instead";
      if (Operation *function = symbols.lookup(call.getCallee()))
        diag.attachNote(function->getLoc())
            << "'" << call.getCallee() << "' is defined here";
    });
  if (hasCalls)
    return signalPassFailure();
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    ++numRemoved;
    function.erase();
  }
}

void mlir::tc::addInliner(OpPassManager &manager) {
  manager.addPass(createInlinerPass(/*opPipelines=*/{},
                                    /*defaultPipelineBuilder=*/nullptr));
  manager.addPass(createRemoveFunctionsPass());
}
