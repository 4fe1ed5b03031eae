//===- AssertTest.cpp - Assertions that fail on the GPU -------------------===//

#include "RuntimeTest.h"
#include "minitc/Conversion/AssertReport.h"

using minitc::AssertReport;

namespace {

/// A GPU whose kernel "k", with two assertions, fails the second one.
class AssertTest : public RuntimeTest {
protected:
  static constexpr const char *source =
      "tc.kernel @k(%n: i32) attributes {asserts = 2}";
  static constexpr const char *expected =
      "assertion failed: text 1 (k.mlir:11:3, program instance (3, 1, 0), "
      "element [1, 2])";

  void TearDown() override {
    fakecuda::state().kernels.erase("k");
    fakecuda::state().sticky = CUDA_SUCCESS;
    RuntimeTest::TearDown();
  }

  /// What launches of "k" leave in the record, and the context in.
  static void failWith(uint32_t state, uint32_t assertion) {
    fakecuda::state().kernels["k"] = [=](const fakecuda::Launch &launch) {
      auto *report = reinterpret_cast<AssertReport *>(launch.assertReport);
      ASSERT_TRUE(report) << "the module's variable is not set";
      EXPECT_EQ(report->state, AssertReport::Empty);
      *report = AssertReport{state, assertion, {3, 1, 0}, 6};
      fakecuda::state().sticky = CUDA_ERROR_LAUNCH_FAILED;
    };
  }

  static minitc::Kernel compile(minitc::Device &gpu) {
    return gpu.compile_source(source, "", {}, "k.mlir");
  }
};

TEST_F(AssertTest, TheNextSynchronisingCallSaysWhy) {
  minitc::Device gpu(0);
  auto kernel = compile(gpu);
  failWith(AssertReport::Complete, 1);
  kernel.launch({4, 2}, 5);
  auto error = errorOf([&] { gpu.synchronize(); });
  EXPECT_EQ(error.status(), MINITC_DEVICE_ERROR);
  EXPECT_EQ(error.message(), expected);
  EXPECT_EQ(error.call(), "cuCtxSynchronize");
  EXPECT_EQ(error.name(), "CUDA_ERROR_LAUNCH_FAILED");
  EXPECT_EQ(error.log(), "cuCtxSynchronize failed with "
                         "CUDA_ERROR_LAUNCH_FAILED");
}

TEST_F(AssertTest, EveryLaterCallSaysWhy) {
  minitc::Device gpu(0);
  auto kernel = compile(gpu);
  auto other = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(4);
  auto stream = gpu.stream();
  failWith(AssertReport::Complete, 1);
  kernel.launch({1}, 5);
  const std::function<void()> calls[] = {
      [&] { x.download(); },
      [&] { stream.synchronize(); },
      [&] { gpu.synchronize(); },
      [&] { gpu.allocate<float>(4); },
      [&] { gpu.stream(); },
      [&] { kernel.launch({1}, 5); },
      [&] { other.launch({1}, x, 3, 1.0f); },
      [&] { gpu.measure([&] { kernel.launch({1}, 5); }); }};
  for (const auto &call : calls)
    EXPECT_EQ(errorOf(call).message(), expected);
  // What frees the array may work again.
  fakecuda::state().sticky = CUDA_SUCCESS;
}

TEST_F(AssertTest, TheKernelMayBeGoneByThen) {
  minitc::Device gpu(0);
  failWith(AssertReport::Complete, 1);
  compile(gpu).launch({1}, 5);
  EXPECT_EQ(errorOf([&] { gpu.synchronize(); }).message(), expected);
}

TEST_F(AssertTest, CachedKernelsKnowTheirAssertions) {
  {
    minitc::Device gpu(0);
    compile(gpu).launch({1}, 5);
  }
  size_t compiled = fakecompiler::state().compiled;
  minitc::Device gpu(0);
  auto kernel = compile(gpu);
  failWith(AssertReport::Complete, 0);
  kernel.launch({1}, 5);
  EXPECT_EQ(fakecompiler::state().compiled, compiled);
  EXPECT_EQ(errorOf([&] { gpu.synchronize(); }).message(),
            "assertion failed: text 0 (k.mlir:10:3, program instance (3, 1, "
            "0))");
}

/// Another fault may end the grid while a thread fills the record.
TEST_F(AssertTest, OtherFailuresStayAsTheyAre) {
  minitc::Device gpu(0);
  auto kernel = compile(gpu);
  failWith(AssertReport::Claimed, 1);
  kernel.launch({1}, 5);
  EXPECT_EQ(errorOf([&] { gpu.synchronize(); }).message(),
            "cuCtxSynchronize failed with CUDA_ERROR_LAUNCH_FAILED");
}

TEST_F(AssertTest, RecordsAreMadeWhereNeededAndGivenBack) {
  size_t before = fakecuda::state().livePinned;
  {
    minitc::Device gpu(0);
    gpu.compile_source(mixedSource).launch({1}, nullptr, 3, 1.0f);
    EXPECT_EQ(fakecuda::state().livePinned, before);
    {
      auto kernel = compile(gpu);
      kernel.launch({1}, 5);
      EXPECT_EQ(fakecuda::state().livePinned, before + 1);
    }
    EXPECT_EQ(fakecuda::state().livePinned, before);
    failWith(AssertReport::Complete, 1);
    compile(gpu).launch({1}, 5);
    EXPECT_EQ(fakecuda::state().livePinned, before + 1);
  }
  EXPECT_EQ(fakecuda::state().livePinned, before);
}

TEST_F(AssertTest, AFailureToMakeTheRecordIsReported) {
  minitc::Device gpu(0);
  auto kernel = compile(gpu);
  for (const char *call : {"cuMemHostAlloc", "cuModuleGetGlobal"}) {
    size_t before = fakecuda::state().livePinned;
    // A second attempt is made with nothing from the cache.
    minitc_cache_set_enabled(0);
    fakecuda::state().failures[call] = CUDA_ERROR_OUT_OF_MEMORY;
    EXPECT_EQ(errorOf([&] { kernel.launch({1}, 5); }).call(), call);
    EXPECT_EQ(fakecuda::state().livePinned, before);
  }
}

} // namespace
