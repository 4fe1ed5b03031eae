//===- DeviceTest.cpp - The interpreter as a device -----------------------===//

#include "minitc/Runtime/InterpreterDevice.h"
#include "minitc/Runtime/Kernel.h"

#include <gtest/gtest.h>

using namespace minitc;
using namespace minitc::runtime;

namespace {

const char *doubleSource =
    R"(tc.kernel @twice(%p: !tc.ptr<i32> {tc.divisible = 16 : i32}, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %zero = arith.constant 0 : i32
  %x = tc.load %q mask %m other %zero : tensor<8x!tc.ptr<i32>>
  %y = arith.addi %x, %x : tensor<8xi32>
  tc.store %q, %y mask %m : tensor<8x!tc.ptr<i32>>
  tc.return
})";

class InterpreterDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    StatusOr<std::shared_ptr<Device>> opened = openInterpreterDevice(0);
    ASSERT_TRUE(opened.ok());
    device = *opened;
  }

  std::unique_ptr<Kernel> makeKernel(const char *source) {
    KernelOptions options;
    options.useCache = false;
    StatusOr<std::unique_ptr<Kernel>> kernel =
        Kernel::create(device, source, "test.mlir", "", options);
    if (!kernel.ok()) {
      ADD_FAILURE() << kernel.error().message << kernel.error().diagnostics;
      return nullptr;
    }
    return std::move(*kernel);
  }

  static Argument pointer(uint64_t address) {
    return {Argument::Kind::Pointer, ElementType::Any, address, nullptr};
  }
  static Argument integer(int64_t value) {
    return {Argument::Kind::Signed, ElementType::Any, uint64_t(value), nullptr};
  }

  std::shared_ptr<Device> device;
};

TEST_F(InterpreterDeviceTest, RunsKernelsOnItsMemory) {
  std::unique_ptr<Kernel> kernel = makeKernel(doubleSource);
  ASSERT_TRUE(kernel);
  StatusOr<uint64_t> memory = device->allocate(5 * 4);
  ASSERT_TRUE(memory.ok());
  int32_t values[] = {1, 2, 3, 4, 5};
  ASSERT_TRUE(device->upload(*memory, values, sizeof(values), nullptr).ok());
  Status launched =
      kernel->launch({1, 1, 1}, {pointer(*memory), integer(5)}, nullptr);
  ASSERT_TRUE(launched.ok()) << launched.error().diagnostics;
  ASSERT_TRUE(device->download(values, *memory, sizeof(values), nullptr).ok());
  EXPECT_EQ(std::vector<int32_t>(values, values + 5),
            (std::vector<int32_t>{2, 4, 6, 8, 10}));
  device->free(*memory);
}

TEST_F(InterpreterDeviceTest, AFaultIsTheErrorOfTheLaunch) {
  std::unique_ptr<Kernel> kernel = makeKernel(doubleSource);
  ASSERT_TRUE(kernel);
  StatusOr<uint64_t> memory = device->allocate(5 * 4);
  ASSERT_TRUE(memory.ok());
  auto launch = [&](int64_t n) {
    return kernel->launch({1, 1, 1}, {pointer(*memory), integer(n)}, nullptr);
  };
  Status unwritten = launch(5);
  ASSERT_FALSE(unwritten.ok());
  EXPECT_EQ(unwritten.error().code, ErrorCode::Device);
  EXPECT_EQ(unwritten.error().message, "kernel @twice was stopped by a fault");
  EXPECT_NE(unwritten.error().diagnostics.find("which nothing has written"),
            std::string::npos);
  ASSERT_TRUE(device->fill(*memory, 0, 5 * 4, nullptr).ok());
  EXPECT_TRUE(launch(5).ok());
  Status outside = launch(6);
  ASSERT_FALSE(outside.ok());
  EXPECT_NE(outside.error().diagnostics.find(
                "test.mlir:7:8: error: reads 4 bytes at byte 20 of 'p', which "
                "has 20 bytes"),
            std::string::npos)
      << outside.error().diagnostics;
  ASSERT_TRUE(device->setOption("keep-going", "on").ok());
  Status both = launch(6);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message, "kernel @twice was stopped by 2 faults");
  device->free(*memory);
  EXPECT_FALSE(launch(5).ok()) << "the memory is gone";
}

