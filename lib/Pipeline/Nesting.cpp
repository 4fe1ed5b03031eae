//===- Nesting.cpp - Sources nested too deeply ----------------------------===//
//
// Counts brackets, with no regard to their kind: which of them match is the
// parser's business.
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

namespace minitc {

/// The offset just past the string literal that opens at `begin`.
static size_t skipString(llvm::StringRef source, size_t begin) {
  size_t at = begin + 1;
  while (at < source.size() && source[at] != '"' && source[at] != '\n')
    at += source[at] == '\\' ? 2 : 1;
  return at + 1;
}

std::optional<size_t> findTooDeepNesting(llvm::StringRef source) {
  unsigned depth = 0;
  for (size_t at = 0; at < source.size(); ++at) {
    switch (source[at]) {
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > kMaxNesting)
        return at;
      break;
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    case '>':
      // The arrow "->" closes nothing.
      if (at == 0 || source[at - 1] != '-')
        depth -= depth > 0;
      break;
    case '"':
      at = skipString(source, at) - 1;
      break;
    case '/':
      if (source.substr(at).starts_with("//"))
        at = std::min(source.find('\n', at), source.size());
      break;
    }
  }
  return std::nullopt;
}

} // namespace minitc
