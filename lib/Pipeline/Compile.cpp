//===- Compile.cpp - From a kernel file to PTX ----------------------------===//

#include "minitc/Pipeline/Compile.h"
#include "minitc/Pipeline/CompileToModule.h"

#include "minitc/Conversion/AssertReport.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Pipeline/Pipeline.h"
#include "minitc/Pipeline/Registration.h"
#include "minitc/Target/ToPTX.h"

#include "Nesting.h"
#include "SourceHash.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace minitc;

namespace {

/// One compilation: the source, the module, and what is reported on the way.
class Compilation {
public:
  Compilation(const std::string &source, const std::string &name,
              const CompileOptions &options, CompileResult &result)
      : options(options), result(result), stream(result.diagnostics),
        context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    // What is shown of an error is its source line, not the IR in between.
    context.printOpOnDiagnostic(false);
    sourceMgr.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(source, name), llvm::SMLoc());
    handler.emplace(sourceMgr, &context, stream);
    fileLoc = FileLineColLoc::get(&context, name, 1, 1);
  }

  bool describe() {
    if (!parse() || !selectKernels())
      return false;
    PassManager passes(&context);
    buildCheckPipeline(passes);
    describeArguments();
    return succeeded(passes.run(*module));
  }

  bool compile() {
    if (!lower())
      return false;
    if (options.stopAfter < Stage::LLVM) {
      printModule();
      return true;
    }
    OwnedModule translated;
    if (!translate(translated))
      return false;
    llvm::Module &llvmModule = *translated.module;
    if (llvm::Error error = prepareModule(llvmModule, *machine))
      return fail(std::move(error));
    optimizeModule(llvmModule, *machine);
    return options.stopAfter == Stage::LLVM ? printModule(llvmModule)
                                            : printPTX(llvmModule);
  }

  bool compileToModule(bool optimize, OwnedModule &translated) {
    if (!lower() || !translate(translated))
      return false;
    targetModule(*translated.module, *machine);
    if (optimize)
      optimizeModule(*translated.module, *machine);
    // The module outlives this.
    translated.context->setDiagnosticHandler(nullptr);
    return !hasLLVMError;
  }

