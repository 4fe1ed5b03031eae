//===- LaunchTest.cpp - Launching through the driver ----------------------===//

#include "RuntimeTest.h"
#include "minitc/Runtime/Measure.h"

#include <chrono>

namespace {

class LaunchTest : public RuntimeTest {};

TEST_F(LaunchTest, GridBlockStreamAndContext) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(16);
  auto stream = gpu.stream();
  kernel.launch(stream, {2, 3u, size_t(4)}, x, 5, 0.5f);
  const fakecuda::Launch &launch = lastLaunch();
  EXPECT_EQ(launch.kernel, "mixed");
  EXPECT_EQ(launch.grid, (std::array<unsigned, 3>{2, 3, 4}));
  EXPECT_EQ(launch.block, (std::array<unsigned, 3>{256, 1, 1}));
  EXPECT_EQ(launch.stream, stream.native());
  EXPECT_TRUE(launch.hadContext);
  EXPECT_EQ(launch.parameters,
            (std::vector<uint64_t>{reinterpret_cast<uint64_t>(x.data()), 5,
                                   0x3F000000}));
  kernel.launch({7}, x, 5, 0.5f);
  EXPECT_EQ(lastLaunch().grid, (std::array<unsigned, 3>{7, 1, 1}));
  EXPECT_EQ(lastLaunch().stream, nullptr);
}

TEST_F(LaunchTest, TheCallersContextStays) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  kernel.launch({1}, nullptr, 3, 1.0f);
  CUcontext context;
  cuCtxGetCurrent(&context);
  EXPECT_EQ(context, nullptr);
  auto other = reinterpret_cast<CUcontext>(0x2000);
  cuCtxSetCurrent(other);
  kernel.launch({1}, nullptr, 3, 1.0f);
  cuCtxGetCurrent(&context);
  cuCtxSetCurrent(nullptr);
  EXPECT_EQ(context, other);
  EXPECT_TRUE(lastLaunch().hadContext);
}

TEST_F(LaunchTest, StreamsOfOtherLibraries) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto native = reinterpret_cast<void *>(0x1234);
  {
    auto stream = gpu.wrap(native);
    kernel.launch(stream, {1}, nullptr, 3, 1.0f);
    stream.synchronize();
  }
  EXPECT_EQ(lastLaunch().stream, native);
  EXPECT_EQ(fakecuda::state().liveStreams, 0u);
}

TEST_F(LaunchTest, EmptyGridsRunNothing) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  kernel.launch({0}, nullptr, 3, 1.0f);
  kernel.launch({4, 0}, nullptr, 3, 1.0f);
  EXPECT_TRUE(fakecuda::state().launches.empty());
  // Their arguments are checked all the same.
  EXPECT_THROW(kernel.launch({0}, 1), minitc::Error);
}

TEST_F(LaunchTest, GridsBeyondTheLimits) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  EXPECT_EQ(
      errorOf([&] {
        kernel.launch({1, 65536}, nullptr, 3, 1.0f);
      }).message(),
      "expected a grid of at most 2147483647 x 65535 x 65535, but got 1 x "
      "65536 x 1");
  EXPECT_EQ(errorOf([&] { kernel.launch({-1}, nullptr, 3, 1.0f); }).message(),
            "expected a grid dimension from 0 to 4294967295, but got -1");
  EXPECT_EQ(errorOf([&] {
              kernel.launch({uint64_t(1) << 32}, nullptr, 3, 1.0f);
            }).message(),
            "expected a grid dimension from 0 to 4294967295, but got "
            "4294967296");
}

TEST_F(LaunchTest, SharedMemoryBeyondTheDefault) {
  minitc::Device gpu(0);
  auto small = gpu.compile_source("tc.kernel @k() attributes {shared = 49152}");
  small.launch({1});
  EXPECT_EQ(lastLaunch().dynamicSharedBytes, 49152u);
  EXPECT_EQ(fakecuda::state().count("cuFuncSetAttribute"), 0u);
  auto large =
      gpu.compile_source("tc.kernel @k() attributes {shared = 232448}");
  large.launch({1});
  EXPECT_EQ(fakecuda::state().lastFunctionAttribute, 232448);
  auto huge = gpu.compile_source("tc.kernel @k() attributes {shared = 232464}");
  EXPECT_EQ(errorOf([&] { huge.launch({1}); }).message(),
            "@k needs 232464 bytes of shared memory, but a block of this GPU "
            "has 232448");
}

