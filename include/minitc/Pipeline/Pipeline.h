//===- Pipeline.h - The order of passes -------------------------*- C++ -*-===//
//
// The only place that orders passes.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_PIPELINE_PIPELINE_H
#define MINITC_PIPELINE_PIPELINE_H

#include "minitc/Pipeline/Compile.h"

#include "mlir/Pass/PassManager.h"

namespace minitc {

/// Adds the passes that take a module from the language to
/// `options.stopAfter`: TC (checked, specialised, floats legal), TCG (layouts
/// assigned, shared memory placed), or NVVM and later (LLVM and NVVM dialects
/// alone).
void buildPipeline(mlir::OpPassManager &passes, const CompileOptions &options);

/// The checks that need no target: what `describe` runs.
void buildCheckPipeline(mlir::OpPassManager &passes);

/// The whole pipeline as `minitc-pipeline` for minitc-opt.
void registerPipelines();

} // namespace minitc

#endif // MINITC_PIPELINE_PIPELINE_H
