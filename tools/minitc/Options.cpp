//===- Options.cpp - The command line of minitc ---------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "OutputFile.h"
#include "ParseInteger.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace minitc {

static constexpr const char *kOverview =
    "minitc: compiles tile kernels to PTX\n\n"
    "MLIR's own flags work too, among them --mlir-timing,\n"
    "--mlir-print-ir-after-all, --mlir-print-ir-after=PASS and\n"
    "--mlir-pass-pipeline-crash-reproducer=FILE.\n";

namespace {
/// The options as LLVM's command-line library sees them.
struct CommandLine {
  cl::OptionCategory category{"Options"};

  cl::opt<std::string> input{cl::Positional, cl::desc("<kernel file, or ->"),
                             cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::desc("Write to this file (default: standard output)"),
      cl::value_desc("file"), cl::init("-"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("GPU to compile for: sm_80 (the default, which every later GPU "
               "loads) ... sm_120, or native"),
      cl::value_desc("target"), cl::init("sm_80"), cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc(
          "What to write: tc, tcg, nvvm, llvm, ptx (the default) or cubin"),
      cl::value_desc("stage"), cl::init("ptx"), cl::cat(category)};
  cl::opt<std::string> kernel{"kernel",
                              cl::desc("Compile this kernel of the file alone"),
                              cl::value_desc("name"), cl::cat(category)};
  cl::opt<unsigned> numWarps{
      "num-warps", cl::desc("Warps in a block, whatever the kernel says"),
      cl::value_desc("count"), cl::cat(category)};
  cl::opt<unsigned> numStages{
      "num-stages",
      cl::desc("Stages of loop pipelines, whatever the kernel "
               "says"),
      cl::value_desc("count"), cl::cat(category)};
  cl::list<std::string> set{
      "set", cl::desc("Make an integer argument a constant (may be repeated)"),
      cl::value_desc("name=value"), cl::cat(category)};
  cl::opt<bool> fastMath{
      "fast-math", cl::desc("Trade accuracy for speed in the whole kernel"),
      cl::cat(category)};
  cl::opt<std::string> fpContract{
      "fp-contract",
      cl::desc("Fuse multiplications with additions: on (the "
               "default) or off"),
      cl::value_desc("on|off"), cl::init("on"), cl::cat(category)};
  cl::opt<std::string> tensorMaps{
      "tensor-maps",
      cl::desc("Let kernels take tensor maps, where the target has them: on "
               "(the default) or off"),
      cl::value_desc("on|off"), cl::init("on"), cl::cat(category)};
  cl::opt<bool> lineInfo{"line-info",
                         cl::desc("Let profilers map the PTX to source lines"),
                         cl::cat(category)};
  cl::opt<bool> printResources{
      "print-resources",
      cl::desc("Print registers, spills, shared memory and occupancy (needs "
               "ptxas)"),
      cl::cat(category)};
  cl::opt<bool> emitMetadata{
      "emit-metadata",
      cl::desc("Write what a launcher needs to know to <output>.json"),
      cl::cat(category)};
};
} // namespace

static Expected<std::string> resolveTarget(StringRef target,
                                           NativeTargetFn nativeTarget) {
  if (target == "native") {
    std::string reason;
    std::string found = nativeTarget ? nativeTarget(reason) : std::string();
    if (found.empty())
      return createStringError("--target=native: " + reason);
    return found;
  }
  if (is_contained(supportedTargets(), target))
    return target.str();
  return createStringError("unknown target '" + target + "': expected " +
                           join(supportedTargets(), ", ") + " or native");
}

static Error resolveStage(StringRef emit, DriverOptions &options) {
  auto stage = StringSwitch<std::optional<Stage>>(emit)
                   .Case("tc", Stage::TC)
                   .Case("tcg", Stage::TCG)
                   .Case("nvvm", Stage::NVVM)
                   .Case("llvm", Stage::LLVM)
                   .Cases({"ptx", "cubin"}, Stage::PTX)
                   .Default(std::nullopt);
  if (!stage)
    return createStringError("--emit: expected tc, tcg, nvvm, llvm, ptx or "
                             "cubin, but got '" +
                             emit + "'");
  options.compile.stopAfter = *stage;
  options.emitCubin = emit == "cubin";
  return Error::success();
}

static Error resolveConstants(ArrayRef<std::string> settings,
                              CompileOptions &options) {
  for (StringRef setting : settings) {
    auto [name, text] = setting.split('=');
    std::optional<int64_t> value = parseInteger(text);
    if (name.empty() || !value)
      return createStringError("--set: expected NAME=INTEGER, but got '" +
                               setting + "'");
    if (!options.facts.insert({name.str(), ArgumentFact{value, 1}}).second)
      return createStringError("--set: '" + name + "' is set twice");
  }
  return Error::success();
}

static Error resolveCounts(const CommandLine &line, CompileOptions &options) {
  if (line.numWarps.getNumOccurrences()) {
    if (!isPowerOf2_32(line.numWarps) || line.numWarps > 32)
      return createStringError("--num-warps: expected a power of two from 1 to "
                               "32, but got " +
                               Twine(line.numWarps));
    options.numWarps = line.numWarps;
  }
  if (line.numStages.getNumOccurrences()) {
    if (line.numStages == 0 || line.numStages > 16)
      return createStringError("--num-stages: expected 1 to 16, but got " +
                               Twine(line.numStages));
    options.numStages = line.numStages;
  }
  return Error::success();
}

/// Refuses combinations that could not do what they say.
static Error checkCombination(const DriverOptions &options, StringRef emit) {
  bool emitsCode = options.compile.stopAfter == Stage::PTX;
  if (options.printResources && !emitsCode)
    return createStringError("--print-resources needs --emit=ptx or "
                             "--emit=cubin, but got --emit=" +
                             emit);
  if (!options.emitMetadata)
    return Error::success();
  if (!emitsCode)
    return createStringError("--emit-metadata needs --emit=ptx or "
                             "--emit=cubin, but got --emit=" +
                             emit);
  if (isSpecialOutput(options.output))
    return createStringError("--emit-metadata writes beside the output, but "
                             "the output is '" +
                             options.output +
                             "': name a file, as in -o kernel." + emit);
  return Error::success();
}

static Expected<DriverOptions> resolve(const CommandLine &line,
                                       NativeTargetFn nativeTarget) {
  DriverOptions options;
  options.input = line.input;
  options.output = line.output;
  options.emitMetadata = line.emitMetadata;
  options.printResources = line.printResources;
  options.compile.kernel = line.kernel;
  options.compile.fastMath = line.fastMath;
  options.compile.lineInfo = line.lineInfo;
  options.compile.useCommandLine = true;
  options.compile.fpContract = line.fpContract == "on";
  options.compile.tensorMaps = line.tensorMaps == "on";

  if (options.input.empty())
    return createStringError("no input file: name one, or - for standard "
                             "input");
  if (options.output.empty())
    return createStringError("-o: expected a file name, but got ''");
  if (line.fpContract != "on" && line.fpContract != "off")
    return createStringError("--fp-contract: expected on or off, but got '" +
                             line.fpContract + "'");
  if (line.tensorMaps != "on" && line.tensorMaps != "off")
    return createStringError("--tensor-maps: expected on or off, but got '" +
                             line.tensorMaps + "'");
  if (Error error = resolveStage(line.emit, options))
    return error;
  if (Error error = resolveCounts(line, options.compile))
    return error;
  if (Error error = resolveConstants(line.set, options.compile))
    return error;
  if (Error error = checkCombination(options, line.emit))
    return error;
  Expected<std::string> target = resolveTarget(line.target, nativeTarget);
  if (!target)
    return target.takeError();
  options.compile.target = *target;
  return options;
}

Expected<DriverOptions> parseCommandLine(int argc, char **argv,
                                         NativeTargetFn nativeTarget) {
  // LLVM keeps a table of options for the life of the process.
  static CommandLine line;
  mlir::registerMLIRContextCLOptions();
  mlir::registerAsmPrinterCLOptions();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(line.category);
  cl::SetVersionPrinter(
      [](raw_ostream &stream) { stream << compilerBuildId() << '\n'; });
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  return resolve(line, nativeTarget);
}

} // namespace minitc
