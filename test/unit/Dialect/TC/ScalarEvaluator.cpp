//===- ScalarEvaluator.cpp - Runs a pass's output
//--------------------------===//
//
// Floats below f64 are computed in their own type: f32 by the C++ compiler,
// f16 and bf16 by APFloat, and only where a pass leaves them.
//
//===----------------------------------------------------------------------===//

#include "ScalarEvaluator.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace minitc::test {

static unsigned bitWidth(Type type) { return type.getIntOrFloatBitWidth(); }

static Bits truncateTo(Bits bits, unsigned width) {
  return width == 64 ? bits : bits & ((Bits(1) << width) - 1);
}

static int64_t signExtend(Bits bits, unsigned width) {
  return APInt(width, bits).getSExtValue();
}

/// Rounds `exact` to f32 to one side.
static float roundToF32(double exact, Rounding rounding) {
  float nearest = static_cast<float>(exact);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (std::isinf(nearest))
    return nearest;
  if (rounding == Rounding::Down && nearest > exact)
    return std::nextafterf(nearest, -infinity);
  if (rounding == Rounding::Up && nearest < exact)
    return std::nextafterf(nearest, infinity);
  return nearest;
}

static float flushToZero(float x) {
  return std::fabs(x) < std::numeric_limits<float>::min()
             ? std::copysign(0.0f, x)
             : x;
}

/// ex2.approx.ftz.f32. Around 0 it is correctly rounded, as seen on an H200 at
/// arguments up to 2^-24.
static float exp2Approx(float x, Rounding rounding) {
  if (std::fabs(x) <= 0x1p-24f)
    rounding = Rounding::Nearest;
  double exact = std::exp2(static_cast<double>(flushToZero(x)));
  return flushToZero(roundToF32(exact, rounding));
}

/// rcp.approx.ftz.f32.
static float reciprocalApprox(float x, Rounding rounding) {
  double exact = 1.0 / flushToZero(x);
  return flushToZero(roundToF32(exact, rounding));
}

static Bits roundTo(const llvm::fltSemantics &semantics, APFloat value) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

template <typename T> static bool holds(arith::CmpFPredicate p, T a, T b) {
  switch (p) {
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::ONE:
    return a < b || a > b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::UNO:
    return std::isnan(a) || std::isnan(b);
  default:
    ADD_FAILURE() << "no meaning for this comparison";
    return false;
  }
}

static bool holds(arith::CmpIPredicate p, Bits a, Bits b, unsigned width) {
  switch (p) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::ult:
    return a < b;
  case arith::CmpIPredicate::slt:
    return signExtend(a, width) < signExtend(b, width);
  default:
    ADD_FAILURE() << "no meaning for this comparison";
    return false;
  }
}

/// A binary or unary function by name of op, on floats of type T; null for
/// ops that are not such functions.
template <typename T>
static std::function<T(T, T, T)> floatFunction(Operation *op) {
  using Function = std::function<T(T, T, T)>;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](arith::AddFOp) { return [](T a, T b, T) { return a + b; }; })
      .Case([](arith::SubFOp) { return [](T a, T b, T) { return a - b; }; })
      .Case([](arith::MulFOp) { return [](T a, T b, T) { return a * b; }; })
      .Case([](arith::DivFOp) { return [](T a, T b, T) { return a / b; }; })
      .Case([](arith::NegFOp) { return [](T a, T, T) { return -a; }; })
      .Case([](math::AbsFOp) { return [](T a, T, T) { return std::fabs(a); }; })
      .Case([](math::SqrtOp) { return [](T a, T, T) { return std::sqrt(a); }; })
      .Case([](math::CopySignOp) {
        return [](T a, T b, T) { return std::copysign(a, b); };
      })
      .Case([](math::FmaOp) {
        return [](T a, T b, T c) { return std::fma(a, b, c); };
      })
      .Case([](arith::MaxNumFOp) {
        return [](T a, T b, T) { return std::fmax(a, b); };
      })
      .Case([](arith::MinNumFOp) {
        return [](T a, T b, T) { return std::fmin(a, b); };
      })
      .Case([](arith::MaximumFOp) {
        return [](T a, T b, T) {
          return std::isnan(a) || std::isnan(b) ? a + b : std::fmax(a, b);
        };
      })
      .Case([](arith::MinimumFOp) {
        return [](T a, T b, T) {
          return std::isnan(a) || std::isnan(b) ? a + b : std::fmin(a, b);
        };
      })
      .Default([](Operation *) { return Function(); });
}

/// A function of two integers by name of op; null for other ops.
static std::function<Bits(Bits, Bits)> integerFunction(Operation *op) {
  using Function = std::function<Bits(Bits, Bits)>;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](arith::AddIOp) { return [](Bits a, Bits b) { return a + b; }; })
      .Case([](arith::SubIOp) { return [](Bits a, Bits b) { return a - b; }; })
      .Case([](arith::MulIOp) { return [](Bits a, Bits b) { return a * b; }; })
      .Case([](arith::AndIOp) { return [](Bits a, Bits b) { return a & b; }; })
      .Case([](arith::OrIOp) { return [](Bits a, Bits b) { return a | b; }; })
      .Case([](arith::XOrIOp) { return [](Bits a, Bits b) { return a ^ b; }; })
      .Case([](arith::ShLIOp) { return [](Bits a, Bits b) { return a << b; }; })
      .Case(
          [](arith::ShRUIOp) { return [](Bits a, Bits b) { return a >> b; }; })
      .Default([](Operation *) { return Function(); });
}

unsigned ScalarEvaluator::slot(Value value) {
  auto [it, isNew] = slots.try_emplace(value, frame.size());
  if (isNew)
    frame.push_back(0);
  return it->second;
}

