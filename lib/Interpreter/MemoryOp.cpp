//===- MemoryOp.cpp - The accesses of one op ------------------------------===//

#include "MemoryOp.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

MemoryOp::MemoryOp(Instance &in, Operation *op, AccessMode mode,
                   const Tile &pointers, unsigned bytes, bool isSharedAtomic)
    : in(in), op(op), mode(mode), pointers(pointers), bytes(bytes) {
  if (in.launch.options.checkMemory)
    number = in.accessNumber(op, pointers.provenance.value, isSharedAtomic);
}

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
  return (verb(mode) + " " + Twine(bytes) + " bytes at byte " +
          Twine(int64_t(offset)) + " of " + nameOf(buffer))
      .str();
}

LaunchBuffer *MemoryOp::bufferOf(uint64_t address) const {
  int32_t buffer = pointers.provenance.buffer;
  if (buffer == Provenance::unknown)
    buffer = in.launch.findBuffer(address);
  return buffer == Provenance::unknown ? nullptr : &in.launch.buffers[buffer];
}

char *MemoryOp::at(int64_t i) {
  uint64_t address = pointers.data<uint64_t>()[i];
  if (uint16_t mark = pointers.wrapOf(i)) {
    Operation *origin =
        mark == UINT16_MAX ? nullptr : in.launch.program.opOf(mark);
    in.fault(op, Instance::FaultKind::WrappedAddress, pointers, i,
             Twine(verb(mode)) + " an address computed from an integer that "
                                 "wrapped: compute it in i64",
             origin, "the integer wrapped here");
    if (in.isStopped())
      return nullptr;
  }
  LaunchBuffer *buffer = bufferOf(address);
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
  if (number && buffer->shadow)
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
           Twine(verb(mode)) + " " + Twine(bytes) + " bytes at address 0x" +
               llvm::utohexstr(address, /*LowerCase=*/true) +
               ", which is in no buffer");
}

/// Looks for reads of what nothing wrote and for missing order.
void MemoryOp::check(int64_t i, const LaunchBuffer &buffer, size_t offset) {
  if (mode != AccessMode::Write && !buffer.isWritten(offset, bytes))
    in.fault(op, Instance::FaultKind::Uninitialized, pointers, i,
             describe(buffer, offset) + ", which nothing has written");
  Shadow &shadow = *buffer.shadow;
  AccessLog &log = in.launch.log;
  std::optional<Race> race =
      mode == AccessMode::Read
          ? shadow.read(log, in.clock(), offset, bytes, number)
          : shadow.write(log, in.clock(), offset, bytes, number);
  if (race)
    faultRace(i, *race, buffer, offset);
}

void MemoryOp::faultRace(int64_t i, const Race &race,
                         const LaunchBuffer &buffer, size_t offset) {
  Launch &launch = in.launch;
  Access other = launch.log[race.other];
  Operation *otherOp = launch.program.opOf(other.op);
  if (race.isWithinInstance)
    return in.fault(op, Instance::FaultKind::RaceWithinInstance, pointers, i,
                    describe(buffer, offset) +
                        " with no order after an earlier access by the same "
                        "instance: put a tc.barrier between them, or use one "
                        "pointer value for both",
                    otherOp, "the earlier access is here");
  // Whichever thread came first, the instance with the higher number is at
  // fault, so that the report is the same.
  std::string message =
      ("two program instances access byte " + Twine(offset) + " of " +
       nameOf(buffer) +
       " with no order between them: use atomics, or give each instance "
       "elements of its own")
          .str();
  if (other.instance > in.instanceNumber())
    return launch.report({Instance::FaultKind::RaceBetweenInstances,
                          other.instance,
                          otherOp,
                          other.op,
                          {},
                          message,
                          op,
                          "the other access is here, by " +
                              launch.describe(in.instanceNumber())});
  bool isKnown = other.instance != in.instanceNumber();
  in.fault(op, Instance::FaultKind::RaceBetweenInstances, pointers, i, message,
           otherOp,
           "the other access is here, by " +
               (isKnown ? launch.describe(other.instance)
                        : std::string("an earlier program instance")));
}
