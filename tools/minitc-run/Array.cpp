//===- Array.cpp - Arrays on the host -------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Array.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace minitc {

std::string arrayTypeText(const Array &array) {
  std::string text;
  for (int64_t size : array.shape)
    text += std::to_string(size) + "x";
  return text + array.type->name;
}

std::string indexText(const std::vector<int64_t> &shape, int64_t position) {
  std::string text;
  for (int64_t size : reverse(shape)) {
    text = std::to_string(position % size) + (text.empty() ? "" : ", ") + text;
    position /= size;
  }
  return "[" + text + "]";
}

} // namespace minitc
