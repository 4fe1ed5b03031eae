//===- MatrixArithmetic.cpp - What tensor cores compute with --------------===//

#include "MatrixArithmetic.h"

#include "minitc/Interpreter/NarrowFloat.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

unsigned minitc::simulator::bytesOf(ElementFormat format) {
  switch (format) {
  case ElementFormat::E4M3:
  case ElementFormat::E5M2:
  case ElementFormat::S8:
    return 1;
  case ElementFormat::F16:
  case ElementFormat::BF16:
    return 2;
  case ElementFormat::TF32:
  case ElementFormat::F32:
  case ElementFormat::S32:
    return 4;
  case ElementFormat::F64:
    return 8;
  }
  return 0;
}

ElementFormat minitc::simulator::elementFormat(StringRef name) {
  return StringSwitch<ElementFormat>(name)
      .Case("e4m3", ElementFormat::E4M3)
      .Case("e5m2", ElementFormat::E5M2)
      .Case("s8", ElementFormat::S8)
      .Case("f16", ElementFormat::F16)
      .Case("bf16", ElementFormat::BF16)
      .Case("tf32", ElementFormat::TF32)
      .Case("f32", ElementFormat::F32)
      .Case("s32", ElementFormat::S32)
      .Case("f64", ElementFormat::F64);
}

double minitc::simulator::decode(ElementFormat format, uint64_t bits) {
  uint32_t word = uint32_t(bits);
  switch (format) {
  case ElementFormat::E4M3:
    return E4M3FN::widen(word & 0xFF);
  case ElementFormat::E5M2:
    return E5M2::widen(word & 0xFF);
  case ElementFormat::S8:
    return int8_t(word);
  case ElementFormat::F16:
    return Half::widen(word & 0xFFFF);
  case ElementFormat::BF16:
    return llvm::bit_cast<float>(word << 16);
  case ElementFormat::TF32: {
    float value = llvm::bit_cast<float>(word);
    // A NaN stays one, whichever of its bits are set.
    return std::isnan(value) ? value : llvm::bit_cast<float>(word & 0xFFFFE000);
  }
  case ElementFormat::F32:
    return llvm::bit_cast<float>(word);
  case ElementFormat::S32:
    return int32_t(word);
  case ElementFormat::F64:
    return llvm::bit_cast<double>(bits);
  }
  return 0;
}

uint64_t minitc::simulator::encode(ElementFormat format, double value) {
  switch (format) {
  case ElementFormat::F16:
    return Half::round(value);
  case ElementFormat::F32:
    return llvm::bit_cast<uint32_t>(float(value));
  case ElementFormat::S32:
    return uint32_t(int64_t(value));
  default:
    // No accumulator has another type.
    return llvm::bit_cast<uint64_t>(value);
  }
}

/// One format at a time, so that the loop has no switch in it.
template <ElementFormat format, typename Bits>
static void decodeAs(const char *bytes, size_t count, double *values) {
  for (size_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, bytes + i * sizeof(Bits), sizeof(Bits));
    values[i] = decode(format, bits);
  }
}

void minitc::simulator::decode(ElementFormat format, const char *bytes,
                               size_t count, double *values) {
  switch (format) {
  case ElementFormat::E4M3:
    return decodeAs<ElementFormat::E4M3, uint8_t>(bytes, count, values);
  case ElementFormat::E5M2:
    return decodeAs<ElementFormat::E5M2, uint8_t>(bytes, count, values);
  case ElementFormat::S8:
    return decodeAs<ElementFormat::S8, uint8_t>(bytes, count, values);
  case ElementFormat::F16:
    return decodeAs<ElementFormat::F16, uint16_t>(bytes, count, values);
  case ElementFormat::BF16:
    return decodeAs<ElementFormat::BF16, uint16_t>(bytes, count, values);
  case ElementFormat::TF32:
    return decodeAs<ElementFormat::TF32, uint32_t>(bytes, count, values);
  case ElementFormat::F32:
    return decodeAs<ElementFormat::F32, uint32_t>(bytes, count, values);
  case ElementFormat::S32:
    return decodeAs<ElementFormat::S32, uint32_t>(bytes, count, values);
  case ElementFormat::F64:
    return decodeAs<ElementFormat::F64, uint64_t>(bytes, count, values);
  }
}

/// Four steps along k in one pass over a row of sums: the row is loaded and
/// stored a quarter as often.
void minitc::simulator::multiplyAdd(const double *a, const double *b,
                                    double *sums, unsigned rows,
                                    unsigned columns, unsigned depth) {
  for (unsigned row = 0; row < rows; ++row) {
    double *__restrict sum = sums + size_t(row) * columns;
    const double *left = a + size_t(row) * depth;
    for (unsigned k = 0; k < depth; k += 4) {
      const double *__restrict right = b + size_t(k) * columns;
      for (unsigned column = 0; column < columns; ++column)
        sum[column] += left[k] * right[column] +
                       left[k + 1] * right[column + columns] +
                       left[k + 2] * right[column + 2 * columns] +
                       left[k + 3] * right[column + 3 * columns];
    }
  }
}

void minitc::simulator::transpose(const double *from, double *to, unsigned rows,
                                  unsigned columns) {
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      to[column * rows + row] = from[row * columns + column];
}
