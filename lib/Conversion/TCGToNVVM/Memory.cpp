//===- Memory.cpp - Loads and stores of global memory ---------------------===//
//
// An access keeps its width under a mask: each vector is accessed at once under
// the predicate that its whole mask is true; the threads that hold a partly
// masked vector then branch and access its elements one by one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using minitc::GlobalAccess;
using minitc::InDim;
using minitc::LinearLayout;

Type minitc::memoryType(Type element) {
  if (element.isInteger(1) || tc::isF8(element))
    return IntegerType::get(element.getContext(), 8);
  if (isa<tc::PtrType>(element))
    return LLVM::LLVMPointerType::get(element.getContext(), 1);
  return element;
}

namespace {

/// How an op's elements are grouped into accesses.
struct Grouping {
  /// Elements of one access.
  unsigned width = 1;
  /// Whether the mask of an access is known to be all true or all false.
  bool isMaskUniform = true;
};

/// From what the axis analysis proved and from the layout.
Grouping groupingOf(Operation *op, Type ptrType) {
  auto tile = dyn_cast<RankedTensorType>(ptrType);
  auto access = op->getAttrOfType<DenseI32ArrayAttr>(tcg::accessAttrName);
  if (!tile || !access)
    return {};
  Type pointee = cast<tc::PtrType>(tile.getElementType()).getPointee();
  unsigned registers = tcg::getLayout(tile).contiguousRegisters(access[0]);
  unsigned width = std::min<unsigned>(
      {registers, unsigned(access[1]), 16 / tc::elementBytes(pointee)});
  return {width, unsigned(access[2]) >= width};
}

/// Loads and stores as the hardware sees them: of `width` elements, in words.
class AccessEmitter {
public:
  AccessEmitter(LoweringBuilder &b, GlobalAccess options, Type element,
                unsigned width)
      : b(b), access(std::move(options)), element(element),
        memory(minitc::memoryType(element)), width(width),
        bytes(tc::elementBytes(element)) {
    // As few words as the size allows.
    unsigned total = width * bytes;
    access.wordBits = total <= 2 ? 8 * total : bytes == 8 ? 64 : 32;
    access.words = std::max(1u, total * 8 / access.wordBits);
    word = b.builder.getIntegerType(std::max(16u, access.wordBits));
  }

  unsigned words() const { return access.words; }

  /// Whether nothing but LLVM's own load or store is needed.
  bool isPlain() const {
    return !access.isVolatile && access.cache.empty() && access.evict.empty();
  }

  /// Loads elements where there is no predicate.
  Value loadPlain(Value ptr) {
    Value loaded = LLVM::LoadOp::create(b.builder, b.loc,
                                        VectorType::get({width}, memory), ptr,
                                        /*alignment=*/width * bytes);
    return fromMemory(loaded);
  }

  /// Loads words under a predicate; where it is false they are those of `fill`,
  /// which is null where it is always true.
  Value loadWords(Value ptr, Value predicate, Value fill) {
    SmallVector<Value> operands = {ptr, predicate ? predicate : b.i1(true)};
    if (fill)
      llvm::append_range(operands, b.explode(fill));
    else
      operands.append(access.words,
                      LLVM::PoisonOp::create(b.builder, b.loc, word));
    if (access.words == 1)
      return b.fromElements({call(word, operands)});
    SmallVector<Type> results(access.words, word);
    Value loaded =
        call(LLVM::LLVMStructType::getLiteral(b.builder.getContext(), results),
             operands);
    SmallVector<Value> parts;
    for (unsigned i = 0; i < access.words; ++i)
      parts.push_back(
          LLVM::ExtractValueOp::create(b.builder, b.loc, loaded, i));
    return b.fromElements(parts);
  }

  /// Stores `width` elements; `predicate` may be null.
  void store(Value ptr, Value predicate, Value elements) {
    if (!predicate && isPlain()) {
      LLVM::StoreOp::create(b.builder, b.loc, toMemory(elements), ptr,
                            /*alignment=*/width * bytes);
      return;
    }
    SmallVector<Value> operands = {ptr, predicate ? predicate : b.i1(true)};
    llvm::append_range(operands, b.explode(toWords(elements)));
    call(LLVM::LLVMVoidType::get(b.builder.getContext()), operands);
  }

  /// The elements of one or several accesses as their words, and back.
  Value toWords(Value elements) {
    Value stored = toMemory(elements);
    int64_t count = cast<VectorType>(stored.getType()).getNumElements();
    if (access.wordBits == 8)
      return LLVM::ZExtOp::create(b.builder, b.loc,
                                  VectorType::get({count}, word), stored);
    return b.bitcast(stored,
                     VectorType::get({count / width * access.words}, word));
  }

