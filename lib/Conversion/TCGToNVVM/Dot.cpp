//===- Dot.cpp - Products by mma.sync and by single multiplications -------===//

#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// What one mma.sync takes of each operand. The registers of
/// `minitc::tensorCoreLhs` and its like are in an order that keeps those of one
/// instruction side by side.
struct Instruction {
  std::array<int64_t, 3> shape; ///< m, n, k
  NVVM::MMATypes type;
  /// Registers of the left and right operand and the accumulator in a thread.
  unsigned lhs, rhs, acc;
};

Instruction instructionFor(Type element) {
  using NVVM::MMATypes;
  if (element.isF16())
    return {{16, 8, 16}, MMATypes::f16, 8, 4, 4};
  if (element.isBF16())
    return {{16, 8, 16}, MMATypes::bf16, 8, 4, 4};
  if (element.isF32())
    return {{16, 8, 8}, MMATypes::tf32, 4, 2, 4};
  if (element.isF64())
    return {{8, 8, 4}, MMATypes::f64, 1, 1, 2};
  return {{16, 8, 32}, MMATypes::s8, 16, 8, 4};
}

/// The fragments of a warp's part of a dot, by their place in the vectors that
/// hold them.
class WarpProduct {
public:
  WarpProduct(LoweringBuilder &b, tcg::MMAOp op, Value a, Value b_, Value acc)
      : b(b), element(getElementTypeOrSelf(op.getA().getType())),
        instruction(instructionFor(element)), a(a), rhs(b_), acc(acc) {
    isDouble = element.isF64();
    LinearLayout lhs = tcg::getLayout(op.getA().getType());
    LinearLayout result = tcg::getLayout(op.getType());
    // A step along k: of one instruction, or of the two of f64 that share the
    // registers of one step of the layout.
    unsigned stepLhs = isDouble ? 4 : instruction.lhs;
    unsigned stepRhs = isDouble ? 2 : instruction.rhs;
    unsigned batches = 1;
    if (result.rank() == 3)
      batches = countAlong(result, 0);
    rows = countAlong(result, result.rank() - 2) / 2;
    columns = countAlong(result, result.rank() - 1) / 2;
    steps = lhs.size(InDim::Register) / (stepLhs * rows * batches);
    this->batches = batches;
    lhsStep = stepLhs;
    rhsStep = stepRhs;
  }

  Value run() {
    for (unsigned batch = 0; batch < batches; ++batch)
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column)
          sums.push_back(b.slice(acc, sums.size() * 4, 4));
    // Along k last: neighbouring instructions add to different sums.
    for (unsigned batch = 0; batch < batches; ++batch)
      for (unsigned step = 0; step < steps; ++step)
        for (unsigned row = 0; row < rows; ++row)
          for (unsigned column = 0; column < columns; ++column)
            multiply(batch, row, column, step);
    return b.concat(sums);
  }

private:
  LoweringBuilder &b;
  Type element;
  Instruction instruction;
  Value a, rhs, acc;
  bool isDouble;
  unsigned batches, rows, columns, steps, lhsStep, rhsStep;
  SmallVector<Value> sums;

  /// How many values of dimension `dim` a thread's registers go over.
  static unsigned countAlong(const LinearLayout &layout, unsigned dim) {
    Bases inDim;
    for (uint32_t basis : layout.bases(InDim::Register))
      inDim.push_back(basis & layout.dimMask(dim));
    return 1u << minitc::f2::rank(inDim);
  }

  void multiply(unsigned batch, unsigned row, unsigned column, unsigned step) {
    Value left =
        b.slice(a, ((batch * rows + row) * steps + step) * lhsStep, lhsStep);
    Value right = b.slice(
        rhs, ((batch * columns + column) * steps + step) * rhsStep, rhsStep);
    Value &sum = sums[(batch * rows + row) * columns + column];
    sum =
        isDouble ? multiplyDoubles(left, right, sum) : issue(left, right, sum);
  }

  /// 16 x 8 x 8 by four instructions of 8 x 8 x 4: a register of the left
  /// operand for each half of the rows, then of k.
  Value multiplyDoubles(Value left, Value right, Value sum) {
    SmallVector<Value> halves;
    for (unsigned half = 0; half < 2; ++half) {
      Value part = b.slice(sum, 2 * half, 2);
      for (unsigned k = 0; k < 2; ++k)
        part =
            issue(b.slice(left, 2 * k + half, 1), b.slice(right, k, 1), part);
      halves.push_back(part);
    }
    return b.concat(halves);
  }

  /// The words of a fragment as the instruction takes them.
  SmallVector<Value> words(Value fragment) {
    unsigned bits = element.getIntOrFloatBitWidth();
    int64_t count = cast<VectorType>(fragment.getType()).getNumElements();
    if (bits == 64)
      return b.explode(fragment);
    if (element.isF16()) {
      SmallVector<Value> pairs;
      for (int64_t i = 0; i < count; i += 2)
        pairs.push_back(b.slice(fragment, i, 2));
      return pairs;
    }
    auto type = VectorType::get({count * bits / 32}, b.builder.getI32Type());
    return b.explode(b.bitcast(fragment, type));
  }

  Value issue(Value left, Value right, Value sum) {
    Type accElement = getElementTypeOrSelf(sum.getType());
    bool isHalf = accElement.isF16();
    SmallVector<Value> addends;
    if (isHalf)
      addends = {b.slice(sum, 0, 2), b.slice(sum, 2, 2)};
    else
      addends = b.explode(sum);
    SmallVector<Type> resultTypes(addends.size(), addends.front().getType());
    std::optional<NVVM::MMAIntOverflow> overflow;
    if (accElement.isInteger())
      overflow = NVVM::MMAIntOverflow::wrapped;
    Value result = NVVM::MmaOp::create(
        b.builder, b.loc,
        LLVM::LLVMStructType::getLiteral(b.builder.getContext(), resultTypes),
        words(left), words(right), addends, instruction.shape,
        /*b1Op=*/std::nullopt, overflow,
        std::array<NVVM::MMATypes, 2>{instruction.type, instruction.type},
        std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                       NVVM::MMALayout::col});
    SmallVector<Value> parts;
    for (size_t i = 0; i < addends.size(); ++i)
      parts.push_back(
          LLVM::ExtractValueOp::create(b.builder, b.loc, result, i));
    return isHalf ? b.concat(parts) : b.fromElements(parts);
  }
};

