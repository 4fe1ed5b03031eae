//===- LinearLayoutTest.cpp - The class and derived layouts ---------------===//
//
// Random layouts are checked element by element against what each operation
// means for coordinates.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

using namespace minitc;
using minitc::test::RandomLayouts;

namespace {

using Coordinates = std::vector<int64_t>;

/// Calls `check(reg, lane, warp)` for every place.
void forEachPlace(const LinearLayout &layout,
                  std::function<void(uint32_t, uint32_t, uint32_t)> check) {
  for (uint32_t warp = 0; warp < layout.size(InDim::Warp); ++warp)
    for (uint32_t lane = 0; lane < layout.size(InDim::Lane); ++lane)
      for (uint32_t reg = 0; reg < layout.size(InDim::Register); ++reg)
        check(reg, lane, warp);
}

/// The elements that a thread holds.
std::set<uint32_t> heldBy(const LinearLayout &layout, uint32_t lane,
                          uint32_t warp) {
  std::set<uint32_t> elements;
  for (uint32_t reg = 0; reg < layout.size(InDim::Register); ++reg)
    elements.insert(layout.apply(reg, lane, warp));
  return elements;
}

class LinearLayoutTest : public testing::Test {
protected:
  /// A random layout with few threads, so that tests can enumerate.
  LinearLayout randomLayout() { return randomLayout(random.shape()); }
  LinearLayout randomLayout(const std::vector<int64_t> &shape) {
    return random.layout(shape, random.number(0, 5), random.number(0, 2));
  }
  RandomLayouts random{2};
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST_F(LinearLayoutTest, CoordinatesAreRowMajor) {
  LinearLayout layout({4, 1, 8, 2});
  EXPECT_EQ(layout.rank(), 4u);
  EXPECT_EQ(layout.numElements(), 64u);
  EXPECT_EQ(layout.numElementBits(), 6u);
  uint32_t index = 0;
  for (int64_t a = 0; a < 4; ++a)
    for (int64_t c = 0; c < 8; ++c)
      for (int64_t d = 0; d < 2; ++d, ++index) {
        EXPECT_EQ(layout.element({a, 0, c, d}), index);
        EXPECT_EQ(layout.coordinates(index), (Coordinates{a, 0, c, d}));
      }
  EXPECT_EQ(layout.dimMask(0), 0b110000u);
  EXPECT_EQ(layout.dimMask(1), 0u);
  EXPECT_EQ(layout.dimMask(2), 0b001110u);
  EXPECT_EQ(layout.dimMask(3), 0b000001u);
}

TEST_F(LinearLayoutTest, ScalarTile) {
  LinearLayout layout({}, {}, Bases(5, 0), Bases(2, 0));
  EXPECT_EQ(layout.rank(), 0u);
  EXPECT_EQ(layout.numElements(), 1u);
  EXPECT_EQ(layout.coordinates(0), Coordinates{});
  EXPECT_EQ(layout.element({}), 0u);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_FALSE(layout.isInjective());
  EXPECT_EQ(layout.str(), "{lane = [[], [], [], [], []], warp = [[], []]}");
}

TEST_F(LinearLayoutTest, ApplyAddsWhatEachBitAdds) {
  LinearLayout layout({8, 8}, {1, 16}, {2, 4, 8}, {32, 0}, {9});
  EXPECT_EQ(layout.apply(InDim::Lane, 0b101), 10u);
  EXPECT_EQ(layout.apply(0b11, 0b010, 0b01), 1u ^ 16 ^ 4 ^ 32);
  EXPECT_EQ(layout.apply(0b11, 0b010, 0b11, 1), 1u ^ 16 ^ 4 ^ 32 ^ 9);
  EXPECT_EQ(layout.size(InDim::Register), 4u);
  EXPECT_EQ(layout.size(InDim::Block), 2u);
  EXPECT_EQ(layout.size(InDim::Offset), 1u);
}

TEST_F(LinearLayoutTest, MatrixHasRegistersFirst) {
  LinearLayout layout({8, 8}, {1, 16}, {2, 4, 8}, {32, 0}, {9});
  EXPECT_EQ(layout.matrix(), (Bases{1, 16, 2, 4, 8, 32, 0, 9}));
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    unsigned regBits = layout.bases(InDim::Register).size();
    unsigned laneBits = layout.bases(InDim::Lane).size();
    forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      uint32_t place = reg | lane << regBits | warp << (regBits + laneBits);
      EXPECT_EQ(f2::apply(layout.matrix(), place),
                layout.apply(reg, lane, warp));
    });
  }
}

