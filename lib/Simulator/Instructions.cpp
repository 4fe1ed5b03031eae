//===- Instructions.cpp - What PTX instructions compute -------------------===//

#include "Instructions.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace llvm;
using namespace minitc::simulator;

using Word = uint64_t;

//===----------------------------------------------------------------------===//
// f32 and f64
//===----------------------------------------------------------------------===//

static float toFloat(Word word) {
  return llvm::bit_cast<float>(uint32_t(word));
}
static Word fromFloat(float value) { return llvm::bit_cast<uint32_t>(value); }

/// Subnormal numbers become zero with their sign.
static float flush(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value)
                                                : value;
}

template <double (*function)(double)> static Word unary(Word a, Word, Word) {
  return fromFloat(float(function(toFloat(a))));
}

template <double (*function)(double)>
static Word unaryFlushed(Word a, Word, Word) {
  return fromFloat(flush(float(function(flush(toFloat(a))))));
}

template <double (*function)(double)>
static Word unaryDouble(Word a, Word, Word) {
  return llvm::bit_cast<Word>(function(llvm::bit_cast<double>(a)));
}

static double reciprocal(double x) { return 1 / x; }
static double reciprocalRoot(double x) { return 1 / std::sqrt(x); }

static Word divide(Word a, Word b, Word) {
  return fromFloat(toFloat(a) / toFloat(b));
}
static Word divideFlushed(Word a, Word b, Word) {
  return fromFloat(flush(flush(toFloat(a)) / flush(toFloat(b))));
}

//===----------------------------------------------------------------------===//
// Narrow floats
//===----------------------------------------------------------------------===//

namespace {
/// The narrow types by their semantics, so that conversions are templates.
enum class Narrow { Half, BFloat, E4M3, E5M2 };
} // namespace

static const fltSemantics &semanticsOf(Narrow type) {
  switch (type) {
  case Narrow::Half:
    return APFloat::IEEEhalf();
  case Narrow::BFloat:
    return APFloat::BFloat();
  case Narrow::E4M3:
    return APFloat::Float8E4M3FN();
  case Narrow::E5M2:
    return APFloat::Float8E5M2();
  }
  return APFloat::IEEEsingle();
}

static unsigned bitsOf(Narrow type) {
  return type == Narrow::Half || type == Narrow::BFloat ? 16 : 8;
}

/// The bits of a NaN of `type` (PTX ISA, "cvt": canonical NaNs).
static Word canonicalNaN(Narrow type) {
  return bitsOf(type) == 16 ? 0x7FFF : 0x7F;
}

