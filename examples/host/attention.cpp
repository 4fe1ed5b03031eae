//===- attention.cpp - Causal attention from C++ --------------------------===//
//
// Computes causal attention of f16 with grouped heads on the GPU, compares a
// sample of the result with double precision, and prints how fast it was and
// what the kernel needs.
//
//   attention [attention.mlir]
//
//===----------------------------------------------------------------------===//

#include "minitc/minitc.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>

// A batch of 4 with 32 heads of queries and 8 of keys each.
static constexpr size_t heads = 4 * 32, kvHeads = 4 * 8, rows = 4096, dim = 64;
static constexpr float scale = 0.125f; // 1 / sqrt(dim)

static std::vector<minitc::half> randomHalves(size_t count, unsigned seed) {
  std::minstd_rand generator(seed);
  std::normal_distribution<float> distribution;
  std::vector<minitc::half> values(count);
  for (minitc::half &value : values)
    value = distribution(generator);
  return values;
}

/// The largest error of one query's result over what is allowed: one rounding
/// of the result and one of the weights to f16, and as much for sums in f32.
/// `q` and `o` point to the query's elements, `k` and `v` to those of its
/// head's keys, of which it sees `keys`.
static double errorOfQuery(const minitc::half *q, const minitc::half *k,
                           const minitc::half *v, const minitc::half *o,
                           size_t keys) {
  std::vector<double> weights(keys), sums(dim), magnitudes(dim);
  for (size_t key = 0; key < keys; ++key)
    for (size_t i = 0; i < dim; ++i)
      weights[key] += scale * double(q[i]) * k[key * dim + i];
  double max = *std::max_element(weights.begin(), weights.end()), sum = 0;
  for (size_t key = 0; key < keys; ++key) {
    double weight = std::exp(weights[key] - max);
    sum += weight;
    for (size_t i = 0; i < dim; ++i) {
      sums[i] += weight * v[key * dim + i];
      magnitudes[i] += weight * std::abs(v[key * dim + i]);
    }
  }
  double error = 0;
  for (size_t i = 0; i < dim; ++i) {
    double expected = sums[i] / sum, magnitude = magnitudes[i] / sum;
    double allowed = (std::abs(expected) + 2 * magnitude) * 0x1p-11;
    error = std::max(error, std::abs(o[i] - expected) / allowed);
  }
  return error;
}

static int run(const char *path) {
  minitc::Device gpu(0);
  std::vector<minitc::half> q = randomHalves(heads * rows * dim, 1);
  std::vector<minitc::half> k = randomHalves(kvHeads * rows * dim, 2);
  std::vector<minitc::half> v = randomHalves(kvHeads * rows * dim, 3);

  minitc::Options options;
  options.constants = {{"causal", 1}};
  minitc::Kernel attention = gpu.compile_file(path, "attention", options);
  auto qOnGpu = gpu.upload(q), kOnGpu = gpu.upload(k), vOnGpu = gpu.upload(v);
  auto oOnGpu = gpu.allocate<minitc::half>(q.size());
  // One program instance a head and 128 queries.
  auto launch = [&] {
    attention.launch({rows / 128, heads}, qOnGpu, kOnGpu, vOnGpu, oOnGpu, scale,
                     heads, kvHeads, rows, rows, 1, rows * dim, dim, rows * dim,
                     dim);
  };
  launch();

  std::vector<minitc::half> o = oOnGpu.download();
  double error = 0;
  for (size_t i = 0; i < 200; ++i) {
    size_t head = i * 37 % heads, query = i * 1327 % rows;
    size_t kvStart = head / (heads / kvHeads) * rows * dim;
    size_t start = (head * rows + query) * dim;
    error = std::max(error, errorOfQuery(&q[start], &k[kvStart], &v[kvStart],
                                         &o[start], query + 1));
  }
  minitc::Measurement time = gpu.measure(launch);
  // Two products, of which the half that is seen counts.
  double operations = 2.0 * heads * rows * rows * dim;
  std::cout << "causal attention of " << heads << " heads of " << rows << " x "
            << dim << ": largest error " << error << " of what is allowed\n"
            << time << operations / time.median / 1e6 << " TFLOP/s\n"
            << attention.resources();
  return error <= 1 ? 0 : 1;
}

int main(int argc, char **argv) {
  try {
    return run(argc > 1 ? argv[1] : MINITC_EXAMPLES "/attention.mlir");
  } catch (const minitc::Error &error) {
    bool hasNoGpu = error.status() == MINITC_UNAVAILABLE;
    std::cerr << (hasNoGpu ? "skipped: " : "error: ") << error.what() << "\n";
    return hasNoGpu ? 0 : 1;
  }
}
