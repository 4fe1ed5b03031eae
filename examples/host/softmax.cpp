//===- softmax.cpp - Compile and launch a kernel from C++ -----------------===//
//
// Computes the softmax of each row of a matrix on the GPU and compares it with
// the host's. Needs minitc.hpp and libminitc.so, nothing else.
//
//   softmax [softmax.mlir]
//
//===----------------------------------------------------------------------===//

#include "minitc/minitc.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

/// The largest difference of a row's softmax from one computed in double.
static double errorOfRow(const float *x, const float *y, size_t cols) {
  double max = *std::max_element(x, x + cols), sum = 0, error = 0;
  for (size_t i = 0; i < cols; ++i)
    sum += std::exp(x[i] - max);
  for (size_t i = 0; i < cols; ++i)
    error = std::max(error, std::abs(y[i] - std::exp(x[i] - max) / sum));
  return error;
}

static int run(const char *path) {
  constexpr size_t rows = 4096, cols = 781;
  std::vector<float> host(rows * cols);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>(i * 7919 % 2003) / 100 - 10;

  minitc::Device gpu(0);
  minitc::Kernel softmax = gpu.compile_file(path, "softmax");
  auto x = gpu.upload(host), y = gpu.allocate<float>(rows * cols);
  softmax.launch({rows}, x, y, cols, cols); // one program instance a row

  std::vector<float> result = y.download();
  double error = 0;
  for (size_t row = 0; row < rows; ++row)
    error = std::max(error,
                     errorOfRow(&host[row * cols], &result[row * cols], cols));
  std::cout << "softmax of " << rows << " rows of " << cols
            << ": largest error " << error << "\n";
  return error < 1e-6 ? 0 : 1;
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
