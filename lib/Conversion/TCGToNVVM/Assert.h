//===- Assert.h - Assertions before their lowering --------------*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_ASSERT_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_ASSERT_H

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace minitc {

/// Numbers the assertions of all kernels, lists each kernel's on the kernel
/// (assertsAttrName), and if there is any, adds the function that they call.
void prepareAsserts(mlir::ModuleOp module);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_ASSERT_H