struct MMAPattern : OpConversionPattern<tcg::MMAOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::MMAOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(
        op, WarpProduct(b, op, adaptor.getA(), adaptor.getB(), adaptor.getAcc())
                .run());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Multiplications and additions
//===----------------------------------------------------------------------===//

/// Steps along k that are unrolled.
constexpr int64_t unrolledSteps = 4;

/// The elements of one operand that a thread needs at each step along k: those
/// of its rows, or of its columns.
class ThreadOperand {
public:
  /// `acc` is the accumulator's layout, `shared` the operand's, row-major;
  /// `summed` is the dimension of the operand that the dot sums over.
  ThreadOperand(LoweringBuilder &b, Value base, Type element,
                const LinearLayout &acc, const LinearLayout &shared,
                unsigned summed)
      : b(b), base(base), element(element) {
    auto project = [&](uint32_t basis) {
      std::vector<int64_t> place = acc.coordinates(basis);
      place[summed] = 0;
      return *minitc::f2::solve(shared.bases(InDim::Offset),
                                shared.element(place));
    };
    auto projectAll = [&](InDim dim) {
      Bases result;
      for (uint32_t basis : acc.bases(dim))
        result.push_back(project(basis));
      return result;
    };
    registers = projectAll(InDim::Register);
    thread = b.applyToThread(projectAll(InDim::Lane), projectAll(InDim::Warp));
    stride = 1;
    for (unsigned dim = summed + 1; dim < shared.rank(); ++dim)
      stride *= shared.shape()[dim];
  }

  /// Forgets what was loaded: the next step begins.
  void startStep(Value k) {
    loaded.clear();
    start = LLVM::MulOp::create(b.builder, b.loc, k, b.i32(stride));
  }

  /// The element that register `reg` of the accumulator is multiplied with.
  Value get(unsigned reg) {
    uint32_t own = minitc::f2::apply(registers, reg);
    Value &value = loaded[own];
    if (!value) {
      Value place = b.xori(thread, b.i32(own));
      Value offset = LLVM::AddOp::create(b.builder, b.loc, place, start);
      value = LLVM::LoadOp::create(b.builder, b.loc, element,
                                   sharedElement(b, base, element, offset));
    }
    return value;
  }

private:
  LoweringBuilder &b;
  Value base, thread, start;
  Type element;
  Bases registers;
  int64_t stride;
  std::map<uint32_t, Value> loaded;
};

struct FMADotPattern : OpConversionPattern<tcg::FMADotOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::FMADotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    Type element = getElementTypeOrSelf(op.getType());
    LinearLayout acc = tcg::getLayout(op.getType());
    unsigned rank = acc.rank();
    ThreadOperand lhs(b, adaptor.getA(), element, acc,
                      op.getA().getType().getLinearLayout(), rank - 1);
    ThreadOperand rhs(b, adaptor.getB(), element, acc,
                      op.getB().getType().getLinearLayout(), rank - 2);
    int64_t depth = op.getA().getType().getShape().back();
    int64_t unrolled = std::min(depth, unrolledSteps);

    auto loop =
        scf::ForOp::create(rewriter, op.getLoc(), b.i32(0), b.i32(depth),
                           b.i32(unrolled), adaptor.getAcc());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(loop.getBody());
      SmallVector<Value> sums = b.explode(loop.getRegionIterArg(0));
      for (int64_t step = 0; step < unrolled; ++step) {
        Value k = LLVM::AddOp::create(rewriter, op.getLoc(),
                                      loop.getInductionVar(), b.i32(step));
        lhs.startStep(k);
        rhs.startStep(k);
        for (auto [reg, sum] : llvm::enumerate(sums))
          sum = multiplyAdd(b, lhs.get(reg), rhs.get(reg), sum);
      }
      scf::YieldOp::create(rewriter, op.getLoc(), b.fromElements(sums));
    }
    rewriter.replaceOp(op, loop.getResult(0));
    return success();
  }

  static Value multiplyAdd(LoweringBuilder &b, Value x, Value y, Value sum) {
    if (isa<FloatType>(sum.getType()))
      return math::FmaOp::create(b.builder, b.loc, x, y, sum);
    Value product = LLVM::MulOp::create(b.builder, b.loc, x, y);
    return LLVM::AddOp::create(b.builder, b.loc, product, sum);
  }
};

} // namespace

void minitc::populateDotPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<MMAPattern, FMADotPattern>(converter, patterns.getContext());
}
