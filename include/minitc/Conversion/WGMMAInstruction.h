//===- WGMMAInstruction.h - wgmma as a named function -----------*- C++ -*-===//
//
// LLVM has no intrinsic for wgmma.mma_async: in the LLVM module it is a call to
// a function whose name says which instruction it is.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_CONVERSION_WGMMAINSTRUCTION_H
#define MINITC_CONVERSION_WGMMAINSTRUCTION_H

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace minitc {

/// One wgmma.mma_async of 64 x n x k, where k is 32 bytes of operands:
///
///   (accumulator words..., a, b descriptor i64, keep i32) -> {words...}
///
/// `a` is a descriptor (i64) or four i32 of the left operand's fragment. Where
/// `keep` is 0 the accumulator counts as zeros. An accumulator has n/2 words a
/// thread, of float or i32, or n/4 of i32 where two f16 share one.
struct WGMMAInstruction {
  unsigned n = 8;
  /// PTX's names of the types: "f32", "f16", "s32"; "f16", "bf16", "tf32",
  /// "e4m3", "e5m2", "s8".
  std::string accumulator, lhs, rhs;
  bool isLhsInRegisters = false;
  /// The operand has m (n) contiguous, not k: elements of 16 bits alone.
  bool isLhsTransposed = false, isRhsTransposed = false;

  /// Words of the accumulator in a thread.
  unsigned words() const { return accumulator == "f16" ? n / 4 : n / 2; }
  /// Elements along k.
  unsigned depth() const;
  /// Bytes of an element of the operands.
  unsigned elementBytes() const;

  /// "minitc.wgmma.n128.f32.f16.f16.ss.tb" and the like.
  std::string name() const;
  static std::optional<WGMMAInstruction> parse(llvm::StringRef name);
  PTXOperation operation() const;
};

/// The wait for all but `pending` groups of wgmma, through which accumulators
/// pass so that their uses come after it: (words...) -> {words...}, all float
/// or all i32.
struct WGMMAWait {
  unsigned pending = 0;
  unsigned words = 1;
  bool isFloat = true;

  /// "minitc.wgmma.wait.p0.x64.f32".
  std::string name() const;
  static std::optional<WGMMAWait> parse(llvm::StringRef name);
  PTXOperation operation() const;
};

} // namespace minitc

#endif // MINITC_CONVERSION_WGMMAINSTRUCTION_H
