//===- VectorUtils.cpp - One thread's share of a tile ---------------------===//

#include "VectorUtils.h"
#include "Patterns.h"

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value LoweringBuilder::integer(Type type, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

Value LoweringBuilder::i1(bool value) {
  return integer(builder.getI1Type(), value ? -1 : 0);
}

Value LoweringBuilder::i32(int64_t value) {
  return integer(builder.getI32Type(), value);
}

Value LoweringBuilder::andi(Value a, Value b) {
  return LLVM::AndOp::create(builder, loc, a, b);
}

Value LoweringBuilder::ori(Value a, Value b) {
  return LLVM::OrOp::create(builder, loc, a, b);
}

Value LoweringBuilder::xori(Value a, Value b) {
  return LLVM::XOrOp::create(builder, loc, a, b);
}

Value LoweringBuilder::equals(Value a, Value b) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, a, b);
}

Value LoweringBuilder::select(Value condition, Value yes, Value no) {
  return LLVM::SelectOp::create(builder, loc, condition, yes, no);
}

Value LoweringBuilder::bitcast(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<LLVM::LLVMPointerType>(getElementTypeOrSelf(value.getType())))
    return LLVM::PtrToIntOp::create(builder, loc, type, value);
  if (isa<LLVM::LLVMPointerType>(getElementTypeOrSelf(type)))
    return LLVM::IntToPtrOp::create(builder, loc, type, value);
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value LoweringBuilder::threadId() {
  return NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
}

Value LoweringBuilder::lane() {
  return andi(threadId(), i32(tcg::warpSize - 1));
}

Value LoweringBuilder::warp() {
  return LLVM::LShrOp::create(builder, loc, threadId(),
                              i32(llvm::Log2_32(tcg::warpSize)));
}

/// Runs of bits whose images are one another's doubles are moved together, by a
/// mask and a shift.
Value LoweringBuilder::applyBits(Value index, const Bases &bases) {
  Value result;
  for (size_t first = 0; first < bases.size();) {
    size_t last = first + 1;
    while (last < bases.size() && bases[first] != 0 &&
           llvm::isPowerOf2_32(bases[first]) &&
           bases[last] == bases[first] << (last - first))
      ++last;
    uint32_t image = bases[first];
    uint32_t mask = ((1u << (last - first)) - 1) << first;
    if (image != 0) {
      Value bits = andi(index, i32(mask));
      Value moved;
      if (llvm::isPowerOf2_32(image)) {
        int shift = int(llvm::Log2_32(image)) - int(first);
        moved =
            shift >= 0
                ? LLVM::ShlOp::create(builder, loc, bits, i32(shift))
                : Value(LLVM::LShrOp::create(builder, loc, bits, i32(-shift)));
      } else {
        moved = select(equals(bits, i32(0)), i32(0), i32(image));
      }
      result = result ? xori(result, moved) : moved;
    }
    first = last;
  }
  return result ? result : i32(0);
}

Value LoweringBuilder::applyToThread(const Bases &lanes, const Bases &warps) {
  // Lane and warp are the low and high bits of the thread's number.
  Bases all(lanes);
  all.resize(llvm::Log2_32(tcg::warpSize), 0);
  llvm::append_range(all, warps);
  return applyBits(threadId(), all);
}

Value LoweringBuilder::isRepresentative(const LinearLayout &layout) {
  uint32_t mask = layout.copyMask(InDim::Lane) |
                  layout.copyMask(InDim::Warp) * tcg::warpSize;
  if (mask == 0)
    return {};
  return equals(andi(threadId(), i32(mask)), i32(0));
}

Value LoweringBuilder::isFirstThread() { return equals(threadId(), i32(0)); }

void LoweringBuilder::barrier(Operation *op) {
  auto threads = op->getAttrOfType<IntegerAttr>(minitc::barrierThreadsAttrName);
  // Barrier 0 is that of the whole block.
  Value id = threads ? i32(1) : Value();
  Value count = threads ? i32(threads.getInt()) : Value();
  NVVM::BarrierOp::create(builder, loc, TypeRange(), id, count,
                          NVVM::BarrierReductionAttr(), Value());
}

Value LoweringBuilder::uniformWarp() { return shuffleIndex(warp(), i32(0)); }

