//===- FloatOrder.h - The larger and the smaller of two floats --*- C++ -*-===//

#ifndef MINITC_LIB_INTERPRETER_FLOATORDER_H
#define MINITC_LIB_INTERPRETER_FLOATORDER_H

#include <cmath>
#include <limits>

namespace minitc {

/// Whether `a` comes before `b`, -0 before +0.
template <typename T> bool isBelow(T a, T b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

/// The larger one; NaN if either is.
template <typename T> T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  return isBelow(a, b) ? b : a;
}

/// The smaller one; NaN if either is.
template <typename T> T minimum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  return isBelow(b, a) ? b : a;
}

/// The larger one; if one is NaN, the other.
template <typename T> T maximumNumber(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return isBelow(a, b) ? b : a;
}

/// The smaller one; if one is NaN, the other.
template <typename T> T minimumNumber(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return isBelow(b, a) ? b : a;
}

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_FLOATORDER_H
