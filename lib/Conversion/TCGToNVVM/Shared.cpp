//===- Shared.cpp - Tiles in shared memory --------------------------------===//

#include "LoadMatrix.h"
#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

std::string minitc::sharedMemoryName(StringRef kernel) {
  return (kernel + "$shared").str();
}

namespace {

struct LocalAllocPattern : OpConversionPattern<tcg::LocalAllocOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalAllocOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("expected tcg-allocate-shared-memory to have given "
                            "it an offset");
    // The kernel may be converted by now or not.
    auto kernel = op->getParentOfType<FunctionOpInterface>();
    auto type = LLVM::LLVMPointerType::get(op.getContext(), 3);
    Value base =
        LLVM::AddressOfOp::create(rewriter, op.getLoc(), type,
                                  minitc::sharedMemoryName(kernel.getName()));
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, type, rewriter.getI8Type(), base,
        ArrayRef<LLVM::GEPArg>{int32_t(*op.getOffset())});
    return success();
  }
};

/// The vector accesses that one thread makes to a shared tile.
class SharedAccess {
public:
  SharedAccess(LoweringBuilder &b, RankedTensorType tile,
               tcg::SharedType memory)
      : b(b), element(minitc::memoryType(tile.getElementType())),
        isBool(tile.getElementType().isInteger(1)),
        bytes(tc::elementBytes(tile.getElementType())) {
    LinearLayout held = tcg::getLayout(tile);
    LinearLayout shared = memory.getLinearLayout();
    order = minitc::vectorRegisterOrder(held, shared, bytes);
    LinearLayout permuted = held.permuteRegisters(order);
    width = minitc::sharedVectorWidth(permuted, shared, bytes);
    count = permuted.size(InDim::Register);
    registerOffsets = offsets(shared, permuted.bases(InDim::Register));
    laneOffsets = offsets(shared, permuted.bases(InDim::Lane));
    warpOffsets = offsets(shared, permuted.bases(InDim::Warp));
    for (const Bases &bases : {laneOffsets, warpOffsets})
      for (uint32_t basis : bases)
        threadBits |= basis;
  }

  void store(Value base, Value tile) {
    Value values = b.shuffle(tile, oldRegisters());
    Value thread = threadOffset();
    for (unsigned first = 0; first < count; first += width) {
      Value part = b.slice(values, first, width);
      if (isBool)
        part = LLVM::ZExtOp::create(b.builder, b.loc,
                                    VectorType::get({width}, element), part);
      LLVM::StoreOp::create(b.builder, b.loc, part,
                            address(base, thread, first), width * bytes);
    }
  }

  Value load(Value base) {
    Value thread = threadOffset();
    SmallVector<Value> parts;
    auto type = VectorType::get({width}, element);
    for (unsigned first = 0; first < count; first += width) {
      Value part = LLVM::LoadOp::create(
          b.builder, b.loc, type, address(base, thread, first), width * bytes);
      if (isBool)
        part = LLVM::ICmpOp::create(
            b.builder, b.loc, LLVM::ICmpPredicate::ne, part,
            b.constants(element, SmallVector<int64_t>(width, 0)));
      parts.push_back(part);
    }
    return b.shuffle(b.concat(parts), newRegisters());
  }

private:
  LoweringBuilder &b;
  Type element;
  bool isBool;
  unsigned bytes, width, count;
  std::vector<unsigned> order;
  Bases registerOffsets, laneOffsets, warpOffsets;
  uint32_t threadBits = 0;

  static Bases offsets(const LinearLayout &shared, const Bases &elements) {
    Bases result;
    for (uint32_t element : elements)
      result.push_back(
          *minitc::f2::solve(shared.bases(InDim::Offset), element));
    return result;
  }

  /// For each register in the access order, the tile's register.
  SmallVector<int32_t> oldRegisters() const {
    SmallVector<int32_t> result;
    for (unsigned r = 0; r < count; ++r) {
      int32_t old = 0;
      for (auto [bit, oldBit] : llvm::enumerate(order))
        old |= int32_t(r >> bit & 1) << oldBit;
      result.push_back(old);
    }
    return result;
  }

  SmallVector<int32_t> newRegisters() const {
    SmallVector<int32_t> olds = oldRegisters(), result(olds.size());
    for (auto [index, old] : llvm::enumerate(olds))
      result[old] = index;
    return result;
  }

