//===- Fiber.h - Threads that take turns ------------------------*- C++ -*-===//
//
// Boost.Context's bare switch between stacks (8 to 10 ns, where ucontext takes
// 300). A fibre that is left for good is not unwound: the frames on it are the
// kernel's, and own nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_FIBER_H
#define MINITC_LIB_SIMULATOR_FIBER_H

#include <cstddef>
#include <cstdint>

namespace minitc::simulator {

/// Stacks for all threads of a block, each with a page below it that no access
/// survives.
class FiberStacks {
public:
  FiberStacks() = default;
  FiberStacks(const FiberStacks &) = delete;
  FiberStacks &operator=(const FiberStacks &) = delete;
  ~FiberStacks();

  /// False if the host has no memory for them.
  bool allocate(unsigned count, size_t bytes);

  uintptr_t lowest(unsigned index) const {
    return base + index * stride + guardBytes;
  }
  /// Where a stack starts, downwards. Stacks are staggered so that the tops of
  /// all are not in one set of the cache.
  uintptr_t top(unsigned index) const {
    return base + (index + 1) * stride - index % 16 * 192;
  }

private:
  static constexpr size_t guardBytes = 4096;
  uintptr_t base = 0;
  size_t stride = 0, total = 0;
};

/// One thread of the block, or the scheduler between them.
class Fiber {
public:
  using Body = void (*)(void *argument);

  /// Sets the fibre to the start of `body` on a stack.
  void start(uintptr_t lowest, uintptr_t top, Body body, void *argument);
  /// Runs the fibre until it calls leave() or its body returns.
  void resume();
  /// Called on the fibre itself: goes back to where resume() was called.
  void leave();

private:
  void *context = nullptr, *resumer = nullptr;
  Body body = nullptr;
  void *argument = nullptr;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_FIBER_H
