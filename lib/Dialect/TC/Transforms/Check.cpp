//===- Check.cpp - Refuse what is not in the language ---------------------===//
//
// The first pass over a file. Upstream ops have no tc verifier, so everything
// that they allow and the language does not is reported here, with what to
// write instead.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tc {
#define GEN_PASS_DEF_CHECKPASS
#include "minitc/Dialect/TC/Transforms/Passes.h.inc"
} // namespace mlir::tc

using namespace mlir;
using namespace mlir::tc;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// What to write instead of a scalar type that is not in the language.
static std::string hintForScalar(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (!integer.isSignless())
      return "integers have no sign of their own, write i" +
             std::to_string(integer.getWidth()) +
             " and choose a signed or an "
             "unsigned operation";
    return "expected an integer of 1, 8, 16, 32 or 64 bits";
  }
  if (isa<IndexType>(type))
    return "cast it with arith.index_cast, or loop over i32";
  if (isa<FloatType>(type))
    return "expected f8E4M3FN, f8E5M2, f16, bf16, f32 or f64";
  if (isa<ComplexType, TupleType>(type))
    return "use a value for each part";
  return "";
}

/// Why `type` is not in the language and what to write, or empty if it is.
static std::string whyIllegal(Type type) {
  if (isa<VectorType>(type))
    return "write a tile: a tensor of the same shape";
  if (isa<BaseMemRefType>(type))
    return "take a pointer, !tc.ptr<T>, and compute the addresses";
  if (isa<FunctionType>(type))
    return "call a function by its name";
  if (isa<UnrankedTensorType>(type))
    return "expected a tile of static shape";
  if (isa<TCDialect>(type.getDialect()))
    return "";
  std::string hint = hintForScalar(type);
  if (!hint.empty() && !isScalar(type))
    return hint;
  std::string reason = whyIllegalType(type);
  if (reason.empty())
    return "";
  if (auto tile = dyn_cast<RankedTensorType>(type))
    if (!isScalar(tile.getElementType())) {
      hint = hintForScalar(tile.getElementType());
      return hint.empty() ? reason : reason + ": " + hint;
    }
  if (auto tile = dyn_cast<RankedTensorType>(type))
    if (!tile.hasStaticShape())
      return reason + ": a size that varies is a mask, not a dimension";
  return reason;
}

/// Whether `op` may take and give scalars of type index.
static bool mayUseIndex(Operation *op) {
  return isa<scf::ForOp, arith::ConstantOp, arith::IndexCastOp,
             arith::IndexCastUIOp>(op);
}

static LogicalResult checkType(Operation *op, const Twine &what, Type type) {
  std::string reason = whyIllegal(type);
  if (reason.empty())
    return success();
  return op->emitOpError() << what.str() << " is " << type << ": " << reason;
}

/// Checks what an op yields and what its regions take. Operands are results or
/// arguments of something that is checked itself, index apart.
static LogicalResult checkTypes(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (isa<IndexType>(result.getType()) && mayUseIndex(op) &&
        !isa<scf::ForOp>(op))
      continue;
    if (failed(checkType(op, "result " + Twine(result.getResultNumber()),
                         result.getType())))
      return failure();
  }
  for (Type type : op->getOperandTypes())
    if (isa<IndexType>(type) && !mayUseIndex(op))
      return checkType(op, "an operand", type);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments()) {
        bool isInduction = isa<scf::ForOp>(op) && argument.getArgNumber() == 0;
        if (isInduction && isa<IndexType>(argument.getType()))
          continue;
        if (failed(checkType(op, "argument " + Twine(argument.getArgNumber()),
                             argument.getType())))
          return failure();
      }
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isInLanguage(Operation *op) {
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp,
          func::CallOp, func::ReturnOp, func::FuncOp, ub::PoisonOp>(op))
    return true;
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return false;
  return isa_and_present<TCDialect, arith::ArithDialect, math::MathDialect>(
      op->getDialect());
}

/// What to write instead of an op that is not in the language.
static StringRef hintForOp(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getDialectNamespace())
      .Case("cf", "use scf.if, scf.for or scf.while")
      .Case("scf", "use scf.if, scf.for or scf.while")
      .Case("func", "call a function by its name, with func.call")
      .Cases({"tensor", "linalg", "tosa"},
             "shape tiles with tc.splat, tc.expand_dims, tc.broadcast, "
             "tc.reshape or tc.transpose")
      .Cases({"vector", "memref", "affine"},
             "access memory with tc.load and tc.store")
      .Case("gpu", "use tc.program_id and tc.num_programs")
      .Default("kernels are written in tc, arith, math, scf and func");
}

