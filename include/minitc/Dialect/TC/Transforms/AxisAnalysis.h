//===- AxisAnalysis.h - Divisibility, contiguity, constancy -----*- C++ -*-===//
//
// What is known of a tile's integers and pointers along each dimension: how far
// they run up by one, how far they stay equal, and which power of two divides
// them. Coalesced layouts and the width of memory accesses follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_AXISANALYSIS_H
#define MINITC_DIALECT_TC_TRANSFORMS_AXISANALYSIS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace mlir::tc {

/// What is known of one value. Every number is a power of two. A scalar is
/// described as a tile of one element and one dimension.
///
/// Integers are taken modulo 2^width: a run may wrap from the largest value to
/// the smallest. What widens an integer, compares it or offsets a pointer with
/// it only relies on the part of a run that cannot straddle a wrap.
struct AxisInfo {
  /// Elements go up by exactly one (a pointer: by one pointee) within each run
  /// of this many along the dimension. Runs start at multiples of their length.
  SmallVector<int64_t> contiguity;
  /// Divides the first element of every such run; of a pointer, the address in
  /// bytes. With a contiguity of 1 it divides every element.
  SmallVector<int64_t> divisibility;
  /// Elements are equal within each run of this many along the dimension. Runs
  /// start at multiples of their length.
  SmallVector<int64_t> constancy;
  /// The value of every element, for integers, sign-extended (an i1: 0 or -1).
  std::optional<int64_t> constant;
  /// By how much the elements of a run go up: 1, or the bytes of a pointee.
  int64_t unit = 1;

  /// The largest divisor that is ever claimed: that of zero.
  static constexpr int64_t maxDivisor = int64_t(1) << 62;

  /// Nothing is known.
  static AxisInfo unknown(Type type);
  /// Every element of `type` equals one value that `divisor` divides.
  static AxisInfo uniform(Type type, int64_t divisor);
  /// Computed from the elements.
  static AxisInfo ofConstant(Attribute value, Type type);

  bool isUninitialized() const { return contiguity.empty(); }
  unsigned rank() const { return contiguity.size(); }
  /// What divides the elements at multiples of `stride` along `dim`.
  int64_t divisibilityAt(unsigned dim, int64_t stride) const;
  /// What divides every element.
  int64_t commonDivisor() const;

  /// What holds of a value that is either of two.
  static AxisInfo join(const AxisInfo &lhs, const AxisInfo &rhs);
  bool operator==(const AxisInfo &other) const;
  void print(raw_ostream &os) const;
};

/// The greatest power of two that divides `value`, at most
/// AxisInfo::maxDivisor, which is the answer for 0.
int64_t powerOfTwoDivisor(uint64_t value);

/// Runs the analysis over `root` (a module or a kernel) and answers for every
/// value in it. The answers describe the IR as it was at construction; a value
/// made later is unknown, and so is everything if a type is not in the
/// language.
class AxisAnalysis {
public:
  explicit AxisAnalysis(Operation *root);
  ~AxisAnalysis();

  AxisInfo get(Value value) const;

  /// How many elements one access through the pointers `ptr` may take along
  /// `dim`, starting at any multiple of that number: a power of two, bounded by
  /// contiguity and by the alignment of the addresses, not by what hardware
  /// can load at once.
  unsigned vectorWidth(Value ptr, unsigned dim) const;

  /// How many lanes along `dim`, starting at any multiple of that number, have
  /// one mask value. A scalar mask: 1.
  unsigned maskConstancy(Value mask, unsigned dim) const;

private:
  struct Solvers;
  std::unique_ptr<Solvers> solvers;
};

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_AXISANALYSIS_H
