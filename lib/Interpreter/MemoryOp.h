//===- MemoryOp.h - The accesses of one op ----------------------*- C++ -*-===//

#ifndef MINITC_LIB_INTERPRETER_MEMORYOP_H
#define MINITC_LIB_INTERPRETER_MEMORYOP_H

#include "Instance.h"

namespace minitc {

/// An aligned element of memory. Kernels under test race, on several threads of
/// the host: that may give a wrong value, but has to stay defined.
template <typename Bits> Bits readElement(const char *from) {
  return __atomic_load_n(reinterpret_cast<const Bits *>(from),
                         __ATOMIC_RELAXED);
}
template <typename Bits> void writeElement(char *to, Bits bits) {
  __atomic_store_n(reinterpret_cast<Bits *>(to), bits, __ATOMIC_RELAXED);
}

/// One execution of an op that accesses memory: checks each access, and turns
/// its address into the host's.
class MemoryOp {
public:
  /// `pointers` are addresses of elements of `bytes` bytes, and outlive this.
  MemoryOp(Instance &in, mlir::Operation *op, AccessMode mode,
           const Tile &pointers, unsigned bytes, AtomicOrder order = {});

  /// Access number `i`. Null, with a fault, if it cannot be made.
  char *at(int64_t i);

private:
  LaunchBuffer *bufferOf(int64_t i) const;
  void faultOutside(int64_t i, uint64_t address, const LaunchBuffer *buffer);
  void check(int64_t i, const LaunchBuffer &buffer, size_t offset);
  void faultRaceWithin(int64_t i, const Race &race, const LaunchBuffer &buffer,
                       size_t offset);
  void faultRaceBetween(int64_t i, const Race &race, const LaunchBuffer &buffer,
                        size_t offset);
  /// "reads 4 bytes at byte 16 of 'x'".
  std::string describe(const LaunchBuffer &buffer, size_t offset) const;

  Instance &in;
  mlir::Operation *op;
  const Tile &pointers;
  unsigned bytes;
  const Access access;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_MEMORYOP_H
