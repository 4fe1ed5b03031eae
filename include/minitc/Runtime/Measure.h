//===- Measure.h - Timing kernels -------------------------------*- C++ -*-===//
//
// How often to run what is timed, and what to say of the times. The clock is
// the device's (Device::time).
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_MEASURE_H
#define MINITC_RUNTIME_MEASURE_H

#include "minitc/Runtime/Device.h"

namespace minitc::runtime {

struct MeasureOptions {
  /// Runs that are not counted.
  unsigned warmup = 3;
  /// Runs that are counted; 0: as many as `budgetMs` allows, from 10 to 1000.
  unsigned runs = 0;
  /// Milliseconds.
  double budgetMs = 100;
  /// Leave the cache as the last run left it.
  bool hot = false;
  void *stream = nullptr;
};

/// Microseconds.
struct Measurement {
  double median = 0, p20 = 0, p80 = 0, minimum = 0;
  size_t count = 0;
  bool hot = false;
};

/// The value below which `fraction` of the samples lie, interpolated between
/// the two nearest. `sorted` is in ascending order and not empty.
double quantile(llvm::ArrayRef<double> sorted, double fraction);

StatusOr<Measurement> measure(Device &device, Callback callback,
                              const MeasureOptions &options);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_MEASURE_H