  Value threadOffset() { return b.applyToThread(laneOffsets, warpOffsets); }

  /// Where the thread's bits and the register's do not meet, the register's
  /// part is a constant that goes into the instruction.
  Value address(Value base, Value thread, unsigned reg) {
    uint32_t offset = minitc::f2::apply(registerOffsets, reg);
    auto type = base.getType();
    auto at = [&](Value from, LLVM::GEPArg index) -> Value {
      return LLVM::GEPOp::create(b.builder, b.loc, type, element, from,
                                 ArrayRef<LLVM::GEPArg>{index},
                                 LLVM::GEPNoWrapFlags::inbounds);
    };
    if ((offset & threadBits) == 0)
      return at(at(base, thread), int32_t(offset));
    return at(base, b.xori(thread, b.i32(offset)));
  }
};

struct LocalStorePattern : OpConversionPattern<tcg::LocalStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    auto tile = cast<RankedTensorType>(op.getSource().getType());
    SharedAccess access(b, tile, op.getMemory().getType());
    Value stands = b.isRepresentative(tcg::getLayout(tile));
    if (!stands) {
      access.store(adaptor.getMemory(), adaptor.getSource());
      rewriter.eraseOp(op);
      return success();
    }
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), stands,
                                    /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      access.store(adaptor.getMemory(), adaptor.getSource());
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct LocalLoadPattern : OpConversionPattern<tcg::LocalLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    tcg::SharedType memory = op.getMemory().getType();
    Type element = minitc::memoryType(op.getType().getElementType());
    if (element.isIntOrFloat() && !op.getType().getElementType().isInteger(1))
      if (Value matrices = loadMatrices(b, adaptor.getMemory(), element,
                                        tcg::getLayout(op.getType()),
                                        memory.getLinearLayout())) {
        rewriter.replaceOp(op, matrices);
        return success();
      }
    SharedAccess access(b, op.getType(), memory);
    rewriter.replaceOp(op, access.load(adaptor.getMemory()));
    return success();
  }
};

struct LocalCountPattern : OpConversionPattern<tcg::LocalCountOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalCountOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    LinearLayout layout = tcg::getLayout(op.getSource().getType());
    LinearLayout shared = op.getMemory().getType().getLinearLayout();
    Bases offsets = *minitc::f2::rightInverse(shared.bases(InDim::Offset),
                                              shared.numElementBits());
    Value stands = b.isRepresentative(layout);
    uint32_t copies = layout.copyMask(InDim::Register);
    for (uint32_t r = 0; r < layout.size(InDim::Register); ++r) {
      if (r & copies)
        continue;
      Value value = b.extract(adaptor.getSource(), r);
      Value limit = b.integer(value.getType(), shared.numElements());
      Value counts = LLVM::ICmpOp::create(
          rewriter, op.getLoc(), LLVM::ICmpPredicate::ult, value, limit);
      if (stands)
        counts = b.andi(counts, stands);
      if (adaptor.getMask())
        counts = b.andi(counts, b.extract(adaptor.getMask(), r));
      addOneIf(b, counts, adaptor.getMemory(), value, offsets);
    }
    rewriter.eraseOp(op);
    return success();
  }

  /// Threads with nothing to add branch around the addition: adding zero would
  /// queue them at some address.
  static void addOneIf(LoweringBuilder &b, Value condition, Value memory,
                       Value value, const Bases &offsets) {
    auto branch = scf::IfOp::create(b.builder, b.loc, condition,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(branch.thenBlock());
    Type i32 = b.builder.getI32Type();
    if (value.getType() != i32)
      value = LLVM::TruncOp::create(b.builder, b.loc, i32, value);
    Value ptr =
        LLVM::GEPOp::create(b.builder, b.loc, memory.getType(), i32, memory,
                            ArrayRef<LLVM::GEPArg>{b.applyBits(value, offsets)},
                            LLVM::GEPNoWrapFlags::inbounds);
    LLVM::AtomicRMWOp::create(b.builder, b.loc, LLVM::AtomicBinOp::add, ptr,
                              b.i32(1), LLVM::AtomicOrdering::monotonic,
                              "block");
  }
};

} // namespace

void minitc::populateSharedPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LocalAllocPattern, LocalStorePattern, LocalLoadPattern,
               LocalCountPattern>(converter, patterns.getContext());
}
