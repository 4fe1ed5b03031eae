//===- ElementType.h - Element types at the launcher's edge -----*- C++ -*-===//
//
// The element types of the kernel language as an enumeration, for checks that
// must not compare strings.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_ELEMENTTYPE_H
#define MINITC_RUNTIME_ELEMENTTYPE_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace minitc::runtime {

/// The values are those of minitc_type.
enum class ElementType : uint8_t {
  Any,
  I1,
  I8,
  I16,
  I32,
  I64,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64
};

/// As MLIR spells it; "any" for Any.
const char *elementTypeName(ElementType type);
/// Any if no type has this name.
ElementType elementTypeFromName(std::string_view name);
/// Bits of a value: 1 for i1; 0 for Any.
unsigned elementTypeBits(ElementType type);
/// Bytes of one element in memory: 1 for i1; 0 for Any.
size_t elementTypeBytes(ElementType type);

/// Whether memory that the caller calls `given` can be read as `expected`: the
/// same type, an unknown one, or an integer of the same size that hosts
/// without the type use to store it (uint16_t for f16, uint8_t for f8 or i1,
/// uint64_t for the pointers that Any stands for).
bool storesAs(ElementType given, ElementType expected);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_ELEMENTTYPE_H
