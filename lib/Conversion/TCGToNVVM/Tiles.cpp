//===- Tiles.cpp - Making, shaping and moving tiles -----------------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using minitc::Bases;
using minitc::ConversionKind;
using minitc::ConversionPlan;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// The bits that any combination of the bases may set.
uint32_t spannedBits(const Bases &bases) {
  uint32_t mask = 0;
  for (uint32_t basis : bases)
    mask |= basis;
  return mask;
}

/// The row-major index of each element of a tile that the thread holds, plus
/// `start`, as a vector of `type` elements.
Value elementIndices(LoweringBuilder &b, const LinearLayout &layout, Type type,
                     int64_t start) {
  Value thread =
      b.applyToThread(layout.bases(InDim::Lane), layout.bases(InDim::Warp));
  if (type != thread.getType())
    thread = LLVM::ZExtOp::create(b.builder, b.loc, type, thread);
  uint32_t threadBits = spannedBits(layout.bases(InDim::Lane)) |
                        spannedBits(layout.bases(InDim::Warp));
  uint32_t registerBits = spannedBits(layout.bases(InDim::Register));
  unsigned count = layout.size(InDim::Register);
  bool isDisjoint = (threadBits & registerBits) == 0;
  SmallVector<int64_t> ofRegisters;
  for (unsigned r = 0; r < count; ++r)
    ofRegisters.push_back(layout.apply(InDim::Register, r) +
                          (isDisjoint ? start : 0));
  Value threads = b.splat(thread, count);
  Value registers = b.constants(type, ofRegisters);
  auto flags = start >= 0 ? LLVM::IntegerOverflowFlags::nsw
                          : LLVM::IntegerOverflowFlags::none;
  if (isDisjoint)
    return LLVM::AddOp::create(b.builder, b.loc, threads, registers, flags);
  Value indices = b.xori(threads, registers);
  if (start == 0)
    return indices;
  return LLVM::AddOp::create(b.builder, b.loc, indices,
                             b.splat(b.integer(type, start), count), flags);
}

struct ArangePattern : OpConversionPattern<tc::ArangeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::ArangeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(op, elementIndices(b, tcg::getLayout(op.getType()),
                                          op.getType().getElementType(),
                                          int64_t(op.getStart())));
    return success();
  }
};

struct SplatPattern : OpConversionPattern<tc::SplatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::SplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    LoweringBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(op, b.splat(adaptor.getSource(), type.getNumElements()));
    return success();
  }
};

