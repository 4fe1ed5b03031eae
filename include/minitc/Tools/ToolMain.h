//===- ToolMain.h - The command-line tools as functions ---------*- C++ -*-===//
//
// Each tool that needs the compiler is a function in the one library that
// holds it; the program of that name only calls it. A process runs one of them,
// once: they fill LLVM's table of command-line options.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_TOOLMAIN_H
#define MINITC_TOOLS_TOOLMAIN_H

#include <string>

namespace minitc {

/// Finds the target that fits the first GPU ("sm_90a"). Returns an empty string
/// and says why in `reason` if there is none.
using NativeTargetFn = std::string (*)(std::string &reason);

/// The compiler driver. Returns the exit status, 0 or 1. `nativeTarget` is what
/// `--target=native` asks.
int minitcMain(int argc, char **argv, NativeTargetFn nativeTarget);

/// Runs single passes, for tests and experiments.
int minitcOptMain(int argc, char **argv);

/// Serves editors: diagnostics, hover and navigation for kernel files.
int minitcLspServerMain(int argc, char **argv);

} // namespace minitc

#endif // MINITC_TOOLS_TOOLMAIN_H
