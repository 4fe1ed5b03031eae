//===- Patterns.h - The pattern sets of convert-tcg-to-nvvm -----*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace minitc {

/// The name of a kernel's shared memory in the LLVM module. No C identifier has
/// a '$', so it is no kernel's name.
std::string sharedMemoryName(llvm::StringRef kernel);

/// On an op with a barrier in it: the threads that meet there, if they are not
/// all.
inline constexpr llvm::StringLiteral barrierThreadsAttrName =
    "tcg.barrier_threads";

/// The type of one value as it is in memory: an i1 takes a byte.
mlir::Type memoryType(mlir::Type element);

void populateAssertPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateElementwisePatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateF8Patterns(const mlir::TypeConverter &converter,
                        mlir::RewritePatternSet &patterns,
                        llvm::StringRef target);
void populateTilePatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateAtomicPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            llvm::StringRef target);
void populatePrintPatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateReducePatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateScanPatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateGatherPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateHalvesPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateSharedPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateDotPatterns(const mlir::TypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
void populateWGMMAPatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateAsyncPatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateTensorPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

} // namespace minitc

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_PATTERNS_H
