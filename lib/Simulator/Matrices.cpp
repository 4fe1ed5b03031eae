//===- Matrices.cpp - Matrices spread over a warp -------------------------===//

#include "Matrices.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cstring>

using namespace llvm;
using namespace minitc::simulator;

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// The 16-bit element of an 8x8 matrix at a lane's `half` 0 or 1: in row
/// lane / 4, or in that column of a transposed matrix. Lane 8 * matrix + row
/// holds the row's address.
static char *elementAddress(const Meeting &meeting, unsigned matrix,
                            unsigned lane, unsigned half, bool isTransposed) {
  unsigned row = lane / 4, column = lane % 4 * 2 + half;
  if (isTransposed)
    std::swap(row, column);
  return reinterpret_cast<char *>(meeting.words[8 * matrix + row][0]) +
         2 * column;
}

template <bool isTransposed>
static void loadMatrices(const Collective &collective, Meeting &meeting) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned matrix = 0; matrix < collective.numMatrices; ++matrix) {
      uint16_t halves[2];
      for (unsigned half = 0; half < 2; ++half)
        std::memcpy(&halves[half],
                    elementAddress(meeting, matrix, lane, half, isTransposed),
                    2);
      meeting.words[lane][collective.numOperands + matrix] =
          halves[0] | uint32_t(halves[1]) << 16;
    }
}

template <bool isTransposed>
static void storeMatrices(const Collective &collective, Meeting &meeting) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned matrix = 0; matrix < collective.numMatrices; ++matrix)
      for (unsigned half = 0; half < 2; ++half) {
        uint16_t element =
            uint16_t(meeting.words[lane][1 + matrix] >> (16 * half));
        std::memcpy(elementAddress(meeting, matrix, lane, half, isTransposed),
                    &element, 2);
      }
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {
enum class Element { Half, BFloat, TF32, Single };
} // namespace

static unsigned elementBits(Element type) {
  return type == Element::Half || type == Element::BFloat ? 16 : 32;
}

static double decode(Element type, uint32_t bits) {
  switch (type) {
  case Element::Half: {
    APFloat value(APFloat::IEEEhalf(), APInt(16, bits & 0xFFFF));
    return value.convertToDouble();
  }
  case Element::BFloat:
    return llvm::bit_cast<float>(bits << 16);
  case Element::TF32:
    // The low bits are not looked at.
    return llvm::bit_cast<float>(bits & 0xFFFFE000);
  case Element::Single:
    return llvm::bit_cast<float>(bits);
  }
  return 0;
}

static uint32_t encode(Element type, double value) {
  if (type == Element::Single)
    return llvm::bit_cast<uint32_t>(float(value));
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return uint32_t(rounded.bitcastToAPInt().getZExtValue());
}

/// An operand of `mma`: 8 x 8 pieces, each with as many columns (rows, for B)
/// as 4 lanes have elements in one register.
namespace {
template <Element type> struct Fragment {
  static constexpr unsigned perRegister =
      type == Element::Half || type == Element::BFloat ? 2 : 1;

  /// The element `index` of a lane's registers from `first` on.
  static double get(const Meeting &meeting, unsigned lane, unsigned first,
                    unsigned index) {
    uint64_t word = meeting.words[lane][first + index / perRegister];
    return decode(
        type, uint32_t(word >> (elementBits(type) * (index % perRegister))));
  }
};
} // namespace

