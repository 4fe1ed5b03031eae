//===- Gather.cpp - Gathers from a warp and from shared memory ------------===//

#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using minitc::Bases;
using minitc::GatherPlan;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// The thread's indices, of which only the low bits count.
SmallVector<Value> narrowIndices(LoweringBuilder &b, Value indices) {
  auto type = cast<VectorType>(indices.getType()).clone(b.builder.getI32Type());
  if (indices.getType() != type)
    indices = LLVM::TruncOp::create(b.builder, b.loc, type, indices);
  return b.explode(indices);
}

/// Gathers of what the warp holds.
struct GatherPattern : OpConversionPattern<tc::GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout source = tcg::getLayout(op.getSource().getType());
    LinearLayout result = tcg::getLayout(op.getType());
    if (tcg::getLayout(op.getIndices().getType()) != result)
      return op.emitOpError("expected indices in the layout of the result, but "
                            "got ")
             << op.getIndices().getType() << " and " << op.getType();
    std::optional<GatherPlan> plan =
        minitc::planGather(source, result, op.getAxis());
    if (!plan)
      return op.emitOpError("expected tcg-lower-collectives to have taken this "
                            "gather through shared memory");
    LoweringBuilder b(rewriter, op.getLoc());
    SmallVector<Value> registers = b.explode(adaptor.getSource());
    unsigned count = result.size(InDim::Register);
    APInt index;
    bool isConstant = matchPattern(op.getIndices(), m_ConstantInt(&index));
    SmallVector<Value> results;
    if (isConstant) {
      for (unsigned r = 0; r < count; ++r)
        results.push_back(pick(b, *plan, registers, r, index.getZExtValue()));
    } else {
      for (auto [r, wanted] :
           llvm::enumerate(narrowIndices(b, adaptor.getIndices())))
        results.push_back(pick(b, *plan, registers, r, wanted));
    }
    rewriter.replaceOp(op, b.fromElements(results));
    return success();
  }

  /// The own lane with the bits that the index decides replaced by `bits`.
  static Value sourceLane(LoweringBuilder &b, const GatherPlan &plan,
                          Value bits) {
    return b.ori(b.andi(b.lane(), b.i32(~plan.indexLanes())), bits);
  }

  /// What register `r` of the result gets at an index that is known.
  static Value pick(LoweringBuilder &b, const GatherPlan &plan,
                    ArrayRef<Value> registers, uint32_t r, uint32_t index) {
    Value value = registers[plan.sourceRegister(r) ^
                            minitc::f2::apply(plan.regFromIndex, index)];
    if (plan.isInThread())
      return value;
    uint32_t bits = minitc::f2::apply(plan.laneFromIndex, index);
    return b.shuffleIndex(value, sourceLane(b, plan, b.i32(bits)));
  }

  /// The same at one that is not: every register that it may ask for is
  /// shuffled, and its bits select among them, one after the other.
  static Value pick(LoweringBuilder &b, const GatherPlan &plan,
                    ArrayRef<Value> registers, uint32_t r, Value index) {
    Value lane;
    if (!plan.isInThread())
      lane = sourceLane(b, plan, b.applyBits(index, plan.laneFromIndex));
    SmallVector<Value> candidates;
    Bases choices;
    SmallVector<unsigned> bits;
    for (auto [bit, basis] : llvm::enumerate(plan.regFromIndex))
      if (basis) {
        choices.push_back(basis);
        bits.push_back(bit);
      }
    for (uint32_t choice = 0; choice < 1u << choices.size(); ++choice) {
      Value value = registers[plan.sourceRegister(r) ^
                              minitc::f2::apply(choices, choice)];
      candidates.push_back(lane ? b.shuffleIndex(value, lane) : value);
    }
    for (unsigned bit : bits) {
      Value isZero = b.equals(b.andi(index, b.i32(1u << bit)), b.i32(0));
      SmallVector<Value> left;
      for (size_t i = 0; i < candidates.size(); i += 2)
        left.push_back(b.select(isZero, candidates[i], candidates[i + 1]));
      candidates = std::move(left);
    }
    return candidates.front();
  }
};

/// Gathers of a tile in shared memory.
struct LocalGatherPattern : OpConversionPattern<tcg::LocalGatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalGatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    LinearLayout result = tcg::getLayout(op.getType());
    LinearLayout shared = op.getMemory().getType().getLinearLayout();
    Bases offsets = *minitc::f2::rightInverse(shared.bases(InDim::Offset),
                                              shared.numElementBits());
    // The offset of each place of the result at index 0, and what each bit of
    // the index adds.
    auto offsetsOf = [&](InDim dim) {
      Bases bases;
      for (uint32_t basis : result.bases(dim)) {
        std::vector<int64_t> at = result.coordinates(basis);
        at[op.getAxis()] = 0;
        bases.push_back(minitc::f2::apply(offsets, shared.element(at)));
      }
      return bases;
    };
    Bases ofIndex;
    uint32_t mask = shared.dimMask(op.getAxis());
    for (unsigned bit = 0; bit < offsets.size(); ++bit)
      if (mask >> bit & 1)
        ofIndex.push_back(offsets[bit]);
    Bases ofRegisters = offsetsOf(InDim::Register);
    Value ofThread =
        b.applyToThread(offsetsOf(InDim::Lane), offsetsOf(InDim::Warp));

    Type element = op.getType().getElementType();
    SmallVector<Value> results;
    for (auto [r, index] :
         llvm::enumerate(narrowIndices(b, adaptor.getIndices()))) {
      Value offset = b.xori(ofThread, b.applyBits(index, ofIndex));
      if (uint32_t ofRegister = minitc::f2::apply(ofRegisters, r))
        offset = b.xori(offset, b.i32(ofRegister));
      results.push_back(loadElement(b, adaptor.getMemory(), offset, element));
    }
    rewriter.replaceOp(op, b.fromElements(results));
    return success();
  }

  static Value loadElement(LoweringBuilder &b, Value base, Value offset,
                           Type element) {
    Type memory = minitc::memoryType(element);
    Value ptr = sharedElement(b, base, memory, offset);
    Value loaded = LLVM::LoadOp::create(b.builder, b.loc, memory, ptr);
    if (!element.isInteger(1))
      return loaded;
    return LLVM::ICmpOp::create(b.builder, b.loc, LLVM::ICmpPredicate::ne,
                                loaded, b.integer(memory, 0));
  }
};

} // namespace

void minitc::populateGatherPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<GatherPattern, LocalGatherPattern>(converter,
                                                  patterns.getContext());
}
