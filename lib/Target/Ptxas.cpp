//===- Ptxas.cpp - PTX to cubin through the assembler ---------------------===//
//
// See the header. The module travels through temporary files, since ptxas
// reads no pipe.
//
//===----------------------------------------------------------------------===//

#include "minitc/Target/Ptxas.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace minitc {

std::string findPtxas() {
  if (auto named = sys::Process::GetEnv("MINITC_PTXAS"))
    return sys::fs::can_execute(*named) ? *named : std::string();
  if (auto inPath = sys::findProgramByName("ptxas"))
    return *inPath;
  SmallVector<std::string> roots;
  if (auto home = sys::Process::GetEnv("CUDA_HOME"))
    roots.push_back(*home);
  roots.push_back("/usr/local/cuda");
  for (StringRef root : roots) {
    SmallString<128> candidate(root);
    sys::path::append(candidate, "bin", "ptxas");
    if (sys::fs::can_execute(candidate))
      return std::string(candidate);
  }
  return {};
}

/// The number in front of `unit` in a report such as "64 bytes stack frame, 0
/// bytes spill stores"; 0 if the report has no such unit.
static unsigned countBefore(StringRef line, StringRef unit) {
  size_t at = line.find(unit);
  if (at == StringRef::npos)
    return 0;
  StringRef before = line.take_front(at).rtrim();
  StringRef digits = before.take_back(
      before.size() - before.find_last_not_of("0123456789") - 1);
  unsigned count = 0;
  digits.getAsInteger(10, count);
  return count;
}

/// The bytes of every constant bank: "400 bytes cmem[0], 8 bytes cmem[2]".
static unsigned constantBytes(StringRef line) {
  SmallVector<StringRef> parts;
  line.split(parts, ',');
  unsigned total = 0;
  for (StringRef part : parts)
    total += countBefore(part, " bytes cmem");
  return total;
}

std::vector<KernelResources> parsePtxasReport(const std::string &log) {
  std::vector<KernelResources> kernels;
  StringRef rest = log, line, function;
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    if (size_t at = line.find("Compiling entry function '");
        at != StringRef::npos) {
      kernels.emplace_back();
      kernels.back().name =
          line.substr(at).split('\'').second.split('\'').first;
      continue;
    }
    if (kernels.empty())
      continue;
    KernelResources &kernel = kernels.back();
    // Device functions have properties of their own; only the kernel's count.
    if (size_t at = line.find("Function properties for ");
        at != StringRef::npos) {
      function = line.substr(at + strlen("Function properties for ")).trim();
    } else if (line.contains("bytes stack frame") && function == kernel.name) {
      kernel.stackBytes = countBefore(line, " bytes stack frame");
      kernel.spillStoreBytes = countBefore(line, " bytes spill stores");
      kernel.spillLoadBytes = countBefore(line, " bytes spill loads");
    } else if (line.contains(": Used ")) {
      kernel.registers = countBefore(line, " registers");
      kernel.sharedBytes = countBefore(line, " bytes smem");
      kernel.constantBytes = constantBytes(line);
    }
  }
  return kernels;
}

/// The text of a file, or nothing if it cannot be read.
static std::string readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Creates an empty temporary file; says why in `log` if it cannot.
static bool makeTemporary(StringRef suffix, SmallString<128> &path,
                          std::string &log) {
  std::error_code error = sys::fs::createTemporaryFile("minitc", suffix, path);
  if (error)
    log = "cannot create a temporary file: " + error.message();
  return !error;
}

/// Writes the module to `path`; says why in `log` if it cannot.
static bool writeModule(StringRef path, StringRef ptx, std::string &log) {
  std::error_code error;
  raw_fd_ostream stream(path, error);
  if (!error) {
    stream << ptx;
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error)
    log = ("cannot write '" + path + "': " + error.message()).str();
  return !error;
}

/// The reason why no ptxas was found.
static std::string missingPtxasMessage() {
  if (auto named = sys::Process::GetEnv("MINITC_PTXAS"))
    return "MINITC_PTXAS is '" + *named + "', which is not a program";
  return "ptxas was not found in PATH, $CUDA_HOME/bin or /usr/local/cuda/bin: "
         "install the CUDA Toolkit or set MINITC_PTXAS to the program";
}

bool runPtxas(const std::string &ptx, const std::string &target,
              PtxasResult &result) {
  result = PtxasResult();
  std::string program = findPtxas();
  if (program.empty()) {
    result.log = missingPtxasMessage();
    return false;
  }

  SmallString<128> source, cubin, report;
  if (!makeTemporary("ptx", source, result.log))
    return false;
  FileRemover removeSource(source);
  if (!makeTemporary("cubin", cubin, result.log))
    return false;
  FileRemover removeCubin(cubin);
  if (!makeTemporary("log", report, result.log))
    return false;
  FileRemover removeReport(report);
  if (!writeModule(source, ptx, result.log))
    return false;

  std::string architecture = "-arch=" + target;
  StringRef arguments[] = {program, "-v", architecture, source, "-o", cubin};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(report),
                                          StringRef(report)};
  std::string failure;
  int status =
      sys::ExecuteAndWait(program, arguments, std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &failure);
  result.log = readFile(report);
  if (status != 0) {
    if (!failure.empty())
      result.log += "cannot run '" + program + "': " + failure;
    else if (result.log.empty())
      result.log = "ptxas failed with status " + std::to_string(status);
    return false;
  }
  result.cubin = readFile(cubin);
  result.kernels = parsePtxasReport(result.log);
  return true;
}

} // namespace minitc
