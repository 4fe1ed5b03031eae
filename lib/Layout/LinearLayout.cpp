//===- LinearLayout.cpp - Where each element of a tile lives --------------===//
//
// The class, its factories and the layouts derived from a layout.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/LinearLayout.h"

#include <algorithm>
#include <cassert>

using namespace minitc;

static constexpr std::array<InDim, numInDims> allInDims = {
    InDim::Register, InDim::Lane, InDim::Warp, InDim::Block, InDim::Offset};

static bool isPowerOfTwo(int64_t value) {
  return value > 0 && (value & (value - 1)) == 0;
}

static unsigned log2Exact(int64_t value) {
  assert(isPowerOfTwo(value) && "sizes are powers of two");
  return __builtin_ctzll(uint64_t(value));
}

/// The bits of a row-major index below those of dimension `dim`.
static unsigned dimShift(const std::vector<int64_t> &shape, unsigned dim) {
  unsigned shift = 0;
  for (size_t i = dim + 1; i < shape.size(); ++i)
    shift += log2Exact(shape[i]);
  return shift;
}

static bool isPermutation(std::vector<unsigned> order, size_t size) {
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != i)
      return false;
  return order.size() == size;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

LinearLayout::LinearLayout(std::vector<int64_t> shape)
    : dims(std::move(shape)) {
  assert(std::all_of(dims.begin(), dims.end(), isPowerOfTwo) &&
         "tile dimensions are powers of two");
}

LinearLayout::LinearLayout(std::vector<int64_t> shape, Bases registers,
                           Bases lanes, Bases warps, Bases blocks)
    : LinearLayout(std::move(shape)) {
  in[unsigned(InDim::Register)] = std::move(registers);
  in[unsigned(InDim::Lane)] = std::move(lanes);
  in[unsigned(InDim::Warp)] = std::move(warps);
  in[unsigned(InDim::Block)] = std::move(blocks);
}

LinearLayout LinearLayout::shared(std::vector<int64_t> shape, Bases offsets) {
  LinearLayout layout(std::move(shape));
  layout.in[unsigned(InDim::Offset)] = std::move(offsets);
  return layout;
}

namespace {

/// Hands out the bits of a tile's row-major index, dimension by dimension.
class ElementBits {
public:
  ElementBits(const std::vector<int64_t> &shape,
              const std::vector<unsigned> &order) {
    for (unsigned dim : order) {
      unsigned shift = dimShift(shape, dim);
      Bases bits;
      for (unsigned i = 0, e = log2Exact(shape[dim]); i < e; ++i)
        bits.push_back(1u << (shift + i));
      left.push_back(std::move(bits));
    }
  }

  /// Up to `count` bits of the fastest dimension.
  Bases takeFromFastest(unsigned count) {
    if (left.empty())
      return {};
    Bases &bits = left.front();
    auto end = bits.begin() + std::min<size_t>(count, bits.size());
    Bases taken(bits.begin(), end);
    bits.erase(bits.begin(), end);
    return taken;
  }

  /// The next `count` bits, all of one dimension before those of the next;
  /// zeros once none is left.
  Bases take(unsigned count) {
    Bases taken = takeAvailable(count);
    taken.resize(count, 0);
    return taken;
  }

  /// The same without the zeros.
  Bases takeAvailable(size_t count) {
    Bases taken;
    for (Bases &bits : left) {
      auto end = bits.begin() + std::min(count - taken.size(), bits.size());
      taken.insert(taken.end(), bits.begin(), end);
      bits.erase(bits.begin(), end);
    }
    return taken;
  }

private:
  std::vector<Bases> left;
};

} // namespace

LinearLayout LinearLayout::blocked(const std::vector<int64_t> &shape,
                                   const std::vector<unsigned> &order,
                                   unsigned sizePerThread, unsigned numLanes,
                                   unsigned numWarps) {
  assert(isPermutation(order, shape.size()) &&
         "the order names each dimension once");
  ElementBits bits(shape, order);
  Bases registers = bits.takeFromFastest(log2Exact(sizePerThread));
  Bases lanes = bits.take(log2Exact(numLanes));
  Bases warps = bits.take(log2Exact(numWarps));
  Bases repeats = bits.takeAvailable(32);
  registers.insert(registers.end(), repeats.begin(), repeats.end());
  return LinearLayout(shape, std::move(registers), std::move(lanes),
                      std::move(warps));
}

LinearLayout LinearLayout::replicated(const std::vector<int64_t> &shape,
                                      unsigned numLanes, unsigned numWarps) {
  Bases registers = rowMajorShared(shape).bases(InDim::Offset);
  return LinearLayout(shape, std::move(registers),
                      Bases(log2Exact(numLanes), 0),
                      Bases(log2Exact(numWarps), 0));
}

