//===- ulp.cu - f32 functions over all 2^32 inputs
//--------------------------===//
//
// Runs the kernels of unary.mlir, as compiled by minitc, on every f32 and
// compares with CUDA's double-precision functions. Prints, for each function,
// the worst error in ulp, where it is, and whether the bound holds; exits 1 if
// one does not.
//
//   minitc unary.mlir --target=sm_90a -o unary.ptx
//   nvcc -O2 -std=c++17 -arch=sm_90 ulp.cu -lcuda -o ulp
//   ./ulp unary.ptx [FUNCTION...]
//
//===----------------------------------------------------------------------===//

#include <cuda.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

enum Function { Exp, Exp2, Tanh, Log, Log2, Rsqrt, Sqrt, Reciprocal };

/// The kernel is called "f32_" and this name.
struct Case {
  const char *name;
  Function function;
  /// In ulp of the exact result. Half an ulp is correct rounding.
  double bound;
};

const Case cases[] = {{"exp", Exp, 2},     {"exp2", Exp2, 2},
                      {"tanh", Tanh, 2},   {"log", Log, 3},
                      {"log2", Log2, 3},   {"rsqrt", Rsqrt, 2},
                      {"sqrt", Sqrt, 0.5}, {"reciprocal", Reciprocal, 0.5}};

/// What unary.mlir says: elements in a tile, threads in a block.
constexpr unsigned tileSize = 1024, blockSize = 128;
/// Inputs in one launch.
constexpr uint64_t chunkSize = uint64_t(1) << 28;

__device__ double evaluate(Function function, double x) {
  switch (function) {
  case Exp:
    return exp(x);
  case Exp2:
    return exp2(x);
  case Tanh:
    return tanh(x);
  case Log:
    return log(x);
  case Log2:
    return log2(x);
  case Rsqrt:
    return rsqrt(x);
  case Sqrt:
    return sqrt(x);
  case Reciprocal:
    return 1.0 / x;
  }
  return nan("");
}

/// The distance of `got` to `exact` in ulps of f32 at `exact`. Infinite where
/// only one of them is special, or where their signs differ.
__device__ double ulps(float got, double exact) {
  const double wrong = INFINITY;
  if (isnan(exact) || isnan(got))
    return isnan(exact) && isnan(got) ? 0.0 : wrong;
  if (signbit(exact) != signbit(got))
    return wrong;
  if (isinf(exact))
    return isinf(got) ? 0.0 : wrong;
  // From the largest f32 plus half its ulp on, exact values round to infinity;
  // 2^128 stands for an infinity where it should not be.
  if (isinf(got) && fabs(exact) >= 0x1.ffffffp+127)
    return 0.0;
  double value = isinf(got) ? copysign(0x1p128, (double)got) : (double)got;
  int exponent = exact == 0.0 ? -149 : ilogb(exact) - 23;
  return fabs(value - exact) * ldexp(1.0, -max(exponent, -149));
}

__global__ void fill(float *x, uint32_t first) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = __uint_as_float(first + i);
}

/// Raises `worst` to the largest error and its input: the error as a float in
/// the high half (floats that are not negative order as their bits do), the
/// input's bits in the low half.
__global__ void compare(Function function, const float *y, uint32_t first,
                        unsigned long long *worst) {
  __shared__ unsigned long long blockWorst;
  if (threadIdx.x == 0)
    blockWorst = 0;
  __syncthreads();
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, bits = first + i;
  float error = ulps(y[i], evaluate(function, __uint_as_float(bits)));
  atomicMax(&blockWorst,
            (unsigned long long)__float_as_uint(error) << 32 | bits);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicMax(worst, blockWorst);
}

__global__ void reference(Function function, float x, double *result) {
  *result = evaluate(function, x);
}

void require(bool holds, const std::string &what) {
  if (holds)
    return;
  std::fprintf(stderr, "ulp: %s\n", what.c_str());
  std::exit(1);
}

void check(cudaError_t error) {
  require(error == cudaSuccess, cudaGetErrorString(error));
}

void check(CUresult error) {
  const char *text = "unknown error";
  if (error != CUDA_SUCCESS)
    cuGetErrorString(error, &text);
  require(error == CUDA_SUCCESS, text);
}

