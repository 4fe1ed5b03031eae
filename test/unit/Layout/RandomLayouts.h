//===- RandomLayouts.h - Layouts to test with -------------------*- C++ -*-===//
//
// Random tiles and layouts from a fixed seed.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
#define MINITC_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H

#include "minitc/Layout/LinearLayout.h"

#include <algorithm>
#include <ostream>
#include <random>

namespace minitc {

inline void PrintTo(const LinearLayout &layout, std::ostream *os) {
  *os << "<";
  for (int64_t size : layout.shape())
    *os << size << "x";
  *os << "> " << layout.str();
}

namespace test {

class RandomLayouts {
public:
  explicit RandomLayouts(uint32_t seed) : rng(seed) {}

  /// A number from `low` to `high`.
  unsigned number(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(rng);
  }
  bool chance(unsigned percent) { return number(1, 100) <= percent; }

  template <typename T> void shuffle(std::vector<T> &items) {
    std::shuffle(items.begin(), items.end(), rng);
  }

  /// Rank 1 to 5, `numBits` bits of elements; some dimensions are 1.
  std::vector<int64_t> shape(unsigned numBits) {
    std::vector<int64_t> result(number(1, 5), 1);
    for (unsigned i = 0; i < numBits; ++i)
      result[number(0, result.size() - 1)] *= 2;
    return result;
  }
  std::vector<int64_t> shape() { return shape(number(0, 10)); }

  std::vector<unsigned> permutation(unsigned size) {
    std::vector<unsigned> result;
    for (unsigned i = 0; i < size; ++i)
      result.push_back(i);
    shuffle(result);
    return result;
  }

  /// `count` columns of `numBits` bits, zero and dependent ones included.
  Bases columns(unsigned count, unsigned numBits) {
    Bases result;
    for (unsigned i = 0; i < count; ++i)
      result.push_back(number(0, (1u << numBits) - 1));
    return result;
  }

  /// A basis of all of `numBits` bits.
  Bases basis(unsigned numBits) {
    Bases result;
    while (result.size() < numBits) {
      uint32_t column = number(1, (1u << numBits) - 1);
      if (!f2::inSpan(result, column))
        result.push_back(column);
    }
    return result;
  }

  /// A surjective layout whose bases are units (and zeros, for copies).
  LinearLayout unitLayout(const std::vector<int64_t> &shape, unsigned laneBits,
                          unsigned warpBits) {
    unsigned numBits = LinearLayout(shape).numElementBits();
    return fromBasis(shape, f2::complement({}, numBits), laneBits, warpBits,
                     /*dependentPercent=*/0);
  }

  /// A surjective layout of any bases; copies may be sums of other bases.
  LinearLayout layout(const std::vector<int64_t> &shape, unsigned laneBits,
                      unsigned warpBits) {
    unsigned numBits = LinearLayout(shape).numElementBits();
    Bases columns = chance(50) ? basis(numBits) : f2::complement({}, numBits);
    return fromBasis(shape, columns, laneBits, warpBits,
                     /*dependentPercent=*/30);
  }

private:
  /// Deals `basis` to lanes, warps and registers; lanes and warps that get none
  /// become copies, and now and then a register does.
  LinearLayout fromBasis(const std::vector<int64_t> &shape, Bases basis,
                         unsigned laneBits, unsigned warpBits,
                         unsigned dependentPercent) {
    unsigned numBits = basis.size();
    shuffle(basis);
    auto copy = [&]() -> uint32_t {
      return chance(dependentPercent) ? number(0, (1u << numBits) - 1) : 0;
    };
    auto deal = [&](unsigned count) {
      Bases dealt;
      for (unsigned i = 0; i < count; ++i) {
        if (basis.empty() || chance(20)) {
          dealt.push_back(copy());
          continue;
        }
        dealt.push_back(basis.back());
        basis.pop_back();
      }
      return dealt;
    };
    Bases lanes = deal(laneBits), warps = deal(warpBits), registers = basis;
    while (chance(15))
      registers.push_back(copy());
    shuffle(registers);
    return LinearLayout(shape, registers, lanes, warps);
  }

  std::mt19937 rng;
};

} // namespace test
} // namespace minitc

#endif // MINITC_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
