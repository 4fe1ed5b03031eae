//===- MeasureLaunched.cpp - Must not compile -----------------------------===//
//
// A launch that runs before measure() is called leaves nothing to measure.
//
//===----------------------------------------------------------------------===//

#include "minitc/minitc.hpp"

void measureTheResult(minitc::Device &gpu, minitc::Kernel &kernel) {
  gpu.measure(kernel.launch({1}, 1));
}
