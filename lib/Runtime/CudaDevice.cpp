//===- CudaDevice.cpp - A GPU ---------------------------------------------===//
//
// Works in the GPU's primary context, which it shares with every library that
// uses the CUDA runtime, and leaves the calling thread's context as it was.
//
//===----------------------------------------------------------------------===//

#include "CudaAsserts.h"
#include "CudaDriver.h"
#include "CudaExecutable.h"
#include "CudaImage.h"
#include "minitc/Runtime/CudaTarget.h"
#include "minitc/Runtime/Device.h"

#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// What is written to empty the L2 cache, in times its size.
static constexpr size_t flushFactor = 2;

namespace {
class CudaDevice final : public Device {
public:
  explicit CudaDevice(const CudaDriver &driver) : driver(driver) {}
  ~CudaDevice() override {
    if (!context)
      return;
    {
      ScopedContext scope(driver, context);
      asserts.reset();
    }
    free(zeroAddress);
    driver.cuDevicePrimaryCtxRelease(device);
  }

  Status open(unsigned number);

  StatusOr<uint64_t> allocate(size_t bytes) override;
  void free(uint64_t address) override;
  Status upload(uint64_t address, const void *host, size_t bytes,
                void *stream) override;
  Status download(void *host, uint64_t address, size_t bytes,
                  void *stream) override;
  Status fill(uint64_t address, uint8_t byte, size_t bytes,
              void *stream) override;
  bool encode(const TensorMap &map, EncodedTensorMap &encoded) override;
  StatusOr<void *> createStream() override;
  void destroyStream(void *stream) override;
  Status synchronizeStream(void *stream) override;
  Status synchronize() override;
  StatusOr<std::unique_ptr<Executable>>
  build(const BuildRequest &request) override;
  StatusOr<std::vector<double>> time(Callback callback, unsigned runs,
                                     bool cold, void *stream) override;

private:
  const CudaDriver &driver;
  CUdevice device = 0;
  CUcontext context = nullptr;
  unsigned major = 0;
  size_t l2Bytes = 0;
  std::unique_ptr<CudaAsserts> asserts = std::make_unique<CudaAsserts>(driver);

  Status attribute(CUdevice_attribute which, int &value) const {
    return MINITC_CUDA_CALL(driver, cuDeviceGetAttribute, &value, which,
                            device);
  }
  Status chooseTarget();
  Status record(Callback callback, bool cold, CUstream stream, uint64_t flush,
                CUevent start, CUevent stop);
};

/// The start and the stop of each run.
class EventPairs {
public:
  explicit EventPairs(const CudaDriver &driver) : driver(driver) {}
  ~EventPairs() {
    for (CUevent event : events)
      driver.cuEventDestroy(event);
  }

  Status create(unsigned runs) {
    for (unsigned i = 0; i < 2 * runs; ++i) {
      CUevent event = nullptr;
      MINITC_RETURN_IF_ERROR(
          MINITC_CUDA_CALL(driver, cuEventCreate, &event, CU_EVENT_DEFAULT));
      events.push_back(event);
    }
    return {};
  }
  CUevent start(unsigned run) const { return events[2 * run]; }
  CUevent stop(unsigned run) const { return events[2 * run + 1]; }

private:
  const CudaDriver &driver;
  std::vector<CUevent> events;
};
} // namespace

/// Makes the context current for the rest of the function.
#define MINITC_ENTER_CONTEXT()                                                 \
  ScopedContext scope(driver, context);                                        \
  if (!scope.status.ok())                                                      \
  return asserts->explain(std::move(scope.status))

/// A driver call in the context, which fails once an assertion has.
#define MINITC_CONTEXT_CALL(function, ...)                                     \
  asserts->explain(driver.check(#function, driver.function(__VA_ARGS__)))

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

Status CudaDevice::open(unsigned number) {
  int count = 0;
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(driver, cuDeviceGetCount, &count));
  if (number >= static_cast<unsigned>(count))
    return Status(ErrorCode::Unavailable,
                  "no device cuda:" + std::to_string(number) +
                      ": the driver shows " + std::to_string(count) +
                      (count == 1 ? " GPU" : " GPUs"));
  MINITC_RETURN_IF_ERROR(
      MINITC_CUDA_CALL(driver, cuDeviceGet, &device, static_cast<int>(number)));
  char text[256] = {};
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(driver, cuDeviceGetName, text,
                                          sizeof(text) - 1, device));
  fullName = "cuda:" + std::to_string(number);
  model = text;
  MINITC_RETURN_IF_ERROR(chooseTarget());
  int bytes = 0;
  MINITC_RETURN_IF_ERROR(attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, bytes));
  l2Bytes = static_cast<size_t>(bytes);
  return MINITC_CUDA_CALL(driver, cuDevicePrimaryCtxRetain, &context, device);
}

