//===- TensorCore.cpp - The layouts of tensor-core operands ---------------===//

#include "minitc/Layout/TensorCore.h"

#include <algorithm>
#include <cassert>

using namespace minitc;

namespace {

/// Hands out the bits of a tile's last two dimensions, rows and columns, and of
/// a batch before them.
class MatrixBits {
public:
  explicit MatrixBits(const std::vector<int64_t> &shape) {
    assert((shape.size() == 2 || shape.size() == 3) &&
           "a matrix, or a batch of them");
    LinearLayout plain(shape);
    columns = bitsOf(plain, shape.size() - 1);
    rows = bitsOf(plain, shape.size() - 2);
    if (shape.size() == 3)
      batch = bitsOf(plain, 0);
  }

  Bases rows, columns, batch;

  /// Up to `count` of the lowest bits that are left.
  static Bases take(Bases &bits, size_t count) {
    auto end = bits.begin() + std::min(count, bits.size());
    Bases taken(bits.begin(), end);
    bits.erase(bits.begin(), end);
    return taken;
  }

  /// The same, with zeros where none is left.
  static Bases takeOrRepeat(Bases &bits, size_t count) {
    Bases taken = take(bits, count);
    taken.resize(count, 0);
    return taken;
  }

  /// The same of the highest bits.
  static Bases takeLastOrRepeat(Bases &bits, size_t count) {
    size_t kept = bits.size() - std::min(count, bits.size());
    Bases taken(bits.begin() + kept, bits.end());
    bits.resize(kept);
    taken.resize(count, 0);
    return taken;
  }

private:
  static Bases bitsOf(const LinearLayout &layout, unsigned dim) {
    Bases bits;
    uint32_t mask = layout.dimMask(dim);
    for (unsigned bit = 0; bit < 32; ++bit)
      if (mask >> bit & 1)
        bits.push_back(1u << bit);
    return bits;
  }
};

} // namespace

static unsigned log2Of(unsigned value) { return __builtin_ctz(value); }

static void append(Bases &into, const Bases &bits) {
  into.insert(into.end(), bits.begin(), bits.end());
}

/// log2 of the elements that share a 32-bit register.
static unsigned packBits(unsigned elementBytes) {
  return elementBytes >= 4 ? 0 : 2 - log2Of(elementBytes);
}

bool minitc::isWGMMAShape(int64_t m, int64_t n, int64_t k,
                          unsigned elementBytes) {
  int64_t narrowest = 32 / elementBytes;
  return m >= warpgroupRows && n >= std::max<int64_t>(8, narrowest) &&
         k >= narrowest;
}

std::optional<WarpGrid> minitc::spreadWarpgroups(int64_t m, int64_t n,
                                                 unsigned numWarps) {
  if (m < warpgroupRows || numWarps < warpgroupWarps)
    return std::nullopt;
  WarpGrid grid;
  grid.m = std::min<int64_t>(numWarps, m / warpgroupRows * warpgroupWarps);
  grid.n = numWarps / grid.m;
  return n / grid.n >= 8 ? std::optional(grid) : std::nullopt;
}

LinearLayout minitc::tensorCoreAccumulator(const std::vector<int64_t> &shape,
                                           WarpGrid grid) {
  MatrixBits bits(shape);
  Bases registers = MatrixBits::take(bits.columns, 1);
  Bases lanes = MatrixBits::takeOrRepeat(bits.columns, 2);
  append(lanes, MatrixBits::takeOrRepeat(bits.rows, 3));
  append(registers, MatrixBits::take(bits.rows, 1));
  Bases warps = MatrixBits::takeOrRepeat(bits.rows, log2Of(grid.m));
  append(warps, MatrixBits::takeLastOrRepeat(bits.columns, log2Of(grid.n)));
  append(warps, MatrixBits::takeOrRepeat(bits.batch, log2Of(grid.batch)));
  append(registers, bits.columns);
  append(registers, bits.rows);
  append(registers, bits.batch);
  return LinearLayout(shape, registers, lanes, warps);
}

