//===- PtxasTest.cpp - Tests of the run of ptxas --------------------------===//
//
// The report parser on a recorded report, and the real program where there is
// one.
//
//===----------------------------------------------------------------------===//

#include "minitc/Target/Ptxas.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace minitc;

namespace {

/// Sets an environment variable for the length of a test.
class ScopedVariable {
public:
  ScopedVariable(const char *name, const char *value) : name(name) {
    if (const char *old = getenv(name))
      saved = old;
    setenv(name, value, 1);
  }
  ~ScopedVariable() {
    if (saved.empty())
      unsetenv(name);
    else
      setenv(name, saved.c_str(), 1);
  }

private:
  const char *name;
  std::string saved;
};

TEST(PtxasReport, ReadsEveryKernelOfAModule) {
  auto kernels = parsePtxasReport(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'bar' for 'sm_90a'\n"
      "ptxas info    : Function properties for bar\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 4 registers, used 0 barriers\n"
      "ptxas info    : Compile time = 14.195 ms\n"
      "ptxas info    : Compiling entry function 'foo' for 'sm_90a'\n"
      "ptxas info    : Function properties for foo\n"
      "    64 bytes stack frame, 12 bytes spill stores, 24 bytes spill loads\n"
      "ptxas info    : Used 255 registers, used 1 barriers, 64 bytes "
      "cumulative stack size, 256 bytes smem, 400 bytes cmem[0], 8 bytes "
      "cmem[2]\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "bar");
  EXPECT_EQ(kernels[0].registers, 4u);
  EXPECT_EQ(kernels[0].sharedBytes, 0u);
  EXPECT_EQ(kernels[1].name, "foo");
  EXPECT_EQ(kernels[1].registers, 255u);
  EXPECT_EQ(kernels[1].stackBytes, 64u);
  EXPECT_EQ(kernels[1].spillStoreBytes, 12u);
  EXPECT_EQ(kernels[1].spillLoadBytes, 24u);
  EXPECT_EQ(kernels[1].sharedBytes, 256u);
  EXPECT_EQ(kernels[1].constantBytes, 408u);
}

TEST(PtxasReport, IgnoresDeviceFunctions) {
  auto kernels = parsePtxasReport(
      "ptxas info    : Compiling entry function 'foo' for 'sm_80'\n"
      "ptxas info    : Function properties for foo\n"
      "    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Function properties for helper\n"
      "    96 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 0 barriers\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].stackBytes, 8u);
  EXPECT_EQ(kernels[0].spillStoreBytes, 0u);
  EXPECT_EQ(kernels[0].registers, 10u);
}

TEST(Ptxas, AssemblesAModule) {
  if (findPtxas().empty())
    GTEST_SKIP() << "ptxas was not found";
  PtxasResult result;
  ASSERT_TRUE(runPtxas(".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p) {\n"
                       "  .shared .align 4 .b8 s[256];\n"
                       "  .reg .b32 %r<2>;\n"
                       "  mov.u32 %r1, s;\n  st.shared.u32 [%r1], 0;\n  ret;\n"
                       "}\n",
                       "sm_90a", result))
      << result.log;
  EXPECT_EQ(result.cubin.substr(0, 4), "\x7f"
                                       "ELF");
  ASSERT_EQ(result.kernels.size(), 1u);
  EXPECT_EQ(result.kernels[0].name, "k");
  EXPECT_EQ(result.kernels[0].sharedBytes, 256u);
  EXPECT_GT(result.kernels[0].registers, 0u);
}

TEST(Ptxas, ReportsWhatPtxasRefuses) {
  if (findPtxas().empty())
    GTEST_SKIP() << "ptxas was not found";
  PtxasResult result;
  EXPECT_FALSE(runPtxas("garbage\n", "sm_90a", result));
  EXPECT_NE(result.log.find("Missing .version directive"), std::string::npos)
      << result.log;
  EXPECT_TRUE(result.cubin.empty());
}

TEST(Ptxas, SaysWhichVariableNamesNoProgram) {
  ScopedVariable variable("MINITC_PTXAS", "/nowhere/ptxas");
  PtxasResult result;
  EXPECT_EQ(findPtxas(), "");
  EXPECT_FALSE(runPtxas("", "sm_90a", result));
  EXPECT_EQ(result.log,
            "MINITC_PTXAS is '/nowhere/ptxas', which is not a program");
}

} // namespace
