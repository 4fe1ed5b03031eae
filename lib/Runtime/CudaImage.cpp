//===- CudaImage.cpp - From a kernel to a cubin ---------------------------===//

#include "CudaImage.h"

#include "minitc/Runtime/CudaTarget.h"
#include "minitc/Target/Ptxas.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// Changes whenever the program does.
static std::string programId(const std::string &path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status))
    return path;
  auto modified = status.getLastModificationTime().time_since_epoch().count();
  return path + " " + std::to_string(status.getSize()) + " " +
         std::to_string(modified);
}

CudaImageBuilder::CudaImageBuilder(const CudaDriver &driver, unsigned major,
                                   const BuildRequest &request)
    : driver(driver), request(request) {
  if (runsCubinOf(request.options.target, major))
    ptxas = findPtxas();
  std::string assembler = "driver " + std::to_string(driver.version);
  if (!ptxas.empty())
    assembler += " ptxas " + programId(ptxas);
  key =
      cacheKey(request.source, request.bufferName, request.options, assembler);
}

StatusOr<CacheEntry> CudaImageBuilder::build(bool mayUseEntry) {
  cached = false;
  if (mayUseEntry && request.useCache)
    if (std::optional<CacheEntry> entry = readCache(key)) {
      cached = true;
      return std::move(*entry);
    }

  CompileResult result;
  if (!compile(request.source.str(), request.bufferName.str(), request.options,
               result))
    return Status(Error{ErrorCode::Compile,
                        "'" + request.bufferName.str() + "' does not compile",
                        std::move(result.diagnostics),
                        {},
                        {},
                        {}});
  CacheEntry entry;
  entry.kernels = std::move(result.kernels);
  entry.diagnostics = std::move(result.diagnostics);
  MINITC_RETURN_IF_ERROR(assemble(result.output, entry));
  if (request.useCache)
    writeCache(key, entry);
  return entry;
}

Status CudaImageBuilder::assemble(const std::string &ptx,
                                  CacheEntry &entry) const {
  std::string ptxasLog;
  if (!ptxas.empty()) {
    PtxasResult result;
    if (runPtxas(ptx, request.options.target, result)) {
      entry.image = std::move(result.cubin);
      for (const KernelResources &kernel : result.kernels)
        if (kernel.name == request.options.kernel) {
          entry.spillStoreBytes = kernel.spillStoreBytes;
          entry.spillLoadBytes = kernel.spillLoadBytes;
        }
      return {};
    }
    // It may be older than the PTX; the driver gets a chance too.
    ptxasLog = ptxas + ":\n" + result.log + "\n";
  }
  StatusOr<std::string> image = assembleInDriver(ptx, ptxasLog);
  if (!image.ok())
    return image.takeStatus();
  entry.image = std::move(*image);
  return {};
}

StatusOr<std::string>
CudaImageBuilder::assembleInDriver(const std::string &ptx,
                                   const std::string &ptxasLog) const {
  JitLog log;
  auto withLog = [&](Status status) {
    if (!status.ok())
      status.error().log = ptxasLog + log.text();
    return status;
  };
  CUlinkState link = nullptr;
  MINITC_RETURN_IF_ERROR(
      withLog(MINITC_CUDA_CALL(driver, cuLinkCreate, JitLog::numOptions,
                               log.options(), log.values(), &link)));
  scope_exit destroy([&] { driver.cuLinkDestroy(link); });
  // The terminating zero is part of the input.
  MINITC_RETURN_IF_ERROR(withLog(
      MINITC_CUDA_CALL(driver, cuLinkAddData, link, CU_JIT_INPUT_PTX,
                       const_cast<char *>(ptx.c_str()), ptx.size() + 1,
                       request.options.kernel.c_str(), 0, nullptr, nullptr)));
  void *image = nullptr;
  size_t size = 0;
  MINITC_RETURN_IF_ERROR(
      withLog(MINITC_CUDA_CALL(driver, cuLinkComplete, link, &image, &size)));
  return std::string(static_cast<const char *>(image), size);
}
