//===- MatrixArithmetic.h - What tensor cores compute with ------*- C++ -*-===//
//
// The elements of tensor cores' operands as numbers, and products of matrices
// of them. Products of two elements are exact and are added up in double
// precision, to be rounded once: a tensor core's own order and precision are
// not documented.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_MATRIXARITHMETIC_H
#define MINITC_LIB_SIMULATOR_MATRIXARITHMETIC_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>

namespace minitc::simulator {

enum class ElementFormat : uint8_t {
  E4M3,
  E5M2,
  S8,
  F16,
  BF16,
  /// 32 bits, of which the low 13 are not looked at.
  TF32,
  F32,
  S32,
  F64,
};

unsigned bytesOf(ElementFormat format);

/// The format that PTX calls "e4m3", "f16" and the like. The name has to be
/// one of those.
ElementFormat elementFormat(llvm::StringRef name);

/// The element in the low bits of `bits`. Every format's elements are doubles.
double decode(ElementFormat format, uint64_t bits);

/// To nearest even; an integer wraps.
uint64_t encode(ElementFormat format, double value);

/// Decodes `count` elements one after the other.
void decode(ElementFormat format, const char *bytes, size_t count,
            double *values);

/// Adds to `sums`, rows x columns, the product of `a`, rows x depth, and `b`,
/// depth x columns, all row by row. The depth is a multiple of 4.
void multiplyAdd(const double *a, const double *b, double *sums, unsigned rows,
                 unsigned columns, unsigned depth);

/// Swaps the two dimensions of a matrix.
void transpose(const double *from, double *to, unsigned rows, unsigned columns);

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_MATRIXARITHMETIC_H