/// A constant tile of many values is a table in constant memory that each
/// thread reads its elements from.
struct ConstantPattern : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type converted = getTypeConverter()->convertType(op.getType());
    Type element = getElementTypeOrSelf(converted);
    if (auto scalar = dyn_cast<FloatAttr>(op.getValue())) {
      rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
          op, element,
          rewriter.getIntegerAttr(element, scalar.getValue().bitcastToAPInt()));
      return success();
    }
    auto value = dyn_cast<DenseElementsAttr>(op.getValue());
    auto type = dyn_cast<VectorType>(converted);
    if (!value || !type)
      return rewriter.notifyMatchFailure(op, "not a tile");
    if (value.isSplat()) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, bitsAs(value, type.getElementType()).resizeSplat(type));
      return success();
    }
    rewriter.replaceOp(op, readTable(op, value, type, rewriter));
    return success();
  }

  /// The constant with f8 as the bytes that hold it.
  static DenseElementsAttr bitsAs(DenseElementsAttr value, Type element) {
    if (value.getElementType() == element)
      return value;
    return value.bitcast(element);
  }

  Value readTable(arith::ConstantOp op, DenseElementsAttr value,
                  VectorType type, ConversionPatternRewriter &rewriter) const {
    auto module = op->getParentOfType<ModuleOp>();
    Type element = minitc::memoryType(
        cast<RankedTensorType>(op.getType()).getElementType());
    int64_t count = value.getNumElements();
    auto tableType = LLVM::LLVMArrayType::get(element, count);
    auto attrType = RankedTensorType::get({count}, element);
    DenseElementsAttr table =
        value.getElementType().isInteger(1)
            ? DenseElementsAttr(cast<DenseIntElementsAttr>(value).mapValues(
                  element, [](const APInt &bit) { return bit.zext(8); }))
            : bitsAs(value, element);
    table = table.reshape(attrType);
    std::string name;
    unsigned number = 0;
    do
      name = "minitc_table_" + std::to_string(number++);
    while (module.lookupSymbol(name));
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      // Not of the op: an inlined call's location is for functions alone.
      LLVM::GlobalOp::create(rewriter, rewriter.getUnknownLoc(), tableType,
                             /*isConstant=*/true, LLVM::Linkage::Internal, name,
                             table, /*alignment=*/16, /*addrSpace=*/1);
    }
    LoweringBuilder b(rewriter, op.getLoc());
    auto ptrType = LLVM::LLVMPointerType::get(op.getContext(), 1);
    Value base =
        LLVM::AddressOfOp::create(rewriter, op.getLoc(), ptrType, name);
    Value indices = elementIndices(b, tcg::getLayout(op.getType()),
                                   rewriter.getI64Type(), 0);
    SmallVector<Value> elements;
    for (Value index : b.explode(indices)) {
      Value ptr = LLVM::GEPOp::create(rewriter, op.getLoc(), ptrType, element,
                                      base, ValueRange{index});
      Value loaded = LLVM::LoadOp::create(rewriter, op.getLoc(), element, ptr);
      if (type.getElementType().isInteger(1))
        loaded = LLVM::TruncOp::create(rewriter, op.getLoc(),
                                       rewriter.getI1Type(), loaded);
      elements.push_back(loaded);
    }
    return b.fromElements(elements);
  }
};

/// Each register of the result is a register of the operand, in the same
/// thread: the layouts were inferred to make it so.
template <typename OpTy> struct ShapePattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout from = tcg::getLayout(op.getSource().getType());
    LinearLayout to = tcg::getLayout(op.getType());
    bool isMatch = areThreadsAlike(op, from, to);
    SmallVector<int32_t> registers;
    for (uint32_t r = 0; isMatch && r < to.size(InDim::Register); ++r) {
      uint32_t wanted = toOperand(op, from, to, to.apply(InDim::Register, r));
      std::optional<uint32_t> source =
          minitc::f2::solve(from.bases(InDim::Register), wanted);
      isMatch = source.has_value();
      registers.push_back(source.value_or(0));
    }
    if (!isMatch)
      return op.emitOpError("expected layouts that move nothing between "
                            "threads, but got ")
             << op.getSource().getType() << " and " << op.getType();
    LoweringBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(op, b.shuffle(adaptor.getSource(), registers));
    return success();
  }

  /// Whether what lanes and warps add to an element of the result, they add to
  /// the operand's.
  static bool areThreadsAlike(OpTy op, const LinearLayout &from,
                              const LinearLayout &to) {
    for (InDim dim : {InDim::Lane, InDim::Warp}) {
      Bases images;
      for (uint32_t basis : to.bases(dim))
        images.push_back(toOperand(op, from, to, basis));
      if (images != from.bases(dim))
        return false;
    }
    return true;
  }

  /// The element of the operand that an element of the result is.
  static uint32_t toOperand(OpTy op, const LinearLayout &from,
                            const LinearLayout &to, uint32_t element) {
    std::vector<int64_t> result = to.coordinates(element);
    if constexpr (std::is_same_v<OpTy, tc::ReshapeOp>)
      return element;
    if constexpr (std::is_same_v<OpTy, tc::ExpandDimsOp>)
      result.erase(result.begin() + op.getAxis());
    if constexpr (std::is_same_v<OpTy, tc::BroadcastOp>)
      for (unsigned dim = 0; dim < result.size(); ++dim)
        if (from.shape()[dim] == 1)
          result[dim] = 0;
    if constexpr (std::is_same_v<OpTy, tc::TransposeOp>) {
      std::vector<int64_t> source(result.size());
      for (auto [dim, sourceDim] : llvm::enumerate(op.getOrder()))
        source[sourceDim] = result[dim];
      result = source;
    }
    return from.element(result);
  }
};

