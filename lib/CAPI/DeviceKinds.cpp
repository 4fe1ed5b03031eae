//===- DeviceKinds.cpp - The devices that libminitc comes with ------------===//

#include "minitc/Runtime/InterpreterDevice.h"
#include "minitc/Runtime/SimulatorDevice.h"

using namespace minitc::runtime;

/// Made when the library is loaded, before anything can open a device.
[[maybe_unused]] static const bool areKindsKnown = [] {
  registerDeviceKind("interp", openInterpreterDevice);
  registerDeviceKind("sim", openSimulatorDevice);
  return true;
}();
