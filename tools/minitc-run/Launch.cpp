//===- Launch.cpp - One kernel on one device ------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace minitc {

Error lastError(const Twine &doing) {
  const minitc_error *error = minitc_last_error();
  std::string text = (doing + ": " + minitc_error_message(error)).str();
  for (StringRef part :
       {minitc_error_log(error), minitc_error_diagnostics(error)})
    if (!part.empty())
      text += "\n" + part.rtrim().str();
  return createStringError(text);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static Expected<Signature> readSignature(const minitc_signature *described) {
  Signature signature;
  signature.text = minitc_signature_text(described);
  size_t count = minitc_signature_num_parameters(described);
  for (size_t index = 0; index < count; ++index) {
    minitc_parameter parameter;
    if (minitc_signature_parameter(described, index, &parameter) != MINITC_OK)
      return lastError("cannot read the signature");
    signature.parameters.push_back(parameter);
  }
  return signature;
}

Expected<Signature> describeKernel(const Source &source,
                                   const std::string &kernel) {
  minitc_compilation *raw;
  if (minitc_describe(source.text.data(), source.text.size(),
                      source.name.c_str(), &raw) != MINITC_OK)
    return lastError("cannot compile '" + source.name + "'");
  // The parameters' names live in the compilation, for the life of the process.
  static Owned<minitc_compilation, minitc_compilation_release> compilation;
  compilation.reset(raw);

  std::string names;
  const minitc_signature *only = nullptr;
  size_t count = minitc_compilation_num_kernels(raw);
  for (size_t index = 0; index < count; ++index) {
    only = minitc_compilation_kernel(raw, index);
    StringRef name = minitc_signature_name(only);
    if (name == kernel)
      return readSignature(only);
    names += (index ? ", " : "") + name.str();
  }
  if (count == 0)
    return createStringError("'" + source.name + "' has no kernel");
  if (!kernel.empty())
    return createStringError("--kernel: '" + source.name +
                             "' has no kernel named '" + kernel +
                             "', only: " + names);
  if (count > 1)
    return createStringError("'" + source.name + "' has several kernels (" +
                             names + "): name one with --kernel");
  return readSignature(only);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Expected<OwnedDevice> openDevice(const std::string &name) {
  minitc_device *raw;
  if (minitc_device_open(name.c_str(), &raw) != MINITC_OK)
    return lastError("cannot open the device '" + name + "'");
  return OwnedDevice(raw);
}

static Expected<OwnedKernel> createKernel(minitc_device *device,
                                          const Source &source,
                                          const RunOptions &options) {
  minitc_compile_options compile = MINITC_COMPILE_OPTIONS;
  compile.num_warps = options.numWarps;
  compile.num_stages = options.numStages;
  compile.fast_math = options.fastMath;
  compile.fp_contract = options.fpContract;
  compile.tensor_maps = options.tensorMaps;
  minitc_kernel *raw;
  if (minitc_kernel_create(
          device, source.text.data(), source.text.size(), source.name.c_str(),
          options.kernel.empty() ? nullptr : options.kernel.c_str(), &compile,
          &raw) != MINITC_OK)
    return lastError("cannot compile '" + source.name + "'");
  return OwnedKernel(raw);
}

Error Launch::upload(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments) {
    buffers.emplace_back();
    shapes.emplace_back();
    values.push_back(argument.scalar);
    if (!argument.array)
      continue;
    const Array &array = *argument.array;
    shapes.back().type = array.type;
    shapes.back().shape = array.shape;
    minitc_buffer *raw;
    if (minitc_buffer_allocate(device.get(), array.bytes.size(),
                               array.type->type, &raw) != MINITC_OK)
      return lastError(Twine("cannot allocate '") + argument.parameter.name +
                       "'");
    buffers.back().reset(raw);
    if (array.initialized &&
        minitc_buffer_upload(raw, 0, array.bytes.data(), array.bytes.size(),
                             nullptr) != MINITC_OK)
      return lastError(Twine("cannot upload '") + argument.parameter.name +
                       "'");
    values.back().kind = MINITC_ARGUMENT_BUFFER;
    values.back().type = array.type->type;
    values.back().value.buffer = raw;
  }
  return Error::success();
}

namespace {
/// An option of some kinds of device, set by a flag.
struct DeviceSetting {
  const char *flag, *option;
  std::string value;
  std::vector<StringRef> kinds;

  bool isFor(StringRef device) const {
    return is_contained(kinds, device.split(':').first);
  }
};
} // namespace

/// Sets the options of the device that the command line names. With two
/// devices, each takes those of its kind.
static Error setOptions(minitc_device *device, StringRef name,
                        const RunOptions &options) {
  const DeviceSetting settings[] = {
      {"time-limit", "time-limit", options.timeLimit, {"interp", "sim"}},
      {"check-memory", "check-memory", options.checkMemory, {"interp"}},
      {"keep-going", "keep-going", options.keepGoing ? "on" : "", {"interp"}},
      {"check-races", "check-races", options.checkRaces ? "on" : "", {"sim"}},
      {"sim-order", "order", options.simOrder, {"sim"}},
      {"sim-opt", "optimize", options.simOpt, {"sim"}},
      {"sim-target", "target", options.simTarget, {"sim"}}};
  for (const DeviceSetting &setting : settings) {
    bool isForAnother =
        !setting.isFor(name) &&
        (setting.isFor(options.device) || setting.isFor(options.compareDevice));
    if (setting.value.empty() || isForAnother)
      continue;
    if (minitc_device_set_option(device, setting.option,
                                 setting.value.c_str()) != MINITC_OK)
      return lastError(Twine("--") + setting.flag);
  }
  return Error::success();
}

Expected<Launch> Launch::create(const std::string &deviceName,
                                const Source &source, const RunOptions &options,
                                const std::vector<Argument> &arguments) {
  Launch launch;
  launch.grid = options.grid;
  Expected<OwnedDevice> device = openDevice(deviceName);
  if (!device)
    return device.takeError();
  if (Error error = setOptions(device->get(), deviceName, options))
    return error;
  launch.device = std::move(*device);
  Expected<OwnedKernel> kernel =
      createKernel(launch.device.get(), source, options);
  if (!kernel)
    return kernel.takeError();
  launch.kernel = std::move(*kernel);
  if (Error error = launch.upload(arguments))
    return error;
  return launch;
}

std::string deviceText(const minitc_device *device) {
  std::string text = minitc_device_name(device);
  StringRef description = minitc_device_description(device);
  StringRef target = minitc_device_target(device);
  if (description.empty() && target.empty())
    return text;
  text += " (" + description.str();
  if (!target.empty())
    text += (description.empty() ? "" : ", ") + target.str();
  return text + ")";
}

const char *Launch::diagnostics() const {
  return minitc_kernel_diagnostics(kernel.get());
}

minitc_status Launch::launch() {
  return minitc_kernel_launch(kernel.get(), grid[0], grid[1], grid[2],
                              values.data(), values.size(), nullptr);
}

Error Launch::run() {
  if (launch() != MINITC_OK ||
      minitc_device_synchronize(device.get()) != MINITC_OK)
    return lastError("the launch failed");
  return Error::success();
}

Expected<Array> Launch::download(size_t index) const {
  Array array = shapes[index];
  array.bytes.resize(array.numBytes());
  if (minitc_buffer_download(buffers[index].get(), 0, array.bytes.data(),
                             array.bytes.size(), nullptr) != MINITC_OK)
    return lastError("cannot read an array back");
  return array;
}

Expected<minitc_measurement> Launch::measure() {
  minitc_measurement result;
  auto callback = [](void *context) {
    return static_cast<Launch *>(context)->launch() == MINITC_OK ? 0 : 1;
  };
  if (minitc_measure(device.get(), callback, this, nullptr, &result) !=
      MINITC_OK)
    return lastError("cannot measure the launch");
  return result;
}

Expected<minitc_resources> Launch::resources() {
  minitc_resources result;
  if (minitc_kernel_resources(kernel.get(), &result) != MINITC_OK)
    return lastError("cannot tell the kernel's resources");
  return result;
}

} // namespace minitc
