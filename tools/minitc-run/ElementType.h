//===- ElementType.h - Elements of arrays on the host -----------*- C++ -*-===//
//
// The element types of the kernel language as they lie in host memory.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_ELEMENTTYPE_H
#define MINITC_TOOLS_MINITC_RUN_ELEMENTTYPE_H

#include "minitc-c/minitc.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace minitc {

struct ElementType {
  minitc_type type;
  /// As MLIR spells it.
  const char *name;
  /// Of one element in memory.
  unsigned bytes;
  /// Width of an integer; 0 for a float.
  unsigned integerBits;
  /// Null for an integer.
  const llvm::fltSemantics &(*semantics)();
  /// NumPy's name for an array of these. NumPy has no f8 and no bf16: there it
  /// is the unsigned integer of the same size.
  const char *numpy;

  bool isFloat() const { return semantics != nullptr; }
};

/// Null if the language has no such type.
const ElementType *findElementType(llvm::StringRef name);
/// `type` must not be MINITC_TYPE_ANY.
const ElementType &getElementType(minitc_type type);
/// "i1, i8, ..." for messages.
std::string elementTypeNames();

/// Reads one element. Integers are signed, but i1 is 0 or 1.
double loadFloat(const ElementType &type, const char *element);
int64_t loadInteger(const ElementType &type, const char *element);

/// Writes one element: a float rounded to nearest even (an f8 that has no
/// infinity becomes NaN on overflow), an integer's low bits.
void storeFloat(const ElementType &type, double value, char *element);
void storeInteger(const ElementType &type, int64_t value, char *element);

/// Whether the integer type can hold `value`, signed or unsigned.
bool integerFits(const ElementType &type, int64_t value);
/// Whether the float type can hold `value` without making it infinite or NaN
/// where it was not.
bool floatFits(const ElementType &type, double value);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_ELEMENTTYPE_H
