//===- HostDevice.h - A device that is the host itself ----------*- C++ -*-===//
//
// Memory, streams and timing of the devices that run kernels on the CPU.
// Private to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_HOSTDEVICE_H
#define MINITC_LIB_RUNTIME_HOSTDEVICE_H

#include "minitc/Runtime/Device.h"

#include <cstdlib>
#include <map>
#include <mutex>

namespace minitc::runtime {

/// Memory of one allocation, with a gap on both sides so that what lies just
/// outside belongs to nobody.
class HostBuffer {
public:
  explicit HostBuffer(size_t bytes)
      : memory(static_cast<char *>(std::calloc(bytes + 3 * gap, 1)), std::free),
        bytes(bytes) {}

  bool isAllocated() const { return memory != nullptr; }
  size_t size() const { return bytes; }
  /// A multiple of the gap.
  uint64_t address() const {
    uint64_t start = reinterpret_cast<uint64_t>(memory.get());
    return (start + 2 * gap - 1) / gap * gap;
  }
  void *data() const { return reinterpret_cast<void *>(address()); }
  bool holds(uint64_t from, size_t count) const {
    return from >= address() && from - address() <= bytes &&
           count <= bytes - (from - address());
  }

private:
  static constexpr uint64_t gap = 512;
  std::unique_ptr<char, decltype(&std::free)> memory;
  size_t bytes;
};

class HostDevice : public Device {
public:
  StatusOr<uint64_t> allocate(size_t bytes) override;
  void free(uint64_t address) override;
  Status upload(uint64_t address, const void *host, size_t bytes,
                void *stream) override;
  Status download(void *host, uint64_t address, size_t bytes,
                  void *stream) override;
  Status fill(uint64_t address, uint8_t byte, size_t bytes,
              void *stream) override;
  // Everything is done when its function returns: streams have no state.
  StatusOr<void *> createStream() override {
    return static_cast<void *>(nullptr);
  }
  void destroyStream(void *) override {}
  Status synchronizeStream(void *) override { return {}; }
  Status synchronize() override { return {}; }
  /// The wall clock's time. There is no cache to empty.
  StatusOr<std::vector<double>> time(Callback callback, unsigned runs,
                                     bool cold, void *stream) override;

protected:
  /// `owner` is what messages call the device: "the interpreter".
  explicit HostDevice(std::string owner) : owner(std::move(owner)) {}

  /// Guards the buffers, and whatever a device keeps beside them. Held while a
  /// kernel runs.
  std::mutex mutex;
  std::map<uint64_t, HostBuffer> buffers;

  /// Called with the mutex held, after the host wrote to a buffer.
  virtual void hostWrote(const HostBuffer &buffer, uint64_t address,
                         size_t bytes) {}
  /// Called with the mutex held, before a buffer goes.
  virtual void hostFreed(const HostBuffer &buffer) {}

private:
  std::string owner;

  /// The buffer that holds a range, which must be in one.
  StatusOr<const HostBuffer *> find(uint64_t address, size_t bytes) const;
};

/// Options whose value is on or off, or a number of seconds.
Status parseSwitch(llvm::StringRef option, llvm::StringRef value, bool &result);
Status parseSeconds(llvm::StringRef option, llvm::StringRef value,
                    double &result);
Status parseCount(llvm::StringRef option, llvm::StringRef value,
                  unsigned &result);

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_HOSTDEVICE_H
