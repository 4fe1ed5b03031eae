//===- InterpreterDevice.cpp - The interpreter as a device ----------------===//

#include "minitc/Runtime/InterpreterDevice.h"

#include "minitc/Interpreter/Interpreter.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

namespace {

/// Memory of one allocation, with a gap on both sides so that what lies just
/// outside belongs to nobody.
class Block {
public:
  explicit Block(size_t bytes)
      : memory(static_cast<char *>(std::calloc(bytes + 3 * gap, 1)), std::free),
        bytes(bytes), written(bytes) {}

  bool isAllocated() const { return memory != nullptr; }
  /// A multiple of the gap.
  uint64_t address() const {
    uint64_t start = reinterpret_cast<uint64_t>(memory.get());
    return (start + 2 * gap - 1) / gap * gap;
  }
  InterpreterBuffer buffer() {
    return {reinterpret_cast<void *>(address()), bytes, &written};
  }
  void mark(uint64_t from, size_t count) {
    written.mark(from - address(), count);
  }
  bool holds(uint64_t from, size_t count) const {
    return from >= address() && from - address() <= bytes &&
           count <= bytes - (from - address());
  }

private:
  static constexpr uint64_t gap = 512;
  std::unique_ptr<char, decltype(&std::free)> memory;
  size_t bytes;
  WrittenBytes written;
};

class InterpreterDevice final : public Device {
public:
  InterpreterDevice() {
    fullName = "interp";
    model = "reference interpreter";
  }

  Status setOption(StringRef option, StringRef value) override;
  StatusOr<uint64_t> allocate(size_t bytes) override;
  void free(uint64_t address) override;
  Status upload(uint64_t address, const void *host, size_t bytes,
                void *stream) override;
  Status download(void *host, uint64_t address, size_t bytes,
                  void *stream) override;
  Status fill(uint64_t address, uint8_t byte, size_t bytes,
              void *stream) override;
  // Everything is done when its function returns: streams have no state.
  StatusOr<void *> createStream() override {
    return static_cast<void *>(nullptr);
  }
  void destroyStream(void *) override {}
  Status synchronizeStream(void *) override { return {}; }
  Status synchronize() override { return {}; }
  StatusOr<std::unique_ptr<Executable>>
  build(const BuildRequest &request) override;
  StatusOr<std::vector<double>> time(Callback callback, unsigned runs,
                                     bool cold, void *stream) override;

  Status launch(InterpretedKernel &kernel, StringRef name, const Grid &grid,
                ArrayRef<uint64_t> words);

private:
  /// The block that holds a range, which must be in one.
  StatusOr<Block *> find(uint64_t address, size_t bytes);