TEST_F(LaunchTest, DriverErrorsCarryCallAndName) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  fakecuda::state().failures["cuLaunchKernel"] = CUDA_ERROR_ILLEGAL_ADDRESS;
  auto error = errorOf([&] { kernel.launch({1}, nullptr, 3, 1.0f); });
  EXPECT_EQ(error.status(), MINITC_DEVICE_ERROR);
  EXPECT_EQ(error.message(),
            "cuLaunchKernel failed with CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(error.call(), "cuLaunchKernel");
  EXPECT_EQ(error.name(), "CUDA_ERROR_ILLEGAL_ADDRESS");
  fakecuda::state().failures["cuMemAlloc"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(errorOf([&] { gpu.allocate<float>(256); }).message(),
            "cuMemAlloc failed with CUDA_ERROR_OUT_OF_MEMORY (out of memory) "
            "for 1024 bytes");
  fakecuda::state().failures["cuCtxSynchronize"] = CUresult(12345);
  EXPECT_EQ(errorOf([&] { gpu.synchronize(); }).message(),
            "cuCtxSynchronize failed with an unknown error");
}

TEST_F(LaunchTest, AssemblerErrorsCarryTheLog) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  fakecuda::state().failures["cuLinkAddData"] = CUDA_ERROR_INVALID_PTX;
  fakecuda::state().jitLog = "line 3: bad register";
  auto error = errorOf([&] { kernel.launch({1}, nullptr, 3, 1.0f); });
  EXPECT_EQ(error.call(), "cuLinkAddData");
  EXPECT_EQ(error.name(), "CUDA_ERROR_INVALID_PTX");
  EXPECT_EQ(error.log(), "line 3: bad register");
  EXPECT_EQ(std::string(error.what()),
            "cuLinkAddData failed with CUDA_ERROR_INVALID_PTX\n"
            "line 3: bad register");
}

TEST_F(LaunchTest, LoaderErrorsCarryTheLog) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  fakecuda::state().failures["cuModuleLoadDataEx"] = CUDA_ERROR_INVALID_IMAGE;
  fakecuda::state().jitLog = "no code for this GPU";
  auto error = errorOf([&] { kernel.launch({1}, nullptr, 3, 1.0f); });
  EXPECT_EQ(error.call(), "cuModuleLoadDataEx");
  EXPECT_EQ(error.log(), "no code for this GPU");
}

TEST_F(LaunchTest, CompilerErrorsCarryTheDiagnostics) {
  minitc::Device gpu(0);
  auto error =
      errorOf([&] { gpu.compile_source("syntax error", "", {}, "bad.mlir"); });
  EXPECT_EQ(error.status(), MINITC_COMPILE_ERROR);
  EXPECT_EQ(error.message(), "'bad.mlir' does not compile");
  EXPECT_EQ(error.diagnostics(), "bad.mlir:1:1: error: syntax error\n");
  auto kernel =
      gpu.compile_source("tc.kernel @k() {} // too large", "k", {}, "big.mlir");
  error = errorOf([&] { kernel.launch({1}); });
  EXPECT_EQ(error.diagnostics(), "big.mlir:2:3: error: too large\n");
}

TEST_F(LaunchTest, KernelsByName) {
  minitc::Device gpu(0);
  std::string two = "tc.kernel @f() {} tc.kernel @g() {}";
  gpu.compile_source(two, "g").launch({1});
  EXPECT_EQ(lastLaunch().kernel, "g");
  EXPECT_EQ(errorOf([&] { gpu.compile_source(two); }).message(),
            "'source' has 2 kernels (@f, @g): name one");
  EXPECT_EQ(errorOf([&] { gpu.compile_source(two, "h"); }).message(),
            "expected one of @f, @g of 'source', but got @h");
  EXPECT_EQ(errorOf([&] { gpu.compile_source("// nothing"); }).message(),
            "'source' has no kernel");
}

TEST_F(LaunchTest, Files) {
  minitc::Device gpu(0);
  auto path = cacheDirectory / "k.mlir";
  std::ofstream(path) << mixedSource;
  gpu.compile_file(path).launch({1}, nullptr, 3, 1.0f);
  EXPECT_EQ(lastLaunch().kernel, "mixed");
  auto error = errorOf([&] { gpu.compile_file("/nonexistent.mlir"); });
  EXPECT_EQ(error.status(), MINITC_IO_ERROR);
  EXPECT_EQ(error.message(),
            "cannot read '/nonexistent.mlir': No such file or directory");
}

