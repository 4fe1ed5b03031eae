//===- Instance.h - One program instance ------------------------*- C++ -*-===//
//
// The state of a program instance while it runs: what its SSA values hold and
// how its memory accesses are ordered. The meanings of ops are written on it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_INSTANCE_H
#define MINITC_LIB_INTERPRETER_INSTANCE_H

#include "Launch.h"

#include "llvm/ADT/Twine.h"

namespace minitc {

/// An instance object runs one program instance after another on one thread.
class Instance {
public:
  using FaultKind = InterpreterFault::Kind;

  explicit Instance(Launch &launch) : launch(launch) {}

  /// Runs the kernel as program instance `number`.
  void run(uint32_t number);

  Launch &launch;
  /// What tc.print wrote.
  std::string output;

  std::array<uint32_t, 3> coordinates() const {
    return launch.coordinates(number);
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  const Tile &get(mlir::Value value) const {
    return frame->values.find(value)->second;
  }
  llvm::SmallVector<Tile> getAll(mlir::ValueRange values) const;
  /// Defines an SSA value. Pointers become this value's pointers.
  void set(mlir::Value value, Tile tile);
  void setAll(mlir::ValueRange values, llvm::ArrayRef<Tile> tiles);

  bool truth(mlir::Value value) const { return *get(value).data<uint8_t>(); }
  /// A scalar integer, extended by its sign or by zeros.
  int64_t signedInteger(mlir::Value value) const;
  uint64_t unsignedInteger(mlir::Value value) const;

  //===--------------------------------------------------------------------===//
  // Control
  //===--------------------------------------------------------------------===//

  /// Runs a block with these arguments and returns what its terminator takes;
  /// nothing once the instance has stopped.
  llvm::SmallVector<Tile> runBlock(mlir::Block &block,
                                   llvm::ArrayRef<Tile> arguments);
  /// Runs the function that is called, as if its body stood there.
  llvm::SmallVector<Tile> runCall(mlir::func::CallOp call);
  /// Whether a fault ended the run.
  bool isStopped() const { return stopped; }

  //===--------------------------------------------------------------------===//
  // Faults
  //===--------------------------------------------------------------------===//

  /// Reports what element `i` of `tile` does in `op`, and stops unless faults
  /// are collected.
  void fault(mlir::Operation *op, FaultKind kind, const Tile &tile, int64_t i,
             const llvm::Twine &message, mlir::Operation *other = nullptr,
             const llvm::Twine &note = "");
  /// The number of an op, all inlined places counted.
  uint32_t numberOf(mlir::Operation *op) const {
    return place().opBase + launch.program.infoOf(op).number;
  }
  /// The mark of an integer that wrapped in `op`.
  uint16_t wrapMark(mlir::Operation *op) const {
    return std::min<uint32_t>(numberOf(op), UINT16_MAX);
  }

  //===--------------------------------------------------------------------===//
  // The order of accesses
  //===--------------------------------------------------------------------===//

  /// What `op` is about to do to memory, told to the shadows too.
  Access beginAccess(mlir::Operation *op, const Tile &pointers, unsigned bytes,
                     AccessMode mode, AtomicOrder order);
  /// The number, all inlined places counted, that a view op accesses through.
  uint32_t viewPointer(mlir::Operation *op) const {
    return place().pointerBase + launch.program.infoOf(op).pointer;
  }
  /// Orders what the instance did before what it will do.
  void barrier();
  uint32_t instanceNumber() const { return number; }

private:
  /// The values of one call of a function.
  struct Frame {
    llvm::DenseMap<mlir::Value, Tile> values;
    unsigned place = 0;
  };

  const Place &place() const { return launch.program.place(frame->place); }
  void bindAll(mlir::ValueRange values, llvm::ArrayRef<Tile> tiles);
  llvm::SmallVector<Tile> runOps(mlir::Block &block);
  void checkTime(mlir::Operation *op);

  uint32_t number = 0;
  Frame *frame = nullptr;
  bool stopped = false;
  uint64_t epoch = 0;
  /// What other instances did that comes before what this one will do.
  std::shared_ptr<const Clock> acquired;
  uint32_t opsRun = 0;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_INSTANCE_H
