//===- Cache.cpp - The disk cache in the C API ----------------------------===//

#include "minitc/Runtime/Cache.h"
#include "Wrap.h"

using namespace minitc;
using namespace minitc::capi;
using namespace minitc::runtime;

void minitc_cache_set_enabled(int enabled) { setCacheEnabled(enabled != 0); }

int minitc_cache_enabled(void) { return cacheEnabled(); }

void minitc_cache_set_directory(const char *directory) {
  setCacheDirectory(directory ? directory : "");
}

size_t minitc_cache_directory(char *text, size_t size) {
  std::string directory = cacheDirectory();
  if (size != 0) {
    size_t copied = directory.copy(text, size - 1);
    text[copied] = '\0';
  }
  return directory.size();
}

minitc_status minitc_cache_clear(void) { return report(clearCache()); }

void minitc_cache_get_statistics(minitc_cache_statistics *statistics) {
  CacheStatistics found = cacheStatistics();
  *statistics = {found.hits, found.misses, found.damaged};
}