TEST_F(LinearLayoutTest, FreeMaskNamesTheZeroBases) {
  LinearLayout layout({8}, {1, 0}, {0, 2, 0, 4}, {0});
  EXPECT_EQ(layout.freeMask(InDim::Register), 0b10u);
  EXPECT_EQ(layout.freeMask(InDim::Lane), 0b0101u);
  EXPECT_EQ(layout.freeMask(InDim::Warp), 0b1u);
  EXPECT_EQ(layout.freeMask(InDim::Block), 0u);
}

TEST_F(LinearLayoutTest, SurjectiveAndInjectiveByCounting) {
  unsigned surjective = 0, injective = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 6));
    unsigned bits = LinearLayout(shape).numElementBits();
    LinearLayout layout(shape, random.columns(random.number(0, 4), bits),
                        random.columns(random.number(0, 3), bits),
                        random.columns(random.number(0, 1), bits));
    std::set<uint32_t> held;
    unsigned places = 0;
    forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      held.insert(layout.apply(reg, lane, warp));
      ++places;
    });
    EXPECT_EQ(layout.isSurjective(), held.size() == layout.numElements());
    EXPECT_EQ(layout.isInjective(), held.size() == places);
    surjective += layout.isSurjective();
    injective += layout.isInjective();
  }
  EXPECT_GT(surjective, 50u);
  EXPECT_GT(injective, 50u);
}

TEST_F(LinearLayoutTest, EqualityAndHash) {
  LinearLayout layout({4, 4}, {1, 2}, {4, 8}, {});
  LinearLayout same = layout;
  EXPECT_EQ(layout, same);
  EXPECT_EQ(layout.hash(), same.hash());
  // The same bases, dealt out or shaped in another way.
  LinearLayout others[] = {
      LinearLayout({16}, {1, 2}, {4, 8}, {}),
      LinearLayout({4, 4}, {1, 2, 4}, {8}, {}),
      LinearLayout({4, 4}, {1, 2}, {4}, {8}),
      LinearLayout({4, 4}, {2, 1}, {4, 8}, {}),
      LinearLayout::shared({4, 4}, {1, 2, 4, 8}),
  };
  for (const LinearLayout &other : others) {
    EXPECT_NE(layout, other);
    EXPECT_NE(layout.hash(), other.hash());
  }
}

TEST_F(LinearLayoutTest, Prints) {
  LinearLayout layout({4, 8}, {1, 8}, {2, 0}, {20});
  EXPECT_EQ(layout.str(), "{register = [[0, 1], [1, 0]], lane = [[0, 2], "
                          "[0, 0]], warp = [[2, 4]]}");
  EXPECT_EQ(LinearLayout({4}, {}, {1, 2}, {}, {0}).str(),
            "{lane = [[1], [2]], block = [[0]]}");
  EXPECT_EQ(LinearLayout::shared({2, 2}, {1, 3}).str(),
            "{offset = [[0, 1], [1, 1]]}");
  EXPECT_EQ(LinearLayout({1}).str(), "{}");
}

