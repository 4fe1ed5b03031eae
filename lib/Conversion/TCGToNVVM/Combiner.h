//===- Combiner.h - Combining two groups of elements ------------*- C++ -*-===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_COMBINER_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_COMBINER_H

#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Transforms/DialectConversion.h"

namespace mlir {

/// Combines two groups of values, scalars or vectors of one size, the left
/// ones first: as a reduction or a scan does, by its kind or its region.
class Combiner {
public:
  /// Of `op`, which has a kind or a combiner.
  template <typename OpTy>
  Combiner(OpTy op, LoweringBuilder &b, const TypeConverter &converter)
      : kind(op.getKind()), region(op.getCombiner()), b(b),
        converter(converter) {}

  SmallVector<Value> combine(ArrayRef<Value> left, ArrayRef<Value> right);

private:
  std::optional<tc::ReduceKind> kind;
  Region &region;
  LoweringBuilder &b;
  const TypeConverter &converter;

  Value combineNamed(Value left, Value right);
  SmallVector<Value> combineRegion(ArrayRef<Value> left, ArrayRef<Value> right);
  Value fromConverted(Value value, Type type);
};

} // namespace mlir

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_COMBINER_H
