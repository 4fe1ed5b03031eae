//===- Combining.h - What reduce and scan share -----------------*- C++ -*-===//
//
// Syntax and verification of the ops that combine elements along an axis, by a
// named kind or by a region.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_DIALECT_TC_IR_COMBINING_H
#define MINITC_LIB_DIALECT_TC_IR_COMBINING_H

#include "minitc/Dialect/TC/IR/TC.h"

namespace mlir::tc {

/// How the syntax of one combining op differs from the others'.
struct CombiningSyntax {
  /// What messages call the op: "reduction" or "scan".
  StringRef noun;
  /// The kinds that the named form takes, as messages list them.
  StringRef kinds;
  /// The keyword and unit attribute that may follow the axis.
  StringRef flag;
  /// Whether the flag may follow in the named form too.
  bool isNamedFlagged;
  /// Whether the named form states its result types; they are the source's
  /// otherwise.
  bool hasResultTypes;
};

extern const CombiningSyntax reduceSyntax, scanSyntax;

/// Parses either form:
///   KIND %x axis N FLAG? : T (-> R, ...)?
///   (%x, ...) axis N FLAG? combine {...} : (T, ...) -> (R, ...)
ParseResult parseCombining(OpAsmParser &parser, OperationState &result,
                           const CombiningSyntax &syntax);
/// Prints `op`, a ReduceOp or ScanOp.
void printCombining(OpAsmPrinter &printer, Operation *op,
                    const CombiningSyntax &syntax);

/// Verifies the sources' shapes, the axis, and that there is either a kind,
/// legal for the element, or a region.
LogicalResult verifyCombining(Operation *op, OperandRange sources, int64_t axis,
                              std::optional<ReduceKind> kind, Region &combiner);
/// Verifies what stands in the region, if there is one.
LogicalResult verifyCombiner(Operation *op, OperandRange sources,
                             Region &combiner);
/// The element types of the sources.
SmallVector<Type> elementTypesOf(ValueRange sources);

} // namespace mlir::tc

#endif // MINITC_LIB_DIALECT_TC_IR_COMBINING_H
