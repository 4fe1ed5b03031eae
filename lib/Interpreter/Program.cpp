//===- Program.cpp - A kernel made ready to run ---------------------------===//

#include "Program.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>

using namespace mlir;
using namespace minitc;

/// More ops than this, with every call inlined, are an error.
static constexpr size_t maxOps = 1 << 20;

LogicalResult Program::prepare(tc::KernelOp kernel, Program &program) {
  program.kernel = kernel;
  // Number 0 stands for no op.
  program.ops.push_back(nullptr);
  unsigned root;
  return program.addPlace(kernel, root);
}

/// Calls `fn` on each pointer type that a value of `op` has.
static void forEachPointee(Operation *op, function_ref<void(Type)> fn) {
  auto visit = [&](Type type) {
    if (auto ptr = dyn_cast<tc::PtrType>(getElementTypeOrSelf(type)))
      fn(ptr.getPointee());
  };
  llvm::for_each(op->getResultTypes(), visit);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArgumentTypes(), visit);
}

LogicalResult Program::addFunction(Operation *function) {
  const OpTable &table = OpTable::get();
  FunctionInfo info;
  WalkResult walk = function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    forEachPointee(op, [&](Type pointee) {
      smallestElement = std::min(smallestElement, tc::elementBytes(pointee));
    });
    if (op == function)
      return WalkResult::advance();
    OpInfo &opInfo = infos[op];
    opInfo.handler = table.lookup(op);
    if (!opInfo.handler) {
      op->emitOpError("is not an op of the language");
      return WalkResult::interrupt();
    }
    opInfo.number = info.ops.size();
    info.ops.push_back(op);
    hasAtomics |= isa<tc::AtomicRMWOp, tc::AtomicCASOp>(op);
    hasBarriers |= isa<tc::BarrierOp, tc::AtomicRMWOp, tc::AtomicCASOp>(op);
    changesPointee |= isa<tc::BitcastOp, tc::IntToPtrOp>(op);
    if (auto call = dyn_cast<func::CallOp>(op)) {
      info.calls.push_back(call);
      callees[call] = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  function->walk([&](Block *block) { findDying(*block); });
  numberPointers(function);
  info.numPointers = numPointers;
  functions[function] = std::move(info);
  return success();
}

static bool accessesMemory(Operation *op) {
  return isa<tc::LoadOp, tc::StoreOp, tc::LoadViewOp, tc::StoreViewOp,
             tc::AtomicRMWOp, tc::AtomicCASOp>(op);
}

ArrayRef<int64_t> minitc::accessShape(Operation *op) {
  // What an access goes through comes first.
  Type type = op->getOperand(0).getType();
  if (auto view = dyn_cast<tc::ViewType>(type))
    return view.getShape();
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.getShape();
  return {};
}

/// Gives numbers to the memory accesses among ops that got theirs.
void Program::addSites(ArrayRef<Operation *> placed) {
  for (Operation *op : placed) {
    bool isSite = accessesMemory(op);
    if (isSite)
      largestAccess =
          std::max(largestAccess, ShapedType::getNumElements(accessShape(op)));
    siteNumbers.push_back(isSite ? sites.size() : 0);
    if (isSite)
      sites.push_back(siteNumbers.size() - 1);
  }
}

LogicalResult Program::addPlace(Operation *function, unsigned &number) {
  if (!functions.count(function) && failed(addFunction(function)))
    return failure();
  const FunctionInfo info = functions[function];
  number = places.size();
  places.emplace_back();
  places[number].opBase = ops.size();
  places[number].pointerBase = numPointersInUse;
  numPointersInUse += info.numPointers;
  ops.insert(ops.end(), info.ops.begin(), info.ops.end());
  addSites(info.ops);
  if (ops.size() > maxOps)
    return function->emitOpError("expected at most ")
           << maxOps << " ops once every call is inlined";
  callStack.push_back(function);
  for (Operation *call : info.calls) {
    func::FuncOp callee = callees[call];
    if (!callee || callee.isExternal())
      return call->emitOpError("expected a function with a body");
    if (llvm::is_contained(callStack, callee.getOperation()))
      return call->emitOpError("a function cannot call itself: calls are "
                               "inlined");
    unsigned inner;
    if (failed(addPlace(callee, inner)))
      return failure();
    places[number].calls[call] = inner;
  }
  callStack.pop_back();
  return success();
}

/// The op of `block` that is `user` or holds it.
static Operation *ancestorIn(Block &block, Operation *user) {
  return block.findAncestorOpInBlock(*user);
}

/// Finds for each value of `block` the last of the block's ops that needs it.
void Program::findDying(Block &block) {
  auto addTo = [&](Value value, Operation *definition) {
    Operation *last = definition;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = ancestorIn(block, user);
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
    // A terminator's operands are taken over by whoever runs the block.
    if (last && !last->hasTrait<OpTrait::IsTerminator>())
      infos[last].dying.push_back(value);
  };
  for (BlockArgument argument : block.getArguments())
    addTo(argument, nullptr);
  for (Operation &op : block)
    for (Value result : op.getResults())
      addTo(result, &op);
}

/// What a view op accesses is told apart by its view and its indices.
static SmallVector<void *> viewKey(Operation *op) {
  SmallVector<void *> key;
  auto add = [&](Value value) { key.push_back(value.getAsOpaquePointer()); };
  if (auto load = dyn_cast<tc::LoadViewOp>(op)) {
    add(load.getView());
    llvm::for_each(load.getIndices(), add);
  } else if (auto store = dyn_cast<tc::StoreViewOp>(op)) {
    add(store.getView());
    llvm::for_each(store.getIndices(), add);
  }
  return key;
}

void Program::numberPointers(Operation *function) {
  std::map<SmallVector<void *>, uint32_t> views;
  auto add = [&](Value value) {
    if (isa<tc::PtrType>(getElementTypeOrSelf(value)))
      pointers[value] = ++numPointers;
  };
  numPointers = 0;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
    SmallVector<void *> key = viewKey(op);
    if (key.empty())
      return;
    uint32_t &number = views[key];
    if (!number)
      number = ++numPointers;
    infos[op].pointer = number;
  });
  ++numPointers;
}

unsigned Program::granuleFor(Type pointee) const {
  return changesPointee ? smallestElement : tc::elementBytes(pointee);
}
