//===- InterpreterDevice.cpp - The interpreter as a device ----------------===//

#include "minitc/Runtime/InterpreterDevice.h"
#include "AssertFailure.h"
#include "HostDevice.h"

#include "minitc/Interpreter/Interpreter.h"

#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

namespace {

class InterpreterDevice final : public HostDevice {
public:
  InterpreterDevice() : HostDevice("the interpreter") {
    fullName = "interp";
    model = "reference interpreter";
  }

  Status setOption(StringRef option, StringRef value) override;
  StatusOr<std::unique_ptr<Executable>>
  build(const BuildRequest &request) override;

  Status launch(InterpretedKernel &kernel, StringRef name, const Grid &grid,
                ArrayRef<uint64_t> words);

protected:
  void hostWrote(const HostBuffer &buffer, uint64_t address,
                 size_t bytes) override {
    writtenOf(buffer).mark(address - buffer.address(), bytes);
  }
  void hostFreed(const HostBuffer &buffer) override {
    written.erase(buffer.address());
  }

private:
  InterpreterOptions options;
  /// What has been written of each buffer, by its address.
  std::map<uint64_t, WrittenBytes> written;

  WrittenBytes &writtenOf(const HostBuffer &buffer) {
    return written.try_emplace(buffer.address(), buffer.size()).first->second;
  }
};

class InterpreterExecutable final : public Executable {
public:
  InterpreterExecutable(InterpreterDevice &device, KernelInfo info,
                        std::unique_ptr<InterpretedKernel> code)
      : device(device), code(std::move(code)) {
    kernel = std::move(info);
  }
  Status launch(const Grid &grid, ArrayRef<uint64_t> words,
                ArrayRef<EncodedTensorMap>, void *) override {
    return device.launch(*code, kernel.name, grid, words);
  }
  StatusOr<Resources> resources() override {
    return Status(ErrorCode::Unavailable,
                  "the interpreter has no registers or blocks to count");
  }

private:
  InterpreterDevice &device;
  std::unique_ptr<InterpretedKernel> code;
};

} // namespace

StatusOr<std::shared_ptr<Device>>
minitc::runtime::openInterpreterDevice(unsigned number) {
  if (number != 0)
    return Status(ErrorCode::Unavailable,
                  "no device interp:" + std::to_string(number) +
                      ": there is one interpreter");
  return std::shared_ptr<Device>(std::make_shared<InterpreterDevice>());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Status InterpreterDevice::setOption(StringRef option, StringRef value) {
  std::lock_guard<std::mutex> lock(mutex);
  if (option == "check-memory")
    return parseSwitch(option, value, options.checkMemory);
  if (option == "keep-going")
    return parseSwitch(option, value, options.keepGoing);
  if (option == "time-limit")
    return parseSeconds(option, value, options.timeLimitSeconds);
  if (option == "threads")
    return parseCount(option, value, options.threads);
  return Device::setOption(option, value);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Executable>>
InterpreterDevice::build(const BuildRequest &request) {
  std::string source = request.source.str(), name = request.bufferName.str();
  std::string diagnostics;
  std::unique_ptr<InterpretedKernel> code = InterpretedKernel::create(
      source, name, request.options.kernel, diagnostics);
  CompileResult described;
  if (!code || !describe(source, name, described))
    return Status(runtime::Error{ErrorCode::Compile,
                                 "'" + name + "' does not compile",
                                 code ? described.diagnostics : diagnostics,
                                 {},
                                 {},
                                 {}});
  for (KernelInfo &info : described.kernels)
    if (info.name == request.options.kernel)
      return std::unique_ptr<Executable>(
          std::make_unique<InterpreterExecutable>(*this, std::move(info),
                                                  std::move(code)));
  return Status(ErrorCode::InvalidArgument,
                "'" + name + "' has no kernel @" + request.options.kernel);
}

static std::string describe(const std::vector<InterpreterFault> &faults,
                            StringRef kernel) {
  if (faults.size() != 1)
    return "kernel @" + kernel.str() + " was stopped by " +
           std::to_string(faults.size()) + " faults";
  const InterpreterFault &fault = faults.front();
  if (fault.kind == InterpreterFault::Kind::AssertFailed)
    return AssertFailure{fault.message, fault.file,    fault.line,
                         fault.column,  fault.program, fault.element}
        .text();
  return "kernel @" + kernel.str() + " was stopped by a fault";
}

Status InterpreterDevice::launch(InterpretedKernel &kernel, StringRef name,
                                 const Grid &grid, ArrayRef<uint64_t> words) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<InterpreterBuffer> memory;
  for (auto &[address, buffer] : buffers)
    memory.push_back({buffer.data(), buffer.size(), &writtenOf(buffer)});
  InterpreterResult result;
  bool isRight =
      kernel.launch({grid.x, grid.y, grid.z}, {words.begin(), words.end()},
                    memory, options, result);
  outs() << result.output;
  outs().flush();
  if (isRight)
    return {};
  return Status(runtime::Error{ErrorCode::Device,
                               describe(result.faults, name),
                               std::move(result.diagnostics),
                               {},
                               {},
                               {}});
}
