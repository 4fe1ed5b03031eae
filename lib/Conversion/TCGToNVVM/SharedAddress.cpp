//===- SharedAddress.cpp - Where a thread's elements are shared -----------===//

#include "SharedAddress.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

Bases mlir::sharedOffsets(const LinearLayout &shared, const Bases &elements) {
  Bases result;
  for (uint32_t element : elements)
    result.push_back(*minitc::f2::solve(shared.bases(InDim::Offset), element));
  return result;
}

Value mlir::sharedElement(LoweringBuilder &b, Value base, Type element,
                          Value offset) {
  return LLVM::GEPOp::create(b.builder, b.loc, base.getType(), element, base,
                             ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

SharedAddress::SharedAddress(LoweringBuilder &b, const LinearLayout &held,
                             const LinearLayout &shared, Type element)
    : b(b), element(element),
      registers(sharedOffsets(shared, held.bases(InDim::Register))),
      lanes(sharedOffsets(shared, held.bases(InDim::Lane))),
      warps(sharedOffsets(shared, held.bases(InDim::Warp))) {
  for (const Bases &bases : {lanes, warps})
    for (uint32_t basis : bases)
      threadBits |= basis;
}

/// Where the thread's bits and the register's do not meet, the register's part
/// is a constant that goes into the instruction.
Value SharedAddress::of(Value base, unsigned reg) {
  if (!thread)
    thread = b.applyToThread(lanes, warps);
  uint32_t own = offset(reg);
  if (own & threadBits)
    return sharedElement(b, base, element, b.xori(thread, b.i32(own)));
  Value start = sharedElement(b, base, element, thread);
  return LLVM::GEPOp::create(b.builder, b.loc, base.getType(), element, start,
                             ArrayRef<LLVM::GEPArg>{int32_t(own)},
                             LLVM::GEPNoWrapFlags::inbounds);
}
