//===- Reductions.cpp - Reductions and scans ------------------------------===//
//
// A reduction combines neighbours in a balanced tree, left operand first, which
// is what any associative operator allows; a scan goes from one end to the
// other. Named ones combine floats narrower than f32 in f32 and round once.
//
//===----------------------------------------------------------------------===//

#include "FloatOrder.h"
#include "Instance.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;
using tc::ReduceKind;

namespace {
/// The rows of a tile along one axis: element k of row r is element
/// at(r, k) of the tile.
struct Rows {
  int64_t count = 1, size, inner = 1;

  Rows(ArrayRef<int64_t> shape, int64_t axis) : size(shape[axis]) {
    for (int64_t dim : shape.take_front(axis))
      count *= dim;
    for (int64_t dim : shape.drop_front(axis + 1))
      inner *= dim;
    count *= inner;
  }
  int64_t at(int64_t row, int64_t k) const {
    return (row / inner * size + k) * inner + row % inner;
  }
};
} // namespace

/// Combines `values`, a power of two of them, in a balanced tree.
template <typename V, typename Fn>
static V combineTree(std::vector<V> &values, Fn combine) {
  for (size_t n = values.size() / 2; n > 0; n /= 2)
    for (size_t i = 0; i < n; ++i)
      values[i] = combine(values[2 * i], values[2 * i + 1]);
  return values[0];
}

//===----------------------------------------------------------------------===//
// Named combiners
//===----------------------------------------------------------------------===//

static uint64_t combineNamed(ReduceKind kind, uint64_t a, uint64_t b) {
  switch (kind) {
  case ReduceKind::Sum:
    return a + b;
  case ReduceKind::Prod:
    return a * b;
  case ReduceKind::Max:
    return std::max(int64_t(a), int64_t(b));
  case ReduceKind::Min:
    return std::min(int64_t(a), int64_t(b));
  case ReduceKind::UMax:
    return std::max(a, b);
  case ReduceKind::UMin:
    return std::min(a, b);
  case ReduceKind::And:
    return a & b;
  case ReduceKind::Or:
    return a | b;
  case ReduceKind::Xor:
    return a ^ b;
  default:
    llvm_unreachable("not a named combiner of integers");
  }
}

template <typename T> static T combineFloats(ReduceKind kind, T a, T b) {
  switch (kind) {
  case ReduceKind::Sum:
    return a + b;
  case ReduceKind::Prod:
    return a * b;
  case ReduceKind::Max:
    return maximum(a, b);
  case ReduceKind::Min:
    return minimum(a, b);
  case ReduceKind::MaxNum:
    return maximumNumber(a, b);
  case ReduceKind::MinNum:
    return minimumNumber(a, b);
  default:
    llvm_unreachable("not a named combiner of floats");
  }
}

static float combineNamed(ReduceKind kind, float a, float b) {
  return combineFloats(kind, a, b);
}

static double combineNamed(ReduceKind kind, double a, double b) {
  return combineFloats(kind, a, b);
}

static bool isFloat(Kind kind) {
  return kind == Kind::F16 || kind == Kind::BF16 || kind == Kind::F32 ||
         kind == Kind::F64;
}

/// Calls `fn(data, load, store)` with what turns an element into a number to
/// combine and back: floats into f32 or f64, integers into 64 bits, extended
/// as the reduction reads them.
template <typename Fn>
static void withNumbers(const Tile &tile, ReduceKind kind, Fn fn) {
  if (isFloat(tile.kind))
    return withFloat(tile.kind, [&](auto element) {
      using T = decltype(element);
      fn(
          typename T::Stored(), [](typename T::Stored x) { return T::load(x); },
          [](typename T::Compute x) { return T::store(x); });
    });
  bool isUnsigned = kind == ReduceKind::UMax || kind == ReduceKind::UMin;
  withInteger(tile.kind, [&](auto element) {
    using T = decltype(element);
    fn(
        typename T::Stored(),
        [=](typename T::Stored x) {
          return isUnsigned ? T::loadUnsigned(x) : uint64_t(T::loadSigned(x));
        },
        [](uint64_t x) { return T::store(int64_t(x)); });
  });
}

static void reduceNamed(Instance &in, tc::ReduceOp op, ReduceKind kind) {
  const Tile &source = in.get(op.getSources().front());
  Rows rows(source.shape, op.getAxis());
  Tile result = Tile::of(op.getResultTypes().front());
  withNumbers(source, kind, [&](auto zero, auto load, auto store) {
    using Stored = decltype(zero);
    std::vector<decltype(load(zero))> row(rows.size);
    for (int64_t r = 0; r < rows.count; ++r) {
      for (int64_t k = 0; k < rows.size; ++k)
        row[k] = load(source.data<Stored>()[rows.at(r, k)]);
      result.data<Stored>()[r] = store(combineTree(
          row, [&](auto a, auto b) { return combineNamed(kind, a, b); }));
    }
  });
  in.set(op.getResult(0), std::move(result));
}

