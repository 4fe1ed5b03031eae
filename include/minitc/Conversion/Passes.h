//===- Passes.h - Conversions between dialects ------------------*- C++ -*-===//

#ifndef MINITC_CONVERSION_PASSES_H
#define MINITC_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace minitc {

#define GEN_PASS_DECL
#include "minitc/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "minitc/Conversion/Passes.h.inc"

} // namespace minitc

#endif // MINITC_CONVERSION_PASSES_H
