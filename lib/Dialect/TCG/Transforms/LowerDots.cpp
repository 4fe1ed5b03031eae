//===- LowerDots.cpp - Dots become what one unit of the GPU does ----------===//
//
// Each dot becomes a wgmma of operands in shared memory, an mma of operands in
// registers, or plain multiplications. What shared memory that takes is made
// explicit here, before loops are pipelined.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"
#include "DotPlan.h"

#include "minitc/Dialect/TCG/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tcg {
#define GEN_PASS_DEF_LOWERDOTSPASS
#include "minitc/Dialect/TCG/Transforms/Passes.h.inc"
} // namespace mlir::tcg

using namespace mlir;
using namespace mlir::tcg;
using minitc::LinearLayout;
using minitc::SwizzledMatrix;

namespace {

/// Where tiles from outside loops have been put in shared memory.
using StoredTiles = DenseMap<std::pair<Value, Type>, Value>;

class DotLowering {
public:
  DotLowering(tc::DotOp op, const DotPlan &plan, StoredTiles &stored)
      : op(op), plan(plan), stored(stored), builder(op), loc(op.getLoc()) {}

  void run() {
    Value result;
    switch (plan.unit) {
    case DotUnit::FMA:
      result = lowerToFMA();
      break;
    case DotUnit::MMA:
      result = lowerToMMA();
      break;
    case DotUnit::WGMMA:
      result = lowerToWGMMA();
      break;
    }
    op.replaceAllUsesWith(result);
    llvm::SmallSetVector<Operation *, 2> conversions;
    for (Value operand : {op.getA(), op.getB()})
      if (auto conversion = operand.getDefiningOp<ConvertLayoutOp>())
        conversions.insert(conversion);
    op.erase();
    // Shared memory has taken their place.
    for (Operation *conversion : conversions)
      if (conversion->use_empty())
        conversion->erase();
  }

private:
  tc::DotOp op;
  const DotPlan &plan;
  StoredTiles &stored;
  OpBuilder builder;
  Location loc;

  /// Puts a tile into shared memory: here, or where it is made if that is
  /// outside the loop that the dot is in, once for all dots that use it.
  Value store(Value tile, const LinearLayout &shared, bool isForAsync = false) {
    OpBuilder::InsertionGuard guard(builder);
    RankedTensorType type = tileType(tile);
    auto memoryType = SharedType::get(type.getElementType(), shared);
    bool isFromOutside = tile.getParentBlock() != op->getBlock();
    if (isFromOutside) {
      if (Value known = stored.lookup({tile, memoryType}))
        return known;
      builder.setInsertionPointAfterValue(tile);
    }
    Value memory = LocalAllocOp::create(builder, loc, memoryType);
    if (isFromOutside)
      stored[{tile, memoryType}] = memory;
    LocalStoreOp::create(builder, loc, tile, memory);
    if (isForAsync)
      FenceAsyncOp::create(builder, loc);
    return memory;
  }

  /// Whether the elements that a thread holds are neighbours along the
  /// dimension before the last.
  static bool isHeldTransposed(RankedTensorType type) {
    LinearLayout layout = getLayout(type);
    unsigned last = type.getRank() - 1;
    return layout.contiguousRegisters(last) <
           layout.contiguousRegisters(last - 1);
  }

  //===--- FMA ---===//

  Value lowerToFMA() {
    Value a = store(extend(op.getA()), rowMajor(op.getA()));
    Value b = store(extend(op.getB()), rowMajor(op.getB()));
    return FMADotOp::create(builder, loc, op.getType(), a, b, op.getAcc());
  }

  static LinearLayout rowMajor(Value tile) {
    return LinearLayout::rowMajorShared(shapeVector(tileType(tile)));
  }

  /// The operand in the accumulator's type.
  Value extend(Value tile) {
    Type element = op.getType().getElementType();
    RankedTensorType type = tileType(tile);
    if (type.getElementType() == element)
      return tile;
    auto extended =
        RankedTensorType::get(type.getShape(), element, type.getEncoding());
    if (isa<FloatType>(element))
      return arith::ExtFOp::create(builder, loc, extended, tile);
    return arith::ExtSIOp::create(builder, loc, extended, tile);
  }

  //===--- mma.sync ---===//

  Value lowerToMMA() {
    Value a = inRegisters(op.getA());
    Value b = inRegisters(op.getB());
    return MMAOp::create(builder, loc, op.getType(), a, b, op.getAcc());
  }

  /// An operand of mma.sync has its layout by now, by a conversion where it
  /// comes from elsewhere. One that needs shared memory gets it in the form
  /// that ldmatrix reads.
  Value inRegisters(Value tile) {
    auto convert = tile.getDefiningOp<ConvertLayoutOp>();
    if (!convert)
      return tile;
    RankedTensorType from = tileType(convert.getSource()), to = tileType(tile);
    if (minitc::planConversion(getLayout(from), getLayout(to)).kind !=
        minitc::ConversionKind::SharedMemory)
      return tile;
    unsigned bytes = tc::elementBytes(from.getElementType());
    std::optional<SwizzledMatrix> matrix =
        minitc::widestSwizzle(shapeVector(from), isHeldTransposed(from), bytes);
    LinearLayout shared =
        matrix
            ? minitc::swizzledShared(shapeVector(from), *matrix, bytes)
            : minitc::chooseSharedLayout(getLayout(from), getLayout(to), bytes);
    Value memory = store(convert.getSource(), shared);
    return LocalLoadOp::create(builder, loc, to, memory);
  }

  //===--- wgmma ---===//

  Value lowerToWGMMA() {
    Value a = plan.isLhsInRegisters ? op.getA() : inMatrix(op.getA(), false);
    Value b = inMatrix(op.getB(), true);
    Value product =
        WGMMAOp::create(builder, loc, op.getType(), a, b, op.getAcc());
    return WGMMAWaitOp::create(builder, loc, op.getType(), product,
                               builder.getI32IntegerAttr(0));
  }

  /// An operand in shared memory. Elements of 16 bits may lie either way, by
  /// how they are held; others have k contiguous, which is the last dimension
  /// of the left operand and the one before it of the right one.
  Value inMatrix(Value tile, bool isRhs) {
    RankedTensorType type = tileType(tile);
    unsigned bytes = tc::elementBytes(type.getElementType());
    bool isTransposed = bytes == 2 ? isHeldTransposed(type) : isRhs;
    std::optional<SwizzledMatrix> matrix =
        minitc::widestSwizzle(shapeVector(type), isTransposed, bytes);
    if (!matrix)
      matrix = minitc::widestSwizzle(shapeVector(type), !isTransposed, bytes);
    assert(matrix && "planDot asks for rows of 32 bytes either way");
    return store(tile,
                 minitc::swizzledShared(shapeVector(type), *matrix, bytes),
                 /*isForAsync=*/true);
  }
};

struct LowerDotsPass : mlir::tcg::impl::LowerDotsPassBase<LowerDotsPass> {
  using Base::Base;

  void runOnOperation() override {
    tc::KernelOp kernel = getOperation();
    SmallVector<std::pair<tc::DotOp, DotPlan>> dots;
    unsigned warps = kernel.getNumWarps().value_or(4);
    // Plans look at how dots depend on each other: all before the first goes.
    kernel.walk([&](tc::DotOp dot) {
      dots.push_back({dot, planDot(dot, target, warps)});
    });
    StoredTiles stored;
    for (auto &[dot, plan] : dots)
      DotLowering(dot, plan, stored).run();
  }
};

} // namespace
