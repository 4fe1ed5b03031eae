//===- OpTable.cpp - What each op does ------------------------------------===//

#include "OpTable.h"

using namespace minitc;

OpTable::OpTable() {
  addIntegerOps(*this);
  addFloatOps(*this);
  addCastOps(*this);
  addMathOps(*this);
  addControlOps(*this);
  addShapeOps(*this);
  addPointerOps(*this);
  addMemoryOps(*this);
  addViewOps(*this);
  addAtomicOps(*this);
  addReduceOps(*this);
  addDotOps(*this);
  addDebugOps(*this);
}

const OpTable &OpTable::get() {
  static const OpTable table;
  return table;
}
