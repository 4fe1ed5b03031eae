//===- Generators.h - Arrays by description ---------------------*- C++ -*-===//
//
// `randn(64x781xf32, seed=1)` and its like. The same text gives the same array
// on every machine and with any number of threads: element i is a function of
// the seed and i alone.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_GENERATORS_H
#define MINITC_TOOLS_MINITC_RUN_GENERATORS_H

#include "Array.h"

#include "llvm/Support/Error.h"

namespace minitc {

/// Whether `text` looks like a call of a generator, well formed or not.
bool looksLikeGenerator(llvm::StringRef text);

/// Makes the array that `text` describes. An error shows `text` with a caret at
/// the culprit.
///
///     zeros(SHAPExT)  ones(SHAPExT)  empty(SHAPExT)  full(SHAPExT, value)
///     arange(SHAPExT, start=0, step=1)
///     randn(SHAPExT, seed=0)                  mean 0, deviation 1; floats
///     uniform(SHAPExT, lo=0, hi=1, seed=0)    lo <= x < hi before
///                                             rounding; floats
///     randint(SHAPExT, lo, hi, seed=0)        lo <= x < hi; every type
llvm::Expected<Array> generateArray(llvm::StringRef text);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_GENERATORS_H
