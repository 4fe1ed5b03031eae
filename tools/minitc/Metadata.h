//===- Metadata.h - What a launcher needs to know of a module ---*- C++ -*-===//
//
// `minitc --emit-metadata` writes this beside PTX or a cubin, so that a host
// program can launch the kernels with the driver's API alone.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_METADATA_H
#define MINITC_TOOLS_MINITC_METADATA_H

#include "minitc/Pipeline/Compile.h"

#include <string>

namespace minitc {

/// The kernels of a module as JSON: for each its arguments, in the order of the
/// launch, its threads and its shared memory; of one that takes tensor maps
/// behind its arguments also those, with the fields of TensorMapInfo, each
/// number as the steps of a LaunchExpression.
std::string renderMetadata(const std::string &target,
                           const std::vector<KernelInfo> &kernels);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_METADATA_H
