//===- Instance.cpp - One program instance --------------------------------===//

#include "Instance.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace minitc;

void Instance::run(uint32_t instance) {
  number = instance;
  stopped = false;
  epoch = 0;
  acquired.reset();
  Frame entry;
  frame = &entry;
  tc::KernelOp kernel = launch.program.kernel;
  runBlock(kernel.getBody().front(), launch.arguments);
  frame = nullptr;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<Tile> Instance::getAll(ValueRange values) const {
  SmallVector<Tile> tiles;
  for (Value value : values)
    tiles.push_back(get(value));
  return tiles;
}

void Instance::set(Value value, Tile tile) {
  if (tile.kind == Kind::Ptr)
    tile.provenance.value =
        place().pointerBase + launch.program.pointerNumber(value);
  frame->values[value] = std::move(tile);
}

void Instance::setAll(ValueRange values, ArrayRef<Tile> tiles) {
  for (auto [value, tile] : llvm::zip(values, tiles))
    set(value, tile);
}

void Instance::bindAll(ValueRange values, ArrayRef<Tile> tiles) {
  for (auto [value, tile] : llvm::zip(values, tiles))
    frame->values[value] = tile;
}

int64_t Instance::signedInteger(Value value) const {
  const Tile &tile = get(value);
  return withInteger(tile.kind, [&](auto element) {
    using T = decltype(element);
    return T::loadSigned(*tile.data<typename T::Stored>());
  });
}

uint64_t Instance::unsignedInteger(Value value) const {
  const Tile &tile = get(value);
  return withInteger(tile.kind, [&](auto element) {
    using T = decltype(element);
    return T::loadUnsigned(*tile.data<typename T::Stored>());
  });
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

SmallVector<Tile> Instance::runBlock(Block &block, ArrayRef<Tile> arguments) {
  setAll(block.getArguments(), arguments);
  return runOps(block);
}

SmallVector<Tile> Instance::runOps(Block &block) {
  for (Operation &op : block) {
    // Terminators count too: a loop may have no other op.
    if (++opsRun % 128 == 0)
      checkTime(&op);
    if (stopped || launch.isOver(number)) {
      stopped = true;
      return {};
    }
    const OpInfo &info = launch.program.infoOf(&op);
    info.handler(*this, &op);
    for (Value value : info.dying)
      frame->values.erase(value);
  }
  return getAll(block.getTerminator()->getOperands());
}

SmallVector<Tile> Instance::runCall(func::CallOp call) {
  Frame inner;
  inner.place = place().calls.lookup(call);
  // Inlined, an argument is the very SSA value that is passed.
  SmallVector<Tile> arguments = getAll(call.getOperands());
  Frame *outer = std::exchange(frame, &inner);
  Block &body = launch.program.callee(call).getBody().front();
  bindAll(body.getArguments(), arguments);
  SmallVector<Tile> results = runOps(body);
  frame = outer;
  if (!stopped)
    bindAll(call.getResults(), results);
  return results;
}

void Instance::checkTime(Operation *op) {
  if (!launch.isTimeUp())
    return;
  std::string message;
  llvm::raw_string_ostream(message)
      << "the launch took longer than the time limit of "
      << llvm::format("%g", launch.options.timeLimitSeconds) << " s";
  fault(op, FaultKind::TimeLimit, Tile(), 0, message);
  stopped = true;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void Instance::fault(Operation *op, FaultKind kind, const Tile &tile, int64_t i,
                     const llvm::Twine &message, Operation *other,
                     const llvm::Twine &note) {
  if (!launch.options.keepGoing)
    stopped = true;
  if (!launch.isNews(number, op, kind))
    return;
  SmallVector<int64_t> element;
  if (!tile.shape.empty())
    element = indexOf(tile.shape, i);
  launch.report({kind, number, op, numberOf(op), element, message.str(), other,
                 note.str()});
}

//===----------------------------------------------------------------------===//
// The order of accesses
//===----------------------------------------------------------------------===//

/// Whether the pointers form few runs, each of neighbouring elements.
static bool isContiguous(const Tile &pointers, unsigned bytes) {
  const uint64_t *addresses = pointers.data<uint64_t>();
  int64_t breaks = 0;
  for (int64_t i = 1; i < pointers.size; ++i)
    breaks += addresses[i] != addresses[i - 1] + bytes;
  return breaks <= pointers.size / 64;
}

Access Instance::beginAccess(Operation *op, const Tile &pointers,
                             unsigned bytes, AccessMode mode,
                             AtomicOrder order) {
  uint32_t site = launch.program.siteOf(numberOf(op));
  Access access = {number, site, pointers.provenance.value, epoch, mode, order};
  // A scalar has no other elements to tell apart, and elements that are several
  // cells have none in common.
  access.isContiguous = launch.ordersInstances() && !pointers.shape.empty() &&
                        !launch.program.changesPointee &&
                        isContiguous(pointers, bytes);
  launch.beginAccess(access, acquired);
  return access;
}

void Instance::barrier() {
  if (++epoch <= launch.maxEpoch())
    return;
  launch.endEpochs(number);
  epoch = 1;
}
