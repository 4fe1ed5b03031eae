//===- UntouchedTest.cpp - Before anything is found or set ----------------===//
//
// A program of its own, since a driver that was found once stays, and so does
// what the program said of the cache.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "RuntimeTest.h"

namespace {

TEST(UntouchedTest, WhatIsMissingIsSaid) {
  setenv("MINITC_CUDA_LIBRARY", "/nonexistent/libcuda.so", 1);
  auto error = errorOf([] { minitc::Device device(0); });
  EXPECT_EQ(error.status(), MINITC_UNAVAILABLE);
  EXPECT_EQ(error.message(),
            "no CUDA driver: cannot open '/nonexistent/libcuda.so': "
            "/nonexistent/libcuda.so: cannot open shared object file: No such "
            "file or directory");
  EXPECT_EQ(minitc::cuda_device_count(), 0);

  // A library without the calls.
  setenv("MINITC_CUDA_LIBRARY", "libm.so.6", 1);
  EXPECT_EQ(errorOf([] { minitc::Device device(0); }).message(),
            "the CUDA driver 'libm.so.6' is too old: it has no cuInit");

  // A driver without a GPU.
  setenv("MINITC_CUDA_LIBRARY", FAKE_CUDA_LIBRARY, 1);
  fakecuda::state().failures["cuInit"] = CUDA_ERROR_NO_DEVICE;
  error = errorOf([] { minitc::Device device(0); });
  EXPECT_EQ(error.status(), MINITC_UNAVAILABLE);
  EXPECT_EQ(error.call(), "cuInit");
  EXPECT_EQ(error.name(), "CUDA_ERROR_NO_DEVICE");

  // The next attempt may succeed.
  minitc::Device device(0);
  EXPECT_EQ(minitc::cuda_device_count(), 1);
}

TEST(UntouchedTest, CacheOffByEnvironment) {
  setenv("MINITC_CACHE", "off", 1);
  EXPECT_FALSE(minitc_cache_enabled());
  setenv("MINITC_CACHE", "on", 1);
  EXPECT_TRUE(minitc_cache_enabled());
}

} // namespace
