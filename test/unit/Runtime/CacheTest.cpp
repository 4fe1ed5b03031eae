//===- CacheTest.cpp - Compiled kernels on disk ---------------------------===//

#include "minitc/Runtime/Cache.h"
#include "RuntimeTest.h"

#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace minitc::runtime;

namespace {

class CacheTest : public RuntimeTest {
protected:
  /// Compiles and launches the kernel as a new process would.
  void useKernel(const std::string &source = mixedSource,
                 const minitc::Options &options = {}) {
    minitc::Device gpu(0);
    auto kernel = gpu.compile_source(source, "", options);
    kernel.launch({1}, nullptr, 3, 1.0f);
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> paths;
    for (const auto &file : fs::directory_iterator(cacheDirectory))
      paths.push_back(file.path());
    return paths;
  }
  static CacheEntry sampleEntry() {
    CacheEntry entry;
    minitc::KernelInfo kernel;
    kernel.name = "k";
    kernel.arguments = {{"p", minitc::ArgumentInfo::Kind::Pointer, "bf16", 16},
                        {"n", minitc::ArgumentInfo::Kind::Integer, "i64", 1}};
    kernel.numWarps = 8;
    kernel.staticSharedBytes = 12;
    kernel.dynamicSharedBytes = 65536;
    kernel.asserts = {{0, "it holds", "k.mlir", 3, 5, {4, 2}},
                      {7, "", "", 0, 0, {}}};
    using Op = minitc::LaunchExpression::Op;
    kernel.tensorMaps = {{1,
                          "f8E5M2",
                          {{{{Op::Argument, 1, 32}, {Op::Constant, -3, 64}}},
                           {{{Op::Maximum, 0, 8}}}},
                          {{{{Op::Multiply, 0, 16}}}},
                          {64, 8},
                          128},
                         {}};
    entry.kernels = {kernel};
    entry.diagnostics = "a warning\n";
    entry.image = std::string("\0\x7F binary \xFF", 11);
    entry.spillStoreBytes = 24;
    return entry;
  }
};

TEST_F(CacheTest, RoundTrip) {
  writeCache("key", sampleEntry());
  std::optional<CacheEntry> read = readCache("key");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->kernels.size(), 1u);
  const minitc::KernelInfo &kernel = read->kernels.front();
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.numWarps, 8u);
  EXPECT_EQ(kernel.staticSharedBytes, 12u);
  EXPECT_EQ(kernel.dynamicSharedBytes, 65536u);
  ASSERT_EQ(kernel.arguments.size(), 2u);
  EXPECT_EQ(kernel.arguments[0].name, "p");
  EXPECT_EQ(kernel.arguments[0].kind, minitc::ArgumentInfo::Kind::Pointer);
  EXPECT_EQ(kernel.arguments[0].type, "bf16");
  EXPECT_EQ(kernel.arguments[0].divisible, 16);
  EXPECT_EQ(kernel.arguments[1].name, "n");
  ASSERT_EQ(kernel.asserts.size(), 2u);
  EXPECT_EQ(kernel.asserts[0].id, 0u);
  EXPECT_EQ(kernel.asserts[0].message, "it holds");
  EXPECT_EQ(kernel.asserts[0].file, "k.mlir");
  EXPECT_EQ(kernel.asserts[0].line, 3u);
  EXPECT_EQ(kernel.asserts[0].column, 5u);
  EXPECT_EQ(kernel.asserts[0].shape, (std::vector<int64_t>{4, 2}));
  EXPECT_EQ(kernel.asserts[1].id, 7u);
  ASSERT_EQ(kernel.tensorMaps.size(), 2u);
  const minitc::TensorMapInfo &map = kernel.tensorMaps[0];
  using Op = minitc::LaunchExpression::Op;
  EXPECT_EQ(map.base, 1u);
  EXPECT_EQ(map.elementType, "f8E5M2");
  ASSERT_EQ(map.sizes.size(), 2u);
  ASSERT_EQ(map.sizes[0].steps.size(), 2u);
  EXPECT_EQ(map.sizes[0].steps[0].op, Op::Argument);
  EXPECT_EQ(map.sizes[0].steps[0].value, 1);
  EXPECT_EQ(map.sizes[0].steps[0].bits, 32u);
  EXPECT_EQ(map.sizes[0].steps[1].value, -3);
  EXPECT_EQ(map.sizes[1].steps[0].op, Op::Maximum);
  ASSERT_EQ(map.strides.size(), 1u);
  EXPECT_EQ(map.strides[0].steps[0].op, Op::Multiply);
  EXPECT_EQ(map.box, (std::vector<unsigned>{64, 8}));
  EXPECT_EQ(map.swizzleBytes, 128u);
  EXPECT_TRUE(kernel.tensorMaps[1].sizes.empty());
  EXPECT_EQ(read->diagnostics, "a warning\n");
  EXPECT_EQ(read->image, sampleEntry().image);
  EXPECT_EQ(read->spillStoreBytes, 24);
  EXPECT_EQ(read->spillLoadBytes, -1);
  EXPECT_FALSE(readCache("another key"));
}

