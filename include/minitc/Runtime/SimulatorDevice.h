//===- SimulatorDevice.h - The simulator as a device ------------*- C++ -*-===//

#ifndef MINITC_RUNTIME_SIMULATORDEVICE_H
#define MINITC_RUNTIME_SIMULATORDEVICE_H

#include "minitc/Runtime/Device.h"

namespace minitc::runtime {

/// The host's memory and cores, running what a GPU would run, thread by thread.
/// There is one, number 0. Its options, by name:
///   target      the GPU to compile for (default: sm_80); before kernels are
///               built
///   optimize    before or after (default) LLVM's O3; before kernels are built
///   order       which thread runs next: ascending (default), descending or
///               seed:N, at random
///   check-races on or off (default): look for races in shared memory
///   time-limit  seconds after which a launch ends; 0 (default): none
///   threads     how many blocks to run at once; 0 (default): one a core
/// A launch returns when it has ended, and fails if there was a fault; the
/// error's diagnostics show its place in the source.
StatusOr<std::shared_ptr<Device>> openSimulatorDevice(unsigned number);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_SIMULATORDEVICE_H
