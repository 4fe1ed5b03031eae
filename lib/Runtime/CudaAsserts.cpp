//===- CudaAsserts.cpp - Why a GPU trapped --------------------------------===//

#include "CudaAsserts.h"
#include "AssertFailure.h"

#include <new>

using namespace minitc;
using namespace minitc::runtime;

/// Whether the record is filled. The GPU writes it at any time.
static bool isComplete(const AssertReport &report) {
  return __atomic_load_n(&report.state, __ATOMIC_ACQUIRE) ==
         AssertReport::Complete;
}

CudaAsserts::~CudaAsserts() {
  for (auto &[report, asserts] : reports)
    driver.cuMemFreeHost(report);
}

/// Sets the module's variable to the address that the GPU has for the record.
static Status pointTo(const CudaDriver &driver, CUmodule module,
                      AssertReport *report) {
  CUdeviceptr address = 0, variable = 0;
  size_t bytes = 0;
  MINITC_RETURN_IF_ERROR(
      MINITC_CUDA_CALL(driver, cuMemHostGetDevicePointer, &address, report, 0));
  MINITC_RETURN_IF_ERROR(MINITC_CUDA_CALL(driver, cuModuleGetGlobal, &variable,
                                          &bytes, module, assertReportName));
  return MINITC_CUDA_CALL(driver, cuMemcpyHtoD, variable, &address,
                          sizeof(address));
}

StatusOr<AssertReport *> CudaAsserts::attach(CUmodule module,
                                             const KernelInfo &kernel) {
  void *memory = nullptr;
  MINITC_RETURN_IF_ERROR(
      MINITC_CUDA_CALL(driver, cuMemHostAlloc, &memory, sizeof(AssertReport),
                       CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE));
  auto *report = new (memory) AssertReport;
  Status status = pointTo(driver, module, report);
  if (!status.ok()) {
    driver.cuMemFreeHost(report);
    return status;
  }
  std::lock_guard<std::mutex> lock(mutex);
  reports.emplace(report, kernel.asserts);
  return report;
}

void CudaAsserts::detach(AssertReport *report) {
  std::lock_guard<std::mutex> lock(mutex);
  if (isComplete(*report))
    return;
  reports.erase(report);
  driver.cuMemFreeHost(report);
}

/// The assertion that failed, or nothing.
std::string CudaAsserts::describeFailure() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[report, asserts] : reports) {
    if (!isComplete(*report))
      continue;
    for (const AssertInfo &assertion : asserts)
      if (assertion.id == report->assertion)
        return AssertFailure{
            "assertion failed: " + assertion.message,
            assertion.file,
            assertion.line,
            assertion.column,
            {report->program[0], report->program[1], report->program[2]},
            assertion.indexOf(report->element)}
            .text();
  }
  return "";
}

Status CudaAsserts::explain(Status status) {
  if (status.ok() || status.error().code != ErrorCode::Device)
    return status;
  std::string text = describeFailure();
  if (text.empty())
    return status;
  // What the driver said goes to the log.
  Error &error = status.error();
  error.log = error.message + (error.log.empty() ? "" : "\n") + error.log;
  error.message = std::move(text);
  return status;
}
