//===- KernelsTest.cpp - From a kernel file to its faults -----------------===//

#include "minitc/Simulator/Simulator.h"

#include "gtest/gtest.h"

using namespace minitc;

namespace {
class KernelsTest : public testing::TestWithParam<SimulatedCode> {};
INSTANTIATE_TEST_SUITE_P(, KernelsTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));

const char *const doubling = R"(tc.kernel @twice(%p: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %ns = tc.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<256xi32>
  %zero = arith.constant 0 : i32
  %x = tc.load %q mask %m other %zero : tensor<256x!tc.ptr<i32>>
  %y = arith.addi %x, %x : tensor<256xi32>
  tc.store %q, %y mask %m : tensor<256x!tc.ptr<i32>>
  tc.return
}
)";
} // namespace

/// Runs `doubling` on `data`, of which the kernel may touch `bytes`.
static bool runDoubling(SimulatedCode code, std::vector<uint32_t> &data,
                        size_t bytes, uint64_t n, SimulatorResult &result) {
  return simulate(doubling, "twice.mlir", CompileOptions(), code, {1, 1, 1},
                  {reinterpret_cast<uint64_t>(data.data()), n},
                  {{data.data(), bytes}}, SimulatorOptions(), result);
}

TEST_P(KernelsTest, RunOnTheHostsMemory) {
  std::vector<uint32_t> data(256, 21);
  SimulatorResult result;
  ASSERT_TRUE(runDoubling(GetParam(), data, 1024, 200, result))
      << result.diagnostics;
  for (unsigned i = 0; i < 256; ++i)
    EXPECT_EQ(data[i], i < 200 ? 42u : 21u);
}

TEST_P(KernelsTest, AFaultShowsTheSourceLine) {
  std::vector<uint32_t> data(256, 21);
  SimulatorResult result;
  ASSERT_FALSE(runDoubling(GetParam(), data, 400, 101, result));
  EXPECT_EQ(result.fault.kind, SimulatorFault::Kind::OutOfBounds);
  EXPECT_EQ(result.fault.line, 7u);
  EXPECT_NE(result.diagnostics.find(
                "twice.mlir:7:8: error: load of 4 bytes at offset 400 of the "
                "buffer of 'p', which has 400 bytes, in block (0, 0, 0), "
                "thread "),
            std::string::npos)
      << result.diagnostics;
  EXPECT_NE(result.diagnostics.find("  %x = tc.load %q mask %m other %zero"),
            std::string::npos)
      << result.diagnostics;
}

TEST_P(KernelsTest, WhatDoesNotCompileIsAnError) {
  std::string diagnostics;
  EXPECT_FALSE(SimulatedKernel::create(
      "tc.kernel @k(", "k.mlir", CompileOptions(), GetParam(), diagnostics));
  EXPECT_NE(diagnostics.find("k.mlir:1:"), std::string::npos) << diagnostics;
}

TEST_P(KernelsTest, OneOfSeveralKernelsHasToBeNamed) {
  const std::string two = "tc.kernel @a() {\n  tc.return\n}\n"
                          "tc.kernel @b() {\n  tc.return\n}\n";
  std::string diagnostics;
  EXPECT_FALSE(SimulatedKernel::create(two, "two.mlir", CompileOptions(),
                                       GetParam(), diagnostics));
  EXPECT_EQ(diagnostics, "two.mlir: error: expected the name of one of the "
                         "kernels a, b\n");
  CompileOptions options;
  options.kernel = "b";
  auto kernel = SimulatedKernel::create(two, "two.mlir", options, GetParam(),
                                        diagnostics);
  ASSERT_TRUE(kernel) << diagnostics;
  EXPECT_EQ(kernel->info().name, "b");
  SimulatorResult result;
  EXPECT_TRUE(kernel->launch({3, 1, 1}, {}, {}, {}, result));
}