TEST_F(InterpreterDeviceTest, AFailedAssertionIsTheErrorOfTheLaunch) {
  std::unique_ptr<Kernel> kernel = makeKernel(R"(tc.kernel @k(%n: i32) {
  %i = tc.arange 0 to 4 : tensor<4xi32>
  %ns = tc.splat %n : i32 -> tensor<4xi32>
  %c = arith.cmpi slt, %i, %ns : tensor<4xi32>
  tc.assert %c, "i is below n" : tensor<4xi1>
  tc.return
})");
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->launch({2, 1, 1}, {integer(4)}, nullptr).ok());
  Status failed = kernel->launch({2, 1, 1}, {integer(2)}, nullptr);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::Device);
  EXPECT_EQ(failed.error().message,
            "assertion failed: i is below n (test.mlir:5:3, program instance "
            "(0, 0, 0), element [2])");
}

TEST_F(InterpreterDeviceTest, ChecksCanBeTurnedOff) {
  std::unique_ptr<Kernel> kernel = makeKernel(doubleSource);
  ASSERT_TRUE(kernel);
  StatusOr<uint64_t> memory = device->allocate(8 * 4);
  ASSERT_TRUE(memory.ok());
  ASSERT_TRUE(device->setOption("check-memory", "off").ok());
  EXPECT_TRUE(
      kernel->launch({1, 1, 1}, {pointer(*memory), integer(8)}, nullptr).ok());
}

TEST_F(InterpreterDeviceTest, RefusesOptionsThatItDoesNotHave) {
  auto message = [&](const char *option, const char *value) {
    Status status = device->setOption(option, value);
    return status.ok() ? std::string() : status.error().message;
  };
  EXPECT_EQ(message("check-memory", "yes"),
            "expected 'check-memory' to be on or off, but got 'yes'");
  EXPECT_EQ(message("time-limit", "-1"),
            "expected 'time-limit' to be a number of seconds, but got '-1'");
  EXPECT_EQ(message("time-limit", "nan"),
            "expected 'time-limit' to be a number of seconds, but got 'nan'");
  EXPECT_EQ(message("threads", "many"),
            "expected 'threads' to be a number, but got 'many'");
  EXPECT_EQ(message("speed", "9"), "device 'interp' has no option 'speed'");
  EXPECT_EQ(message("time-limit", "0.5"), "");
  EXPECT_EQ(message("threads", "2"), "");
}

TEST_F(InterpreterDeviceTest, RefusesMemoryThatIsNotItsOwn) {
  StatusOr<uint64_t> memory = device->allocate(16);
  ASSERT_TRUE(memory.ok());
  char host[32] = {};
  EXPECT_TRUE(device->upload(*memory + 8, host, 8, nullptr).ok());
  Status beyond = device->upload(*memory + 8, host, 9, nullptr);
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().message, "expected memory of the interpreter, but "
                                    "got 9 bytes outside every buffer");
  EXPECT_FALSE(device->download(host, 4096, 1, nullptr).ok());
  EXPECT_FALSE(device->fill(*memory - 1, 0, 1, nullptr).ok());
  StatusOr<uint64_t> huge = device->allocate(size_t(1) << 50);
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().message, "no memory for 1125899906842624 bytes");
}

TEST_F(InterpreterDeviceTest, IsOnlyOneAndHasNoRegisters) {
  StatusOr<std::shared_ptr<Device>> second = openInterpreterDevice(1);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().message,
            "no device interp:1: there is one interpreter");
  std::unique_ptr<Kernel> kernel = makeKernel(doubleSource);
  ASSERT_TRUE(kernel);
  StatusOr<Resources> resources = kernel->resources();
  ASSERT_FALSE(resources.ok());
  EXPECT_EQ(resources.error().message,
            "the interpreter has no registers or blocks to count");
}

TEST_F(InterpreterDeviceTest, Times) {
  int runs = 0;
  StatusOr<std::vector<double>> times = device->time(
      [&] {
        ++runs;
        return true;
      },
      3, /*cold=*/true, nullptr);
  ASSERT_TRUE(times.ok());
  EXPECT_EQ(times->size(), 3u);
  EXPECT_EQ(runs, 3);
  EXPECT_FALSE(device->time([] { return false; }, 1, true, nullptr).ok());
}

} // namespace
