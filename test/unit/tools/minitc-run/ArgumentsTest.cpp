//===- ArgumentsTest.cpp - Tests of values for parameters -----------------===//
//
// Binding, and the messages of a command line that does not fit its kernel.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Npy.h"
#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace minitc;

namespace {

Signature scaled() {
  Signature signature;
  signature.parameters = {
      {"in", MINITC_PARAMETER_POINTER, MINITC_TYPE_F32, 16},
      {"n", MINITC_PARAMETER_INTEGER, MINITC_TYPE_I32, 1},
      {"scale", MINITC_PARAMETER_FLOAT, MINITC_TYPE_F16, 1}};
  signature.text = "@scaled(...)";
  return signature;
}

std::string messageOf(std::vector<std::string> texts) {
  Expected<std::vector<Argument>> arguments = bindArguments(texts, scaled());
  if (arguments)
    return "(accepted)";
  std::string message = toString(arguments.takeError());
  StringRef text = message;
  EXPECT_TRUE(text.consume_back("\n  the kernel is @scaled(...)")) << message;
  return text.str();
}

TEST(Arguments, BindByNameInTheOrderOfTheSignature) {
  Expected<std::vector<Argument>> arguments = bindArguments(
      {"scale=-0.5", "n=4294967295", "in=arange(2x2xf32)"}, scaled());
  ASSERT_TRUE(bool(arguments)) << toString(arguments.takeError());
  ASSERT_EQ(arguments->size(), 3u);
  ASSERT_TRUE((*arguments)[0].array);
  EXPECT_EQ((*arguments)[0].array->shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ((*arguments)[1].scalar.kind, MINITC_ARGUMENT_UNSIGNED);
  EXPECT_EQ((*arguments)[1].scalar.value.u, 4294967295u);
  EXPECT_EQ((*arguments)[2].scalar.kind, MINITC_ARGUMENT_FLOAT);
  EXPECT_EQ((*arguments)[2].scalar.value.f, -0.5);
}

TEST(Arguments, NegativeIntegersAreSigned) {
  Expected<std::vector<Argument>> arguments =
      bindArguments({"scale=1", "n=-7", "in=zeros(1xf32)"}, scaled());
  ASSERT_TRUE(bool(arguments)) << toString(arguments.takeError());
  EXPECT_EQ((*arguments)[1].scalar.kind, MINITC_ARGUMENT_SIGNED);
  EXPECT_EQ((*arguments)[1].scalar.value.i, -7);
}

TEST(Arguments, ErrorsShowTheSignature) {
  EXPECT_EQ(messageOf({"m=1"}), "--arg: the kernel has no argument 'm'");
  EXPECT_EQ(messageOf({"n"}), "--arg: expected NAME=VALUE, but got 'n'");
  EXPECT_EQ(messageOf({"n=1", "n=2"}), "--arg: 'n' is given twice");
  EXPECT_EQ(messageOf({"in=zeros(1xf32)", "n=1"}), "no --arg for 'scale'");
  EXPECT_EQ(messageOf({"in=5", "n=1", "scale=1"}),
            "--arg in: expected an array, as @FILE.npy or as a generator such "
            "as zeros(64x32xf32), but got '5'");
  EXPECT_EQ(messageOf({"in=zeros(4xf64)", "n=1", "scale=1"}),
            "--arg in: expected elements of type f32, but got 4xf64");
  EXPECT_EQ(messageOf({"in=zeros(4xf32)", "n=1.5", "scale=1"}),
            "--arg n: expected an integer (i32), but got '1.5'");
  EXPECT_EQ(messageOf({"in=zeros(4xf32)", "n=4294967296", "scale=1"}),
            "--arg n: 4294967296 does not fit i32");
  EXPECT_EQ(messageOf({"in=zeros(4xf32)", "n=1", "scale=@x.npy"}),
            "--arg scale: expected a number (f16), but got '@x.npy'");
  EXPECT_EQ(messageOf({"in=zeros(4xf32)", "n=1", "scale=1e6"}),
            "--arg scale: 1e6 does not fit f16");
  EXPECT_EQ(messageOf({"in=@/nowhere/x.npy", "n=1", "scale=1"}),
            "--arg in: cannot read '/nowhere/x.npy': No such file or "
            "directory");
  EXPECT_EQ(messageOf({"in=zeros(4xf33)", "n=1", "scale=1"}).substr(0, 51),
            "--arg in: expected a size or an element type (i1, i");
}

TEST(Arguments, ReadArraysFromFiles) {
  SmallString<128> path;
  ASSERT_FALSE(sys::fs::createTemporaryFile("minitc", "npy", path));
  FileRemover remover(path);
  Expected<Array> written = loadArray("arange(3xf32)", *findElementType("f32"));
  ASSERT_TRUE(bool(written));
  Expected<OutputFile> file = OutputFile::create(path, renderNpy(*written));
  ASSERT_TRUE(bool(file));
  ASSERT_FALSE(bool(file->commit()));

  for (std::string text : {"@" + std::string(path), std::string(path)}) {
    Expected<Array> read = loadArray(text, *findElementType("f32"));
    ASSERT_TRUE(bool(read)) << toString(read.takeError());
    EXPECT_EQ(read->bytes, written->bytes);
  }
  Expected<Array> wrong = loadArray(path, *findElementType("i32"));
  ASSERT_FALSE(bool(wrong));
  EXPECT_EQ(toString(wrong.takeError()),
            ("'" + path +
             "': expected elements of NumPy type 'i4' for i32, but got 'f4'")
                .str());
}

TEST(Arguments, FindArrays) {
  Expected<size_t> found = findArray("--save", "in", scaled());
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(*found, 0u);
  EXPECT_EQ(toString(findArray("--save", "n", scaled()).takeError()),
            "--save: 'n' is not an array\n  the kernel is @scaled(...)");
  EXPECT_EQ(toString(findArray("--save", "m", scaled()).takeError()),
            "--save: the kernel has no argument 'm'\n  the kernel is "
            "@scaled(...)");
}

TEST(Arguments, ParseGrids) {
  using Grid = std::array<unsigned, 3>;
  EXPECT_EQ(*parseGrid("64"), (Grid{64, 1, 1}));
  EXPECT_EQ(*parseGrid("8x4"), (Grid{8, 4, 1}));
  EXPECT_EQ(*parseGrid("8,4,2"), (Grid{8, 4, 2}));
  for (const char *text : {"", "0", "8x", "8x4x2x1", "-1", "a", "8x4,2"})
    EXPECT_EQ(toString(parseGrid(text).takeError()),
              std::string("--grid: expected one to three positive numbers, as "
                          "in 64x2x1, but got '") +
                  text + "'");
}

} // namespace
