//===- Ptxas.h - PTX to cubin through the assembler -------------*- C++ -*-===//
//
// Runs NVIDIA's ptxas, which is a program of the CUDA Toolkit and no part of
// this one, and reads what it reports about each kernel. Nothing here needs a
// GPU.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TARGET_PTXAS_H
#define MINITC_TARGET_PTXAS_H

#include <string>
#include <vector>

namespace minitc {

/// What one kernel needs of the machine, as the assembler counted it.
struct KernelResources {
  std::string name;
  /// 32-bit registers of a thread.
  unsigned registers = 0;
  /// Bytes a thread writes and reads because registers ran out.
  unsigned spillStoreBytes = 0, spillLoadBytes = 0;
  /// Static shared memory of a block, in bytes.
  unsigned sharedBytes = 0;
  /// Local memory of a thread, in bytes, spills included.
  unsigned stackBytes = 0;
  /// Constant memory, kernel parameters included, in bytes.
  unsigned constantBytes = 0;
};

struct PtxasResult {
  /// The ELF image that the driver loads.
  std::string cubin;
  /// One entry for each kernel of the module, in the order of the report.
  std::vector<KernelResources> kernels;
  /// All that ptxas printed; on failure, what went wrong.
  std::string log;
};

/// The path of ptxas, or an empty string. Looks at MINITC_PTXAS (if it is set,
/// nothing else counts), PATH, $CUDA_HOME/bin and /usr/local/cuda/bin.
std::string findPtxas();

/// Assembles a PTX module for `target` ("sm_90a"). Returns false, with the
/// reason in `result.log`, if ptxas is missing or refuses the module. Leaves no
/// file behind.
bool runPtxas(const std::string &ptx, const std::string &target,
              PtxasResult &result);

/// Reads the report that `ptxas -v` prints.
std::vector<KernelResources> parsePtxasReport(const std::string &log);

} // namespace minitc

#endif // MINITC_TARGET_PTXAS_H
