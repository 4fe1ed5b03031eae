//===- Registration.h - The dialects and passes in use ----------*- C++ -*-===//

#ifndef MINITC_PIPELINE_REGISTRATION_H
#define MINITC_PIPELINE_REGISTRATION_H

namespace mlir {
class DialectRegistry;
}

namespace minitc {

/// Every dialect that a kernel goes through, with the extensions that its
/// translation to LLVM IR needs, and no other.
void registerDialects(mlir::DialectRegistry &registry);

/// Our passes, and the upstream passes that the pipeline uses, by name.
void registerPasses();

} // namespace minitc

#endif // MINITC_PIPELINE_REGISTRATION_H