static APFloat widen(Narrow type, Word bits) {
  APFloat value(
      semanticsOf(type),
      APInt(bitsOf(type), bits & maskTrailingOnes<Word>(bitsOf(type))));
  bool losesInfo;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// To nearest even, or with `mode`; what is too large becomes the largest
/// finite number if `saturates`, infinity included.
static Word narrow(Narrow type, APFloat value, bool saturates, bool isRelu,
                   APFloat::roundingMode mode = APFloat::rmNearestTiesToEven) {
  if (value.isNaN())
    return canonicalNaN(type);
  if (isRelu && value.isNegative())
    return 0;
  bool losesInfo;
  const fltSemantics &semantics = semanticsOf(type);
  bool isNegative = value.isNegative();
  APFloat rounded = value;
  rounded.convert(semantics, mode, &losesInfo);
  // E4M3 has no infinity: LLVM gives its NaN.
  if (saturates && !rounded.isFinite())
    rounded = APFloat::getLargest(semantics, isNegative);
  return rounded.bitcastToAPInt().getZExtValue();
}

static APFloat single(Word word) { return APFloat(toFloat(word)); }

template <Narrow type, bool isRelu, bool saturates,
          RoundingMode mode = RoundingMode::NearestTiesToEven>
static Word floatToNarrow(Word a, Word, Word) {
  return narrow(type, single(a), saturates, isRelu, mode);
}

/// The first operand becomes the upper half (PTX ISA, "cvt").
template <Narrow type, bool isRelu, bool saturates,
          RoundingMode mode = RoundingMode::NearestTiesToEven>
static Word floatsToNarrow(Word a, Word b, Word) {
  return narrow(type, single(a), saturates, isRelu, mode) << bitsOf(type) |
         narrow(type, single(b), saturates, isRelu, mode);
}

template <Narrow type, bool isRelu>
static Word halvesToNarrow(Word a, Word, Word) {
  return narrow(type, widen(Narrow::Half, a >> 16), true, isRelu) << 8 |
         narrow(type, widen(Narrow::Half, a), true, isRelu);
}

template <Narrow type, bool isRelu>
static Word narrowToHalves(Word a, Word, Word) {
  return narrow(Narrow::Half, widen(type, a >> 8), false, isRelu) << 16 |
         narrow(Narrow::Half, widen(type, a), false, isRelu);
}

static Word bfloatToFloat(Word a, Word, Word) { return (a & 0xFFFF) << 16; }

/// One function of f32 on each of `count` narrow values.
template <Narrow type, unsigned count, double (*function)(double)>
static Word onNarrow(Word a, Word, Word) {
  Word result = 0;
  for (unsigned i = 0; i < count; ++i) {
    float x = widen(type, a >> (16 * i)).convertToFloat();
    result |= narrow(type, APFloat(float(function(x))), false, false)
              << (16 * i);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct Row {
  StringLiteral name;
  PureFunction function;
};
} // namespace

PureFunction minitc::simulator::findInstruction(StringRef name) {
  constexpr RoundingMode towardZero = RoundingMode::TowardZero;
  static const Row table[] = {
      {"ex2.approx.f32", unary<std::exp2>},
      {"ex2.approx.ftz.f32", unaryFlushed<std::exp2>},
      {"ex2.approx.f16", onNarrow<Narrow::Half, 1, std::exp2>},
      {"ex2.approx.v2f16", onNarrow<Narrow::Half, 2, std::exp2>},
      {"ex2.approx.ftz.bf16", onNarrow<Narrow::BFloat, 1, std::exp2>},
      {"ex2.approx.ftz.v2bf16", onNarrow<Narrow::BFloat, 2, std::exp2>},
      {"lg2.approx.f", unary<std::log2>},
      {"lg2.approx.ftz.f", unaryFlushed<std::log2>},
      {"lg2.approx.d", unaryDouble<std::log2>},
      {"sin.approx.f", unary<std::sin>},
      {"sin.approx.ftz.f", unaryFlushed<std::sin>},
      {"cos.approx.f", unary<std::cos>},
      {"cos.approx.ftz.f", unaryFlushed<std::cos>},
      {"tanh.approx.f32", unary<std::tanh>},
      {"sqrt.approx.f", unary<std::sqrt>},
      {"sqrt.approx.ftz.f", unaryFlushed<std::sqrt>},
      {"sqrt.f", unary<std::sqrt>},
      {"sqrt.rn.f", unary<std::sqrt>},
      {"sqrt.rn.ftz.f", unaryFlushed<std::sqrt>},
      {"sqrt.rn.d", unaryDouble<std::sqrt>},
      {"rsqrt.approx.f", unary<reciprocalRoot>},
      {"rsqrt.approx.ftz.f", unaryFlushed<reciprocalRoot>},
      {"rsqrt.approx.d", unaryDouble<reciprocalRoot>},
      {"rcp.approx.ftz.f", unaryFlushed<reciprocal>},
      {"rcp.approx.ftz.d", unaryDouble<reciprocal>},
      {"rcp.rn.f", unary<reciprocal>},
      {"rcp.rn.ftz.f", unaryFlushed<reciprocal>},
      {"rcp.rn.d", unaryDouble<reciprocal>},
      {"div.approx.f", divide},
      {"div.approx.ftz.f", divideFlushed},
      {"div.rn.f", divide},
      {"div.rn.ftz.f", divideFlushed},
      {"div.full", divide},
      {"div.full.ftz", divideFlushed},
      {"f2bf16.rn", floatToNarrow<Narrow::BFloat, false, false>},
      {"f2bf16.rn.relu", floatToNarrow<Narrow::BFloat, true, false>},
      {"f2bf16.rz", floatToNarrow<Narrow::BFloat, false, false, towardZero>},
      {"ff2bf16x2.rn", floatsToNarrow<Narrow::BFloat, false, false>},
      {"ff2bf16x2.rn.relu", floatsToNarrow<Narrow::BFloat, true, false>},
      {"ff2bf16x2.rz",
       floatsToNarrow<Narrow::BFloat, false, false, towardZero>},
      {"f2h.rn", floatToNarrow<Narrow::Half, false, false>},
      {"ff2f16x2.rn", floatsToNarrow<Narrow::Half, false, false>},
      {"ff2f16x2.rn.relu", floatsToNarrow<Narrow::Half, true, false>},
      {"ff2f16x2.rz", floatsToNarrow<Narrow::Half, false, false, towardZero>},
      {"bf2f", bfloatToFloat},
      {"ff.to.e4m3x2.rn", floatsToNarrow<Narrow::E4M3, false, true>},
      {"ff.to.e4m3x2.rn.relu", floatsToNarrow<Narrow::E4M3, true, true>},
      {"ff.to.e5m2x2.rn", floatsToNarrow<Narrow::E5M2, false, true>},
      {"ff.to.e5m2x2.rn.relu", floatsToNarrow<Narrow::E5M2, true, true>},
      {"f16x2.to.e4m3x2.rn", halvesToNarrow<Narrow::E4M3, false>},
      {"f16x2.to.e4m3x2.rn.relu", halvesToNarrow<Narrow::E4M3, true>},
      {"f16x2.to.e5m2x2.rn", halvesToNarrow<Narrow::E5M2, false>},
      {"f16x2.to.e5m2x2.rn.relu", halvesToNarrow<Narrow::E5M2, true>},
      {"e4m3x2.to.f16x2.rn", narrowToHalves<Narrow::E4M3, false>},
      {"e4m3x2.to.f16x2.rn.relu", narrowToHalves<Narrow::E4M3, true>},
      {"e5m2x2.to.f16x2.rn", narrowToHalves<Narrow::E5M2, false>},
      {"e5m2x2.to.f16x2.rn.relu", narrowToHalves<Narrow::E5M2, true>},
  };
  const Row *found =
      find_if(table, [&](const Row &row) { return row.name == name; });
  return found == std::end(table) ? nullptr : found->function;
}
