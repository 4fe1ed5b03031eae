//===- matmul.cpp - A product of matrices on tensor cores -----------------===//
//
// Computes relu(A . B + bias) in f16 on the GPU, compares a sample of the
// result with double precision, and prints how fast it was and what the kernel
// needs.
//
//   matmul [matmul.mlir]
//
//===----------------------------------------------------------------------===//

#include "minitc/minitc.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>

static constexpr size_t m = 4096, n = 4096, k = 4096;

static std::vector<minitc::half> randomHalves(size_t count, unsigned seed) {
  std::minstd_rand generator(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<minitc::half> values(count);
  for (minitc::half &value : values)
    value = distribution(generator);
  return values;
}

/// The error of C[row, col] over what is allowed: one rounding to f16, and what
/// tensor cores cut off the products that they add in f32.
static double errorAt(size_t row, size_t col, const minitc::half *a,
                      const minitc::half *b, const minitc::half *bias,
                      const minitc::half *c) {
  double sum = bias[col], magnitude = std::abs(sum);
  for (size_t i = 0; i < k; ++i) {
    double product = double(a[row * k + i]) * b[i * n + col];
    sum += product;
    magnitude += std::abs(product);
  }
  double expected = std::max(sum, 0.0);
  double allowed = expected * 0x1p-11 + magnitude * 0x1p-21 + 0x1p-24;
  return std::abs(c[row * n + col] - expected) / allowed;
}

static int run(const char *path) {
  minitc::Device gpu(0);
  std::vector<minitc::half> a = randomHalves(m * k, 1);
  std::vector<minitc::half> b = randomHalves(k * n, 2);
  std::vector<minitc::half> bias = randomHalves(n, 3);

  minitc::Kernel matmul = gpu.compile_file(path, "matmul");
  auto aOnGpu = gpu.upload(a), bOnGpu = gpu.upload(b);
  auto biasOnGpu = gpu.upload(bias);
  auto cOnGpu = gpu.allocate<minitc::half>(m * n);
  // One program instance a tile of 128 x 128; rows are k, n and n apart.
  minitc::Grid grid(m / 128 * (n / 128));
  auto launch = [&] {
    matmul.launch(grid, aOnGpu, bOnGpu, biasOnGpu, cOnGpu, m, n, k, k, n, n);
  };
  launch();

  std::vector<minitc::half> c = cOnGpu.download();
  double error = 0;
  for (size_t i = 0; i < 1000; ++i)
    error = std::max(error, errorAt(i * 1327 % m, i * 2503 % n, a.data(),
                                    b.data(), bias.data(), c.data()));
  minitc::Measurement time = gpu.measure(launch);
  std::cout << "product of " << m << " x " << k << " and " << k << " x " << n
            << ": largest error " << error << " of what is allowed\n"
            << time << 2.0 * m * n * k / time.median / 1e6 << " TFLOP/s\n"
            << matmul.resources();
  return error <= 1 ? 0 : 1;
}

int main(int argc, char **argv) {
  try {
    return run(argc > 1 ? argv[1] : MINITC_EXAMPLES "/matmul.mlir");
  } catch (const minitc::Error &error) {
    bool hasNoGpu = error.status() == MINITC_UNAVAILABLE;
    std::cerr << (hasNoGpu ? "skipped: " : "error: ") << error.what() << "\n";
    return hasNoGpu ? 0 : 1;
  }
}
