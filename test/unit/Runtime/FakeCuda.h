//===- FakeCuda.h - A CUDA driver for tests ---------------------*- C++ -*-===//
//
// A library with the driver calls that the runtime makes. Device memory is
// host memory, launches are recorded, and failures can be asked for. Tests
// link it to look inside, and the runtime opens it by its file name.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TEST_UNIT_RUNTIME_FAKECUDA_H
#define MINITC_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <cuda.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace fakecuda {

struct Launch {
  std::string kernel;
  std::array<unsigned, 3> grid, block;
  unsigned dynamicSharedBytes = 0;
  CUstream stream = nullptr;
  /// Whether the device's primary context was current.
  bool hadContext = false;
  /// What the module's variable for an assertion's record holds.
  uint64_t assertReport = 0;
  /// Eight bytes from each parameter.
  std::vector<uint64_t> parameters;
};

/// What a tensor map was asked to be.
struct TensorMap {
  CUtensorMapDataType type;
  uint64_t address;
  std::vector<uint64_t> sizes, strides;
  std::vector<uint32_t> box, elementStrides;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapFloatOOBfill fill;
};

struct State {
  std::mutex mutex;
  int deviceCount = 1;
  int major = 9, minor = 0;
  int driverVersion = 13000;
  int l2Bytes = 1 << 20;
  int maxSharedBytes = 232448;
  int registers = 40, localBytes = 16;

  std::vector<Launch> launches;
  /// An encoded map starts with its number here.
  std::vector<TensorMap> tensorMaps;
  /// Calls by name, in order, except those that only ask for something.
  std::vector<std::string> calls;
  /// A call that is to fail, once, and with what.
  std::map<std::string, CUresult> failures;
  /// What every call fails with, as after a trap.
  CUresult sticky = CUDA_SUCCESS;
  /// What the next assembler call writes to the error log.
  std::string jitLog;
  /// Milliseconds that the runs take, over and over.
  std::vector<float> elapsed{20.0f};
  size_t nextElapsed = 0;
  /// Bytes set by the last memset.
  size_t lastMemset = 0;
  /// The value of the last cuFuncSetAttribute.
  int lastFunctionAttribute = 0;
  /// What kernels do, by name.
  std::map<std::string, std::function<void(const Launch &)>> kernels;
  size_t livePinned = 0;
  size_t liveAllocations = 0, liveModules = 0, liveStreams = 0, liveEvents = 0;
  int retained = 0;

  size_t count(const std::string &call) const;
};

State &state();

/// A cubin as this driver makes them, for a module of that text.
std::string cubinOf(const std::string &ptx);

} // namespace fakecuda

#endif // MINITC_TEST_UNIT_RUNTIME_FAKECUDA_H
