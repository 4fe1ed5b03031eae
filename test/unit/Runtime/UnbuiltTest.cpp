//===- UnbuiltTest.cpp - A build without the launcher ---------------------===//

#include "minitc/minitc.hpp"

#include <gtest/gtest.h>

namespace {

TEST(UnbuiltTest, OpeningAGpuSaysWhatIsMissing) {
  try {
    minitc::Device device(0);
    FAIL() << "expected an error";
  } catch (const minitc::Error &error) {
    EXPECT_EQ(error.status(), MINITC_UNAVAILABLE);
    EXPECT_EQ(error.message(),
              "this build of minitc has no CUDA launcher: cuda.h of the CUDA "
              "Toolkit was not found when it was configured");
  }
  EXPECT_EQ(minitc::cuda_device_count(), 0);
}

TEST(UnbuiltTest, TheCompilerIsThere) {
  minitc_compilation *compilation = nullptr;
  ASSERT_EQ(minitc_compile("tc.kernel @k() {}", 17, "k.mlir", "k", "sm_80",
                           MINITC_STAGE_PTX, nullptr, &compilation),
            MINITC_OK);
  EXPECT_EQ(minitc_compilation_num_kernels(compilation), 1u);
  minitc_compilation_release(compilation);
}

} // namespace
