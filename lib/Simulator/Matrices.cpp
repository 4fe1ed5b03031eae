//===- Matrices.cpp - Matrices spread over a warp -------------------------===//

#include "Matrices.h"
#include "MatrixArithmetic.h"

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
using Format = ElementFormat;

/// An operand of `mma`: element by element from the registers of 32 lanes, 4 to
/// a row of A (a column of B), from word `first` on.
template <Format format> struct Fragment {
  static constexpr unsigned bits = format == Format::F64    ? 64
                                   : format == Format::F16  ? 16
                                   : format == Format::BF16 ? 16
                                   : format == Format::S8   ? 8
                                                            : 32;
  /// Elements in a register, which is a word of 32 bits or a double.
  static constexpr unsigned perRegister = bits < 32 ? 32 / bits : 1;

  /// The element `index` of a lane's registers.
  static double get(const Meeting &meeting, unsigned lane, unsigned first,
                    unsigned index) {
    uint64_t word = meeting.words[lane][first + index / perRegister];
    return decode(format, word >> (bits * (index % perRegister)));
  }
};
} // namespace

/// `mma` of rows x 8 x depth. A register of A covers 8 rows and 4 lanes' worth
/// of columns; where there are 16 rows, the next one is that of the upper half.
template <Format input, Format output, unsigned rows, unsigned depth>
static void multiply(const Collective &collective, Meeting &meeting) {
  using In = Fragment<input>;
  using Out = Fragment<output>;
  constexpr unsigned columns = 8, halves = rows / 8;
  constexpr unsigned perRegister = In::perRegister, chunk = 4 * perRegister;
  constexpr unsigned numChunks = depth / chunk;
  constexpr unsigned firstB = halves * numChunks, firstC = firstB + numChunks;
  double a[rows * depth], b[depth * columns], sums[rows * columns];
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    unsigned group = lane / 4, first = lane % 4 * perRegister;
    for (unsigned reg = 0; reg < firstB; ++reg)
      for (unsigned i = 0; i < perRegister; ++i)
        a[(reg % halves * 8 + group) * depth + reg / halves * chunk + first +
          i] = In::get(meeting, lane, 0, reg * perRegister + i);
    for (unsigned reg = 0; reg < numChunks; ++reg)
      for (unsigned i = 0; i < perRegister; ++i)
        b[(reg * chunk + first + i) * columns + group] =
            In::get(meeting, lane, firstB, reg * perRegister + i);
  }
  auto sumAt = [&](unsigned lane, unsigned i) -> double & {
    unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    return sums[row * columns + column];
  };
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned i = 0; i < 2 * halves; ++i)
      sumAt(lane, i) = Out::get(meeting, lane, firstC, i);
  multiplyAdd(a, b, sums, rows, columns, depth);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    uint64_t *results = meeting.words[lane] + collective.numOperands;
    std::fill_n(results, collective.numResults, 0);
    for (unsigned i = 0; i < 2 * halves; ++i)
      results[i / Out::perRegister] |= encode(output, sumAt(lane, i))
                                       << (Out::bits * (i % Out::perRegister));
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
  constexpr Format f16 = Format::F16, bf16 = Format::BF16, tf32 = Format::TF32,
                   f32 = Format::F32, s8 = Format::S8, s32 = Format::S32,
                   f64 = Format::F64;
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
       multiply<f16, f32, 16, 16>},
      {"mma.m16n8k16.row.col.f16.f16", 8, 2, -1, false,
       multiply<f16, f16, 16, 16>},
      {"mma.m16n8k16.row.col.bf16", 10, 4, -1, false,
       multiply<bf16, f32, 16, 16>},
      {"mma.m16n8k8.row.col.f32.f32", 7, 4, -1, false,
       multiply<f16, f32, 16, 8>},
      {"mma.m16n8k8.row.col.f16.f16", 5, 2, -1, false,
       multiply<f16, f16, 16, 8>},
      {"mma.m16n8k8.row.col.bf16", 7, 4, -1, false, multiply<bf16, f32, 16, 8>},
      {"mma.m16n8k8.row.col.tf32", 10, 4, -1, false,
       multiply<tf32, f32, 16, 8>},
      {"mma.m16n8k4.row.col.tf32", 7, 4, -1, false, multiply<tf32, f32, 16, 4>},
      {"mma.m16n8k16.row.col.s8", 7, 4, -1, false, multiply<s8, s32, 16, 16>},
      {"mma.m16n8k32.row.col.s8", 10, 4, -1, false, multiply<s8, s32, 16, 32>},
      {"mma.m8n8k4.row.col.f64", 4, 2, -1, false, multiply<f64, f64, 8, 4>},
  };
  return table;
}
