//===- MemoryOp.cpp - The accesses of one op ------------------------------===//

#include "MemoryOp.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

MemoryOp::MemoryOp(Instance &in, Operation *op, AccessMode mode,
                   const Tile &pointers, unsigned bytes, AtomicOrder order)
    : in(in), op(op), pointers(pointers), bytes(bytes),
      access(in.beginAccess(op, pointers, bytes, mode, order)) {}

static StringRef verb(AccessMode mode) {
  switch (mode) {
  case AccessMode::Read:
    return "reads";
  case AccessMode::Write:
    return "writes";
  case AccessMode::Atomic:
    return "changes";
  }
  llvm_unreachable("every mode is listed");
}

static std::string nameOf(const LaunchBuffer &buffer) {
  return buffer.name.empty() ? "a buffer" : "'" + buffer.name + "'";
}

std::string MemoryOp::describe(const LaunchBuffer &buffer,
                               size_t offset) const {
  return (verb(access.mode) + " " + Twine(bytes) + " bytes at byte " +
          Twine(int64_t(offset)) + " of " + nameOf(buffer))
      .str();
}

LaunchBuffer *MemoryOp::bufferOf(int64_t i) const {
  int32_t buffer = pointers.bufferOf(i);
  if (buffer == Provenance::unknown)
    buffer = in.launch.findBuffer(pointers.data<uint64_t>()[i]);
  return buffer == Provenance::unknown ? nullptr : &in.launch.buffers[buffer];
}

char *MemoryOp::at(int64_t i) {
  uint64_t address = pointers.data<uint64_t>()[i];
  if (uint16_t mark = pointers.wrapOf(i)) {
    Operation *origin =
        mark == UINT16_MAX ? nullptr : in.launch.program.opOf(mark);
    in.fault(op, Instance::FaultKind::WrappedAddress, pointers, i,
             Twine(verb(access.mode)) +
                 " an address computed from an integer that "
                 "wrapped: compute it in i64",
             origin, "the integer wrapped here");
    if (in.isStopped())
      return nullptr;
  }
  LaunchBuffer *buffer = bufferOf(i);
  if (!buffer || !buffer->holds(address, bytes)) {
    faultOutside(i, address, buffer);
    return nullptr;
  }
  if (address % bytes != 0) {
    in.fault(op, Instance::FaultKind::Misaligned, pointers, i,
             describe(*buffer, address - buffer->begin) +
                 ", expected an address that is a multiple of " + Twine(bytes));
    return nullptr;
  }
  if (buffer->shadow)
    check(i, *buffer, address - buffer->begin);
  return static_cast<char *>(buffer->host.data) + (address - buffer->begin);
}

void MemoryOp::faultOutside(int64_t i, uint64_t address,
                            const LaunchBuffer *buffer) {
  if (buffer)
    return in.fault(op, Instance::FaultKind::OutOfBounds, pointers, i,
                    describe(*buffer, address - buffer->begin) +
                        ", which has " + Twine(buffer->host.bytes) + " bytes");
  in.fault(op, Instance::FaultKind::OutOfBounds, pointers, i,
           Twine(verb(access.mode)) + " " + Twine(bytes) +
               " bytes at address 0x" +
               llvm::utohexstr(address, /*LowerCase=*/true) +
               ", which is in no buffer");
}

/// Looks for reads of what nothing wrote and for missing order.
void MemoryOp::check(int64_t i, const LaunchBuffer &buffer, size_t offset) {
  if (access.mode != AccessMode::Write && !buffer.isWritten(offset, bytes))
    in.fault(op, Instance::FaultKind::Uninitialized, pointers, i,
             describe(buffer, offset) + ", which nothing has written");
  std::optional<Race> race = buffer.shadow->access(access, offset, bytes, i);
  if (!race)
    return;
  if (race->isWithinInstance)
    faultRaceWithin(i, *race, buffer, offset);
  else
    faultRaceBetween(i, *race, buffer, offset);
}

/// The op at a site; null if it is not known.
static Operation *opAt(const Launch &launch, uint32_t site) {
  return site ? launch.program.opOf(launch.program.opAtSite(site)) : nullptr;
}

/// The element of the tile that took part in a race; empty for a scalar and for
/// what is not known.
static SmallVector<int64_t> elementOf(const Race &race, Operation *op) {
  if (!op || !race.lane)
    return {};
  return indexOf(accessShape(op), *race.lane);
}

void MemoryOp::faultRaceWithin(int64_t i, const Race &race,
                               const LaunchBuffer &buffer, size_t offset) {
  Operation *other = opAt(in.launch, race.site);
  in.fault(op, Instance::FaultKind::RaceWithinInstance, pointers, i,
           describe(buffer, offset) +
               " with no order after an earlier access by the same instance: "
               "put a tc.barrier between them, or use one pointer value for "
               "both",
           other,
           "the earlier access is here, by " +
               in.launch.describe(*race.instance, elementOf(race, other)));
}

/// Whichever thread came first, the instance with the higher number is at
/// fault, so that the report is the same.
void MemoryOp::faultRaceBetween(int64_t i, const Race &race,
                                const LaunchBuffer &buffer, size_t offset) {
  Launch &launch = in.launch;
  std::string message =
      ("two program instances access byte " + Twine(offset) + " of " +
       nameOf(buffer) +
       " with no order between them: use atomics, or give each instance "
       "elements of its own")
          .str();
  Operation *other = opAt(launch, race.site);
  SmallVector<int64_t> element = elementOf(race, other);
  if (!other || !race.lane || *race.instance < in.instanceNumber())
    return in.fault(op, Instance::FaultKind::RaceBetweenInstances, pointers, i,
                    message, other,
                    other ? "the other access is here, by " +
                                launch.describe(*race.instance, element)
                          : "");
  launch.report(
      {Instance::FaultKind::RaceBetweenInstances, *race.instance, other,
       launch.program.opAtSite(race.site), element, message, op,
       "the other access is here, by " +
           launch.describe(in.instanceNumber(), indexOf(pointers.shape, i))});
}
