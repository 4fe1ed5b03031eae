//===- Memory.h - What addresses of global memory are -----------*- C++ -*-===//

#ifndef MINITC_LIB_SIMULATOR_MEMORY_H
#define MINITC_LIB_SIMULATOR_MEMORY_H

#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <string>
#include <vector>

namespace minitc::simulator {

/// A stretch of global memory.
struct Range {
  uintptr_t begin = 0;
  size_t bytes = 0;
  /// For messages: "the buffer of 'in'".
  std::string name;

  bool contains(uintptr_t address, size_t count) const {
    uintptr_t offset = address - begin;
    return offset <= bytes && count <= bytes - offset;
  }
};

/// All of global memory, for look-ups by address.
class MemoryMap {
public:
  explicit MemoryMap(std::vector<Range> all) : ranges(std::move(all)) {
    llvm::sort(ranges, [](const Range &a, const Range &b) {
      return a.begin < b.begin;
    });
  }

  /// The last range that starts at or before `address`, else the first; null
  /// if there is none at all.
  const Range *nearest(uintptr_t address) const {
    if (ranges.empty())
      return nullptr;
    auto after = llvm::upper_bound(ranges, address,
                                   [](uintptr_t value, const Range &range) {
                                     return value < range.begin;
                                   });
    return after == ranges.begin() ? &ranges.front() : &*std::prev(after);
  }

private:
  std::vector<Range> ranges;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_MEMORY_H
