//===- Registration.h - The dialects and passes in use ----------*- C++ -*-===//
//
// What the tools that take MLIR as it comes need to know: only the dialects and
// passes that the pipeline uses.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_PIPELINE_REGISTRATION_H
#define MINITC_PIPELINE_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace minitc {

/// Every dialect that occurs between a kernel file and LLVM IR, with the
/// extensions (inlining, translation) that the passes rely on.
void registerDialects(mlir::DialectRegistry &registry);

/// Our passes and pipelines, and the upstream passes that the pipeline uses.
void registerPasses();

} // namespace minitc

#endif // MINITC_PIPELINE_REGISTRATION_H
