//===- Shadow.h - Who touched which element ---------------------*- C++ -*-===//
//
// Finds pairs of accesses to one element with no order between them. Each
// element of a buffer has a cell of 8 bytes. What a cell says depends on
// whether anything can order two program instances: see OwnerShadow and
// HistoryShadow.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_SHADOW_H
#define MINITC_LIB_INTERPRETER_SHADOW_H

#include "llvm/Support/MathExtras.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace minitc {

/// How an op touches memory.
enum class AccessMode { Read, Write, Atomic };

/// What an atomic access means to other program instances.
struct AtomicOrder {
  /// Whether it is atomic for them too.
  bool isShared = false;
  /// Whether it orders what they did before what follows it, and what came
  /// before it before what they will do.
  bool acquires = false, releases = false;
};

/// What one execution of an op does to each element that it touches.
struct Access {
  /// The program instance, x fastest.
  uint32_t instance;
  /// The op, and the SSA value that its pointers are; see Program. One op has
  /// one such value.
  uint32_t site, pointer;
  /// How many barriers, releases and acquires the instance had behind it.
  uint64_t epoch;
  AccessMode mode;
  AtomicOrder order;
  /// Whether neighbouring elements of the op's tile are mostly neighbours in
  /// memory.
  bool isContiguous = false;
};

/// An access that has no order to the one at hand.
struct Race {
  bool isWithinInstance;
  /// What is known of it; site 0: not which op it was.
  std::optional<uint32_t> instance;
  uint32_t site = 0;
  /// The element of the op's tile, in row-major order.
  std::optional<uint32_t> lane = std::nullopt;
};

/// The cells of one buffer.
class Shadow {
public:
  virtual ~Shadow() = default;

  /// Records that element `lane` of an op touches the bytes, and looks for a
  /// race with what the cells know.
  std::optional<Race> access(const Access &now, size_t offset, unsigned bytes,
                             uint32_t lane) {
    std::optional<Race> race;
    for (size_t i = offset >> shift; i <= (offset + bytes - 1) >> shift; ++i)
      if (std::optional<Race> found = accessCell(i, now, lane))
        race = found;
    return race;
  }
  /// Whether this launch wrote the cell of the byte.
  bool isWritten(size_t offset) const { return isCellWritten(offset >> shift); }
  unsigned granule() const { return 1u << shift; }
  /// Takes every access of an instance so far as ordered before what it does
  /// next, so that its epochs may be counted from 1 again.
  virtual void endEpochs(uint32_t instance) {}

protected:
  /// One cell for each `granule` bytes, a power of two.
  Shadow(size_t bytes, unsigned granule)
      : numCells(llvm::divideCeil(bytes, granule)),
        shift(llvm::Log2_32(granule)) {}

  virtual std::optional<Race> accessCell(size_t i, const Access &now,
                                         uint32_t lane) = 0;
  virtual bool isCellWritten(size_t i) const = 0;

  const size_t numCells;

private:
  unsigned shift;
};

/// Zeroed cells. calloc hands out pages without touching them: what a kernel
/// leaves alone costs nothing.
template <typename Cell> class CellArray {
public:
  static_assert(sizeof(Cell) == 8);
  explicit CellArray(size_t count);
  Cell &operator[](size_t i) const { return cells.get()[i]; }

private:
  struct Free {
    void operator()(Cell *cells) const { free(cells); }
  };
  std::unique_ptr<Cell[], Free> cells;
};

/// Zeroed memory; ends the process if there is none.
void *allocateCells(size_t count);

template <typename Cell>
CellArray<Cell>::CellArray(size_t count)
    : cells(static_cast<Cell *>(allocateCells(count))) {}

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_SHADOW_H
