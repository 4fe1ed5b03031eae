//===- Interpreter.cpp - Parsing, launching, reporting --------------------===//

#include "minitc/Interpreter/Interpreter.h"

#include "Instance.h"

#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

#include <thread>

using namespace mlir;
using namespace minitc;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Written bytes
//===----------------------------------------------------------------------===//

/// The bits of one word from `begin` up to `end`, at most 64.
static uint64_t wordMask(size_t begin, size_t end) {
  uint64_t upTo = end == 64 ? ~uint64_t(0) : (uint64_t(1) << end) - 1;
  return upTo & (~uint64_t(0) << begin);
}

/// Calls `fn(word, mask)` for each word that holds bits of the range, until it
/// returns false.
template <typename Fn>
static bool forEachWord(size_t offset, size_t count, Fn fn) {
  for (size_t end = offset + count; offset < end;) {
    size_t first = offset % 64, word = offset / 64;
    size_t last = std::min<size_t>(64, first + end - offset);
    if (!fn(word, wordMask(first, last)))
      return false;
    offset += last - first;
  }
  return true;
}

void WrittenBytes::mark(size_t offset, size_t count) {
  forEachWord(offset, count, [&](size_t word, uint64_t mask) {
    words[word] |= mask;
    return true;
  });
}

bool WrittenBytes::contains(size_t offset, size_t count) const {
  return forEachWord(offset, count, [&](size_t word, uint64_t mask) {
    return (words[word] & mask) == mask;
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

struct InterpretedKernel::Impl {
  MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources =
      std::make_shared<llvm::SourceMgr>();
  OwningOpRef<ModuleOp> module;
  Program program;

  /// Parses and checks the source, and prepares the kernel `name`.
  LogicalResult parse(const std::string &name);
  /// Adds faults to a result, as diagnostics too.
  void show(const Launch &launch, std::vector<Fault> faults,
            InterpreterResult &result);
};

static tc::KernelOp findKernel(ModuleOp module, StringRef name) {
  auto kernels = llvm::to_vector(module.getOps<tc::KernelOp>());
  for (tc::KernelOp kernel : kernels)
    if (kernel.getSymName() == name)
      return kernel;
  if (name.empty() && kernels.size() == 1)
    return kernels.front();
  InFlightDiagnostic diag = emitError(module.getLoc());
  if (name.empty())
    diag << "expected one kernel, but got " << kernels.size();
  else
    diag << "expected a kernel '" << name << "'";
  for (tc::KernelOp kernel : kernels)
    diag.attachNote(kernel.getLoc())
        << "'" << kernel.getSymName() << "' is here";
  return nullptr;
}

LogicalResult InterpretedKernel::Impl::parse(const std::string &name) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                  scf::SCFDialect, tc::TCDialect, ub::UBDialect>();
  context.appendDialectRegistry(registry);
  module = parseSourceFile<ModuleOp>(*sources, &context);
  PassManager checks(&context);
  checks.addPass(tc::createCheckPass());
  if (!module || failed(checks.run(*module)))
    return failure();
  tc::KernelOp kernel = findKernel(*module, name);
  return failure(!kernel || failed(Program::prepare(kernel, program)));
}

InterpretedKernel::InterpretedKernel(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
InterpretedKernel::~InterpretedKernel() = default;

std::unique_ptr<InterpretedKernel>
InterpretedKernel::create(const std::string &source,
                          const std::string &bufferName,
                          const std::string &name, std::string &diagnostics) {
  auto impl = std::make_unique<Impl>();
  impl->sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source, bufferName), SMLoc());
  llvm::raw_string_ostream os(diagnostics);
  SourceMgrDiagnosticHandler handler(*impl->sources, &impl->context, os);
  if (failed(impl->parse(name)))
    return nullptr;
  return std::unique_ptr<InterpretedKernel>(
      new InterpretedKernel(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// Where an op stands in its file.
static FileLineColLoc placeOf(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return place;
  return FileLineColLoc::get(loc.getContext(), "", 0, 0);
}

void InterpretedKernel::Impl::show(const Launch &launch,
                                   std::vector<Fault> faults,
                                   InterpreterResult &result) {
  llvm::raw_string_ostream os(result.diagnostics);
  SourceMgrDiagnosticHandler handler(*sources, &context, os);
  for (const Fault &fault : faults) {
    Location loc = fault.op ? fault.op->getLoc() : program.kernel.getLoc();
    {
      InFlightDiagnostic diag = emitError(loc) << fault.message;
      if (fault.op)
        diag << " (" << launch.describe(fault.instance, fault.element) << ")";
      if (fault.other)
        diag.attachNote(fault.other->getLoc()) << fault.note;
    }
    FileLineColLoc place = placeOf(loc);
    InterpreterFault shown;
    shown.kind = fault.kind;
    shown.message = fault.message;
    shown.file = place.getFilename().str();
    shown.line = fault.op ? place.getLine() : 0;
    shown.column = fault.op ? place.getColumn() : 0;
    shown.program = launch.coordinates(fault.instance);
    shown.element.assign(fault.element.begin(), fault.element.end());
    result.faults.push_back(std::move(shown));
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Makes a tile of each argument and finds the buffers that pointers point to.
static void bindArguments(Launch &launch,
                          const std::vector<uint64_t> &arguments) {
  tc::KernelOp kernel = launch.program.kernel;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    uint64_t bits = arguments[index];
    Tile tile = Tile::of(type);
    withBits(tile.kind, [&, bits = bits](auto zero) {
      *tile.data<decltype(zero)>() = decltype(zero)(bits);
    });
    if (tile.kind == Kind::I1)
      *tile.data<uint8_t>() = bits & 1;
    if (tile.kind == Kind::Ptr) {
      int32_t buffer = launch.findBuffer(bits);
      tile.provenance.buffer = buffer;
      if (buffer != Provenance::unknown && launch.buffers[buffer].name.empty())
        launch.buffers[buffer].name = kernel.getArgumentName(index);
    }
    launch.arguments.push_back(std::move(tile));
  }
}

/// Reports a fault of the launch itself.
static void reportLaunch(Launch &launch, const Twine &message) {
  launch.report({InterpreterFault::Kind::BrokenPromise,
                 0,
                 nullptr,
                 0,
                 {},
                 message.str(),
                 nullptr,
                 ""});
}

/// Checks what the kernel is promised, `tc.divisible`.
static void checkPromises(Launch &launch) {
  tc::KernelOp kernel = launch.program.kernel;
  for (auto [index, tile] : llvm::enumerate(launch.arguments)) {
    auto divisible = kernel.getArgAttrOfType<IntegerAttr>(
        index, tc::TCDialect::getDivisibleAttrName());
    if (!divisible)
      continue;
    int64_t value =
        tile.kind == Kind::Ptr
            ? *tile.data<int64_t>()
            : withInteger(tile.kind, [&, &tile = tile](auto e) {
                using T = decltype(e);
                return T::loadSigned(*tile.template data<typename T::Stored>());
              });
    if (value % divisible.getInt() == 0)
      continue;
    reportLaunch(launch,
                 "expected " +
                     Twine(tile.kind == Kind::Ptr ? "the address of '" : "'") +
                     kernel.getArgumentName(index) + "' to be a multiple of " +
                     Twine(divisible.getInt()) +
                     ", as tc.divisible promises, but got " + Twine(value));
  }
}

/// Runs instances on one thread until there are none left.
static void runInstances(Launch &launch, std::atomic<uint64_t> &next,
                         std::map<uint32_t, std::string> &outputs) {
  Instance instance(launch);
  while (true) {
    uint64_t number = next.fetch_add(1);
    if (number >= launch.numInstances() || launch.isOver(number))
      return;
    instance.run(number);
    if (!instance.output.empty())
      outputs[number] = std::exchange(instance.output, "");
  }
}

static void runGrid(Launch &launch, InterpreterResult &result) {
  unsigned count = launch.options.threads;
  if (count == 0)
    count = std::max(1u, std::thread::hardware_concurrency());
  if (launch.program.hasAtomics)
    count = 1;
  count = std::min<uint64_t>(count, launch.numInstances());
  std::atomic<uint64_t> next{0};
  std::vector<std::map<uint32_t, std::string>> outputs(std::max(count, 1u));
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back([&, i] { runInstances(launch, next, outputs[i]); });
  runInstances(launch, next, outputs[0]);
  for (std::thread &thread : threads)
    thread.join();
  for (unsigned i = 1; i < count; ++i)
    outputs[0].merge(outputs[i]);
  // What ran beyond the first faulty instance, by chance, is left out.
  for (auto &[instance, text] : outputs[0])
    if (!launch.isOver(instance) || launch.isTimeUp())
      result.output += text;
}

bool InterpretedKernel::launch(const std::array<uint32_t, 3> &grid,
                               const std::vector<uint64_t> &arguments,
                               const std::vector<InterpreterBuffer> &buffers,
                               const InterpreterOptions &options,
                               InterpreterResult &result) {
  result = InterpreterResult();
  size_t expected = impl->program.kernel.getNumArguments();
  if (arguments.size() != expected) {
    result.diagnostics = llvm::formatv("error: expected {0} arguments, but got "
                                       "{1}\n",
                                       expected, arguments.size());
    return false;
  }
  Launch launch(impl->program, grid, options);
  if (launch.numInstances() >= UINT32_MAX) {
    result.diagnostics = llvm::formatv(
        "error: expected fewer than 2^32 program instances, but got {0}\n",
        launch.numInstances());
    return false;
  }
  launch.addBuffers(buffers);
  bindArguments(launch, arguments);
  checkPromises(launch);
  std::vector<Fault> faults = launch.takeFaults();
  if (faults.empty()) {
    if (options.checkMemory)
      launch.addShadows();
    runGrid(launch, result);
    launch.recordWrites();
    faults = launch.takeFaults();
  }
  impl->show(launch, std::move(faults), result);
  return result.faults.empty();
}

bool minitc::interpret(const std::string &source, const std::string &bufferName,
                       const std::string &kernel,
                       const std::array<uint32_t, 3> &grid,
                       const std::vector<uint64_t> &arguments,
                       const std::vector<InterpreterBuffer> &buffers,
                       const InterpreterOptions &options,
                       InterpreterResult &result) {
  result = InterpreterResult();
  auto interpreted =
      InterpretedKernel::create(source, bufferName, kernel, result.diagnostics);
  return interpreted &&
         interpreted->launch(grid, arguments, buffers, options, result);
}
