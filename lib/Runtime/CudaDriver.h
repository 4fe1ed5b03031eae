//===- CudaDriver.h - libcuda, opened at run time ---------------*- C++ -*-===//
//
// Private to the CUDA device. The types are those of cuda.h; the library is
// found when the first device is asked for, so that everything else works
// where there is none.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_CUDADRIVER_H
#define MINITC_LIB_RUNTIME_CUDADRIVER_H

#include "minitc/Runtime/Status.h"

#include <cuda.h>

// The second version came with CUDA 12.8 and takes the same arguments; drivers
// before that have the first alone.
#undef cuEventElapsedTime
extern "C" CUresult CUDAAPI cuEventElapsedTime(float *, CUevent, CUevent);

namespace minitc::runtime {

/// The table of driver calls: `driver.cuMemAlloc(...)`.
class CudaDriver {
public:
  /// The driver, loaded and initialised once. MINITC_CUDA_LIBRARY may name a
  /// library to use in place of libcuda.so.1.
  static StatusOr<const CudaDriver *> get();

#define MINITC_CUDA(function) decltype(&::function) function = nullptr;
#include "CudaFunctions.def"

  /// What cuDriverGetVersion says: 13000 for CUDA 13.0.
  int version = 0;

  /// Turns the result of `call` into a status that names both.
  Status check(const char *call, CUresult result) const {
    return result == CUDA_SUCCESS ? Status() : failure(call, result);
  }

private:
  Status failure(const char *call, CUresult result) const;
  Status load(const char *library);
  Status initialise();
};

/// Makes a context current on this thread for a scope, and then the one that
/// was there before.
class ScopedContext {
public:
  ScopedContext(const CudaDriver &driver, CUcontext context) : driver(driver) {
    status = driver.check("cuCtxGetCurrent", driver.cuCtxGetCurrent(&previous));
    if (!status.ok() || previous == context)
      return;
    status = driver.check("cuCtxSetCurrent", driver.cuCtxSetCurrent(context));
    isChanged = status.ok();
  }
  ~ScopedContext() {
    if (isChanged)
      driver.cuCtxSetCurrent(previous);
  }
  ScopedContext(const ScopedContext &) = delete;
  ScopedContext &operator=(const ScopedContext &) = delete;

  Status status;

private:
  const CudaDriver &driver;
  CUcontext previous = nullptr;
  bool isChanged = false;
};

} // namespace minitc::runtime

/// Calls a driver function, named once, and gives its status.
#define MINITC_CUDA_CALL(driver, function, ...)                                \
  (driver).check(#function, (driver).function(__VA_ARGS__))

#endif // MINITC_LIB_RUNTIME_CUDADRIVER_H