Status CudaDevice::chooseTarget() {
  int majorNumber = 0, minorNumber = 0;
  MINITC_RETURN_IF_ERROR(
      attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, majorNumber));
  MINITC_RETURN_IF_ERROR(
      attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, minorNumber));
  major = static_cast<unsigned>(majorNumber);
  compileTarget =
      targetForCapability(major, static_cast<unsigned>(minorNumber));
  if (!compileTarget.empty())
    return {};
  return Status(ErrorCode::Unavailable,
                fullName + " (" + model + ") has compute capability " +
                    std::to_string(majorNumber) + "." +
                    std::to_string(minorNumber) +
                    ", but the oldest target is " + supportedTargets().front());
}

StatusOr<int> minitc::runtime::cudaDeviceCount() {
  StatusOr<const CudaDriver *> driver = CudaDriver::get();
  if (!driver.ok())
    return driver.takeStatus();
  int count = 0;
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(**driver, cuDeviceGetCount, &count));
  return count;
}

StatusOr<std::shared_ptr<Device>>
minitc::runtime::openCudaDevice(unsigned number) {
  StatusOr<const CudaDriver *> driver = CudaDriver::get();
  if (!driver.ok())
    return driver.takeStatus();
  auto device = std::make_shared<CudaDevice>(**driver);
  MINITC_RETURN_IF_ERROR(device->open(number));
  return std::shared_ptr<Device>(std::move(device));
}

//===----------------------------------------------------------------------===//
// Memory and streams
//===----------------------------------------------------------------------===//

StatusOr<uint64_t> CudaDevice::allocate(size_t bytes) {
  if (bytes == 0)
    return uint64_t(0);
  MINITC_ENTER_CONTEXT();
  CUdeviceptr address = 0;
  Status status = MINITC_CUDA_CALL(driver, cuMemAlloc, &address, bytes);
  if (!status.ok()) {
    status.error().message += " for " + std::to_string(bytes) + " bytes";
    return asserts->explain(std::move(status));
  }
  return static_cast<uint64_t>(address);
}

void CudaDevice::free(uint64_t address) {
  if (address == 0)
    return;
  ScopedContext scope(driver, context);
  driver.cuMemFree(address);
}

Status CudaDevice::upload(uint64_t address, const void *host, size_t bytes,
                          void *stream) {
  if (bytes == 0)
    return {};
  MINITC_ENTER_CONTEXT();
  MINITC_RETURN_IF_ERROR(MINITC_CONTEXT_CALL(
      cuMemcpyHtoDAsync, address, host, bytes, static_cast<CUstream>(stream)));
  return synchronizeStream(stream);
}

Status CudaDevice::download(void *host, uint64_t address, size_t bytes,
                            void *stream) {
  if (bytes == 0)
    return {};
  MINITC_ENTER_CONTEXT();
  MINITC_RETURN_IF_ERROR(MINITC_CONTEXT_CALL(
      cuMemcpyDtoHAsync, host, address, bytes, static_cast<CUstream>(stream)));
  return synchronizeStream(stream);
}

Status CudaDevice::fill(uint64_t address, uint8_t byte, size_t bytes,
                        void *stream) {
  if (bytes == 0)
    return {};
  MINITC_ENTER_CONTEXT();
  return MINITC_CONTEXT_CALL(cuMemsetD8Async, address, byte, bytes,
                             static_cast<CUstream>(stream));
}

