//===- ParseIntegerTest.cpp - Tests of integers on command lines ----------===//
//
// What is a number, up to the ends of 64 bits.
//
//===----------------------------------------------------------------------===//

#include "ParseInteger.h"

#include <gtest/gtest.h>

using namespace minitc;

namespace {

TEST(ParseInteger, ReadsDecimalAndHexadecimal) {
  EXPECT_EQ(parseInteger("781"), 781);
  EXPECT_EQ(parseInteger("-7"), -7);
  EXPECT_EQ(parseInteger("010"), 10);
  EXPECT_EQ(parseInteger("0x10"), 16);
  EXPECT_EQ(parseInteger("-0x10"), -16);
  EXPECT_EQ(parseInteger("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(parseInteger("-9223372036854775808"), INT64_MIN);
}

TEST(ParseInteger, RefusesEverythingElse) {
  for (const char *text :
       {"", "-", "0x", "1.0", "1e3", " 1", "1 ", "+1", "--1", "0b1", "n",
        "9223372036854775808", "-9223372036854775809"})
    EXPECT_EQ(parseInteger(text), std::nullopt) << text;
}

} // namespace
