//===- CudaDriver.cpp - libcuda, opened at run time -----------------------===//

#include "CudaDriver.h"

#include "llvm/Support/Process.h"

#include <dlfcn.h>

#include <mutex>

using namespace minitc;
using namespace minitc::runtime;

#define MINITC_STRING_OF(text) #text
#define MINITC_EXPANDED_STRING_OF(text) MINITC_STRING_OF(text)

Status CudaDriver::load(const char *library) {
  // The handle is never closed: the driver keeps threads of its own.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return Status(ErrorCode::Unavailable,
                  std::string("no CUDA driver: cannot open '") + library +
                      "': " + (reason ? reason : "unknown error"));
  }
#define MINITC_CUDA_OPTIONAL(function)                                         \
  function = reinterpret_cast<decltype(function)>(                             \
      dlsym(handle, MINITC_EXPANDED_STRING_OF(function)));
#define MINITC_CUDA(function)                                                  \
  MINITC_CUDA_OPTIONAL(function)                                               \
  if (!function)                                                               \
    return Status(ErrorCode::Unavailable,                                      \
                  std::string("the CUDA driver '") + library +                 \
                      "' is too old: it has no " +                             \
                      MINITC_EXPANDED_STRING_OF(function));
#include "CudaFunctions.def"
  return {};
}

Status CudaDriver::initialise() {
  if (Status status = MINITC_CUDA_CALL(*this, cuInit, 0); !status.ok()) {
    status.error().code = ErrorCode::Unavailable;
    return status;
  }
  return MINITC_CUDA_CALL(*this, cuDriverGetVersion, &version);
}

Status CudaDriver::failure(const char *call, CUresult result) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
    name = "an unknown error";
  if (cuGetErrorString(result, &text) != CUDA_SUCCESS)
    text = nullptr;
  Error error;
  error.code = ErrorCode::Device;
  error.message = std::string(call) + " failed with " + name;
  if (text)
    error.message += std::string(" (") + text + ")";
  error.call = call;
  error.name = name;
  return Status(std::move(error));
}

StatusOr<const CudaDriver *> CudaDriver::get() {
  static std::mutex mutex;
  static CudaDriver driver;
  static bool isReady = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isReady) {
    std::string library =
        llvm::sys::Process::GetEnv("MINITC_CUDA_LIBRARY").value_or("");
    if (library.empty())
      library = "libcuda.so.1";
    MINITC_RETURN_IF_ERROR(driver.load(library.c_str()));
    MINITC_RETURN_IF_ERROR(driver.initialise());
    isReady = true;
  }
  return &driver;
}
