//===- RuntimeTest.h - What the runtime's tests share -----------*- C++ -*-===//

#ifndef MINITC_TEST_UNIT_RUNTIME_RUNTIMETEST_H
#define MINITC_TEST_UNIT_RUNTIME_RUNTIMETEST_H

#include "FakeCompiler.h"
#include "FakeCuda.h"
#include "minitc/minitc.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

/// A fresh fake GPU and an empty cache directory for each test.
class RuntimeTest : public testing::Test {
protected:
  std::filesystem::path cacheDirectory;

  void SetUp() override {
    std::string name = "/tmp/minitc-runtime-test-XXXXXX";
    cacheDirectory = mkdtemp(name.data());
    setenv("MINITC_CUDA_LIBRARY", FAKE_CUDA_LIBRARY, 1);
    setenv("MINITC_PTXAS", "/nonexistent/ptxas", 1);
    setenv("MINITC_CACHE_DIR", cacheDirectory.c_str(), 1);
    unsetenv("MINITC_CACHE");
    minitc_cache_set_enabled(1);
    minitc_cache_set_directory(nullptr);
    resetDriver();
    fakecompiler::state().compiled = 0;
    fakecompiler::state().described = 0;
    fakecompiler::state().buildId = "fake 1";
  }
  void TearDown() override { std::filesystem::remove_all(cacheDirectory); }

  static void resetDriver() {
    fakecuda::State &s = fakecuda::state();
    s.deviceCount = 1;
    s.major = 9;
    s.minor = 0;
    s.launches.clear();
    s.tensorMaps.clear();
    s.calls.clear();
    s.failures.clear();
    s.jitLog.clear();
    s.elapsed = {0.01f};
    s.nextElapsed = 0;
    s.lastFunctionAttribute = 0;
  }

  static const fakecuda::Launch &lastLaunch() {
    return fakecuda::state().launches.back();
  }
};

/// Runs `action`, which must throw, and returns the error.
template <typename Action> minitc::Error errorOf(Action action) {
  try {
    action();
  } catch (const minitc::Error &error) {
    return error;
  }
  ADD_FAILURE() << "expected an error, but there was none";
  return minitc::Error(MINITC_OK, "");
}

inline constexpr const char *mixedSource =
    "tc.kernel @mixed(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32, "
    "%s: f32) attributes {num_warps = 8 : i32} {}";

/// Takes two tensor maps behind its arguments.
inline constexpr const char *mappedSource =
    "tc.kernel @mapped(%p: !tc.ptr<f16>, %columns: i32, %rows: i32, "
    "%stride: i64) attributes {maps = 2 : i32} {}";

#endif // MINITC_TEST_UNIT_RUNTIME_RUNTIMETEST_H
