//===- ArgumentsTest.cpp - Checks of launch arguments ---------------------===//

#include "RuntimeTest.h"

#include <cmath>

namespace {

class ArgumentsTest : public RuntimeTest {
protected:
  minitc::Device gpu{makeDevice()};
  minitc::Kernel mixed = gpu.compile_source(mixedSource);

  /// The environment is set before the members are made.
  minitc::Device makeDevice() {
    RuntimeTest::SetUp();
    return minitc::Device(0);
  }
  void SetUp() override {}

  /// The word that a one-parameter kernel receives.
  template <typename T> uint64_t pass(const std::string &type, T value) {
    auto kernel =
        gpu.compile_source("tc.kernel @one(%a: " + type + ") {}", "one");
    kernel.launch({1}, value);
    return lastLaunch().parameters.at(0);
  }
  template <typename T> std::string refuse(const std::string &type, T value) {
    auto kernel =
        gpu.compile_source("tc.kernel @one(%a: " + type + ") {}", "one");
    return errorOf([&] { kernel.launch({1}, value); }).message();
  }
};

TEST_F(ArgumentsTest, CountNamesBothSidesAndTheSignature) {
  auto error = errorOf([&] { mixed.launch({1}, 1, 2.0f); });
  EXPECT_EQ(error.status(), MINITC_INVALID_ARGUMENT);
  EXPECT_EQ(error.message(),
            "expected 3 arguments, but got 2, for @mixed(%p: !tc.ptr<f32> "
            "{tc.divisible = 16}, %n: i32, %s: f32)");
}

TEST_F(ArgumentsTest, CountOfOneIsSingular) {
  auto kernel = gpu.compile_source("tc.kernel @one(%a: i32) {}");
  EXPECT_EQ(errorOf([&] { kernel.launch({1}); }).message(),
            "expected 1 argument, but got 0, for @one(%a: i32)");
}

TEST_F(ArgumentsTest, KindMismatches) {
  auto x = gpu.allocate<float>(4);
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, 7, 1, 1.0f); }).message(),
            "argument 0 (%p) of @mixed: expected !tc.ptr<f32>, but got the "
            "integer 7");
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, x, 1.0f); }).message(),
            "argument 1 (%n) of @mixed: expected i32, but got a pointer to "
            "f32");
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, 1.5, 1.0f); }).message(),
            "argument 1 (%n) of @mixed: expected i32, but got the float 1.5");
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, 1, 1); }).message(),
            "argument 2 (%s) of @mixed: expected f32, but got the integer 1");
  void *untyped = x.data();
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, untyped, 1.0f); }).message(),
            "argument 1 (%n) of @mixed: expected i32, but got an untyped "
            "pointer");
  EXPECT_TRUE(fakecuda::state().launches.empty());
}

TEST_F(ArgumentsTest, PointeeMismatch) {
  auto x = gpu.allocate<int32_t>(4);
  std::string expected = "argument 0 (%p) of @mixed: expected !tc.ptr<f32>, "
                         "but got a pointer to i32";
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, 1, 1.0f); }).message(),
            expected);
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x.data(), 1, 1.0f); }).message(),
            expected);
}

TEST_F(ArgumentsTest, RawPointersOfEveryKind) {
  auto x = gpu.allocate<float>(4);
  uint64_t address = reinterpret_cast<uint64_t>(x.data());
  mixed.launch({1}, x, 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], address);
  mixed.launch({1}, x.data(), 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], address);
  mixed.launch({1}, static_cast<const float *>(x.data()), 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], address);
  mixed.launch({1}, static_cast<void *>(x.data()), 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], address);
  mixed.launch({1}, CUdeviceptr(address), 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], address);
  mixed.launch({1}, nullptr, 1, 1.0f);
  EXPECT_EQ(lastLaunch().parameters[0], 0u);
  // Any other integer is none, a size_t that went astray included.
  EXPECT_EQ(
      errorOf([&] { mixed.launch({1}, size_t(4096), 1, 1.0f); }).message(),
      "argument 0 (%p) of @mixed: expected !tc.ptr<f32>, but got the "
      "integer 4096");
  EXPECT_EQ(
      errorOf([&] { mixed.launch({1}, int64_t(4096), 1, 1.0f); }).message(),
      "argument 0 (%p) of @mixed: expected !tc.ptr<f32>, but got the "
      "integer 4096");
}

