//===- ElementType.cpp - Elements of arrays on the host -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "ElementType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;

namespace minitc {

static constexpr ElementType kElementTypes[] = {
    {MINITC_TYPE_I1, "i1", 1, 1, nullptr, "|b1"},
    {MINITC_TYPE_I8, "i8", 1, 8, nullptr, "|i1"},
    {MINITC_TYPE_I16, "i16", 2, 16, nullptr, "<i2"},
    {MINITC_TYPE_I32, "i32", 4, 32, nullptr, "<i4"},
    {MINITC_TYPE_I64, "i64", 8, 64, nullptr, "<i8"},
    {MINITC_TYPE_F8E4M3FN, "f8E4M3FN", 1, 0, APFloat::Float8E4M3FN, "|u1"},
    {MINITC_TYPE_F8E5M2, "f8E5M2", 1, 0, APFloat::Float8E5M2, "|u1"},
    {MINITC_TYPE_F16, "f16", 2, 0, APFloat::IEEEhalf, "<f2"},
    {MINITC_TYPE_BF16, "bf16", 2, 0, APFloat::BFloat, "<u2"},
    {MINITC_TYPE_F32, "f32", 4, 0, APFloat::IEEEsingle, "<f4"},
    {MINITC_TYPE_F64, "f64", 8, 0, APFloat::IEEEdouble, "<f8"},
};

const ElementType *findElementType(StringRef name) {
  auto *found = find_if(kElementTypes, [&](const ElementType &element) {
    return name == element.name;
  });
  return found == std::end(kElementTypes) ? nullptr : found;
}

const ElementType &getElementType(minitc_type type) {
  return *find_if(kElementTypes, [&](const ElementType &element) {
    return element.type == type;
  });
}

std::string elementTypeNames() {
  std::string names;
  for (const ElementType &element : kElementTypes)
    names += (names.empty() ? "" : ", ") + std::string(element.name);
  return names;
}

/// The bits of an element, as an unsigned number.
static uint64_t loadBits(unsigned bytes, const char *element) {
  uint64_t bits = 0;
  memcpy(&bits, element, bytes);
  return support::endian::byte_swap<uint64_t>(bits, endianness::little);
}

static void storeBits(unsigned bytes, uint64_t bits, char *element) {
  bits = support::endian::byte_swap<uint64_t>(bits, endianness::little);
  memcpy(element, &bits, bytes);
}

double loadFloat(const ElementType &type, const char *element) {
  uint64_t bits = loadBits(type.bytes, element);
  if (type.type == MINITC_TYPE_F32)
    return bit_cast<float>(uint32_t(bits));
  if (type.type == MINITC_TYPE_F64)
    return bit_cast<double>(bits);
  APFloat value(type.semantics(), APInt(8 * type.bytes, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

int64_t loadInteger(const ElementType &type, const char *element) {
  uint64_t bits = loadBits(type.bytes, element);
  if (type.integerBits == 1)
    return bits != 0;
  return SignExtend64(bits, type.integerBits);
}

/// `value` in the semantics of `type`.
static APFloat roundTo(const ElementType &type, double value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(type.semantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded;
}

void storeFloat(const ElementType &type, double value, char *element) {
  uint64_t bits;
  if (type.type == MINITC_TYPE_F32)
    bits = bit_cast<uint32_t>(float(value));
  else if (type.type == MINITC_TYPE_F64)
    bits = bit_cast<uint64_t>(value);
  else
    bits = roundTo(type, value).bitcastToAPInt().getZExtValue();
  storeBits(type.bytes, bits, element);
}

void storeInteger(const ElementType &type, int64_t value, char *element) {
  if (type.integerBits == 1)
    value &= 1;
  storeBits(type.bytes, uint64_t(value), element);
}

bool integerFits(const ElementType &type, int64_t value) {
  if (type.integerBits == 1)
    return value == 0 || value == 1;
  return isIntN(type.integerBits, value) ||
         (value >= 0 && isUIntN(type.integerBits, uint64_t(value)));
}

bool floatFits(const ElementType &type, double value) {
  APFloat rounded = roundTo(type, value);
  if (std::isnan(value))
    return rounded.isNaN();
  if (std::isinf(value))
    return rounded.isInfinity();
  return rounded.isFinite();
}

} // namespace minitc
