//===- HostDevice.cpp - A device that is the host itself ------------------===//

#include "HostDevice.h"

#include "llvm/ADT/Twine.h"

#include <chrono>
#include <cstring>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

StatusOr<uint64_t> HostDevice::allocate(size_t bytes) {
  constexpr size_t limit = size_t(1) << 46;
  if (bytes < limit) {
    HostBuffer buffer(bytes);
    if (buffer.isAllocated()) {
      std::lock_guard<std::mutex> lock(mutex);
      uint64_t address = buffer.address();
      buffers.emplace(address, std::move(buffer));
      return address;
    }
  }
  return Status(ErrorCode::Device,
                "no memory for " + std::to_string(bytes) + " bytes");
}

void HostDevice::free(uint64_t address) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = buffers.find(address);
  if (found == buffers.end())
    return;
  hostFreed(found->second);
  buffers.erase(found);
}

StatusOr<const HostBuffer *> HostDevice::find(uint64_t address,
                                              size_t bytes) const {
  auto after = buffers.upper_bound(address);
  if (after != buffers.begin() &&
      std::prev(after)->second.holds(address, bytes))
    return &std::prev(after)->second;
  return Status(ErrorCode::InvalidArgument,
                "expected memory of " + owner + ", but got " +
                    std::to_string(bytes) + " bytes outside every buffer");
}

Status HostDevice::upload(uint64_t address, const void *host, size_t bytes,
                          void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<const HostBuffer *> buffer = find(address, bytes);
  if (!buffer.ok())
    return buffer.takeStatus();
  if (bytes)
    memcpy(reinterpret_cast<void *>(address), host, bytes);
  hostWrote(**buffer, address, bytes);
  return {};
}

Status HostDevice::download(void *host, uint64_t address, size_t bytes,
                            void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<const HostBuffer *> buffer = find(address, bytes);
  if (!buffer.ok())
    return buffer.takeStatus();
  if (bytes)
    memcpy(host, reinterpret_cast<const void *>(address), bytes);
  return {};
}

Status HostDevice::fill(uint64_t address, uint8_t byte, size_t bytes, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<const HostBuffer *> buffer = find(address, bytes);
  if (!buffer.ok())
    return buffer.takeStatus();
  if (bytes)
    memset(reinterpret_cast<void *>(address), byte, bytes);
  hostWrote(**buffer, address, bytes);
  return {};
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

StatusOr<std::vector<double>> HostDevice::time(Callback callback, unsigned runs,
                                               bool, void *) {
  std::vector<double> microseconds;
  for (unsigned run = 0; run < runs; ++run) {
    auto start = std::chrono::steady_clock::now();
    if (!callback())
      return Status(ErrorCode::Callback,
                    "the callback stopped the measurement");
    std::chrono::duration<double, std::micro> length =
        std::chrono::steady_clock::now() - start;
    microseconds.push_back(length.count());
  }
  return microseconds;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Status unexpected(StringRef option, StringRef expected,
                         StringRef value) {
  return Status(ErrorCode::InvalidArgument,
                (Twine("expected '") + option + "' to be " + expected +
                 ", but got '" + value + "'")
                    .str());
}

Status minitc::runtime::parseSwitch(StringRef option, StringRef value,
                                    bool &result) {
  if (value != "on" && value != "off")
    return unexpected(option, "on or off", value);
  result = value == "on";
  return {};
}

Status minitc::runtime::parseSeconds(StringRef option, StringRef value,
                                     double &result) {
  double seconds;
  if (value.getAsDouble(seconds) || !(seconds >= 0) || seconds > 1e9)
    return unexpected(option, "a number of seconds", value);
  result = seconds;
  return {};
}

Status minitc::runtime::parseCount(StringRef option, StringRef value,
                                   unsigned &result) {
  unsigned count;
  if (value.getAsInteger(10, count))
    return unexpected(option, "a number", value);
  result = count;
  return {};
}