TEST_F(LinearLayoutTest, ContiguousRegisters) {
  EXPECT_EQ(LinearLayout({4, 8}, {1, 2, 8}, {4, 16}, {}).contiguousRegisters(1),
            4u);
  EXPECT_EQ(LinearLayout({4, 8}, {1, 2, 8}, {4, 16}, {}).contiguousRegisters(0),
            1u);
  EXPECT_EQ(LinearLayout({4, 8}, {8, 16, 1}, {2, 4}, {}).contiguousRegisters(0),
            4u);
  // Neighbours across the end of a row are not neighbours along a dimension.
  EXPECT_EQ(LinearLayout({2, 2}, {1, 2}, {}, {}).contiguousRegisters(1), 2u);
  EXPECT_EQ(LinearLayout({1}, {}, {}, {}).contiguousRegisters(0), 1u);
  // A lane that holds the pair in the other order.
  EXPECT_EQ(LinearLayout({8}, {1, 2}, {5}, {}).contiguousRegisters(0), 1u);
  EXPECT_EQ(LinearLayout({8}, {1, 2}, {6}, {}).contiguousRegisters(0), 2u);
}

/// How many registers are neighbours along `dim`, by looking at all places.
uint32_t contiguousByEnumeration(const LinearLayout &layout, unsigned dim) {
  auto holds = [&](uint32_t count) {
    bool all = true;
    forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      Coordinates first =
          layout.coordinates(layout.apply(reg / count * count, lane, warp));
      all &= first[dim] % count == 0;
      first[dim] += reg % count;
      all &= first == layout.coordinates(layout.apply(reg, lane, warp));
    });
    return all;
  };
  uint32_t count = 1;
  while (count * 2 <= layout.size(InDim::Register) &&
         count * 2 <= layout.shape()[dim] && holds(count * 2))
    count *= 2;
  return count;
}

TEST_F(LinearLayoutTest, ContiguousRegistersByEnumeration) {
  unsigned wide = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<int64_t> shape = random.shape();
    LinearLayout layout = randomLayout(shape);
    if (i % 2) {
      layout = LinearLayout::blocked(shape, random.permutation(shape.size()),
                                     1u << random.number(0, 3),
                                     1u << random.number(0, 5), 2);
    }
    for (unsigned dim = 0; dim < layout.rank(); ++dim) {
      uint32_t expected = contiguousByEnumeration(layout, dim);
      EXPECT_EQ(layout.contiguousRegisters(dim), expected)
          << testing::PrintToString(layout);
      wide += expected > 1;
    }
  }
  EXPECT_GT(wide, 50u);
}

//===----------------------------------------------------------------------===//
// Factories
//===----------------------------------------------------------------------===//

TEST_F(LinearLayoutTest, BlockedIsCoalesced) {
  // 4 registers, then 16 lanes fill a row of 64; 2 lanes and 4 warps go down
  // 8 rows; the other rows are registers.
  LinearLayout layout = LinearLayout::blocked({32, 64}, {1, 0}, 4, 32, 4);
  EXPECT_EQ(layout.str(),
            "{register = [[0, 1], [0, 2], [8, 0], [16, 0]], lane = [[0, 4], "
            "[0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0]]}");
}

TEST_F(LinearLayoutTest, BlockedRepeatsInOrder) {
  // Threads end within a row: what is left of the row comes before the rows.
  LinearLayout layout = LinearLayout::blocked({2, 64}, {1, 0}, 2, 4, 2);
  EXPECT_EQ(layout.str(),
            "{register = [[0, 1], [0, 16], [0, 32], [1, 0]], lane = [[0, 2], "
            "[0, 4]], warp = [[0, 8]]}");
}

TEST_F(LinearLayoutTest, BlockedColumnMajor) {
  LinearLayout layout = LinearLayout::blocked({8, 4}, {0, 1}, 2, 8, 2);
  EXPECT_EQ(layout.str(), "{register = [[1, 0]], lane = [[2, 0], [4, 0], "
                          "[0, 1]], warp = [[0, 2]]}");
}