/// An operand: `outer` is its dimension of the result, `inner` the one summed
/// over. A register packs neighbours along `inner`, four lanes follow, then
/// eight lanes along `outer`.
static LinearLayout operandLayout(const std::vector<int64_t> &shape,
                                  MatrixBits &bits, Bases &outer, Bases &inner,
                                  bool isLhs, WarpGrid grid,
                                  unsigned elementBytes) {
  Bases registers = MatrixBits::take(inner, packBits(elementBytes));
  Bases lanes = MatrixBits::takeOrRepeat(inner, 2);
  append(lanes, MatrixBits::takeOrRepeat(outer, 3));
  if (isLhs)
    append(registers, MatrixBits::take(outer, 1));
  append(registers, MatrixBits::take(inner, 1));
  Bases none;
  Bases warps = MatrixBits::takeOrRepeat(isLhs ? outer : none, log2Of(grid.m));
  append(warps,
         MatrixBits::takeLastOrRepeat(isLhs ? none : outer, log2Of(grid.n)));
  append(warps, MatrixBits::takeOrRepeat(bits.batch, log2Of(grid.batch)));
  append(registers, inner);
  append(registers, outer);
  append(registers, bits.batch);
  return LinearLayout(shape, registers, lanes, warps);
}

LinearLayout minitc::tensorCoreLhs(const std::vector<int64_t> &shape,
                                   WarpGrid grid, unsigned elementBytes) {
  MatrixBits bits(shape);
  return operandLayout(shape, bits, bits.rows, bits.columns, /*isLhs=*/true,
                       grid, elementBytes);
}

LinearLayout minitc::tensorCoreRhs(const std::vector<int64_t> &shape,
                                   WarpGrid grid, unsigned elementBytes) {
  MatrixBits bits(shape);
  return operandLayout(shape, bits, bits.columns, bits.rows, /*isLhs=*/false,
                       grid, elementBytes);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// log2 of the bytes of a piece that a swizzle moves as a whole, and of the
/// bytes after which its pattern of rows changes.
static constexpr unsigned pieceBits = 4;
static constexpr unsigned patternBits = 7;
/// log2 of the rows of a pattern.
static constexpr unsigned patternRowBits = 3;

LinearLayout minitc::swizzledShared(const std::vector<int64_t> &shape,
                                    SwizzledMatrix matrix,
                                    unsigned elementBytes) {
  MatrixBits bits(shape);
  Bases &contiguous = matrix.isTransposed ? bits.rows : bits.columns;
  Bases &strided = matrix.isTransposed ? bits.columns : bits.rows;
  unsigned byteBits = log2Of(elementBytes);
  unsigned swizzleBits = log2Of(matrix.swizzleBytes);
  // The element at each bit of the address before swizzling.
  Bases plain = MatrixBits::take(contiguous, swizzleBits - byteBits);
  append(plain, strided);
  append(plain, contiguous);
  append(plain, bits.batch);
  // The bits that number the pieces of a row are XORed with as many of the
  // address from `patternBits` on.
  Bases offsets = plain;
  for (unsigned piece = 0; piece < swizzleBits - pieceBits; ++piece) {
    unsigned from = patternBits + piece - byteBits;
    if (from < offsets.size())
      offsets[from] ^= plain[pieceBits + piece - byteBits];
  }
  return LinearLayout::shared(shape, offsets);
}

std::optional<SwizzledMatrix>
minitc::widestSwizzle(const std::vector<int64_t> &shape, bool isTransposed,
                      unsigned elementBytes) {
  size_t last = shape.size() - 1;
  int64_t contiguous = shape[isTransposed ? last - 1 : last];
  int64_t strided = shape[isTransposed ? last : last - 1];
  int64_t rowBytes = contiguous * elementBytes;
  if (rowBytes < 32 || strided < 1 << patternRowBits)
    return std::nullopt;
  return SwizzledMatrix{isTransposed,
                        unsigned(std::min<int64_t>(rowBytes, 128))};
}

std::optional<SwizzledMatrix> minitc::matchSwizzle(const LinearLayout &shared,
                                                   unsigned elementBytes) {
  for (bool isTransposed : {false, true})
    if (std::optional<SwizzledMatrix> widest =
            widestSwizzle(shared.shape(), isTransposed, elementBytes))
      for (unsigned bytes = widest->swizzleBytes; bytes >= 32; bytes /= 2) {
        SwizzledMatrix matrix{isTransposed, bytes};
        if (swizzledShared(shared.shape(), matrix, elementBytes) == shared)
          return matrix;
      }
  return std::nullopt;
}
