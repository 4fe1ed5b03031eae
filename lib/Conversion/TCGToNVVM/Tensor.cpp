//===- Tensor.cpp - Copies by TMA, their barriers, and roles of warps -----===//
//
// A copy becomes one bulk copy for each column of the swizzled matrix and each
// 256 rows. The kernel takes the tensor maps as parameters behind its own.
//
// Source: PTX ISA, "cp.async.bulk.tensor"; CUDA Driver API,
// "cuTensorMapEncodeTiled" (the limits of a box).
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"
#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Conversion/AsyncTransfers.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Layout/TensorCore.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using minitc::LinearLayout;
using minitc::SwizzledMatrix;
using Kind = minitc::MBarrierOperation::Kind;

/// The most elements of a box in each dimension.
constexpr int64_t maxBox = 256;
/// Bytes and alignment of a tensor map.
constexpr unsigned mapBytes = 128, mapAlignment = 64;

/// The number of a copy's tensor map among those of its kernel.
constexpr StringLiteral mapNumberAttrName = "tcg.tensor_map_number";

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// Dimensions as tensor maps count them: the contiguous one, then the others
/// from the last on.
static SmallVector<unsigned> fastestFirst(tcg::TensorMapAttr map) {
  SmallVector<unsigned> order = {map.getContiguousDim()};
  for (unsigned dim = map.getRank(); dim-- > 0;)
    if (dim != order.front())
      order.push_back(dim);
  return order;
}

/// The matrix that a copy fills, if the map's contiguous dimension is its own.
static std::optional<SwizzledMatrix> matrixOf(tcg::TensorCopyOp op) {
  tcg::SharedType memory = op.getMemory().getType();
  std::optional<SwizzledMatrix> matrix = minitc::matchSwizzle(
      memory.getLinearLayout(), tc::elementBytes(memory.getElementType()));
  bool isTransposed =
      op.getMap().getContiguousDim() == op.getMap().getTileDims()[0];
  return matrix && matrix->isTransposed == isTransposed ? matrix : std::nullopt;
}

/// Elements of one copy along each dimension of the map.
static SmallVector<int64_t> boxOf(tcg::TensorMapAttr map,
                                  SwizzledMatrix matrix) {
  SmallVector<int64_t> box(map.getWindow().asArrayRef());
  for (int64_t &extent : box)
    extent = std::min(extent, maxBox);
  box[map.getContiguousDim()] =
      matrix.swizzleBytes / tc::elementBytes(map.getElement());
  return box;
}

static LogicalResult numberTensorMaps(tc::KernelOp kernel) {
  Builder builder(kernel);
  llvm::SetVector<Attribute> maps;
  WalkResult walk = kernel.walk([&](tcg::TensorCopyOp op) {
    std::optional<SwizzledMatrix> matrix = matrixOf(op);
    if (!matrix) {
      op.emitOpError("expected memory in a swizzled layout that is contiguous "
                     "where the array is");
      return WalkResult::interrupt();
    }
    SmallVector<int64_t> box = boxOf(op.getMap(), *matrix), ordered;
    SmallVector<Attribute> sizes, strides;
    for (unsigned dim : fastestFirst(op.getMap())) {
      ordered.push_back(box[dim]);
      sizes.push_back(op.getMap().getSizes()[dim]);
      strides.push_back(op.getMap().getStrides()[dim]);
    }
    auto entry = builder.getDictionaryAttr(
        {builder.getNamedAttr("base",
                              builder.getI32IntegerAttr(op.getMap().getBase())),
         builder.getNamedAttr("element",
                              TypeAttr::get(op.getMap().getElement())),
         builder.getNamedAttr("sizes", builder.getArrayAttr(sizes)),
         builder.getNamedAttr("strides", builder.getArrayAttr(strides)),
         builder.getNamedAttr("box", builder.getDenseI64ArrayAttr(ordered)),
         builder.getNamedAttr(
             "swizzle", builder.getI32IntegerAttr(matrix->swizzleBytes))});
    maps.insert(entry);
    unsigned number = llvm::find(maps, entry) - maps.begin();
    op->setAttr(mapNumberAttrName, builder.getI32IntegerAttr(number));
    return WalkResult::advance();
  });
  if (!maps.empty())
    kernel->setAttr(tcg::tensorMapsAttrName,
                    builder.getArrayAttr(maps.getArrayRef()));
  return failure(walk.wasInterrupted());
}

LogicalResult minitc::numberTensorMaps(ModuleOp module) {
  for (auto kernel : module.getOps<tc::KernelOp>())
    if (failed(::numberTensorMaps(kernel)))
      return failure();
  return success();
}

SmallVector<Type> minitc::tensorMapParameters(Operation *kernel) {
  auto maps = kernel->getAttrOfType<ArrayAttr>(tcg::tensorMapsAttrName);
  return SmallVector<Type>(maps ? maps.size() : 0,
                           LLVM::LLVMPointerType::get(kernel->getContext()));
}

DictionaryAttr minitc::tensorMapParameterAttrs(MLIRContext *context) {
  Builder builder(context);
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), mapBytes);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(LLVM::LLVMDialect::getByValAttrName(),
                            TypeAttr::get(type)),
       builder.getNamedAttr(LLVM::LLVMDialect::getAlignAttrName(),
                            builder.getI64IntegerAttr(mapAlignment)),
       builder.getNamedAttr(NVVM::NVVMDialect::getGridConstantAttrName(),
                            builder.getUnitAttr())});
}

