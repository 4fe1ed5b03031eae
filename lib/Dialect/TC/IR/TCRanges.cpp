//===- TCRanges.cpp - Bounds of the tc ops' integers ----------------------===//
//
// What MLIR's integer range analysis learns from the tc ops. The bounds of a
// tile are those of all its elements.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace mlir::tc;

/// The largest grid that CUDA launches, in blocks along an axis.
static int32_t maxPrograms(Axis axis) {
  return axis == Axis::X ? std::numeric_limits<int32_t>::max() : 65535;
}

static ConstantIntRanges between(unsigned width, int64_t low, int64_t high) {
  return ConstantIntRanges::fromSigned(
      APInt(width, uint64_t(low), /*isSigned=*/true),
      APInt(width, uint64_t(high), /*isSigned=*/true));
}

void ProgramIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                    SetIntRangeFn setResultRange) {
  setResultRange(getResult(), between(32, 0, maxPrograms(getAxis()) - 1));
}

void NumProgramsOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                      SetIntRangeFn setResultRange) {
  setResultRange(getResult(), between(32, 1, maxPrograms(getAxis())));
}

void ArangeOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                 SetIntRangeFn setResultRange) {
  setResultRange(getResult(), between(getType().getElementTypeBitWidth(),
                                      getStart(), int64_t(getEnd()) - 1));
}

/// A tile of the source's elements and no others.
static void keepRange(Value result, ArrayRef<ConstantIntRanges> argRanges,
                      SetIntRangeFn setResultRange) {
  setResultRange(result, argRanges.front());
}

void SplatOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                SetIntRangeFn setResultRange) {
  keepRange(getResult(), argRanges, setResultRange);
}

void ExpandDimsOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                     SetIntRangeFn setResultRange) {
  keepRange(getResult(), argRanges, setResultRange);
}

void BroadcastOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                    SetIntRangeFn setResultRange) {
  keepRange(getResult(), argRanges, setResultRange);
}

void ReshapeOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                  SetIntRangeFn setResultRange) {
  keepRange(getResult(), argRanges, setResultRange);
}

void TransposeOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                    SetIntRangeFn setResultRange) {
  keepRange(getResult(), argRanges, setResultRange);
}
