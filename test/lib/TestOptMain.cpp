//===- TestOptMain.cpp - minitc-opt with the passes for tests -------------===//
//
// The program minitc-test-opt. It is linked from the libraries, since the
// shared library exports none of what a test pass needs.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "minitc/Pipeline/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  minitc::registerPasses();
  minitc::test::registerAxisInfoPass();
  mlir::DialectRegistry registry;
  minitc::registerDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "minitc optimiser driver with test passes\n", registry));
}
