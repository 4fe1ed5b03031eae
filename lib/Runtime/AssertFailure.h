//===- AssertFailure.h - An assertion that failed, in words -----*- C++ -*-===//
//
// The same text for every device. Private to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_RUNTIME_ASSERTFAILURE_H
#define MINITC_LIB_RUNTIME_ASSERTFAILURE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace minitc::runtime {

struct AssertFailure {
  /// "assertion failed: ..."
  std::string message;
  /// In the source; line 0: not known.
  std::string file;
  unsigned line = 0, column = 0;
  /// The program instance: x, y, z.
  std::array<uint32_t, 3> program = {0, 0, 0};
  /// The index of a false element in each dimension; none for a scalar.
  std::vector<int64_t> element;

  /// The message and " (softmax.mlir:12:3, program instance (3, 0, 0), element
  /// [5])".
  std::string text() const;
};

} // namespace minitc::runtime

#endif // MINITC_LIB_RUNTIME_ASSERTFAILURE_H
