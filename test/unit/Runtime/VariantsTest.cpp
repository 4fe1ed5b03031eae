//===- VariantsTest.cpp - Specialisation at launch ------------------------===//

#include "RuntimeTest.h"
#include "minitc/Runtime/CudaTarget.h"
#include "minitc/Runtime/Signature.h"

#include <thread>

namespace {

using minitc::ArgumentInfo;
using minitc::KernelInfo;
using minitc::runtime::Signature;
using minitc::runtime::VariantKey;

/// A signature of `n` parameters of one kind and type.
Signature signatureOf(unsigned n, ArgumentInfo::Kind kind, std::string type,
                      int64_t divisible = 1) {
  KernelInfo info;
  info.name = "k";
  for (unsigned i = 0; i < n; ++i)
    info.arguments.push_back({"a" + std::to_string(i), kind, type, divisible});
  return *Signature::create(info);
}

TEST(VariantKeyTest, DividesUpToSixteen) {
  Signature s = signatureOf(1, ArgumentInfo::Kind::Integer, "i32");
  auto keyOf = [&](uint64_t word) { return s.variantKey({word}).front(); };
  EXPECT_EQ(keyOf(3), 0u);
  EXPECT_EQ(keyOf(1), 5u);
  EXPECT_EQ(keyOf(2), 1u);
  EXPECT_EQ(keyOf(12), 2u);
  EXPECT_EQ(keyOf(8), 3u);
  EXPECT_EQ(keyOf(16), 4u);
  EXPECT_EQ(keyOf(1024), 4u);
  EXPECT_EQ(keyOf(0), 4u);
  EXPECT_EQ(keyOf(0xFFFFFFF8u), 3u); // -8
}

TEST(VariantKeyTest, OnlyIntegersCanBeOne) {
  Signature pointer = signatureOf(1, ArgumentInfo::Kind::Pointer, "f32");
  EXPECT_EQ(pointer.variantKey({1}).front(), 0u);
  EXPECT_EQ(pointer.variantKey({0x1008}).front(), 3u);
  Signature boolean = signatureOf(1, ArgumentInfo::Kind::Integer, "i1");
  EXPECT_EQ(boolean.variantKey({1}).front(), 0u);
  Signature real = signatureOf(1, ArgumentInfo::Kind::Float, "f32");
  EXPECT_EQ(real.variantKey({0x3F800000}).front(), 0u);
}

TEST(VariantKeyTest, ManyParametersNeedMoreWords) {
  Signature s = signatureOf(18, ArgumentInfo::Kind::Integer, "i32");
  std::vector<uint64_t> words(18, 3);
  words[16] = 1;
  words[17] = 8;
  EXPECT_EQ(s.variantKey(words), (VariantKey{0, 5 | 3 << 4}));
}

TEST(VariantKeyTest, FactsSayWhatThePromiseDoesNot) {
  Signature s = signatureOf(3, ArgumentInfo::Kind::Integer, "i32", 4);
  auto facts = s.factsOf(s.variantKey({4, 8, 1}));
  EXPECT_EQ(facts.count("a0"), 0u);
  EXPECT_EQ(facts.at("a1").divisible, 8);
  EXPECT_FALSE(facts.at("a1").value);
  EXPECT_EQ(facts.at("a2").value, 1);
  EXPECT_TRUE(s.factsOf(s.genericKey()).empty());
}

TEST(CudaTargetTest, BestSupportedTarget) {
  using minitc::runtime::runsCubinOf;
  using minitc::runtime::targetForCapability;
  EXPECT_EQ(targetForCapability(7, 5), "");
  EXPECT_EQ(targetForCapability(8, 0), "sm_80");
  EXPECT_EQ(targetForCapability(8, 7), "sm_86");
  EXPECT_EQ(targetForCapability(8, 9), "sm_89");
  EXPECT_EQ(targetForCapability(9, 0), "sm_90a");
  EXPECT_EQ(targetForCapability(10, 3), "sm_100");
  EXPECT_EQ(targetForCapability(11, 0), "sm_100");
  EXPECT_EQ(targetForCapability(12, 1), "sm_120");
  EXPECT_TRUE(runsCubinOf("sm_100", 10));
  EXPECT_FALSE(runsCubinOf("sm_100", 11));
  EXPECT_TRUE(runsCubinOf("sm_90a", 9));
}

class VariantsTest : public RuntimeTest {};

TEST_F(VariantsTest, EachIsCompiledOnce) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(64);
  EXPECT_EQ(fakecompiler::state().compiled, 0u);
  for (int n : {3, 5, 7, 32, 48, 1, 1, 3})
    kernel.launch({1}, x, n, 1.0f);
  EXPECT_EQ(fakecompiler::state().compiled, 3u);
  EXPECT_EQ(kernel.num_variants(), 3u);
  EXPECT_EQ(fakecuda::state().launches.size(), 8u);
}

TEST_F(VariantsTest, FactsReachTheCompiler) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(64);
  kernel.launch({1}, x, 24, 1.0f);
  const minitc::CompileOptions &options = fakecompiler::state().lastOptions;
  EXPECT_EQ(options.target, "sm_90a");
  EXPECT_EQ(options.kernel, "mixed");
  EXPECT_EQ(options.stopAfter, minitc::Stage::PTX);
  // The address is promised to be a multiple of 16 anyway.
  EXPECT_EQ(options.facts.size(), 1u);
  EXPECT_EQ(options.facts.at("n").divisible, 8);
}

TEST_F(VariantsTest, OffMeansOneCompiledAtOnce) {
  minitc::Device gpu(0);
  minitc::Options options;
  options.specialize = false;
  auto kernel = gpu.compile_source(mixedSource, "", options);
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_TRUE(fakecompiler::state().lastOptions.facts.empty());
  auto x = gpu.allocate<float>(64);
  for (int n : {1, 3, 16})
    kernel.launch({1}, x, n, 1.0f);
  EXPECT_EQ(kernel.num_variants(), 1u);
}

TEST_F(VariantsTest, PrecompileLaunchesNothing) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(64);
  kernel.precompile(x, 16, 1.0f);
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_TRUE(fakecuda::state().launches.empty());
  kernel.launch({1}, x, 32, 1.0f);
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_EQ(errorOf([&] { kernel.precompile(x); }).status(),
            MINITC_INVALID_ARGUMENT);
}

TEST_F(VariantsTest, ThreadsShareOneBuild) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mixedSource);
  auto x = gpu.allocate<float>(64);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        kernel.launch({1}, x, i % 2 ? 3 : 16, 1.0f);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  EXPECT_EQ(fakecuda::state().launches.size(), 400u);
}

TEST_F(VariantsTest, OptionsReachTheCompiler) {
  minitc::Device gpu(0);
  minitc::Options options;
  options.num_warps = 2;
  options.num_stages = 3;
  options.fast_math = true;
  options.fp_contract = false;
  options.line_info = true;
  options.tensor_maps = false;
  auto kernel = gpu.compile_source(mixedSource, "", options);
  kernel.precompile(nullptr, 3, 1.0f);
  const minitc::CompileOptions &seen = fakecompiler::state().lastOptions;
  EXPECT_EQ(seen.numWarps, 2u);
  EXPECT_EQ(seen.numStages, 3u);
  EXPECT_TRUE(seen.fastMath);
  EXPECT_FALSE(seen.fpContract);
  EXPECT_TRUE(seen.lineInfo);
  EXPECT_FALSE(seen.tensorMaps);
}

} // namespace
