//===- Assert.cpp - Assertions that tell the host before they trap --------===//
//
// A thread that holds a false element calls one function of the module, which
// fills the host's record (AssertReport.h) and traps.
//
//===----------------------------------------------------------------------===//

#include "Assert.h"
#include "Patterns.h"
#include "Text.h"

#include "minitc/Conversion/AssertReport.h"
#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstddef>

using namespace mlir;
using minitc::AssertReport;
using minitc::InDim;
using minitc::LinearLayout;

/// On an assertion: its number in the module.
static constexpr StringLiteral idAttrName = "tcg.assert_id";
static constexpr StringLiteral failedName = "minitc$assert_failed";

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static FileLineColLoc placeOf(Operation *op) {
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    return place;
  return FileLineColLoc::get(op->getContext(), "", 0, 0);
}

static Attribute describe(tc::AssertOp op, unsigned id) {
  Builder builder(op.getContext());
  FileLineColLoc place = placeOf(op);
  SmallVector<int64_t> shape;
  if (auto tile = dyn_cast<RankedTensorType>(op.getCondition().getType()))
    shape.assign(tile.getShape().begin(), tile.getShape().end());
  auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("id", number(id)),
       builder.getNamedAttr("message", op.getMessageAttr()),
       builder.getNamedAttr("file", place.getFilename()),
       builder.getNamedAttr("line", number(place.getLine())),
       builder.getNamedAttr("column", number(place.getColumn())),
       builder.getNamedAttr("shape", builder.getDenseI64ArrayAttr(shape))});
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// `id`, `element`, and what the driver prints where no host asked for a
/// record: text, file, line, kernel.
enum Parameter { Id, Element, Message, File, Line, Kernel };

static LLVM::GlobalOp declareRecord(OpBuilder &builder, Location loc) {
  auto ptr = LLVM::LLVMPointerType::get(builder.getContext(), 1);
  auto global = LLVM::GlobalOp::create(
      builder, loc, ptr, /*isConstant=*/false, LLVM::Linkage::External,
      minitc::assertReportName, /*value=*/Attribute(), /*alignment=*/8,
      /*addrSpace=*/1);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, loc,
                         ValueRange{LLVM::ZeroOp::create(builder, loc, ptr)});
  return global;
}

/// `void __assertfail(message, file, line, function, bytes of a character)`
/// prints them and ends the launch.
static LLVM::LLVMFuncOp declareDriversFailure(OpBuilder &builder,
                                              Location loc) {
  MLIRContext *context = builder.getContext();
  auto ptr = LLVM::LLVMPointerType::get(context);
  return LLVM::LLVMFuncOp::create(
      builder, loc, "__assertfail",
      LLVM::LLVMFunctionType::get(
          LLVM::LLVMVoidType::get(context),
          {ptr, ptr, builder.getI32Type(), ptr, builder.getI64Type()}));
}

namespace {
/// Writes the function's blocks.
class FailureBuilder {
public:
  FailureBuilder(OpBuilder &builder, LLVM::LLVMFuncOp function)
      : builder(builder), loc(function.getLoc()), b(builder, loc),
        function(function) {}

  void build(LLVM::GlobalOp record, LLVM::LLVMFuncOp driversFailure) {
    Block *entry = function.addEntryBlock(builder);
    Block *alone = addBlock(), *claim = addBlock(), *fill = addBlock(),
          *wait = addBlock(), *stop = addBlock();

    builder.setInsertionPointToStart(entry);
    Value variable = LLVM::AddressOfOp::create(builder, loc, record);
    report = LLVM::LoadOp::create(builder, loc, record.getType(), variable);
    Value none = LLVM::ZeroOp::create(builder, loc, record.getType());
    LLVM::CondBrOp::create(builder, loc, b.equals(report, none), alone, claim);

    builder.setInsertionPointToStart(alone);
    LLVM::CallOp::create(builder, loc, driversFailure,
                         ValueRange{parameter(Message), parameter(File),
                                    parameter(Line), parameter(Kernel),
                                    b.integer(builder.getI64Type(), 1)});
    LLVM::BrOp::create(builder, loc, stop);

    builder.setInsertionPointToStart(claim);
    Value exchange = LLVM::AtomicCmpXchgOp::create(
        builder, loc, report, b.i32(AssertReport::Empty),
        b.i32(AssertReport::Claimed), LLVM::AtomicOrdering::acq_rel,
        LLVM::AtomicOrdering::monotonic);
    Value isFirst = LLVM::ExtractValueOp::create(builder, loc, exchange, 1);
    LLVM::CondBrOp::create(builder, loc, isFirst, fill, wait);

    builder.setInsertionPointToStart(fill);
    fillRecord();
    LLVM::BrOp::create(builder, loc, stop);

    // A trap ends the grid at once: not before the record is whole.
    builder.setInsertionPointToStart(wait);
    Value isDone = b.equals(loadState(), b.i32(AssertReport::Complete));
    LLVM::CondBrOp::create(builder, loc, isDone, stop, wait);

    builder.setInsertionPointToStart(stop);
    LLVM::Trap::create(builder, loc);
    LLVM::UnreachableOp::create(builder, loc);
  }

private:
  OpBuilder &builder;
  Location loc;
  LoweringBuilder b;
  LLVM::LLVMFuncOp function;
  Value report;

