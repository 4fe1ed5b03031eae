//===- Control.cpp - Loops, branches and calls ----------------------------===//

#include "Instance.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

/// A scalar integer.
static Tile induction(Kind kind, __int128 value) {
  Tile tile(kind, {}, 1);
  withInteger(kind, [&](auto element) {
    using T = decltype(element);
    *tile.data<typename T::Stored>() = T::store(typename T::Wide(value));
  });
  return tile;
}

/// Runs the body for lower, lower + step, ... below upper.
static void forLoop(Instance &in, scf::ForOp op) {
  auto bound = [&](Value value) -> __int128 {
    if (op.getUnsignedCmp())
      return in.unsignedInteger(value);
    return in.signedInteger(value);
  };
  __int128 lower = bound(op.getLowerBound()), upper = bound(op.getUpperBound());
  __int128 step = bound(op.getStep());
  if (step <= 0) {
    in.fault(op, InterpreterFault::Kind::BadStep, Tile(), 0,
             "expected a positive step, but got " + Twine(int64_t(step)));
    return in.setAll(op.getResults(), in.getAll(op.getInitArgs()));
  }
  Kind kind = in.get(op.getLowerBound()).kind;
  SmallVector<Tile> carried = in.getAll(op.getInitArgs());
  for (__int128 i = lower; i < upper; i += step) {
    SmallVector<Tile> arguments = {induction(kind, i)};
    llvm::append_range(arguments, carried);
    carried = in.runBlock(*op.getBody(), arguments);
    if (in.isStopped())
      return;
  }
  in.setAll(op.getResults(), carried);
}

/// Runs the first region; while its condition holds, the second one on what
/// it passed on, and then the first one again.
static void whileLoop(Instance &in, scf::WhileOp op) {
  SmallVector<Tile> carried = in.getAll(op.getInits());
  while (true) {
    SmallVector<Tile> passed = in.runBlock(*op.getBeforeBody(), carried);
    if (in.isStopped())
      return;
    bool goesOn = *passed.front().data<uint8_t>();
    passed.erase(passed.begin());
    if (!goesOn)
      return in.setAll(op.getResults(), passed);
    carried = in.runBlock(*op.getAfterBody(), passed);
    if (in.isStopped())
      return;
  }
}

static void ifElse(Instance &in, scf::IfOp op) {
  Region &region =
      in.truth(op.getCondition()) ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return;
  SmallVector<Tile> results = in.runBlock(region.front(), {});
  if (!in.isStopped())
    in.setAll(op.getResults(), results);
}

static void call(Instance &in, func::CallOp op) { in.runCall(op); }

/// A terminator only passes its operands on; whoever runs the block takes them.
template <typename OpTy> static void terminator(Instance &, OpTy) {}

void minitc::addControlOps(OpTable &table) {
  table.add<scf::ForOp, forLoop>();
  table.add<scf::WhileOp, whileLoop>();
  table.add<scf::IfOp, ifElse>();
  table.add<func::CallOp, call>();
  table.add<scf::YieldOp, terminator<scf::YieldOp>>();
  table.add<scf::ConditionOp, terminator<scf::ConditionOp>>();
  table.add<func::ReturnOp, terminator<func::ReturnOp>>();
  table.add<tc::YieldOp, terminator<tc::YieldOp>>();
  table.add<tc::ReturnOp, terminator<tc::ReturnOp>>();
}
