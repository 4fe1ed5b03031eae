//===- AsyncTransfers.h - Bulk copies as named functions --------*- C++ -*-===//
//
// The barriers in shared memory that bulk copies report to (mbarrier), and the
// copies that a tensor map describes (cp.async.bulk.tensor). LLVM has
// intrinsics for some of them, but with memory effects too weak for a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_CONVERSION_ASYNCTRANSFERS_H
#define MINITC_CONVERSION_ASYNCTRANSFERS_H

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace minitc {

/// An operation on an mbarrier, 8 bytes of shared memory. A phase of it is
/// complete when all arrivals that it was initialised for have come, and all
/// bytes that they announced:
///
///   init:   (ptr addrspace(3), i32 arrivals of each phase) -> void
///   arrive: (ptr addrspace(3)) -> void
///   expect: (ptr addrspace(3), i32 bytes) -> void
///   wait:   (ptr addrspace(3), i32 parity) -> void
///   inval:  (ptr addrspace(3)) -> void
///   fence:  () -> void
struct MBarrierOperation {
  enum class Kind {
    Init,
    /// One arrival.
    Arrive,
    /// One arrival that announces bytes, too.
    Expect,
    /// Until the phase of that parity is complete; phases count from 0.
    Wait,
    /// The end of it: its memory may be used again, for another one too.
    Invalidate,
    /// Makes what this thread initialised visible to copies, and to all threads
    /// that meet it at a barrier afterwards.
    Fence
  };
  Kind kind = Kind::Init;

  /// "minitc.mbarrier.init" and the like.
  std::string name() const;
  static std::optional<MBarrierOperation> parse(llvm::StringRef name);
  PTXOperation operation() const;
};

/// Copies the box of a tensor map to shared memory, and then tells a barrier
/// how many bytes that were. Elements outside the array are zeros and count:
///
///   (to ptr addrspace(3), map ptr, barrier ptr addrspace(3),
///    i32 coordinates, the fastest dimension first...) -> void
///
/// One thread executes it.
struct TensorLoad {
  /// 1 to 5.
  unsigned rank = 2;

  /// "minitc.tma.load.2d".
  std::string name() const;
  static std::optional<TensorLoad> parse(llvm::StringRef name);
  PTXOperation operation() const;
};

} // namespace minitc

#endif // MINITC_CONVERSION_ASYNCTRANSFERS_H
