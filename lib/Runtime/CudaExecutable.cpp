//===- CudaExecutable.cpp - A kernel that the driver has loaded -----------===//

#include "CudaExecutable.h"
#include "CudaImage.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

static constexpr unsigned threadsPerWarp = 32;
/// What a block gets without asking (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
static constexpr unsigned defaultSharedBytes = 48 * 1024;
/// The largest grid, the same for every compute capability in use.
static constexpr unsigned maxGridX = 0x7FFFFFFF, maxGridYZ = 65535;

StatusOr<std::unique_ptr<Executable>>
CudaExecutable::load(const CudaDriver &driver, CUcontext context,
                     CUdevice device, CudaAsserts &asserts, CacheEntry entry,
                     StringRef name) {
  std::unique_ptr<CudaExecutable> result(
      new CudaExecutable(driver, context, device, asserts));
  for (KernelInfo &info : entry.kernels)
    if (info.name == name)
      result->kernel = std::move(info);
  result->warnings = std::move(entry.diagnostics);
  result->spillStoreBytes = entry.spillStoreBytes;
  result->spillLoadBytes = entry.spillLoadBytes;
  MINITC_RETURN_IF_ERROR(result->loadModule(entry.image));
  MINITC_RETURN_IF_ERROR(result->attachReport());
  MINITC_RETURN_IF_ERROR(result->allowSharedMemory());
  return std::unique_ptr<Executable>(std::move(result));
}

CudaExecutable::~CudaExecutable() {
  if (!module)
    return;
  ScopedContext scope(driver, context);
  driver.cuModuleUnload(module);
  if (report)
    asserts.detach(report);
}

Status CudaExecutable::loadModule(const std::string &image) {
  JitLog log;
  Status status =
      MINITC_CUDA_CALL(driver, cuModuleLoadDataEx, &module, image.data(),
                       JitLog::numOptions, log.options(), log.values());
  if (!status.ok()) {
    status.error().log = log.text();
    return status;
  }
  return MINITC_CUDA_CALL(driver, cuModuleGetFunction, &function, module,
                          kernel.name.c_str());
}

Status CudaExecutable::attachReport() {
  if (kernel.asserts.empty())
    return {};
  StatusOr<AssertReport *> attached = asserts.attach(module, kernel);
  if (!attached.ok())
    return attached.takeStatus();
  report = *attached;
  return {};
}

/// Asks for more shared memory than blocks get by default, if the kernel needs
/// it.
Status CudaExecutable::allowSharedMemory() {
  unsigned needed = kernel.staticSharedBytes + kernel.dynamicSharedBytes;
  if (needed <= defaultSharedBytes)
    return {};
  int available = 0;
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(
      driver, cuDeviceGetAttribute, &available,
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
  if (needed > static_cast<unsigned>(available))
    return Status(ErrorCode::InvalidArgument,
                  "@" + kernel.name + " needs " + std::to_string(needed) +
                      " bytes of shared memory, but a block of this GPU has " +
                      std::to_string(available));
  return MINITC_CUDA_CALL(driver, cuFuncSetAttribute, function,
                          CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          static_cast<int>(kernel.dynamicSharedBytes));
}

static Status checkGrid(const Grid &grid) {
  if (grid.x <= maxGridX && grid.y <= maxGridYZ && grid.z <= maxGridYZ)
    return {};
  return Status(ErrorCode::InvalidArgument,
                "expected a grid of at most 2147483647 x 65535 x 65535, but "
                "got " +
                    std::to_string(grid.x) + " x " + std::to_string(grid.y) +
                    " x " + std::to_string(grid.z));
}

Status CudaExecutable::launch(const Grid &grid, ArrayRef<uint64_t> words,
                              ArrayRef<EncodedTensorMap> tensorMaps,
                              void *stream) {
  MINITC_RETURN_IF_ERROR(checkGrid(grid));
  ScopedContext scope(driver, context);
  if (!scope.status.ok())
    return std::move(scope.status);
  SmallVector<void *, 16> parameters;
  for (const uint64_t &word : words)
    parameters.push_back(const_cast<uint64_t *>(&word));
  for (const EncodedTensorMap &map : tensorMaps)
    parameters.push_back(const_cast<EncodedTensorMap *>(&map));
  return asserts.explain(MINITC_CUDA_CALL(
      driver, cuLaunchKernel, function, grid.x, grid.y, grid.z,
      threadsPerWarp * kernel.numWarps, 1, 1, kernel.dynamicSharedBytes,
      static_cast<CUstream>(stream), parameters.data(), nullptr));
}

StatusOr<Resources> CudaExecutable::resources() {
  ScopedContext scope(driver, context);
  if (!scope.status.ok())
    return std::move(scope.status);
  auto attribute = [&](CUfunction_attribute which, unsigned &value) {
    int number = 0;
    Status status =
        MINITC_CUDA_CALL(driver, cuFuncGetAttribute, &number, which, function);
    value = static_cast<unsigned>(number);
    return status;
  };
  Resources result;
  MINITC_RETURN_IF_ERROR(
      attribute(CU_FUNC_ATTRIBUTE_NUM_REGS, result.registers));
  MINITC_RETURN_IF_ERROR(
      attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, result.localBytes));
  MINITC_RETURN_IF_ERROR(
      attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, result.staticSharedBytes));
  result.dynamicSharedBytes = kernel.dynamicSharedBytes;
  result.spillStoreBytes = spillStoreBytes;
  result.spillLoadBytes = spillLoadBytes;
  result.numWarps = kernel.numWarps;

  int blocks = 0, threads = 0;
  unsigned blockThreads = threadsPerWarp * kernel.numWarps;
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(
      driver, cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, function,
      static_cast<int>(blockThreads), kernel.dynamicSharedBytes));
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(
      driver, cuDeviceGetAttribute, &threads,
      CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, device));
  result.blocksPerMultiprocessor = static_cast<unsigned>(blocks);
  if (threads > 0)
    result.occupancy = static_cast<double>(blocks) * blockThreads / threads;
  return result;
}