TEST_F(ArgumentsTest, StorageTypesOfTheSameSize) {
  auto bits16 = gpu.allocate<uint16_t>(4);
  auto bits8 = gpu.allocate<uint8_t>(4);
  EXPECT_NO_THROW(pass("!tc.ptr<f16>", bits16.data()));
  EXPECT_NO_THROW(pass("!tc.ptr<bf16>", bits16.data()));
  EXPECT_NO_THROW(pass("!tc.ptr<f8E5M2>", bits8.data()));
  EXPECT_NO_THROW(pass("!tc.ptr<i1>", bits8.data()));
  EXPECT_NO_THROW(pass("!tc.ptr<bf16>", static_cast<minitc::bfloat16 *>(0)));
  EXPECT_EQ(refuse("!tc.ptr<f16>", static_cast<minitc::bfloat16 *>(0)),
            "argument 0 (%a) of @one: expected !tc.ptr<f16>, but got a pointer "
            "to bf16");
  EXPECT_EQ(refuse("!tc.ptr<f32>", bits16.data()),
            "argument 0 (%a) of @one: expected !tc.ptr<f32>, but got a pointer "
            "to i16");
}

TEST_F(ArgumentsTest, PointersToPointers) {
  std::string type = "!tc.ptr<!tc.ptr<f32>>";
  auto addresses = gpu.allocate<uint64_t>(4);
  auto pointers = gpu.allocate<float *>(4);
  EXPECT_EQ(pass(type, addresses.data()),
            reinterpret_cast<uint64_t>(addresses.data()));
  EXPECT_NO_THROW(pass(type, pointers.data()));
  EXPECT_EQ(refuse(type, static_cast<float *>(nullptr)),
            "argument 0 (%a) of @one: expected !tc.ptr<!tc.ptr<f32>>, but got "
            "a pointer to f32");
}

TEST_F(ArgumentsTest, IntegersConvertIfTheyFit) {
  EXPECT_EQ(pass("i32", int64_t(-1)), 0xFFFFFFFFu);
  EXPECT_EQ(pass("i32", 4000000000u), 4000000000u);
  EXPECT_EQ(pass("i64", -2), uint64_t(-2));
  EXPECT_EQ(pass("i64", ~uint64_t(0)), ~uint64_t(0));
  EXPECT_EQ(pass("i8", -128), 0x80u);
  EXPECT_EQ(pass("i8", 255u), 0xFFu);
  EXPECT_EQ(pass("i16", 'a'), uint64_t('a'));
  EXPECT_EQ(pass("i1", true), 1u);
  EXPECT_EQ(pass("i1", 0), 0u);

  auto expected = [](std::string type, std::string number) {
    return "argument 0 (%a) of @one: expected " + type +
           ", but got the integer " + number + ", which does not fit";
  };
  EXPECT_EQ(refuse("i32", int64_t(2147483648)), expected("i32", "2147483648"));
  EXPECT_EQ(refuse("i32", uint64_t(1) << 32), expected("i32", "4294967296"));
  EXPECT_EQ(refuse("i8", -129), expected("i8", "-129"));
  EXPECT_EQ(refuse("i8", 256u), expected("i8", "256"));
  EXPECT_EQ(refuse("i1", 2), expected("i1", "2"));
  EXPECT_EQ(refuse("i1", -1), expected("i1", "-1"));
}

