//===- TensorCoreTest.cpp - The layouts of tensor-core operands -----------===//
//
// Every element against the formulas of the PTX ISA: fragments of mma.m16n8k16
// and its like and of wgmma, and the addresses of swizzled shared memory.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/TensorCore.h"

#include <gtest/gtest.h>

using namespace minitc;

namespace {

using Place = std::vector<int64_t>;

/// Where a thread's element is.
Place placeOf(const LinearLayout &layout, uint32_t reg, uint32_t lane,
              uint32_t warp) {
  return layout.coordinates(layout.apply(reg, lane, warp));
}

/// Compares all elements of a layout with `expected(register, lane, warp)`.
template <typename Function>
void expectPlaces(const LinearLayout &layout, Function expected) {
  for (uint32_t warp = 0; warp < layout.size(InDim::Warp); ++warp)
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t reg = 0; reg < layout.size(InDim::Register); ++reg)
        ASSERT_EQ(placeOf(layout, reg, lane, warp), expected(reg, lane, warp))
            << "register " << reg << ", lane " << lane << ", warp " << warp;
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

TEST(TensorCoreTest, TheAccumulatorOfOneInstruction) {
  LinearLayout layout = tensorCoreAccumulator({16, 8}, WarpGrid());
  ASSERT_EQ(layout.size(InDim::Register), 4u);
  expectPlaces(layout, [](unsigned i, unsigned lane, unsigned) {
    return Place{lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)};
  });
}

TEST(TensorCoreTest, TheLeftOperandOf16Bits) {
  LinearLayout layout = tensorCoreLhs({16, 16}, WarpGrid(), 2);
  ASSERT_EQ(layout.size(InDim::Register), 8u);
  expectPlaces(layout, [](unsigned i, unsigned lane, unsigned) {
    bool isUpper = i == 0 || i == 1 || i == 4 || i == 5;
    return Place{lane / 4 + (isUpper ? 0 : 8),
                 lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)};
  });
}

TEST(TensorCoreTest, TheRightOperandOf16Bits) {
  LinearLayout layout = tensorCoreRhs({16, 8}, WarpGrid(), 2);
  ASSERT_EQ(layout.size(InDim::Register), 4u);
  expectPlaces(layout, [](unsigned i, unsigned lane, unsigned) {
    return Place{lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane / 4};
  });
}

TEST(TensorCoreTest, OperandsOf8Bits) {
  LinearLayout lhs = tensorCoreLhs({16, 32}, WarpGrid(), 1);
  ASSERT_EQ(lhs.size(InDim::Register), 16u);
  expectPlaces(lhs, [](unsigned i, unsigned lane, unsigned) {
    bool isUpper = i < 4 || (i >= 8 && i < 12);
    return Place{lane / 4 + (isUpper ? 0 : 8),
                 lane % 4 * 4 + (i & 3) + (i < 8 ? 0 : 16)};
  });
  LinearLayout rhs = tensorCoreRhs({32, 8}, WarpGrid(), 1);
  ASSERT_EQ(rhs.size(InDim::Register), 8u);
  expectPlaces(rhs, [](unsigned i, unsigned lane, unsigned) {
    return Place{lane % 4 * 4 + (i & 3) + (i < 4 ? 0 : 16), lane / 4};
  });
}

TEST(TensorCoreTest, OperandsOfTF32) {
  LinearLayout lhs = tensorCoreLhs({16, 8}, WarpGrid(), 4);
  ASSERT_EQ(lhs.size(InDim::Register), 4u);
  expectPlaces(lhs, [](unsigned i, unsigned lane, unsigned) {
    return Place{lane / 4 + (i == 0 || i == 2 ? 0 : 8),
                 lane % 4 + (i < 2 ? 0 : 4)};
  });
  LinearLayout rhs = tensorCoreRhs({8, 8}, WarpGrid(), 4);
  ASSERT_EQ(rhs.size(InDim::Register), 2u);
  expectPlaces(rhs, [](unsigned i, unsigned lane, unsigned) {
    return Place{lane % 4 + (i == 0 ? 0 : 4), lane / 4};
  });
}

