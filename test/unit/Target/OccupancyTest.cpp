//===- OccupancyTest.cpp - Tests of the occupancy estimate ----------------===//
//
// Compares the estimate with the calculator that ships with the CUDA Toolkit,
// where there is one, and with a few documented values.
//
//===----------------------------------------------------------------------===//

#include "minitc/Target/Occupancy.h"

#include <gtest/gtest.h>

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define MINITC_HAS_CUDA_OCCUPANCY
#endif

using namespace minitc;

namespace {

TEST(Occupancy, KnownValues) {
  MultiprocessorLimits h100 = *multiprocessorLimits("sm_90a");
  Occupancy full = estimateOccupancy(h100, 4, 32, 0);
  EXPECT_EQ(full.blocks, 16u);
  EXPECT_EQ(full.fraction, 1.0);
  EXPECT_STREQ(full.limit, "warps");

  Occupancy small = estimateOccupancy(h100, 1, 16, 0);
  EXPECT_EQ(small.blocks, 32u);
  EXPECT_EQ(small.fraction, 0.5);
  EXPECT_STREQ(small.limit, "blocks");

  Occupancy registers = estimateOccupancy(h100, 4, 255, 0);
  EXPECT_EQ(registers.blocks, 2u);
  EXPECT_STREQ(registers.limit, "registers");

  Occupancy shared = estimateOccupancy(h100, 4, 32, 100 * 1024);
  EXPECT_EQ(shared.blocks, 2u);
  EXPECT_STREQ(shared.limit, "shared memory");

  EXPECT_EQ(estimateOccupancy(h100, 4, 32, 300 * 1024).blocks, 0u);
}

TEST(Occupancy, UnknownTargetHasNoLimits) {
  EXPECT_FALSE(multiprocessorLimits("sm_61"));
}

#ifdef MINITC_HAS_CUDA_OCCUPANCY
/// What the Toolkit's calculator needs to know of a device.
cudaOccDeviceProp deviceProperties(int major, int minor,
                                   const MultiprocessorLimits &limits) {
  cudaOccDeviceProp device;
  device.computeMajor = major;
  device.computeMinor = minor;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = limits.warps * 32;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = 32;
  device.sharedMemPerBlock = 48 * 1024;
  device.sharedMemPerMultiprocessor = limits.sharedBytes;
  device.sharedMemPerBlockOptin = limits.sharedBytes - 1024;
  device.reservedSharedMemPerBlock = 1024;
  device.numSms = 132;
  return device;
}

TEST(Occupancy, AgreesWithTheToolkit) {
  struct {
    const char *target;
    int major, minor;
  } targets[] = {{"sm_80", 8, 0}, {"sm_86", 8, 6},   {"sm_89", 8, 9},
                 {"sm_90", 9, 0}, {"sm_100", 10, 0}, {"sm_120", 12, 0}};
  for (auto [target, major, minor] : targets) {
    MultiprocessorLimits limits = *multiprocessorLimits(target);
    cudaOccDeviceProp device = deviceProperties(major, minor, limits);
    for (unsigned warps = 1; warps <= 32; warps *= 2)
      for (unsigned registers = 16; registers <= 255; registers += 7)
        for (unsigned shared = 0; shared < limits.sharedBytes;
             shared += 3 * 1024 + 40) {
          cudaOccFuncAttributes function;
          function.maxThreadsPerBlock = 1024;
          function.numRegs = registers;
          function.sharedSizeBytes = shared;
          function.partitionedGCConfig = PARTITIONED_GC_OFF;
          function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          function.maxDynamicSharedSizeBytes = 0;
          function.numBlockBarriers = 1;
          cudaOccDeviceState state;
          cudaOccResult expected{};
          ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(
                        &expected, &device, &function, &state, warps * 32, 0),
                    CUDA_OCC_SUCCESS);
          ASSERT_EQ(estimateOccupancy(limits, warps, registers, shared).blocks,
                    unsigned(expected.activeBlocksPerMultiprocessor))
              << target << ", " << warps << " warps, " << registers
              << " registers, " << shared << " bytes of shared memory";
        }
  }
}
#endif

} // namespace
