//===- Nesting.h - Sources nested too deeply --------------------*- C++ -*-===//
//
// MLIR's parser recurses, and so do passes over regions: a source with enough
// brackets inside each other would exhaust the stack and end the host process.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_PIPELINE_NESTING_H
#define MINITC_LIB_PIPELINE_NESTING_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace minitc {

/// Brackets that may be open at once. Kernels written by people have about ten.
inline constexpr unsigned kMaxNesting = 256;

/// The offset of the first bracket of MLIR text that is nested more deeply.
std::optional<size_t> findTooDeepNesting(llvm::StringRef source);

} // namespace minitc

#endif // MINITC_LIB_PIPELINE_NESTING_H
