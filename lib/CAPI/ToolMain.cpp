//===- ToolMain.cpp - The command-line tools, by name ---------------------===//

#include "minitc/Tools/ToolMain.h"
#include "Wrap.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace minitc;
using namespace minitc::runtime;

/// The target that fits the first GPU.
static std::string nativeTarget(std::string &reason) {
  StatusOr<std::shared_ptr<Device>> device = openDevice("cuda:0");
  if (device.ok())
    return (*device)->target();
  reason = device.error().message;
  return {};
}

int minitcToolMain(const char *tool, int argc, char **argv) {
  llvm::StringRef name(tool ? tool : "");
  if (name == "minitc")
    return minitcMain(argc, argv, nativeTarget);
  if (name == "minitc-opt")
    return minitcOptMain(argc, argv);
  if (name == "minitc-lsp-server")
    return minitcLspServerMain(argc, argv);
  llvm::errs() << "error: expected minitc, minitc-opt or minitc-lsp-server, "
                  "but got '"
               << name << "'\n";
  return 1;
}