void LoweringBuilder::ifTrue(Value condition, function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(builder);
  if (condition) {
    auto branch = scf::IfOp::create(builder, loc, condition,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  body();
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// first, first+1, ..., end-1.
static SmallVector<int32_t> range(int32_t first, int32_t end) {
  return llvm::to_vector(llvm::seq(first, end));
}

static unsigned sizeOf(Value vector) {
  return cast<VectorType>(vector.getType()).getNumElements();
}

Value LoweringBuilder::extract(Value vector, unsigned index) {
  return LLVM::ExtractElementOp::create(builder, loc, vector, i32(index));
}

SmallVector<Value> LoweringBuilder::explode(Value vector) {
  SmallVector<Value> elements;
  for (unsigned i : llvm::seq(sizeOf(vector)))
    elements.push_back(extract(vector, i));
  return elements;
}

Value LoweringBuilder::fromElements(ArrayRef<Value> elements) {
  SmallVector<Value> vectors;
  auto type = VectorType::get({1}, elements.front().getType());
  for (Value element : elements)
    vectors.push_back(LLVM::InsertElementOp::create(
        builder, loc, LLVM::PoisonOp::create(builder, loc, type), element,
        i32(0)));
  return concat(vectors);
}

Value LoweringBuilder::concat(ArrayRef<Value> vectors) {
  SmallVector<Value> level(vectors);
  while (level.size() > 1) {
    SmallVector<Value> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2) {
      SmallVector<int32_t> all =
          range(0, sizeOf(level[i]) + sizeOf(level[i + 1]));
      next.push_back(LLVM::ShuffleVectorOp::create(builder, loc, level[i],
                                                   level[i + 1], all));
    }
    if (level.size() % 2)
      next.push_back(level.back());
    level = std::move(next);
  }
  return level.front();
}

Value LoweringBuilder::shuffle(Value vector, ArrayRef<int32_t> indices) {
  if (range(0, sizeOf(vector)) == indices)
    return vector;
  Value poison = LLVM::PoisonOp::create(builder, loc, vector.getType());
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, poison, indices);
}

Value LoweringBuilder::slice(Value vector, unsigned first, unsigned count) {
  return shuffle(vector, range(first, first + count));
}

Value LoweringBuilder::splat(Value scalar, unsigned count) {
  auto type = VectorType::get({1}, scalar.getType());
  Value one = LLVM::InsertElementOp::create(
      builder, loc, LLVM::PoisonOp::create(builder, loc, type), scalar, i32(0));
  return shuffle(one, SmallVector<int32_t>(count, 0));
}

Value LoweringBuilder::constants(Type element, ArrayRef<int64_t> values) {
  auto type = VectorType::get({int64_t(values.size())}, element);
  SmallVector<APInt> elements;
  for (int64_t value : values)
    elements.emplace_back(element.getIntOrFloatBitWidth(), uint64_t(value),
                          /*isSigned=*/true, /*implicitTrunc=*/true);
  return LLVM::ConstantOp::create(builder, loc, type,
                                  DenseElementsAttr::get(type, elements));
}

//===----------------------------------------------------------------------===//
// Shuffles within a warp
//===----------------------------------------------------------------------===//

Value LoweringBuilder::shuffleWords(Value value,
                                    function_ref<Value(Value)> move) {
  Type type = value.getType();
  unsigned bits =
      isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
  Value number = bitcast(value, builder.getIntegerType(bits));
  if (bits == 64) {
    Value words = bitcast(number, VectorType::get({2}, builder.getI32Type()));
    Value moved =
        fromElements({move(extract(words, 0)), move(extract(words, 1))});
    return bitcast(bitcast(moved, builder.getI64Type()), type);
  }
  Type i32Type = builder.getI32Type();
  if (bits == 32)
    return bitcast(move(number), type);
  Value wide = LLVM::ZExtOp::create(builder, loc, i32Type, number);
  Value narrow = LLVM::TruncOp::create(
      builder, loc, builder.getIntegerType(bits), move(wide));
  return bitcast(narrow, type);
}

Value LoweringBuilder::shuffleXor(Value value, unsigned mask) {
  return shuffleWords(value, [&](Value word) -> Value {
    return NVVM::ShflOp::create(builder, loc, word.getType(), i32(-1), word,
                                i32(mask), i32(tcg::warpSize - 1),
                                NVVM::ShflKind::bfly, UnitAttr());
  });
}

Value LoweringBuilder::shuffleIndex(Value value, Value source) {
  return shuffleWords(value, [&](Value word) -> Value {
    return NVVM::ShflOp::create(builder, loc, word.getType(), i32(-1), word,
                                source, i32(tcg::warpSize - 1),
                                NVVM::ShflKind::idx, UnitAttr());
  });
}

//===----------------------------------------------------------------------===//
// Operations of PTXOperations.h
//===----------------------------------------------------------------------===//

static LLVM::MemoryEffectsAttr effectsAttr(MLIRContext *context,
                                           llvm::MemoryEffects effects) {
  using Location = llvm::IRMemLocation;
  return LLVM::MemoryEffectsAttr::get(
      context, llvm::map_to_vector(
                   ArrayRef({Location::Other, Location::ArgMem,
                             Location::InaccessibleMem, Location::ErrnoMem,
                             Location::TargetMem0, Location::TargetMem1}),
                   [&](Location location) {
                     return LLVM::ModRefInfo(effects.getModRef(location));
                   }));
}

Value LoweringBuilder::callPTXOperation(const std::string &name, Type result,
                                        ValueRange operands) {
  auto module = builder.getBlock()->getParent()->getParentOfType<ModuleOp>();
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        builder, builder.getUnknownLoc(), name,
        LLVM::LLVMFunctionType::get(result,
                                    SmallVector<Type>(operands.getTypes())));
    function.setNoUnwind(true);
    function.setWillReturn(true);
    minitc::PTXOperation operation = *minitc::lookupPTXOperation(name);
    function.setConvergent(operation.isConvergent);
    llvm::MemoryEffects effects = operation.effects;
    if (effects != llvm::MemoryEffects::unknown())
      function.setMemoryEffectsAttr(effectsAttr(builder.getContext(), effects));
  }
  auto call = LLVM::CallOp::create(builder, loc, function, operands);
  return call->getNumResults() ? call.getResult() : Value();
}

SmallVector<Value> LoweringBuilder::callPTXOperation(const std::string &name,
                                                     Type word, unsigned count,
                                                     ValueRange operands) {
  SmallVector<Type> words(count, word);
  Value all = callPTXOperation(
      name, LLVM::LLVMStructType::getLiteral(builder.getContext(), words),
      operands);
  SmallVector<Value> results;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(LLVM::ExtractValueOp::create(builder, loc, all, i));
  return results;
}
