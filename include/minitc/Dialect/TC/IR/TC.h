//===- TC.h - The tc dialect ------------------------------------*- C++ -*-===//
//
// The dialect that users write: its types, attributes and operations, and what
// may stand in a tile.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TC_H
#define MINITC_DIALECT_TC_IR_TC_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "minitc/Dialect/TC/IR/TCDialect.h.inc"
#include "minitc/Dialect/TC/IR/TCEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "minitc/Dialect/TC/IR/TCTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "minitc/Dialect/TC/IR/TCAttrs.h.inc"

namespace mlir::tc {

/// The largest tile, in elements, and the highest rank.
constexpr int64_t maxTileElements = int64_t(1) << 20;
constexpr int64_t maxTileRank = 5;

/// On a sum of products: `tc-form-fma` says that each product may be added
/// without being rounded first.
inline constexpr StringLiteral contractAttrName = "tc.contract";

/// An element that memory holds and tiles are made of, pointers excepted.
bool isElement(Type type);
/// An element or a pointer to one.
bool isScalar(Type type);
/// f8E4M3FN or f8E5M2: storage types, without arithmetic.
bool isF8(Type type);
/// A tensor that the language allows.
bool isTile(Type type);
/// Why a type is not in the language, as the fragment of a message; empty if
/// it is.
std::string whyIllegalType(Type type);

/// `type` with its element replaced: a tile keeps its shape and encoding.
Type withElement(Type type, Type element);
/// An i1 for each element of `type`.
Type maskTypeOf(Type type);
/// What a pointer or a tile of pointers yields when loaded.
Type pointeeOf(Type pointerType);
/// Bytes that an element takes in memory (a pointer: 8, an i1: 1).
unsigned elementBytes(Type element);
/// The shape of a tile, or none for a scalar.
ArrayRef<int64_t> shapeOf(Type type);

} // namespace mlir::tc

#define GET_OP_CLASSES
#include "minitc/Dialect/TC/IR/TCOps.h.inc"

#endif // MINITC_DIALECT_TC_IR_TC_H
