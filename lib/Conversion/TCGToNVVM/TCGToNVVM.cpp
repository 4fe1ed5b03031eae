//===- TCGToNVVM.cpp - A tile becomes one thread's share of it ------------===//
//
// The pass: type conversion, kernels, control flow, and what is done before
// (integer division is guarded) and after (math functions) the conversion.
//
//===----------------------------------------------------------------------===//

#include "Assert.h"
#include "Math.h"
#include "Patterns.h"
#include "Tensor.h"

#include "minitc/Conversion/AssertReport.h"
#include "minitc/Conversion/Passes.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"
#include "minitc/Dialect/TCG/Transforms/LayoutInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace minitc {
#define GEN_PASS_DEF_CONVERTTCGTONVVMPASS
#include "minitc/Conversion/Passes.h.inc"
} // namespace minitc

using namespace mlir;
using minitc::InDim;

namespace {

/// A tile to a vector of its registers, a pointer to LLVM's, f8 to its byte.
class TileTypeConverter : public TypeConverter {
public:
  TileTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](FloatType type) -> std::optional<Type> {
      if (tc::isF8(type))
        return IntegerType::get(type.getContext(), 8);
      return type;
    });
    addConversion([](tc::PtrType type) {
      return LLVM::LLVMPointerType::get(type.getContext(), 1);
    });
    addConversion([](tcg::SharedType type) {
      return LLVM::LLVMPointerType::get(type.getContext(), 3);
    });
    addConversion([this](RankedTensorType type) -> std::optional<Type> {
      if (!tcg::isPlacedTile(type))
        return Type();
      int64_t registers = tcg::getLayout(type).size(InDim::Register);
      return VectorType::get({registers}, convertType(type.getElementType()));
    });
    auto materialize = [](OpBuilder &builder, Type type, ValueRange inputs,
                          Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    };
    addSourceMaterialization(materialize);
    addTargetMaterialization(materialize);
  }
};