TEST_F(LaunchTest, DevicesByName) {
  minitc::Device gpu("cuda");
  EXPECT_EQ(gpu.name(), "cuda:0");
  EXPECT_EQ(gpu.description(), "Fake GPU");
  EXPECT_EQ(gpu.target(), "sm_90a");
  EXPECT_EQ(errorOf([] { minitc::Device device(3); }).message(),
            "no device cuda:3: the driver shows 1 GPU");
  EXPECT_EQ(errorOf([] { minitc::Device device("cuda:x"); }).message(),
            "expected a device (cuda:N), but got 'cuda:x'");
  EXPECT_EQ(errorOf([] { minitc::Device device("abacus"); }).message(),
            "expected a device (cuda:N), but got 'abacus'");
  EXPECT_EQ(minitc_device_set_option(gpu.get(), "time-limit", "3"),
            MINITC_INVALID_ARGUMENT);
  EXPECT_STREQ(minitc_error_message(minitc_last_error()),
               "device 'cuda:0' has no option 'time-limit'");
  fakecuda::state().major = 7;
  EXPECT_EQ(errorOf([] { minitc::Device device(0); }).message(),
            "cuda:0 (Fake GPU) has compute capability 7.0, but the oldest "
            "target is sm_80");
}

TEST_F(LaunchTest, MemoryGoesBothWays) {
  minitc::Device gpu(0);
  std::vector<float> host = {1, 2, 3, 4};
  auto x = gpu.upload(host);
  EXPECT_EQ(x.size(), 4u);
  EXPECT_EQ(gpu.download(x), host);
  x.fill(0);
  EXPECT_EQ(x.download(), std::vector<float>(4, 0.0f));
  EXPECT_EQ(errorOf([&] { x.upload(std::vector<float>(5)); }).message(),
            "expected a range inside the buffer's 16 bytes, but got 20 bytes "
            "from offset 0");
  auto none = gpu.allocate<float>(0);
  EXPECT_TRUE(none.download().empty());
}

TEST_F(LaunchTest, NothingIsLeftBehind) {
  {
    minitc::Buffer<float> *x;
    minitc::Kernel *kernel;
    minitc::Stream *stream;
    {
      minitc::Device gpu(0);
      x = new auto(gpu.allocate<float>(4));
      kernel = new auto(gpu.compile_source(mixedSource));
      stream = new auto(gpu.stream());
    }
    // They keep the device.
    EXPECT_EQ(fakecuda::state().retained, 1);
    kernel->launch(*stream, {1}, *x, 3, 1.0f);
    EXPECT_EQ(fakecuda::state().liveModules, 1u);
    delete x;
    delete kernel;
    delete stream;
  }
  EXPECT_EQ(fakecuda::state().retained, 0);
  EXPECT_EQ(fakecuda::state().liveAllocations, 0u);
  EXPECT_EQ(fakecuda::state().liveModules, 0u);
  EXPECT_EQ(fakecuda::state().liveStreams, 0u);
}

TEST_F(LaunchTest, Resources) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(
      "tc.kernel @k() attributes {num_warps = 8, shared = 1024}");
  // With no launch before, the variant without facts is made.
  minitc::Resources r = kernel.resources();
  EXPECT_EQ(r.registers, 40u);
  EXPECT_EQ(r.local_bytes, 16u);
  EXPECT_EQ(r.spill_store_bytes, -1);
  EXPECT_EQ(r.static_shared_bytes, 128u);
  EXPECT_EQ(r.dynamic_shared_bytes, 1024u);
  EXPECT_EQ(r.num_warps, 8u);
  EXPECT_EQ(r.blocks_per_multiprocessor, 8u);
  EXPECT_EQ(r.occupancy, 1.0);
  std::ostringstream text;
  text << r;
  EXPECT_EQ(text.str(),
            "40 registers, 16 bytes of local memory, 1152 bytes of shared "
            "memory, 8 warps, 8 blocks a multiprocessor (100 % occupancy)\n");
}

TEST_F(LaunchTest, PtxasIsPreferred) {
  setenv("MINITC_PTXAS", FAKE_PTXAS, 1);
  for (int i = 0; i < 2; ++i) {
    minitc::Device gpu(0);
    auto kernel = gpu.compile_source(mixedSource);
    kernel.launch({1}, nullptr, 3, 1.0f);
    // The report is in the cache too.
    EXPECT_EQ(kernel.resources().spill_store_bytes, 24);
    EXPECT_EQ(kernel.resources().spill_load_bytes, 32);
    std::ostringstream text;
    text << kernel.resources();
    EXPECT_EQ(text.str(),
              "40 registers, 24 bytes of spill stores, 32 of spill loads, 128 "
              "bytes of shared memory, 8 warps, 8 blocks a multiprocessor (100 "
              "% occupancy)\n");
  }
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_EQ(fakecuda::state().count("cuLinkCreate"), 0u);
}

