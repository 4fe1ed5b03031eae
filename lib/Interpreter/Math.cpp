//===- Math.cpp - Functions of floats -------------------------------------===//
//
// Computed by the C library in f64 and rounded once, so that for f32 and
// narrower types they are the nearest value but for the rare near tie. For f64
// they are as good as the C library.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "FloatOrder.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace minitc;

//===----------------------------------------------------------------------===//
// Functions of one float that the C library has
//===----------------------------------------------------------------------===//

/// `table.add<OpTy, unary<OpTy, std::exp>>()`
template <typename OpTy, double (*function)(double)>
static void unary(Instance &in, OpTy op) {
  floatUnary(in, op, [](double a) { return function(a); });
}

/// Rounds to the nearest integer, ties to even.
static double roundEven(double a) { return std::nearbyint(a); }

static double reciprocalSquareRoot(double a) { return 1.0 / std::sqrt(a); }

static void addUnaryFunctions(OpTable &table) {
  table.add<math::AbsFOp, unary<math::AbsFOp, ::fabs>>();
  table.add<math::AcosOp, unary<math::AcosOp, ::acos>>();
  table.add<math::AcoshOp, unary<math::AcoshOp, ::acosh>>();
  table.add<math::AsinOp, unary<math::AsinOp, ::asin>>();
  table.add<math::AsinhOp, unary<math::AsinhOp, ::asinh>>();
  table.add<math::AtanOp, unary<math::AtanOp, ::atan>>();
  table.add<math::AtanhOp, unary<math::AtanhOp, ::atanh>>();
  table.add<math::CbrtOp, unary<math::CbrtOp, ::cbrt>>();
  table.add<math::CeilOp, unary<math::CeilOp, ::ceil>>();
  table.add<math::CosOp, unary<math::CosOp, ::cos>>();
  table.add<math::CoshOp, unary<math::CoshOp, ::cosh>>();
  table.add<math::ErfOp, unary<math::ErfOp, ::erf>>();
  table.add<math::ErfcOp, unary<math::ErfcOp, ::erfc>>();
  table.add<math::ExpOp, unary<math::ExpOp, ::exp>>();
  table.add<math::Exp2Op, unary<math::Exp2Op, ::exp2>>();
  table.add<math::ExpM1Op, unary<math::ExpM1Op, ::expm1>>();
  table.add<math::FloorOp, unary<math::FloorOp, ::floor>>();
  table.add<math::LogOp, unary<math::LogOp, ::log>>();
  table.add<math::Log10Op, unary<math::Log10Op, ::log10>>();
  table.add<math::Log1pOp, unary<math::Log1pOp, ::log1p>>();
  table.add<math::Log2Op, unary<math::Log2Op, ::log2>>();
  table.add<math::RoundOp, unary<math::RoundOp, ::round>>();
  table.add<math::RoundEvenOp, unary<math::RoundEvenOp, roundEven>>();
  table.add<math::SinOp, unary<math::SinOp, ::sin>>();
  table.add<math::SinhOp, unary<math::SinhOp, ::sinh>>();
  table.add<math::SqrtOp, unary<math::SqrtOp, ::sqrt>>();
  table.add<math::TanOp, unary<math::TanOp, ::tan>>();
  table.add<math::TanhOp, unary<math::TanhOp, ::tanh>>();
  table.add<math::TruncOp, unary<math::TruncOp, ::trunc>>();
  table.add<math::RsqrtOp, unary<math::RsqrtOp, reciprocalSquareRoot>>();
}

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

static void sineAndCosine(Instance &in, math::SincosOp op) {
  const Tile &a = in.get(op.getOperand());
  Tile sine(a.kind, a.shape, a.size), cosine(a.kind, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    using Stored = typename T::Stored;
    for (int64_t i = 0; i < a.size; ++i) {
      double x = T::load(a.data<Stored>()[i]);
      sine.data<Stored>()[i] = T::store(std::sin(x));
      cosine.data<Stored>()[i] = T::store(std::cos(x));
    }
  });
  in.set(op->getResult(0), std::move(sine));
  in.set(op->getResult(1), std::move(cosine));
}

static void arcTangent2(Instance &in, math::Atan2Op op) {
  floatBinary(in, op, [](double a, double b) { return std::atan2(a, b); });
}

static void power(Instance &in, math::PowFOp op) {
  floatBinary(in, op, [](double a, double b) { return std::pow(a, b); });
}

static void copySign(Instance &in, math::CopySignOp op) {
  floatBinary(in, op, [](auto a, auto b) { return std::copysign(a, b); });
}

/// a * b + c, rounded once (in f32 for f16 and bf16, which are rounded again).
static void fusedMultiplyAdd(Instance &in, math::FmaOp op) {
  floatTernary(in, op,
               [](auto a, auto b, auto c) { return std::fma(a, b, c); });
}

/// The value moved into [low, high]; a NaN in any of them is the result.
static void clampf(Instance &in, math::ClampFOp op) {
  floatTernary(in, op, [](auto a, auto low, auto high) {
    return minimum(maximum(a, low), high);
  });
}

/// An integer power of a float.
static void fpowi(Instance &in, math::FPowIOp op) {
  const Tile &base = in.get(op.getLhs()), &exponent = in.get(op.getRhs());
  Tile result(base.kind, base.shape, base.size);
  withFloat(base.kind, [&](auto element) {
    using T = decltype(element);
    using Stored = typename T::Stored;
    withInteger(exponent.kind, [&](auto integer) {
      using I = decltype(integer);
      for (int64_t i = 0; i < base.size; ++i)
        result.data<Stored>()[i] = T::store(std::pow(
            double(T::load(base.data<Stored>()[i])),
            double(I::loadSigned(exponent.data<typename I::Stored>()[i]))));
    });
  });
  in.set(op.getResult(), std::move(result));
}

static void isFinite(Instance &in, math::IsFiniteOp op) {
  floatTest(in, op, [](auto a, auto) { return std::isfinite(a); });
}

static void isInf(Instance &in, math::IsInfOp op) {
  floatTest(in, op, [](auto a, auto) { return std::isinf(a); });
}

static void isNaN(Instance &in, math::IsNaNOp op) {
  floatTest(in, op, [](auto a, auto) { return std::isnan(a); });
}

/// Neither zero, subnormal in its own type, infinite nor NaN.
static void isNormal(Instance &in, math::IsNormalOp op) {
  floatTest(in, op, [](auto a, auto element) {
    if constexpr (std::is_same_v<decltype(element), F16Element>)
      return std::isfinite(a) && std::fabs(a) >= 0x1p-14f;
    return std::isnormal(a);
  });
}

void minitc::addMathOps(OpTable &table) {
  addUnaryFunctions(table);
  table.add<math::SincosOp, sineAndCosine>();
  table.add<math::Atan2Op, arcTangent2>();
  table.add<math::PowFOp, power>();
  table.add<math::CopySignOp, copySign>();
  table.add<math::FmaOp, fusedMultiplyAdd>();
  table.add<math::ClampFOp, clampf>();
  table.add<math::FPowIOp, fpowi>();
  table.add<math::IsFiniteOp, isFinite>();
  table.add<math::IsInfOp, isInf>();
  table.add<math::IsNaNOp, isNaN>();
  table.add<math::IsNormalOp, isNormal>();
}