struct KernelPattern : OpConversionPattern<tc::KernelOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::KernelOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)))
      return failure();
    SmallVector<Type> maps = minitc::tensorMapParameters(op);
    if (!maps.empty())
      signature.addInputs(maps);
    MLIRContext *context = op.getContext();
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                            signature.getConvertedTypes());
    auto function =
        LLVM::LLVMFuncOp::create(rewriter, op.getLoc(), op.getSymName(), type);
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                      rewriter.getUnitAttr());
    for (size_t i = 0; i < maps.size(); ++i)
      function.setArgAttrs(op.getNumArguments() + i,
                           minitc::tensorMapParameterAttrs(context));
    int32_t warps = op.getNumWarps().value_or(1);
    if (auto producers =
            op->getAttrOfType<IntegerAttr>(tcg::producerWarpsAttrName))
      warps += producers.getInt();
    int32_t threads = warps * tcg::warpSize;
    function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                      rewriter.getDenseI32ArrayAttr({threads, 1, 1}));
    if (Attribute blocks = op->getAttr(tcg::minBlocksAttrName))
      function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), blocks);
    if (Attribute bytes = op->getAttr(tcg::sharedBytesAttrName))
      function->setAttr(tcg::sharedBytesAttrName, bytes);
    for (StringRef name : {StringRef(minitc::assertsAttrName),
                           StringRef(tcg::tensorMapsAttrName)})
      if (Attribute attr = op->getAttr(name))
        function->setAttr(name, attr);
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(),
                                function.getBody().end());
    if (failed(rewriter.convertRegionTypes(&function.getBody(),
                                           *getTypeConverter(), &signature)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReturnPattern : OpConversionPattern<tc::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::ReturnOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

/// LLVM's integer division is undefined where the language's only gives an
/// undefined value: by zero, and the smallest number by -1.
void guardDivision(Operation *op) {
  APInt constant;
  Value divisor = op->getOperand(1);
  if (matchPattern(divisor, m_ConstantInt(&constant)) && !constant.isZero() &&
      !constant.isAllOnes())
    return;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = divisor.getType();
  auto constantOf = [&](int64_t value) -> Value {
    Type element = getElementTypeOrSelf(type);
    TypedAttr attr = builder.getIntegerAttr(element, value);
    if (auto tile = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(tile, attr);
    return arith::ConstantOp::create(builder, loc, attr);
  };
  auto equals = [&](int64_t value) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                 divisor, constantOf(value));
  };
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  Value isBad = equals(0);
  Value isMinusOne;
  if (isSigned) {
    isMinusOne = equals(-1);
    isBad = arith::OrIOp::create(builder, loc, isBad, isMinusOne);
  }
  Value safe =
      arith::SelectOp::create(builder, loc, isBad, constantOf(1), divisor);
  Value dividend = op->getOperand(0);
  op->setOperand(1, safe);
  if (!isSigned)
    return;
  builder.setInsertionPointAfter(op);
  Value byMinusOne = constantOf(0);
  if (isa<arith::DivSIOp>(op))
    byMinusOne = arith::SubIOp::create(builder, loc, byMinusOne, dividend);
  auto select = arith::SelectOp::create(builder, loc, isMinusOne, byMinusOne,
                                        op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(select, select);
}

void guardDivisions(ModuleOp module) {
  // Those that round up or down become divisions that truncate, first.
  RewritePatternSet patterns(module.getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  walkAndApplyPatterns(module, std::move(patterns));

  SmallVector<Operation *> divisions;
  module.walk([&](Operation *op) {
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
      divisions.push_back(op);
  });
  for (Operation *op : divisions)
    guardDivision(op);
}

/// Refuses ops that take or make tiles of several layouts, which
/// tcg-assign-layouts does not leave.
LogicalResult checkLayouts(ModuleOp module) {
  WalkResult walk = module.walk([](Operation *op) {
    if (!tcg::isElementwise(op) && !isa<tc::ReduceOp, tc::ScanOp>(op))
      return WalkResult::advance();
    SmallVector<RankedTensorType> tiles;
    auto addTiles = [&](TypeRange types) {
      for (Type type : types)
        if (auto tile = dyn_cast<RankedTensorType>(type))
          tiles.push_back(tile);
    };
    addTiles(op->getOperandTypes());
    if (!isa<tc::ReduceOp>(op))
      addTiles(op->getResultTypes());
    for (RankedTensorType tile : tiles)
      if (tile.getEncoding() != tiles.front().getEncoding()) {
        op->emitOpError("expected tiles of one layout, but got ")
            << tiles.front() << " and " << tile;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// Conversions between i1 and floats go by way of i32. NVPTX selects a
/// comparison with zero for one of a float to i1, which gives 1 just where it
/// should give 0, and gives 1 for the signed i1 that is -1 as bf16.
void widenBoolConversions(ModuleOp module) {
  module.walk([](Operation *op) {
    OpBuilder builder(op);
    auto widen = [&](Type type) -> Type {
      auto tile = dyn_cast<ShapedType>(type);
      return tile ? tile.clone(builder.getI32Type())
                  : Type(builder.getI32Type());
    };
    if (auto convert = dyn_cast<arith::SIToFPOp>(op)) {
      Type from = convert.getIn().getType();
      if (getElementTypeOrSelf(from).isInteger(1))
        convert.getInMutable().assign(arith::ExtSIOp::create(
            builder, op->getLoc(), widen(from), convert.getIn()));
      return;
    }
    if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op) ||
        !getElementTypeOrSelf(op->getResult(0)).isInteger(1))
      return;
    Type narrow = op->getResult(0).getType();
    op->getResult(0).setType(widen(narrow));
    builder.setInsertionPointAfter(op);
    auto bit = arith::TruncIOp::create(builder, op->getLoc(), narrow,
                                       op->getResult(0));
    op->getResult(0).replaceAllUsesExcept(bit, bit);
  });
}

/// Producers take no part in what orders the others' accesses: in a kernel that
/// has some, tc.barrier is one of the other warps alone.
void nameBarriers(ModuleOp module) {
  for (auto kernel : module.getOps<tc::KernelOp>()) {
    if (!kernel->hasAttr(tcg::producerWarpsAttrName))
      continue;
    int32_t threads = kernel.getNumWarps().value_or(1) * tcg::warpSize;
    kernel.walk([&](Operation *op) {
      if (isa<tc::BarrierOp, tcg::PrintOp>(op))
        op->setAttr(minitc::barrierThreadsAttrName,
                    Builder(op).getI32IntegerAttr(threads));
    });
  }
}

/// An array in shared memory for each kernel that needs one: of its size, or
/// an external one without a size where the launcher has to ask for it. It is
/// aligned for swizzled matrices if one could be in it.
void declareSharedMemory(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto kernel : module.getOps<tc::KernelOp>()) {
    auto attr = kernel->getAttrOfType<IntegerAttr>(tcg::sharedBytesAttrName);
    unsigned bytes = attr ? attr.getInt() : 0;
    if (bytes == 0)
      continue;
    bool isStatic = bytes <= tcg::staticSharedLimit;
    auto type =
        LLVM::LLVMArrayType::get(builder.getI8Type(), isStatic ? bytes : 0);
    LLVM::GlobalOp::create(
        builder, kernel.getLoc(), type, /*isConstant=*/false,
        isStatic ? LLVM::Linkage::Internal : LLVM::Linkage::External,
        minitc::sharedMemoryName(kernel.getSymName()), /*value=*/Attribute(),
        /*alignment=*/bytes < 1024 ? 128 : 1024, /*addrSpace=*/3);
  }
}

struct ConvertTCGToNVVMPass
    : minitc::impl::ConvertTCGToNVVMPassBase<ConvertTCGToNVVMPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    if (failed(checkLayouts(module)))
      return signalPassFailure();
    guardDivisions(module);
    widenBoolConversions(module);
    declareSharedMemory(module);
    minitc::prepareAsserts(module);
    if (failed(minitc::numberTensorMaps(module)))
      return signalPassFailure();
    nameBarriers(module);

    TileTypeConverter converter;
    ConversionTarget target(*context);
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    // A combiner's body is cloned between casts, which cancel out later.
    target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
    target.addIllegalDialect<tc::TCDialect, tcg::TCGDialect>();
    target.addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect,
                                      ub::UBDialect>(
        [&](Operation *op) { return converter.isLegal(op); });
    RewritePatternSet patterns(context);
    patterns.add<KernelPattern, ReturnPattern>(converter, context);
    minitc::populateAssertPatterns(converter, patterns);
    minitc::populateElementwisePatterns(converter, patterns);
    minitc::populateF8Patterns(converter, patterns, this->target);
    minitc::populateTilePatterns(converter, patterns);
    minitc::populateMemoryPatterns(converter, patterns);
    minitc::populateAtomicPatterns(converter, patterns, this->target);
    minitc::populatePrintPatterns(converter, patterns);
    minitc::populateReducePatterns(converter, patterns);
    minitc::populateScanPatterns(converter, patterns);
    minitc::populateGatherPatterns(converter, patterns);
    minitc::populateHalvesPatterns(converter, patterns);
    minitc::populateSharedPatterns(converter, patterns);
    minitc::populateDotPatterns(converter, patterns);
    minitc::populateWGMMAPatterns(converter, patterns);
    minitc::populateAsyncPatterns(converter, patterns);
    minitc::populateTensorPatterns(converter, patterns);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    if (failed(minitc::lowerMath(module)))
      signalPassFailure();
  }
};

} // namespace
