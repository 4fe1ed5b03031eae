//===- Driver.cpp - The compiler driver -----------------------------------===//
//
// Reads a kernel file, compiles it, and writes what was asked for: whole, or
// nothing at all.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "Options.h"
#include "OutputFile.h"
#include "ResourceTable.h"

#include "minitc/Target/Ptxas.h"
#include "minitc/Tools/ToolMain.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace minitc {

/// Everything that one run is to write.
namespace {
struct Products {
  std::string output;
  /// Empty if it was not asked for.
  std::string metadata;
};
} // namespace

static Expected<std::string> readInput(const std::string &path) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return createStringError("cannot read '" + path +
                             "': " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// Runs ptxas where its cubin or its report is wanted.
static Error assemble(const DriverOptions &options, CompileResult &compiled) {
  if (!options.emitCubin && !options.printResources)
    return Error::success();
  PtxasResult assembled;
  const std::string &target = options.compile.target;
  if (!runPtxas(compiled.output, target, assembled))
    return createStringError("cannot assemble for " + target + ": " +
                             StringRef(assembled.log).rtrim());
  if (options.printResources)
    errs() << renderResources(target, compiled.kernels, assembled.kernels);
  if (options.emitCubin)
    compiled.output = std::move(assembled.cubin);
  return Error::success();
}

/// Writes both files or neither.
static Error write(const DriverOptions &options, const Products &products) {
  if (options.emitCubin && options.output == "-" && outs().is_displayed())
    return createStringError("a cubin is not text: name a file, as in -o "
                             "kernel.cubin");
  Expected<OutputFile> output =
      OutputFile::create(options.output, products.output);
  if (!output)
    return output.takeError();
  if (products.metadata.empty())
    return output->commit();

  Expected<OutputFile> metadata =
      OutputFile::create(options.output + ".json", products.metadata);
  if (!metadata)
    return metadata.takeError();
  if (Error error = output->commit())
    return error;
  return metadata->commit();
}

/// Null if the compiler refused the input, which it has then explained.
static Expected<std::optional<Products>> run(const DriverOptions &options) {
  Expected<std::string> source = readInput(options.input);
  if (!source)
    return source.takeError();

  CompileResult compiled;
  std::string name = options.input == "-" ? "<stdin>" : options.input;
  bool succeeded = compile(*source, name, options.compile, compiled);
  errs() << compiled.diagnostics;
  if (!succeeded)
    return std::nullopt;

  if (Error error = assemble(options, compiled))
    return error;
  Products products{std::move(compiled.output), {}};
  if (options.emitMetadata)
    products.metadata =
        renderMetadata(options.compile.target, compiled.kernels);
  return products;
}

int minitcMain(int argc, char **argv, NativeTargetFn nativeTarget) {
  InitLLVM setup(argc, argv);
  auto fail = [](Error error) {
    logAllUnhandledErrors(std::move(error), WithColor::error(errs(), "minitc"));
    return 1;
  };
  Expected<DriverOptions> options = parseCommandLine(argc, argv, nativeTarget);
  if (!options)
    return fail(options.takeError());
  Expected<std::optional<Products>> products = run(*options);
  if (!products)
    return fail(products.takeError());
  if (!*products)
    return 1;
  if (Error error = write(*options, **products))
    return fail(std::move(error));
  return 0;
}

} // namespace minitc
