//===- Printf.h - What vprintf writes ---------------------------*- C++ -*-===//

#ifndef MINITC_LIB_SIMULATOR_PRINTF_H
#define MINITC_LIB_SIMULATOR_PRINTF_H

#include <string>

namespace minitc::simulator {

/// The text of a call to a kernel's `vprintf`. `arguments` is what the call has
/// on a GPU (CUDA C++ Programming Guide, "Formatted Output"): a struct, with
/// integers of 32 or 64 bits, floats as double, and pointers.
std::string formatDeviceText(const char *format, const void *arguments);

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_PRINTF_H
