//===- Device.h - Where kernels run -----------------------------*- C++ -*-===//
//
// A device has memory, streams and a way to make a kernel's variant
// executable. The GPU is one; the interpreter and the simulator are others.
// Argument checks, specialisation and timing statistics are shared by all of
// them (Signature.h, Kernel.h, Measure.h).
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_DEVICE_H
#define MINITC_RUNTIME_DEVICE_H

#include "minitc/Pipeline/Compile.h"
#include "minitc/Runtime/Status.h"
#include "minitc/Runtime/TensorMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace minitc::runtime {

/// Program instances in each direction.
struct Grid {
  unsigned x = 1, y = 1, z = 1;
};

/// What a variant needs of its device; the fields are those of
/// minitc_resources.
struct Resources {
  unsigned registers = 0;
  unsigned localBytes = 0;
  /// -1: not known.
  int64_t spillStoreBytes = -1, spillLoadBytes = -1;
  unsigned staticSharedBytes = 0, dynamicSharedBytes = 0;
  unsigned numWarps = 0;
  unsigned blocksPerMultiprocessor = 0;
  double occupancy = 0;
};

/// One variant of a kernel, ready to run.
class Executable {
public:
  virtual ~Executable() = default;

  /// What the compiler said of the variant.
  const KernelInfo &info() const { return kernel; }
  /// Warnings.
  const std::string &diagnostics() const { return warnings; }

  /// Starts the kernel on `stream`. `words` holds one word for each parameter
  /// (Signature::bind), and `tensorMaps` one for each map of info(), encoded
  /// by the device; neither need outlive the call. No dimension of `grid` is
  /// zero.
  virtual Status launch(const Grid &grid, llvm::ArrayRef<uint64_t> words,
                        llvm::ArrayRef<EncodedTensorMap> tensorMaps,
                        void *stream) = 0;
  virtual StatusOr<Resources> resources() = 0;

protected:
  KernelInfo kernel;
  std::string warnings;
};

/// What to make executable.
struct BuildRequest {
  llvm::StringRef source;
  /// What diagnostics call the source.
  llvm::StringRef bufferName;
  /// The kernel is named here; the device sets the target.
  CompileOptions options;
  bool useCache = true;
};

/// Launches the work to be timed; false stops.
using Callback = llvm::function_ref<bool()>;

class Device : public std::enable_shared_from_this<Device> {
public:
  virtual ~Device() = default;

  /// "cuda:0".
  const std::string &name() const { return fullName; }
  /// For people: "NVIDIA H200".
  const std::string &description() const { return model; }
  /// What kernels are compiled for: "sm_90a".
  const std::string &target() const { return compileTarget; }

  /// Sets an option of this kind of device. By default there are none.
  virtual Status setOption(llvm::StringRef option, llvm::StringRef value);

  /// Memory by its address. Zero bytes are a valid request.
  virtual StatusOr<uint64_t> allocate(size_t bytes) = 0;
  virtual void free(uint64_t address) = 0;
  /// These three work in the order of `stream`; upload and download return
  /// when the host memory may be reused or read.
  virtual Status upload(uint64_t address, const void *host, size_t bytes,
                        void *stream) = 0;
  virtual Status download(void *host, uint64_t address, size_t bytes,
                          void *stream) = 0;
  virtual Status fill(uint64_t address, uint8_t byte, size_t bytes,
                      void *stream) = 0;

  /// The address of an element that is zero, whatever its type: 16 bytes that
  /// nothing writes.
  StatusOr<uint64_t> zeros();
  /// Writes a map that is not empty the way this device's kernels take it;
  /// false if the device cannot have it. By default it has none.
  virtual bool encode(const TensorMap &map, EncodedTensorMap &encoded);

  /// Null is the default stream of every device.
  virtual StatusOr<void *> createStream() = 0;
  virtual void destroyStream(void *stream) = 0;
  virtual Status synchronizeStream(void *stream) = 0;
  virtual Status synchronize() = 0;

  virtual StatusOr<std::unique_ptr<Executable>>
  build(const BuildRequest &request) = 0;

  /// Runs `callback` `runs` times and returns how long its work on `stream`
  /// took each time, in microseconds. `cold` empties the cache before each.
  virtual StatusOr<std::vector<double>> time(Callback callback, unsigned runs,
                                             bool cold, void *stream) = 0;

protected:
  std::string fullName, model, compileTarget;
  /// What zeros() gives; 0 until it was called.
  uint64_t zeroAddress = 0;

private:
  std::mutex zerosMutex;
};

/// Opens the device `number` of a kind.
using DeviceFactory =
    std::function<StatusOr<std::shared_ptr<Device>>(unsigned number)>;

/// Makes `kind` ("interp") openable. Call before any device is opened; "cuda"
/// is always there.
void registerDeviceKind(const std::string &kind, DeviceFactory factory);

/// Opens a device by name: a kind, or "kind:number".
StatusOr<std::shared_ptr<Device>> openDevice(llvm::StringRef name);

/// The number of GPUs that the driver shows.
StatusOr<int> cudaDeviceCount();
/// Opens a GPU in its primary context.
StatusOr<std::shared_ptr<Device>> openCudaDevice(unsigned number);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_DEVICE_H
