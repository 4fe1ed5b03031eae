//===- Occupancy.h - Blocks that fit a multiprocessor -----------*- C++ -*-===//
//
// How many blocks of a kernel one streaming multiprocessor holds at once, by
// the documented limits of each target, with no GPU asked.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TARGET_OCCUPANCY_H
#define MINITC_TARGET_OCCUPANCY_H

#include <optional>
#include <string>

namespace minitc {

/// What one multiprocessor has (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
struct MultiprocessorLimits {
  unsigned warps;
  unsigned blocks;
  /// Shared memory, in bytes.
  unsigned sharedBytes;
};

/// Null for a target that is not in the table.
std::optional<MultiprocessorLimits>
multiprocessorLimits(const std::string &target);

struct Occupancy {
  /// Blocks held at once; 0 if a single block does not fit.
  unsigned blocks;
  /// Warps held at once over warps that fit, from 0 to 1.
  double fraction;
  /// What ran out first: "warps", "blocks", "registers" or "shared memory".
  const char *limit;
};

/// For blocks of `numWarps` warps whose threads use `registers` registers, and
/// which use `sharedBytes` of shared memory, static and dynamic.
Occupancy estimateOccupancy(const MultiprocessorLimits &limits,
                            unsigned numWarps, unsigned registers,
                            unsigned sharedBytes);

} // namespace minitc

#endif // MINITC_TARGET_OCCUPANCY_H
