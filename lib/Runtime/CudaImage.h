//===- CudaImage.h - From a kernel to a cubin -------------------*- C++ -*-===//
//
// Private to the CUDA device: compiles a variant, has its PTX assembled, and
// keeps the outcome in the disk cache.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_CUDAIMAGE_H
#define MINITC_LIB_RUNTIME_CUDAIMAGE_H

#include "CudaDriver.h"
#include "minitc/Runtime/Cache.h"
#include "minitc/Runtime/Device.h"

namespace minitc::runtime {

/// Where the messages of the driver's assembler go.
class JitLog {
public:
  static constexpr unsigned numOptions = 2;
  CUjit_option *options() { return names; }
  void **values() { return numbers; }
  std::string text() const { return std::string(buffer); }

private:
  char buffer[16384] = {};
  CUjit_option names[numOptions] = {CU_JIT_ERROR_LOG_BUFFER,
                                    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *numbers[numOptions] = {
      buffer, reinterpret_cast<void *>(uintptr_t(sizeof(buffer) - 1))};
};

class CudaImageBuilder {
public:
  /// `major` is that of the GPU's compute capability. The context of the GPU
  /// is current while the builder is in use.
  CudaImageBuilder(const CudaDriver &driver, unsigned major,
                   const BuildRequest &request);

  /// The image of the request, from the cache if it is there and
  /// `mayUseEntry`.
  StatusOr<CacheEntry> build(bool mayUseEntry);
  /// Whether the last build took the image from the cache.
  bool isCached() const { return cached; }
  /// Forgets a cached image that the driver would not load.
  void drop() { dropCache(key); }

private:
  const CudaDriver &driver;
  const BuildRequest &request;
  /// The program that turns PTX into a cubin; empty: the driver does.
  std::string ptxas;
  std::string key;
  bool cached = false;

  Status assemble(const std::string &ptx, CacheEntry &entry) const;
  StatusOr<std::string> assembleInDriver(const std::string &ptx,
                                         const std::string &ptxasLog) const;
};

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_CUDAIMAGE_H