/// Elements are copied as they are, so that their size is all there is to their
/// type.
static CUtensorMapDataType dataTypeOf(unsigned elementBytes) {
  switch (elementBytes) {
  case 1:
    return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  case 2:
    return CU_TENSOR_MAP_DATA_TYPE_UINT16;
  case 4:
    return CU_TENSOR_MAP_DATA_TYPE_UINT32;
  default:
    return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

static CUtensorMapSwizzle swizzleOf(unsigned bytes) {
  switch (bytes) {
  case 32:
    return CU_TENSOR_MAP_SWIZZLE_32B;
  case 64:
    return CU_TENSOR_MAP_SWIZZLE_64B;
  case 128:
    return CU_TENSOR_MAP_SWIZZLE_128B;
  default:
    return CU_TENSOR_MAP_SWIZZLE_NONE;
  }
}

bool CudaDevice::encode(const TensorMap &map, EncodedTensorMap &encoded) {
  static_assert(sizeof(CUtensorMap) == sizeof(EncodedTensorMap),
                "the driver writes the whole of it");
  ScopedContext scope(driver, context);
  if (!driver.cuTensorMapEncodeTiled || !scope.status.ok())
    return false;
  static_assert(std::is_same_v<cuuint64_t, uint64_t> &&
                    std::is_same_v<cuuint32_t, uint32_t>,
                "the map's numbers are the driver's");
  SmallVector<uint32_t, 5> elementStrides(map.sizes.size(), 1);
  return driver.cuTensorMapEncodeTiled(
             reinterpret_cast<CUtensorMap *>(encoded.bytes),
             dataTypeOf(map.elementBytes), unsigned(map.sizes.size()),
             reinterpret_cast<void *>(map.address), map.sizes.data(),
             map.strides.data(), map.box.data(), elementStrides.data(),
             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzleOf(map.swizzleBytes),
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

StatusOr<void *> CudaDevice::createStream() {
  MINITC_ENTER_CONTEXT();
  CUstream stream = nullptr;
  MINITC_RETURN_IF_ERROR(
      MINITC_CONTEXT_CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING));
  return static_cast<void *>(stream);
}

void CudaDevice::destroyStream(void *stream) {
  ScopedContext scope(driver, context);
  driver.cuStreamDestroy(static_cast<CUstream>(stream));
}

Status CudaDevice::synchronizeStream(void *stream) {
  MINITC_ENTER_CONTEXT();
  return MINITC_CONTEXT_CALL(cuStreamSynchronize,
                             static_cast<CUstream>(stream));
}

Status CudaDevice::synchronize() {
  MINITC_ENTER_CONTEXT();
  return MINITC_CONTEXT_CALL(cuCtxSynchronize);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Executable>>
CudaDevice::build(const BuildRequest &request) {
  MINITC_ENTER_CONTEXT();
  CudaImageBuilder builder(driver, major, request);
  auto buildAndLoad =
      [&](bool mayUseEntry) -> StatusOr<std::unique_ptr<Executable>> {
    StatusOr<CacheEntry> entry = builder.build(mayUseEntry);
    if (!entry.ok())
      return entry.takeStatus();
    return CudaExecutable::load(driver, context, device, *asserts,
                                std::move(*entry), request.options.kernel);
  };
  StatusOr<std::unique_ptr<Executable>> code = buildAndLoad(true);
  // A sound entry that does not load was made by something that its key does
  // not know.
  if (!code.ok() && builder.isCached()) {
    builder.drop();
    code = buildAndLoad(false);
  }
  if (code.ok())
    return code;
  return asserts->explain(code.takeStatus());
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

/// Enqueues one run between two events. The write over the L2 cache also keeps
/// the GPU busy while the host gets the run into the queue, so that the gap
/// between the events is the GPU's own.
Status CudaDevice::record(Callback callback, bool cold, CUstream stream,
                          uint64_t flush, CUevent start, CUevent stop) {
  auto stopped = [] {
    return Status(ErrorCode::Callback, "the callback stopped the measurement");
  };
  MINITC_RETURN_IF_ERROR(MINITC_CONTEXT_CALL(cuMemsetD8Async, flush, 0,
                                             flushFactor * l2Bytes, stream));
  if (!cold && !callback())
    return stopped();
  MINITC_RETURN_IF_ERROR(MINITC_CONTEXT_CALL(cuEventRecord, start, stream));
  if (!callback())
    return stopped();
  return MINITC_CONTEXT_CALL(cuEventRecord, stop, stream);
}

StatusOr<std::vector<double>> CudaDevice::time(Callback callback, unsigned runs,
                                               bool cold, void *stream) {
  MINITC_ENTER_CONTEXT();
  StatusOr<uint64_t> flush = allocate(flushFactor * l2Bytes);
  if (!flush.ok())
    return flush.takeStatus();
  scope_exit release([&] { free(*flush); });
  EventPairs events(driver);
  MINITC_RETURN_IF_ERROR(asserts->explain(events.create(runs)));

  for (unsigned run = 0; run < runs; ++run)
    MINITC_RETURN_IF_ERROR(record(callback, cold, static_cast<CUstream>(stream),
                                  *flush, events.start(run), events.stop(run)));
  MINITC_RETURN_IF_ERROR(synchronizeStream(stream));

  std::vector<double> microseconds;
  for (unsigned run = 0; run < runs; ++run) {
    float milliseconds = 0;
    MINITC_RETURN_IF_ERROR(MINITC_CONTEXT_CALL(cuEventElapsedTime,
                                               &milliseconds, events.start(run),
                                               events.stop(run)));
    microseconds.push_back(1000.0 * milliseconds);
  }
  return microseconds;
}
