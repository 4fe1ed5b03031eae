//===- Passes.h - Passes on tiles with layouts ------------------*- C++ -*-===//

#ifndef MINITC_DIALECT_TCG_TRANSFORMS_PASSES_H
#define MINITC_DIALECT_TCG_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tcg {

/// Whether a GPU has wgmma, whose operands TMA fetches.
bool hasWGMMA(StringRef target);

#define GEN_PASS_DECL
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"

} // namespace mlir::tcg

#endif // MINITC_DIALECT_TCG_TRANSFORMS_PASSES_H
