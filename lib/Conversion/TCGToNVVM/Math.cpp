//===- Math.cpp - Math functions that are single instructions -------------===//
//
// After the tiles are gone: what tc-expand-math left in place for an
// approximate instruction, and libdevice for the rest of `math`.
//
//===----------------------------------------------------------------------===//

#include "Math.h"
#include "VectorUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

/// Replaces an op by `make` on each element of its operands.
static void
replaceByElement(RewriterBase &rewriter, Operation *op,
                 function_ref<Value(LoweringBuilder &, ValueRange)> make) {
  rewriter.setInsertionPoint(op);
  LoweringBuilder b(rewriter, op->getLoc());
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!type) {
    rewriter.replaceOp(op, make(b, op->getOperands()));
    return;
  }
  SmallVector<SmallVector<Value>> operands;
  for (Value operand : op->getOperands())
    operands.push_back(b.explode(operand));
  SmallVector<Value> results;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<Value> row;
    for (ArrayRef<Value> column : operands)
      row.push_back(column[i]);
    results.push_back(make(b, row));
  }
  rewriter.replaceOp(op, b.fromElements(results));
}

static Value intrinsic(LoweringBuilder &b, Type type, StringRef name,
                       ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b.builder, b.loc, type,
                                       b.builder.getStringAttr(name), operands)
      .getResults();
}

static bool isApproximate(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags && bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(),
                                     arith::FastMathFlags::afn);
}

/// The NVVM intrinsic that computes an f32 op in one instruction, or "".
static StringRef intrinsicFor(Operation *op) {
  if (isa<math::Exp2Op>(op))
    return "llvm.nvvm.ex2.approx.ftz.f32";
  if (isa<math::RsqrtOp>(op))
    return "llvm.nvvm.rsqrt.approx.f";
  if (!isApproximate(op))
    return "";
  if (isa<math::Log2Op>(op))
    return "llvm.nvvm.lg2.approx.ftz.f";
  if (isa<math::SinOp>(op))
    return "llvm.nvvm.sin.approx.ftz.f";
  if (isa<math::CosOp>(op))
    return "llvm.nvvm.cos.approx.ftz.f";
  if (isa<math::SqrtOp>(op))
    return "llvm.nvvm.sqrt.approx.ftz.f";
  if (isa<arith::DivFOp>(op))
    return "llvm.nvvm.div.approx.ftz.f";
  return "";
}

/// 1 / x in the approximate form is one instruction.
static bool isApproximateReciprocal(Operation *op) {
  return isa<arith::DivFOp>(op) && isApproximate(op) &&
         matchPattern(op->getOperand(0), m_OneFloat());
}

/// libdevice's name for an op without its precision suffix, or "".
static StringRef libdeviceFor(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.cos", "cos")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.erfc", "erfc")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.expm1", "expm1")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log1p", "log1p")
      .Case("math.log2", "log2")
      .Case("math.powf", "pow")
      .Case("math.rsqrt", "rsqrt")
      .Case("math.sin", "sin")
      .Case("math.sinh", "sinh")
      .Case("math.tan", "tan")
      .Case("math.tanh", "tanh")
      .Case("math.round", "round")
      .Case("arith.remf", "fmod")
      .Default("");
}

/// libdevice's approximate functions, where an op asks for them.
static StringRef fastLibdeviceFor(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.exp", "__nv_fast_expf")
      .Case("math.log", "__nv_fast_logf")
      .Case("math.log10", "__nv_fast_log10f")
      .Case("math.powf", "__nv_fast_powf")
      .Case("math.tan", "__nv_fast_tanf")
      .Default("");
}

static LLVM::LLVMFuncOp declare(OpBuilder &builder, ModuleOp module,
                                StringRef name, Type result,
                                TypeRange operands) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      builder, builder.getUnknownLoc(), name,
      LLVM::LLVMFunctionType::get(result, SmallVector<Type>(operands)));
  auto none = LLVM::ModRefInfo::NoModRef;
  function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      builder.getContext(), {none, none, none, none, none, none}));
  function.setNoUnwind(true);
  function.setWillReturn(true);
  return function;
}

