//===- Options.h - The command line of minitc -------------------*- C++ -*-===//
//
// Turns the command line into what the compiler's one function takes.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_OPTIONS_H
#define MINITC_TOOLS_MINITC_OPTIONS_H

#include "minitc/Pipeline/Compile.h"
#include "minitc/Tools/ToolMain.h"

#include "llvm/Support/Error.h"

#include <string>

namespace minitc {

/// A command line that makes sense.
struct DriverOptions {
  /// "-" is standard input or output.
  std::string input, output;
  CompileOptions compile;
  /// Assemble the PTX and write the cubin instead.
  bool emitCubin = false;
  bool emitMetadata = false;
  bool printResources = false;
};

/// Reads the command line, MLIR's own flags included. Leaves the process on
/// --help, --version and what LLVM's parser refuses; errors are the rest.
llvm::Expected<DriverOptions> parseCommandLine(int argc, char **argv,
                                               NativeTargetFn nativeTarget);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_OPTIONS_H
