//===- SharedAddress.h - Where a thread's elements are shared ---*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_SHAREDADDRESS_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_SHAREDADDRESS_H

#include "VectorUtils.h"

namespace mlir {

/// The addresses, in a shared tile, of the elements that one thread holds.
class SharedAddress {
public:
  /// `element` is the element's type in memory.
  SharedAddress(LoweringBuilder &b, const minitc::LinearLayout &held,
                const minitc::LinearLayout &shared, Type element);

  /// The offset in elements, of `register` at lane and warp 0.
  uint32_t offset(unsigned reg) const {
    return minitc::f2::apply(registers, reg);
  }
  /// The address of the element of register `reg`, in the tile at `base`.
  Value of(Value base, unsigned reg);

private:
  LoweringBuilder &b;
  Type element;
  minitc::Bases registers, lanes, warps;
  uint32_t threadBits = 0;
  Value thread;
};

/// The offsets, in elements, of some elements of a shared tile.
minitc::Bases sharedOffsets(const minitc::LinearLayout &shared,
                            const minitc::Bases &elements);

/// `base` moved by `offset` elements.
Value sharedElement(LoweringBuilder &b, Value base, Type element, Value offset);

} // namespace mlir

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_SHAREDADDRESS_H
