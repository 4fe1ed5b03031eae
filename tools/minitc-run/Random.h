//===- Random.h - Numbers that depend on a seed and a counter ---*- C++ -*-===//
//
// A counter-based generator: no state, so any element can be made on its own.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_RANDOM_H
#define MINITC_TOOLS_MINITC_RUN_RANDOM_H

#include <cmath>
#include <cstdint>

namespace minitc {

/// The output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
inline uint64_t mixBits(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// 64 random bits for each seed and counter: the SplitMix64 sequence that
/// starts at the mixed seed.
inline uint64_t randomBits(uint64_t seed, uint64_t counter) {
  constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
  return mixBits(mixBits(seed + kGolden) + (counter + 1) * kGolden);
}

/// Uniform in [0, 1), a multiple of 2^-53.
inline double randomUnit(uint64_t seed, uint64_t counter) {
  return double(randomBits(seed, counter) >> 11) * 0x1p-53;
}

/// Normal with mean 0 and deviation 1, by the Box-Muller transform.
inline double randomNormal(uint64_t seed, uint64_t counter) {
  constexpr double kTwoPi = 6.283185307179586;
  // In (0, 1], so that the logarithm is finite.
  double radius = 1.0 - randomUnit(seed, 2 * counter);
  double angle = kTwoPi * randomUnit(seed, 2 * counter + 1);
  return std::sqrt(-2.0 * std::log(radius)) * std::cos(angle);
}

/// Uniform among `count` integers from 0; the bias is below count / 2^64.
inline uint64_t randomBelow(uint64_t seed, uint64_t counter, uint64_t count) {
  unsigned __int128 product =
      static_cast<unsigned __int128>(randomBits(seed, counter)) * count;
  return uint64_t(product >> 64);
}

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_RANDOM_H
