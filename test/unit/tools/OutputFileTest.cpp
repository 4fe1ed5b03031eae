//===- OutputFileTest.cpp - Tests of files that appear whole --------------===//
//
// What a reader of the directory sees before and after a commit.
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace llvm;
using namespace minitc;

namespace {

class OutputFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("minitc-output", directory));
  }
  void TearDown() override { sys::fs::remove_directories(directory); }

  std::string path(StringRef name) {
    SmallString<128> result(directory);
    sys::path::append(result, name);
    return std::string(result);
  }

  static void put(const std::string &path, const std::string &contents) {
    std::ofstream(path) << contents;
  }

  static std::string read(const std::string &path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "(missing)";
  }

  size_t numFiles() {
    size_t count = 0;
    std::error_code error;
    for (sys::fs::directory_iterator it(directory, error), end;
         it != end && !error; it.increment(error))
      ++count;
    return count;
  }

  SmallString<128> directory;
};

TEST_F(OutputFileTest, AppearsOnCommit) {
  Expected<OutputFile> file = OutputFile::create(path("a"), "new");
  ASSERT_TRUE(bool(file));
  EXPECT_EQ(read(path("a")), "(missing)");
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_EQ(read(path("a")), "new");
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(OutputFileTest, LeavesNoTraceWithoutCommit) {
  put(path("a"), "old");
  {
    Expected<OutputFile> file = OutputFile::create(path("a"), "new");
    ASSERT_TRUE(bool(file));
    EXPECT_EQ(read(path("a")), "old");
  }
  EXPECT_EQ(read(path("a")), "old");
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(OutputFileTest, KeepsPermissions) {
  put(path("a"), "old");
  ASSERT_FALSE(sys::fs::setPermissions(path("a"), sys::fs::perms(0640)));
  Expected<OutputFile> file = OutputFile::create(path("a"), "new");
  ASSERT_TRUE(bool(file));
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_EQ(*sys::fs::getPermissions(path("a")), sys::fs::perms(0640));
}

TEST_F(OutputFileTest, WritesThroughASymbolicLink) {
  put(path("a"), "old");
  ASSERT_FALSE(sys::fs::create_link(path("a"), path("link")));
  Expected<OutputFile> file = OutputFile::create(path("link"), "new");
  ASSERT_TRUE(bool(file));
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link")));
  EXPECT_EQ(read(path("a")), "new");
}

TEST_F(OutputFileTest, WritesADeviceDirectly) {
  Expected<OutputFile> file = OutputFile::create("/dev/null", "new");
  ASSERT_TRUE(bool(file));
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_TRUE(isSpecialOutput("/dev/null"));
  EXPECT_TRUE(isSpecialOutput("-"));
  EXPECT_FALSE(isSpecialOutput(path("a")));
}

TEST_F(OutputFileTest, ReportsAFullDevice) {
  if (!sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "there is no /dev/full here";
  Expected<OutputFile> file = OutputFile::create("/dev/full", "new");
  ASSERT_TRUE(bool(file));
  EXPECT_EQ(toString(file->commit()),
            "cannot write '/dev/full': No space left on device");
}

TEST_F(OutputFileTest, ReportsADirectory) {
  Expected<OutputFile> file = OutputFile::create(directory, "new");
  ASSERT_FALSE(bool(file));
  EXPECT_EQ(toString(file.takeError()),
            ("cannot write '" + directory + "': Is a directory").str());
}

TEST_F(OutputFileTest, ReportsAMissingDirectory) {
  Expected<OutputFile> file = OutputFile::create(path("no/a"), "new");
  ASSERT_FALSE(bool(file));
  EXPECT_EQ(toString(file.takeError()),
            "cannot write '" + path("no/a") + "': No such file or directory");
}

} // namespace
