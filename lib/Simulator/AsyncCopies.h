//===- AsyncCopies.h - A thread's copies under way --------------*- C++ -*-===//
//
// The groups that cp.async forms. A copy is done when the thread waits for it
// and not a moment before, which is as late as the rules allow, so that a wait
// too few shows.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_ASYNCCOPIES_H
#define MINITC_LIB_SIMULATOR_ASYNCCOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace minitc::simulator {

class AsyncCopies {
public:
  struct Copy {
    uintptr_t to, from;
    /// Bytes to write, of which this many come from the source; the rest are
    /// zeros.
    uint32_t bytes, sourceBytes;
    uint32_t site;
  };

  void clear() {
    copies.clear();
    groupEnds.clear();
  }
  void add(const Copy &copy) { copies.push_back(copy); }
  /// Makes a group of the copies since the last one.
  void commit() { groupEnds.push_back(copies.size()); }

  /// Finishes all but the last `pending` groups. Copies in no group stay.
  void waitForGroups(size_t pending,
                     llvm::function_ref<void(const Copy &)> finish) {
    if (groupEnds.size() <= pending)
      return;
    size_t numGroups = groupEnds.size() - pending;
    size_t numCopies = groupEnds[numGroups - 1];
    for (size_t i = 0; i < numCopies; ++i)
      finish(copies[i]);
    copies.erase(copies.begin(), copies.begin() + numCopies);
    groupEnds.erase(groupEnds.begin(), groupEnds.begin() + numGroups);
    for (size_t &end : groupEnds)
      end -= numCopies;
  }

private:
  std::vector<Copy> copies;
  /// Where each group ends in `copies`.
  std::vector<size_t> groupEnds;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_ASYNCCOPIES_H
