//===- Opt.cpp - Runs single passes ---------------------------------------===//
//
// MLIR's own optimiser driver with the dialects and passes in use here.
//
//===----------------------------------------------------------------------===//

#include "minitc/Pipeline/Registration.h"
#include "minitc/Tools/ToolMain.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace minitc {

int minitcOptMain(int argc, char **argv) {
  registerPasses();
  mlir::DialectRegistry registry;
  registerDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "minitc optimiser driver\n", registry));
}

} // namespace minitc
