//===- OldDriverTest.cpp - A driver that knows no tensor maps -------------===//

#include "RuntimeTest.h"

using OldDriverTest = RuntimeTest;

TEST_F(OldDriverTest, KernelsRunWithoutTensorMaps) {
  minitc::Device gpu(0);
  auto kernel = gpu.compile_source(mappedSource);
  auto x = gpu.allocate<uint16_t>(64);
  kernel.launch({1}, x, 64, 1, 64);
  EXPECT_FALSE(fakecompiler::state().lastOptions.tensorMaps);
  EXPECT_EQ(lastLaunch().parameters.size(), 4u);
}