LinearLayout LinearLayout::rowMajorShared(const std::vector<int64_t> &shape) {
  Bases offsets = f2::complement({}, LinearLayout(shape).numElementBits());
  return shared(shape, std::move(offsets));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

uint32_t LinearLayout::numElements() const { return 1u << numElementBits(); }

unsigned LinearLayout::numElementBits() const {
  unsigned bits = 0;
  for (int64_t size : dims)
    bits += log2Exact(size);
  return bits;
}

uint32_t LinearLayout::apply(InDim dim, uint32_t index) const {
  return f2::apply(bases(dim), index);
}

uint32_t LinearLayout::apply(uint32_t reg, uint32_t lane, uint32_t warp,
                             uint32_t block) const {
  return apply(InDim::Register, reg) ^ apply(InDim::Lane, lane) ^
         apply(InDim::Warp, warp) ^ apply(InDim::Block, block);
}

std::vector<int64_t> LinearLayout::coordinates(uint32_t element) const {
  std::vector<int64_t> result(rank());
  for (unsigned i = rank(); i-- > 0;) {
    result[i] = element & (dims[i] - 1);
    element >>= log2Exact(dims[i]);
  }
  return result;
}

uint32_t LinearLayout::element(const std::vector<int64_t> &coordinates) const {
  assert(coordinates.size() == rank() && "one coordinate a dimension");
  uint32_t result = 0;
  for (unsigned i = 0; i < rank(); ++i)
    result = (result << log2Exact(dims[i])) | uint32_t(coordinates[i]);
  return result;
}

uint32_t LinearLayout::dimMask(unsigned dim) const {
  return uint32_t(dims[dim] - 1) << dimShift(dims, dim);
}

uint32_t LinearLayout::freeMask(InDim dim) const {
  uint32_t mask = 0;
  for (size_t i = 0; i < bases(dim).size(); ++i)
    if (bases(dim)[i] == 0)
      mask |= 1u << i;
  return mask;
}

uint32_t LinearLayout::copyMask(InDim dim) const {
  Bases held;
  uint32_t mask = 0;
  for (InDim part : {InDim::Register, InDim::Lane, InDim::Warp})
    for (size_t i = 0; i < bases(part).size(); ++i) {
      uint32_t basis = bases(part)[i];
      if (!f2::inSpan(held, basis))
        held.push_back(basis);
      else if (part == dim)
        mask |= 1u << i;
    }
  return mask;
}

bool LinearLayout::isSurjective() const {
  return f2::rank(matrix()) == numElementBits();
}

bool LinearLayout::isInjective() const {
  Bases columns = matrix();
  return f2::rank(columns) == columns.size();
}

bool LinearLayout::operator==(const LinearLayout &other) const {
  return dims == other.dims && in == other.in;
}

size_t LinearLayout::hash() const {
  // FNV-1a over words; sizes go in first so that lists do not run together.
  uint64_t state = 0xcbf29ce484222325;
  auto add = [&](uint64_t word) { state = (state ^ word) * 0x100000001b3; };
  add(dims.size());
  for (int64_t size : dims)
    add(uint64_t(size));
  for (const Bases &columns : in) {
    add(columns.size());
    for (uint32_t column : columns)
      add(column);
  }
  return size_t(state ^ (state >> 32));
}

template <typename Range, typename Print>
static std::string bracketed(const Range &range, Print print) {
  std::string text = "[";
  for (const auto &item : range)
    text += (text.size() > 1 ? ", " : "") + print(item);
  return text + "]";
}

std::string LinearLayout::str() const {
  static constexpr const char *names[numInDims] = {"register", "lane", "warp",
                                                   "block", "offset"};
  auto printBasis = [&](uint32_t basis) {
    return bracketed(coordinates(basis),
                     [](int64_t value) { return std::to_string(value); });
  };
  std::string text = "{";
  for (InDim dim : allInDims) {
    if (bases(dim).empty())
      continue;
    text += (text.size() > 1 ? ", " : "") + std::string(names[unsigned(dim)]) +
            " = " + bracketed(bases(dim), printBasis);
  }
  return text + "}";
}

uint32_t LinearLayout::contiguousRegisters(unsigned dim) const {
  unsigned shift = dimShift(dims, dim);
  unsigned limit = log2Exact(dims[dim]);
  const Bases &registers = bases(InDim::Register);
  unsigned count = 0;
  while (count < limit && count < registers.size() &&
         registers[count] == 1u << (shift + count))
    ++count;
  // Every other basis has to leave the bits counted alone: else some registers
  // or threads hold the neighbours in another order.
  Bases columns = matrix();
  for (size_t i = 0; i < columns.size(); ++i) {
    if (i < count)
      continue;
    uint32_t touched = columns[i] >> shift & ((1u << count) - 1);
    if (touched)
      count = std::min<unsigned>(count, __builtin_ctz(touched));
  }
  return 1u << count;
}

//===----------------------------------------------------------------------===//
// Layouts of related tiles
//===----------------------------------------------------------------------===//

Bases LinearLayout::matrix() const {
  Bases columns;
  for (const Bases &part : in)
    columns.insert(columns.end(), part.begin(), part.end());
  return columns;
}

LinearLayout LinearLayout::compose(const Bases &map,
                                   const std::vector<int64_t> &shape) const {
  LinearLayout result(shape);
  for (unsigned i = 0; i < numInDims; ++i)
    for (uint32_t basis : in[i])
      result.in[i].push_back(f2::apply(map, basis));
  return result;
}

LinearLayout LinearLayout::reshape(const std::vector<int64_t> &shape) const {
  LinearLayout result = *this;
  result.dims = shape;
  assert(result.numElementBits() == numElementBits() &&
         "a reshape keeps the number of elements");
  return result;
}

LinearLayout LinearLayout::transpose(const std::vector<unsigned> &order) const {
  assert(isPermutation(order, rank()) && "the order names each dimension once");
  std::vector<int64_t> shape;
  for (unsigned dim : order)
    shape.push_back(dims[dim]);
  Bases map(numElementBits());
  for (unsigned i = 0; i < order.size(); ++i) {
    unsigned from = dimShift(dims, order[i]), to = dimShift(shape, i);
    for (unsigned bit = 0, e = log2Exact(shape[i]); bit < e; ++bit)
      map[from + bit] = 1u << (to + bit);
  }
  return compose(map, shape);
}

LinearLayout
LinearLayout::inverseTranspose(const std::vector<unsigned> &order) const {
  assert(isPermutation(order, rank()) && "the order names each dimension once");
  std::vector<unsigned> inverse(order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    inverse[order[i]] = i;
  return transpose(inverse);
}

LinearLayout LinearLayout::expandDims(unsigned axis) const {
  assert(axis <= rank() && "the new dimension is at most the last");
  std::vector<int64_t> shape = dims;
  shape.insert(shape.begin() + axis, 1);
  return reshape(shape);
}

LinearLayout LinearLayout::dropUnitDim(unsigned axis) const {
  assert(axis < rank() && dims[axis] == 1 && "only a dimension of size 1");
  std::vector<int64_t> shape = dims;
  shape.erase(shape.begin() + axis);
  return reshape(shape);
}

LinearLayout LinearLayout::slice(unsigned axis) const {
  assert(axis < rank() && "the axis is a dimension of the tile");
  std::vector<int64_t> shape = dims;
  shape[axis] = 1;
  return broadcastOperand(shape).dropUnitDim(axis);
}

LinearLayout
LinearLayout::broadcastOperand(const std::vector<int64_t> &shape) const {
  assert(shape.size() == rank() && "a broadcast keeps the rank");
  Bases map(numElementBits(), 0);
  for (unsigned dim = 0; dim < rank(); ++dim) {
    if (shape[dim] != dims[dim]) {
      assert(shape[dim] == 1 && "a broadcast stretches dimensions of size 1");
      continue;
    }
    unsigned from = dimShift(dims, dim), to = dimShift(shape, dim);
    for (unsigned bit = 0, e = log2Exact(dims[dim]); bit < e; ++bit)
      map[from + bit] = 1u << (to + bit);
  }
  return compose(map, shape).withoutDuplicateRegisters();
}

LinearLayout LinearLayout::join(const std::vector<int64_t> &shape,
                                unsigned bit) const {
  Bases map(numElementBits());
  for (unsigned i = 0; i < map.size(); ++i)
    map[i] = f2::insertZero(1u << i, bit);
  LinearLayout result = compose(map, shape);
  Bases &registers = result.in[unsigned(InDim::Register)];
  registers.insert(bit == 0 ? registers.begin() : registers.end(), 1u << bit);
  return result;
}

LinearLayout LinearLayout::half(const std::vector<int64_t> &shape,
                                unsigned bit) const {
  Bases map(numElementBits(), 0);
  for (unsigned i = 0; i < map.size(); ++i)
    if (i != bit)
      map[i] = f2::removeBit(1u << i, bit);
  return compose(map, shape).withoutDuplicateRegisters();
}

LinearLayout LinearLayout::withoutDuplicateRegisters() const {
  LinearLayout result = *this;
  result.in[unsigned(InDim::Register)] = f2::extend({}, bases(InDim::Register));
  return result;
}

LinearLayout
LinearLayout::permuteRegisters(const std::vector<unsigned> &order) const {
  const Bases &registers = bases(InDim::Register);
  assert(isPermutation(order, registers.size()) &&
         "the order names each register bit once");
  Bases permuted;
  for (unsigned bit : order)
    permuted.push_back(registers[bit]);
  LinearLayout result = *this;
  result.in[unsigned(InDim::Register)] = std::move(permuted);
  return result;
}
