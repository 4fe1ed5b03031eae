//===- main.cpp - The program minitc-run ----------------------------------===//
//
// Compiles a kernel, launches it on arrays that the command line describes, and
// saves, checks or measures what it did. A program on the C API like any other.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Npy.h"
#include "OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace minitc;

static Expected<Source> readSource(const std::string &path) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return createStringError("cannot read '" + path +
                             "': " + buffer.getError().message());
  return Source{path == "-" ? "<stdin>" : path, (*buffer)->getBuffer().str()};
}

/// The first GPU, else the interpreter.
static std::string defaultDevice() {
  int count = 0;
  bool hasGpu = minitc_cuda_device_count(&count) == MINITC_OK && count > 0;
  return hasGpu ? "cuda:0" : "interp";
}

/// One line a device: what it is, or why it is missing.
static void listDevices() {
  std::vector<std::string> names;
  int count = 0;
  if (minitc_cuda_device_count(&count) != MINITC_OK || count == 0)
    names.push_back("cuda:0");
  for (int number = 0; number < count; ++number)
    names.push_back("cuda:" + std::to_string(number));
  names.insert(names.end(), {"interp", "sim"});
  for (const std::string &name : names) {
    Expected<OwnedDevice> device = openDevice(name);
    if (device)
      outs() << deviceText(device->get()) << '\n';
    else
      outs() << name << ": unavailable: " << toString(device.takeError())
             << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// An array that was asked for, with the argument that it belongs to.
namespace {
struct Check {
  std::string name;
  size_t index;
  Array expected;
};
} // namespace

/// What an array is compared with: of the argument's type, or, from a file, of
/// another float or integer type that NumPy has.
static Expected<Array> loadExpected(const NamedText &check,
                                    const ElementType &type) {
  Expected<Array> same = loadArray(check.text, type);
  if (same || !StringRef(check.text).ends_with(".npy"))
    return same;
  for (const char *other : {"f32", "f64", "f16", "i32", "i64", "i16", "i8"}) {
    const ElementType &candidate = *findElementType(other);
    if (candidate.isFloat() != type.isFloat())
      continue;
    if (Expected<Array> array = loadArray(check.text, candidate)) {
      consumeError(same.takeError());
      return array;
    } else {
      consumeError(array.takeError());
    }
  }
  return same;
}

/// Loads what there is to compare with, before anything runs.
static Expected<std::vector<Check>> loadChecks(const RunOptions &options,
                                               const Signature &signature) {
  std::vector<Check> checks;
  for (const NamedText &check : options.checks) {
    Expected<size_t> index = findArray("--check", check.name, signature);
    if (!index)
      return index.takeError();
    const ElementType &type = getElementType(signature.parameters[*index].type);
    Expected<Array> expected = loadExpected(check, type);
    if (!expected)
      return createStringError("--check " + check.name + ": " +
                               toString(expected.takeError()));
    checks.push_back({check.name, *index, std::move(*expected)});
  }
  return checks;
}

/// Compares one array and says how it went. False if it is out of bounds.
static Expected<bool> report(const std::string &label, const Array &got,
                             const Array &expected, const RunOptions &options) {
  Expected<Comparison> comparison =
      compareArrays(got, expected, options.tolerance);
  if (!comparison)
    return createStringError(label + ": " + toString(comparison.takeError()));
  std::string text =
      describeComparison(*comparison, got, expected, options.tolerance);
  if (!comparison->agrees())
    WithColor::error(errs(), "minitc-run") << label << ": " << text << '\n';
  else if (!options.quiet)
    outs() << label << ": " << text << '\n';
  return comparison->agrees();
}

/// Runs the same launch on another device and compares every array.
static Expected<bool>
compareWithDevice(const Launch &launch, const Source &source,
                  const RunOptions &options,
                  const std::vector<Argument> &arguments) {
  Expected<Launch> other =
      Launch::create(options.compareDevice, source, options, arguments);
  if (!other)
    return other.takeError();
  if (Error error = other->run())
    return error;
  bool agrees = true;
  for (auto [index, argument] : enumerate(arguments)) {
    if (!argument.array)
      continue;
    Expected<Array> got = launch.download(index);
    if (!got)
      return got.takeError();
    Expected<Array> expected = other->download(index);
    if (!expected)
      return expected.takeError();
    Expected<bool> same =
        report(std::string("compare ") + argument.parameter.name + " with " +
                   options.compareDevice,
               *got, *expected, options);
    if (!same)
      return same.takeError();
    agrees &= *same;
  }
  return agrees;
}

//===----------------------------------------------------------------------===//
// Measurements
//===----------------------------------------------------------------------===//

static void printMeasurement(const minitc_measurement &measured,
                             const std::vector<Argument> &arguments) {
  outs() << format("bench: median %.2f us, p20 %.2f, p80 %.2f, min %.2f, %zu "
                   "runs, %s L2",
                   measured.median, measured.p20, measured.p80,
                   measured.minimum, measured.count,
                   measured.hot ? "hot" : "cold");
  int64_t bytes = 0;
  for (const Argument &argument : arguments)
    if (argument.array)
      bytes += argument.array->numBytes();
  if (bytes > 0 && measured.median > 0)
    outs() << format(", %.1f GB/s if each array moves once",
                     double(bytes) / measured.median * 1e-3);
  outs() << '\n';
}

static void printResources(const minitc_resources &resources) {
  auto bytesOrUnknown = [](int64_t bytes) {
    return bytes < 0 ? std::string("unknown") : std::to_string(bytes) + " B";
  };
  outs() << "resources: " << resources.registers << " registers, spills "
         << bytesOrUnknown(resources.spill_store_bytes) << " out and "
         << bytesOrUnknown(resources.spill_load_bytes) << " in, shared "
         << resources.static_shared_bytes + resources.dynamic_shared_bytes
         << " B, " << resources.num_warps << " warps, "
         << resources.blocks_per_multiprocessor << " blocks a multiprocessor, "
         << format("%.0f%% occupancy\n", 100 * resources.occupancy);
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Writes every array that is to be saved; all of them or none.
static Error saveArrays(const Launch &launch, const RunOptions &options,
                        const Signature &signature) {
  std::vector<OutputFile> files;
  for (const NamedText &save : options.saves) {
    Expected<size_t> index = findArray("--save", save.name, signature);
    if (!index)
      return index.takeError();
    Expected<Array> array = launch.download(*index);
    if (!array)
      return array.takeError();
    Expected<OutputFile> file =
        OutputFile::create(save.text, renderNpy(*array));
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  for (OutputFile &file : files)
    if (Error error = file.commit())
      return error;
  return Error::success();
}

/// After a launch: whether everything that is to be compared agrees.
static Expected<bool> checkArrays(const Launch &launch, const Source &source,
                                  const RunOptions &options,
                                  const std::vector<Check> &checks,
                                  const std::vector<Argument> &arguments) {
  bool agrees = true;
  for (const Check &check : checks) {
    Expected<Array> got = launch.download(check.index);
    if (!got)
      return got.takeError();
    Expected<bool> same =
        report("check " + check.name, *got, check.expected, options);
    if (!same)
      return same.takeError();
    agrees &= *same;
  }
  if (options.compareDevice.empty())
    return agrees;
  Expected<bool> same = compareWithDevice(launch, source, options, arguments);
  if (!same)
    return same.takeError();
  return agrees && *same;
}

static Error measure(Launch &launch, const RunOptions &options,
                     const std::vector<Argument> &arguments) {
  if (options.printResources) {
    Expected<minitc_resources> resources = launch.resources();
    if (!resources)
      return resources.takeError();
    printResources(*resources);
  }
  if (!options.bench)
    return Error::success();
  Expected<minitc_measurement> measured = launch.measure();
  if (!measured)
    return measured.takeError();
  printMeasurement(*measured, arguments);
  return Error::success();
}

/// False if a comparison failed, which has then been reported.
static Expected<bool> run(const RunOptions &options) {
  Expected<Source> source = readSource(options.input);
  if (!source)
    return source.takeError();
  Expected<Signature> signature = describeKernel(*source, options.kernel);
  if (!signature)
    return signature.takeError();
  Expected<std::vector<Argument>> arguments =
      bindArguments(options.arguments, *signature);
  if (!arguments)
    return arguments.takeError();
  Expected<std::vector<Check>> checks = loadChecks(options, *signature);
  if (!checks)
    return checks.takeError();
  for (const NamedText &save : options.saves)
    if (Expected<size_t> index = findArray("--save", save.name, *signature);
        !index)
      return index.takeError();

  Expected<Launch> launch =
      Launch::create(options.device.empty() ? defaultDevice() : options.device,
                     *source, options, *arguments);
  if (!launch)
    return launch.takeError();
  errs() << launch->diagnostics();
  if (!options.quiet)
    outs() << "device: " << deviceText(launch->getDevice()) << '\n';
  // What kernels print on a GPU is written by the driver.
  outs().flush();
  if (Error error = launch->run())
    return error;
  if (Error error = saveArrays(*launch, options, *signature))
    return error;
  Expected<bool> agrees =
      checkArrays(*launch, *source, options, *checks, *arguments);
  if (!agrees)
    return agrees.takeError();
  // Measuring launches again, which may change the arrays: it comes last.
  if (Error error = measure(*launch, options, *arguments))
    return error;
  return *agrees;
}

int main(int argc, char **argv) {
  InitLLVM setup(argc, argv);
  Expected<RunOptions> options = parseRunCommandLine(argc, argv);
  if (options && options->listDevices) {
    listDevices();
    return 0;
  }
  Expected<bool> agrees = options ? run(*options) : options.takeError();
  if (!agrees) {
    logAllUnhandledErrors(agrees.takeError(),
                          WithColor::error(errs(), "minitc-run"));
    return 1;
  }
  return *agrees ? 0 : 1;
}