  std::mutex mutex;
  std::map<uint64_t, Block> blocks;
  InterpreterOptions options;
};

class InterpreterExecutable final : public Executable {
public:
  InterpreterExecutable(InterpreterDevice &device, KernelInfo info,
                        std::unique_ptr<InterpretedKernel> code)
      : device(device), code(std::move(code)) {
    kernel = std::move(info);
  }
  Status launch(const Grid &grid, ArrayRef<uint64_t> words, void *) override {
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

static Status parseSwitch(StringRef option, StringRef value, bool &result) {
  if (value != "on" && value != "off")
    return Status(ErrorCode::InvalidArgument, "expected '" + option.str() +
                                                  "' to be on or off, but got "
                                                  "'" +
                                                  value.str() + "'");
  result = value == "on";
  return {};
}

Status InterpreterDevice::setOption(StringRef option, StringRef value) {
  std::lock_guard<std::mutex> lock(mutex);
  if (option == "check-memory")
    return parseSwitch(option, value, options.checkMemory);
  if (option == "keep-going")
    return parseSwitch(option, value, options.keepGoing);
  if (option == "time-limit") {
    double seconds;
    if (value.getAsDouble(seconds) || !(seconds >= 0) || seconds > 1e9)
      return Status(ErrorCode::InvalidArgument,
                    "expected 'time-limit' to be a number of seconds, but got "
                    "'" +
                        value.str() + "'");
    options.timeLimitSeconds = seconds;
    return {};
  }
  if (option == "threads") {
    if (value.getAsInteger(10, options.threads))
      return Status(ErrorCode::InvalidArgument,
                    "expected 'threads' to be a number, but got '" +
                        value.str() + "'");
    return {};
  }
  return Device::setOption(option, value);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

StatusOr<uint64_t> InterpreterDevice::allocate(size_t bytes) {
  constexpr size_t limit = size_t(1) << 46;
  if (bytes < limit) {
    Block block(bytes);
    if (block.isAllocated()) {
      std::lock_guard<std::mutex> lock(mutex);
      uint64_t address = block.address();
      blocks.emplace(address, std::move(block));
      return address;
    }
  }
  return Status(ErrorCode::Device,
                "no memory for " + std::to_string(bytes) + " bytes");
}

void InterpreterDevice::free(uint64_t address) {
  std::lock_guard<std::mutex> lock(mutex);
  blocks.erase(address);
}

StatusOr<Block *> InterpreterDevice::find(uint64_t address, size_t bytes) {
  auto after = blocks.upper_bound(address);
  if (after != blocks.begin() && std::prev(after)->second.holds(address, bytes))
    return &std::prev(after)->second;
  return Status(ErrorCode::InvalidArgument,
                "expected memory of the interpreter, but got " +
                    std::to_string(bytes) + " bytes outside every buffer");
}

Status InterpreterDevice::upload(uint64_t address, const void *host,
                                 size_t bytes, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<Block *> block = find(address, bytes);
  if (!block.ok())
    return block.takeStatus();
  if (bytes)
    memcpy(reinterpret_cast<void *>(address), host, bytes);
  (*block)->mark(address, bytes);
  return {};
}

Status InterpreterDevice::download(void *host, uint64_t address, size_t bytes,
                                   void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<Block *> block = find(address, bytes);
  if (!block.ok())
    return block.takeStatus();
  if (bytes)
    memcpy(host, reinterpret_cast<const void *>(address), bytes);
  return {};
}

Status InterpreterDevice::fill(uint64_t address, uint8_t byte, size_t bytes,
                               void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<Block *> block = find(address, bytes);
  if (!block.ok())
    return block.takeStatus();
  if (bytes)
    memset(reinterpret_cast<void *>(address), byte, bytes);
  (*block)->mark(address, bytes);
  return {};
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

Status InterpreterDevice::launch(InterpretedKernel &kernel, StringRef name,
                                 const Grid &grid, ArrayRef<uint64_t> words) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<InterpreterBuffer> buffers;
  for (auto &[address, block] : blocks)
    buffers.push_back(block.buffer());
  InterpreterResult result;
  bool isRight =
      kernel.launch({grid.x, grid.y, grid.z}, {words.begin(), words.end()},
                    buffers, options, result);
  outs() << result.output;
  outs().flush();
  if (isRight)
    return {};
  size_t count = result.faults.size();
  return Status(
      runtime::Error{ErrorCode::Device,
                     "kernel @" + name.str() + " was stopped by " +
                         (count == 1 ? std::string("a fault")
                                     : std::to_string(count) + " faults"),
                     std::move(result.diagnostics),
                     {},
                     {},
                     {}});
}

/// The wall clock's time. There is no cache to empty.
StatusOr<std::vector<double>>
InterpreterDevice::time(Callback callback, unsigned runs, bool, void *) {
  std::vector<double> microseconds;
  for (unsigned run = 0; run < runs; ++run) {
    auto start = std::chrono::steady_clock::now();
    if (!callback())
      return Status(ErrorCode::Callback,
                    "the callback stopped the measurement");
    std::chrono::duration<double, std::micro> length =
        std::chrono::steady_clock::now() - start;
    microseconds.push_back(length.count());
  }
  return microseconds;
}