TEST_F(LinearLayoutTest, BlockedWithMoreThreadsThanElements) {
  LinearLayout layout = LinearLayout::blocked({1, 8}, {1, 0}, 16, 4, 2);
  EXPECT_EQ(layout.str(), "{register = [[0, 1], [0, 2], [0, 4]], lane = "
                          "[[0, 0], [0, 0]], warp = [[0, 0]]}");
  layout = LinearLayout::blocked({1}, {0}, 4, 32, 4);
  EXPECT_EQ(layout.size(InDim::Register), 1u);
  EXPECT_EQ(layout.freeMask(InDim::Lane), 31u);
  EXPECT_EQ(layout.freeMask(InDim::Warp), 3u);
  EXPECT_TRUE(layout.isSurjective());
}

TEST_F(LinearLayoutTest, BlockedProperties) {
  for (int i = 0; i < 300; ++i) {
    std::vector<int64_t> shape = random.shape(random.number(0, 12));
    std::vector<unsigned> order = random.permutation(shape.size());
    unsigned size = 1u << random.number(0, 4);
    unsigned lanes = 1u << random.number(0, 5);
    unsigned warps = 1u << random.number(0, 3);
    LinearLayout layout =
        LinearLayout::blocked(shape, order, size, lanes, warps);

    ASSERT_EQ(layout.size(InDim::Lane), lanes);
    ASSERT_EQ(layout.size(InDim::Warp), warps);
    EXPECT_TRUE(layout.isSurjective());
    uint32_t clamped = std::min<int64_t>(size, shape[order[0]]);
    EXPECT_GE(layout.contiguousRegisters(order[0]), clamped);

    // In memory of this order, thread t starts at element t * size, while the
    // tile lasts.
    LinearLayout inMemory = layout.transpose({order.rbegin(), order.rend()});
    uint32_t threads = inMemory.numElements() / clamped;
    for (uint32_t thread = 0; thread < lanes * warps; ++thread)
      for (uint32_t reg = 0; reg < clamped; ++reg)
        EXPECT_EQ(inMemory.apply(reg, thread % lanes, thread / lanes),
                  thread % threads * clamped + reg);
    // Whatever is left is registers: copies are whole threads.
    EXPECT_EQ(layout.withoutDuplicateRegisters(), layout);
  }
}

TEST_F(LinearLayoutTest, Replicated) {
  LinearLayout layout = LinearLayout::replicated({4, 2}, 32, 4);
  ASSERT_EQ(layout.size(InDim::Lane), 32u);
  ASSERT_EQ(layout.size(InDim::Warp), 4u);
  forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
    EXPECT_EQ(layout.apply(reg, lane, warp), reg);
  });
}

TEST_F(LinearLayoutTest, RowMajorShared) {
  LinearLayout layout = LinearLayout::rowMajorShared({4, 8});
  ASSERT_EQ(layout.size(InDim::Offset), 32u);
  for (uint32_t offset = 0; offset < 32; ++offset)
    EXPECT_EQ(layout.apply(InDim::Offset, offset), offset);
}

//===----------------------------------------------------------------------===//
// Layouts of related tiles
//===----------------------------------------------------------------------===//

/// Checks that at each place `derived` holds the coordinates that `map` makes
/// of those `layout` holds.
void expectMapped(const LinearLayout &layout, const LinearLayout &derived,
                  std::function<Coordinates(Coordinates)> map) {
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    ASSERT_EQ(derived.size(dim), layout.size(dim));
  forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
    Coordinates at = layout.coordinates(layout.apply(reg, lane, warp));
    EXPECT_EQ(derived.coordinates(derived.apply(reg, lane, warp)), map(at));
  });
}

TEST_F(LinearLayoutTest, Transpose) {
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    std::vector<unsigned> order = random.permutation(layout.rank());
    LinearLayout transposed = layout.transpose(order);
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      EXPECT_EQ(transposed.shape()[dim], layout.shape()[order[dim]]);
    expectMapped(layout, transposed, [&](Coordinates at) {
      Coordinates result;
      for (unsigned dim : order)
        result.push_back(at[dim]);
      return result;
    });
    EXPECT_EQ(transposed.inverseTranspose(order), layout);
    EXPECT_EQ(layout.inverseTranspose(order).transpose(order), layout);
  }
}