/// f8 is a storage type: of arith and math, only what moves it or widens it.
static LogicalResult checkF8(Operation *op) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
    return success();
  auto hasF8 = [](TypeRange types) {
    return llvm::any_of(
        types, [](Type type) { return isF8(getElementTypeOrSelf(type)); });
  };
  if (hasF8(op->getOperandTypes()))
    return isa<arith::ExtFOp>(op)
               ? success()
               : op->emitOpError("there is no arithmetic on f8: use arith.extf "
                                 "first, and tc.to_f8 on the result");
  if (!hasF8(op->getResultTypes()))
    return success();
  if (isa<arith::TruncFOp>(op))
    return op->emitOpError("does not saturate: use tc.to_f8");
  return op->emitOpError("there is no arithmetic on f8: convert to f32, then "
                         "use tc.to_f8");
}

static LogicalResult checkRounding(Operation *op) {
  auto rounding = dyn_cast<arith::ArithRoundingModeInterface>(op);
  if (!rounding)
    return success();
  arith::RoundingModeAttr mode = rounding.getRoundingModeAttr();
  if (!mode || mode.getValue() == arith::RoundingMode::to_nearest_even)
    return success();
  return op->emitOpError("rounds '")
         << stringifyRoundingMode(mode.getValue())
         << "', but everything rounds to nearest even: leave the mode out";
}

/// What computes a power takes an exponent of 32 bits.
static LogicalResult checkExponent(Operation *op) {
  auto power = dyn_cast<math::FPowIOp>(op);
  if (!power)
    return success();
  Type exponent = getElementTypeOrSelf(power.getRhs());
  if (exponent.getIntOrFloatBitWidth() <= 32)
    return success();
  return op->emitOpError("expected an exponent of at most 32 bits, but got ")
         << exponent << ": use arith.trunci, or math.powf";
}

static LogicalResult checkConstant(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant ||
      isa<IntegerAttr, FloatAttr, DenseElementsAttr>(constant.getValue()))
    return success();
  return op->emitOpError("expected the elements in place, as dense<...>, but "
                         "got ")
         << constant.getValue();
}

/// On the GPU a text ends at its first zero.
static LogicalResult checkText(Operation *op) {
  StringRef text;
  if (auto print = dyn_cast<PrintOp>(op))
    text = print.getPrefix();
  else if (auto assertion = dyn_cast<AssertOp>(op))
    text = assertion.getMessage();
  if (!text.contains('\0'))
    return success();
  return op->emitOpError("expected text without a zero byte");
}

static LogicalResult checkFunction(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return success();
  if (function.isDeclaration())
    return op->emitOpError("has no body: every function is inlined, so it is "
                           "defined in the same file");
  if (!function.getBody().hasOneBlock())
    return op->emitOpError("has several blocks: use scf.if, scf.for or "
                           "scf.while");
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(checkType(op, "result " + Twine(index), type)))
      return failure();
  return success();
}

static LogicalResult checkOp(Operation *op) {
  if (!isInLanguage(op))
    return op->emitOpError("is not in the language: ") << hintForOp(op);
  for (auto check : {checkFunction, checkTypes, checkF8, checkRounding,
                     checkExponent, checkConstant, checkText})
    if (failed(check(op)))
      return failure();
  return success();
}

namespace {
struct CheckPass : tc::impl::CheckPassBase<CheckPass> {
  void runOnOperation() override;
};
} // namespace

void CheckPass::runOnOperation() {
  bool isLegal = true;
  for (Operation &top : *getOperation().getBody()) {
    if (!isa<KernelOp, func::FuncOp>(top)) {
      top.emitOpError("cannot stand at the top level: a file holds tc.kernel "
                      "and func.func");
      isLegal = false;
      continue;
    }
    // The body of an op outside the language would only repeat the error.
    top.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (succeeded(checkOp(op)))
        return WalkResult::advance();
      isLegal = false;
      return isInLanguage(op) ? WalkResult::advance() : WalkResult::skip();
    });
  }
  if (!isLegal)
    signalPassFailure();
}
