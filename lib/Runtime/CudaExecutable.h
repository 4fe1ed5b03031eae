//===- CudaExecutable.h - A kernel that the driver has loaded ---*- C++ -*-===//
//
// Private to the CUDA device.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_CUDAEXECUTABLE_H
#define MINITC_LIB_RUNTIME_CUDAEXECUTABLE_H

#include "CudaAsserts.h"
#include "CudaDriver.h"
#include "minitc/Runtime/Cache.h"
#include "minitc/Runtime/Device.h"

namespace minitc::runtime {

class CudaExecutable final : public Executable {
public:
  /// Loads the image of `entry`, whose kernel is called `name`. The context is
  /// current on this thread; it and `asserts` outlive the executable.
  static StatusOr<std::unique_ptr<Executable>>
  load(const CudaDriver &driver, CUcontext context, CUdevice device,
       CudaAsserts &asserts, CacheEntry entry, llvm::StringRef name);
  ~CudaExecutable() override;

  Status launch(const Grid &grid, llvm::ArrayRef<uint64_t> words,
                llvm::ArrayRef<EncodedTensorMap> tensorMaps,
                void *stream) override;
  StatusOr<Resources> resources() override;

private:
  CudaExecutable(const CudaDriver &driver, CUcontext context, CUdevice device,
                 CudaAsserts &asserts)
      : driver(driver), context(context), device(device), asserts(asserts) {}

  const CudaDriver &driver;
  CUcontext context;
  CUdevice device;
  CudaAsserts &asserts;
  /// Null for a kernel without assertions.
  AssertReport *report = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  int64_t spillStoreBytes = -1, spillLoadBytes = -1;

  Status loadModule(const std::string &image);
  Status attachReport();
  Status allowSharedMemory();
};

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_CUDAEXECUTABLE_H