TEST_F(LinearLayoutTest, Reshape) {
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    LinearLayout reshaped =
        layout.reshape(random.shape(layout.numElementBits()));
    expectMapped(layout, reshaped, [&](Coordinates at) {
      int64_t index = 0;
      for (unsigned dim = 0; dim < at.size(); ++dim)
        index = index * layout.shape()[dim] + at[dim];
      Coordinates result(reshaped.rank());
      for (unsigned dim = reshaped.rank(); dim-- > 0;) {
        result[dim] = index % reshaped.shape()[dim];
        index /= reshaped.shape()[dim];
      }
      return result;
    });
    EXPECT_EQ(reshaped.reshape(layout.shape()), layout);
  }
}

TEST_F(LinearLayoutTest, ExpandDimsAndBack) {
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    unsigned axis = random.number(0, layout.rank());
    LinearLayout expanded = layout.expandDims(axis);
    ASSERT_EQ(expanded.rank(), layout.rank() + 1);
    EXPECT_EQ(expanded.shape()[axis], 1);
    expectMapped(layout, expanded, [&](Coordinates at) {
      at.insert(at.begin() + axis, 0);
      return at;
    });
    EXPECT_EQ(expanded.dropUnitDim(axis), layout);
  }
}

/// Checks that each thread of `derived` holds just the coordinates that `map`
/// makes of those it holds in `layout`, none of them twice.
void expectProjected(const LinearLayout &layout, const LinearLayout &derived,
                     std::function<Coordinates(Coordinates)> map) {
  ASSERT_EQ(derived.size(InDim::Lane), layout.size(InDim::Lane));
  ASSERT_EQ(derived.size(InDim::Warp), layout.size(InDim::Warp));
  for (uint32_t warp = 0; warp < layout.size(InDim::Warp); ++warp)
    for (uint32_t lane = 0; lane < layout.size(InDim::Lane); ++lane) {
      std::set<uint32_t> expected;
      for (uint32_t element : heldBy(layout, lane, warp))
        expected.insert(derived.element(map(layout.coordinates(element))));
      EXPECT_EQ(heldBy(derived, lane, warp), expected);
      EXPECT_EQ(derived.size(InDim::Register), expected.size());
      // Register 0 stays: the others follow by linearity.
      EXPECT_EQ(derived.coordinates(derived.apply(0, lane, warp)),
                map(layout.coordinates(layout.apply(0, lane, warp))));
    }
}

TEST_F(LinearLayoutTest, Slice) {
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = randomLayout();
    unsigned axis = random.number(0, layout.rank() - 1);
    LinearLayout sliced = layout.slice(axis);
    std::vector<int64_t> shape = layout.shape();
    shape.erase(shape.begin() + axis);
    ASSERT_EQ(sliced.shape(), shape);
    EXPECT_TRUE(sliced.isSurjective());
    expectProjected(layout, sliced, [&](Coordinates at) {
      at.erase(at.begin() + axis);
      return at;
    });
  }
}

TEST_F(LinearLayoutTest, SliceKeepsRegisterOrder) {
  LinearLayout layout({4, 4}, {1, 4, 2}, {8}, {});
  EXPECT_EQ(layout.slice(0).str(), "{register = [[1], [2]], lane = [[0]]}");
  EXPECT_EQ(layout.slice(1).str(), "{register = [[1]], lane = [[2]]}");
}

TEST_F(LinearLayoutTest, BroadcastOperand) {
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = randomLayout();
    std::vector<int64_t> shape = layout.shape();
    for (int64_t &size : shape)
      if (random.chance(40))
        size = 1;
    LinearLayout operand = layout.broadcastOperand(shape);
    ASSERT_EQ(operand.shape(), shape);
    EXPECT_TRUE(operand.isSurjective());
    expectProjected(layout, operand, [&](Coordinates at) {
      for (unsigned dim = 0; dim < at.size(); ++dim)
        if (shape[dim] == 1)
          at[dim] = 0;
      return at;
    });
  }
}

