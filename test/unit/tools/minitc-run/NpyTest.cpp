//===- NpyTest.cpp - Tests of NumPy's array files -------------------------===//
//
// Files as NumPy writes them, and files that it does not.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace minitc;

namespace {

/// A file with this header and these data.
std::string file(int version, std::string header, std::string data) {
  std::string text = "\x93NUMPY";
  text += char(version);
  text += '\0';
  header += '\n';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    text += char(header.size() >> (8 * i));
  return text + header + data;
}

std::string dictionary(const std::string &descr, const std::string &shape,
                       const std::string &order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }";
}

/// The message of a file that is refused.
std::string messageOf(const std::string &contents) {
  Expected<NpyFile> parsed = parseNpy(contents);
  return parsed ? "(accepted)" : toString(parsed.takeError());
}

Array makeArray(const char *type, std::vector<int64_t> shape) {
  Array array;
  array.type = findElementType(type);
  array.shape = std::move(shape);
  array.bytes.resize(array.numBytes());
  return array;
}

TEST(Npy, WritesTheBytesThatNumPyWrites) {
  Array array = makeArray("f32", {2, 3});
  for (int i = 0; i < 6; ++i)
    storeFloat(*array.type, i, array.element(i));
  std::string expected("\x93NUMPY\x01\x00v\x00", 10);
  expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  expected += std::string(127 - expected.size(), ' ') + "\n";
  std::string text = renderNpy(array);
  EXPECT_EQ(text.substr(0, 128), expected);
  EXPECT_EQ(text.size(), 128u + 24u);
  EXPECT_EQ(text.substr(128 + 4, 4), std::string("\x00\x00\x80\x3f", 4));
}

TEST(Npy, WritesTuplesAsPythonSpellsThem) {
  EXPECT_NE(renderNpy(makeArray("i64", {3})).find("'shape': (3,), }"),
            std::string::npos);
  EXPECT_NE(renderNpy(makeArray("i1", {})).find("'shape': (), }"),
            std::string::npos);
}

TEST(Npy, RoundTripsEveryElementType) {
  for (const char *name : {"i1", "i8", "i16", "i32", "i64", "f8E4M3FN",
                           "f8E5M2", "f16", "bf16", "f32", "f64"}) {
    Array array = makeArray(name, {2, 2, 1});
    for (int i = 0; i < 4; ++i) {
      if (array.type->isFloat())
        storeFloat(*array.type, i - 1.5, array.element(i));
      else
        storeInteger(*array.type, i % 2, array.element(i));
    }
    Expected<NpyFile> parsed = parseNpy(renderNpy(array));
    ASSERT_TRUE(bool(parsed)) << name << toString(parsed.takeError());
    Expected<Array> back = interpretNpy(std::move(*parsed), *array.type);
    ASSERT_TRUE(bool(back)) << name << toString(back.takeError());
    EXPECT_EQ(back->shape, array.shape) << name;
    EXPECT_EQ(back->bytes, array.bytes) << name;
  }
}

TEST(Npy, ReadsVersionsOneToThreeInAnyOrderOfKeys) {
  for (int version : {1, 2, 3}) {
    Expected<NpyFile> parsed = parseNpy(file(
        version, R"({"shape":( 2 , ) ,'fortran_order':False,'descr':'<i2'})",
        std::string("\1\0\2\0", 4)));
    ASSERT_TRUE(bool(parsed)) << toString(parsed.takeError());
    EXPECT_EQ(parsed->shape, std::vector<int64_t>{2});
    Expected<Array> array = interpretNpy(*parsed, *findElementType("i16"));
    ASSERT_TRUE(bool(array));
    EXPECT_EQ(loadInteger(*array->type, array->element(1)), 2);
  }
}

TEST(Npy, TakesTheMeaningFromTheKernel) {
  Expected<NpyFile> parsed =
      parseNpy(file(1, dictionary("<u2", "(1,)"), std::string("\x80\x3f", 2)));
  ASSERT_TRUE(bool(parsed));
  Expected<Array> brain = interpretNpy(*parsed, *findElementType("bf16"));
  ASSERT_TRUE(bool(brain));
  EXPECT_EQ(loadFloat(*brain->type, brain->element(0)), 1.0);
  Expected<Array> integer = interpretNpy(*parsed, *findElementType("i16"));
  ASSERT_TRUE(bool(integer));
  EXPECT_EQ(loadInteger(*integer->type, integer->element(0)), 0x3f80);
  Expected<Array> wrong = interpretNpy(*parsed, *findElementType("f16"));
  ASSERT_FALSE(bool(wrong));
  EXPECT_EQ(toString(wrong.takeError()),
            "expected elements of NumPy type 'f2' for f16, but got 'u2'");
}

TEST(Npy, RefusesWhatKernelsCannotRead) {
  EXPECT_EQ(messageOf("PK\3\4"), "not a NumPy array file (.npy)");
  EXPECT_EQ(messageOf("\x93NUMPY\x01"), "the file ends within its header");
  EXPECT_EQ(messageOf(file(4, dictionary("<f4", "(1,)"), "")),
            "expected version 1, 2 or 3 of the format, but got 4");
  EXPECT_EQ(messageOf(file(1, dictionary("<f4", "(2, 2)", "True"), "")),
            "the array is in Fortran order, which kernels do not know: save "
            "np.ascontiguousarray(x)");
  EXPECT_EQ(messageOf(file(1, dictionary(">f4", "(1,)"), "")),
            "big-endian elements ('>f4') are not supported: save "
            "x.astype('<f4')");
  EXPECT_EQ(messageOf(file(1, dictionary("<c8", "(1,)"), "")),
            "elements of NumPy type '<c8' are not supported");
  EXPECT_EQ(messageOf(file(1,
                           "{'descr': [('a', '<f4')], 'fortran_order': False, "
                           "'shape': (1,), }",
                           "")),
            "structured arrays are not supported: save one field at a time");
  EXPECT_EQ(messageOf(file(1, dictionary("<f4", "(2, 2)"), "12345")),
            "expected 16 bytes of data, but got 5");
  EXPECT_EQ(
      messageOf(file(1, dictionary("<f4", "(9999999999999, 9999999)"), "")),
      "the array is too large");
  for (const char *header :
       {"", "{", "{}", "{'descr': '<f4', 'shape': (1,), }", "{'descr'}",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1", "\x93'"})
    EXPECT_EQ(messageOf(file(1, header, "")), "the header is malformed")
        << header;
}

TEST(Npy, EveryPrefixOfAFileIsAnError) {
  std::string whole = renderNpy(makeArray("f64", {2, 2}));
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(messageOf(whole.substr(0, length)), "(accepted)") << length;
  EXPECT_EQ(messageOf(whole), "(accepted)");
}

} // namespace
