//===- SpreadLine.h - One dimension of a tile -------------------*- C++ -*-===//

#ifndef MINITC_LIB_DIALECT_TC_TRANSFORMS_SPREADLINE_H
#define MINITC_LIB_DIALECT_TC_TRANSFORMS_SPREADLINE_H

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"

namespace mlir::tc {

/// A tile of `shape` that is `line`, a tile of rank 1, along dimension `axis`.
inline Value spreadLine(OpBuilder &builder, Location loc, Value line,
                        ArrayRef<int64_t> shape, unsigned axis) {
  Type element = cast<RankedTensorType>(line.getType()).getElementType();
  SmallVector<int64_t> current = {shape[axis]};
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    if (dim == axis)
      continue;
    current.insert(current.begin() + dim, 1);
    line = ExpandDimsOp::create(builder, loc,
                                RankedTensorType::get(current, element), line,
                                builder.getI32IntegerAttr(dim));
  }
  auto type = RankedTensorType::get(shape, element);
  return BroadcastOp::create(builder, loc, type, line);
}

} // namespace mlir::tc

#endif // MINITC_LIB_DIALECT_TC_TRANSFORMS_SPREADLINE_H
