//===- LspServer.cpp - Serves editors -------------------------------------===//
//
// MLIR's own language server with the dialects in use here.
//
//===----------------------------------------------------------------------===//

#include "minitc/Pipeline/Registration.h"
#include "minitc/Tools/ToolMain.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/LogicalResult.h"

namespace minitc {

int minitcLspServerMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerDialects(registry);
  return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry));
}

} // namespace minitc
