//===- Compare.cpp - Whether two arrays agree -----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace llvm;

namespace minitc {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The distance of neighbouring values of a float type in the binade of
/// `value`, which is finite; below the smallest normal value that of the
/// subnormal ones.
static double unitInTheLastPlace(const ElementType &type, double value) {
  const fltSemantics &semantics = type.semantics();
  int exponent = APFloat::semanticsMinExponent(semantics);
  if (value != 0)
    exponent = std::max(exponent, std::ilogb(value));
  int digits = APFloat::semanticsPrecision(semantics);
  return std::ldexp(1.0, exponent - (digits - 1));
}

/// How far a float of this type is out of bounds; zero or less if it is within.
static double floatExcess(const ElementType &type, double got, double expected,
                          const Tolerance &tolerance) {
  if (std::isnan(got) || std::isnan(expected))
    return std::isnan(got) == std::isnan(expected) ? -kInfinity : kInfinity;
  if (got == expected)
    return -kInfinity;
  if (std::isinf(got) || std::isinf(expected))
    return kInfinity;
  return std::abs(got - expected) -
         (tolerance.absolute + tolerance.relative * std::abs(expected) +
          tolerance.ulps * unitInTheLastPlace(type, expected));
}

/// The distance of two integers, as a float; minus infinity if they are equal.
static double integerExcess(int64_t got, int64_t expected) {
  return got == expected ? -kInfinity
                         : std::abs(double(got) - double(expected)) + 1;
}

static double excess(const Array &got, const Array &expected, int64_t position,
                     const Tolerance &tolerance) {
  const char *left = got.element(position);
  const char *right = expected.element(position);
  if (got.type->isFloat())
    return floatExcess(*got.type, loadFloat(*got.type, left),
                       loadFloat(*expected.type, right), tolerance);
  return integerExcess(loadInteger(*got.type, left),
                       loadInteger(*expected.type, right));
}

Expected<Comparison> compareArrays(const Array &got, const Array &expected,
                                   const Tolerance &tolerance) {
  if (got.shape != expected.shape)
    return createStringError("expected " + arrayTypeText(expected) +
                             ", but got " + arrayTypeText(got));
  if (got.type->isFloat() != expected.type->isFloat())
    return createStringError("cannot compare " + arrayTypeText(got) + " with " +
                             arrayTypeText(expected));
  Comparison result;
  result.numElements = got.numElements();
  double worst = -kInfinity;
  for (int64_t position = 0; position < result.numElements; ++position) {
    double distance = excess(got, expected, position, tolerance);
    result.numBad += distance > 0;
    if (distance > worst) {
      worst = distance;
      result.worst = position;
    }
  }
  return result;
}

/// Enough digits to tell neighbouring values apart.
static std::string elementText(const Array &array, int64_t position) {
  const char *element = array.element(position);
  if (!array.type->isFloat())
    return std::to_string(loadInteger(*array.type, element));
  std::string text;
  raw_string_ostream stream(text);
  stream << format(array.type->bytes == 8 ? "%.17g" : "%.9g",
                   loadFloat(*array.type, element));
  return text;
}

std::string describeComparison(const Comparison &comparison, const Array &got,
                               const Array &expected,
                               const Tolerance &tolerance) {
  std::string text;
  raw_string_ostream stream(text);
  if (comparison.numElements == 0)
    return "ok, no elements";
  if (comparison.agrees())
    stream << "ok, " << comparison.numElements << " elements";
  else
    stream << comparison.numBad << " of " << comparison.numElements
           << " elements out of bounds";
  if (got.type->isFloat()) {
    stream << " ("
           << format("rtol=%g, atol=%g", tolerance.relative,
                     tolerance.absolute);
    if (tolerance.ulps > 0)
      stream << format(", ulp=%g", tolerance.ulps);
    stream << ")";
  }
  stream << "; worst at " << indexText(got.shape, comparison.worst) << ": got "
         << elementText(got, comparison.worst) << ", expected "
         << elementText(expected, comparison.worst);
  return text;
}

} // namespace minitc
