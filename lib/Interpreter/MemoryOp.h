//===- MemoryOp.h - The accesses of one op ----------------------*- C++ -*-===//

#ifndef MINITC_LIB_INTERPRETER_MEMORYOP_H
#define MINITC_LIB_INTERPRETER_MEMORYOP_H

#include "Instance.h"

namespace minitc {

/// How an op touches memory.
enum class AccessMode { Read, Write, Atomic };

/// One execution of an op that accesses memory: checks each access, and turns
/// its address into the host's.
class MemoryOp {
public:
  /// `pointers` are addresses of elements of `bytes` bytes, and outlive this.
  /// `isSharedAtomic`: atomic for other program instances too.
  MemoryOp(Instance &in, mlir::Operation *op, AccessMode mode,
           const Tile &pointers, unsigned bytes, bool isSharedAtomic = false);

  /// Access number `i`. Null, with a fault, if it cannot be made.
  char *at(int64_t i);

private:
  LaunchBuffer *bufferOf(uint64_t address) const;
  void faultOutside(int64_t i, uint64_t address, const LaunchBuffer *buffer);
  void check(int64_t i, const LaunchBuffer &buffer, size_t offset);
  void faultRace(int64_t i, const Race &race, const LaunchBuffer &buffer,
                 size_t offset);
  /// "reads 4 bytes at byte 16 of 'x'".
  std::string describe(const LaunchBuffer &buffer, size_t offset) const;

  Instance &in;
  mlir::Operation *op;
  AccessMode mode;
  const Tile &pointers;
  unsigned bytes;
  /// In the access log; 0 without checks.
  uint32_t number = 0;
};

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_MEMORYOP_H
