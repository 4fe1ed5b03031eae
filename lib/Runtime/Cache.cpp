//===- Cache.cpp - Compiled kernels on disk -------------------------------===//

#include "minitc/Runtime/Cache.h"
#include "CacheFormat.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <mutex>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

static constexpr StringLiteral entrySuffix = ".minitc";
static constexpr StringLiteral temporarySuffix = ".minitc-tmp";

//===----------------------------------------------------------------------===//
// Settings and statistics
//===----------------------------------------------------------------------===//

namespace {
struct CacheState {
  std::mutex mutex;
  /// What the program asked for; otherwise the environment decides.
  std::optional<bool> enabled;
  std::string directory;

  std::atomic<size_t> hits{0}, misses{0}, damaged{0};
};
} // namespace

static CacheState &cacheState() {
  static CacheState state;
  return state;
}

bool minitc::runtime::cacheEnabled() {
  CacheState &state = cacheState();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.enabled)
    return *state.enabled;
  std::optional<std::string> setting = sys::Process::GetEnv("MINITC_CACHE");
  return !setting || StringRef(*setting).lower() != "off";
}

void minitc::runtime::setCacheEnabled(bool enabled) {
  CacheState &state = cacheState();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.enabled = enabled;
}

static std::string defaultDirectory() {
  if (auto named = sys::Process::GetEnv("MINITC_CACHE_DIR");
      named && !named->empty())
    return *named;
  SmallString<128> path;
  if (!sys::path::cache_directory(path))
    return {};
  sys::path::append(path, "minitc");
  return std::string(path);
}

std::string minitc::runtime::cacheDirectory() {
  CacheState &state = cacheState();
  std::lock_guard<std::mutex> lock(state.mutex);
  return state.directory.empty() ? defaultDirectory() : state.directory;
}

void minitc::runtime::setCacheDirectory(std::string directory) {
  CacheState &state = cacheState();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.directory = std::move(directory);
}

CacheStatistics minitc::runtime::cacheStatistics() {
  CacheState &state = cacheState();
  return {state.hits, state.misses, state.damaged};
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static void appendOptional(std::string &bytes, std::optional<int64_t> value) {
  appendNumber(bytes, value.has_value());
  appendNumber(bytes, static_cast<uint64_t>(value.value_or(0)));
}

std::string minitc::runtime::cacheKey(StringRef source, StringRef bufferName,
                                      const CompileOptions &options,
                                      StringRef assembler) {
  std::string fields;
  appendString(fields, compilerBuildId());
  appendString(fields, assembler);
  appendString(fields, source);
  appendString(fields, bufferName);
  appendString(fields, options.target);
  appendString(fields, options.kernel);
  appendNumber(fields, static_cast<uint64_t>(options.stopAfter));
  appendOptional(fields, options.numWarps);
  appendOptional(fields, options.numStages);
  appendNumber(fields, options.fastMath);
  appendNumber(fields, options.fpContract);
  appendNumber(fields, options.lineInfo);
  appendNumber(fields, options.tensorMaps);
  appendOptional(fields, options.skipBarrier);
  appendNumber(fields, options.facts.size());
  for (const auto &[name, fact] : options.facts) {
    appendString(fields, name);
    appendOptional(fields, fact.value);
    appendNumber(fields, static_cast<uint64_t>(fact.divisible));
  }
  return toHex(SHA256::hash(arrayRefFromStringRef(fields)),
               /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Nothing if there is no cache to use.
static std::optional<std::string> entryPath(StringRef key) {
  if (!cacheEnabled())
    return std::nullopt;
  std::string directory = cacheDirectory();
  if (directory.empty())
    return std::nullopt;
  SmallString<128> path(directory);
  sys::path::append(path, key + entrySuffix);
  return std::string(path);
}

std::optional<CacheEntry> minitc::runtime::readCache(StringRef key) {
  std::optional<std::string> path = entryPath(key);
  if (!path)
    return std::nullopt;
  CacheState &state = cacheState();
  // Another process may replace the file meanwhile: read it, never map it.
  auto file = MemoryBuffer::getFile(*path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!file) {
    ++state.misses;
    return std::nullopt;
  }
  std::optional<CacheEntry> entry = decodeEntry((*file)->getBuffer());
  ++(entry ? state.hits : state.damaged);
  return entry;
}

/// Writes `bytes` to a new file beside `path`, and names it in `temporary`.
static bool writeTemporary(StringRef path, StringRef bytes,
                           SmallString<128> &temporary) {
  int descriptor = -1;
  if (sys::fs::createUniqueFile(path + "-%%%%%%%%" + temporarySuffix,
                                descriptor, temporary))
    return false;
  raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << bytes;
  stream.close();
  bool written = !stream.has_error();
  stream.clear_error();
  return written;
}

void minitc::runtime::writeCache(StringRef key, const CacheEntry &entry) {
  std::optional<std::string> path = entryPath(key);
  if (!path ||
      sys::fs::create_directories(sys::path::parent_path(*path),
                                  /*IgnoreExisting=*/true, sys::fs::owner_all))
    return;
  SmallString<128> temporary;
  bool written = writeTemporary(*path, encodeEntry(entry), temporary);
  if (temporary.empty() || (written && !sys::fs::rename(temporary, *path)))
    return;
  sys::fs::remove(temporary);
}

void minitc::runtime::dropCache(StringRef key) {
  if (std::optional<std::string> path = entryPath(key)) {
    ++cacheState().damaged;
    sys::fs::remove(*path);
  }
}

Status minitc::runtime::clearCache() {
  std::string directory = cacheDirectory();
  std::error_code error;
  for (sys::fs::directory_iterator file(directory, error), end;
       !error && file != end; file.increment(error)) {
    StringRef path = file->path();
    if (!path.ends_with(entrySuffix) && !path.ends_with(temporarySuffix))
      continue;
    if (std::error_code failure = sys::fs::remove(path))
      return Status(ErrorCode::IO,
                    "cannot remove '" + path.str() + "': " + failure.message());
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return Status(ErrorCode::IO,
                  "cannot list '" + directory + "': " + error.message());
  return {};
}
