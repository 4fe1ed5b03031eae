//===- Print.cpp - Prints by way of vprintf -------------------------------===//
//
// The first thread of the block prints everything, each line by one call, so
// that the lines of a program instance are whole and in order.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SharedAddress.h"
#include "Text.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <map>

using namespace mlir;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// A format, as it grows, and the values that it takes.
class Line {
public:
  Line(LoweringBuilder &b, Operation *op)
      : b(b), module(op->getParentOfType<ModuleOp>()),
        function(op->getParentOfType<FunctionOpInterface>()) {}

  void addText(StringRef text) {
    for (char c : text)
      format += c == '%' ? "%%" : std::string(1, c);
  }

  /// `(0, 0, 0)`.
  void addProgram() {
    Type i32 = b.builder.getI32Type();
    addList("(", ")",
            {NVVM::BlockIdXOp::create(b.builder, b.loc, i32),
             NVVM::BlockIdYOp::create(b.builder, b.loc, i32),
             NVVM::BlockIdZOp::create(b.builder, b.loc, i32)});
  }

  /// ` [3, 0]`, from a row-major index.
  void addIndex(ArrayRef<int64_t> shape, Value element) {
    SmallVector<Value> index;
    unsigned shift = 0;
    for (int64_t size : llvm::reverse(shape)) {
      Value shifted =
          LLVM::LShrOp::create(b.builder, b.loc, element, b.i32(shift));
      index.insert(index.begin(), b.andi(shifted, b.i32(size - 1)));
      shift += llvm::Log2_64(size);
    }
    addList(" [", "]", index);
  }

  /// A value of the language's type `type`.
  void addValue(Type type, Value value) {
    if (isa<tc::PtrType>(type)) {
      add("0x%llx", b.bitcast(value, b.builder.getI64Type()));
    } else if (type.isInteger(1)) {
      Value yes = minitc::addressOfText(b, module, "true");
      Value no = minitc::addressOfText(b, module, "false");
      add("%s", b.select(value, yes, no));
    } else if (isa<FloatType>(type)) {
      add("%." + std::to_string(digitsOf(type)) + "g", doubleBits(value));
    } else if (type.isInteger(64)) {
      add("%lld", value);
    } else {
      Type i32 = b.builder.getI32Type();
      add("%d",
          type == i32
              ? value
              : LLVM::SExtOp::create(b.builder, b.loc, i32, value).getResult());
    }
  }

  /// Calls vprintf. The values lie in a buffer of the thread, each at a
  /// multiple of its size, as a C struct has them.
  void print() {
    OpBuilder &builder = b.builder;
    auto ptr = LLVM::LLVMPointerType::get(builder.getContext());
    auto type = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::to_vector(ValueRange(values).getTypes()));
    Value buffer = allocate(ptr, type);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value field = LLVM::GEPOp::create(builder, b.loc, ptr, type, buffer,
                                        ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
      LLVM::StoreOp::create(builder, b.loc, value, field);
    }
    Value text = minitc::addressOfText(b, module, format + "\n");
    LLVM::CallOp::create(builder, b.loc, declareVprintf(ptr),
                         ValueRange{text, buffer});
  }

private:
  LoweringBuilder &b;
  ModuleOp module;
  FunctionOpInterface function;
  std::string format;
  SmallVector<Value> values;

  void add(const Twine &conversion, Value value) {
    format += conversion.str();
    values.push_back(value);
  }

  void addList(StringRef open, StringRef close, ArrayRef<Value> numbers) {
    format += open;
    for (auto [i, number] : llvm::enumerate(numbers))
      add(i ? ", %u" : "%u", number);
    format += close;
  }

  /// Decimal digits that tell any two values of a type apart.
  static unsigned digitsOf(Type type) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(type).getFloatSemantics();
    return 2 + APFloat::semanticsPrecision(semantics) * 30103 / 100000;
  }

  /// As an f64, which every float is exactly. The sign of a NaN means nothing
  /// and is left out, as the interpreter does.
  Value doubleBits(Value value) {
    OpBuilder &builder = b.builder;
    for (Type wider : {Type(builder.getF32Type()), Type(builder.getF64Type())})
      if (value.getType().getIntOrFloatBitWidth() <
          wider.getIntOrFloatBitWidth())
        value = LLVM::FPExtOp::create(builder, b.loc, wider, value);
    Value isNaN = LLVM::FCmpOp::create(builder, b.loc, LLVM::FCmpPredicate::uno,
                                       value, value);
    Type i64 = builder.getI64Type();
    return b.select(isNaN, b.integer(i64, 0x7FF8000000000000),
                    b.bitcast(value, i64));
  }

  /// At the start of the kernel: in a loop it would take more each time.
  Value allocate(Type ptr, Type type) {
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(&function.getFunctionBody().front());
    return LLVM::AllocaOp::create(b.builder, b.loc, ptr, type, b.i32(1),
                                  /*alignment=*/8);
  }

  LLVM::LLVMFuncOp declareVprintf(Type ptr) {
    if (auto declared = module.lookupSymbol<LLVM::LLVMFuncOp>("vprintf"))
      return declared;
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(module.getBody());
    return LLVM::LLVMFuncOp::create(
        b.builder, b.builder.getUnknownLoc(), "vprintf",
        LLVM::LLVMFunctionType::get(b.builder.getI32Type(), {ptr, ptr}));
  }
};

