//===- Collectives.h - What the threads of a warp do together ---*- C++ -*-===//
//
// Shuffles, votes, matches and reductions over a warp, as functions of what
// each lane brings. When lanes meet is Block.h's business.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_COLLECTIVES_H
#define MINITC_LIB_SIMULATOR_COLLECTIVES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace minitc::simulator {

constexpr unsigned warpSize = 32;

/// The lanes that have met.
struct Meeting {
  /// The lanes that take part.
  uint32_t mask = 0;
  /// Each lane's operands, with its results behind them; null outside the
  /// mask.
  uint64_t *words[warpSize] = {};
};

struct Collective {
  /// Without "llvm.nvvm.": "shfl.sync.bfly.i32".
  llvm::StringLiteral name;
  unsigned numOperands = 0, numResults = 0;
  /// Which operand is the mask of lanes; -1: the whole warp.
  int maskOperand = -1;
  /// Orders the lanes' accesses to memory, as `bar.warp.sync` does (PTX ISA,
  /// "bar.warp.sync"); the others do not.
  bool ordersMemory = false;
  void (*evaluate)(const Collective &, Meeting &) = nullptr;
  /// How many 8x8 matrices in shared memory it loads or stores: the first
  /// operand of the first 8 lanes for each is the address of a row.
  unsigned numMatrices = 0;
  bool isStore = false;
};

/// The collective that an NVVM intrinsic is, or null.
const Collective *findCollective(llvm::StringRef intrinsic);

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_COLLECTIVES_H
