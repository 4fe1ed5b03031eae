//===- Passes.h - Passes on the tc level ------------------------*- C++ -*-===//
//
// Constructors and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_PASSES_H
#define MINITC_DIALECT_TC_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tc {

#define GEN_PASS_DECL
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_PASSES_H
