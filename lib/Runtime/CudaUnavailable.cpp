//===- CudaUnavailable.cpp - The launcher that was not built --------------===//
//
// Takes the place of the CUDA device where the build found no cuda.h.
//
//===----------------------------------------------------------------------===//

#include "minitc/Runtime/Device.h"

using namespace minitc;
using namespace minitc::runtime;

static Status notBuilt() {
  return Status(ErrorCode::Unavailable,
                "this build of minitc has no CUDA launcher: cuda.h of the "
                "CUDA Toolkit was not found when it was configured");
}

StatusOr<int> minitc::runtime::cudaDeviceCount() { return notBuilt(); }

StatusOr<std::shared_ptr<Device>>
minitc::runtime::openCudaDevice(unsigned number) {
  return notBuilt();
}
