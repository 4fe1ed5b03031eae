//===- ReportsTest.cpp - Tests of what minitc writes beside code ----------===//
//
// The metadata file and the table of resources.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "ResourceTable.h"

#include <gtest/gtest.h>

using namespace minitc;

/// The build is part of the metadata; this test has no compiler.
std::string minitc::compilerBuildId() { return "test-build"; }

namespace {

KernelInfo softmax() {
  KernelInfo kernel;
  kernel.name = "softmax";
  kernel.arguments = {{"in", ArgumentInfo::Kind::Pointer, "f32", 16},
                      {"n", ArgumentInfo::Kind::Integer, "i32", 1},
                      {"s", ArgumentInfo::Kind::Float, "bf16", 1}};
  kernel.numWarps = 8;
  kernel.staticSharedBytes = 128;
  kernel.dynamicSharedBytes = 65536;
  return kernel;
}

TEST(Metadata, NamesEverythingALaunchNeeds) {
  EXPECT_EQ(renderMetadata("sm_90a", {softmax()}), R"({
  "target": "sm_90a",
  "compiler": "test-build",
  "kernels": [
    {
      "name": "softmax",
      "num_warps": 8,
      "threads_per_block": 256,
      "static_shared_bytes": 128,
      "dynamic_shared_bytes": 65536,
      "arguments": [
        {
          "name": "in",
          "kind": "pointer",
          "type": "f32",
          "divisible": 16
        },
        {
          "name": "n",
          "kind": "integer",
          "type": "i32",
          "divisible": 1
        },
        {
          "name": "s",
          "kind": "float",
          "type": "bf16",
          "divisible": 1
        }
      ]
    }
  ]
}
)");
}

TEST(Metadata, DescribesTensorMaps) {
  using Op = LaunchExpression::Op;
  KernelInfo kernel;
  kernel.name = "copy";
  TensorMapInfo map;
  map.base = 2;
  map.elementType = "f16";
  map.sizes = {
      {{{Op::Argument, 1, 32}}},
      {{{Op::Argument, 3, 32}, {Op::Constant, -4, 64}, {Op::Maximum, 0, 64}}}};
  map.strides = {{{{Op::Argument, 4, 64}}}};
  map.box = {64, 8};
  map.swizzleBytes = 128;
  kernel.tensorMaps = {map};
  std::string text = renderMetadata("sm_90a", {kernel});
  size_t start = text.find("      \"tensor_maps\"");
  ASSERT_NE(start, std::string::npos) << text;
  EXPECT_EQ(text.substr(start), R"(      "tensor_maps": [
        {
          "base": 2,
          "type": "f16",
          "sizes": [
            [
              {
                "op": "argument",
                "value": 1,
                "bits": 32
              }
            ],
            [
              {
                "op": "argument",
                "value": 3,
                "bits": 32
              },
              {
                "op": "constant",
                "value": -4,
                "bits": 64
              },
              {
                "op": "maximum",
                "bits": 64
              }
            ]
          ],
          "strides": [
            [
              {
                "op": "argument",
                "value": 4,
                "bits": 64
              }
            ]
          ],
          "box": [
            64,
            8
          ],
          "swizzle_bytes": 128
        }
      ]
    }
  ]
}
)");
}

TEST(ResourceTable, AlignsAndAddsUp) {
  KernelInfo copy;
  copy.name = "copy";
  copy.numWarps = 4;
  std::vector<KernelResources> resources(2);
  resources[0].name = "copy";
  resources[0].registers = 16;
  resources[1].name = "softmax";
  resources[1].registers = 255;
  resources[1].spillStoreBytes = 12;
  resources[1].spillLoadBytes = 24;
  resources[1].stackBytes = 64;
  resources[1].sharedBytes = 128;
  EXPECT_EQ(
      renderResources("sm_90a", {softmax(), copy}, resources),
      "kernel   registers  spill stores  spill loads  stack   shared  warps  "
      "occupancy on sm_90a\n"
      "softmax        255          12 B         24 B   64 B  65664 B      8  "
      "1 blocks, 12% (registers)\n"
      "copy            16           0 B          0 B    0 B      0 B      4  "
      "16 blocks, 100% (warps)\n");
}

} // namespace