/// Conversions that stay within a warp.
struct ConvertLayoutPattern : OpConversionPattern<tcg::ConvertLayoutOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::ConvertLayoutOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout from = tcg::getLayout(op.getSource().getType());
    LinearLayout to = tcg::getLayout(op.getType());
    ConversionPlan plan = minitc::planConversion(from, to);
    if (plan.kind == ConversionKind::SharedMemory)
      return op.emitOpError("expected tcg-lower-collectives to have taken this "
                            "conversion through shared memory");
    LoweringBuilder b(rewriter, op.getLoc());
    unsigned count = to.size(InDim::Register);
    if (plan.candidates() == 1 && plan.kind != ConversionKind::WarpShuffle) {
      SmallVector<int32_t> registers;
      for (unsigned r = 0; r < count; ++r)
        registers.push_back(plan.sourceRegister(r));
      rewriter.replaceOp(op, b.shuffle(adaptor.getSource(), registers));
      return success();
    }
    rewriter.replaceOp(op,
                       move(b, plan, b.explode(adaptor.getSource()), count));
    return success();
  }

  /// Every register of the result asks for each source register that some lane
  /// wants there, and keeps the one that this lane wants.
  static Value move(LoweringBuilder &b, const ConversionPlan &plan,
                    ArrayRef<Value> source, unsigned count) {
    Bases byThread(plan.regFromLane);
    llvm::append_range(byThread, plan.regFromWarp);
    std::vector<uint32_t> candidates = minitc::f2::span(byThread);
    Value wantedRegister =
        candidates.size() > 1
            ? b.applyToThread(plan.regFromLane, plan.regFromWarp)
            : Value();
    bool isShuffle = plan.kind == ConversionKind::WarpShuffle;
    Value sourceLane =
        isShuffle ? b.applyToThread(plan.laneFromLane, plan.laneFromWarp)
                  : Value();
    SmallVector<Value> results;
    for (unsigned r = 0; r < count; ++r) {
      uint32_t base = plan.sourceRegister(r);
      uint32_t laneOffset = minitc::f2::apply(plan.laneFromReg, r);
      Value lane = isShuffle && laneOffset
                       ? b.xori(sourceLane, b.i32(laneOffset))
                       : sourceLane;
      Value result;
      for (uint32_t candidate : candidates) {
        Value value = source[base ^ candidate];
        if (isShuffle)
          value = b.shuffleIndex(value, lane);
        result = result ? b.select(b.equals(wantedRegister, b.i32(candidate)),
                                   value, result)
                        : value;
      }
      results.push_back(result);
    }
    return b.fromElements(results);
  }
};

template <typename OpTy, typename XOp, typename YOp, typename ZOp>
struct GridPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    switch (op.getAxis()) {
    case tc::Axis::X:
      rewriter.replaceOpWithNewOp<XOp>(op, i32);
      break;
    case tc::Axis::Y:
      rewriter.replaceOpWithNewOp<YOp>(op, i32);
      break;
    case tc::Axis::Z:
      rewriter.replaceOpWithNewOp<ZOp>(op, i32);
      break;
    }
    return success();
  }
};

} // namespace

void minitc::populateTilePatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns
      .add<ArangePattern, SplatPattern, ConstantPattern, ConvertLayoutPattern,
           ShapePattern<tc::ExpandDimsOp>, ShapePattern<tc::BroadcastOp>,
           ShapePattern<tc::ReshapeOp>, ShapePattern<tc::TransposeOp>,
           GridPattern<tc::ProgramIdOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                       NVVM::BlockIdZOp>,
           GridPattern<tc::NumProgramsOp, NVVM::GridDimXOp, NVVM::GridDimYOp,
                       NVVM::GridDimZOp>>(converter, patterns.getContext());
}
