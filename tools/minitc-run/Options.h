//===- Options.h - The command line of minitc-run ---------------*- C++ -*-===//
//
// What one run is to do.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_OPTIONS_H
#define MINITC_TOOLS_MINITC_RUN_OPTIONS_H

#include "Arguments.h"
#include "Compare.h"

namespace minitc {

struct RunOptions {
  /// "-" is standard input.
  std::string input;
  std::array<unsigned, 3> grid;
  /// "NAME=VALUE" for each argument.
  std::vector<std::string> arguments;
  /// Array arguments and files.
  std::vector<NamedText> saves, checks;
  Tolerance tolerance;
  /// Empty: the first GPU, else the interpreter.
  std::string device;
  /// Empty: no second run.
  std::string compareDevice;
  /// Empty: the only kernel of the file.
  std::string kernel;
  /// Seconds; empty: no limit of ours.
  std::string timeLimit;
  /// "on" or "off"; empty: as the device has it.
  std::string checkMemory;
  bool keepGoing = false;
  /// The simulator's, empty: as the device has it.
  std::string simOrder, simOpt, simTarget;
  bool checkRaces = false;
  unsigned numWarps = 0, numStages = 0;
  bool fastMath = false, fpContract = true, tensorMaps = true;
  bool bench = false, printResources = false, quiet = false;
  /// List the devices and do nothing else.
  bool listDevices = false;
};

/// Reads the command line. Leaves the process on --help, --version and what
/// LLVM's parser refuses; errors are the rest.
llvm::Expected<RunOptions> parseRunCommandLine(int argc, char **argv);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_OPTIONS_H
