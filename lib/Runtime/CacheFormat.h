//===- CacheFormat.h - A cache entry as bytes -------------------*- C++ -*-===//
//
// Private to the cache. A file is a magic string, a checksum of the rest, and
// the fields of the entry, each number in eight little-endian bytes, each
// string after its length.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_CACHEFORMAT_H
#define MINITC_LIB_RUNTIME_CACHEFORMAT_H

#include "minitc/Runtime/Cache.h"

namespace minitc::runtime {

std::string encodeEntry(const CacheEntry &entry);
/// Nothing if the bytes are not what encodeEntry wrote, whatever they are.
std::optional<CacheEntry> decodeEntry(llvm::StringRef bytes);

/// Appends a field, so that no two lists of fields have the same bytes.
void appendNumber(std::string &bytes, uint64_t value);
void appendString(std::string &bytes, llvm::StringRef value);

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_CACHEFORMAT_H
