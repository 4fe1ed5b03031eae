//===- Tensor.h - Copies by TMA ---------------------------------*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_TENSOR_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_TENSOR_H

#include "mlir/IR/BuiltinOps.h"

namespace minitc {

/// Numbers the tensor maps of each kernel's copies, those that are alike once,
/// and leaves what a launcher has to know of them on the kernel
/// (`tcg.tensor_maps`).
mlir::LogicalResult numberTensorMaps(mlir::ModuleOp module);

/// The kernel's parameters for its tensor maps: their types and attributes.
mlir::SmallVector<mlir::Type> tensorMapParameters(mlir::Operation *kernel);
mlir::DictionaryAttr tensorMapParameterAttrs(mlir::MLIRContext *context);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_TENSOR_H
