//===- GeneratorsTest.cpp - Tests of arrays by description ----------------===//
//
// Values, reproducibility and the messages of the generators.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace llvm;
using namespace minitc;

namespace {

Array make(const std::string &text) {
  Expected<Array> array = generateArray(text);
  if (!array) {
    ADD_FAILURE() << toString(array.takeError());
    return Array();
  }
  return std::move(*array);
}

std::vector<double> values(const Array &array) {
  std::vector<double> result;
  for (int64_t i = 0; i < array.numElements(); ++i)
    result.push_back(array.type->isFloat()
                         ? loadFloat(*array.type, array.element(i))
                         : loadInteger(*array.type, array.element(i)));
  return result;
}

std::string messageOf(const std::string &text) {
  Expected<Array> array = generateArray(text);
  return array ? "(accepted)" : toString(array.takeError());
}

using Values = std::vector<double>;

TEST(Generators, MakeSimpleArraysOfEveryType) {
  for (const char *type : {"i1", "i8", "i16", "i32", "i64", "f8E4M3FN",
                           "f8E5M2", "f16", "bf16", "f32", "f64"}) {
    std::string shape = std::string("2x2x") + type;
    EXPECT_EQ(values(make("zeros(" + shape + ")")), Values(4, 0)) << type;
    EXPECT_EQ(values(make("ones(" + shape + ")")), Values(4, 1)) << type;
    EXPECT_EQ(values(make("full(" + shape + ", 1)")), Values(4, 1)) << type;
    EXPECT_EQ(values(make("randint(" + shape + ", 1, 2)")), Values(4, 1))
        << type;
    EXPECT_EQ(arrayTypeText(make("zeros(" + shape + ")")), shape);
  }
  EXPECT_EQ(values(make("arange(4xi8)")), Values({0, 1, 2, 3}));
  EXPECT_EQ(values(make("arange( 4xf16 , start = -1 , step=0.5 )")),
            Values({-1, -0.5, 0, 0.5}));
  EXPECT_EQ(values(make("arange(3xi32, 10, -5)")), Values({10, 5, 0}));
  EXPECT_EQ(values(make("full(1xi64, -0x10)")), Values({-16}));
  EXPECT_EQ(values(make("full(1xi32, 010)")), Values({10}));
  EXPECT_TRUE(std::isinf(values(make("full(1xf16, -inf)"))[0]));
  EXPECT_TRUE(std::isnan(values(make("full(1xf32, nan)"))[0]));
  EXPECT_FALSE(make("empty(4xf32)").initialized);
  EXPECT_TRUE(make("zeros(4xf32)").initialized);
}

TEST(Generators, RandomNumbersAreFixedByTheirSeed) {
  EXPECT_EQ(make("randn(100xf32, seed=1)").bytes,
            make("randn(100xf32, 1)").bytes);
  EXPECT_NE(make("randn(100xf32, seed=1)").bytes,
            make("randn(100xf32, seed=2)").bytes);
  // A longer array starts with the shorter one, whatever its shape.
  std::vector<double> longer = values(make("randn(300x1000xf64, seed=7)"));
  longer.resize(500);
  EXPECT_EQ(longer, values(make("randn(500xf64, seed=7)")));
  // Recorded: these numbers must never change.
  EXPECT_EQ(values(make("randint(5xi32, 0, 1000, seed=1)")),
            Values({368, 943, 45, 777, 219}));
}

TEST(Generators, AgreeWithTheScriptOfTheExamples) {
  // The first numbers of randn() in an implementation in NumPy that shares no
  // code with this.
  std::vector<double> expected = {0.8986774254906462, 0.05220700661023098,
                                  0.10739985963303605, 0.026751169428340698};
  std::vector<double> made = values(make("randn(4xf64, seed=1)"));
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(made[i], expected[i], 1e-14);
}

TEST(Generators, NormalNumbersHaveTheirMoments) {
  std::vector<double> x = values(make("randn(1000x1000xf32, seed=3)"));
  double mean = 0, square = 0, fourth = 0;
  for (double v : x) {
    mean += v / x.size();
    square += v * v / x.size();
    fourth += v * v * v * v / x.size();
  }
  // Five standard errors.
  EXPECT_NEAR(mean, 0, 5e-3);
  EXPECT_NEAR(square, 1, 5 * std::sqrt(2e-6));
  EXPECT_NEAR(fourth, 3, 5 * std::sqrt(96e-6));
}

TEST(Generators, UniformNumbersStayInTheirRange) {
  double mean = 0;
  for (double v : values(make("uniform(100000xf64, -2, 6, seed=5)"))) {
    ASSERT_GE(v, -2);
    ASSERT_LT(v, 6);
    mean += v / 100000;
  }
  EXPECT_NEAR(mean, 2, 5 * 8 / std::sqrt(12.0 * 100000));
}

TEST(Generators, RandomIntegersCoverTheirRange) {
  std::vector<int> counts(7);
  for (double v : values(make("randint(70000xi8, lo=-3, hi=4, seed=9)")))
    ++counts.at(int(v) + 3);
  for (int count : counts)
    EXPECT_NEAR(count, 10000, 5 * std::sqrt(10000.0));
}

TEST(Generators, ErrorsPointAtTheCulprit) {
  EXPECT_EQ(messageOf("randn(64xx781xf32)"),
            "expected a size or an element type (i1, i8, i16, i32, i64, "
            "f8E4M3FN, f8E5M2, f16, bf16, f32, f64)\n"
            "  randn(64xx781xf32)\n"
            "           ^");
  EXPECT_EQ(messageOf("rand(4xf32)"),
            "expected a generator (zeros, ones, empty, full, arange, randn, "
            "uniform, randint)\n"
            "  rand(4xf32)\n"
            "  ^");
  EXPECT_EQ(messageOf("zeros(f32)"), "expected a shape, as in 64x781xf32\n"
                                     "  zeros(f32)\n"
                                     "        ^");
  EXPECT_EQ(messageOf("zeros(0xf32)"), "expected a positive size\n"
                                       "  zeros(0xf32)\n"
                                       "        ^");
  EXPECT_EQ(messageOf("zeros(4)"),
            "expected 'x' and more sizes or an element type\n"
            "  zeros(4)\n"
            "         ^");
  EXPECT_EQ(messageOf("zeros(4xf32"), "expected ',' or ')'\n"
                                      "  zeros(4xf32\n"
                                      "             ^");
  EXPECT_EQ(messageOf("zeros 4"), "expected '(' after 'zeros'\n"
                                  "  zeros 4\n"
                                  "        ^");
  EXPECT_EQ(messageOf("zeros(4xf32)!"), "expected nothing after ')'\n"
                                        "  zeros(4xf32)!\n"
                                        "              ^");
  EXPECT_EQ(messageOf("zeros(4xf32, 1)"),
            "too many arguments: expected zeros(SHAPExT)\n"
            "  zeros(4xf32, 1)\n"
            "               ^");
  EXPECT_EQ(messageOf("randn(4xf32, sed=1)"),
            "unknown argument 'sed': expected randn(SHAPExT, seed=0)\n"
            "  randn(4xf32, sed=1)\n"
            "               ^");
  EXPECT_EQ(messageOf("randn(4xf32, 1, seed=1)"), "'seed' is given twice\n"
                                                  "  randn(4xf32, 1, seed=1)\n"
                                                  "                  ^");
  EXPECT_EQ(messageOf("full(4xf32)"),
            "missing 'value': expected full(SHAPExT, value)\n"
            "  full(4xf32)\n"
            "  ^");
  EXPECT_EQ(messageOf("full(4xi8, 256)"), "256 does not fit i8\n"
                                          "  full(4xi8, 256)\n"
                                          "             ^");
  EXPECT_EQ(messageOf("full(4xf8E4M3FN, 1e4)"), "1e4 does not fit f8E4M3FN\n"
                                                "  full(4xf8E4M3FN, 1e4)\n"
                                                "                   ^");
  EXPECT_EQ(messageOf("full(4xi8, 1.5)"), "expected an integer\n"
                                          "  full(4xi8, 1.5)\n"
                                          "             ^");
  EXPECT_EQ(messageOf("full(4xf32, one)"), "expected a number\n"
                                           "  full(4xf32, one)\n"
                                           "              ^");
  EXPECT_EQ(messageOf("randn(4xi32)"),
            "randn makes floats, but the element type is i32: use randint\n"
            "  randn(4xi32)\n"
            "  ^");
  EXPECT_EQ(messageOf("randint(4xi32, 5, 5)"), "expected lo < hi\n"
                                               "  randint(4xi32, 5, 5)\n"
                                               "                 ^");
  EXPECT_EQ(messageOf("uniform(4xf32, hi=-1)"), "expected finite lo < hi\n"
                                                "  uniform(4xf32, hi=-1)\n"
                                                "  ^");
  EXPECT_EQ(messageOf("arange(300xi8)"), "the values do not fit i8\n"
                                         "  arange(300xi8)\n"
                                         "  ^");
  EXPECT_EQ(messageOf("zeros(99999999x99999999xf64)"),
            "the array is too large\n"
            "  zeros(99999999x99999999xf64)\n"
            "        ^");
  EXPECT_EQ(messageOf("uniform(4xf32, lo=0, 1)"),
            "expected NAME=VALUE after a named argument\n"
            "  uniform(4xf32, lo=0, 1)\n"
            "                       ^");
}

} // namespace
