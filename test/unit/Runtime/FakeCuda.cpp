//===- FakeCuda.cpp - A CUDA driver for tests -----------------------------===//

#include "FakeCuda.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

#undef cuEventElapsedTime

using namespace fakecuda;

static const std::string cubinMagic = "fake cubin\n";

struct CUmod_st {
  std::string text;
  /// The variable with an assertion's record.
  uint64_t assertReport = 0;
};
struct CUfunc_st {
  std::string name;
  size_t numParameters = 0;
  CUmodule module = nullptr;
};
struct CUlinkState_st {
  std::string image;
  CUjit_option *options = nullptr;
  void **values = nullptr;
};

/// The primary context of the only device.
static CUcontext primaryContext() {
  return reinterpret_cast<CUcontext>(0x1000);
}
static thread_local CUcontext current = nullptr;

/// What the examples' kernel computes, so that they have something to check.
static void softmax(const Launch &launch) {
  auto in = reinterpret_cast<const float *>(launch.parameters[0]);
  auto out = reinterpret_cast<float *>(launch.parameters[1]);
  auto stride = static_cast<uint32_t>(launch.parameters[2]);
  auto columns = static_cast<uint32_t>(launch.parameters[3]);
  for (size_t row = 0; row < launch.grid[0]; ++row) {
    const float *x = in + row * stride;
    float top = *std::max_element(x, x + columns), sum = 0;
    for (size_t i = 0; i < columns; ++i)
      sum += std::exp(x[i] - top);
    for (size_t i = 0; i < columns; ++i)
      out[row * stride + i] = std::exp(x[i] - top) / sum;
  }
}

State &fakecuda::state() {
  static State *state = [] {
    auto *made = new State;
    made->kernels["softmax"] = softmax;
    return made;
  }();
  return *state;
}

size_t State::count(const std::string &call) const {
  return std::count(calls.begin(), calls.end(), call);
}

std::string fakecuda::cubinOf(const std::string &ptx) {
  return cubinMagic + ptx;
}

/// Notes the call; gives the failure that was asked for.
static CUresult note(const char *call) {
  State &s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  s.calls.push_back(call);
  if (s.sticky != CUDA_SUCCESS)
    return s.sticky;
  auto failure = s.failures.find(call);
  if (failure == s.failures.end())
    return CUDA_SUCCESS;
  CUresult result = failure->second;
  s.failures.erase(failure);
  return result;
}

#define NOTE(call)                                                             \
  do {                                                                         \
    if (CUresult result_ = note(call); result_ != CUDA_SUCCESS)                \
      return result_;                                                          \
  } while (false)

static void writeLog(CUjit_option *options, void **values, unsigned count,
                     const std::string &text) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      std::strcpy(static_cast<char *>(values[i]), text.c_str());
}