TEST_F(CacheTest, EveryDamageIsFound) {
  writeCache("key", sampleEntry());
  fs::path path = entries().at(0);
  std::string sound;
  {
    std::ifstream file(path, std::ios::binary);
    sound.assign(std::istreambuf_iterator<char>(file), {});
  }
  auto readWith = [&](const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return readCache("key");
  };
  for (size_t i = 0; i < sound.size(); ++i) {
    std::string flipped = sound;
    flipped[i] ^= 0x20;
    EXPECT_FALSE(readWith(flipped)) << "byte " << i;
    EXPECT_FALSE(readWith(sound.substr(0, i))) << "cut at " << i;
  }
  EXPECT_FALSE(readWith(sound + "x"));
  EXPECT_TRUE(readWith(sound));
}

TEST_F(CacheTest, KeysTellEverythingApart) {
  minitc::CompileOptions base;
  std::set<std::string> keys;
  size_t made = 0;
  auto add = [&](const minitc::CompileOptions &options,
                 const char *source = "s", const char *name = "n",
                 const char *assembler = "a") {
    keys.insert(cacheKey(source, name, options, assembler));
    EXPECT_EQ(keys.size(), ++made);
  };
  auto with = [&](auto change) {
    minitc::CompileOptions options = base;
    change(options);
    add(options);
  };
  add(base);
  add(base, "t");
  add(base, "s", "m");
  add(base, "s", "n", "b");
  add(base, "sn", "");
  with([](auto &o) { o.target = "sm_90a"; });
  with([](auto &o) { o.kernel = "k"; });
  with([](auto &o) { o.numWarps = 4; });
  with([](auto &o) { o.numStages = 4; });
  with([](auto &o) { o.fastMath = true; });
  with([](auto &o) { o.fpContract = false; });
  with([](auto &o) { o.lineInfo = true; });
  with([](auto &o) { o.tensorMaps = false; });
  with([](auto &o) { o.skipBarrier = 0; });
  with([](auto &o) { o.facts["a"].value = 1; });
  with([](auto &o) { o.facts["a"].value = 2; });
  with([](auto &o) { o.facts["a"].divisible = 2; });
  with([](auto &o) { o.facts["b"].value = 1; });
  fakecompiler::state().buildId = "fake 2";
  add(base);
}

TEST_F(CacheTest, HitNeedsNoCompiler) {
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_EQ(fakecompiler::state().described, 1u);
  EXPECT_EQ(fakecuda::state().count("cuLinkComplete"), 1u);
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
  EXPECT_EQ(fakecompiler::state().described, 1u);
  EXPECT_EQ(fakecuda::state().count("cuLinkComplete"), 1u);
  EXPECT_EQ(fakecuda::state().launches.size(), 2u);
  EXPECT_EQ(lastLaunch().block[0], 256u);
}

TEST_F(CacheTest, WarningsAreKept) {
  std::string source = std::string(mixedSource) + " // suspicious";
  for (int i = 0; i < 2; ++i) {
    minitc::Device gpu(0);
    auto kernel = gpu.compile_source(source, "", {}, "k.mlir");
    EXPECT_EQ(kernel.warnings(), "k.mlir:1:1: warning: suspicious\n");
    kernel.precompile(nullptr, 3, 1.0f);
    EXPECT_EQ(kernel.warnings(), "k.mlir:1:1: warning: suspicious\n");
  }
  EXPECT_EQ(fakecompiler::state().compiled, 1u);
}

