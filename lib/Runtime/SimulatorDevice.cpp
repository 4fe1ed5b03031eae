//===- SimulatorDevice.cpp - The simulator as a device --------------------===//

#include "minitc/Runtime/SimulatorDevice.h"
#include "AssertFailure.h"
#include "HostDevice.h"

#include "minitc/Simulator/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

namespace {

class SimulatorDevice final : public HostDevice {
public:
  SimulatorDevice() : HostDevice("the simulator") {
    fullName = "sim";
    model = "simulator of the lowered code";
    compileTarget = "sm_80";
  }

  Status setOption(StringRef option, StringRef value) override;
  StatusOr<std::unique_ptr<Executable>>
  build(const BuildRequest &request) override;

  bool encode(const TensorMap &map, EncodedTensorMap &encoded) override;

  Status launch(const SimulatedKernel &kernel, const Grid &grid,
                ArrayRef<uint64_t> words,
                ArrayRef<EncodedTensorMap> tensorMaps);

private:
  SimulatorOptions options;
  SimulatedCode code = SimulatedCode::AfterO3;

  Status setTarget(StringRef value);
  Status setCode(StringRef value);
  Status setOrder(StringRef value);
};

class SimulatorExecutable final : public Executable {
public:
  SimulatorExecutable(SimulatorDevice &device,
                      std::unique_ptr<SimulatedKernel> simulated,
                      std::string diagnostics)
      : device(device), code(std::move(simulated)) {
    kernel = code->info();
    warnings = std::move(diagnostics);
  }
  Status launch(const Grid &grid, ArrayRef<uint64_t> words,
                ArrayRef<EncodedTensorMap> tensorMaps, void *) override {
    return device.launch(*code, grid, words, tensorMaps);
  }
  StatusOr<Resources> resources() override {
    return Status(ErrorCode::Unavailable,
                  "the simulator has no registers to count");
  }

private:
  SimulatorDevice &device;
  std::unique_ptr<SimulatedKernel> code;
};

} // namespace

StatusOr<std::shared_ptr<Device>>
minitc::runtime::openSimulatorDevice(unsigned number) {
  if (number != 0)
    return Status(ErrorCode::Unavailable,
                  "no device sim:" + std::to_string(number) +
                      ": there is one simulator");
  return std::shared_ptr<Device>(std::make_shared<SimulatorDevice>());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Status SimulatorDevice::setTarget(StringRef value) {
  const std::vector<std::string> &known = supportedTargets();
  if (!is_contained(known, value))
    return Status(ErrorCode::InvalidArgument,
                  "expected 'target' to be one of " + join(known, ", ") +
                      ", but got '" + value.str() + "'");
  compileTarget = value.str();
  return {};
}

Status SimulatorDevice::setCode(StringRef value) {
  if (value != "before" && value != "after")
    return Status(ErrorCode::InvalidArgument,
                  "expected 'optimize' to be before or after, but got '" +
                      value.str() + "'");
  code = value == "before" ? SimulatedCode::BeforeO3 : SimulatedCode::AfterO3;
  return {};
}

Status SimulatorDevice::setOrder(StringRef value) {
  using Order = SimulatorOptions::Order;
  StringRef seed = value;
  if (value == "ascending")
    options.order = Order::Ascending;
  else if (value == "descending")
    options.order = Order::Descending;
  else if (seed.consume_front("seed:") && !seed.getAsInteger(10, options.seed))
    options.order = Order::Shuffled;
  else
    return Status(ErrorCode::InvalidArgument,
                  "expected 'order' to be ascending, descending or seed:N, but "
                  "got '" +
                      value.str() + "'");
  return {};
}

Status SimulatorDevice::setOption(StringRef option, StringRef value) {
  std::lock_guard<std::mutex> lock(mutex);
  if (option == "target")
    return setTarget(value);
  if (option == "optimize")
    return setCode(value);
  if (option == "order")
    return setOrder(value);
  if (option == "check-races")
    return parseSwitch(option, value, options.checkRaces);
  if (option == "time-limit")
    return parseSeconds(option, value, options.timeLimitSeconds);
  if (option == "threads")
    return parseCount(option, value, options.workers);
  return Device::setOption(option, value);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Executable>>
SimulatorDevice::build(const BuildRequest &request) {
  std::string diagnostics;
  std::unique_ptr<SimulatedKernel> kernel =
      SimulatedKernel::create(request.source.str(), request.bufferName.str(),
                              request.options, code, diagnostics);
  if (!kernel)
    return Status(runtime::Error{ErrorCode::Compile,
                                 "'" + request.bufferName.str() +
                                     "' does not compile for the simulator",
                                 std::move(diagnostics),
                                 {},
                                 {},
                                 {}});
  return std::unique_ptr<Executable>(std::make_unique<SimulatorExecutable>(
      *this, std::move(kernel), std::move(diagnostics)));
}

static std::string describe(const SimulatorFault &fault,
                            const std::string &kernel) {
  if (fault.kind == SimulatorFault::Kind::AssertFailed)
    return AssertFailure{fault.message, fault.file,  fault.line,
                         fault.column,  fault.block, fault.element}
        .text();
  return "kernel @" + kernel + " was stopped by a fault";
}

bool SimulatorDevice::encode(const TensorMap &map, EncodedTensorMap &encoded) {
  static_assert(sizeof(SimulatorTensorMap) == sizeof(EncodedTensorMap),
                "the simulator's map is as large as the hardware's");
  SimulatorTensorMap simulated;
  simulated.address = map.address;
  simulated.elementBytes = map.elementBytes;
  simulated.rank = uint32_t(map.sizes.size());
  llvm::copy(map.sizes, simulated.sizes);
  llvm::copy(map.strides, simulated.strides);
  llvm::copy(map.box, simulated.box);
  simulated.swizzleBytes = map.swizzleBytes;
  std::memcpy(encoded.bytes, &simulated, sizeof(simulated));
  return true;
}

Status SimulatorDevice::launch(const SimulatedKernel &kernel, const Grid &grid,
                               ArrayRef<uint64_t> words,
                               ArrayRef<EncodedTensorMap> tensorMaps) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<SimulatorTensorMap> maps(tensorMaps.size());
  for (auto [encoded, map] : zip_equal(tensorMaps, maps))
    std::memcpy(&map, encoded.bytes, sizeof(map));
  std::vector<SimulatorBuffer> memory;
  for (auto &[address, buffer] : buffers)
    memory.push_back({buffer.data(), buffer.size()});
  SimulatorResult result;
  bool isRight =
      kernel.launch({grid.x, grid.y, grid.z}, {words.begin(), words.end()},
                    memory, options, result, maps);
  outs() << result.output;
  outs().flush();
  if (isRight)
    return {};
  return Status(runtime::Error{ErrorCode::Device,
                               describe(result.fault, kernel.info().name),
                               std::move(result.diagnostics),
                               {},
                               {},
                               {}});
}
