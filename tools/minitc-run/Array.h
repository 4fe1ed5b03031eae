//===- Array.h - Arrays on the host -----------------------------*- C++ -*-===//
//
// What the arguments of a kernel point to, before and after a launch.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_ARRAY_H
#define MINITC_TOOLS_MINITC_RUN_ARRAY_H

#include "ElementType.h"

#include "llvm/Support/Parallel.h"

#include <vector>

namespace minitc {

/// Arrays may have at most this many bytes (64 TiB), so that sizes fit.
inline constexpr int64_t kMaxArrayBytes = int64_t(1) << 46;

/// A dense array in row-major order.
struct Array {
  const ElementType *type = nullptr;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
  /// False for `empty(...)`: device memory that nothing was written to.
  bool initialized = true;

  int64_t numElements() const { return countElements(shape); }
  int64_t numBytes() const { return numElements() * type->bytes; }
  const char *element(int64_t index) const {
    return bytes.data() + index * type->bytes;
  }
  char *element(int64_t index) { return bytes.data() + index * type->bytes; }

  static int64_t countElements(const std::vector<int64_t> &shape) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    return count;
  }
};

/// "64x781xf32".
std::string arrayTypeText(const Array &array);

/// The indices of the element at `position` in row-major order: "[3, 17]".
std::string indexText(const std::vector<int64_t> &shape, int64_t position);

/// Calls `function` for every position, on all cores.
template <typename Function>
void forEachPosition(int64_t count, Function function) {
  constexpr int64_t kChunk = 1 << 16;
  llvm::parallelFor(0, size_t((count + kChunk - 1) / kChunk), [&](size_t c) {
    int64_t end = std::min(count, int64_t(c + 1) * kChunk);
    for (int64_t position = c * kChunk; position < end; ++position)
      function(position);
  });
}

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_ARRAY_H
