//===- TestOptMain.cpp - An optimiser driver with passes for tests --------===//
//
// The program minitc-test-opt: the tc level and the passes that only tests use.
// It is linked from the libraries, since the shared library exports none of
// what a test pass needs.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::registerTransformsPasses();
  mlir::tc::registerTCPasses();
  minitc::test::registerAxisInfoPass();
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                  mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                  mlir::math::MathDialect, mlir::scf::SCFDialect,
                  mlir::tc::TCDialect, mlir::ub::UBDialect>();
  mlir::func::registerInlinerExtension(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "optimiser driver with test passes\n", registry));
}