/// The sum of products, exact and rounded once: a tensor core's own order and
/// precision are not documented.
///
/// The upper half of A's 16 rows is in registers of its own. A register covers
/// 4 lanes' worth of columns: for 16-bit types 8, for tf32 4.
template <Element input, Element output, unsigned depth>
static void multiply(const Collective &collective, Meeting &meeting) {
  using In = Fragment<input>;
  using Out = Fragment<output>;
  constexpr unsigned perRegister = In::perRegister;
  constexpr unsigned chunk = 4 * perRegister, numChunks = depth / chunk;
  constexpr unsigned firstB = 2 * numChunks, firstC = firstB + numChunks;
  auto elementOfA = [&](unsigned row, unsigned k) {
    unsigned lane = row % 8 * 4 + k % chunk / perRegister;
    unsigned reg = k / chunk * 2 + row / 8;
    return In::get(meeting, lane, 0, reg * perRegister + k % perRegister);
  };
  auto elementOfB = [&](unsigned k, unsigned column) {
    unsigned lane = column * 4 + k % chunk / perRegister;
    return In::get(meeting, lane, firstB,
                   k / chunk * perRegister + k % perRegister);
  };
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    uint64_t *results = meeting.words[lane] + collective.numOperands;
    std::fill_n(results, collective.numResults, 0);
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      double sum = Out::get(meeting, lane, firstC, i);
      for (unsigned k = 0; k < depth; ++k)
        sum += elementOfA(row, k) * elementOfB(k, column);
      results[i / Out::perRegister] |=
          uint64_t(encode(output, sum))
          << (elementBits(output) * (i % Out::perRegister));
    }
  }
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Collective load(StringLiteral name, unsigned count, bool isTransposed) {
  Collective row{
      name, 1,     count,
      -1,   false, isTransposed ? loadMatrices<true> : loadMatrices<false>};
  row.numMatrices = count;
  return row;
}

static Collective store(StringLiteral name, unsigned count, bool isTransposed) {
  Collective row{
      name,  1 + count,
      0,     -1,
      false, isTransposed ? storeMatrices<true> : storeMatrices<false>};
  row.numMatrices = count;
  row.isStore = true;
  return row;
}

ArrayRef<Collective> minitc::simulator::matrixCollectives() {
  constexpr Element half = Element::Half, bfloat = Element::BFloat,
                    tf32 = Element::TF32, single = Element::Single;
  static const Collective table[] = {
      load("ldmatrix.sync.aligned.m8n8.x1.b16.p3", 1, false),
      load("ldmatrix.sync.aligned.m8n8.x2.b16.p3", 2, false),
      load("ldmatrix.sync.aligned.m8n8.x4.b16.p3", 4, false),
      load("ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3", 1, true),
      load("ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3", 2, true),
      load("ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3", 4, true),
      store("stmatrix.sync.aligned.m8n8.x1.b16.p3", 1, false),
      store("stmatrix.sync.aligned.m8n8.x2.b16.p3", 2, false),
      store("stmatrix.sync.aligned.m8n8.x4.b16.p3", 4, false),
      store("stmatrix.sync.aligned.m8n8.x1.trans.b16.p3", 1, true),
      store("stmatrix.sync.aligned.m8n8.x2.trans.b16.p3", 2, true),
      store("stmatrix.sync.aligned.m8n8.x4.trans.b16.p3", 4, true),
      {"mma.m16n8k16.row.col.f32.f32", 10, 4, -1, false,
       multiply<half, single, 16>},
      {"mma.m16n8k16.row.col.f16.f16", 8, 2, -1, false,
       multiply<half, half, 16>},
      {"mma.m16n8k16.row.col.bf16", 10, 4, -1, false,
       multiply<bfloat, single, 16>},
      {"mma.m16n8k8.row.col.f32.f32", 7, 4, -1, false,
       multiply<half, single, 8>},
      {"mma.m16n8k8.row.col.f16.f16", 5, 2, -1, false, multiply<half, half, 8>},
      {"mma.m16n8k8.row.col.bf16", 7, 4, -1, false,
       multiply<bfloat, single, 8>},
      {"mma.m16n8k8.row.col.tf32", 10, 4, -1, false, multiply<tf32, single, 8>},
      {"mma.m16n8k4.row.col.tf32", 7, 4, -1, false, multiply<tf32, single, 4>},
  };
  return table;
}
