//===- Program.h - A kernel made ready to run -------------------*- C++ -*-===//
//
// What can be known of a kernel before it runs: what each op does, when its
// operands are no longer needed, and numbers by which ops and pointers are told
// apart as if every helper function were inlined.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_PROGRAM_H
#define MINITC_LIB_INTERPRETER_PROGRAM_H

#include "OpTable.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace minitc {

/// What is known of one op.
struct OpInfo {
  Handler handler = nullptr;
  /// Its number within its function.
  uint32_t number = 0;
  /// The values that nothing needs once it has run: its last operands, and
  /// results without a use.
  llvm::SmallVector<mlir::Value, 2> dying;
  /// For an op on a view: the number, within its function, that it shares with
  /// the ops on the same view and indices and with no pointer.
  uint32_t pointer = 0;
};

/// One place where the body of a function or kernel stands once every call is
/// inlined. Ops and pointers have the numbers within their function plus a
/// base that differs from place to place.
struct Place {
  uint32_t opBase = 0, pointerBase = 0;
  /// Where the bodies of the calls in it stand.
  llvm::DenseMap<mlir::Operation *, unsigned> calls;
};

/// The shape of the tile that a memory access reads or writes; empty for a
/// scalar.
llvm::ArrayRef<int64_t> accessShape(mlir::Operation *op);

class Program {
public:
  /// Prepares a kernel of a verified module. Reports ops outside the language
  /// and recursion as MLIR diagnostics, and fails.
  static mlir::LogicalResult prepare(mlir::tc::KernelOp kernel,
                                     Program &program);

  mlir::tc::KernelOp kernel;
  /// Whether instances have to run in ascending order.
  bool hasAtomics = false;
  /// Whether anything orders the accesses of one instance.
  bool hasBarriers = false;
  /// Bytes of the smallest element that any pointer of the kernel points to.
  unsigned smallestElement = 8;
  /// Whether pointers are made from integers or change what they point to.
  bool changesPointee = false;
  /// The most elements that one op accesses.
  int64_t largestAccess = 1;

  const OpInfo &infoOf(mlir::Operation *op) const {
    return infos.find(op)->second;
  }
  /// The number within its function of the SSA value that a pointer or view is.
  uint32_t pointerNumber(mlir::Value value) const {
    return pointers.lookup(value);
  }
  const Place &place(unsigned number) const { return places[number]; }
  mlir::func::FuncOp callee(mlir::func::CallOp call) const {
    return callees.lookup(call);
  }
  /// The op with a number that counts all places.
  mlir::Operation *opOf(uint32_t number) const { return ops[number]; }
  /// The ops that access memory have numbers of their own from 1 on, all places
  /// counted, so that the shadow need not hold larger ones.
  uint32_t siteOf(uint32_t opNumber) const { return siteNumbers[opNumber]; }
  /// The number of the op that a site is.
  uint32_t opAtSite(uint32_t site) const { return sites[site]; }
  uint32_t numSites() const { return sites.size() - 1; }
  /// The fewest bytes that an access through a pointer that points to `type`
  /// or was made from one may touch.
  unsigned granuleFor(mlir::Type pointee) const;

private:
  mlir::LogicalResult addFunction(mlir::Operation *function);
  mlir::LogicalResult addPlace(mlir::Operation *function, unsigned &number);
  void addSites(llvm::ArrayRef<mlir::Operation *> placed);
  void findDying(mlir::Block &block);
  void numberPointers(mlir::Operation *function);

  llvm::DenseMap<mlir::Operation *, OpInfo> infos;
  llvm::DenseMap<mlir::Value, uint32_t> pointers;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> callees;
  std::vector<Place> places;
  std::vector<mlir::Operation *> ops;
  /// For each op its site, or 0; for each site its op. Site 0 stands for none.
  std::vector<uint32_t> siteNumbers = {0}, sites = {0};
  /// Per function: its ops in the order of their numbers, how many pointer
  /// numbers it has, and its calls.
  struct FunctionInfo {
    std::vector<mlir::Operation *> ops;
    std::vector<mlir::Operation *> calls;
    uint32_t numPointers = 0;
  };
  llvm::DenseMap<mlir::Operation *, FunctionInfo> functions;
  llvm::SmallVector<mlir::Operation *> callStack;
  /// Pointer numbers given out in the function at hand, and in all places.
  uint32_t numPointers = 0, numPointersInUse = 0;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_PROGRAM_H
