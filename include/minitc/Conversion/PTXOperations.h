//===- PTXOperations.h - Operations that exist only in PTX ------*- C++ -*-===//
//
// The one table of what LLVM IR has no word for. In the LLVM module such an
// operation is a call to a function whose name says all of it; the last step
// before PTX puts inline assembly in its place, and the simulator calls a host
// function instead. A name that is not here is refused before code generation.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_CONVERSION_PTXOPERATIONS_H
#define MINITC_CONVERSION_PTXOPERATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ModRef.h"

#include <optional>
#include <string>

namespace minitc {

/// A predicated, cached, evicted or volatile access to global memory.
///
///   ld: (ptr addrspace(1), i1 predicate, fill words...) -> word or {words...}
///   st: (ptr addrspace(1), i1 predicate, words...) -> void
///
/// A word is i16 for 8 and 16 bits, i32, or i64. Where the predicate is false
/// nothing is accessed, and a load gives its fill.
struct GlobalAccess {
  bool isStore = false;
  bool isVolatile = false;
  /// "ca", "cg", "cs", "cv", "wb", "wt" or empty.
  std::string cache;
  /// "first", "last" or empty.
  std::string evict;
  /// 1, 2 or 4.
  unsigned words = 1;
  /// 8, 16, 32 or 64; an access has at most 128 bits.
  unsigned wordBits = 32;

  /// "minitc.ld.global.ca.evict_first.v4.b32" and the like.
  std::string name() const;
  static std::optional<GlobalAccess> parse(llvm::StringRef name);
};

/// cp.async of 4, 8 or 16 bytes, the last of them past L1:
///
///   (to ptr addrspace(3), from ptr addrspace(1), isIgnored i1) -> void
///
/// Where isIgnored is true nothing is read, and zeros are written. (The NVVM
/// intrinsic takes a number of bytes, from which ptxas computes a predicate for
/// each copy again.)
struct AsyncCopy {
  unsigned bytes = 16;

  /// "minitc.cp.async.b16".
  std::string name() const;
  static std::optional<AsyncCopy> parse(llvm::StringRef name);
};

/// The identity on a pointer, (ptr addrspace(1)) -> ptr addrspace(1), that
/// stays where it is: what computes the pointer is above it.
inline constexpr llvm::StringLiteral pinName = "minitc.pin";

/// Has a number computed before what follows: (float) -> void. An instruction
/// that no thread executes depends on it (one for performance monitors, which
/// does no harm where the number is a NaN). ptxas moves waits for wgmma up past
/// arithmetic that they were meant to follow, but not past this.
inline constexpr llvm::StringLiteral finishName = "minitc.finish";

/// An entry of the table.
struct PTXOperation {
  llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
  bool isConvergent = false;
  /// PTX with LLVM's operand numbering, and its constraint string.
  std::string assembly, constraints;
};

/// An atomic change of global memory.
///
///   atom: (ptr addrspace(1), i1 predicate, operand words..., fill) -> word
///   red:  (ptr addrspace(1), i1 predicate, operand word) -> void
///
/// A word is i16, i32 or i64; floats are their bits. `cas` has two operands,
/// what to expect and what to put there. Where the predicate is false nothing
/// is accessed, and the result is the fill.
struct GlobalAtomic {
  /// Whether it is a `red`, which does not say what was there before.
  bool isReduction = false;
  /// "relaxed", "acquire", "release" or "acq_rel"; of a `red`, the first or
  /// the third.
  std::string order = "relaxed";
  /// "cta", "gpu" or "sys".
  std::string scope = "gpu";
  /// With its type, as PTX has it: "add.u32", "cas.b64", "add.noftz.f16".
  std::string operation;

  /// 16, 32 or 64.
  unsigned wordBits() const;
  unsigned numOperands() const;
  /// "minitc.atom.acq_rel.gpu.global.add.u32" and the like.
  std::string name() const;
  static std::optional<GlobalAtomic> parse(llvm::StringRef name);
  /// Every operation that there is.
  static llvm::ArrayRef<llvm::StringLiteral> operations();
  /// Whether there is a `red` for an operation and an order.
  static bool hasReduction(llvm::StringRef operation, llvm::StringRef order);
  /// Its entry.
  PTXOperation describe() const;
};

/// The entry for a function's name, or none.
std::optional<PTXOperation> lookupPTXOperation(llvm::StringRef name);

/// Whether a function is one that ptxas and the driver provide: `vprintf` or
/// `__assertfail` (PTX Writer's Guide to Interoperability, "System Calls").
bool isSystemCall(llvm::StringRef name);

} // namespace minitc

#endif // MINITC_CONVERSION_PTXOPERATIONS_H
