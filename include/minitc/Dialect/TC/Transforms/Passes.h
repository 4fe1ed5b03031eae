//===- Passes.h - Passes on the tc level ------------------------*- C++ -*-===//
//
// Constructors and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_PASSES_H
#define MINITC_DIALECT_TC_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <map>
#include <string>

namespace minitc {
struct ArgumentFact;
}

namespace mlir::tc {

#define GEN_PASS_DECL
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"

/// tc-specialize with facts by argument name.
std::unique_ptr<Pass>
createSpecializePass(const std::map<std::string, minitc::ArgumentFact> &facts);

/// MLIR's inliner, with no optimisation of its own, then tc-remove-functions:
/// a module of kernels without calls, or errors at the calls that remain.
void addInliner(OpPassManager &manager);

#define GEN_PASS_REGISTRATION
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_PASSES_H