static void scanNamed(Instance &in, tc::ScanOp op, ReduceKind kind) {
  const Tile &source = in.get(op.getSources().front());
  Rows rows(source.shape, op.getAxis());
  Tile result = Tile::of(op.getResultTypes().front());
  withNumbers(source, kind, [&](auto zero, auto load, auto store) {
    using Stored = decltype(zero);
    for (int64_t r = 0; r < rows.count; ++r) {
      decltype(load(zero)) sum{};
      for (int64_t k = 0; k < rows.size; ++k) {
        int64_t at = rows.at(r, op.getReverse() ? rows.size - 1 - k : k);
        auto value = load(source.data<Stored>()[at]);
        sum = k == 0 ? value : combineNamed(kind, sum, value);
        result.data<Stored>()[at] = store(sum);
      }
    }
  });
  in.set(op.getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// The place of the largest and the smallest
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Candidate {
  T value;
  int32_t index;
};
} // namespace

/// Whether the right candidate wins over the left one: ties go to the left, a
/// NaN wins.
template <typename T> static bool winsOver(T right, T left, bool isMax) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(left) || std::isnan(right))
      return !std::isnan(left);
    return isMax ? right > left : right < left;
  }
  return isMax ? int64_t(right) > int64_t(left)
               : int64_t(right) < int64_t(left);
}

static void reduceIndex(Instance &in, tc::ReduceOp op, ReduceKind kind) {
  const Tile &source = in.get(op.getSources().front());
  Rows rows(source.shape, op.getAxis());
  Tile best = Tile::of(op.getResultTypes()[0]);
  Tile index = Tile::of(op.getResultTypes()[1]);
  bool isMax = kind == ReduceKind::ArgMax;
  withNumbers(source, kind, [&](auto zero, auto load, auto) {
    using Stored = decltype(zero);
    using Number = decltype(load(zero));
    std::vector<Candidate<Number>> row(rows.size);
    for (int64_t r = 0; r < rows.count; ++r) {
      for (int64_t k = 0; k < rows.size; ++k)
        row[k] = {load(source.data<Stored>()[rows.at(r, k)]), int32_t(k)};
      auto winner = combineTree(row, [&](auto left, auto right) {
        return winsOver(right.value, left.value, isMax) ? right : left;
      });
      index.data<int32_t>()[r] = winner.index;
      best.data<Stored>()[r] = source.data<Stored>()[rows.at(r, winner.index)];
    }
  });
  in.set(op.getResult(0), std::move(best));
  in.set(op.getResult(1), std::move(index));
}

//===----------------------------------------------------------------------===//
// Combiners with a region
//===----------------------------------------------------------------------===//

/// One element of each operand, as scalars.
using Elements = SmallVector<Tile>;

static Elements elementsAt(ArrayRef<Tile> tiles, int64_t at) {
  Elements elements;
  for (const Tile &tile : tiles) {
    Tile scalar(tile.kind, {}, 1);
    scalar.provenance.buffer = tile.bufferOf(at);
    withBits(tile.kind, [&](auto zero) {
      using Bits = decltype(zero);
      *scalar.data<Bits>() = tile.data<Bits>()[at];
    });
    elements.push_back(scalar);
  }
  return elements;
}

static void putElements(MutableArrayRef<Tile> tiles, int64_t at,
                        ArrayRef<Tile> elements) {
  for (auto [tile, scalar] : llvm::zip(tiles, elements)) {
    if (tile.kind == Kind::Ptr)
      tile.makeBuffers()[at] = scalar.bufferOf(0);
    withBits(tile.kind, [&, &tile = tile, &scalar = scalar](auto zero) {
      using Bits = decltype(zero);
      tile.data<Bits>()[at] = *scalar.template data<Bits>();
    });
  }
}

static Elements combineRegion(Instance &in, Region &combiner,
                              const Elements &left, const Elements &right) {
  Elements both(left);
  both.append(right);
  if (in.isStopped())
    return left;
  Elements combined = in.runBlock(combiner.front(), both);
  return in.isStopped() ? left : combined;
}

static void reduceRegion(Instance &in, tc::ReduceOp op) {
  SmallVector<Tile> sources = in.getAll(op.getSources());
  Rows rows(sources.front().shape, op.getAxis());
  SmallVector<Tile> results;
  for (Type type : op.getResultTypes())
    results.push_back(Tile::of(type));
  for (int64_t r = 0; r < rows.count; ++r) {
    std::vector<Elements> row;
    for (int64_t k = 0; k < rows.size; ++k)
      row.push_back(elementsAt(sources, rows.at(r, k)));
    putElements(results, r, combineTree(row, [&](auto &left, auto &right) {
                  return combineRegion(in, op.getCombiner(), left, right);
                }));
  }
  in.setAll(op.getResults(), results);
}

static void scanRegion(Instance &in, tc::ScanOp op) {
  SmallVector<Tile> sources = in.getAll(op.getSources());
  Rows rows(sources.front().shape, op.getAxis());
  SmallVector<Tile> results;
  for (Type type : op.getResultTypes())
    results.push_back(Tile::of(type));
  for (int64_t r = 0; r < rows.count; ++r) {
    Elements sum;
    for (int64_t k = 0; k < rows.size; ++k) {
      int64_t at = rows.at(r, op.getReverse() ? rows.size - 1 - k : k);
      Elements next = elementsAt(sources, at);
      sum = k == 0 ? next : combineRegion(in, op.getCombiner(), sum, next);
      putElements(results, at, sum);
    }
  }
  in.setAll(op.getResults(), results);
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

static void reduce(Instance &in, tc::ReduceOp op) {
  std::optional<ReduceKind> kind = op.getKind();
  if (!kind)
    return reduceRegion(in, op);
  if (op.hasIndex())
    return reduceIndex(in, op, *kind);
  reduceNamed(in, op, *kind);
}

static void scan(Instance &in, tc::ScanOp op) {
  if (std::optional<ReduceKind> kind = op.getKind())
    return scanNamed(in, op, *kind);
  scanRegion(in, op);
}

void minitc::addReduceOps(OpTable &table) {
  table.add<tc::ReduceOp, reduce>();
  table.add<tc::ScanOp, scan>();
}
