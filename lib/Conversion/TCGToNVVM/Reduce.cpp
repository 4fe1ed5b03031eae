//===- Reduce.cpp - Reductions within a warp ------------------------------===//
//
// First the registers of each thread, then the lanes, by exchanging along just
// the lane bits that the reduced axis occupies, each from the lowest bit of the
// axis up: neighbours are combined with neighbours, so that operands keep their
// order where the layout is ordered (tcg-lower-collectives sees to that).
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <map>

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// The redux.sync kind that does a named reduction of 32-bit integers.
std::optional<NVVM::ReduxKind> reduxKind(tc::ReduceOp op) {
  if (!op.getKind() ||
      !getElementTypeOrSelf(op.getSources().front()).isInteger(32))
    return std::nullopt;
  switch (*op.getKind()) {
  case tc::ReduceKind::Sum:
    return NVVM::ReduxKind::ADD;
  case tc::ReduceKind::Max:
    return NVVM::ReduxKind::MAX;
  case tc::ReduceKind::Min:
    return NVVM::ReduxKind::MIN;
  case tc::ReduceKind::UMax:
    return NVVM::ReduxKind::UMAX;
  case tc::ReduceKind::UMin:
    return NVVM::ReduxKind::UMIN;
  case tc::ReduceKind::And:
    return NVVM::ReduxKind::AND;
  case tc::ReduceKind::Or:
    return NVVM::ReduxKind::OR;
  case tc::ReduceKind::Xor:
    return NVVM::ReduxKind::XOR;
  default:
    return std::nullopt;
  }
}

struct ReducePattern : OpConversionPattern<tc::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tcg::getLayout(op.getSources().front().getType());
    uint32_t mask = layout.dimMask(op.getAxis());
    for (uint32_t basis : layout.bases(InDim::Warp))
      if (basis & mask)
        return op.emitOpError("expected tcg-lower-collectives to have split "
                              "this reduction over warps");
    LoweringBuilder b(rewriter, op.getLoc());
    Combiner combiner(op, b, *getTypeConverter());
    SmallVector<Value> values(adaptor.getSources());
    Bases registers = layout.bases(InDim::Register);
    if (auto product = op.getSources().front().getDefiningOp<arith::MulFOp>();
        product && op->hasAttr(tc::contractAttrName))
      values = {sumProducts(b, rewriter.getRemappedValue(product.getLhs()),
                            rewriter.getRemappedValue(product.getRhs()), mask,
                            registers)};
    reduceRegisters(b, combiner, registers, mask, values);
    reduceLanes(b, op, combiner, layout.bases(InDim::Lane), mask, values);
    for (auto [value, result] : llvm::zip(values, op.getResultTypes())) {
      if (op.getSourceType().getRank() == 1)
        value = b.extract(value, 0);
      else if (tcg::getLayout(result) != layout.slice(op.getAxis()))
        return op.emitOpError("expected a result in the layout of the tiles "
                              "without the axis, but got ")
               << result;
    }
    rewriter.replaceOp(op, values);
    return success();
  }

  /// The indices of the bases that touch the axis, those of its low bits first.
  static SmallVector<unsigned> axisBases(const Bases &bases, uint32_t mask) {
    SmallVector<unsigned> result;
    for (unsigned i = 0; i < bases.size(); ++i)
      if (bases[i] & mask)
        result.push_back(i);
    llvm::sort(result,
               [&](unsigned a, unsigned b) { return bases[a] < bases[b]; });
    return result;
  }

  /// Adds up products without rounding them, over the register bits of the axis
  /// but for so many of the lowest that four sums are under way at once. The
  /// bits that are done are taken out of `bases`.
  static Value sumProducts(LoweringBuilder &b, Value lhs, Value rhs,
                           uint32_t mask, Bases &bases) {
    SmallVector<unsigned> bits = axisBases(bases, mask);
    size_t others = bases.size() - bits.size();
    size_t kept = others < 2 ? std::min(bits.size(), 2 - others) : 0;
    bits.erase(bits.begin(), bits.begin() + kept);
    uint32_t done = 0;
    for (unsigned bit : bits)
      done |= 1u << bit;
    // One group of registers for each value of the bits that are added over.
    std::map<uint32_t, SmallVector<int32_t>> groups;
    for (uint32_t r = 0, end = 1u << bases.size(); r < end; ++r)
      groups[r & done].push_back(r);
    Value sum;
    for (auto &[value, group] : groups) {
      Value x = b.shuffle(lhs, group), y = b.shuffle(rhs, group);
      sum = sum ? math::FmaOp::create(b.builder, b.loc, x, y, sum).getResult()
                : arith::MulFOp::create(b.builder, b.loc, x, y).getResult();
    }
    llvm::sort(bits, std::greater<>());
    for (unsigned bit : bits)
      bases.erase(bases.begin() + bit);
    return sum;
  }

  static void reduceRegisters(LoweringBuilder &b, Combiner &combiner,
                              Bases bases, uint32_t mask,
                              SmallVectorImpl<Value> &values) {
    while (true) {
      SmallVector<unsigned> left = axisBases(bases, mask);
      if (left.empty())
        return;
      unsigned bit = left.front();
      SmallVector<int32_t> low, high;
      for (unsigned i = 0, end = 1u << bases.size(); i < end; ++i)
        (i >> bit & 1 ? high : low).push_back(i);
      auto half = [&](ArrayRef<int32_t> indices) {
        return llvm::map_to_vector(
            values, [&](Value value) { return b.shuffle(value, indices); });
      };
      SmallVector<Value> lows = half(low), highs = half(high);
      values = combiner.combine(lows, highs);
      bases.erase(bases.begin() + bit);
    }
  }

  static void reduceLanes(LoweringBuilder &b, tc::ReduceOp op,
                          Combiner &combiner, const Bases &bases, uint32_t mask,
                          SmallVectorImpl<Value> &values) {
    SmallVector<unsigned> bits = axisBases(bases, mask);
    std::optional<NVVM::ReduxKind> redux = reduxKind(op);
    if (redux && (1u << bits.size()) == tcg::warpSize) {
      SmallVector<Value> results;
      for (Value element : b.explode(values.front()))
        results.push_back(NVVM::ReduxOp::create(
            b.builder, b.loc, element.getType(), element, *redux, b.i32(-1)));
      values.assign({b.fromElements(results)});
      return;
    }
    for (unsigned bit : bits) {
      SmallVector<Value> others;
      for (Value value : values) {
        SmallVector<Value> elements = b.explode(value);
        for (Value &element : elements)
          element = b.shuffleXor(element, 1u << bit);
        others.push_back(b.fromElements(elements));
      }
      // What a named reduction makes of (a, b) and (b, a) is one value. A
      // region may break ties or round differently even where it is marked
      // commutative, and lanes that hold copies have to agree.
      if (op.getKind())
        values = combiner.combine(values, others);
      else
        values = combineInOrder(b, combiner, values, others, bit);
    }
  }

  /// The lane whose bit is set holds the right operand.
  static SmallVector<Value>
  combineInOrder(LoweringBuilder &b, Combiner &combiner, ArrayRef<Value> own,
                 ArrayRef<Value> others, unsigned bit) {
    Value isLeft = b.equals(b.andi(b.lane(), b.i32(1u << bit)), b.i32(0));
    SmallVector<Value> left, right;
    for (auto [mine, other] : llvm::zip(own, others)) {
      left.push_back(b.select(isLeft, mine, other));
      right.push_back(b.select(isLeft, other, mine));
    }
    return combiner.combine(left, right);
  }
};

} // namespace

void minitc::populateReducePatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ReducePattern>(converter, patterns.getContext());
}
