//===- LayoutInference.h - Layouts across one op ----------------*- C++ -*-===//
//
// What the layout of one operand or result of an op says about the others, and
// which ops are cheap enough to be repeated in another layout. The one place
// that knows how each op of the language treats layouts.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TCG_TRANSFORMS_LAYOUTINFERENCE_H
#define MINITC_DIALECT_TCG_TRANSFORMS_LAYOUTINFERENCE_H

#include "minitc/Layout/LinearLayout.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::tcg {

/// Whether every tile among the op's operands and results has one shape and
/// must have one layout.
bool isElementwise(Operation *op);

/// Whether the op is tc.expand_dims, broadcast, reshape, transpose, join, cat
/// or split: its results are its operands' elements, moved within each thread.
/// All its operands have one layout, and so have all its results.
bool isShapeOp(Operation *op);

/// Of tc.join, cat or split: the bit of the whole tile's row-major index that
/// tells its two halves apart.
unsigned halvesBit(Operation *op);

/// The layout that the operands of a shape op need for its results to have
/// `result`.
minitc::LinearLayout shapeOperandLayout(Operation *op,
                                        const minitc::LinearLayout &result);

/// The layout that the results of a shape op get from its operands', where
/// those settle it: a broadcast's does not, nor that of a split whose halves
/// are in different threads.
std::optional<minitc::LinearLayout>
shapeResultLayout(Operation *op, const minitc::LinearLayout &operand);

/// Whether the op makes its tile from scalars alone, in any layout: a range, a
/// splat, a constant.
bool isLayoutFree(Operation *op);

/// Whether repeating the op costs less than moving its result: no memory, no
/// reduction, no special function.
bool isCheap(Operation *op);

/// Whether every thread that holds copies is, lane bits apart, the thread of
/// its own warp that stands for them: a shuffle can give it their values.
bool areCopiesInWarp(const minitc::LinearLayout &layout);

/// Gives an op's only result (a tile) another layout; a constant's value is
/// retyped with it.
void setResultLayout(Operation *op, const minitc::LinearLayout &layout);

} // namespace mlir::tcg

#endif // MINITC_DIALECT_TCG_TRANSFORMS_LAYOUTINFERENCE_H
