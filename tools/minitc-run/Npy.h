//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Reads and writes .npy files: the "NPY format", versions 1 to 3, as NumPy's
// documentation has it (numpy.lib.format).
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_NPY_H
#define MINITC_TOOLS_MINITC_RUN_NPY_H

#include "Array.h"

#include "llvm/Support/Error.h"

namespace minitc {

/// An array file: what NumPy calls the elements is all that it says of them.
struct NpyFile {
  /// NumPy's element type without the byte order: "f4", "u2", "b1", "V2".
  std::string elements;
  unsigned elementBytes = 0;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
};

/// Parses the bytes of a file. Refuses Fortran order, big-endian and structured
/// arrays, and files that end too early.
llvm::Expected<NpyFile> parseNpy(llvm::StringRef contents);

/// An array of elements of `type`, which the file must be able to hold: its own
/// NumPy type, an unsigned type for integers, and an integer (or void) of the
/// same size for f8 and bf16, which NumPy does not have.
llvm::Expected<Array> interpretNpy(NpyFile file, const ElementType &type);

/// The element type that the file's own name for it means, or null if it has to
/// be told ("u2" may be i16 or bf16: this says i16).
const ElementType *naturalType(const NpyFile &file);

/// The file of an array, version 1.
std::string renderNpy(const Array &array);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_NPY_H
