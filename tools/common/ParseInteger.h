//===- ParseInteger.h - Integers on command lines ---------------*- C++ -*-===//
//
// LLVM's own reader takes "010" for eight.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_COMMON_PARSEINTEGER_H
#define MINITC_TOOLS_COMMON_PARSEINTEGER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace minitc {

/// All of `text` as a decimal number, or a hexadecimal one after "0x", with an
/// optional minus. Nothing if it is neither or needs more than 64 bits.
inline std::optional<int64_t> parseInteger(llvm::StringRef text) {
  llvm::StringRef digits = text;
  bool negative = digits.consume_front("-");
  bool isHex = digits.consume_front("0x");
  uint64_t magnitude;
  if (digits.empty() || digits.getAsInteger(isHex ? 16 : 10, magnitude))
    return std::nullopt;
  uint64_t limit = uint64_t(INT64_MAX) + negative;
  if (magnitude > limit)
    return std::nullopt;
  return int64_t(negative ? 0 - magnitude : magnitude);
}

} // namespace minitc

#endif // MINITC_TOOLS_COMMON_PARSEINTEGER_H
