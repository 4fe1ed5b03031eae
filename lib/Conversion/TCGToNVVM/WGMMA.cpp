//===- WGMMA.cpp - Products by wgmma --------------------------------------===//
//
// Each product becomes one wgmma for every 64 rows, every 256 columns at most,
// and every 32 bytes along k. Operands in shared memory are given by
// descriptors, which follow from their layouts.
//
// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Conversion/WGMMAInstruction.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Layout/TensorCore.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using minitc::InDim;
using minitc::LinearLayout;
using minitc::SwizzledMatrix;
using minitc::warpgroupRows;
using minitc::warpgroupWarps;
using minitc::WGMMAInstruction;
using minitc::WGMMAWait;

namespace {

/// The most columns of one instruction.
constexpr int64_t maxColumns = 256;

StringRef typeName(Type element) {
  if (element.isF16())
    return "f16";
  if (element.isBF16())
    return "bf16";
  if (element.isF32())
    return "tf32";
  if (isa<Float8E4M3FNType>(element))
    return "e4m3";
  if (isa<Float8E5M2Type>(element))
    return "e5m2";
  return "s8";
}

StringRef accumulatorName(Type element) {
  return element.isF16() ? "f16" : element.isF32() ? "f32" : "s32";
}

/// A vector of accumulators as the words that instructions take, and back.
class AccumulatorWords {
public:
  AccumulatorWords(LoweringBuilder &b, Type element)
      : b(b), isPacked(element.isF16()),
        word(element.isF32() ? Type(b.builder.getF32Type())
                             : Type(b.builder.getI32Type())) {}

  Type type() const { return word; }

  SmallVector<Value> split(Value vector) {
    if (!isPacked)
      return b.explode(vector);
    int64_t count = cast<VectorType>(vector.getType()).getNumElements();
    return b.explode(b.bitcast(vector, VectorType::get({count / 2}, word)));
  }

  Value join(ArrayRef<Value> words) {
    Value vector = b.fromElements(words);
    if (!isPacked)
      return vector;
    auto type =
        VectorType::get({int64_t(2 * words.size())}, b.builder.getF16Type());
    return b.bitcast(vector, type);
  }

private:
  LoweringBuilder &b;
  bool isPacked;
  Type word;
};

/// An operand in shared memory, as its descriptors.
class MatrixDescriptors {
public:
  MatrixDescriptors(LoweringBuilder &b, tcg::SharedType type, Value base,
                    SwizzledMatrix matrix, bool isDepthContiguous)
      : b(b), layout(type.getLinearLayout()), matrix(matrix),
        isDepthContiguous(isDepthContiguous), base(base),
        bytes(tc::elementBytes(type.getElementType())) {}

  /// Makes the first descriptor, of what is `groupOffset` bytes from the
  /// operand's start; null for none.
  void start(Value groupOffset) {
    Value address = LLVM::PtrToIntOp::create(b.builder, b.loc,
                                             b.builder.getI32Type(), base);
    if (groupOffset)
      address = LLVM::AddOp::create(b.builder, b.loc, address, groupOffset);
    // In units of 16 bytes: 14 bits (PTX ISA, "Matrix Descriptor").
    Value unit = LLVM::LShrOp::create(b.builder, b.loc, address, b.i32(4));
    Type i64 = b.builder.getI64Type();
    Value low = LLVM::ZExtOp::create(b.builder, b.loc, i64,
                                     b.andi(unit, b.i32(0x3FFF)));
    first = b.ori(low, b.integer(i64, constantBits()));
  }

  /// The descriptor of the part whose first element is at `place`. Shared
  /// memory ends before the address would run over its bits, so that one
  /// addition makes it: instructions can then be issued without a gap.
  Value at(std::vector<int64_t> place) {
    return LLVM::AddOp::create(
        b.builder, b.loc, first,
        b.integer(b.builder.getI64Type(), bytesTo(place) >> 4));
  }

  /// Bytes from one element to another, both at places that no swizzle moves.
  uint32_t bytesTo(std::vector<int64_t> place) const {
    return *minitc::f2::solve(layout.bases(InDim::Offset),
                              layout.element(place)) *
           bytes;
  }

private:
  LoweringBuilder &b;
  LinearLayout layout;
  SwizzledMatrix matrix;
  bool isDepthContiguous;
  Value base, first;
  unsigned bytes;

