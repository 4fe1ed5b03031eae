//===- BlockMemory.cpp - What the threads of a block access ---------------===//

#include "Block.h"
#include "Printf.h"

#include "llvm/ADT/bit.h"

#include <chrono>
#include <cstring>

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

uint64_t Block::read(SpecialRegister which) const {
  unsigned thread = running->index, lane = thread % warpSize;
  switch (which) {
  case SpecialRegister::TidX:
    return thread;
  case SpecialRegister::NtidX:
    return threads.size();
  case SpecialRegister::CtaidX:
  case SpecialRegister::CtaidY:
  case SpecialRegister::CtaidZ:
    return position[unsigned(which) - unsigned(SpecialRegister::CtaidX)];
  case SpecialRegister::NctaidX:
  case SpecialRegister::NctaidY:
  case SpecialRegister::NctaidZ:
    return launch.grid[unsigned(which) - unsigned(SpecialRegister::NctaidX)];
  case SpecialRegister::LaneId:
    return lane;
  case SpecialRegister::WarpId:
    return thread / warpSize;
  case SpecialRegister::NumWarps:
    return threads.size() / warpSize;
  case SpecialRegister::WarpSize:
    return warpSize;
  case SpecialRegister::LaneMaskEq:
    return 1u << lane;
  case SpecialRegister::LaneMaskLt:
    return (1u << lane) - 1;
  case SpecialRegister::LaneMaskLe:
    return (2u << lane) - 1;
  case SpecialRegister::LaneMaskGt:
    return ~((2u << lane) - 1);
  case SpecialRegister::LaneMaskGe:
    return ~((1u << lane) - 1);
  case SpecialRegister::DynamicSharedBytes:
    return launch.kernel.dynamicSharedBytes;
  case SpecialRegister::TotalSharedBytes:
    return launch.sharedBytes();
  case SpecialRegister::Clock:
    return uint64_t(
        std::chrono::steady_clock::now().time_since_epoch().count());
  case SpecialRegister::TidY:
  case SpecialRegister::TidZ:
  case SpecialRegister::Zero:
    return 0;
  case SpecialRegister::NtidY:
  case SpecialRegister::NtidZ:
  case SpecialRegister::One:
    return 1;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

bool Block::isOnStack(uintptr_t address) const {
  uintptr_t lowest = stacks.lowest(running->index);
  return address - lowest < stacks.top(running->index) - lowest;
}

void Block::noteSharedAccess(uintptr_t address, size_t bytes, bool isWrite,
                             uint32_t site) {
  if (!races)
    return;
  size_t offset = address - reinterpret_cast<uintptr_t>(sharedMemory);
  if (std::optional<RaceDetector::Race> race = races->access(
          running->index, offset, bytes, isWrite, siteOf(site).isAtomic, site))
    failRace(*race, isWrite, site);
}

bool Block::checkSharedBounds(uintptr_t address, size_t bytes, uint32_t site) {
  size_t offset = address - reinterpret_cast<uintptr_t>(sharedMemory);
  size_t available = launch.sharedBytes();
  if (offset <= available && bytes <= available - offset)
    return true;
  failShared(address, bytes, site);
  return false;
}

void Block::checkShared(uintptr_t address, size_t bytes, uint32_t site) {
  if (!checkSharedBounds(address, bytes, site))
    return;
  if (!mbarriers.empty() && !siteOf(site).isMBarrier)
    checkNoMBarrier(sharedOffset(address), bytes, site);
  if (!fault)
    noteSharedAccess(address, bytes, siteOf(site).isWrite, site);
}

void Block::checkGlobal(uintptr_t address, size_t bytes, uint32_t site) {
  if (lastRange && lastRange->contains(address, bytes))
    return;
  const Range *range = launch.memory.nearest(address);
  if (!range || !range->contains(address, bytes))
    return failGlobal(address, bytes, range, site);
  lastRange = range;
}

void Block::checkAccess(uintptr_t address, size_t bytes, uint32_t site) {
  const Site &place = siteOf(site);
  if (bytes == 0 || isInReport(address))
    return;
  if (address & (place.alignment - 1))
    return failAlignment(address, bytes, site);
  switch (place.space) {
  case AddressSpace::Shared:
    return checkShared(address, bytes, site);
  case AddressSpace::Global:
    return checkGlobal(address, bytes, site);
  case AddressSpace::Generic:
    if (isInShared(address))
      return checkShared(address, bytes, site);
    if (!isOnStack(address))
      checkGlobal(address, bytes, site);
    return;
  }
}

void Block::access(uintptr_t address, size_t bytes, uint32_t site) {
  checkAccess(address, bytes, site);
  stopIfFault();
}

void *Block::predicated(uintptr_t address, bool predicate, uint32_t site) {
  if (!predicate)
    return nowhere;
  access(address, siteOf(site).bytes, site);
  return reinterpret_cast<void *>(address);
}

int32_t Block::print(const char *format, const void *arguments) {
  output += formatDeviceText(format, arguments);
  return 0;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

/// Spoils the destination until the copy is done, so that a read before the
/// wait gives a wrong value (a NaN, as f16, bf16 or f32).
void Block::copyAsync(uintptr_t to, uintptr_t from, uint32_t bytes,
                      uint32_t sourceBytes, uint32_t site) {
  sourceBytes = std::min(sourceBytes, bytes);
  if ((to | from) & (bytes - 1))
    failAlignment(to & (bytes - 1) ? to : from, bytes, site);
  else if (checkShared(to, bytes, site); !fault && sourceBytes)
    checkGlobal(from, sourceBytes, site);
  stopIfFault();
  std::memset(reinterpret_cast<void *>(to), 0xFF, bytes);
  running->copies.add({to, from, bytes, sourceBytes, site});
}

void Block::finish(const AsyncCopies::Copy &copy) {
  noteSharedAccess(copy.to, copy.bytes, /*isWrite=*/true, copy.site);
  char *to = reinterpret_cast<char *>(copy.to);
  std::memcpy(to, reinterpret_cast<const void *>(copy.from), copy.sourceBytes);
  std::memset(to + copy.sourceBytes, 0, copy.bytes - copy.sourceBytes);
}

void Block::commitCopies() { running->copies.commit(); }

void Block::waitForCopies(uint32_t pendingGroups) {
  running->copies.waitForGroups(
      pendingGroups, [&](const AsyncCopies::Copy &copy) { finish(copy); });
  stopIfFault();
}
