//===- Occupancy.cpp - Blocks that fit a multiprocessor -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "minitc/Target/Occupancy.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace minitc {

/// The register file of a multiprocessor, in 32-bit registers, and how it is
/// handed out: so many at a time to a warp, to four partitions of the machine.
static constexpr unsigned kRegisters = 65536;
static constexpr unsigned kRegisterUnit = 256;
static constexpr unsigned kPartitions = 4;
/// Shared memory is handed out in these units, and the system keeps some of it
/// for each block.
static constexpr unsigned kSharedUnit = 128;
static constexpr unsigned kSystemSharedBytes = 1024;

std::optional<MultiprocessorLimits>
multiprocessorLimits(const std::string &target) {
  using Limits = std::optional<MultiprocessorLimits>;
  return llvm::StringSwitch<Limits>(target)
      .Case("sm_80", MultiprocessorLimits{64, 32, 164 * 1024})
      .Case("sm_86", MultiprocessorLimits{48, 16, 100 * 1024})
      .Case("sm_89", MultiprocessorLimits{48, 24, 100 * 1024})
      .Cases({"sm_90", "sm_90a"}, MultiprocessorLimits{64, 32, 228 * 1024})
      .Case("sm_100", MultiprocessorLimits{64, 32, 228 * 1024})
      .Case("sm_120", MultiprocessorLimits{48, 24, 100 * 1024})
      .Default(std::nullopt);
}

/// Blocks whose registers fit. A block's warps are dealt to the partitions, and
/// each partition has a quarter of the registers.
static unsigned blocksByRegisters(unsigned numWarps, unsigned registers) {
  unsigned perWarp = llvm::alignTo(registers * 32, kRegisterUnit);
  unsigned warps = kRegisters / kPartitions / perWarp * kPartitions;
  return warps / numWarps;
}

Occupancy estimateOccupancy(const MultiprocessorLimits &limits,
                            unsigned numWarps, unsigned registers,
                            unsigned sharedBytes) {
  Occupancy result{limits.blocks, 0, "blocks"};
  auto atMost = [&](unsigned blocks, const char *limit) {
    if (blocks < result.blocks)
      result.blocks = blocks, result.limit = limit;
  };
  atMost(limits.warps / numWarps, "warps");
  if (registers)
    atMost(blocksByRegisters(numWarps, registers), "registers");
  unsigned perBlock =
      llvm::alignTo(sharedBytes + kSystemSharedBytes, kSharedUnit);
  atMost(limits.sharedBytes / perBlock, "shared memory");
  result.fraction = double(result.blocks * numWarps) / limits.warps;
  return result;
}

} // namespace minitc