  Value toElements(Value wordVector) {
    int64_t count = cast<VectorType>(wordVector.getType()).getNumElements() /
                    access.words * width;
    auto type = VectorType::get({count}, memory);
    if (access.wordBits == 8)
      return fromMemory(
          LLVM::TruncOp::create(b.builder, b.loc, type, wordVector));
    return fromMemory(b.bitcast(wordVector, type));
  }

private:
  LoweringBuilder &b;
  GlobalAccess access;
  Type element, memory, word;
  unsigned width, bytes;

  /// i1 as bytes.
  Value toMemory(Value values) {
    if (!element.isInteger(1))
      return values;
    auto type = cast<VectorType>(values.getType()).clone(memory);
    return LLVM::ZExtOp::create(b.builder, b.loc, type, values);
  }

  Value fromMemory(Value values) {
    if (!element.isInteger(1))
      return values;
    auto type = cast<VectorType>(values.getType());
    Value zero =
        b.constants(memory, SmallVector<int64_t>(type.getNumElements(), 0));
    return LLVM::ICmpOp::create(b.builder, b.loc, LLVM::ICmpPredicate::ne,
                                values, zero);
  }

  Value call(Type result, ValueRange operands) {
    return b.callPTXOperation(access.name(), result, operands);
  }
};

template <typename OpTy> GlobalAccess accessOptions(OpTy op, bool isStore) {
  GlobalAccess access;
  access.isStore = isStore;
  // PTX has no access with two of the three.
  access.isVolatile = op.getIsVolatile();
  if (access.isVolatile)
    return access;
  if (op.getCache())
    access.cache = stringifyCacheModifier(*op.getCache()).str();
  else if (op.getEvict())
    access.evict = stringifyEvictionPolicy(*op.getEvict()).str();
  return access;
}

/// The masks of one access.
struct GroupMask {
  Value all;     ///< every element is wanted
  Value partial; ///< some are and some are not; null where that cannot be
};

GroupMask groupMask(LoweringBuilder &b, ArrayRef<Value> mask,
                    const Grouping &grouping) {
  if (grouping.isMaskUniform || mask.size() == 1)
    return {mask.front(), Value()};
  Value all = mask.front(), any = mask.front();
  for (Value bit : mask.drop_front()) {
    all = b.andi(all, bit);
    any = b.ori(any, bit);
  }
  return {all, b.xori(all, any)};
}

/// The disjunction of the conditions that are there, or null.
Value anyOf(LoweringBuilder &b, ArrayRef<GroupMask> groups) {
  Value result;
  for (const GroupMask &group : groups)
    if (group.partial)
      result = result ? b.ori(result, group.partial) : group.partial;
  return result;
}

/// A scalar or a vector as a vector.
Value asVector(LoweringBuilder &b, Value value, unsigned count) {
  return isa<VectorType>(value.getType()) ? value : b.splat(value, count);
}

struct LoadPattern : OpConversionPattern<tc::LoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    Type element = getElementTypeOrSelf(op.getType());
    Grouping grouping = groupingOf(op, op.getPtr().getType());
    GlobalAccess options = accessOptions(op, false);
    AccessEmitter wide(b, options, element, grouping.width);
    AccessEmitter single(b, options, element, 1);
    bool isTile = isa<RankedTensorType>(op.getType());
    auto type =
        dyn_cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    unsigned count = type ? type.getNumElements() : 1;
    SmallVector<Value> ptrs = b.explode(asVector(b, adaptor.getPtr(), count));
    Value result = op.getMask()
                       ? loadMasked(b, wide, single, grouping, ptrs,
                                    asVector(b, adaptor.getMask(), count),
                                    asVector(b, adaptor.getOther(), count))
                       : loadAll(b, wide, grouping.width, ptrs);
    rewriter.replaceOp(op, isTile ? result : b.extract(result, 0));
    return success();
  }

  static Value loadAll(LoweringBuilder &b, AccessEmitter &wide, unsigned width,
                       ArrayRef<Value> ptrs) {
    SmallVector<Value> parts;
    for (size_t first = 0; first < ptrs.size(); first += width)
      parts.push_back(wide.isPlain() ? wide.loadPlain(ptrs[first])
                                     : wide.toElements(wide.loadWords(
                                           ptrs[first], Value(), Value())));
    return b.concat(parts);
  }

  /// Up to the end of the branch the elements stay packed in words, so that
  /// nothing waits for one load before the next is issued.
  static Value loadMasked(LoweringBuilder &b, AccessEmitter &wide,
                          AccessEmitter &single, const Grouping &grouping,
                          ArrayRef<Value> ptrs, Value mask, Value fill) {
    unsigned width = grouping.width;
    SmallVector<Value> masks = b.explode(mask), parts;
    SmallVector<GroupMask> groups;
    for (size_t first = 0; first < ptrs.size(); first += width) {
      groups.push_back(
          groupMask(b, ArrayRef(masks).slice(first, width), grouping));
      parts.push_back(
          wide.loadWords(ptrs[first], groups.back().all,
                         wide.toWords(b.slice(fill, first, width))));
    }
    Value whole = b.concat(parts);
    Value partial = anyOf(b, groups);
    if (!partial)
      return wide.toElements(whole);
    // Where the whole vector was not loaded, `whole` holds the fill.
    auto branch = scf::IfOp::create(b.builder, b.loc, whole.getType(), partial,
                                    /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b.builder);
      b.builder.setInsertionPointToStart(branch.thenBlock());
      Value elements = wide.toElements(whole);
      SmallVector<Value> loaded;
      for (auto [index, ptr] : llvm::enumerate(ptrs)) {
        Value wanted = b.andi(groups[index / width].partial, masks[index]);
        Value own = single.toWords(b.slice(elements, index, 1));
        loaded.push_back(single.toElements(single.loadWords(ptr, wanted, own)));
      }
      scf::YieldOp::create(b.builder, b.loc, wide.toWords(b.concat(loaded)));
      b.builder.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b.builder, b.loc, whole);
    }
    return wide.toElements(branch.getResult(0));
  }
};

