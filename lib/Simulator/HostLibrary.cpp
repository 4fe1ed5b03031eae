//===- HostLibrary.cpp - The C library, for compiled kernels --------------===//
//
// A stripped static program exports no symbol to look up, and a C library may
// lack those for bfloat, so each function that code generation or a kernel can
// call is listed here.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace minitc::simulator;

//===----------------------------------------------------------------------===//
// Conversions of narrow floats
//===----------------------------------------------------------------------===//

/// A half or bfloat travels in the low 16 bits of an SSE register, as a float
/// does in its low 32 (System V ABI).
static float inRegister(uint64_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits));
}

static float truncate(APFloat value, const fltSemantics &type) {
  bool losesInfo;
  value.convert(type, APFloat::rmNearestTiesToEven, &losesInfo);
  return inRegister(value.bitcastToAPInt().getZExtValue());
}

static float truncateFloatToHalf(float value) {
  return truncate(APFloat(value), APFloat::IEEEhalf());
}
static float truncateDoubleToHalf(double value) {
  return truncate(APFloat(value), APFloat::IEEEhalf());
}
static float truncateFloatToBFloat(float value) {
  return truncate(APFloat(value), APFloat::BFloat());
}
static float truncateDoubleToBFloat(double value) {
  return truncate(APFloat(value), APFloat::BFloat());
}
static float extendHalf(float half) {
  APFloat value(APFloat::IEEEhalf(),
                APInt(16, llvm::bit_cast<uint32_t>(half) & 0xFFFF));
  bool losesInfo;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToFloat();
}

//===----------------------------------------------------------------------===//
// What the C library has under another name, or not at all
//===----------------------------------------------------------------------===//

static float reciprocalRootf(float x) {
  return float(1 / std::sqrt(double(x)));
}
static double reciprocalRoot(double x) { return 1 / std::sqrt(x); }
static float powerOfTenf(float x) { return float(std::pow(10.0, double(x))); }
static double powerOfTen(double x) { return std::pow(10.0, x); }
static float roundToEvenf(float x) { return std::nearbyint(x); }
static double roundToEven(double x) { return std::nearbyint(x); }
static float powerf(float x, int n) { return float(std::pow(double(x), n)); }
static double power(double x, int n) { return std::pow(x, n); }
static float fastDividef(float a, float b) { return a / b; }

using Float1 = float (*)(float);
using Float2 = float (*)(float, float);
using Float3 = float (*)(float, float, float);
using Double1 = double (*)(double);
using Double2 = double (*)(double, double);
using Double3 = double (*)(double, double, double);

template <typename Type> static void *pointerTo(Type function) {
  return reinterpret_cast<void *>(function);
}

/// A function of the C library for f32 and f64, and libdevice's of that name.
#define BOTH(arity, name)                                                      \
  {#name "f", pointerTo<Float##arity>(std::name)},                             \
      {#name, pointerTo<Double##arity>(std::name)},                            \
      {"__nv_" #name "f", pointerTo<Float##arity>(std::name)}, {               \
    "__nv_" #name, pointerTo<Double##arity>(std::name)                         \
  }

/// libdevice's fast form, for f32 alone.
#define FAST(arity, name)                                                      \
  { "__nv_fast_" #name "f", pointerTo<Float##arity>(std::name) }

ArrayRef<HostSymbol> minitc::simulator::libraryFunctions() {
  static const HostSymbol table[] = {
      BOTH(1, acos),
      BOTH(1, acosh),
      BOTH(1, asin),
      BOTH(1, asinh),
      BOTH(1, atan),
      BOTH(1, atanh),
      BOTH(1, cbrt),
      BOTH(1, ceil),
      BOTH(1, cos),
      BOTH(1, cosh),
      BOTH(1, erf),
      BOTH(1, erfc),
      BOTH(1, exp),
      BOTH(1, exp2),
      BOTH(1, expm1),
      BOTH(1, fabs),
      BOTH(1, floor),
      BOTH(1, lgamma),
      BOTH(1, log),
      BOTH(1, log10),
      BOTH(1, log1p),
      BOTH(1, log2),
      BOTH(1, logb),
      BOTH(1, nearbyint),
      BOTH(1, rint),
      BOTH(1, round),
      BOTH(1, sin),
      BOTH(1, sinh),
      BOTH(1, sqrt),
      BOTH(1, tan),
      BOTH(1, tanh),
      BOTH(1, tgamma),
      BOTH(1, trunc),
      BOTH(2, atan2),
      BOTH(2, copysign),
      BOTH(2, fdim),
      BOTH(2, fmax),
      BOTH(2, fmin),
      BOTH(2, fmod),
      BOTH(2, hypot),
      BOTH(2, nextafter),
      BOTH(2, pow),
      BOTH(2, remainder),
      BOTH(3, fma),
      FAST(1, cos),
      FAST(1, exp),
      FAST(1, log),
      FAST(1, log10),
      FAST(1, log2),
      FAST(1, sin),
      FAST(1, tan),
      FAST(2, pow),
      {"__nv_fast_exp10f", pointerTo<Float1>(powerOfTenf)},
      {"__nv_fast_fdividef", pointerTo<Float2>(fastDividef)},
      {"__nv_exp10f", pointerTo<Float1>(powerOfTenf)},
      {"__nv_exp10", pointerTo<Double1>(powerOfTen)},
      {"exp10f", pointerTo<Float1>(powerOfTenf)},
      {"exp10", pointerTo<Double1>(powerOfTen)},
      {"__nv_rsqrtf", pointerTo<Float1>(reciprocalRootf)},
      {"__nv_rsqrt", pointerTo<Double1>(reciprocalRoot)},
      {"__nv_powif", pointerTo(powerf)},
      {"__nv_powi", pointerTo(power)},
      {"__powisf2", pointerTo(powerf)},
      {"__powidf2", pointerTo(power)},
      {"roundevenf", pointerTo<Float1>(roundToEvenf)},
      {"roundeven", pointerTo<Double1>(roundToEven)},
      {"__truncsfhf2", pointerTo(truncateFloatToHalf)},
      {"__gnu_f2h_ieee", pointerTo(truncateFloatToHalf)},
      {"__truncdfhf2", pointerTo(truncateDoubleToHalf)},
      {"__truncsfbf2", pointerTo(truncateFloatToBFloat)},
      {"__truncdfbf2", pointerTo(truncateDoubleToBFloat)},
      {"__extendhfsf2", pointerTo(extendHalf)},
      {"__gnu_h2f_ieee", pointerTo(extendHalf)},
      {"memcpy", pointerTo(std::memcpy)},
      {"memmove", pointerTo(std::memmove)},
      {"memset", pointerTo(std::memset)},
  };
  return table;
}
