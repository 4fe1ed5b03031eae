//===- Patterns.h - The pattern sets of convert-tcg-to-nvvm -----*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace minitc {

/// The block's shared memory in the LLVM module.
inline constexpr llvm::StringLiteral sharedMemoryName = "minitc_shared";

/// The type of one value as it is in memory: an i1 takes a byte.
mlir::Type memoryType(mlir::Type element);

void populateElementwisePatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateMathPatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateTilePatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateReducePatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateSharedPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H
