//===- Launch.cpp - One run of a kernel -----------------------------------===//

#include "Launch.h"

#include "HistoryShadow.h"
#include "OwnerShadow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace minitc;

/// The most faults that are collected.
static constexpr size_t maxFaults = 20;

bool LaunchBuffer::isWritten(size_t offset, unsigned bytes) const {
  if (isAllWritten || host.written->contains(offset, bytes))
    return true;
  for (unsigned i = 0; i < bytes; ++i)
    if (!host.written->contains(offset + i, 1) &&
        !shadow->isWritten(offset + i))
      return false;
  return true;
}

Launch::Launch(const Program &program, const std::array<uint32_t, 3> &grid,
               const InterpreterOptions &options)
    : program(program), grid(grid), options(options) {
  if (options.timeLimitSeconds > 0)
    deadline =
        std::chrono::steady_clock::now() +
        std::chrono::microseconds(int64_t(options.timeLimitSeconds * 1000000));
}

Launch::~Launch() = default;

bool Launch::isTimeUp() const {
  return options.timeLimitSeconds > 0 &&
         std::chrono::steady_clock::now() > deadline;
}

std::string Launch::describe(uint32_t instance,
                             ArrayRef<int64_t> element) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto [x, y, z] = coordinates(instance);
  os << "program instance (" << x << ", " << y << ", " << z << ")";
  if (!element.empty()) {
    os << ", element [";
    llvm::interleaveComma(element, os);
    os << "]";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void Launch::addBuffers(const std::vector<InterpreterBuffer> &hosts) {
  for (const InterpreterBuffer &host : hosts) {
    LaunchBuffer buffer;
    buffer.host = host;
    buffer.begin = reinterpret_cast<uint64_t>(host.data);
    buffer.end = buffer.begin + host.bytes;
    buffer.isAllWritten =
        !host.written || host.written->contains(0, host.bytes);
    buffers.push_back(std::move(buffer));
  }
  llvm::sort(buffers, [](const LaunchBuffer &a, const LaunchBuffer &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
}

int32_t Launch::findBuffer(uint64_t address) const {
  auto after = llvm::partition_point(buffers, [&](const LaunchBuffer &buffer) {
    return buffer.begin <= address;
  });
  if (after == buffers.begin() || address > std::prev(after)->end)
    return Provenance::unknown;
  return std::distance(buffers.begin(), after) - 1;
}

/// Histories take about 250 bytes each: some 16 MiB of them and half a byte
/// for each byte of the buffers.
static size_t numHistories(ArrayRef<LaunchBuffer> buffers) {
  size_t bytes = 0;
  for (const LaunchBuffer &buffer : buffers)
    bytes += buffer.host.bytes;
  return std::min<size_t>((1u << 16) + bytes / 512,
                          size_t(1) << (Histories::numberBits - 1));
}

std::unique_ptr<Shadow> Launch::makeShadow(size_t bytes, unsigned granule) {
  if (histories)
    return std::make_unique<HistoryShadow>(*histories, bytes, granule);
  return std::make_unique<OwnerShadow>(*owners, bytes, granule);
}

void Launch::beginAccess(const Access &access, ClockRef &clock) {
  if (histories)
    histories->begin(access, clock);
  else if (owners)
    owners->pointers[access.site].store(access.pointer,
                                        std::memory_order_relaxed);
}

uint64_t Launch::maxEpoch() const {
  return owners && owners->layout.hasSites() ? owners->layout.maxEpoch()
                                             : UINT64_MAX;
}

void Launch::endEpochs(uint32_t instance) {
  for (LaunchBuffer &buffer : buffers)
    if (buffer.shadow)
      buffer.shadow->endEpochs(instance);
}

void Launch::addShadows() {
  if (program.hasAtomics) {
    histories = std::make_unique<Histories>(numHistories(buffers));
  } else {
    OwnerCellLayout layout =
        OwnerCellLayout::choose(numInstances(), program.numSites(),
                                program.largestAccess, program.hasBarriers);
    owners = std::make_unique<OwnerCells>(layout, program.numSites() + 1);
  }
  std::vector<unsigned> granules(buffers.size(), 0);
  auto need = [&](int32_t buffer, Type pointee) {
    unsigned granule = program.granuleFor(pointee);
    unsigned &known = granules[buffer];
    known = known ? std::min(known, granule) : granule;
  };
  tc::KernelOp kernel = program.kernel;
  for (auto [type, argument] : llvm::zip(kernel.getArgumentTypes(), arguments))
    if (auto ptr = dyn_cast<tc::PtrType>(type)) {
      if (argument.provenance.buffer != Provenance::unknown)
        need(argument.provenance.buffer, ptr.getPointee());
    }
  for (auto [buffer, granule] : llvm::zip(buffers, granules)) {
    if (!granule && !program.changesPointee)
      continue;
    buffer.shadow = makeShadow(buffer.host.bytes,
                               granule ? granule : program.smallestElement);
  }
}

void Launch::recordWrites() {
  for (LaunchBuffer &buffer : buffers) {
    WrittenBytes *written = buffer.host.written;
    if (buffer.isAllWritten)
      continue;
    // Without a shadow nobody knows what was written: say everything was, so
    // that a later check reports nothing that is not so.
    if (!options.checkMemory) {
      written->mark(0, buffer.host.bytes);
      continue;
    }
    if (!buffer.shadow)
      continue;
    unsigned granule = buffer.shadow->granule();
    for (size_t offset = 0; offset < buffer.host.bytes; offset += granule)
      if (buffer.shadow->isWritten(offset))
        written->mark(offset,
                      std::min<size_t>(granule, buffer.host.bytes - offset));
  }
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

bool Launch::isNews(uint32_t instance, Operation *op,
                    InterpreterFault::Kind kind) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = faults.find({op, kind});
  return found == faults.end() || instance < found->second.instance;
}

void Launch::report(Fault fault) {
  std::lock_guard<std::mutex> lock(mutex);
  if (endInstance == 0)
    return;
  if (fault.kind == InterpreterFault::Kind::TimeLimit)
    endInstance = 0;
  else if (!options.keepGoing)
    endInstance = std::min(endInstance.load(), fault.instance + 1);
  auto [place, isNew] = faults.try_emplace(Key(fault.op, fault.kind), fault);
  if (!isNew && fault.instance < place->second.instance)
    place->second = std::move(fault);
}

std::vector<Fault> Launch::takeFaults() {
  std::vector<Fault> result;
  for (auto &entry : faults)
    result.push_back(std::move(entry.second));
  auto order = [](const Fault &fault) {
    return std::tuple(fault.op != nullptr, fault.instance, fault.opNumber,
                      fault.kind);
  };
  llvm::sort(result, [&](const Fault &a, const Fault &b) {
    return order(a) < order(b);
  });
  if (result.size() > (options.keepGoing ? maxFaults : 1))
    result.resize(options.keepGoing ? maxFaults : 1);
  return result;
}