extern "C" {

CUresult cuInit(unsigned) {
  NOTE("cuInit");
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int *version) {
  *version = state().driverVersion;
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char **text) {
  switch (error) {
  case CUDA_ERROR_OUT_OF_MEMORY:
    *text = "CUDA_ERROR_OUT_OF_MEMORY";
    return CUDA_SUCCESS;
  case CUDA_ERROR_ILLEGAL_ADDRESS:
    *text = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return CUDA_SUCCESS;
  case CUDA_ERROR_LAUNCH_FAILED:
    *text = "CUDA_ERROR_LAUNCH_FAILED";
    return CUDA_SUCCESS;
  case CUDA_ERROR_INVALID_PTX:
    *text = "CUDA_ERROR_INVALID_PTX";
    return CUDA_SUCCESS;
  case CUDA_ERROR_INVALID_IMAGE:
    *text = "CUDA_ERROR_INVALID_IMAGE";
    return CUDA_SUCCESS;
  case CUDA_ERROR_NO_DEVICE:
    *text = "CUDA_ERROR_NO_DEVICE";
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuGetErrorString(CUresult error, const char **text) {
  if (error != CUDA_ERROR_OUT_OF_MEMORY)
    return CUDA_ERROR_INVALID_VALUE;
  *text = "out of memory";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int *count) {
  NOTE("cuDeviceGetCount");
  *count = state().deviceCount;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int length, CUdevice) {
  std::strncpy(name, "Fake GPU", length);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice) {
  const State &s = state();
  switch (which) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = s.major;
    break;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = s.minor;
    break;
  case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    *value = s.l2Bytes;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    *value = s.maxSharedBytes;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
    *value = 2048;
    break;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  NOTE("cuDevicePrimaryCtxRetain");
  ++state().retained;
  *context = primaryContext();
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) {
  --state().retained;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current;
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  NOTE("cuCtxSynchronize");
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) {
  NOTE("cuMemAlloc");
  if (bytes == 0 || current != primaryContext())
    return CUDA_ERROR_INVALID_VALUE;
  // As aligned as the driver's own.
  void *memory = std::aligned_alloc(512, (bytes + 511) / 512 * 512);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  ++state().liveAllocations;
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr address) {
  NOTE("cuMemFree");
  std::free(reinterpret_cast<void *>(address));
  --state().liveAllocations;
  return CUDA_SUCCESS;
}
CUresult cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  NOTE("cuMemHostAlloc");
  if (!(flags & CU_MEMHOSTALLOC_DEVICEMAP) || current != primaryContext())
    return CUDA_ERROR_INVALID_VALUE;
  *memory = std::malloc(bytes);
  ++state().livePinned;
  return CUDA_SUCCESS;
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr *address, void *memory,
                                   unsigned) {
  *address = reinterpret_cast<CUdeviceptr>(memory);
  return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void *memory) {
  std::free(memory);
  --state().livePinned;
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  NOTE("cuMemcpyHtoD");
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes,
                           CUstream) {
  NOTE("cuMemcpyHtoDAsync");
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream) {
  NOTE("cuMemcpyDtoHAsync");
  std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char byte, size_t bytes,
                         CUstream) {
  NOTE("cuMemsetD8Async");
  std::memset(reinterpret_cast<void *>(to), byte, bytes);
  state().lastMemset = bytes;
  return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  NOTE("cuStreamCreate");
  *stream = reinterpret_cast<CUstream>(new char);
  ++state().liveStreams;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  delete reinterpret_cast<char *>(stream);
  --state().liveStreams;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream) {
  NOTE("cuStreamSynchronize");
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned) {
  NOTE("cuEventCreate");
  *event = reinterpret_cast<CUevent>(new char);
  ++state().liveEvents;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  delete reinterpret_cast<char *>(event);
  --state().liveEvents;
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent, CUstream) {
  NOTE("cuEventRecord");
  return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  State &s = state();
  *milliseconds = s.elapsed[s.nextElapsed++ % s.elapsed.size()];
  return CUDA_SUCCESS;
}

CUresult cuLinkCreate(unsigned, CUjit_option *options, void **values,
                      CUlinkState *link) {
  NOTE("cuLinkCreate");
  *link = new CUlinkState_st{{}, options, values};
  return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState link, CUjitInputType type, void *data,
                       size_t size, const char *, unsigned, CUjit_option *,
                       void **) {
  writeLog(link->options, link->values, 2, state().jitLog);
  NOTE("cuLinkAddData");
  auto *text = static_cast<const char *>(data);
  if (type != CU_JIT_INPUT_PTX || size == 0 || text[size - 1] != '\0')
    return CUDA_ERROR_INVALID_VALUE;
  link->image = cubinOf(text);
  return CUDA_SUCCESS;
}
CUresult cuLinkComplete(CUlinkState link, void **image, size_t *size) {
  NOTE("cuLinkComplete");
  *image = link->image.data();
  *size = link->image.size();
  return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState link) {
  delete link;
  return CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  writeLog(options, values, count, state().jitLog);
  NOTE("cuModuleLoadDataEx");
  auto *text = static_cast<const char *>(image);
  if (std::strncmp(text, cubinMagic.c_str(), cubinMagic.size()) != 0)
    return CUDA_ERROR_INVALID_IMAGE;
  *module = new CUmod_st{text + cubinMagic.size()};
  ++state().liveModules;
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  delete module;
  --state().liveModules;
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  NOTE("cuModuleGetFunction");
  std::string entry = std::string(".entry ") + name + "(";
  size_t at = module->text.find(entry);
  if (at == std::string::npos)
    return CUDA_ERROR_NOT_FOUND;
  size_t numParameters = 0, end = module->text.find(')', at);
  for (size_t next = at; (next = module->text.find(".param ", next + 1)) < end;)
    ++numParameters;
  // Kernels are few and tests are short: functions live to the end.
  static std::vector<std::unique_ptr<CUfunc_st>> functions;
  functions.push_back(
      std::make_unique<CUfunc_st>(CUfunc_st{name, numParameters, module}));
  *function = functions.back().get();
  return CUDA_SUCCESS;
}
CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module,
                           const char *name) {
  NOTE("cuModuleGetGlobal");
  if (module->text.find(std::string(".u64 ") + name + ";") == std::string::npos)
    return CUDA_ERROR_NOT_FOUND;
  *address = reinterpret_cast<CUdeviceptr>(&module->assertReport);
  *bytes = sizeof(module->assertReport);
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute which,
                            CUfunction) {
  switch (which) {
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = state().registers;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = state().localBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = 128;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute which, int value) {
  NOTE("cuFuncSetAttribute");
  if (which != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    return CUDA_ERROR_INVALID_VALUE;
  state().lastFunctionAttribute = value;
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction,
                                                     int, size_t) {
  *blocks = 8;
  return CUDA_SUCCESS;
}

#ifndef FAKE_CUDA_WITHOUT_TENSOR_MAPS
CUresult cuTensorMapEncodeTiled(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
    CUtensorMapFloatOOBfill fill) {
  NOTE("cuTensorMapEncodeTiled");
  if (reinterpret_cast<uintptr_t>(map) % 64 || current != primaryContext())
    return CUDA_ERROR_INVALID_VALUE;
  State &s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  uint64_t number = s.tensorMaps.size();
  std::memcpy(map, &number, sizeof(number));
  s.tensorMaps.push_back({type,
                          reinterpret_cast<uint64_t>(address),
                          {sizes, sizes + rank},
                          {strides, strides + rank - 1},
                          {box, box + rank},
                          {elementStrides, elementStrides + rank},
                          interleave,
                          swizzle,
                          fill});
  return CUDA_SUCCESS;
}
#endif

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **) {
  NOTE("cuLaunchKernel");
  Launch launch;
  launch.kernel = function->name;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.dynamicSharedBytes = sharedBytes;
  launch.stream = stream;
  launch.hadContext = current == primaryContext();
  launch.assertReport = function->module->assertReport;
  for (size_t i = 0; i < function->numParameters; ++i) {
    uint64_t word;
    std::memcpy(&word, parameters[i], sizeof(word));
    launch.parameters.push_back(word);
  }
  State &s = state();
  if (auto kernel = s.kernels.find(launch.kernel); kernel != s.kernels.end())
    kernel->second(launch);
  std::lock_guard<std::mutex> lock(s.mutex);
  s.launches.push_back(std::move(launch));
  return CUDA_SUCCESS;
}

} // extern "C"