TEST_F(LaunchTest, PtxasThatFailsLeavesItToTheDriver) {
  setenv("MINITC_PTXAS", "/bin/false", 1);
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  kernel.launch({1}, nullptr, 3, 1.0f);
  EXPECT_EQ(fakecuda::state().count("cuLinkComplete"), 1u);
  auto other = gpu.compile_source("tc.kernel @other() {}");
  fakecuda::state().failures["cuLinkAddData"] = CUDA_ERROR_INVALID_PTX;
  fakecuda::state().jitLog = "bad register";
  EXPECT_EQ(errorOf([&] { other.launch({1}); }).log(),
            "/bin/false:\nptxas failed with status 1\nbad register");
}

TEST_F(LaunchTest, NullPointersInTheCApi) {
  EXPECT_EQ(minitc_device_open(nullptr, nullptr), MINITC_INVALID_ARGUMENT);
  EXPECT_STREQ(minitc_error_message(minitc_last_error()),
               "expected 'name', but got a null pointer");
  minitc_device_release(nullptr);
  minitc_buffer_release(nullptr);
  minitc_stream_release(nullptr);
  minitc_kernel_release(nullptr);
  minitc_compilation_release(nullptr);
}

TEST_F(LaunchTest, CompileAndDescribeToText) {
  minitc_compilation *compilation = nullptr;
  std::string source = mixedSource;
  ASSERT_EQ(minitc_compile(source.data(), source.size(), "k.mlir", nullptr,
                           "sm_90a", MINITC_STAGE_PTX, nullptr, &compilation),
            MINITC_OK);
  size_t size = 0;
  std::string text = minitc_compilation_text(compilation, &size);
  EXPECT_EQ(text.size(), size);
  EXPECT_NE(text.find(".entry mixed("), std::string::npos);
  EXPECT_EQ(minitc_compilation_num_kernels(compilation), 1u);
  const minitc_signature *signature = minitc_compilation_kernel(compilation, 0);
  EXPECT_STREQ(minitc_signature_name(signature), "mixed");
  EXPECT_EQ(minitc_signature_num_warps(signature), 8u);
  EXPECT_EQ(minitc_compilation_kernel(compilation, 1), nullptr);
  minitc_compilation_release(compilation);

  ASSERT_EQ(
      minitc_describe(source.data(), source.size(), "k.mlir", &compilation),
      MINITC_OK);
  signature = minitc_compilation_kernel(compilation, 0);
  ASSERT_EQ(minitc_signature_num_parameters(signature), 3u);
  minitc_parameter parameter;
  ASSERT_EQ(minitc_signature_parameter(signature, 0, &parameter), MINITC_OK);
  EXPECT_STREQ(parameter.name, "p");
  EXPECT_EQ(parameter.kind, MINITC_PARAMETER_POINTER);
  EXPECT_EQ(parameter.type, MINITC_TYPE_F32);
  EXPECT_EQ(parameter.divisible, 16);
  EXPECT_EQ(minitc_signature_parameter(signature, 3, &parameter),
            MINITC_INVALID_ARGUMENT);
  EXPECT_STREQ(minitc_error_message(minitc_last_error()),
               "expected the index of one of 3 parameters, but got 3");
  minitc_compilation_release(compilation);

  EXPECT_EQ(minitc_compile("syntax error", 12, "k.mlir", nullptr, "sm_80",
                           MINITC_STAGE_PTX, nullptr, &compilation),
            MINITC_COMPILE_ERROR);
  EXPECT_STREQ(minitc_error_diagnostics(minitc_last_error()),
               "k.mlir:1:1: error: syntax error\n");
}

TEST_F(LaunchTest, RepeatedLaunchesAreCheap) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(4);
  kernel.launch({1}, x, 3, 1.0f);
  constexpr int launches = 20000;
  fakecuda::state().launches.reserve(launches + 1);
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < launches; ++i)
    kernel.launch({1}, x, 3, 1.0f);
  std::chrono::duration<double, std::micro> time =
      std::chrono::steady_clock::now() - start;
  RecordProperty("nanoseconds_per_launch",
                 static_cast<int>(1000 * time.count() / launches));
  // Most of it is the fake driver's book-keeping; a compilation or a trip to
  // the disk in each launch would take far longer.
  EXPECT_LT(time.count() / launches, 20.0);
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