private:
  const CompileOptions &options;
  CompileResult &result;
  llvm::raw_string_ostream stream;
  llvm::SourceMgr sourceMgr;
  MLIRContext context;
  std::optional<SourceMgrDiagnosticHandler> handler;
  Location fileLoc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module;
  bool hasLLVMError = false;
  std::unique_ptr<llvm::TargetMachine> machine;

  static const DialectRegistry &makeRegistry() {
    static const DialectRegistry registry = [] {
      DialectRegistry dialects;
      registerDialects(dialects);
      return dialects;
    }();
    return registry;
  }

  bool fail(llvm::Error error) {
    emitError(fileLoc) << llvm::toString(std::move(error));
    return false;
  }

  /// Refuses text that would exhaust the parser's stack.
  bool checkNesting() {
    const llvm::MemoryBuffer *buffer =
        sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
    if (isBytecode(*buffer))
      return true;
    std::optional<size_t> offset = findTooDeepNesting(buffer->getBuffer());
    if (!offset)
      return true;
    auto [line, column] = sourceMgr.getLineAndColumn(
        llvm::SMLoc::getFromPointer(buffer->getBufferStart() + *offset));
    emitError(FileLineColLoc::get(&context, buffer->getBufferIdentifier(), line,
                                  column))
        << "expected at most " << kMaxNesting << " open brackets";
    return false;
  }

  /// All that is done in MLIR.
  bool lower() {
    llvm::Expected<std::unique_ptr<llvm::TargetMachine>> created =
        createTargetMachine(options.target);
    if (!created)
      return fail(created.takeError());
    machine = std::move(*created);
    if (!parse() || !selectKernels())
      return false;
    describeArguments();
    return runPasses();
  }

  bool parse() {
    if (!checkNesting())
      return false;
    module = parseSourceFile<ModuleOp>(sourceMgr, &context);
    return bool(module);
  }

  /// Leaves the kernel that was asked for, or all.
  bool selectKernels() {
    SmallVector<tc::KernelOp> kernels(module->getOps<tc::KernelOp>());
    if (kernels.empty()) {
      emitError(fileLoc) << "expected a kernel: write 'tc.kernel @name(...) "
                            "{ ... tc.return }'";
      return false;
    }
    if (options.kernel.empty())
      return true;
    if (llvm::none_of(kernels, [&](tc::KernelOp kernel) {
          return kernel.getSymName() == options.kernel;
        })) {
      InFlightDiagnostic diagnostic = emitError(fileLoc)
                                      << "there is no kernel '"
                                      << options.kernel << "', only ";
      llvm::interleaveComma(kernels, diagnostic, [&](tc::KernelOp kernel) {
        diagnostic << "'" << kernel.getSymName() << "'";
      });
      return false;
    }
    for (tc::KernelOp kernel : kernels)
      if (kernel.getSymName() != options.kernel)
        kernel.erase();
    return true;
  }

  void describeArguments() {
    for (tc::KernelOp kernel : module->getOps<tc::KernelOp>()) {
      KernelInfo info;
      info.name = kernel.getSymName().str();
      for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
        info.arguments.push_back(describe(kernel, index, type));
      result.kernels.push_back(std::move(info));
    }
  }

  static ArgumentInfo describe(tc::KernelOp kernel, unsigned index, Type type) {
    ArgumentInfo info;
    info.name = kernel.getArgumentName(index);
    info.kind = isa<tc::PtrType>(type)   ? ArgumentInfo::Kind::Pointer
                : isa<IntegerType>(type) ? ArgumentInfo::Kind::Integer
                                         : ArgumentInfo::Kind::Float;
    if (auto ptr = dyn_cast<tc::PtrType>(type))
      type = ptr.getPointee();
    llvm::raw_string_ostream(info.type) << type;
    if (auto divisible = kernel.getArgAttrOfType<IntegerAttr>(
            index, tc::TCDialect::getDivisibleAttrName()))
      info.divisible = divisible.getInt();
    return info;
  }

  bool runPasses() {
    PassManager passes(&context);
    if (options.useCommandLine) {
      if (failed(applyPassManagerCLOptions(passes)))
        return false;
      applyDefaultTimingPassManagerCLOptions(passes);
    }
    buildPipeline(passes, options);
    if (failed(passes.run(*module)))
      return false;
    describeResources();
    return true;
  }

  /// Warps, shared memory and assertions, from whichever form the kernels are
  /// in by now.
  void describeResources() {
    for (KernelInfo &info : result.kernels) {
      Operation *op = module->lookupSymbol(info.name);
      if (auto kernel = dyn_cast<tc::KernelOp>(op))
        info.numWarps = kernel.getNumWarps().value_or(0);
      if (auto threads = op->getAttrOfType<DenseI32ArrayAttr>(
              NVVM::NVVMDialect::getReqntidAttrName()))
        info.numWarps = threads[0] / tcg::warpSize;
      if (auto bytes =
              op->getAttrOfType<IntegerAttr>(tcg::sharedBytesAttrName)) {
        bool isStatic = bytes.getInt() <= tcg::staticSharedLimit;
        (isStatic ? info.staticSharedBytes : info.dynamicSharedBytes) =
            bytes.getInt();
      }
      if (auto maps = op->getAttrOfType<ArrayAttr>(tcg::tensorMapsAttrName))
        for (auto entry : maps.getAsRange<DictionaryAttr>())
          info.tensorMaps.push_back(describeTensorMap(info, entry));
      if (auto asserts = op->getAttrOfType<ArrayAttr>(assertsAttrName))
        for (auto entry : asserts.getAsRange<DictionaryAttr>())
          info.asserts.push_back(describeAssert(entry));
    }
  }

  /// Bits of an integer argument, whose type is "i32" or the like.
  static unsigned widthOf(const ArgumentInfo &argument) {
    unsigned bits = 64;
    StringRef(argument.type).drop_front().getAsInteger(10, bits);
    return bits;
  }

  static LaunchExpression describeExpression(const KernelInfo &kernel,
                                             Attribute text) {
    using Op = LaunchExpression::Op;
    LaunchExpression expression;
    std::optional<SmallVector<tcg::LaunchStep>> steps =
        tcg::parseLaunchExpression(cast<StringAttr>(text).getValue());
    assert(steps && "the verifier of the map's attribute has parsed it, too");
    for (const tcg::LaunchStep &step : *steps) {
      Op op = llvm::StringSwitch<Op>(step.operation)
                  .Case("%", Op::Argument)
                  .Case("add", Op::Add)
                  .Case("sub", Op::Subtract)
                  .Case("mul", Op::Multiply)
                  .Case("min", Op::Minimum)
                  .Case("max", Op::Maximum)
                  .Default(Op::Constant);
      unsigned bits = op == Op::Argument ? widthOf(kernel.arguments[step.value])
                                         : step.bits;
      expression.steps.push_back({op, step.value, bits});
    }
    return expression;
  }

  static TensorMapInfo describeTensorMap(const KernelInfo &kernel,
                                         DictionaryAttr entry) {
    TensorMapInfo info;
    info.base = entry.getAs<IntegerAttr>("base").getInt();
    llvm::raw_string_ostream(info.elementType)
        << entry.getAs<TypeAttr>("element").getValue();
    for (Attribute size : entry.getAs<ArrayAttr>("sizes"))
      info.sizes.push_back(describeExpression(kernel, size));
    // The fastest dimension's stride is 1.
    for (Attribute stride :
         entry.getAs<ArrayAttr>("strides").getValue().drop_front())
      info.strides.push_back(describeExpression(kernel, stride));
    for (int64_t extent : entry.getAs<DenseI64ArrayAttr>("box").asArrayRef())
      info.box.push_back(extent);
    info.swizzleBytes = entry.getAs<IntegerAttr>("swizzle").getInt();
    return info;
  }

  static AssertInfo describeAssert(DictionaryAttr entry) {
    auto number = [&](StringRef name) {
      return unsigned(entry.getAs<IntegerAttr>(name).getInt());
    };
    AssertInfo info;
    info.id = number("id");
    info.message = entry.getAs<StringAttr>("message").str();
    info.file = entry.getAs<StringAttr>("file").str();
    info.line = number("line");
    info.column = number("column");
    info.shape = entry.getAs<DenseI64ArrayAttr>("shape").asArrayRef().vec();
    return info;
  }

  void printModule() {
    llvm::raw_string_ostream os(result.output);
    OpPrintingFlags flags;
    if (options.lineInfo)
      flags.enableDebugInfo();
    module->print(os, flags);
    os << "\n";
  }

  /// An error or a warning of LLVM's own; its remarks are dropped.
  static void reportFromLLVM(const llvm::DiagnosticInfo *info, void *self) {
    if (info->getSeverity() > llvm::DS_Warning)
      return;
    auto *compilation = static_cast<Compilation *>(self);
    std::string message;
    llvm::raw_string_ostream os(message);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info->print(printer);
    if (info->getSeverity() == llvm::DS_Warning) {
      emitWarning(compilation->fileLoc) << message;
      return;
    }
    compilation->hasLLVMError = true;
    emitError(compilation->fileLoc) << message;
  }

  bool translate(OwnedModule &translated) {
    translated.context = std::make_unique<llvm::LLVMContext>();
    // Without a handler LLVM ends the process at an error.
    translated.context->setDiagnosticHandlerCallBack(&reportFromLLVM, this);
    translated.module =
        translateModuleToLLVMIR(*module, *translated.context, "minitc");
    if (!translated.module)
      emitError(fileLoc) << "cannot translate the kernels to LLVM IR";
    return bool(translated.module);
  }

  bool printModule(const llvm::Module &llvmModule) {
    llvm::raw_string_ostream os(result.output);
    llvmModule.print(os, nullptr);
    return true;
  }

  bool printPTX(llvm::Module &llvmModule) {
    llvm::Expected<std::string> ptx = emitPTX(llvmModule, *machine);
    if (!ptx)
      return fail(ptx.takeError());
    if (hasLLVMError)
      return false;
    result.output = std::move(*ptx);
    return true;
  }
};

} // namespace

bool minitc::compile(const std::string &source, const std::string &bufferName,
                     const CompileOptions &options, CompileResult &result) {
  return Compilation(source, bufferName, options, result).compile();
}

bool minitc::compileToModule(const std::string &source,
                             const std::string &bufferName,
                             const CompileOptions &options, bool optimize,
                             CompileResult &result, OwnedModule &module) {
  CompileOptions all = options;
  all.stopAfter = Stage::LLVM;
  return Compilation(source, bufferName, all, result)
      .compileToModule(optimize, module);
}

bool minitc::describe(const std::string &source, const std::string &bufferName,
                      CompileResult &result) {
  CompileOptions options;
  return Compilation(source, bufferName, options, result).describe();
}

const std::vector<std::string> &minitc::supportedTargets() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const TargetInfo &target : targets())
      all.push_back(target.name.str());
    return all;
  }();
  return names;
}

std::string minitc::compilerBuildId() {
  return std::string("minitc " MINITC_VERSION " LLVM ") + LLVM_VERSION_STRING +
         " " MINITC_SOURCE_HASH;
}
