//===- NestingTest.cpp - Tests of the limit on open brackets --------------===//
//
// What counts as nested, and what does not.
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

#include <gtest/gtest.h>

using namespace minitc;

namespace {

std::string repeat(const std::string &text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST(Nesting, CountsEveryKindOfBracket) {
  for (std::string open : {"(", "[", "{", "<"}) {
    EXPECT_EQ(findTooDeepNesting(repeat(open, kMaxNesting)), std::nullopt);
    EXPECT_EQ(findTooDeepNesting(repeat(open, kMaxNesting + 1)), kMaxNesting);
  }
  EXPECT_EQ(findTooDeepNesting(repeat("({[<", kMaxNesting)), kMaxNesting);
}

TEST(Nesting, BracketsThatCloseDoNotAddUp) {
  for (std::string pair : {"()", "[]", "{}", "<>", "(() -> i32)"})
    EXPECT_EQ(findTooDeepNesting(repeat(pair, 2 * kMaxNesting)), std::nullopt);
}

TEST(Nesting, AnArrowClosesNothing) {
  EXPECT_NE(findTooDeepNesting(repeat("(->", kMaxNesting + 1)), std::nullopt);
}

TEST(Nesting, StringsAndCommentsAreText) {
  std::string deep = repeat("(", kMaxNesting + 1);
  EXPECT_EQ(findTooDeepNesting("\"" + deep + "\""), std::nullopt);
  EXPECT_EQ(findTooDeepNesting("\"\\\"" + deep + "\""), std::nullopt);
  EXPECT_EQ(findTooDeepNesting("// " + deep + "\n"), std::nullopt);
  EXPECT_EQ(findTooDeepNesting("// " + deep), std::nullopt);
  EXPECT_NE(findTooDeepNesting("\"\"" + deep), std::nullopt);
  EXPECT_NE(findTooDeepNesting("// \n" + deep), std::nullopt);
  EXPECT_EQ(findTooDeepNesting("\"unclosed"), std::nullopt);
  EXPECT_EQ(findTooDeepNesting("\"\\"), std::nullopt);
}

} // namespace
