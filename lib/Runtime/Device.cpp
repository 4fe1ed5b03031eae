//===- Device.cpp - The kinds of device and their names -------------------===//

#include "minitc/Runtime/Device.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <mutex>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

Status Device::setOption(StringRef option, StringRef value) {
  return Status(ErrorCode::InvalidArgument, "device '" + fullName +
                                                "' has no option '" +
                                                option.str() + "'");
}

StatusOr<uint64_t> Device::zeros() {
  constexpr size_t bytes = 16;
  std::lock_guard<std::mutex> lock(zerosMutex);
  if (zeroAddress)
    return zeroAddress;
  StatusOr<uint64_t> address = allocate(bytes);
  if (!address.ok())
    return address;
  Status status = fill(*address, 0, bytes, /*stream=*/nullptr);
  if (status.ok())
    status = synchronizeStream(nullptr);
  if (!status.ok()) {
    free(*address);
    return status;
  }
  zeroAddress = *address;
  return zeroAddress;
}

bool Device::encode(const TensorMap &, EncodedTensorMap &) { return false; }

namespace {
struct DeviceKinds {
  std::mutex mutex;
  std::map<std::string, DeviceFactory> factories{{"cuda", openCudaDevice}};
};
} // namespace

static DeviceKinds &deviceKinds() {
  static DeviceKinds kinds;
  return kinds;
}

void minitc::runtime::registerDeviceKind(const std::string &kind,
                                         DeviceFactory factory) {
  DeviceKinds &kinds = deviceKinds();
  std::lock_guard<std::mutex> lock(kinds.mutex);
  kinds.factories[kind] = std::move(factory);
}

static Status unknownDevice(StringRef name, const DeviceKinds &kinds) {
  std::string known;
  for (const auto &[kind, factory] : kinds.factories)
    known += (known.empty() ? "" : ", ") +
             (kind == "cuda" ? std::string("cuda:N") : kind);
  return Status(ErrorCode::InvalidArgument, "expected a device (" + known +
                                                "), but got '" + name.str() +
                                                "'");
}

StatusOr<std::shared_ptr<Device>> minitc::runtime::openDevice(StringRef name) {
  auto [kind, digits] = name.split(':');
  unsigned number = 0;
  bool hasNumber = name.contains(':');
  bool isMalformed = hasNumber && digits.getAsInteger(10, number);

  DeviceKinds &kinds = deviceKinds();
  DeviceFactory factory;
  {
    std::lock_guard<std::mutex> lock(kinds.mutex);
    auto found = kinds.factories.find(kind.str());
    if (isMalformed || found == kinds.factories.end())
      return unknownDevice(name, kinds);
    factory = found->second;
  }
  return factory(number);
}
