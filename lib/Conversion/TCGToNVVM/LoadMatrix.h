//===- LoadMatrix.h - Shared memory to fragments by ldmatrix ----*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_LOADMATRIX_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_LOADMATRIX_H

#include "VectorUtils.h"

namespace mlir {

/// Loads a tile of `element` in layout `held` from the shared tile at `base` by
/// ldmatrix, where its algebra allows that; else returns null.
Value loadMatrices(LoweringBuilder &b, Value base, Type element,
                   const minitc::LinearLayout &held,
                   const minitc::LinearLayout &shared);

} // namespace mlir

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_LOADMATRIX_H
