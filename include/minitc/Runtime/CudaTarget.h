//===- CudaTarget.h - Compile targets of GPUs -------------------*- C++ -*-===//
//
// Which of the compiler's targets a GPU of some compute capability runs best.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_CUDATARGET_H
#define MINITC_RUNTIME_CUDATARGET_H

#include <string>

namespace minitc::runtime {

/// The best supported target for compute capability `major`.`minor`: "sm_90a"
/// for 9.0. Empty if the GPU is older than every target.
std::string targetForCapability(unsigned major, unsigned minor);

/// Whether a cubin assembled for `target` runs on GPUs of that major number;
/// on later ones only PTX does, through the driver.
bool runsCubinOf(const std::string &target, unsigned major);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_CUDATARGET_H