/// Device buffers shared by all functions.
struct Buffers {
  float *x, *y;
  unsigned long long *worst;
  double *want;

  Buffers() {
    check(cudaMalloc(&x, chunkSize * sizeof(float)));
    check(cudaMalloc(&y, chunkSize * sizeof(float)));
    check(cudaMalloc(&worst, sizeof(*worst)));
    check(cudaMalloc(&want, sizeof(*want)));
  }
};

void launch(CUfunction kernel, const Buffers &buffers, int32_t n) {
  const void *x = buffers.x, *y = buffers.y;
  void *arguments[] = {&x, &y, &n};
  const unsigned tiles = (n + tileSize - 1) / tileSize;
  check(cuLaunchKernel(kernel, tiles, 1, 1, blockSize, 1, 1, 0, nullptr,
                       arguments, nullptr));
}

/// Prints a line of the table; returns whether the bound holds.
bool measure(const Case &test, CUmodule module, const Buffers &buffers) {
  CUfunction kernel;
  const std::string name = std::string("f32_") + test.name;
  require(cuModuleGetFunction(&kernel, module, name.c_str()) == CUDA_SUCCESS,
          "the module has no kernel " + name);

  check(cudaMemset(buffers.worst, 0, sizeof(*buffers.worst)));
  for (uint64_t first = 0; first < uint64_t(1) << 32; first += chunkSize) {
    fill<<<chunkSize / 256, 256>>>(buffers.x, (uint32_t)first);
    // A kernel that stores nothing must not pass on the previous one's values.
    check(cudaMemset(buffers.y, 0x5a, chunkSize * sizeof(float)));
    launch(kernel, buffers, (int32_t)chunkSize);
    compare<<<chunkSize / 256, 256>>>(test.function, buffers.y, (uint32_t)first,
                                      buffers.worst);
    check(cudaGetLastError());
  }
  unsigned long long worst;
  check(
      cudaMemcpy(&worst, buffers.worst, sizeof(worst), cudaMemcpyDeviceToHost));

  const uint32_t input = (uint32_t)worst, errorBits = worst >> 32;
  float error, x, got;
  double want;
  std::memcpy(&error, &errorBits, sizeof(error));
  std::memcpy(&x, &input, sizeof(x));
  fill<<<1, 1>>>(buffers.x, input);
  launch(kernel, buffers, 1);
  reference<<<1, 1>>>(test.function, x, buffers.want);
  check(cudaMemcpy(&got, buffers.y, sizeof(got), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(&want, buffers.want, sizeof(want), cudaMemcpyDeviceToHost));

  const bool holds = error <= test.bound;
  std::printf("%-12s %10.4f %6.1f  %08x %14.6a %14.6a %22.13a  %s\n", test.name,
              error, test.bound, input, x, got, want, holds ? "ok" : "FAIL");
  std::fflush(stdout);
  return holds;
}

} // namespace

int main(int argc, char **argv) {
  require(argc >= 2, "usage: ulp FILE.ptx [FUNCTION...]");
  std::ifstream file(argv[1]);
  require(file.good(), std::string("cannot read ") + argv[1]);
  std::stringstream ptx;
  ptx << file.rdbuf();
  const std::vector<std::string> wanted(argv + 2, argv + argc);

  check(cudaFree(nullptr)); // Makes the primary context current.
  CUmodule module;
  check(cuModuleLoadData(&module, ptx.str().c_str()));
  const Buffers buffers;

  std::printf("%-12s %10s %6s  %8s %14s %14s %22s\n", "function", "worst ulp",
              "bound", "input", "", "got", "want");
  bool allHold = true;
  size_t measured = 0;
  for (const Case &test : cases) {
    bool isWanted = wanted.empty();
    for (const std::string &name : wanted)
      isWanted |= name == test.name;
    if (!isWanted)
      continue;
    allHold &= measure(test, module, buffers);
    ++measured;
  }
  require(measured == (wanted.empty() ? std::size(cases) : wanted.size()),
          "expected the names of functions in the table");
  return allHold ? 0 : 1;
}
