//===- MBarrier.h - A barrier in shared memory ------------------*- C++ -*-===//
//
// What threads arrive at and copies report to. A copy is done when a thread
// waits for it and all others have gone as far as they can, so that a wait too
// few shows.
//
// Source: PTX ISA, "Parallel Synchronization and Communication Instructions:
// mbarrier".
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_MBARRIER_H
#define MINITC_LIB_SIMULATOR_MBARRIER_H

#include "Races.h"
#include "TensorCopy.h"

namespace minitc::simulator {

struct MBarrier {
  struct Copy {
    TensorCopy tensor;
    uint32_t site;
    uint16_t thread;
  };

  static constexpr uint32_t bytes = 8;
  /// Of arrivals of a phase, and of bytes that it can wait for.
  static constexpr uint32_t limit = (1u << 20) - 1;

  /// False before it is initialised and after it is invalidated.
  bool isValid = false;
  /// Where it was initialised.
  uint32_t site = 0;
  /// Arrivals of each phase, and how many of them this one has not had.
  uint32_t count = 0, missing = 0;
  /// Phases that are complete.
  uint64_t phase = 0;
  /// Bytes that the arrivals of this phase announced, and those of copies under
  /// way.
  uint64_t announced = 0, underWay = 0;
  std::vector<Copy> copies;
  /// Threads that wait for this phase.
  std::vector<uint16_t> waiting;

  /// The race detector's name for the copies; 0: not known yet.
  unsigned agent = 0;
  /// What came before the arrivals so far, and those of the last complete
  /// phase.
  RaceDetector::Knowledge arrived, completed;

  /// Whether it waits for nothing but copies that are under way.
  bool wantsCopiesAlone() const {
    return missing == 0 && announced > 0 && announced == underWay;
  }
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_MBARRIER_H
