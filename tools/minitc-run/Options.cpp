//===- Options.cpp - The command line of minitc-run -----------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace minitc {

static constexpr const char *kOverview =
    "minitc-run: compiles a kernel and launches it\n\n"
    "  minitc-run softmax.mlir --grid=64 \\\n"
    "    --arg='in=randn(64x781xf32, seed=1)' --arg='out=zeros(64x781xf32)' "
    "\\\n"
    "    --arg=stride=781 --arg=cols=781 --save out=out.npy\n\n"
    "An array is a NumPy file (@x.npy) or a generator, where SHAPExT is such "
    "as\n"
    "64x781xf32:\n"
    "  zeros(SHAPExT)  ones(SHAPExT)  empty(SHAPExT)  full(SHAPExT, value)\n"
    "  arange(SHAPExT, start=0, step=1)    randn(SHAPExT, seed=0)\n"
    "  uniform(SHAPExT, lo=0, hi=1, seed=0)\n"
    "  randint(SHAPExT, lo, hi, seed=0)    lo <= x < hi\n";

namespace {
/// The options as LLVM's command-line library sees them.
struct CommandLine {
  cl::OptionCategory category{"Options"};

  cl::opt<std::string> input{cl::Positional, cl::desc("<kernel file, or ->"),
                             cl::cat(category)};
  cl::opt<std::string> grid{
      "grid", cl::desc("Program instances to launch: XxYxZ"),
      cl::value_desc("grid"), cl::init("1"), cl::cat(category)};
  cl::list<std::string> arguments{
      "arg", cl::desc("The value of one of the kernel's arguments"),
      cl::value_desc("name=value"), cl::cat(category)};
  cl::list<std::string> saves{
      "save", cl::desc("Write an array to a NumPy file after the launch"),
      cl::value_desc("name=file"), cl::cat(category)};
  cl::list<std::string> checks{
      "check",
      cl::desc("Compare an array after the launch; exit 1 if they differ"),
      cl::value_desc("name=array"), cl::cat(category)};
  cl::opt<double> relative{
      "rtol", cl::desc("Relative tolerance of comparisons (default: 1e-5)"),
      cl::value_desc("number"), cl::init(1e-5), cl::cat(category)};
  cl::opt<double> absolute{
      "atol", cl::desc("Absolute tolerance of comparisons (default: 1e-8)"),
      cl::value_desc("number"), cl::init(1e-8), cl::cat(category)};
  cl::opt<double> ulps{
      "ulp",
      cl::desc("Tolerance in units in the last place, to which those given by "
               "--rtol and --atol are added (default then: 0)"),
      cl::value_desc("number"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> device{
      "device",
      cl::desc("cuda:N, interp or sim (default: the first GPU, else interp)"),
      cl::value_desc("device"), cl::cat(category)};
  cl::opt<std::string> compareDevice{
      "compare",
      cl::desc("Run there too and compare every array; exit 1 if they differ"),
      cl::value_desc("device"), cl::cat(category)};
  cl::opt<std::string> kernel{"kernel",
                              cl::desc("Which kernel, if the file has several"),
                              cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> timeLimit{
      "time-limit", cl::desc("End a run on the CPU after so many seconds"),
      cl::value_desc("seconds"), cl::cat(category)};
  cl::opt<std::string> checkMemory{
      "check-memory",
      cl::desc("on or off: whether the interpreter looks for reads of memory "
               "that nothing wrote and for races (default: on)"),
      cl::value_desc("on|off"), cl::cat(category)};
  cl::opt<bool> keepGoing{
      "keep-going", cl::desc("Let the interpreter collect up to 20 faults"),
      cl::cat(category)};
  cl::opt<std::string> simOrder{
      "sim-order",
      cl::desc("Which thread the simulator runs next: ascending (default), "
               "descending or seed:N, at random"),
      cl::value_desc("order"), cl::cat(category)};
  cl::opt<std::string> simOpt{
      "sim-opt",
      cl::desc("The code that the simulator runs: before or after (default) "
               "LLVM's O3"),
      cl::value_desc("before|after"), cl::cat(category)};
  cl::opt<std::string> simTarget{
      "sim-target",
      cl::desc("The GPU that the simulator stands for (default: sm_80)"),
      cl::value_desc("target"), cl::cat(category)};
  cl::opt<bool> checkRaces{
      "check-races",
      cl::desc("Let the simulator look for races in shared memory"),
      cl::cat(category)};
  cl::opt<unsigned> numWarps{
      "num-warps", cl::desc("Warps in a block, whatever the kernel says"),
      cl::value_desc("count"), cl::cat(category)};
  cl::opt<unsigned> numStages{
      "num-stages",
      cl::desc("Stages of loop pipelines, whatever the kernel says"),
      cl::value_desc("count"), cl::cat(category)};
  cl::opt<bool> fastMath{
      "fast-math", cl::desc("Trade accuracy for speed in the whole kernel"),
      cl::cat(category)};
  cl::opt<std::string> fpContract{
      "fp-contract",
      cl::desc("Fuse multiplications with additions: on (the default) or off"),
      cl::value_desc("on|off"), cl::init("on"), cl::cat(category)};
  cl::opt<std::string> tensorMaps{
      "tensor-maps",
      cl::desc("Let kernels take tensor maps, where the target has them: on "
               "(the default) or off"),
      cl::value_desc("on|off"), cl::init("on"), cl::cat(category)};
  cl::opt<bool> bench{"bench", cl::desc("Measure the launch too"),
                      cl::cat(category)};
  cl::opt<bool> printResources{
      "print-resources",
      cl::desc("Print registers, spills, shared memory and occupancy"),
      cl::cat(category)};
  cl::opt<bool> listDevices{
      "list-devices",
      cl::desc("List the devices, or why one is missing, and exit"),
      cl::cat(category)};
  cl::opt<bool> quiet{"quiet", cl::desc("Print failures alone"),
                      cl::cat(category)};
};
} // namespace

static Error splitAll(StringRef option, ArrayRef<std::string> texts,
                      std::vector<NamedText> &result) {
  for (StringRef text : texts) {
    Expected<NamedText> named = splitNamed(option, text);
    if (!named)
      return named.takeError();
    result.push_back(std::move(*named));
  }
  return Error::success();
}

/// What is left to its default counts only where no --ulp is given.
static Tolerance toleranceOf(const CommandLine &line) {
  Tolerance tolerance{line.relative, line.absolute, line.ulps};
  if (line.ulps.getNumOccurrences() == 0)
    return tolerance;
  if (line.relative.getNumOccurrences() == 0)
    tolerance.relative = 0;
  if (line.absolute.getNumOccurrences() == 0)
    tolerance.absolute = 0;
  return tolerance;
}

static Expected<RunOptions> resolve(const CommandLine &line) {
  RunOptions options;
  options.input = line.input;
  options.arguments.assign(line.arguments.begin(), line.arguments.end());
  options.tolerance = toleranceOf(line);
  options.device = line.device;
  options.compareDevice = line.compareDevice;
  options.kernel = line.kernel;
  options.timeLimit = line.timeLimit;
  options.checkMemory = line.checkMemory;
  options.keepGoing = line.keepGoing;
  options.simOrder = line.simOrder;
  options.simOpt = line.simOpt;
  options.simTarget = line.simTarget;
  options.checkRaces = line.checkRaces;
  options.numWarps = line.numWarps;
  options.numStages = line.numStages;
  options.fastMath = line.fastMath;
  options.fpContract = line.fpContract == "on";
  options.tensorMaps = line.tensorMaps == "on";
  options.bench = line.bench;
  options.printResources = line.printResources;
  options.quiet = line.quiet;
  options.listDevices = line.listDevices;

  if (options.listDevices)
    return options;
  if (options.input.empty())
    return createStringError("no input file: name one, or - for standard "
                             "input");
  if (line.fpContract != "on" && line.fpContract != "off")
    return createStringError("--fp-contract: expected on or off, but got '" +
                             line.fpContract + "'");
  if (line.tensorMaps != "on" && line.tensorMaps != "off")
    return createStringError("--tensor-maps: expected on or off, but got '" +
                             line.tensorMaps + "'");
  if (!(line.relative >= 0))
    return createStringError("--rtol: expected a number that is not negative");
  if (!(line.absolute >= 0))
    return createStringError("--atol: expected a number that is not negative");
  if (!(line.ulps >= 0))
    return createStringError("--ulp: expected a number that is not negative");
  Expected<std::array<unsigned, 3>> grid = parseGrid(line.grid);
  if (!grid)
    return grid.takeError();
  options.grid = *grid;
  if (Error error = splitAll("--save", line.saves, options.saves))
    return error;
  if (Error error = splitAll("--check", line.checks, options.checks))
    return error;
  return options;
}

Expected<RunOptions> parseRunCommandLine(int argc, char **argv) {
  // LLVM keeps a table of options for the life of the process.
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  cl::SetVersionPrinter([](raw_ostream &stream) {
    stream << "minitc-run on " << minitc_build_id() << '\n';
  });
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  return resolve(line);
}

} // namespace minitc
