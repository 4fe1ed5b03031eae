//===- DeviceTest.cpp - The simulator as a device -------------------------===//

#include "minitc/Runtime/Kernel.h"
#include "minitc/Runtime/SimulatorDevice.h"
#include "minitc/Simulator/Simulator.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace minitc;
using namespace minitc::runtime;

namespace {

const char *const source = R"(tc.kernel @twice(%p: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %zero = arith.constant 0 : i32
  %x = tc.load %q mask %m other %zero : tensor<8x!tc.ptr<i32>>
  %y = arith.addi %x, %x : tensor<8xi32>
  tc.store %q, %y mask %m : tensor<8x!tc.ptr<i32>>
  tc.return
}
)";

class SimulatorDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    StatusOr<std::shared_ptr<Device>> opened = openSimulatorDevice(0);
    ASSERT_TRUE(opened.ok());
    device = *opened;
  }

  StatusOr<std::unique_ptr<Kernel>> makeKernel(const char *text) {
    KernelOptions options;
    options.useCache = false;
    return Kernel::create(device, text, "test.mlir", "", options);
  }

  Status launch(Kernel &kernel, uint64_t address, int64_t n) {
    Argument arguments[] = {
        {Argument::Kind::Pointer, ElementType::Any, address, nullptr},
        {Argument::Kind::Signed, ElementType::Any, uint64_t(n), nullptr}};
    return kernel.launch(Grid(), arguments, nullptr);
  }

  /// The message of a refused option, or nothing.
  std::string refusal(const char *option, const char *value) {
    Status status = device->setOption(option, value);
    return status.ok() ? "" : status.error().message;
  }

  std::shared_ptr<Device> device;
};

} // namespace

TEST_F(SimulatorDeviceTest, RunsKernelsOnItsMemory) {
  auto kernel = makeKernel(source);
  ASSERT_TRUE(kernel.ok());
  int data[5] = {1, 2, 3, 4, 5};
  StatusOr<uint64_t> memory = device->allocate(sizeof(data));
  ASSERT_TRUE(memory.ok());
  ASSERT_TRUE(device->upload(*memory, data, sizeof(data), nullptr).ok());
  Status status = launch(**kernel, *memory, 4);
  ASSERT_TRUE(status.ok()) << status.error().message;
  ASSERT_TRUE(device->download(data, *memory, sizeof(data), nullptr).ok());
  EXPECT_EQ(std::vector<int>(data, data + 5),
            (std::vector<int>{2, 4, 6, 8, 5}));
  device->free(*memory);
}

TEST_F(SimulatorDeviceTest, AFaultIsTheErrorOfTheLaunch) {
  auto kernel = makeKernel(source);
  ASSERT_TRUE(kernel.ok());
  StatusOr<uint64_t> memory = device->allocate(20);
  ASSERT_TRUE(memory.ok());
  Status status = launch(**kernel, *memory, 6);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::Device);
  EXPECT_EQ(status.error().message, "kernel @twice was stopped by a fault");
  EXPECT_NE(status.error().diagnostics.find(
                "test.mlir:7:8: error: load of 4 bytes at offset 20 of the "
                "buffer of 'p', which has 20 bytes"),
            std::string::npos)
      << status.error().diagnostics;
  // Freed memory is nobody's.
  device->free(*memory);
  status = launch(**kernel, *memory, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().diagnostics.find("which is in no buffer"),
            std::string::npos)
      << status.error().diagnostics;
}

TEST_F(SimulatorDeviceTest, RefusesOptionsThatItDoesNotHave) {
  EXPECT_EQ(refusal("target", "sm_90a"), "");
  EXPECT_EQ(device->target(), "sm_90a");
  EXPECT_EQ(refusal("target", "sm_1")
                .find("expected 'target' to be one of sm_80, sm_86, "),
            0u);
  EXPECT_EQ(refusal("optimize", "before"), "");
  EXPECT_EQ(refusal("optimize", "never"),
            "expected 'optimize' to be before or after, but got 'never'");
  EXPECT_EQ(refusal("order", "descending"), "");
  EXPECT_EQ(refusal("order", "seed:12"), "");
  EXPECT_EQ(refusal("order", "seed:x"),
            "expected 'order' to be ascending, descending or seed:N, but got "
            "'seed:x'");
  EXPECT_EQ(refusal("check-races", "on"), "");
  EXPECT_EQ(refusal("check-races", "yes"),
            "expected 'check-races' to be on or off, but got 'yes'");
  EXPECT_EQ(refusal("time-limit", "-1"),
            "expected 'time-limit' to be a number of seconds, but got '-1'");
  EXPECT_EQ(refusal("threads", "many"),
            "expected 'threads' to be a number, but got 'many'");
  EXPECT_EQ(refusal("speed", "9"), "device 'sim' has no option 'speed'");
}

TEST_F(SimulatorDeviceTest, IsOnlyOneAndHasNoRegisters) {
  StatusOr<std::shared_ptr<Device>> second = openSimulatorDevice(1);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().message, "no device sim:1: there is one simulator");
  auto kernel = makeKernel(source);
  ASSERT_TRUE(kernel.ok());
  StatusOr<Resources> resources = (*kernel)->resources();
  ASSERT_FALSE(resources.ok());
  EXPECT_EQ(resources.error().message,
            "the simulator has no registers to count");
}

TEST_F(SimulatorDeviceTest, AccessesOfItsMemoryAreChecked) {
  StatusOr<uint64_t> memory = device->allocate(16);
  ASSERT_TRUE(memory.ok());
  char host[32] = {};
  Status beyond = device->upload(*memory + 8, host, 9, nullptr);
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().message, "expected memory of the simulator, but "
                                    "got 9 bytes outside every buffer");
}

TEST_F(SimulatorDeviceTest, EncodesTensorMaps) {
  TensorMap map;
  map.address = 0x1000;
  map.elementBytes = 2;
  map.sizes = {100, 50, 7};
  map.strides = {208, 20800};
  map.box = {64, 8, 1};
  map.swizzleBytes = 128;
  EncodedTensorMap encoded;
  ASSERT_TRUE(device->encode(map, encoded));
  SimulatorTensorMap simulated;
  std::memcpy(&simulated, encoded.bytes, sizeof(simulated));
  EXPECT_EQ(simulated.address, 0x1000u);
  EXPECT_EQ(simulated.elementBytes, 2u);
  EXPECT_EQ(simulated.rank, 3u);
  EXPECT_EQ(simulated.sizes[2], 7u);
  EXPECT_EQ(simulated.strides[1], 20800u);
  EXPECT_EQ(simulated.box[1], 8u);
  EXPECT_EQ(simulated.swizzleBytes, 128u);
}

TEST_F(SimulatorDeviceTest, HasZerosForEmptyArrays) {
  StatusOr<uint64_t> zeros = device->zeros();
  ASSERT_TRUE(zeros.ok());
  EXPECT_EQ(*zeros % 16, 0u);
  EXPECT_EQ(*device->zeros(), *zeros);
  char host[16] = {1};
  ASSERT_TRUE(device->download(host, *zeros, sizeof(host), nullptr).ok());
  for (char byte : host)
    EXPECT_EQ(byte, 0);
}
