//===- EntryPoints.cpp - What compiled kernels call -----------------------===//

#include "EntryPoints.h"
#include "Block.h"
#include "Instructions.h"

using namespace llvm;
using namespace minitc::simulator;

static uint64_t readRegister(uint32_t which) {
  return Block::current().read(SpecialRegister(which));
}
static void *sharedMemory() { return Block::current().shared(); }
static void access(uintptr_t address, uint64_t bytes, uint32_t site) {
  Block::current().access(address, bytes, site);
}
static void *predicated(uintptr_t address, uint32_t predicate, uint32_t site) {
  return Block::current().predicated(address, predicate != 0, site);
}
static void meet(uint32_t site, uint64_t *words) {
  Block::current().meet(site, words);
}
static void meetInWarpgroup(uint32_t site, uint64_t *words) {
  Block::current().meetInWarpgroup(site, words);
}
static uint32_t barrier(uint32_t kind, uint32_t id, uint32_t count,
                        uint32_t predicate, uint32_t site) {
  return Block::current().barrier(BarrierKind(kind), id, count, predicate != 0,
                                  site);
}
static void copyAsync(uintptr_t to, uintptr_t from, uint32_t bytes,
                      uint32_t sourceBytes, uint32_t site) {
  Block::current().copyAsync(to, from, bytes, sourceBytes, site);
}
static void commitCopies() { Block::current().commitCopies(); }
static void waitForCopies(uint32_t pendingGroups) {
  Block::current().waitForCopies(pendingGroups);
}
static void mbarrier(uint32_t kind, uintptr_t barrier, uint32_t operand,
                     uint32_t site) {
  Block::current().mbarrier(minitc::MBarrierOperation::Kind(kind), barrier,
                            operand, site);
}
static void copyTensor(uintptr_t to, uintptr_t map, uintptr_t barrier,
                       const uint64_t *coordinates, uint32_t rank,
                       uint32_t site) {
  Block::current().copyTensor(to, map, barrier, coordinates, rank, site);
}
static void fenceAsyncProxy() { Block::current().fenceAsyncProxy(); }
static void tick() { Block::current().tick(); }
static void yield() { Block::current().yield(); }
static void trap(uint32_t site) { Block::current().trap(site); }
static void exitThread() { Block::current().exit(); }
static void *assertReport() { return Block::current().assertReport(); }
static int32_t print(const char *format, const void *arguments) {
  return Block::current().print(format, arguments);
}
static void failAssertion(const char *message, const char *file, uint32_t line,
                          const char *, uint64_t) {
  Block::current().failAssertion(message, file, line);
}

ArrayRef<HostSymbol> minitc::simulator::entryPoints() {
  static const HostSymbol table[] = {
      {"minitc.sim.register", reinterpret_cast<void *>(readRegister)},
      {"minitc.sim.shared", reinterpret_cast<void *>(sharedMemory)},
      {"minitc.sim.access", reinterpret_cast<void *>(access)},
      {"minitc.sim.predicated", reinterpret_cast<void *>(predicated)},
      {"minitc.sim.meet", reinterpret_cast<void *>(meet)},
      {"minitc.sim.warpgroup", reinterpret_cast<void *>(meetInWarpgroup)},
      {"minitc.sim.barrier", reinterpret_cast<void *>(barrier)},
      {"minitc.sim.copy", reinterpret_cast<void *>(copyAsync)},
      {"minitc.sim.commit", reinterpret_cast<void *>(commitCopies)},
      {"minitc.sim.wait", reinterpret_cast<void *>(waitForCopies)},
      {"minitc.sim.mbarrier", reinterpret_cast<void *>(mbarrier)},
      {"minitc.sim.tensor", reinterpret_cast<void *>(copyTensor)},
      {"minitc.sim.fence.async", reinterpret_cast<void *>(fenceAsyncProxy)},
      {"minitc.sim.tick", reinterpret_cast<void *>(tick)},
      {"minitc.sim.yield", reinterpret_cast<void *>(yield)},
      {"minitc.sim.trap", reinterpret_cast<void *>(trap)},
      {"minitc.sim.exit", reinterpret_cast<void *>(exitThread)},
      {"minitc.sim.assert_report", reinterpret_cast<void *>(assertReport)},
      {"vprintf", reinterpret_cast<void *>(print)},
      {"__assertfail", reinterpret_cast<void *>(failAssertion)},
  };
  return table;
}

void *minitc::simulator::findHostSymbol(StringRef name) {
  for (ArrayRef<HostSymbol> list : {entryPoints(), libraryFunctions()})
    for (const HostSymbol &symbol : list)
      if (symbol.name == name)
        return symbol.address;
  if (name.consume_front(instructionPrefix))
    return reinterpret_cast<void *>(findInstruction(name));
  return nullptr;
}
