//===- Cache.h - Compiled kernels on disk -----------------------*- C++ -*-===//
//
// Entries are files named by a hash of everything that decides their content.
// Any number of processes and threads may share the directory: an entry
// appears whole, by renaming, and carries a checksum, so that a damaged one is
// made anew.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_CACHE_H
#define MINITC_RUNTIME_CACHE_H

#include "minitc/Pipeline/Compile.h"
#include "minitc/Runtime/Status.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace minitc::runtime {

/// What is kept of one compilation.
struct CacheEntry {
  std::vector<KernelInfo> kernels;
  /// Warnings, to be seen again with every use of the entry.
  std::string diagnostics;
  /// The cubin; empty if only signatures are kept.
  std::string image;
  /// Bytes of spill stores and loads; -1: not known.
  int64_t spillStoreBytes = -1, spillLoadBytes = -1;
};

struct CacheStatistics {
  size_t hits = 0, misses = 0, damaged = 0;
};

/// Names the entry that these compile to. `assembler` says what turns PTX into
/// the image, and of which version.
std::string cacheKey(llvm::StringRef source, llvm::StringRef bufferName,
                     const CompileOptions &options, llvm::StringRef assembler);

/// The entry of that name, if there is a sound one and the cache is on.
std::optional<CacheEntry> readCache(llvm::StringRef key);
/// Keeps an entry. A cache that cannot be written is no error: the next
/// process compiles again.
void writeCache(llvm::StringRef key, const CacheEntry &entry);
/// Forgets an entry that turned out to be of no use.
void dropCache(llvm::StringRef key);

/// On unless MINITC_CACHE=off, until set here.
bool cacheEnabled();
void setCacheEnabled(bool enabled);
/// Empty if there is no home directory either.
std::string cacheDirectory();
/// Empty: the default again.
void setCacheDirectory(std::string directory);
/// Removes every entry; other files in the directory stay.
Status clearCache();
CacheStatistics cacheStatistics();

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_CACHE_H
