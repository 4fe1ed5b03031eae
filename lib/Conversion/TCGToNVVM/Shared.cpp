//===- Shared.cpp - Tiles in shared memory --------------------------------===//

#include "LoadMatrix.h"
#include "Patterns.h"
#include "SharedAddress.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
    address.emplace(b, permuted, shared, element);
  }

  void store(Value base, Value tile) {
    Value values = b.shuffle(tile, oldRegisters());
    for (unsigned first = 0; first < count; first += width) {
      Value part = b.slice(values, first, width);
      if (isBool)
        part = LLVM::ZExtOp::create(b.builder, b.loc,
                                    VectorType::get({width}, element), part);
      LLVM::StoreOp::create(b.builder, b.loc, part, address->of(base, first),
                            width * bytes);
    }
  }

  Value load(Value base) {
    SmallVector<Value> parts;
    auto type = VectorType::get({width}, element);
    for (unsigned first = 0; first < count; first += width) {
      Value part = LLVM::LoadOp::create(
          b.builder, b.loc, type, address->of(base, first), width * bytes);
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
  std::optional<SharedAddress> address;

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
};

struct LocalStorePattern : OpConversionPattern<tcg::LocalStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::LocalStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    auto tile = cast<RankedTensorType>(op.getSource().getType());
    SharedAccess access(b, tile, op.getMemory().getType());
    b.ifTrue(b.isRepresentative(tcg::getLayout(tile)),
             [&] { access.store(adaptor.getMemory(), adaptor.getSource()); });
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
      // Threads with nothing to add branch around the addition: adding zero
      // would queue them at some address.
      b.ifTrue(counts, [&] { addOne(b, adaptor.getMemory(), value, offsets); });
    }
    rewriter.eraseOp(op);
    return success();
  }

  static void addOne(LoweringBuilder &b, Value memory, Value value,
                     const Bases &offsets) {
    Type i32 = b.builder.getI32Type();
    if (value.getType() != i32)
      value = LLVM::TruncOp::create(b.builder, b.loc, i32, value);
    Value ptr = sharedElement(b, memory, i32, b.applyBits(value, offsets));
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