TEST_F(CacheTest, AnotherDriverCompilesAgain) {
  useKernel();
  minitc_cache_statistics before, after;
  minitc_cache_get_statistics(&before);
  EXPECT_EQ(entries().size(), 2u);
  fakecompiler::state().buildId = "fake 2";
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  EXPECT_EQ(entries().size(), 4u);
  minitc_cache_get_statistics(&after);
  EXPECT_EQ(after.misses - before.misses, 2u);
  EXPECT_EQ(after.hits, before.hits);
}

TEST_F(CacheTest, DamagedEntryIsMadeAnew) {
  useKernel();
  for (const fs::path &path : entries())
    std::ofstream(path, std::ios::binary) << "garbage";
  minitc_cache_statistics before, after;
  minitc_cache_get_statistics(&before);
  useKernel();
  minitc_cache_get_statistics(&after);
  EXPECT_EQ(after.damaged - before.damaged, 2u);
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
}

TEST_F(CacheTest, ImageThatDoesNotLoadIsMadeAnew) {
  useKernel();
  fakecuda::state().failures["cuModuleLoadDataEx"] = CUDA_ERROR_INVALID_IMAGE;
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  EXPECT_EQ(fakecuda::state().launches.size(), 2u);
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
}

TEST_F(CacheTest, BypassedByTheEnvironmentTheApiOrTheKernel) {
  useKernel();
  minitc::Options options;
  options.cache = false;
  useKernel(mixedSource, options);
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  minitc_cache_set_enabled(0);
  EXPECT_FALSE(minitc_cache_enabled());
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 3u);
  minitc_cache_set_enabled(1);
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 3u);
}

TEST_F(CacheTest, DirectoryThatCannotBeWrittenIsNoError) {
  fs::path file = cacheDirectory / "file";
  std::ofstream(file) << "not a directory";
  minitc_cache_set_directory((file / "below").c_str());
  useKernel();
  EXPECT_EQ(fakecuda::state().launches.size(), 1u);
}

TEST_F(CacheTest, DirectoryIsTold) {
  char text[8];
  minitc_cache_set_directory("/some/where/else");
  EXPECT_EQ(minitc_cache_directory(text, sizeof(text)), 16u);
  EXPECT_STREQ(text, "/some/w");
  minitc_cache_set_directory(nullptr);
  EXPECT_EQ(cacheDirectory.string(), minitc::runtime::cacheDirectory());
  unsetenv("MINITC_CACHE_DIR");
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(minitc::runtime::cacheDirectory(), "/xdg/minitc");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/someone", 1);
  EXPECT_EQ(minitc::runtime::cacheDirectory(), "/home/someone/.cache/minitc");
}

TEST_F(CacheTest, ClearLeavesOtherFiles) {
  useKernel();
  std::ofstream(cacheDirectory / "notes.txt") << "mine";
  EXPECT_EQ(minitc_cache_clear(), MINITC_OK);
  ASSERT_EQ(entries().size(), 1u);
  EXPECT_EQ(entries().front().filename(), "notes.txt");
  useKernel();
  EXPECT_EQ(fakecompiler::state().compiled, 2u);
  minitc_cache_set_directory("/nonexistent/cache");
  EXPECT_EQ(minitc_cache_clear(), MINITC_OK);
}

TEST_F(CacheTest, ThreadsAndProcessesShareADirectory) {
  // Each writes its own image under the same key, again and again; a reader
  // must see one of them whole.
  auto work = [](char mark) {
    CacheEntry entry;
    entry.image = std::string(200000, mark);
    for (int i = 0; i < 40; ++i) {
      writeCache("shared", entry);
      std::optional<CacheEntry> read = readCache("shared");
      if (!read || read->image.size() != 200000 ||
          read->image.find_first_not_of(read->image[0]) != std::string::npos)
        return false;
    }
    return true;
  };
  std::vector<pid_t> children;
  for (char mark : {'a', 'b'}) {
    pid_t child = fork();
    if (child == 0)
      _exit(work(mark) ? 0 : 1);
    children.push_back(child);
  }
  bool first = false, second = false;
  std::thread one([&] { first = work('c'); });
  std::thread two([&] { second = work('d'); });
  one.join();
  two.join();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(entries().size(), 1u) << "temporary files are left";
}

} // namespace
