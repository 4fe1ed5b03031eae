//===- OpTable.h - What each op does ----------------------------*- C++ -*-===//
//
// The meaning of each op is one function; the table finds it. Each family of
// ops adds its own.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_OPTABLE_H
#define MINITC_LIB_INTERPRETER_OPTABLE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace minitc {

class Instance;

/// Executes one op: takes its operands from the instance and gives it the
/// results.
using Handler = void (*)(Instance &, mlir::Operation *);

class OpTable {
public:
  /// Of every op of the language.
  static const OpTable &get();

  /// `table.add<arith::AddIOp, addi>()`
  template <typename OpTy, void (*meaning)(Instance &, OpTy)> void add() {
    handlers[mlir::TypeID::get<OpTy>()] = [](Instance &instance,
                                             mlir::Operation *op) {
      meaning(instance, mlir::cast<OpTy>(op));
    };
  }
  /// Null for an op outside the language.
  Handler lookup(mlir::Operation *op) const {
    return handlers.lookup(op->getName().getTypeID());
  }

private:
  OpTable();
  llvm::DenseMap<mlir::TypeID, Handler> handlers;
};

void addIntegerOps(OpTable &table);
void addFloatOps(OpTable &table);
void addCastOps(OpTable &table);
void addMathOps(OpTable &table);
void addControlOps(OpTable &table);
void addShapeOps(OpTable &table);
void addPointerOps(OpTable &table);
void addMemoryOps(OpTable &table);
void addViewOps(OpTable &table);
void addAtomicOps(OpTable &table);
void addReduceOps(OpTable &table);
void addDotOps(OpTable &table);
void addDebugOps(OpTable &table);

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_OPTABLE_H
