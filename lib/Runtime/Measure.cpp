//===- Measure.cpp - Timing kernels ---------------------------------------===//

#include "minitc/Runtime/Measure.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// Fewer runs give no quantiles worth the name; more tell nothing new.
static constexpr unsigned minRuns = 10, maxRuns = 1000;

double minitc::runtime::quantile(ArrayRef<double> sorted, double fraction) {
  double position = fraction * static_cast<double>(sorted.size() - 1);
  size_t below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, sorted.size() - 1);
  double weight = position - static_cast<double>(below);
  return sorted[below] + weight * (sorted[above] - sorted[below]);
}

/// How many runs of `microseconds` each fit the budget.
static unsigned runsInBudget(double microseconds, double budgetMs) {
  double runs = budgetMs * 1000 / std::max(microseconds, 1e-3);
  return static_cast<unsigned>(std::clamp<double>(runs, minRuns, maxRuns));
}

StatusOr<Measurement> minitc::runtime::measure(Device &device,
                                               Callback callback,
                                               const MeasureOptions &options) {
  unsigned warmup = options.warmup, runs = options.runs;
  // The number of runs is guessed from the last of the uncounted ones.
  if (runs == 0)
    warmup = std::max(warmup, 1u);
  if (warmup != 0) {
    StatusOr<std::vector<double>> times =
        device.time(callback, warmup, !options.hot, options.stream);
    if (!times.ok())
      return times.takeStatus();
    if (runs == 0)
      runs = runsInBudget(times->back(), options.budgetMs);
  }
  StatusOr<std::vector<double>> times =
      device.time(callback, runs, !options.hot, options.stream);
  if (!times.ok())
    return times.takeStatus();
  llvm::sort(*times);

  Measurement result;
  result.median = quantile(*times, 0.5);
  result.p20 = quantile(*times, 0.2);
  result.p80 = quantile(*times, 0.8);
  result.minimum = times->front();
  result.count = times->size();
  result.hot = options.hot;
  return result;
}
