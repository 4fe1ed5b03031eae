//===- F2.cpp - Linear algebra over bits ----------------------------------===//
//
// Gaussian elimination on columns of at most 32 bits. Everything here works on
// a few dozen columns; nothing enumerates a span.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/LinearLayout.h"

#include <cassert>

using namespace minitc;

namespace {

/// Columns in echelon form. Every column carries a tag that is summed along
/// with it (which columns it is made of, say), so that a vector reduced to
/// zero leaves the tag of the combination that is equal to it.
class Echelon {
public:
  struct Column {
    uint32_t value = 0;
    uint64_t tag = 0;
  };

  Echelon() = default;
  explicit Echelon(const Bases &columns) {
    for (uint32_t column : columns)
      insert({column, 0});
  }

  /// What is left of `column` after the columns that cancel its bits are added.
  Column reduce(Column column) const {
    while (column.value) {
      const Column &pivot = pivots[highestBit(column.value)];
      if (!pivot.value)
        break;
      column.value ^= pivot.value;
      column.tag ^= pivot.tag;
    }
    return column;
  }

  /// Adds what is left of `column`; returns that.
  Column insert(Column column) {
    column = reduce(column);
    if (column.value)
      pivots[highestBit(column.value)] = column;
    return column;
  }

  bool contains(uint32_t value) const { return reduce({value, 0}).value == 0; }

private:
  static unsigned highestBit(uint32_t value) {
    return 31 - __builtin_clz(value);
  }

  /// pivots[i] has bit i as its highest one, or is zero.
  std::array<Column, 32> pivots{};
};

/// Columns tagged with the mask of the columns they are made of. A dependent
/// column adds nothing, so tags name the earliest independent ones only.
Echelon withMasks(const Bases &columns) {
  assert(columns.size() <= 32 && "a mask of columns is 32 bits");
  Echelon echelon;
  for (size_t i = 0; i < columns.size(); ++i)
    echelon.insert({columns[i], uint64_t(1) << i});
  return echelon;
}

Bases unitVectors(unsigned numBits) {
  Bases units;
  for (unsigned i = 0; i < numBits; ++i)
    units.push_back(1u << i);
  return units;
}

} // namespace

uint32_t f2::apply(const Bases &columns, uint32_t x) {
  uint32_t result = 0;
  for (size_t i = 0; i < columns.size(); ++i)
    if (x >> i & 1)
      result ^= columns[i];
  return result;
}

unsigned f2::rank(const Bases &columns) { return extend({}, columns).size(); }

bool f2::inSpan(const Bases &columns, uint32_t y) {
  return Echelon(columns).contains(y);
}

uint32_t f2::insertZero(uint32_t x, unsigned bit) {
  uint32_t low = x & ((1u << bit) - 1);
  return (x ^ low) << 1 | low;
}

uint32_t f2::removeBit(uint32_t x, unsigned bit) {
  uint32_t low = x & ((1u << bit) - 1);
  return x >> (bit + 1) << bit | low;
}

std::optional<uint32_t> f2::solve(const Bases &columns, uint32_t y) {
  Echelon::Column rest = withMasks(columns).reduce({y, 0});
  if (rest.value)
    return std::nullopt;
  return uint32_t(rest.tag);
}

std::optional<Bases> f2::rightInverse(const Bases &columns, unsigned numBits) {
  Echelon echelon = withMasks(columns);
  Bases inverse;
  for (uint32_t unit : unitVectors(numBits)) {
    Echelon::Column rest = echelon.reduce({unit, 0});
    if (rest.value)
      return std::nullopt;
    inverse.push_back(uint32_t(rest.tag));
  }
  return inverse;
}

Bases f2::extend(const Bases &columns, const Bases &candidates) {
  Echelon echelon(columns);
  Bases added;
  for (uint32_t candidate : candidates)
    if (echelon.insert({candidate, 0}).value)
      added.push_back(candidate);
  return added;
}

std::vector<uint32_t> f2::span(const Bases &columns) {
  std::vector<uint32_t> sums = {0};
  for (uint32_t column : extend({}, columns))
    for (size_t i = 0, end = sums.size(); i < end; ++i)
      sums.push_back(sums[i] ^ column);
  return sums;
}

Bases f2::complement(const Bases &columns, unsigned numBits) {
  return extend(columns, unitVectors(numBits));
}

Bases f2::intersection(const Bases &a, const Bases &b) {
  // Tag each column with its part from b. A column of b that reduces to zero
  // over the span of a and the earlier columns of b shows a sum of columns of b
  // to be a sum of columns of a.
  Echelon sum(a);
  Bases common;
  for (uint32_t column : b) {
    Echelon::Column rest = sum.insert({column, column});
    if (!rest.value)
      common.push_back(uint32_t(rest.tag));
  }
  return extend({}, common);
}
