//===- Dot.cpp - Products, gathers and histograms -------------------------===//

#include "Elementwise.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Dot
//===----------------------------------------------------------------------===//

/// An f32 with its mantissa rounded to 10 bits, to nearest, ties away from
/// zero, as PTX's cvt.rna.tf32.f32.
static float roundToTF32(float value) {
  if (!std::isfinite(value))
    return value;
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  bits = (bits + 0x1000) & ~0x1FFFu;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

namespace {
/// A matrix of doubles: every product of two of them that came from f32 or
/// narrower floats is exact.
using Matrix = std::vector<double>;
} // namespace

static Matrix toDoubles(const Tile &tile, int64_t begin, int64_t size) {
  Matrix matrix(size);
  if (tile.kind == Kind::I8 || tile.kind == Kind::I32) {
    withInteger(tile.kind, [&](auto element) {
      using T = decltype(element);
      for (int64_t i = 0; i < size; ++i)
        matrix[i] = T::loadSigned(tile.data<typename T::Stored>()[begin + i]);
    });
    return matrix;
  }
  withAnyFloat(tile.kind, [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < size; ++i)
      matrix[i] = T::load(tile.data<typename T::Stored>()[begin + i]);
  });
  return matrix;
}

/// sum += a b, of m x k and k x n, k ascending.
static void multiplyAdd(const Matrix &a, const Matrix &b, Matrix &sum,
                        int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j)
        sum[i * n + j] += a[i * k + p] * b[p * n + j];
}

/// The part of each element that tf32 holds, and the tf32 part of the rest.
static std::pair<Matrix, Matrix> splitTF32(const Matrix &matrix) {
  Matrix high, low;
  for (double value : matrix) {
    high.push_back(roundToTF32(float(value)));
    double rest = value - high.back();
    low.push_back(std::isfinite(rest) ? roundToTF32(float(rest)) : 0.0);
  }
  return {high, low};
}

static void multiplyAddTF32(const Matrix &a, const Matrix &b, Matrix &sum,
                            int64_t m, int64_t n, int64_t k,
                            tc::DotPrecision precision) {
  auto [aHigh, aLow] = splitTF32(a);
  auto [bHigh, bLow] = splitTF32(b);
  multiplyAdd(aHigh, bHigh, sum, m, n, k);
  if (precision == tc::DotPrecision::TF32)
    return;
  multiplyAdd(aHigh, bLow, sum, m, n, k);
  multiplyAdd(aLow, bHigh, sum, m, n, k);
}

/// Writes a matrix to a tile, rounding once (integers modulo 2^32).
static void fromDoubles(const Matrix &matrix, Tile &tile, int64_t begin) {
  if (tile.kind == Kind::I32) {
    for (auto [i, value] : llvm::enumerate(matrix))
      tile.data<int32_t>()[begin + i] = int32_t(int64_t(value));
    return;
  }
  withFloat(tile.kind, [&](auto element) {
    using T = decltype(element);
    for (auto [i, value] : llvm::enumerate(matrix))
      tile.data<typename T::Stored>()[begin + i] = T::store(value);
  });
}

/// Sums in f64, which holds every product of narrower operands exactly (and
/// every sum of products of i8), and rounds once to the accumulator's type.
static void dot(Instance &in, tc::DotOp op) {
  const Tile &a = in.get(op.getA()), &b = in.get(op.getB());
  const Tile &acc = in.get(op.getAcc());
  int64_t m = a.shape.end()[-2], k = a.shape.end()[-1];
  int64_t n = b.shape.end()[-1];
  int64_t batches = a.shape.size() == 3 ? a.shape[0] : 1;
  std::optional<tc::DotPrecision> precision = op.getPrecision();
  Tile result(acc.kind, acc.shape, acc.size);
  for (int64_t batch = 0; batch < batches; ++batch) {
    Matrix left = toDoubles(a, batch * m * k, m * k);
    Matrix right = toDoubles(b, batch * k * n, k * n);
    Matrix sum = toDoubles(acc, batch * m * n, m * n);
    if (precision && *precision != tc::DotPrecision::IEEE)
      multiplyAddTF32(left, right, sum, m, n, k, *precision);
    else
      multiplyAdd(left, right, sum, m, n, k);
    fromDoubles(sum, result, batch * m * n);
  }
  in.set(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// Gather and histogram
//===----------------------------------------------------------------------===//

/// The elements of an integer tile, extended by their sign.
static std::vector<int64_t> toIntegers(const Tile &tile) {
  std::vector<int64_t> integers(tile.size);
  withInteger(tile.kind, [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < tile.size; ++i)
      integers[i] = T::loadSigned(tile.data<typename T::Stored>()[i]);
  });
  return integers;
}

/// An index outside the axis is reported and picks the axis's first element.
static void gather(Instance &in, tc::GatherOp op) {
  const Tile &source = in.get(op.getSource()), &tile = in.get(op.getIndices());
  std::vector<int64_t> indices = toIntegers(tile);
  int64_t axis = op.getAxis(), size = source.shape[axis];
  for (int64_t i = 0; i < tile.size; ++i)
    if (indices[i] < 0 || indices[i] >= size) {
      in.fault(op, InterpreterFault::Kind::IndexOutOfRange, tile, i,
               "gathers element " + Twine(indices[i]) + " of an axis of size " +
                   Twine(size));
      indices[i] = 0;
    }
  int64_t inner = 1;
  for (int64_t dim : source.shape.drop_front(axis + 1))
    inner *= dim;
  int64_t outerStep = tile.shape[axis] * inner;
  in.set(op.getResult(),
         pickElements(source, tile.shape, tile.size, [&](int64_t i) {
           return (i / outerStep * size + indices[i]) * inner + i % inner;
         }));
}

/// Values outside the result and masked elements are not counted.
static void histogram(Instance &in, tc::HistogramOp op) {
  const Tile &tile = in.get(op.getSource());
  const Tile *mask = op.getMask() ? &in.get(op.getMask()) : nullptr;
  Tile result = Tile::of(op.getType());
  for (auto [i, value] : llvm::enumerate(toIntegers(tile)))
    if ((!mask || mask->data<uint8_t>()[i]) && value >= 0 &&
        value < result.size)
      ++result.data<int32_t>()[value];
  in.set(op.getResult(), std::move(result));
}

void minitc::addDotOps(OpTable &table) {
  table.add<tc::DotOp, dot>();
  table.add<tc::GatherOp, gather>();
  table.add<tc::HistogramOp, histogram>();
}
