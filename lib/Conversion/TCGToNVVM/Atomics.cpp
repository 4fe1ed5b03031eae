//===- Atomics.cpp - Atomic changes of global memory ----------------------===//
//
// Each element is changed by the thread that stands for all that hold it, with
// one instruction of PTX or, where there is none, by compare-and-swap until no
// other thread came between.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using minitc::GlobalAtomic;
using minitc::InDim;
using minitc::LinearLayout;

/// Whether PTX adds bf16 atomically (PTX ISA, "atom": .noftz.bf16).
static bool hasBF16Add(StringRef target) {
  return target != "sm_80" && target != "sm_86" && target != "sm_89";
}

/// What PTX calls a kind on elements of one type; none where it has no word
/// for it.
static std::optional<std::string> operationOf(tc::AtomicKind kind, Type element,
                                              StringRef target) {
  std::string bits = std::to_string(element.getIntOrFloatBitWidth());
  switch (kind) {
  case tc::AtomicKind::And:
    return "and.b" + bits;
  case tc::AtomicKind::Or:
    return "or.b" + bits;
  case tc::AtomicKind::Xor:
    return "xor.b" + bits;
  case tc::AtomicKind::Add:
    return "add.u" + bits;
  case tc::AtomicKind::Max:
    return "max.s" + bits;
  case tc::AtomicKind::Min:
    return "min.s" + bits;
  case tc::AtomicKind::UMax:
    return "max.u" + bits;
  case tc::AtomicKind::UMin:
    return "min.u" + bits;
  case tc::AtomicKind::Xchg:
    return "exch.b" + bits;
  case tc::AtomicKind::FAdd:
    if (element.isF16())
      return "add.noftz.f16";
    if (!element.isBF16())
      return "add.f" + bits;
    if (hasBF16Add(target))
      return "add.noftz.bf16";
    return std::nullopt;
  case tc::AtomicKind::FMax:
  case tc::AtomicKind::FMin:
    // By their bits as integers, a NaN in memory would not be ignored.
    return std::nullopt;
  }
  llvm_unreachable("every kind is above");
}

/// A scope as LLVM names it for NVPTX.
static StringRef syncScope(tc::MemoryScope scope) {
  switch (scope) {
  case tc::MemoryScope::CTA:
    return "block";
  case tc::MemoryScope::GPU:
    return "device";
  case tc::MemoryScope::Sys:
    return "";
  }
  llvm_unreachable("every scope is above");
}

namespace {

/// The instructions that an atomic op becomes for one element. Elements are
/// their bits here: integers, "words".
class AtomicEmitter {
public:
  template <typename OpTy>
  AtomicEmitter(LoweringBuilder &b, OpTy op)
      : b(b), order(stringifyMemoryOrder(op.getOrder())), scope(op.getScope()),
        isUsed(!op.use_empty()), element(getElementTypeOrSelf(op.getType())),
        word(b.builder.getIntegerType(element.getIntOrFloatBitWidth())) {}

  Type wordType() const { return word; }

  /// One instruction. Gives what was there before, 0 where the predicate is
  /// false, or null where nobody asks.
  Value native(const std::string &operation, Value ptr, Value predicate,
               ArrayRef<Value> words) {
    GlobalAtomic atomic;
    atomic.order = order;
    atomic.scope = stringifyMemoryScope(scope).str();
    atomic.operation = operation;
    atomic.isReduction =
        !isUsed && GlobalAtomic::hasReduction(operation, order);
    SmallVector<Value> operands = {ptr, predicate};
    llvm::append_range(operands, words);
    Type result = LLVM::LLVMVoidType::get(b.builder.getContext());
    if (!atomic.isReduction) {
      operands.push_back(b.integer(word, 0));
      result = word;
    }
    return b.callPTXOperation(atomic.name(), result, operands);
  }

  /// Compare-and-swap of what is there with what `kind` makes of it.
  Value loop(tc::AtomicKind kind, Value ptr, Value predicate, Value operand) {
    OpBuilder &builder = b.builder;
    auto branch = scf::IfOp::create(builder, b.loc, word, predicate,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, b.loc, b.integer(word, 0));

    builder.setInsertionPointToStart(branch.thenBlock());
    auto loop = scf::WhileOp::create(builder, b.loc, TypeRange(word),
                                     ValueRange(loadRelaxed(ptr)),
                                     /*beforeBuilder=*/nullptr,
                                     /*afterBuilder=*/nullptr);
    scf::YieldOp::create(builder, b.loc, loop.getResults());

    builder.setInsertionPointToStart(loop.getBeforeBody());
    Value expected = loop.getBeforeArguments().front();
    Value found = native("cas.b" + std::to_string(bits()), ptr, b.i1(true),
                         {expected, combine(kind, expected, operand)});
    Value again = b.xori(b.equals(found, expected), b.i1(true));
    scf::ConditionOp::create(builder, b.loc, again, found);
    builder.setInsertionPointToStart(loop.getAfterBody());
    scf::YieldOp::create(builder, b.loc, loop.getAfterArguments());
    return branch.getResult(0);
  }

private:
  LoweringBuilder &b;
  StringRef order;
  tc::MemoryScope scope;
  bool isUsed;
  Type element, word;

  unsigned bits() const { return word.getIntOrFloatBitWidth(); }

  /// A guess at what is there; compare-and-swap brings the order.
  Value loadRelaxed(Value ptr) {
    return LLVM::LoadOp::create(
        b.builder, b.loc, word, ptr, /*alignment=*/bits() / 8,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic,
        syncScope(scope));
  }