namespace {

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

struct TensorCopyPattern : OpConversionPattern<tcg::TensorCopyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::TensorCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<SwizzledMatrix> matrix = matrixOf(op);
    auto number = op->getAttrOfType<IntegerAttr>(mapNumberAttrName);
    auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
    if (!matrix || !number || !function)
      return rewriter.notifyMatchFailure(op, "has no number yet");
    LoweringBuilder b(rewriter, op.getLoc());
    unsigned numMaps = minitc::tensorMapParameters(function).size();
    Value map = function.getArgument(function.getNumArguments() - numMaps +
                                     number.getInt());
    tcg::TensorMapAttr attr = op.getMap();
    auto [rowDim, columnDim] = attr.getTileDims();
    SmallVector<int64_t> box = boxOf(attr, *matrix);
    auto [rows, columns] = attr.getTileShape();
    for (int64_t row = 0; row < rows; row += box[rowDim])
      for (int64_t column = 0; column < columns; column += box[columnDim]) {
        SmallVector<Value> places(adaptor.getIndices());
        places[rowDim] = moved(b, places[rowDim], row);
        places[columnDim] = moved(b, places[columnDim], column);
        SmallVector<Value> operands = {
            partOf(b, op, adaptor.getMemory(), {row, column}), map,
            adaptor.getBarrier()};
        for (unsigned dim : fastestFirst(attr))
          operands.push_back(places[dim]);
        b.callPTXOperation(minitc::TensorLoad{attr.getRank()}.name(),
                           LLVM::LLVMVoidType::get(rewriter.getContext()),
                           operands);
      }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value moved(LoweringBuilder &b, Value place, int64_t by) {
    return by ? LLVM::AddOp::create(b.builder, b.loc, place, b.i32(by))
                    .getResult()
              : place;
  }

  /// Where an element is that a box starts at, which no swizzle moves.
  static Value partOf(LoweringBuilder &b, tcg::TensorCopyOp op, Value memory,
                      std::vector<int64_t> place) {
    LinearLayout layout = op.getMemory().getType().getLinearLayout();
    unsigned bytes = tc::elementBytes(op.getMap().getElement());
    uint32_t offset = *minitc::f2::solve(layout.bases(minitc::InDim::Offset),
                                         layout.element(place));
    return sharedElement(b, memory, b.builder.getI8Type(),
                         b.i32(offset * bytes));
  }
};

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void callBarrier(LoweringBuilder &b, Kind kind, ValueRange operands) {
  b.callPTXOperation(minitc::MBarrierOperation{kind}.name(),
                     LLVM::LLVMVoidType::get(b.builder.getContext()), operands);
}

/// A barrier op as the operation of that kind, with its attribute or value
/// behind the barrier.
template <typename Op, Kind kind>
struct MBarrierPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    SmallVector<Value> operands(adaptor.getOperands());
    for (NamedAttribute attr : op->getAttrs())
      if (auto integer = dyn_cast<IntegerAttr>(attr.getValue()))
        operands.push_back(b.i32(integer.getInt()));
    callBarrier(b, kind, operands);
    rewriter.eraseOp(op);
    return success();
  }
};

struct WarpArrivePattern : OpConversionPattern<tcg::WarpArriveOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::WarpArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    NVVM::SyncWarpOp::create(rewriter, op.getLoc(), b.i32(-1));
    b.ifTrue(b.equals(b.lane(), b.i32(0)),
             [&] { callBarrier(b, Kind::Arrive, adaptor.getBarrier()); });
    rewriter.eraseOp(op);
    return success();
  }
};

struct BlockBarrierPattern : OpConversionPattern<tcg::BlockBarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::BlockBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::BarrierOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

struct WarpIdPattern : OpConversionPattern<tcg::WarpIdOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::WarpIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(op, b.uniformWarp());
    return success();
  }
};

struct ElectPattern : OpConversionPattern<tcg::ElectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   Value());
    return success();
  }
};

struct SetRegistersPattern : OpConversionPattern<tcg::SetRegistersOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::SetRegistersOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto action = op.getMore() ? NVVM::SetMaxRegisterAction::increase
                               : NVVM::SetMaxRegisterAction::decrease;
    rewriter.replaceOpWithNewOp<NVVM::SetMaxRegisterOp>(op, op.getCount(),
                                                        action);
    return success();
  }
};

} // namespace

void minitc::populateTensorPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns
      .add<TensorCopyPattern, MBarrierPattern<tcg::BarrierInitOp, Kind::Init>,
           MBarrierPattern<tcg::BarrierFenceOp, Kind::Fence>,
           MBarrierPattern<tcg::BarrierExpectOp, Kind::Expect>,
           MBarrierPattern<tcg::BarrierWaitOp, Kind::Wait>,
           MBarrierPattern<tcg::BarrierInvalidateOp, Kind::Invalidate>,
           WarpArrivePattern, BlockBarrierPattern, WarpIdPattern, ElectPattern,
           SetRegistersPattern>(converter, patterns.getContext());
}
