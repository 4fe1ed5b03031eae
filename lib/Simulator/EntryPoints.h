//===- EntryPoints.h - What compiled kernels call ---------------*- C++ -*-===//
//
// The functions of the simulator that the lowering puts calls to, by name.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_ENTRYPOINTS_H
#define MINITC_LIB_SIMULATOR_ENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace minitc::simulator {

/// A function of the host that kernels can be linked with.
struct HostSymbol {
  llvm::StringLiteral name;
  void *address;
};

/// The calls into the running block:
///
///   minitc.sim.register(i32 register) -> i64
///   minitc.sim.shared() -> ptr
///   minitc.sim.access(ptr, i64 bytes, i32 site)
///   minitc.sim.predicated(ptr, i32 predicate, i32 site) -> ptr
///   minitc.sim.meet(i32 site, ptr words)
///   minitc.sim.warpgroup(i32 site, ptr words)
///   minitc.sim.barrier(i32 kind, i32 id, i32 count, i32 predicate, i32 site)
///       -> i32
///   minitc.sim.copy(ptr to, ptr from, i32 bytes, i32 sourceBytes, i32 site)
///   minitc.sim.commit()
///   minitc.sim.wait(i32 pendingGroups)
///   minitc.sim.mbarrier(i32 kind, ptr barrier, i32 operand, i32 site)
///   minitc.sim.tensor(ptr to, ptr map, ptr barrier, ptr coordinates, i32 rank,
///                     i32 site)
///   minitc.sim.fence.async()
///   minitc.sim.tick()
///   minitc.sim.yield()
///   minitc.sim.trap(i32 site)
///   minitc.sim.exit()
///   minitc.sim.assert_report() -> ptr
///   vprintf(ptr format, ptr arguments) -> i32
///   __assertfail(ptr message, ptr file, i32 line, ptr function, i64 size)
llvm::ArrayRef<HostSymbol> entryPoints();

/// The C library's and the compiler's own functions (`fmaf`,
/// `__truncsfhf2`), and `__nv_*` of libdevice by means of the C library.
llvm::ArrayRef<HostSymbol> libraryFunctions();

/// The function of either list, or an instruction, or null.
void *findHostSymbol(llvm::StringRef name);

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_ENTRYPOINTS_H
