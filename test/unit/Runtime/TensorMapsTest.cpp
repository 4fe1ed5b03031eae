//===- TensorMapsTest.cpp - The tensor maps of a launch -------------------===//

#include "RuntimeTest.h"
#include "minitc/Runtime/TensorMap.h"

namespace {

using minitc::LaunchExpression;
using minitc::TensorMapInfo;
using minitc::runtime::evaluate;
using minitc::runtime::TensorMap;
using Op = LaunchExpression::Op;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

LaunchExpression constant(int64_t value) {
  return {{{Op::Constant, value, 64}}};
}

/// `a op b` on numbers of `bits` bits.
int64_t apply(Op op, int64_t a, int64_t b, unsigned bits = 64) {
  return evaluate(
      {{{Op::Constant, a, bits}, {Op::Constant, b, bits}, {op, 0, bits}}}, {});
}

TEST(LaunchExpression, ArgumentsAreSigned) {
  std::vector<uint64_t> words = {7, 0xFFFFFFFF, 0x80, uint64_t(-5)};
  EXPECT_EQ(evaluate({{{Op::Argument, 0, 32}}}, words), 7);
  EXPECT_EQ(evaluate({{{Op::Argument, 1, 32}}}, words), -1);
  EXPECT_EQ(evaluate({{{Op::Argument, 1, 64}}}, words), 0xFFFFFFFF);
  EXPECT_EQ(evaluate({{{Op::Argument, 2, 8}}}, words), -128);
  EXPECT_EQ(evaluate({{{Op::Argument, 3, 64}}}, words), -5);
}

TEST(LaunchExpression, Operations) {
  EXPECT_EQ(apply(Op::Add, 40, 2), 42);
  EXPECT_EQ(apply(Op::Subtract, 40, 42), -2);
  EXPECT_EQ(apply(Op::Multiply, -6, 7), -42);
  EXPECT_EQ(apply(Op::Minimum, -1, 1), -1);
  EXPECT_EQ(apply(Op::Minimum, 3, 2), 2);
  EXPECT_EQ(apply(Op::Maximum, -1, 1), 1);
  EXPECT_EQ(apply(Op::Maximum, 3, 2), 3);
}

TEST(LaunchExpression, ResultsWrap) {
  EXPECT_EQ(apply(Op::Add, INT32_MAX, 1, 32), INT32_MIN);
  EXPECT_EQ(apply(Op::Multiply, 0x10000, 0x10000, 32), 0);
  EXPECT_EQ(apply(Op::Subtract, INT32_MIN, 1, 32), INT32_MAX);
  EXPECT_EQ(apply(Op::Add, 0x7FFF, 1, 16), -0x8000);
  EXPECT_EQ(apply(Op::Add, INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(apply(Op::Multiply, INT64_MIN, -1), INT64_MIN);
}

TEST(LaunchExpression, OperandsAreThoseOnTop) {
  // 2 - (10 - 3) * 4
  EXPECT_EQ(evaluate({{{Op::Constant, 2},
                       {Op::Constant, 10},
                       {Op::Constant, 3},
                       {Op::Subtract},
                       {Op::Constant, 4},
                       {Op::Multiply},
                       {Op::Subtract}}},
                     {}),
            -26);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Copies of 8 x 64 f16 from 100 x 1000, whose rows are 1024 apart.
TensorMapInfo matrix() {
  return {0,       "f16", {constant(1000), constant(100)}, {constant(1024)},
          {64, 8}, 128};
}

TEST(TensorMap, NumbersOfALaunch) {
  auto map = TensorMap::create(matrix(), {0x1000});
  ASSERT_TRUE(map);
  EXPECT_EQ(map->address, 0x1000u);
  EXPECT_EQ(map->elementBytes, 2u);
  EXPECT_EQ(map->sizes, (llvm::SmallVector<uint64_t, 5>{1000, 100}));
  EXPECT_EQ(map->strides, (llvm::SmallVector<uint64_t, 4>{2048}));
  EXPECT_EQ(map->box, (llvm::SmallVector<uint32_t, 5>{64, 8}));
  EXPECT_EQ(map->swizzleBytes, 128u);
  EXPECT_FALSE(map->isEmpty());
}

/// Whether there is a map after a change to matrix().
template <typename Change> bool existsWith(Change change) {
  TensorMapInfo info = matrix();
  change(info);
  return TensorMap::create(info, {0x1000}).has_value();
}

TEST(TensorMap, HardwareHasLimits) {
  EXPECT_TRUE(existsWith([](auto &) {}));
  EXPECT_FALSE(TensorMap::create(matrix(), {0x1008}));
  EXPECT_TRUE(TensorMap::create(matrix(), {0x1010}));

  for (int64_t stride : {0, -1024, 4, 1020, 1025})
    EXPECT_FALSE(existsWith([&](auto &i) { i.strides = {constant(stride)}; }))
        << stride;
  auto hasStride = [](int64_t stride) {
    return existsWith([&](auto &i) { i.strides = {constant(stride)}; });
  };
  EXPECT_TRUE(hasStride(8));
  EXPECT_TRUE(hasStride((int64_t(1) << 39) - 8));
  EXPECT_FALSE(hasStride(int64_t(1) << 39));
  // Twice that wraps.
  EXPECT_FALSE(hasStride((INT64_MAX / 2 + 1) + 1024));

  auto hasSize = [](int64_t size) {
    return existsWith([&](auto &i) { i.sizes[1] = constant(size); });
  };
  EXPECT_TRUE(hasSize(int64_t(1) << 32));
  EXPECT_FALSE(hasSize((int64_t(1) << 32) + 1));

  for (std::vector<unsigned> box : {std::vector<unsigned>{0, 8},
                                    {64, 0},
                                    {64, 257},
                                    {4, 8},
                                    {128, 8},
                                    {64}})
    EXPECT_FALSE(existsWith([&](auto &i) { i.box = box; })) << box.size();
  EXPECT_TRUE(existsWith([](auto &i) { i.box = {8, 256}; }));
  EXPECT_TRUE(existsWith([](auto &i) {
    i.box = {256, 8};
    i.swizzleBytes = 0;
  }));
  EXPECT_FALSE(existsWith([](auto &i) { i.swizzleBytes = 64; }));
  EXPECT_FALSE(existsWith([](auto &i) { i.swizzleBytes = 16; }));
  EXPECT_FALSE(existsWith([](auto &i) { i.elementType = "!tc.ptr<f16>"; }));
  EXPECT_FALSE(existsWith([](auto &i) {
    i.sizes.assign(6, constant(1));
    i.strides.assign(5, constant(8));
    i.box.assign(6, 8);
  }));
}

/// Such an array has one row, wherever the next one would be.
TEST(TensorMap, StrideOfOneElementDoesNotCount) {
  for (int64_t stride : {0, -1, 1020})
    EXPECT_TRUE(existsWith([&](auto &i) {
      i.sizes[1] = constant(1);
      i.strides = {constant(stride)};
    })) << stride;
}

TEST(TensorMap, ArraysWithoutElements) {
  for (int64_t size : {0, -1}) {
    TensorMapInfo info = matrix();
    info.sizes[0] = constant(size);
    info.strides = {constant(-7)};
    // Nor do address and strides count.
    auto map = TensorMap::create(info, {0x1001});
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->isEmpty());
    TensorMap one = map->ofOneElement(0x2000);
    EXPECT_EQ(one.address, 0x2000u);
    EXPECT_EQ(one.sizes, (llvm::SmallVector<uint64_t, 5>{1, 1}));
    EXPECT_EQ(one.strides, (llvm::SmallVector<uint64_t, 4>{16}));
    EXPECT_EQ(one.box, map->box);
    EXPECT_EQ(one.swizzleBytes, 128u);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

using TensorMapsTest = RuntimeTest;

const std::vector<fakecuda::TensorMap> &encodedMaps() {
  return fakecuda::state().tensorMaps;
}

TEST_F(TensorMapsTest, FollowTheArguments) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  auto x = gpu.allocate<uint16_t>(6400);
  kernel.launch({2}, x, 60, 100, 64);
  ASSERT_EQ(encodedMaps().size(), 2u);
  const fakecuda::TensorMap &map = encodedMaps()[1];
  EXPECT_EQ(map.type, CU_TENSOR_MAP_DATA_TYPE_UINT16);
  uint64_t address = reinterpret_cast<uint64_t>(x.data());
  EXPECT_EQ(map.address, address);
  EXPECT_EQ(map.sizes, (std::vector<uint64_t>{60, 100}));
  EXPECT_EQ(map.strides, (std::vector<uint64_t>{128}));
  EXPECT_EQ(map.box, (std::vector<uint32_t>{64, 8}));
  EXPECT_EQ(map.elementStrides, (std::vector<uint32_t>{1, 1}));
  EXPECT_EQ(map.interleave, CU_TENSOR_MAP_INTERLEAVE_NONE);
  EXPECT_EQ(map.swizzle, CU_TENSOR_MAP_SWIZZLE_128B);
  EXPECT_EQ(map.fill, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  // The number of a map is what it starts with.
  EXPECT_EQ(lastLaunch().parameters,
            (std::vector<uint64_t>{address, 60, 100, 64, 0, 1}));
}

TEST_F(TensorMapsTest, BothVariantsAreKept) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  auto x = gpu.allocate<uint16_t>(6400);
  for (int i = 0; i < 3; ++i) {
    // The second stride is no multiple of 16 bytes.
    kernel.launch({1}, x, 48, 96, 52);
    EXPECT_EQ(lastLaunch().parameters.size(), 4u);
    kernel.launch({1}, x, 48, 96, 48);
    EXPECT_EQ(lastLaunch().parameters.size(), 6u);
  }
  // Divisible by 4 with and without maps, and by 16 with.
  EXPECT_EQ(fakecompiler::state().compiled, 3u);
  EXPECT_EQ(kernel.num_variants(), 3u);
}

TEST_F(TensorMapsTest, OneVariantWithoutSpecialisation) {
  minitc::Device gpu(0);
  minitc::Options options;
  options.specialize = false;
  auto kernel = gpu.compile_source(mappedSource, "", options);
  auto x = gpu.allocate<uint16_t>(6400);
  for (int i = 0; i < 2; ++i)
    for (int stride : {52, 48})
      kernel.launch({1}, x, 48, 96, stride);
  EXPECT_EQ(kernel.num_variants(), 2u);
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
}

TEST_F(TensorMapsTest, ARefusalOfTheDriverIsNoError) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  auto x = gpu.allocate<uint16_t>(6400);
  fakecuda::state().failures["cuTensorMapEncodeTiled"] =
      CUDA_ERROR_INVALID_VALUE;
  kernel.launch({1}, x, 48, 96, 48);
  EXPECT_EQ(lastLaunch().parameters.size(), 4u);
  kernel.launch({1}, x, 48, 96, 48);
  EXPECT_EQ(lastLaunch().parameters.size(), 6u);
}

TEST_F(TensorMapsTest, PrecompileBuildsWhatALaunchWants) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  auto x = gpu.allocate<uint16_t>(6400);
  kernel.precompile(x, 48, 96, 52);
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  kernel.launch({1}, x, 48, 96, 52);
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  EXPECT_EQ(lastLaunch().parameters.size(), 4u);
}

TEST_F(TensorMapsTest, OffMeansNone) {
  minitc::Device gpu(0);
  minitc::Options options;
  options.tensor_maps = false;
  auto kernel = gpu.compile_source(mappedSource, "", options);
  kernel.launch({1}, nullptr, 48, 96, 48);
  EXPECT_EQ(lastLaunch().parameters.size(), 4u);
  EXPECT_EQ(kernel.num_variants(), 1u);
}

TEST_F(TensorMapsTest, AnEmptyArrayReadsAsZeros) {
  {
    minitc::Device gpu(0);
    auto kernel = gpu.compile_source(mappedSource);
    for (int i = 0; i < 2; ++i)
      kernel.launch({1}, nullptr, 48, 0, 52);
    EXPECT_EQ(lastLaunch().parameters.size(), 6u);
    ASSERT_EQ(encodedMaps().size(), 4u);
    const fakecuda::TensorMap &map = encodedMaps()[3];
    EXPECT_EQ(map.sizes, (std::vector<uint64_t>{1, 1}));
    EXPECT_EQ(map.address % 16, 0u);
    EXPECT_EQ(*reinterpret_cast<const uint64_t *>(map.address), 0u);
    EXPECT_EQ(map.address, encodedMaps()[0].address);
    EXPECT_EQ(fakecuda::state().liveAllocations, 1u);
  }
  EXPECT_EQ(fakecuda::state().liveAllocations, 0u);
}

TEST_F(TensorMapsTest, NoMemoryForZerosIsNoError) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  for (const char *call : {"cuMemAlloc", "cuMemsetD8Async"}) {
    fakecuda::state().failures[call] = CUDA_ERROR_OUT_OF_MEMORY;
    kernel.launch({1}, nullptr, 48, 0, 48);
    EXPECT_EQ(lastLaunch().parameters.size(), 4u);
    EXPECT_EQ(fakecuda::state().liveAllocations, 0u);
  }
}

} // namespace
