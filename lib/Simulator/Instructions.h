//===- Instructions.h - What PTX instructions compute -----------*- C++ -*-===//
//
// NVVM intrinsics that are functions of their operands alone, as functions of
// the host.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_INSTRUCTIONS_H
#define MINITC_LIB_SIMULATOR_INSTRUCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace minitc::simulator {

/// Operands and result are the low bits of words; what there is no operand for
/// is 0.
using PureFunction = uint64_t (*)(uint64_t a, uint64_t b, uint64_t c);

/// The instruction "ex2.approx.f32", which the intrinsic of that name (after
/// "llvm.nvvm.") is, or null. The approximate ones are exact here, up to
/// rounding.
PureFunction findInstruction(llvm::StringRef name);

/// Before an instruction's name, what kernels call it by.
inline constexpr llvm::StringLiteral instructionPrefix = "minitc.ptx.";

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_INSTRUCTIONS_H
