//===- CudaAsserts.h - Why a GPU trapped ------------------------*- C++ -*-===//
//
// Private to the CUDA device. An assertion that fails on a GPU traps, which
// ends every kernel of the context and makes every later call fail. What it
// wrote before that to the host's memory says why.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_CUDAASSERTS_H
#define MINITC_LIB_RUNTIME_CUDAASSERTS_H

#include "CudaDriver.h"
#include "minitc/Conversion/AssertReport.h"
#include "minitc/Pipeline/Compile.h"

#include <map>
#include <mutex>

namespace minitc::runtime {

/// The records of the kernels of one GPU, in pinned memory. The GPU's context
/// is current when a function is called that takes a module or a record, and at
/// the end.
class CudaAsserts {
public:
  explicit CudaAsserts(const CudaDriver &driver) : driver(driver) {}
  ~CudaAsserts();

  /// Gives a module whose kernel has assertions a record to write to.
  StatusOr<AssertReport *> attach(CUmodule module, const KernelInfo &kernel);
  /// The module is no more. A record that says something is kept.
  void detach(AssertReport *report);

  /// A failure that comes from a failed assertion, as that; any other status
  /// as it is.
  Status explain(Status status);

private:
  const CudaDriver &driver;
  std::mutex mutex;
  /// The records and the assertions that may write them.
  std::map<AssertReport *, std::vector<AssertInfo>> reports;

  std::string describeFailure();
};

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_CUDAASSERTS_H
