//===- InterpreterDevice.h - The interpreter as a device --------*- C++ -*-===//

#ifndef MINITC_RUNTIME_INTERPRETERDEVICE_H
#define MINITC_RUNTIME_INTERPRETERDEVICE_H

#include "minitc/Runtime/Device.h"

namespace minitc::runtime {

/// The host's memory and cores, running kernels as they are written. There is
/// one, number 0. Its options, by name:
///   check-memory  on (default) or off: look for reads of memory that nothing
///                 wrote and for accesses without an order
///   keep-going    on or off (default): collect up to 20 faults of a launch
///   time-limit    seconds after which a launch ends; 0 (default): none
///   threads       how many to run instances on; 0 (default): one a core
/// A launch returns when it has ended, and fails if there was a fault; the
/// error's diagnostics show each with its place in the source. `tc.print`
/// writes to standard output.
StatusOr<std::shared_ptr<Device>> openInterpreterDevice(unsigned number);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_INTERPRETERDEVICE_H