/// Counts an i32 from 0 up to `end`.
void countTo(LoweringBuilder &b, int64_t end, function_ref<void(Value)> body) {
  auto loop =
      scf::ForOp::create(b.builder, b.loc, b.i32(0), b.i32(end), b.i32(1));
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

LogicalResult checkPrintable(Operation *op, Type type) {
  if (!tc::isF8(getElementTypeOrSelf(type)))
    return success();
  return op->emitOpError("expected tc-expand-f8 to have extended ") << type;
}

struct PrintPattern : OpConversionPattern<tc::PrintOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (Type type : op.getValues().getTypes()) {
      if (isa<RankedTensorType>(type))
        return op.emitOpError("expected tcg-lower-collectives to have split "
                              "it, but it prints ")
               << type;
      if (failed(checkPrintable(op, type)))
        return failure();
    }
    LoweringBuilder b(rewriter, op.getLoc());
    auto printLine = [&](Type type, Value value) {
      Line line(b, op);
      line.addProgram();
      line.addText(": ");
      line.addText(op.getPrefix());
      if (value)
        line.addValue(type, value);
      line.print();
    };
    b.ifTrue(b.isFirstThread(), [&] {
      if (op.getValues().empty())
        printLine({}, {});
      for (auto [source, value] :
           llvm::zip(op.getValues(), adaptor.getValues()))
        printLine(source.getType(), value);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

/// A tile on its way through shared memory, a part at a time: the elements
/// whose row-major index has the part's number in its upper bits.
class PartwiseTile {
public:
  PartwiseTile(LoweringBuilder &b, tcg::PrintOp op, Value tile, Value memory)
      : b(b), type(cast<RankedTensorType>(op.getSource().getType())),
        memoryType(minitc::memoryType(
            cast<VectorType>(tile.getType()).getElementType())),
        memory(memory), registers(b.explode(tile)),
        partSize(uint32_t(op.getMemory().getType().getShape().front())) {
    LinearLayout layout = tcg::getLayout(type);
    thread =
        b.applyToThread(layout.bases(InDim::Lane), layout.bases(InDim::Warp));
    stands = b.isRepresentative(layout);
    for (unsigned r = 0; r < registers.size(); ++r) {
      uint32_t element = layout.apply(InDim::Register, r);
      byPart[element / partSize].push_back({r, element % partSize});
    }
  }

  int64_t numParts() const { return type.getNumElements() / partSize; }
  uint32_t sizeOfPart() const { return partSize; }

  /// Stores what this thread has of a part.
  void store(Value part) {
    Value ofThread = LLVM::LShrOp::create(b.builder, b.loc, thread,
                                          b.i32(llvm::Log2_32(partSize)));
    Value within = b.andi(thread, b.i32(partSize - 1));
    for (const auto &[number, elements] : byPart) {
      Value isHere = b.equals(b.xori(ofThread, b.i32(number)), part);
      b.ifTrue(stands ? b.andi(isHere, stands) : isHere, [&] {
        for (auto [reg, offset] : elements)
          LLVM::StoreOp::create(b.builder, b.loc, toMemory(registers[reg]),
                                address(b.xori(within, b.i32(offset))));
      });
    }
  }

  Value load(Value offset) {
    Value loaded =
        LLVM::LoadOp::create(b.builder, b.loc, memoryType, address(offset));
    if (!isBool())
      return loaded;
    return LLVM::TruncOp::create(b.builder, b.loc, b.builder.getI1Type(),
                                 loaded);
  }

private:
  /// A register, and its offset in the part where the thread's is 0.
  struct Element {
    unsigned reg;
    uint32_t offset;
  };

  LoweringBuilder &b;
  RankedTensorType type;
  Type memoryType;
  Value memory, thread, stands;
  SmallVector<Value> registers;
  uint32_t partSize;
  /// By the number of the part where the thread's is 0.
  std::map<uint32_t, SmallVector<Element>> byPart;

  bool isBool() const { return type.getElementType().isInteger(1); }
  Value toMemory(Value value) {
    return isBool() ? LLVM::ZExtOp::create(b.builder, b.loc, memoryType, value)
                          .getResult()
                    : value;
  }
  Value address(Value offset) {
    return sharedElement(b, memory, memoryType, offset);
  }
};

struct TilePrintPattern : OpConversionPattern<tcg::PrintOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getSource().getType());
    if (failed(checkPrintable(op, type)))
      return failure();
    LoweringBuilder b(rewriter, op.getLoc());
    PartwiseTile tile(b, op, adaptor.getSource(), adaptor.getMemory());
    uint32_t size = tile.sizeOfPart();
    countTo(b, tile.numParts(), [&](Value part) {
      tile.store(part);
      b.barrier(op);
      Value first = LLVM::ShlOp::create(rewriter, op.getLoc(), part,
                                        b.i32(llvm::Log2_32(size)));
      b.ifTrue(b.isFirstThread(), [&] {
        countTo(b, size, [&](Value offset) {
          Line line(b, op);
          line.addProgram();
          line.addIndex(type.getShape(), b.ori(first, offset));
          line.addText(": ");
          line.addText(op.getPrefix());
          line.addValue(type.getElementType(), tile.load(offset));
          line.print();
        });
      });
      b.barrier(op);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void minitc::populatePrintPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<PrintPattern, TilePrintPattern>(converter,
                                               patterns.getContext());
}