/// An instruction of f64 is 8 x 8 x 4; four of them are 16 x 8 x 8.
TEST(TensorCoreTest, OperandsOfF64) {
  expectPlaces(tensorCoreLhs({16, 8}, WarpGrid(), 8),
               [](unsigned i, unsigned lane, unsigned) {
                 return Place{lane / 4 + i % 2 * 8, lane % 4 + i / 2 * 4};
               });
  expectPlaces(tensorCoreRhs({8, 8}, WarpGrid(), 8),
               [](unsigned i, unsigned lane, unsigned) {
                 return Place{lane % 4 + i * 4, lane / 4};
               });
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

TEST(TensorCoreTest, TheAccumulatorOfAWarpgroup) {
  WarpGrid group;
  group.m = 4;
  for (int64_t n : {8, 32, 256})
    expectPlaces(tensorCoreAccumulator({64, n}, group),
                 [](unsigned i, unsigned lane, unsigned warp) {
                   return Place{warp * 16 + lane / 4 + i / 2 % 2 * 8,
                                i / 4 * 8 + lane % 4 * 2 + i % 2};
                 });
}

TEST(TensorCoreTest, TheLeftOperandOfAWarpgroup) {
  WarpGrid group;
  group.m = 4;
  for (unsigned bytes : {1, 2, 4}) {
    unsigned packed = 4 / bytes;
    expectPlaces(tensorCoreLhs({64, 32 / bytes}, group, bytes),
                 [&](unsigned i, unsigned lane, unsigned warp) {
                   unsigned word = i / packed;
                   return Place{warp * 16 + lane / 4 + word % 2 * 8,
                                (word / 2 * 4 + lane % 4) * packed +
                                    i % packed};
                 });
  }
}

TEST(TensorCoreTest, TheShapesOfAWarpgroup) {
  // Along n and k, 32 bytes; along n 8 columns as well.
  EXPECT_TRUE(isWGMMAShape(64, 16, 16, 2));
  EXPECT_FALSE(isWGMMAShape(32, 16, 16, 2));
  EXPECT_FALSE(isWGMMAShape(64, 8, 16, 2));
  EXPECT_FALSE(isWGMMAShape(64, 16, 8, 2));
  EXPECT_TRUE(isWGMMAShape(64, 32, 32, 1));
  EXPECT_FALSE(isWGMMAShape(64, 16, 32, 1));
  EXPECT_FALSE(isWGMMAShape(64, 32, 16, 1));
  EXPECT_TRUE(isWGMMAShape(64, 8, 8, 4));
  EXPECT_FALSE(isWGMMAShape(64, 4, 8, 4));
}

/// Groups go along m while there are rows for them, then along n while each
/// has 8 columns.
TEST(TensorCoreTest, WarpgroupsOverAResult) {
  auto spread = [](int64_t m, int64_t n, unsigned numWarps) {
    std::optional<WarpGrid> grid = spreadWarpgroups(m, n, numWarps);
    return grid ? std::pair(grid->m, grid->n) : std::pair(0u, 0u);
  };
  EXPECT_EQ(spread(64, 128, 4), std::pair(4u, 1u));
  EXPECT_EQ(spread(256, 128, 4), std::pair(4u, 1u));
  EXPECT_EQ(spread(128, 128, 8), std::pair(8u, 1u));
  EXPECT_EQ(spread(64, 128, 8), std::pair(4u, 2u));
  EXPECT_EQ(spread(64, 16, 8), std::pair(4u, 2u));
  EXPECT_EQ(spread(64, 8, 8), std::pair(0u, 0u));
  EXPECT_EQ(spread(32, 128, 4), std::pair(0u, 0u));
  EXPECT_EQ(spread(64, 128, 2), std::pair(0u, 0u));
}

//===----------------------------------------------------------------------===//
// Larger tiles
//===----------------------------------------------------------------------===//

/// Warps along m side by side, along n with columns in one piece; then
/// instructions, n first.
TEST(TensorCoreTest, AnAccumulatorOverAGridOfWarps) {
  WarpGrid grid{4, 2, 2};
  expectPlaces(
      tensorCoreAccumulator({4, 128, 64}, grid),
      [](unsigned reg, unsigned lane, unsigned warp) {
        unsigned column = reg / 4 % 4, row = reg / 16 % 2, batch = reg / 32;
        return Place{batch * 2 + warp / 8,
                     row * 64 + warp % 4 * 16 + lane / 4 + reg / 2 % 2 * 8,
                     warp / 4 % 2 * 32 + column * 8 + lane % 4 * 2 + reg % 2};
      });
}

/// Along k first. Warps along the other operand's dimension hold copies.
TEST(TensorCoreTest, OperandsOverAGridOfWarps) {
  WarpGrid grid{2, 4, 1};
  expectPlaces(tensorCoreLhs({64, 32}, grid, 2), [](unsigned reg, unsigned lane,
                                                    unsigned warp) {
    unsigned word = reg / 2 % 4, step = reg / 8 % 2, row = reg / 16;
    return Place{row * 32 + warp % 2 * 16 + lane / 4 + word % 2 * 8,
                 step * 16 + word / 2 * 8 + lane % 4 * 2 + reg % 2};
  });
  expectPlaces(tensorCoreRhs({32, 64}, grid, 2), [](unsigned reg, unsigned lane,
                                                    unsigned warp) {
    unsigned word = reg / 2 % 2, step = reg / 4 % 2, column = reg / 8;
    return Place{step * 16 + word * 8 + lane % 4 * 2 + reg % 2,
                 warp / 2 * 16 + column * 8 + lane / 4};
  });
}

/// Where a tile is smaller than an instruction, threads hold copies.
TEST(TensorCoreTest, ATileOfOneColumnGroup) {
  WarpGrid grid{2, 2, 1};
  expectPlaces(tensorCoreAccumulator({32, 8}, grid),
               [](unsigned reg, unsigned lane, unsigned warp) {
                 return Place{warp % 2 * 16 + lane / 4 + reg / 2 * 8,
                              lane % 4 * 2 + reg % 2};
               });
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The byte address of an element: columns of `swizzleBytes` one after the
/// other, in which bits 4 and up are XORed with bits 7 and up.
int64_t swizzledAddress(const Place &shape, const Place &place,
                        SwizzledMatrix matrix, unsigned elementBytes) {
  size_t last = shape.size() - 1;
  size_t contiguous = matrix.isTransposed ? last - 1 : last;
  size_t strided = matrix.isTransposed ? last : last - 1;
  int64_t row = place[strided], byte = place[contiguous] * elementBytes;
  int64_t columnBytes = shape[strided] * matrix.swizzleBytes;
  int64_t address = byte / matrix.swizzleBytes * columnBytes +
                    row * matrix.swizzleBytes + byte % matrix.swizzleBytes;
  if (shape.size() == 3)
    address += place[0] * shape[1] * shape[2] * elementBytes;
  switch (matrix.swizzleBytes) {
  case 128:
    return address ^ (address >> 7 & 7) << 4;
  case 64:
    return address ^ (address >> 7 & 3) << 4;
  default:
    return address ^ (address >> 7 & 1) << 4;
  }
}

void expectSwizzle(const Place &shape, SwizzledMatrix matrix, unsigned bytes) {
  LinearLayout layout = swizzledShared(shape, matrix, bytes);
  for (uint32_t offset = 0; offset < layout.size(InDim::Offset); ++offset) {
    Place place = layout.coordinates(layout.apply(InDim::Offset, offset));
    ASSERT_EQ(int64_t(offset) * bytes,
              swizzledAddress(shape, place, matrix, bytes))
        << "offset " << offset << ", swizzle of " << matrix.swizzleBytes
        << " bytes" << (matrix.isTransposed ? ", transposed" : "");
  }
  std::optional<SwizzledMatrix> match = matchSwizzle(layout, bytes);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->isTransposed, matrix.isTransposed);
  EXPECT_EQ(match->swizzleBytes, matrix.swizzleBytes);
}

TEST(TensorCoreTest, SwizzledAddresses) {
  for (unsigned bytes : {1, 2, 4})
    for (bool isTransposed : {false, true})
      for (unsigned swizzleBytes : {32, 64, 128}) {
        SwizzledMatrix matrix{isTransposed, swizzleBytes};
        int64_t row = swizzleBytes / bytes;
        expectSwizzle(isTransposed ? Place{row, 8} : Place{8, row}, matrix,
                      bytes);
        expectSwizzle({256 / bytes, 128}, {false, swizzleBytes}, bytes);
        expectSwizzle({128, 256 / bytes}, {true, swizzleBytes}, bytes);
        expectSwizzle({2, 128, 128}, matrix, bytes);
      }
}

TEST(TensorCoreTest, TheWidestSwizzleFillsARow) {
  auto bytesOf = [](Place shape, bool isTransposed, unsigned bytes) {
    std::optional<SwizzledMatrix> widest =
        widestSwizzle(shape, isTransposed, bytes);
    return widest ? widest->swizzleBytes : 0;
  };
  EXPECT_EQ(bytesOf({64, 256}, false, 2), 128u);
  EXPECT_EQ(bytesOf({64, 64}, false, 2), 128u);
  EXPECT_EQ(bytesOf({64, 32}, false, 2), 64u);
  EXPECT_EQ(bytesOf({64, 16}, false, 2), 32u);
  EXPECT_EQ(bytesOf({64, 8}, false, 2), 0u);
  EXPECT_EQ(bytesOf({64, 8}, true, 2), 128u);
  EXPECT_EQ(bytesOf({4, 64}, false, 2), 0u) << "fewer than eight rows";
}

TEST(TensorCoreTest, OtherSharedLayoutsAreNoSwizzledMatrix) {
  EXPECT_FALSE(matchSwizzle(LinearLayout::rowMajorShared({64, 64}), 2));
  EXPECT_FALSE(matchSwizzle(LinearLayout::rowMajorShared({8, 8}), 2));
  // That of elements of another size.
  EXPECT_FALSE(matchSwizzle(swizzledShared({64, 64}, {false, 128}, 2), 4));
}

} // namespace