TEST(QuantileTest, Interpolates) {
  using minitc::runtime::quantile;
  EXPECT_EQ(quantile({3.0}, 0.5), 3.0);
  EXPECT_EQ(quantile({1.0, 2.0}, 0.5), 1.5);
  EXPECT_EQ(quantile({1.0, 2.0, 3.0, 4.0, 5.0}, 0.0), 1.0);
  EXPECT_EQ(quantile({1.0, 2.0, 3.0, 4.0, 5.0}, 1.0), 5.0);
  EXPECT_DOUBLE_EQ(quantile({1.0, 2.0, 3.0, 4.0, 5.0}, 0.2), 1.8);
}

TEST_F(LaunchTest, MeasureGivesStatistics) {
  minitc::Device gpu(0);
  fakecuda::state().elapsed = {0.005f, 0.001f, 0.002f, 0.004f, 0.003f};
  minitc::MeasureOptions options;
  options.warmup = 5;
  options.runs = 5;
  int calls = 0;
  auto m = gpu.measure([&] { ++calls; }, options);
  EXPECT_EQ(calls, 10);
  EXPECT_NEAR(m.minimum, 1.0, 1e-6);
  EXPECT_NEAR(m.p20, 1.8, 1e-6);
  EXPECT_NEAR(m.median, 3.0, 1e-6);
  EXPECT_NEAR(m.p80, 4.2, 1e-6);
  EXPECT_EQ(m.count, 5u);
  EXPECT_FALSE(m.hot);
  EXPECT_EQ(fakecuda::state().count("cuMemsetD8Async"), 10u);
  EXPECT_EQ(fakecuda::state().lastMemset, size_t(2) << 20);
  EXPECT_EQ(fakecuda::state().liveEvents, 0u);
  EXPECT_EQ(fakecuda::state().liveAllocations, 0u);
  std::ostringstream text;
  text << m;
  EXPECT_EQ(text.str(),
            "median 3 us (p20 1.8, p80 4.2, minimum 1; 5 runs, cold L2)\n");
}

TEST_F(LaunchTest, MeasureChoosesTheNumberOfRuns) {
  minitc::Device gpu(0);
  minitc::MeasureOptions options;
  options.budget_ms = 10;
  fakecuda::state().elapsed = {0.1f};
  EXPECT_NEAR(double(gpu.measure([] {}, options).count), 100, 1);
  fakecuda::state().elapsed = {0.0001f};
  EXPECT_EQ(gpu.measure([] {}, options).count, 1000u);
  fakecuda::state().elapsed = {50.0f};
  EXPECT_EQ(gpu.measure([] {}, options).count, 10u);
}

TEST_F(LaunchTest, MeasureHotRunsOnceBefore) {
  minitc::Device gpu(0);
  minitc::MeasureOptions options;
  options.warmup = 0;
  options.runs = 3;
  options.hot = true;
  int calls = 0;
  auto m = gpu.measure([&] { ++calls; }, options);
  EXPECT_TRUE(m.hot);
  // A run that is not timed precedes each that is.
  EXPECT_EQ(calls, 6);
  std::vector<std::string> order;
  for (const std::string &call : fakecuda::state().calls)
    if (call == "cuMemsetD8Async" || call == "cuEventRecord")
      order.push_back(call);
  EXPECT_EQ(order.size(), 9u);
  EXPECT_EQ(order[0], "cuMemsetD8Async");
}

TEST_F(LaunchTest, MeasurePassesExceptionsOn) {
  minitc::Device gpu(0);
  struct Stop {};
  EXPECT_THROW(gpu.measure([] { throw Stop(); }), Stop);
  EXPECT_EQ(fakecuda::state().liveEvents, 0u);
  auto kernel = gpu.compile_source(mixedSource);
  EXPECT_EQ(errorOf([&] { gpu.measure([&] { kernel.launch({1}); }); }).status(),
            MINITC_INVALID_ARGUMENT);
  minitc_measurement result;
  EXPECT_EQ(minitc_measure(
                gpu.get(), [](void *) { return 1; }, nullptr, nullptr, &result),
            MINITC_CALLBACK_ERROR);
  EXPECT_STREQ(minitc_error_message(minitc_last_error()),
               "the callback stopped the measurement");
}

} // namespace