  Value combine(tc::AtomicKind kind, Value old, Value operand) {
    Value x = b.bitcast(old, element), y = b.bitcast(operand, element);
    Value result;
    if (kind == tc::AtomicKind::FMax) {
      result = arith::MaxNumFOp::create(b.builder, b.loc, x, y);
    } else if (kind == tc::AtomicKind::FMin) {
      result = arith::MinNumFOp::create(b.builder, b.loc, x, y);
    } else {
      // f32 has more than twice the digits, so rounding twice is rounding once.
      Type single = b.builder.getF32Type();
      Value sum = arith::AddFOp::create(
          b.builder, b.loc, arith::ExtFOp::create(b.builder, b.loc, single, x),
          arith::ExtFOp::create(b.builder, b.loc, single, y));
      result = arith::TruncFOp::create(b.builder, b.loc, element, sum);
    }
    return b.bitcast(result, word);
  }
};

/// The lowering of both ops: each thread's elements one by one.
template <typename OpTy> struct AtomicPattern : OpConversionPattern<OpTy> {
  AtomicPattern(const TypeConverter &converter, MLIRContext *context,
                StringRef target)
      : OpConversionPattern<OpTy>(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkLayout(op)))
      return failure();
    LoweringBuilder b(rewriter, op.getLoc());
    AtomicEmitter emitter(b, op);
    auto words = [&](Value tile) {
      auto type = cast<VectorType>(tile.getType()).clone(emitter.wordType());
      return b.explode(b.bitcast(tile, type));
    };
    SmallVector<Value> ptrs = b.explode(adaptor.getPtr());
    SmallVector<Value> predicates = predicatesOf(b, op, adaptor);
    SmallVector<SmallVector<Value>> operands;
    if constexpr (std::is_same_v<OpTy, tc::AtomicCASOp>)
      operands.push_back(words(adaptor.getCompare()));
    operands.push_back(words(adaptor.getValue()));

    SmallVector<Value> olds;
    for (auto [i, ptr] : llvm::enumerate(ptrs)) {
      SmallVector<Value> own = llvm::map_to_vector(
          operands, [&](ArrayRef<Value> column) { return column[i]; });
      olds.push_back(change(op, emitter, ptr, predicates[i], own));
    }
    if (op.use_empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    giveToCopies(b, op, olds);
    Type result = this->getTypeConverter()->convertType(op.getType());
    rewriter.replaceOp(op, b.bitcast(b.fromElements(olds), result));
    return success();
  }

private:
  std::string target;

  static LogicalResult checkLayout(OpTy op) {
    if (!isa<RankedTensorType>(op.getType()))
      return op.emitOpError("expected tcg-lower-atomics to have made a tile of "
                            "this scalar");
    LinearLayout layout = tcg::getLayout(op.getType());
    if (layout != layout.withoutDuplicateRegisters())
      return op.emitOpError("expected a layout that holds each element once in "
                            "a thread, but got ")
             << op.getType();
    if (isReadByCopies(op) && !tcg::areCopiesInWarp(layout))
      return op.emitOpError("expected tcg-lower-atomics to have taken the "
                            "result through shared memory");
    return success();
  }

  /// Whether threads that do not change an element use what it was. A store to
  /// shared memory is made by those that do.
  static bool isReadByCopies(OpTy op) {
    return !llvm::all_of(op->getUsers(), llvm::IsaPred<tcg::LocalStoreOp>);
  }

  static SmallVector<Value> predicatesOf(LoweringBuilder &b, OpTy op,
                                         typename OpTy::Adaptor adaptor) {
    SmallVector<Value> predicates;
    if constexpr (std::is_same_v<OpTy, tc::AtomicRMWOp>)
      if (op.getMask())
        predicates = b.explode(adaptor.getMask());
    LinearLayout layout = tcg::getLayout(op.getType());
    if (predicates.empty())
      predicates.assign(layout.size(InDim::Register), b.i1(true));
    if (Value stands = b.isRepresentative(layout))
      for (Value &predicate : predicates)
        predicate = b.andi(predicate, stands);
    return predicates;
  }

  Value change(tc::AtomicRMWOp op, AtomicEmitter &emitter, Value ptr,
               Value predicate, ArrayRef<Value> operands) const {
    Type element = getElementTypeOrSelf(op.getType());
    std::optional<std::string> operation =
        operationOf(op.getKind(), element, target);
    if (operation)
      return emitter.native(*operation, ptr, predicate, operands);
    return emitter.loop(op.getKind(), ptr, predicate, operands.front());
  }

  Value change(tc::AtomicCASOp op, AtomicEmitter &emitter, Value ptr,
               Value predicate, ArrayRef<Value> operands) const {
    unsigned bits = emitter.wordType().getIntOrFloatBitWidth();
    return emitter.native("cas.b" + std::to_string(bits), ptr, predicate,
                          operands);
  }

  static void giveToCopies(LoweringBuilder &b, OpTy op,
                           MutableArrayRef<Value> olds) {
    uint32_t mask = tcg::getLayout(op.getType()).copyMask(InDim::Lane);
    if (mask == 0 || !isReadByCopies(op))
      return;
    Value source = b.andi(b.lane(), b.i32(~mask & (tcg::warpSize - 1)));
    for (Value &old : olds)
      old = b.shuffleIndex(old, source);
  }
};

} // namespace

void minitc::populateAtomicPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    StringRef target) {
  patterns.add<AtomicPattern<tc::AtomicRMWOp>, AtomicPattern<tc::AtomicCASOp>>(
      converter, patterns.getContext(), target);
}