  /// Leading offset, stride offset and swizzle. With k contiguous the stride
  /// leads from eight rows to the next eight, and the leading offset is not
  /// used. Otherwise the stride leads from eight steps of k to the next, the
  /// leading offset from one column of `swizzleBytes` to the next.
  int64_t constantBits() const {
    int64_t stride = 8 * matrix.swizzleBytes;
    int64_t columnRows =
        layout.shape()[layout.rank() - (matrix.isTransposed ? 1 : 2)];
    int64_t leading = isDepthContiguous ? 0 : columnRows * matrix.swizzleBytes;
    int64_t swizzle = matrix.swizzleBytes == 128  ? 1
                      : matrix.swizzleBytes == 64 ? 2
                                                  : 3;
    return (leading >> 4 & 0x3FFF) << 16 | (stride >> 4 & 0x3FFF) << 32 |
           swizzle << 62;
  }
};

struct WGMMAPattern : OpConversionPattern<tcg::WGMMAOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::WGMMAOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    Product product;
    if (failed(describe(op, product)))
      return failure();
    AccumulatorWords words(b, getElementTypeOrSelf(op.getType()));
    // What is added to zeros is not added to anything: registers need not be
    // set to zero first.
    bool isFromZero = matchPattern(op.getAcc(), m_PosZeroFloat()) ||
                      matchPattern(op.getAcc(), m_Zero());
    SmallVector<Value> sums = words.split(adaptor.getAcc());
    if (isFromZero)
      sums.assign(sums.size(),
                  LLVM::PoisonOp::create(rewriter, op.getLoc(), words.type()));

    auto rhsType = cast<tcg::SharedType>(op.getB().getType());
    MatrixDescriptors rhs(b, rhsType, adaptor.getB(), *product.rhs,
                          product.rhs->isTransposed);
    std::optional<MatrixDescriptors> lhs;
    SmallVector<Value> fragments;
    if (product.lhs)
      lhs.emplace(b, cast<tcg::SharedType>(op.getA().getType()), adaptor.getA(),
                  *product.lhs, !product.lhs->isTransposed);
    else
      fragments = fragmentWords(b, adaptor.getA());

    // Each group of warps has rows, and columns, of its own.
    Value group = uniformGroup(b);
    auto moved = [&](Value index, uint32_t step) -> Value {
      return step ? LLVM::MulOp::create(rewriter, op.getLoc(), index,
                                        b.i32(step))
                        .getResult()
                  : Value();
    };
    Value rowGroup, columnGroup;
    if (product.rowGroups > 1 && lhs)
      rowGroup = moved(b.andi(group, b.i32(product.rowGroups - 1)),
                       lhs->bytesTo({warpgroupRows, 0}));
    if (product.columnGroups > 1)
      columnGroup = columnOffset(b, group, product, rhs);

    rhs.start(columnGroup);
    if (lhs)
      lhs->start(rowGroup);

    NVVM::WgmmaFenceAlignedOp::create(rewriter, op.getLoc());
    unsigned count = product.instruction.words();
    // One sum after the other: a product that adds to the sum of the one
    // before it follows without a gap.
    for (unsigned part = 0; part < sums.size() / count; ++part)
      for (int64_t k = 0; k < product.depth; k += product.instruction.depth()) {
        unsigned row = part / product.columnParts;
        unsigned column = part % product.columnParts;
        SmallVector<Value> operands(
            ArrayRef<Value>(sums).slice(part * count, count));
        if (lhs)
          operands.push_back(
              lhs->at({row * warpgroupRows * product.rowGroups, k}));
        else
          llvm::append_range(operands, fragmentAt(fragments, product, row, k));
        operands.push_back(
            rhs.at({k, int64_t(column) * product.instruction.n}));
        operands.push_back(b.i32(!isFromZero || k > 0));
        SmallVector<Value> results = b.callPTXOperation(
            product.instruction.name(), words.type(), count, operands);
        llvm::copy(results, sums.begin() + part * count);
      }
    NVVM::WgmmaGroupSyncAlignedOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, words.join(sums));
    return success();
  }

