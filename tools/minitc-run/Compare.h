//===- Compare.h - Whether two arrays agree ---------------------*- C++ -*-===//
//
// The judge behind `minitc-run --check`.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_COMPARE_H
#define MINITC_TOOLS_MINITC_RUN_COMPARE_H

#include "Array.h"

#include "llvm/Support/Error.h"

#include <string>

namespace minitc {

/// Floats agree where |got - expected| <= absolute + relative * |expected| (as
/// with numpy.allclose) + ulps * u, where u is the distance of neighbouring
/// values of the type of `got` in the binade of `expected`. NaN agrees with
/// NaN, an infinity with itself. Integers agree where they are equal.
struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
  double ulps = 0;
};

struct Comparison {
  int64_t numElements = 0;
  /// Elements out of bounds.
  int64_t numBad = 0;
  /// The element furthest out of (or nearest to) its bounds.
  int64_t worst = 0;

  bool agrees() const { return numBad == 0; }
};

/// Compares arrays of the same shape whose elements are both floats or both
/// integers, of any width; anything else is an error.
llvm::Expected<Comparison> compareArrays(const Array &got,
                                         const Array &expected,
                                         const Tolerance &tolerance);

/// One line: "ok, ..." or "12 of 64 elements out of bounds ...; worst at [3]:
/// got 1, expected 2".
std::string describeComparison(const Comparison &comparison, const Array &got,
                               const Array &expected,
                               const Tolerance &tolerance);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_COMPARE_H
