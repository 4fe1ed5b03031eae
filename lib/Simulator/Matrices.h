//===- Matrices.h - Matrices spread over a warp -----------------*- C++ -*-===//
//
// ldmatrix, stmatrix and mma, as collectives: which lane holds what (PTX ISA,
// "Warp-level matrix instructions").
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_MATRICES_H
#define MINITC_LIB_SIMULATOR_MATRICES_H

#include "Collectives.h"

#include "llvm/ADT/ArrayRef.h"

namespace minitc::simulator {

/// The rows of collectives that findCollective() adds to its own.
llvm::ArrayRef<Collective> matrixCollectives();

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_MATRICES_H
