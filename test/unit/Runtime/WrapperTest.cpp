//===- WrapperTest.cpp - The C++ wrapper by itself ------------------------===//

#include "minitc/minitc.hpp"

#include "llvm/ADT/APFloat.h"

#include <gtest/gtest.h>

#include <random>

namespace {

template <typename T>
constexpr bool isMoveOnly =
    std::is_nothrow_move_constructible_v<T>
        &&std::is_nothrow_move_assignable_v<T> &&
    !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;

static_assert(isMoveOnly<minitc::Device>);
static_assert(isMoveOnly<minitc::Kernel>);
static_assert(isMoveOnly<minitc::Stream>);
static_assert(isMoveOnly<minitc::Buffer<float>>);
static_assert(std::is_empty_v<minitc::Launched>);
static_assert(sizeof(minitc::half) == 2 && sizeof(minitc::bfloat16) == 2);

uint16_t bitsOf(float value, const llvm::fltSemantics &semantics) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

TEST(WrapperTest, SixteenBitTypesWidenExactly) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    minitc::half h;
    h.bits = bits;
    minitc::bfloat16 b;
    b.bits = bits;
    float fromHalf =
        llvm::APFloat(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits))
            .convertToFloat();
    float fromBfloat =
        llvm::APFloat(llvm::APFloat::BFloat(), llvm::APInt(16, bits))
            .convertToFloat();
    if (fromHalf == fromHalf) {
      EXPECT_EQ(float(h), fromHalf) << bits;
      EXPECT_EQ(minitc::half(fromHalf).bits, bits);
    } else {
      EXPECT_NE(float(h), float(h)) << bits;
    }
    if (fromBfloat == fromBfloat) {
      EXPECT_EQ(float(b), fromBfloat) << bits;
      EXPECT_EQ(minitc::bfloat16(fromBfloat).bits, bits);
    } else {
      EXPECT_NE(float(b), float(b)) << bits;
    }
  }
}

TEST(WrapperTest, SixteenBitTypesRoundToNearestEven) {
  std::mt19937 random(1);
  auto check = [](uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    if (value != value) {
      EXPECT_EQ(minitc::half(value).bits & 0x7C00, 0x7C00);
      EXPECT_NE(float(minitc::half(value)), float(minitc::half(value)));
      EXPECT_NE(float(minitc::bfloat16(value)), float(minitc::bfloat16(value)));
      return;
    }
    EXPECT_EQ(minitc::half(value).bits,
              bitsOf(value, llvm::APFloat::IEEEhalf()))
        << value;
    EXPECT_EQ(minitc::bfloat16(value).bits,
              bitsOf(value, llvm::APFloat::BFloat()))
        << value;
  };
  for (int i = 0; i < 200000; ++i)
    check(random());
  // Where f16 and its subnormals live, and every tie there is.
  for (uint32_t high = 0x3200; high < 0x4800; ++high)
    for (uint32_t low : {0x0000u, 0x0FFFu, 0x1000u, 0x1001u, 0x7FFFu, 0x8000u,
                         0x8001u, 0xF000u, 0xFFFFu}) {
      check(high << 16 | low);
      check(0x80000000u | high << 16 | low);
    }
}

TEST(WrapperTest, ElementTypes) {
  using minitc::element_type;
  EXPECT_EQ(element_type<float>::value, MINITC_TYPE_F32);
  EXPECT_EQ(element_type<bool>::value, MINITC_TYPE_I1);
  EXPECT_EQ(element_type<uint16_t>::value, MINITC_TYPE_I16);
  EXPECT_EQ(element_type<void>::value, MINITC_TYPE_ANY);
  for (int type = MINITC_TYPE_I1; type <= MINITC_TYPE_F64; ++type) {
    auto t = static_cast<minitc_type>(type);
    EXPECT_EQ(minitc_type_from_name(minitc_type_name(t)), t);
    EXPECT_GT(minitc_type_size(t), 0u);
  }
  EXPECT_EQ(minitc_type_from_name("f33"), MINITC_TYPE_ANY);
  EXPECT_EQ(minitc_type_size(MINITC_TYPE_I1), 1u);
  EXPECT_EQ(minitc_type_size(MINITC_TYPE_F8E5M2), 1u);
  EXPECT_EQ(minitc_type_size(MINITC_TYPE_BF16), 2u);
}

} // namespace