private:
  /// The instructions of a product.
  struct Product {
    WGMMAInstruction instruction;
    /// The operands in shared memory; the left one may be in registers.
    std::optional<SwizzledMatrix> lhs, rhs;
    /// Groups of warps along m and n.
    int64_t rowGroups = 1, columnGroups = 1;
    /// Instructions that a group issues along n.
    unsigned columnParts = 1;
    int64_t depth = 0;
  };

  static LogicalResult describe(tcg::WGMMAOp op, Product &product) {
    auto rhsType = cast<tcg::SharedType>(op.getB().getType());
    unsigned bytes = tc::elementBytes(rhsType.getElementType());
    product.rhs = minitc::matchSwizzle(rhsType.getLinearLayout(), bytes);
    auto lhsType = dyn_cast<tcg::SharedType>(op.getA().getType());
    if (lhsType)
      product.lhs = minitc::matchSwizzle(lhsType.getLinearLayout(), bytes);
    if (!product.rhs || (lhsType && !product.lhs))
      return op.emitOpError("expected operands in a swizzled shared layout");
    LinearLayout acc = tcg::getLayout(op.getType());
    int64_t warps = acc.size(InDim::Warp);
    int64_t m = acc.shape()[0], n = acc.shape()[1];
    if (warps < warpgroupWarps || m < warpgroupRows)
      return op.emitOpError("expected at least ")
             << warpgroupWarps << " warps and " << warpgroupRows
             << " rows, but got " << warps << " and " << m;
    std::optional<minitc::WarpGrid> grid =
        minitc::spreadWarpgroups(m, n, warps);
    if (!grid || acc != minitc::tensorCoreAccumulator(acc.shape(), *grid))
      return op.emitOpError("expected an accumulator in the layout of tensor "
                            "cores, but got ")
             << op.getType();
    product.rowGroups = grid->m / warpgroupWarps;
    product.columnGroups = grid->n;
    int64_t columns = n / product.columnGroups;
    Type lhsElement = lhsType ? lhsType.getElementType()
                              : getElementTypeOrSelf(op.getA().getType());
    WGMMAInstruction &instruction = product.instruction;
    instruction.n = std::min(columns, maxColumns);
    instruction.accumulator =
        accumulatorName(getElementTypeOrSelf(op.getType()));
    instruction.lhs = typeName(lhsElement);
    instruction.rhs = typeName(rhsType.getElementType());
    instruction.isLhsInRegisters = !lhsType;
    // k is the last dimension of the left operand, the first of the right one.
    instruction.isLhsTransposed = product.lhs && product.lhs->isTransposed;
    instruction.isRhsTransposed = !product.rhs->isTransposed;
    product.columnParts = columns / instruction.n;
    product.depth = rhsType.getShape()[0];
    return success();
  }

  /// The number of this thread's group of warps.
  static Value uniformGroup(LoweringBuilder &b) {
    return LLVM::LShrOp::create(b.builder, b.loc, b.uniformWarp(),
                                b.i32(llvm::Log2_32(warpgroupWarps)));
  }

  /// Groups along n count after those along m; the columns of a group may lie
  /// in several columns of the swizzled matrix.
  static Value columnOffset(LoweringBuilder &b, Value group,
                            const Product &product, MatrixDescriptors &rhs) {
    int64_t columns = int64_t(product.instruction.n) * product.columnParts;
    minitc::Bases bases(llvm::Log2_64(product.rowGroups), 0);
    for (int64_t step = columns; step < columns * product.columnGroups;
         step *= 2)
      bases.push_back(rhs.bytesTo({0, step}));
    Value offset;
    for (auto [bit, image] : llvm::enumerate(bases)) {
      if (image == 0)
        continue;
      Value isSet = b.equals(b.andi(group, b.i32(1 << bit)), b.i32(0));
      Value part = b.select(isSet, b.i32(0), b.i32(image));
      offset =
          offset
              ? LLVM::AddOp::create(b.builder, b.loc, offset, part).getResult()
              : part;
    }
    return offset;
  }

  static SmallVector<Value> fragmentWords(LoweringBuilder &b, Value vector) {
    auto type = cast<VectorType>(vector.getType());
    int64_t count = type.getNumElements() *
                    type.getElementType().getIntOrFloatBitWidth() / 32;
    return b.explode(
        b.bitcast(vector, VectorType::get({count}, b.builder.getI32Type())));
  }

  /// The registers of the left operand: those of one instruction, then along k,
  /// then along m.
  static SmallVector<Value> fragmentAt(ArrayRef<Value> words,
                                       const Product &product, unsigned row,
                                       int64_t k) {
    unsigned steps = product.depth / product.instruction.depth();
    unsigned step = k / product.instruction.depth();
    return SmallVector<Value>(words.slice((row * steps + step) * 4, 4));
  }
};

/// The accumulators pass through the wait, so that nothing uses them before it.
struct WGMMAWaitPattern : OpConversionPattern<tcg::WGMMAWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::WGMMAWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    AccumulatorWords words(b, getElementTypeOrSelf(op.getType()));
    SmallVector<Value> sums = words.split(adaptor.getSource());
    WGMMAWait wait{op.getPending(), unsigned(sums.size()),
                   words.type().isF32()};
    rewriter.replaceOp(op, words.join(b.callPTXOperation(
                               wait.name(), words.type(), sums.size(), sums)));
    return success();
  }
};

struct FenceAsyncPattern : OpConversionPattern<tcg::FenceAsyncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::FenceAsyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(
        op,
        NVVM::ProxyKindAttr::get(op.getContext(),
                                 NVVM::ProxyKind::async_shared),
        NVVM::SharedSpaceAttr::get(op.getContext(),
                                   NVVM::SharedSpace::shared_cta));
    return success();
  }
};

} // namespace

void minitc::populateWGMMAPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<WGMMAPattern, WGMMAWaitPattern, FenceAsyncPattern>(
      converter, patterns.getContext());
}
