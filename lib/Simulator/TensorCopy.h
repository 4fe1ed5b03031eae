//===- TensorCopy.h - A box of an array into shared memory ------*- C++ -*-===//
//
// What cp.async.bulk.tensor copies, and where to.
//
// Source: PTX ISA, "Tensors"; CUDA C++ Programming Guide, "Tensor Memory
// Access".
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_TENSORCOPY_H
#define MINITC_LIB_SIMULATOR_TENSORCOPY_H

#include "minitc/Simulator/Simulator.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>

namespace minitc::simulator {

struct TensorCopy {
  const SimulatorTensorMap *map = nullptr;
  /// Of the box's first element in the array, the fastest dimension first.
  std::array<int32_t, 5> coordinates = {};
  /// In bytes from the start of shared memory.
  uint32_t to = 0;

  /// What an mbarrier counts: all of the box, whether in the array or not.
  uint32_t bytes() const { return numRows() * rowBytes(); }
  /// What the copy may write to: a swizzle moves pieces within lines of its
  /// width.
  uint32_t span() const;
  /// What `to` has to be a multiple of: what the pattern repeats after.
  uint32_t alignment() const;

  /// Calls `read` with each stretch of the array that is in the box.
  void forEachStretch(
      llvm::function_ref<void(uint64_t address, size_t bytes)> read) const;
  /// Copies; what is outside the array is zeros.
  void run(char *shared) const;

private:
  /// What a row has of the array.
  struct Stretch {
    uint64_t address = 0;
    /// Bytes of it, and where in the row they are.
    uint32_t bytes = 0, start = 0;
  };

  uint32_t numRows() const;
  uint32_t rowBytes() const { return map->box[0] * map->elementBytes; }
  Stretch stretchOf(uint32_t row) const;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_TENSORCOPY_H