/// Whether LLVM makes instructions of an op, for integers, f32 and f64.
static bool isSelected(Operation *op, Type type) {
  if (isa<math::TanhOp>(op))
    return type.isF32() && isApproximate(op);
  return isa<arith::DivFOp, math::AbsFOp, math::AbsIOp, math::CeilOp,
             math::CopySignOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
             math::FmaOp, math::RoundEvenOp, math::SqrtOp, math::TruncOp>(op);
}

/// The classes of floats that an op asks about, or none.
static llvm::FPClassTest classesOf(Operation *op) {
  if (isa<math::IsNaNOp>(op))
    return llvm::fcNan;
  if (isa<math::IsInfOp>(op))
    return llvm::fcInf;
  if (isa<math::IsFiniteOp>(op))
    return llvm::fcFinite;
  return isa<math::IsNormalOp>(op) ? llvm::fcNormal : llvm::fcNone;
}

/// libdevice takes an exponent of 32 bits.
static LogicalResult lowerPowerOfInteger(RewriterBase &rewriter,
                                         math::FPowIOp op) {
  Type type = getElementTypeOrSelf(op.getType());
  unsigned width = getElementTypeOrSelf(op.getRhs()).getIntOrFloatBitWidth();
  if (width > 32)
    return op.emitOpError("expected an exponent of at most 32 bits, but got ")
           << getElementTypeOrSelf(op.getRhs())
           << ": use arith.trunci, or math.powf";
  auto module = op->getParentOfType<ModuleOp>();
  replaceByElement(rewriter, op, [&](LoweringBuilder &b, ValueRange row) {
    Value exponent = row.back();
    Type i32 = b.builder.getI32Type();
    if (width < 32)
      exponent = arith::ExtSIOp::create(b.builder, b.loc, i32, exponent);
    LLVM::LLVMFuncOp function =
        declare(b.builder, module, type.isF32() ? "__nv_powif" : "__nv_powi",
                type, {type, i32});
    return LLVM::CallOp::create(b.builder, b.loc, function,
                                ValueRange{row.front(), exponent})
        .getResult();
  });
  return success();
}

/// Replaces an op by an approximate instruction; says whether it did.
static bool lowerToInstruction(RewriterBase &rewriter, Operation *op,
                               Type type) {
  if (!type.isF32())
    return false;
  bool isReciprocal = isApproximateReciprocal(op);
  StringRef name =
      isReciprocal ? "llvm.nvvm.rcp.approx.ftz.f" : intrinsicFor(op);
  if (name.empty())
    return false;
  replaceByElement(rewriter, op, [&](LoweringBuilder &b, ValueRange row) {
    return intrinsic(b, type, name, isReciprocal ? row.take_back() : row);
  });
  return true;
}

static LogicalResult lowerToLibdevice(RewriterBase &rewriter, Operation *op,
                                      Type type) {
  StringRef base = libdeviceFor(op);
  if (base.empty() || !(type.isF32() || type.isF64()))
    return op->emitOpError("has neither an instruction nor a function of "
                           "libdevice for ")
           << type;
  std::string symbol = ("__nv_" + base + (type.isF32() ? "f" : "")).str();
  if (type.isF32() && isApproximate(op) && !fastLibdeviceFor(op).empty())
    symbol = fastLibdeviceFor(op).str();
  auto module = op->getParentOfType<ModuleOp>();
  replaceByElement(rewriter, op, [&](LoweringBuilder &b, ValueRange row) {
    LLVM::LLVMFuncOp function =
        declare(b.builder, module, symbol, type, row.getTypes());
    return LLVM::CallOp::create(b.builder, b.loc, function, row).getResult();
  });
  return success();
}

LogicalResult minitc::lowerMath(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<math::MathDialect>(op->getDialect()) ||
        isa<arith::DivFOp, arith::RemFOp>(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    if (lowerToInstruction(rewriter, op, type) || isSelected(op, type))
      continue;
    if (llvm::FPClassTest classes = classesOf(op)) {
      rewriter.replaceOpWithNewOp<LLVM::IsFPClass>(
          op, op->getResult(0).getType(), op->getOperand(0), uint32_t(classes));
      continue;
    }
    LogicalResult result =
        isa<math::FPowIOp>(op)
            ? lowerPowerOfInteger(rewriter, cast<math::FPowIOp>(op))
            : lowerToLibdevice(rewriter, op, type);
    if (failed(result))
      return failure();
  }
  return success();
}