/// An element of the whole is in each half's thread, in the half that the bit
/// says.
TEST_F(LinearLayoutTest, Join) {
  for (int i = 0; i < 200; ++i) {
    LinearLayout half = randomLayout();
    unsigned bit = random.number(0, half.numElementBits());
    LinearLayout whole =
        half.join(random.shape(half.numElementBits() + 1), bit);
    ASSERT_EQ(whole.size(InDim::Register), 2 * half.size(InDim::Register));
    EXPECT_TRUE(whole.isSurjective());
    unsigned side = bit == 0 ? 0 : half.bases(InDim::Register).size();
    for (uint32_t warp = 0; warp < half.size(InDim::Warp); ++warp)
      for (uint32_t lane = 0; lane < half.size(InDim::Lane); ++lane)
        for (uint32_t reg = 0; reg < whole.size(InDim::Register); ++reg) {
          uint32_t element = whole.apply(reg, lane, warp);
          EXPECT_EQ(element >> bit & 1, reg >> side & 1);
          EXPECT_EQ(f2::removeBit(element, bit),
                    half.apply(f2::removeBit(reg, side), lane, warp));
        }
    EXPECT_EQ(whole.half(half.shape(), bit), half.withoutDuplicateRegisters());
  }
}

TEST_F(LinearLayoutTest, Half) {
  for (int i = 0; i < 200; ++i) {
    LinearLayout whole = randomLayout();
    if (whole.numElementBits() == 0)
      continue;
    unsigned bit = random.number(0, whole.numElementBits() - 1);
    LinearLayout half =
        whole.half(random.shape(whole.numElementBits() - 1), bit);
    EXPECT_TRUE(half.isSurjective());
    LinearLayout plain(half.shape());
    expectProjected(whole, half, [&](Coordinates at) {
      return plain.coordinates(f2::removeBit(whole.element(at), bit));
    });
  }
}

TEST_F(LinearLayoutTest, WithoutDuplicateRegisters) {
  LinearLayout layout({8}, {1, 0, 2, 3, 1, 4}, {1}, {});
  EXPECT_EQ(layout.withoutDuplicateRegisters(),
            LinearLayout({8}, {1, 2, 4}, {1}, {}));
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    expectProjected(layout, layout.withoutDuplicateRegisters(),
                    [](Coordinates at) { return at; });
  }
}

TEST_F(LinearLayoutTest, PermuteRegisters) {
  LinearLayout layout({16}, {1, 2, 4}, {8}, {});
  EXPECT_EQ(layout.permuteRegisters({2, 0, 1}),
            LinearLayout({16}, {4, 1, 2}, {8}, {}));
}

TEST_F(LinearLayoutTest, Compose) {
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    std::vector<int64_t> shape = random.shape();
    Bases map = random.columns(layout.numElementBits(),
                               LinearLayout(shape).numElementBits());
    LinearLayout composed = layout.compose(map, shape);
    EXPECT_EQ(composed.shape(), shape);
    forEachPlace(layout, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      EXPECT_EQ(composed.apply(reg, lane, warp),
                f2::apply(map, layout.apply(reg, lane, warp)));
    });
  }
  LinearLayout shared = LinearLayout::shared({4}, {2, 1});
  EXPECT_EQ(shared.compose({2, 1}, {2, 2}),
            LinearLayout::rowMajorShared({2, 2}));
}

TEST_F(LinearLayoutTest, InverseFindsAHolderOfEachElement) {
  for (int i = 0; i < 100; ++i) {
    LinearLayout layout = randomLayout();
    std::optional<Bases> inverse =
        f2::rightInverse(layout.matrix(), layout.numElementBits());
    ASSERT_TRUE(inverse);
    for (uint32_t element = 0; element < layout.numElements(); ++element)
      EXPECT_EQ(f2::apply(layout.matrix(), f2::apply(*inverse, element)),
                element);
  }
}

} // namespace
