//===- Passes.h - Conversions between dialects ------------------*- C++ -*-===//

#ifndef MINITC_CONVERSION_PASSES_H
#define MINITC_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace minitc {

#define GEN_PASS_DECL
#include "minitc/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "minitc/Conversion/Passes.h.inc"

/// Whether a target converts between f8 and wider floats itself; where it does
/// not, tc-expand-f8 comes before.
bool hasF8Conversions(llvm::StringRef target);

} // namespace minitc

#endif // MINITC_CONVERSION_PASSES_H