  Block *addBlock() {
    Block *block = new Block;
    function.getBody().push_back(block);
    return block;
  }
  Value parameter(Parameter which) { return function.getArgument(which); }

  Value field(size_t offset) {
    return LLVM::GEPOp::create(builder, loc, report.getType(),
                               builder.getI8Type(), report,
                               ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  }
  void store(Value value, size_t offset) {
    LLVM::StoreOp::create(builder, loc, value, field(offset), /*alignment=*/4);
  }

  void fillRecord() {
    Type i32 = builder.getI32Type();
    Value program[] = {NVVM::BlockIdXOp::create(builder, loc, i32),
                       NVVM::BlockIdYOp::create(builder, loc, i32),
                       NVVM::BlockIdZOp::create(builder, loc, i32)};
    store(parameter(Id), offsetof(AssertReport, assertion));
    for (auto [i, coordinate] : llvm::enumerate(program))
      store(coordinate, offsetof(AssertReport, program) + 4 * i);
    store(parameter(Element), offsetof(AssertReport, element));
    // The host reads it when the launch has failed, after what this orders.
    auto fence = [&] {
      LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
    };
    fence();
    auto state = LLVM::StoreOp::create(
        builder, loc, b.i32(AssertReport::Complete),
        field(offsetof(AssertReport, state)), /*alignment=*/4);
    state.setOrdering(LLVM::AtomicOrdering::release);
    fence();
  }

  Value loadState() {
    auto state = LLVM::LoadOp::create(builder, loc, builder.getI32Type(),
                                      field(offsetof(AssertReport, state)),
                                      /*alignment=*/4);
    state.setOrdering(LLVM::AtomicOrdering::acquire);
    return state;
  }
};
} // namespace

static void defineFailure(ModuleOp module, Location loc) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  MLIRContext *context = module.getContext();
  auto ptr = LLVM::LLVMPointerType::get(context);
  Type i32 = builder.getI32Type();
  LLVM::GlobalOp record = declareRecord(builder, loc);
  LLVM::LLVMFuncOp driversFailure = declareDriversFailure(builder, loc);
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, failedName,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  {i32, i32, ptr, ptr, i32, ptr}),
      LLVM::Linkage::Internal);
  function.setNoInline(true);
  function.setPassthroughAttr(builder.getStrArrayAttr({"cold", "noreturn"}));
  FailureBuilder(builder, function).build(record, driversFailure);
}

void minitc::prepareAsserts(ModuleOp module) {
  unsigned count = 0;
  for (auto kernel : module.getOps<tc::KernelOp>()) {
    SmallVector<Attribute> table;
    kernel.walk([&](tc::AssertOp op) {
      table.push_back(describe(op, count));
      op->setAttr(idAttrName, Builder(op).getI32IntegerAttr(count++));
      if (count == 1)
        defineFailure(module, kernel.getLoc());
    });
    if (!table.empty())
      kernel->setAttr(assertsAttrName,
                      ArrayAttr::get(module.getContext(), table));
  }
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

namespace {
/// What one thread has of a condition.
struct Condition {
  Value isTrue;  ///< all of it
  Value element; ///< if not: the index of the first register that is false
};

Condition examine(LoweringBuilder &b, Type type, Value condition) {
  if (!isa<RankedTensorType>(type))
    return {condition, b.i32(0)};
  LinearLayout layout = tcg::getLayout(type);
  Value thread =
      b.applyToThread(layout.bases(InDim::Lane), layout.bases(InDim::Warp));
  SmallVector<Value> bits = b.explode(condition);
  Value isTrue = bits.front(), element;
  for (Value bit : ArrayRef(bits).drop_front())
    isTrue = b.andi(isTrue, bit);
  for (unsigned r = bits.size(); r > 0; --r) {
    Value index = b.xori(thread, b.i32(layout.apply(InDim::Register, r - 1)));
    element = element ? b.select(bits[r - 1], element, index) : index;
  }
  return {isTrue, element};
}

struct AssertPattern : OpConversionPattern<tc::AssertOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder b(rewriter, op.getLoc());
    auto module = op->getParentOfType<ModuleOp>();
    auto kernel = op->getParentOfType<FunctionOpInterface>();
    Condition condition =
        examine(b, op.getCondition().getType(), adaptor.getCondition());
    b.ifTrue(b.xori(condition.isTrue, b.i1(true)), [&] {
      FileLineColLoc place = placeOf(op);
      auto id = op->getAttrOfType<IntegerAttr>(idAttrName);
      auto text = [&](StringRef string) {
        return minitc::addressOfText(b, module, string);
      };
      LLVM::CallOp::create(
          rewriter, op.getLoc(),
          module.lookupSymbol<LLVM::LLVMFuncOp>(failedName),
          ValueRange{b.i32(id.getInt()), condition.element,
                     text(op.getMessage()), text(place.getFilename()),
                     b.i32(place.getLine()), text(kernel.getName())});
    });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void minitc::populateAssertPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<AssertPattern>(converter, patterns.getContext());
}
