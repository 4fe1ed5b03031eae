//===- ResourceTable.h - Resources of kernels as a table --------*- C++ -*-===//
//
// What `minitc --print-resources` prints.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RESOURCETABLE_H
#define MINITC_TOOLS_MINITC_RESOURCETABLE_H

#include "minitc/Pipeline/Compile.h"
#include "minitc/Target/Ptxas.h"

#include <string>
#include <vector>

namespace minitc {

/// One row a kernel: what the assembler counted, with what only the compiler
/// knows (warps, dynamic shared memory), and the occupancy that follows.
std::string renderResources(const std::string &target,
                            const std::vector<KernelInfo> &kernels,
                            const std::vector<KernelResources> &resources);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RESOURCETABLE_H
