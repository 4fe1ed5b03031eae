//===- Launch.h - One kernel on one device ----------------------*- C++ -*-===//
//
// The C API, owned and checked: what fails is an llvm::Error with all that the
// library knows of it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_LAUNCH_H
#define MINITC_TOOLS_MINITC_RUN_LAUNCH_H

#include "Options.h"

#include <memory>

namespace minitc {

/// Owns an object of the C API.
template <typename T, void (*release)(T *)> struct Release {
  void operator()(T *object) const { release(object); }
};
template <typename T, void (*release)(T *)>
using Owned = std::unique_ptr<T, Release<T, release>>;

using OwnedDevice = Owned<minitc_device, minitc_device_release>;
using OwnedBuffer = Owned<minitc_buffer, minitc_buffer_release>;
using OwnedKernel = Owned<minitc_kernel, minitc_kernel_release>;

/// The library's last error: diagnostics and logs, then its message.
llvm::Error lastError(const llvm::Twine &doing);

/// Opens a device by name.
llvm::Expected<OwnedDevice> openDevice(const std::string &name);

/// "cuda:0 (NVIDIA H200, sm_90a)".
std::string deviceText(const minitc_device *device);

/// A kernel's source.
struct Source {
  std::string name, text;
};

/// The signature of the kernel that the options select.
llvm::Expected<Signature> describeKernel(const Source &source,
                                         const std::string &kernel);

/// A kernel with its arguments on a device.
class Launch {
public:
  /// Opens the device, compiles the kernel and uploads the arrays.
  static llvm::Expected<Launch> create(const std::string &device,
                                       const Source &source,
                                       const RunOptions &options,
                                       const std::vector<Argument> &arguments);

  const minitc_device *getDevice() const { return device.get(); }
  /// The compiler's warnings.
  const char *diagnostics() const;

  /// Launches once and waits.
  llvm::Error run();
  /// The array of the argument at `index`, as it is now.
  llvm::Expected<Array> download(size_t index) const;
  llvm::Expected<minitc_measurement> measure();
  llvm::Expected<minitc_resources> resources();

private:
  llvm::Error upload(const std::vector<Argument> &arguments);
  minitc_status launch();

  OwnedDevice device;
  OwnedKernel kernel;
  std::vector<OwnedBuffer> buffers;
  std::vector<minitc_argument> values;
  /// Types and shapes of the arrays, by argument; no elements.
  std::vector<Array> shapes;
  std::array<unsigned, 3> grid;
};

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_LAUNCH_H
