//===- Combiner.cpp - Combining two groups of elements --------------------===//

#include "Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

SmallVector<Value> Combiner::combine(ArrayRef<Value> left,
                                     ArrayRef<Value> right) {
  if (kind)
    return {combineNamed(left.front(), right.front())};
  if (!isa<VectorType>(left.front().getType()))
    return combineRegion(left, right);
  unsigned count = cast<VectorType>(left.front().getType()).getNumElements();
  SmallVector<SmallVector<Value>> columns(left.size());
  for (unsigned i = 0; i < count; ++i) {
    auto at = [&](ArrayRef<Value> vectors) {
      return llvm::map_to_vector(
          vectors, [&](Value vector) { return b.extract(vector, i); });
    };
    for (auto [column, value] :
         llvm::zip(columns, combineRegion(at(left), at(right))))
      column.push_back(value);
  }
  return llvm::map_to_vector(
      columns, [&](ArrayRef<Value> column) { return b.fromElements(column); });
}

template <typename FloatOp, typename IntOp>
static Value either(LoweringBuilder &b, Value left, Value right) {
  if (isa<FloatType>(getElementTypeOrSelf(left.getType())))
    return FloatOp::create(b.builder, b.loc, left, right);
  return IntOp::create(b.builder, b.loc, left, right);
}

Value Combiner::combineNamed(Value left, Value right) {
  switch (*kind) {
  case tc::ReduceKind::Sum:
    return either<arith::AddFOp, arith::AddIOp>(b, left, right);
  case tc::ReduceKind::Prod:
    return either<arith::MulFOp, arith::MulIOp>(b, left, right);
  case tc::ReduceKind::Max:
    return either<arith::MaximumFOp, arith::MaxSIOp>(b, left, right);
  case tc::ReduceKind::Min:
    return either<arith::MinimumFOp, arith::MinSIOp>(b, left, right);
  case tc::ReduceKind::MaxNum:
    return arith::MaxNumFOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::MinNum:
    return arith::MinNumFOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::UMax:
    return arith::MaxUIOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::UMin:
    return arith::MinUIOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::And:
    return arith::AndIOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::Or:
    return arith::OrIOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::Xor:
    return arith::XOrIOp::create(b.builder, b.loc, left, right);
  case tc::ReduceKind::ArgMax:
  case tc::ReduceKind::ArgMin:
    break;
  }
  llvm_unreachable("expanded by tc-expand-reductions");
}

/// A copy of the region's body. Its ops are of the language and are converted
/// after it.
SmallVector<Value> Combiner::combineRegion(ArrayRef<Value> left,
                                           ArrayRef<Value> right) {
  Block &body = region.front();
  SmallVector<Value> values(left);
  llvm::append_range(values, right);
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip(body.getArguments(), values))
    mapping.map(argument, fromConverted(value, argument.getType()));
  for (Operation &inner : body.without_terminator())
    b.builder.clone(inner, mapping);
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands()) {
    Value result = mapping.lookupOrDefault(value);
    Type type = converter.convertType(result.getType());
    results.push_back(type == result.getType()
                          ? result
                          : converter.materializeTargetConversion(
                                b.builder, b.loc, type, result));
  }
  return results;
}

Value Combiner::fromConverted(Value value, Type type) {
  if (value.getType() == type)
    return value;
  return converter.materializeSourceConversion(b.builder, b.loc, type, value);
}