TEST_F(ArgumentsTest, FloatsAreRounded) {
  EXPECT_EQ(pass("f32", 1.0), 0x3F800000u);
  EXPECT_EQ(pass("f32", 0.1), 0x3DCCCCCDu);
  EXPECT_EQ(pass("f64", 1.0f), 0x3FF0000000000000u);
  // Halfway between 1 and its successor: to even.
  EXPECT_EQ(pass("f16", 1.00048828125), 0x3C00u);
  EXPECT_EQ(pass("f16", minitc::half(-2.0f)), 0xC000u);
  EXPECT_EQ(pass("bf16", 3.140625f), 0x4049u);
  EXPECT_EQ(pass("f32", -INFINITY), 0xFF800000u);
  EXPECT_EQ(pass("f16", INFINITY), 0x7C00u);
  EXPECT_TRUE(pass("f32", NAN) > 0x7F800000u);
  EXPECT_EQ(refuse("f16", 65520.0),
            "argument 0 (%a) of @one: expected f16, but got the float 65520, "
            "which does not fit");
  EXPECT_EQ(refuse("f32", std::ldexp(1.0, 128)),
            "argument 0 (%a) of @one: expected f32, but got the float "
            "3.4028236692093846E+38, which does not fit");
}

TEST_F(ArgumentsTest, PromisesAreChecked) {
  auto x = gpu.allocate<float>(8);
  uint64_t odd = reinterpret_cast<uint64_t>(x.data()) + 4;
  auto error = errorOf([&] { mixed.launch({1}, x.data() + 1, 1, 1.0f); });
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx",
                static_cast<unsigned long long>(odd));
  EXPECT_EQ(error.message(),
            "argument 0 (%p) of @mixed: expected an address that is a multiple "
            "of 16, as tc.divisible promises, but got " +
                std::string(text));
  EXPECT_EQ(refuse("i32 {tc.divisible = 8 : i32}", -12),
            "argument 0 (%a) of @one: expected a multiple of 8, as "
            "tc.divisible promises, but got -12");
  EXPECT_EQ(pass("i32 {tc.divisible = 8 : i32}", -16), 0xFFFFFFF0u);
}

TEST_F(ArgumentsTest, ConstantsAreChecked) {
  minitc::Options options;
  options.constants = {{"n", 64}};
  auto kernel = gpu.compile_source(mixedSource, "mixed", options);
  auto x = gpu.allocate<float>(4);
  kernel.launch({1}, x, 64, 1.0f);
  EXPECT_EQ(fakecompiler::state().lastOptions.facts.at("n").value, 64);
  EXPECT_EQ(errorOf([&] { kernel.launch({1}, x, 32, 1.0f); }).message(),
            "argument 1 (%n) of @mixed: expected 64, for which the kernel was "
            "compiled, but got 32");
  options.constants = {{"m", 1}};
  EXPECT_EQ(
      errorOf([&] { gpu.compile_source(mixedSource, "", options); }).message(),
      "no parameter is called 'm' in @mixed(%p: !tc.ptr<f32> {tc.divisible = "
      "16}, %n: i32, %s: f32)");
}

TEST_F(ArgumentsTest, BuffersOfAnotherDevice) {
  fakecuda::state().deviceCount = 2;
  minitc::Device other(1);
  auto x = other.allocate<float>(4);
  EXPECT_EQ(errorOf([&] { mixed.launch({1}, x, 1, 1.0f); }).message(),
            "argument 0 (%p) of @mixed: expected memory of cuda:0, but got a "
            "buffer of cuda:1");
}

TEST_F(ArgumentsTest, MalformedArguments) {
  minitc_argument argument{};
  EXPECT_EQ(minitc_kernel_launch(mixed.get(), 1, 1, 1, &argument, 1, nullptr),
            MINITC_INVALID_ARGUMENT);
  EXPECT_STREQ(minitc_error_message(minitc_last_error()),
               "argument 0 has no valid kind, type or buffer");
}

TEST_F(ArgumentsTest, UnpassableType) {
  EXPECT_EQ(errorOf([&] {
              gpu.compile_source("tc.kernel @one(%a: i128) {}");
            }).message(),
            "parameter %a of @one has type 'i128', which no launch can pass");
}

} // namespace