bool ScalarEvaluator::compile(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    unsigned out = slot(constant);
    if (auto real = dyn_cast<FloatAttr>(constant.getValue()))
      frame[out] = real.getValue().bitcastToAPInt().getZExtValue();
    else
      frame[out] =
          cast<IntegerAttr>(constant.getValue()).getValue().getZExtValue();
    return true;
  }
  if (auto ret = dyn_cast<func::ReturnOp>(op)) {
    resultSlot = slot(ret.getOperand(0));
    return true;
  }

  unsigned in[3] = {0, 0, 0};
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    in[index] = slot(operand);
  const unsigned out = slot(op->getResult(0)), a = in[0], b = in[1], c = in[2];
  const Type from = op->getOperand(0).getType();
  const Type to = op->getResult(0).getType();
  auto isApproximate = [](auto op) {
    return bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn);
  };

  if (auto exp2 = dyn_cast<math::Exp2Op>(op)) {
    if (!to.isF32() || !isApproximate(exp2))
      return false;
    steps.push_back([=](Frame &f, const Instructions &i) {
      f[out] = toBits(exp2Approx(fromBits<float>(f[a]), i.exp2));
    });
    return true;
  }
  if (auto divide = dyn_cast<arith::DivFOp>(op);
      divide && isApproximate(divide)) {
    if (!to.isF32() || !matchPattern(divide.getLhs(), m_OneFloat()))
      return false;
    steps.push_back([=](Frame &f, const Instructions &i) {
      f[out] = toBits(reciprocalApprox(fromBits<float>(f[b]), i.reciprocal));
    });
    return true;
  }
  if (to.isF32()) {
    if (auto function = floatFunction<float>(op)) {
      steps.push_back([=](Frame &f, const Instructions &) {
        f[out] = toBits(function(fromBits<float>(f[a]), fromBits<float>(f[b]),
                                 fromBits<float>(f[c])));
      });
      return true;
    }
  }
  if (to.isF64()) {
    if (auto function = floatFunction<double>(op)) {
      steps.push_back([=](Frame &f, const Instructions &) {
        f[out] = toBits(function(fromBits<double>(f[a]), fromBits<double>(f[b]),
                                 fromBits<double>(f[c])));
      });
      return true;
    }
  }
  if (auto function = integerFunction(op)) {
    const unsigned width = bitWidth(to);
    steps.push_back([=](Frame &f, const Instructions &) {
      f[out] = truncateTo(function(f[a], f[b]), width);
    });
    return true;
  }
  if (isa<arith::SelectOp>(op)) {
    steps.push_back(
        [=](Frame &f, const Instructions &) { f[out] = f[a] ? f[b] : f[c]; });
    return true;
  }
  if (isa<arith::ExtUIOp, arith::TruncIOp>(op)) {
    const unsigned width = bitWidth(to);
    steps.push_back([=](Frame &f, const Instructions &) {
      f[out] = truncateTo(f[a], width);
    });
    return true;
  }
  if (isa<arith::BitcastOp>(op)) {
    steps.push_back([=](Frame &f, const Instructions &) { f[out] = f[a]; });
    return true;
  }
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    const auto predicate = compare.getPredicate();
    const bool isDouble = from.isF64();
    if (!isDouble && !from.isF32())
      return false;
    steps.push_back([=](Frame &f, const Instructions &) {
      f[out] =
          isDouble
              ? holds(predicate, fromBits<double>(f[a]), fromBits<double>(f[b]))
              : holds(predicate, fromBits<float>(f[a]), fromBits<float>(f[b]));
    });
    return true;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    const auto predicate = compare.getPredicate();
    const unsigned width = bitWidth(from);
    steps.push_back([=](Frame &f, const Instructions &) {
      f[out] = holds(predicate, f[a], f[b], width);
    });
    return true;
  }
  if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
    const auto &source = cast<FloatType>(from).getFloatSemantics();
    const auto &target = cast<FloatType>(to).getFloatSemantics();
    const unsigned width = bitWidth(from);
    steps.push_back([=, &source, &target](Frame &f, const Instructions &) {
      f[out] = roundTo(target, APFloat(source, APInt(width, f[a])));
    });
    return true;
  }
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    const auto &target = cast<FloatType>(to).getFloatSemantics();
    const unsigned width = bitWidth(from);
    const bool isSigned = isa<arith::SIToFPOp>(op);
    steps.push_back([=, &target](Frame &f, const Instructions &) {
      APFloat value(target);
      value.convertFromAPInt(APInt(width, f[a]), isSigned,
                             APFloat::rmNearestTiesToEven);
      f[out] = value.bitcastToAPInt().getZExtValue();
    });
    return true;
  }
  return false;
}

ScalarEvaluator::ScalarEvaluator(const std::string &source,
                                 std::function<void(OpPassManager &)> passes) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                  tc::TCDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, &context);
  if (!module) {
    ADD_FAILURE() << "the source does not parse";
    return;
  }
  PassManager manager(&context);
  passes(manager);
  if (failed(manager.run(*module))) {
    ADD_FAILURE() << "a pass failed";
    return;
  }

  auto function = module->lookupSymbol<func::FuncOp>("f");
  for (BlockArgument argument : function.getArguments())
    slot(argument);
  for (Operation &op : function.getBody().front()) {
    if (!compile(&op)) {
      ADD_FAILURE() << "no meaning for " << op.getName().getStringRef().str();
      return;
    }
  }
  slots.clear();
  valid = true;
}

Bits ScalarEvaluator::operator()(std::initializer_list<Bits> arguments,
                                 const Instructions &instructions) {
  std::copy(arguments.begin(), arguments.end(), frame.begin());
  for (const Step &step : steps)
    step(frame, instructions);
  return frame[resultSlot];
}

} // namespace minitc::test