struct StorePattern : OpConversionPattern<tc::StoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    Type element = getElementTypeOrSelf(op.getValue().getType());
    Grouping grouping = groupingOf(op, op.getPtr().getType());
    GlobalAccess options = accessOptions(op, true);
    AccessEmitter wide(b, options, element, grouping.width);
    AccessEmitter single(b, options, element, 1);
    Value values = asVector(b, adaptor.getValue(), 1);
    unsigned count = cast<VectorType>(values.getType()).getNumElements();
    SmallVector<Value> ptrs = b.explode(asVector(b, adaptor.getPtr(), count));
    Value stands = standsForCopies(b, op.getPtr().getType());
    SmallVector<Value> masks;
    if (op.getMask()) {
      masks = b.explode(asVector(b, adaptor.getMask(), count));
      if (stands)
        for (Value &mask : masks)
          mask = b.andi(mask, stands);
    }
    if (masks.empty())
      storeAll(b, wide, grouping.width, ptrs, values, stands);
    else
      storeMasked(b, wide, single, grouping, ptrs, values, masks);
    rewriter.eraseOp(op);
    return success();
  }

  /// Each element is stored once: by the thread that this is true in, or by
  /// every thread where it is null.
  static Value standsForCopies(LoweringBuilder &b, Type ptrType) {
    if (!isa<RankedTensorType>(ptrType))
      return b.isFirstThread();
    return b.isRepresentative(tcg::getLayout(ptrType));
  }

  static void storeAll(LoweringBuilder &b, AccessEmitter &wide, unsigned width,
                       ArrayRef<Value> ptrs, Value values, Value predicate) {
    for (size_t first = 0; first < ptrs.size(); first += width)
      wide.store(ptrs[first], predicate, b.slice(values, first, width));
  }

  static void storeMasked(LoweringBuilder &b, AccessEmitter &wide,
                          AccessEmitter &single, const Grouping &grouping,
                          ArrayRef<Value> ptrs, Value values,
                          ArrayRef<Value> masks) {
    unsigned width = grouping.width;
    SmallVector<GroupMask> groups;
    for (size_t first = 0; first < ptrs.size(); first += width) {
      groups.push_back(groupMask(b, masks.slice(first, width), grouping));
      wide.store(ptrs[first], groups.back().all, b.slice(values, first, width));
    }
    Value partial = anyOf(b, groups);
    if (!partial)
      return;
    b.ifTrue(partial, [&] {
      for (auto [index, ptr] : llvm::enumerate(ptrs)) {
        Value wanted = b.andi(groups[index / width].partial, masks[index]);
        single.store(ptr, wanted, b.slice(values, index, 1));
      }
    });
  }
};

struct BarrierPattern : OpConversionPattern<tc::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder(rewriter, op.getLoc()).barrier(op);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void minitc::populateMemoryPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LoadPattern, StorePattern, BarrierPattern>(
      converter, patterns.getContext());
}
