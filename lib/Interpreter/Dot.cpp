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
/// zero, as PTX's cvt.rna.tf32.f32; toward zero where that would be infinity.
static float roundToTF32(float value) {
  if (!std::isfinite(value))
    return value;
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  bool roundsToInfinity = (bits & 0x7FFFFFFF) >= 0x7F7FF000;
  bits = (bits + (roundsToInfinity ? 0 : 0x1000)) & ~0x1FFFu;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/// One batch's matrix as numbers of a type that holds them exactly; integers
/// modulo 2^32.
template <typename T>
static std::vector<T> getMatrix(const Tile &tile, int64_t begin, int64_t size) {
  std::vector<T> matrix(size);
  auto copy = [&](auto element, auto load) {
    auto *from = tile.data<typename decltype(element)::Stored>() + begin;
    for (int64_t i = 0; i < size; ++i)
      matrix[i] = T(load(from[i]));
  };
  if constexpr (std::is_integral_v<T>)
    withInteger(tile.kind, [&](auto element) {
      copy(element, decltype(element)::loadSigned);
    });
  else
    withAnyFloat(tile.kind,
                 [&](auto element) { copy(element, decltype(element)::load); });
  return matrix;
}

template <typename T>
static void putMatrix(const std::vector<T> &matrix, Tile &tile, int64_t begin) {
  if constexpr (std::is_integral_v<T>)
    std::copy(matrix.begin(), matrix.end(), tile.data<T>() + begin);
  else
    withFloat(tile.kind, [&](auto element) {
      using Element = decltype(element);
      auto *to = tile.data<typename Element::Stored>() + begin;
      for (auto [i, value] : llvm::enumerate(matrix))
        to[i] = Element::store(value);
    });
}

namespace {
struct DotShape {
  int64_t m, n, k;
};
} // namespace

/// sum[i, j] = add(sum[i, j], a[i, p] * b[p, j]), p ascending.
template <typename T, typename Add>
static void multiplyAdd(const std::vector<T> &a, const std::vector<T> &b,
                        std::vector<T> &sum, DotShape shape, Add add) {
  auto [m, n, k] = shape;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p) {
      T factor = a[i * k + p];
      const T *row = &b[p * n];
      T *to = &sum[i * n];
      for (int64_t j = 0; j < n; ++j)
        to[j] = add(to[j], factor * row[j]);
    }
}

/// The part of an f32 that tf32 holds, without rounding.
static float truncateToTF32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  bits &= ~0x1FFFu;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Each element rounded to tf32, and the tf32 part of the rest. That is cut
/// off, so that the two together are never beyond the element.
static std::pair<std::vector<float>, std::vector<float>>
splitTF32(const std::vector<float> &matrix) {
  std::vector<float> high, low;
  for (float value : matrix) {
    high.push_back(roundToTF32(value));
    float rest = value - high.back();
    low.push_back(std::isfinite(rest) ? truncateToTF32(rest) : 0.0f);
  }
  return {high, low};
}

/// Products of two tf32 are exact in f32. Of three, the small ones come first.
static void multiplyAddTF32(const std::vector<float> &a,
                            const std::vector<float> &b,
                            std::vector<float> &sum, DotShape shape,
                            bool isThreefold) {
  auto [aHigh, aLow] = splitTF32(a);
  auto [bHigh, bLow] = splitTF32(b);
  if (isThreefold) {
    // Beside an infinity the small ones are infinity times zero.
    std::vector<float> small(sum.size());
    multiplyAdd(aHigh, bLow, small, shape, std::plus<float>());
    multiplyAdd(aLow, bHigh, small, shape, std::plus<float>());
    for (auto [value, part] : llvm::zip(sum, small))
      value += std::isnan(part) ? 0.0f : part;
  }
  multiplyAdd(aHigh, bHigh, sum, shape, std::plus<float>());
}

/// Calls `multiply(a, b, sum, shape)` on the matrices of each batch, as numbers
/// of type `T`; `sum` starts as the accumulator and becomes the result.
template <typename T, typename Fn>
static Tile forEachBatch(const Tile &a, const Tile &b, const Tile &acc,
                         Fn multiply) {
  DotShape shape = {a.shape.end()[-2], b.shape.end()[-1], a.shape.end()[-1]};
  auto [m, n, k] = shape;
  int64_t batches = a.shape.size() == 3 ? a.shape[0] : 1;
  Tile result(acc.kind, acc.shape, acc.size);
  for (int64_t batch = 0; batch < batches; ++batch) {
    std::vector<T> sum = getMatrix<T>(acc, batch * m * n, m * n);
    multiply(getMatrix<T>(a, batch * m * k, m * k),
             getMatrix<T>(b, batch * k * n, k * n), sum, shape);
    putMatrix(sum, result, batch * m * n);
  }
  return result;
}

/// As above, with each sum rounded by `add`.
template <typename T, typename Add>
static Tile sumProducts(const Tile &a, const Tile &b, const Tile &acc,
                        Add add) {
  return forEachBatch<T>(a, b, acc,
                         [&](auto &&a, auto &&b, auto &sum, DotShape shape) {
                           multiplyAdd(a, b, sum, shape, add);
                         });
}

/// The products of operands narrower than f32 are exact; every sum is rounded
/// to the accumulator's type.
static Tile dotOf(tc::DotOp op, const Tile &a, const Tile &b, const Tile &acc) {
  switch (acc.kind) {
  case Kind::I32:
    return sumProducts<uint32_t>(a, b, acc, std::plus<uint32_t>());
  case Kind::F64:
    return sumProducts<double>(a, b, acc, std::plus<double>());
  case Kind::F16:
    // f64 holds the sum of an f16 and a product of two before it is rounded.
    return sumProducts<double>(a, b, acc, [](double sum, double product) {
      return Half::widen(Half::round(sum + product));
    });
  default:
    break;
  }
  auto precision = op.getPrecision().value_or(tc::DotPrecision::IEEE);
  if (precision == tc::DotPrecision::IEEE)
    return sumProducts<float>(a, b, acc, std::plus<float>());
  return forEachBatch<float>(
      a, b, acc, [&](auto &&a, auto &&b, auto &sum, DotShape shape) {
        multiplyAddTF32(a, b, sum, shape,
                        precision == tc::DotPrecision::TF32x3);
      });
}

static void dot(Instance &in, tc::DotOp op) {
  in.set(op.getResult(),
         dotOf(op, in.get(op.getA()), in.get(op.getB()), in.get(op.getAcc())));
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
