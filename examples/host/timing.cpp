//===- timing.cpp - Time a kernel and see what it needs -------------------===//
//
// Times the softmax of softmax.cpp with a cold and a hot L2 cache, and prints
// the resources of the variant that ran.
//
//   timing [softmax.mlir]
//
//===----------------------------------------------------------------------===//

#include "minitc/minitc.hpp"

#include <cmath>
#include <iostream>

/// Whether each row sums to 1, as a softmax does.
static bool isSoftmax(const std::vector<float> &y, size_t rows, size_t cols) {
  for (size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (size_t i = 0; i < cols; ++i)
      sum += y[row * cols + i];
    if (!(std::abs(sum - 1) < 1e-4))
      return false;
  }
  return true;
}

static int run(const char *path) {
  constexpr size_t rows = 4096, cols = 781;
  minitc::Device gpu(0);
  minitc::Kernel softmax = gpu.compile_file(path, "softmax");
  auto x = gpu.upload(std::vector<float>(rows * cols, 1.0f));
  auto y = gpu.allocate<float>(rows * cols);

  // A lambda, since what is measured has to run many times.
  auto launch = [&] { softmax.launch({rows}, x, y, cols, cols); };
  minitc::MeasureOptions options;
  minitc::Measurement cold = gpu.measure(launch, options);
  options.hot = true;
  minitc::Measurement hot = gpu.measure(launch, options);

  double gigabytes = 2.0 * rows * cols * sizeof(float) / 1e9;
  std::cout << cold << hot << gigabytes / (cold.median * 1e-6) << " GB/s cold\n"
            << softmax.resources();
  return isSoftmax(y.download(), rows, cols) ? 0 : 1;
}

int main(int argc, char **argv) {
  try {
    return run(argc > 1 ? argv[1] : MINITC_EXAMPLES "/softmax.mlir");
  } catch (const minitc::Error &error) {
    bool hasNoGpu = error.status() == MINITC_UNAVAILABLE;
    std::cerr << (hasNoGpu ? "skipped: " : "error: ") << error.what() << "\n";
    return hasNoGpu ? 0 : 1;
  }
}
