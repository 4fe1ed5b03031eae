//===- TCG.h - The tcg dialect ----------------------------------*- C++ -*-===//
//
// Tiles with a place on the GPU: the layout attribute, shared memory, and the
// ops that layouts make necessary.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TCG_IR_TCG_H
#define MINITC_DIALECT_TCG_IR_TCG_H

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Layout/LinearLayout.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "minitc/Dialect/TCG/IR/TCGDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "minitc/Dialect/TCG/IR/TCGAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "minitc/Dialect/TCG/IR/TCGTypes.h.inc"

namespace mlir::tcg {

/// What shared-memory ops read and write.
struct SharedMemory : SideEffects::Resource::Base<SharedMemory> {
  StringRef getName() final { return "SharedMemory"; }
};

/// Threads in a warp.
constexpr unsigned warpSize = 32;

/// Whether a type is a tile whose layout is known.
bool isPlacedTile(Type type);
/// The layout of a placed tile.
minitc::LinearLayout getLayout(Type tile);
/// The tile type with `layout`, whatever layout it had.
RankedTensorType withLayout(RankedTensorType tile,
                            const minitc::LinearLayout &layout);
/// A tile's shape as the layout library takes it.
std::vector<int64_t> shapeVector(RankedTensorType tile);

/// How `tcg-assign-layouts` tells the lowering what the axis analysis proved
/// about a load or store: an array of three, the dimension along which the
/// addresses are contiguous, how many elements one access may take, and over
/// how many elements along it the mask is known to be constant.
inline constexpr StringLiteral accessAttrName = "tcg.access";

/// How many elements each piece of an asynchronous copy takes, given the layout
/// of the pointers, that of the shared tile and `tcg.access`: pieces of 4, 8 or
/// 16 bytes whose mask is one value; 0 where there are none.
unsigned asyncCopyWidth(const minitc::LinearLayout &held,
                        const minitc::LinearLayout &shared,
                        unsigned elementBytes, DenseI32ArrayAttr access);

/// What it proved about a comparison: for each dimension, along how many
/// elements, from a multiple of that number, the result is one value.
inline constexpr StringLiteral constancyAttrName = "tcg.constancy";

/// A step of a launch expression (TensorMapAttr): an operation, or "" for a
/// constant and "%" for an argument.
struct LaunchStep {
  StringRef operation;
  /// The constant, or the argument's number.
  int64_t value = 0;
  /// The width that the operation's result wraps to.
  unsigned bits = 64;
};
/// The steps of an expression in postfix order; none if it is malformed.
std::optional<SmallVector<LaunchStep>> parseLaunchExpression(StringRef text);

/// On a kernel: the tensor maps that it takes after its arguments, each a
/// dictionary of `base`, `element`, `sizes`, `strides` and `box`, the fastest
/// dimension first, and `swizzle`, in bytes.
inline constexpr StringLiteral tensorMapsAttrName = "tcg.tensor_maps";

/// On a kernel: warps beyond `num_warps` that only start copies.
inline constexpr StringLiteral producerWarpsAttrName = "tcg.producer_warps";

/// On a kernel: blocks that a multiprocessor is to hold at once.
inline constexpr StringLiteral minBlocksAttrName = "tcg.min_blocks";

/// Shared memory that a kernel needs, in bytes, on the kernel.
inline constexpr StringLiteral sharedBytesAttrName = "tcg.shared_bytes";
/// Up to this much is declared in the PTX module, and launches with no more
/// ado; beyond it, the launcher asks for it.
constexpr unsigned staticSharedLimit = 48 * 1024;

} // namespace mlir::tcg

#define GET_OP_CLASSES
#include "minitc/Dialect/TCG/IR/TCGOps.h.inc"

#endif // MINITC_DIALECT_TCG_IR_TCG_H
