//===- Text.h - Strings in the GPU's memory ---------------------*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_TEXT_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_TEXT_H

#include "VectorUtils.h"

#include "mlir/IR/BuiltinOps.h"

namespace minitc {

/// The generic address of `text`, with a zero behind it, in global memory of
/// the module.
mlir::Value addressOfText(mlir::LoweringBuilder &b, mlir::ModuleOp module,
                          llvm::StringRef text);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_TEXT_H
