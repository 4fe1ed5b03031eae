//===- ExamplesTest.cpp - What keeps the examples' barriers ---------------===//
//
// Leaves out one at a time of the barriers that tcg-allocate-shared-memory puts
// into each example, and into a case full of collectives: the race check has to
// miss it. With all of them in place it finds nothing.
//
//===----------------------------------------------------------------------===//

#include "minitc/Simulator/Simulator.h"

#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

using namespace minitc;

namespace {
/// An example and a launch of it, small and with edges.
struct Example {
  const char *name;
  std::array<uint32_t, 3> grid;
  /// Bytes of each buffer, then the scalars.
  std::vector<size_t> buffers;
  std::vector<uint64_t> scalars;
  const char *folder = MINITC_EXAMPLES;
};

class ExamplesTest : public testing::TestWithParam<Example> {
protected:
  void SetUp() override {
    std::ifstream file(std::string(GetParam().folder) + "/" + GetParam().name +
                       ".mlir");
    std::stringstream text;
    text << file.rdbuf();
    source = text.str();
    ASSERT_FALSE(source.empty());
  }

  /// The example's module after O3, as text.
  std::string compileToText(const std::string &target,
                            std::optional<unsigned> skipBarrier = {}) {
    CompileOptions options;
    options.skipBarrier = skipBarrier;
    options.target = target;
    // There are none in the launches here.
    options.tensorMaps = false;
    options.stopAfter = Stage::LLVM;
    options.lineInfo = true;
    CompileResult result;
    EXPECT_TRUE(compile(source, "example.mlir", options, result))
        << result.diagnostics;
    kernel = result.kernels.empty() ? KernelInfo() : result.kernels[0];
    return result.output;
  }

  /// Whether a run in this order has no fault.
  bool isClean(const std::string &text, SimulatorOptions::Order order,
               SimulatorResult &result) {
    std::string diagnostics;
    auto code = SimulatedKernel::createFromLLVM(
        text, "example.ll", kernel.name, kernel.numWarps,
        kernel.dynamicSharedBytes, SimulatedCode::BeforeO3, diagnostics);
    if (!code) {
      ADD_FAILURE() << diagnostics;
      return false;
    }
    std::vector<std::vector<uint32_t>> memory;
    std::vector<SimulatorBuffer> buffers;
    std::vector<uint64_t> arguments;
    for (size_t bytes : GetParam().buffers) {
      // A vector's memory is aligned to 16 bytes, as the kernels are promised.
      memory.emplace_back((bytes + 3) / 4, 0x3F800000);
      buffers.push_back({memory.back().data(), bytes});
      arguments.push_back(reinterpret_cast<uint64_t>(memory.back().data()));
    }
    for (uint64_t scalar : GetParam().scalars)
      arguments.push_back(scalar);
    SimulatorOptions options;
    options.order = order;
    options.checkRaces = true;
    return code->launch(GetParam().grid, arguments, buffers, options, result);
  }

  std::string source;
  KernelInfo kernel;
};

uint64_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

INSTANTIATE_TEST_SUITE_P(
    , ExamplesTest,
    testing::Values(
        Example{"softmax", {2, 1, 1}, {2 * 781 * 4, 2 * 781 * 4}, {781, 781}},
        Example{
            "transpose", {2, 2, 1}, {100 * 70 * 4, 100 * 70 * 4}, {100, 70}},
        Example{"column_sum", {2, 1, 1}, {217 * 40 * 4, 40 * 4}, {40, 217, 40}},
        Example{"layernorm",
                {2, 1, 1},
                {2 * 1000 * 2, 1000 * 2, 1000 * 2, 2 * 1000 * 2},
                {1000, 1000, bitsOf(1e-5f)}},
        Example{"online_softmax",
                {1, 1, 1},
                {10007 * 4, 10007 * 4},
                {10007, 10007}},
        Example{"row_argmax", {2, 1, 1}, {2 * 1000 * 4, 8, 8}, {1000, 1000}},
        Example{"collectives_in_loops",
                {1, 1, 1},
                {512 * 4, 512 * 4, 64 * 4},
                {3},
                MINITC_EXAMPLES "/../test/cases"},
        Example{"cross_entropy", {2, 1, 1}, {2 * 9001 * 2, 8, 8, 8}, {9001}}),
    [](const testing::TestParamInfo<Example> &info) {
      return std::string(info.param.name);
    });
} // namespace

using Order = SimulatorOptions::Order;

TEST_P(ExamplesTest, HaveNoRace) {
  for (const char *target : {"sm_80", "sm_90a"}) {
    std::string text = compileToText(target);
    for (Order order : {Order::Ascending, Order::Descending, Order::Shuffled}) {
      SimulatorResult result;
      EXPECT_TRUE(isClean(text, order, result)) << result.diagnostics;
    }
  }
}

TEST_P(ExamplesTest, NeedEachOfTheirBarriers) {
  std::string text = compileToText("sm_80");
  unsigned numBarriers = 0;
  while (true) {
    // There is no such barrier where leaving it out changes nothing.
    std::string without = compileToText("sm_80", numBarriers);
    if (without == text)
      break;
    SimulatorResult up, down;
    bool isUnnoticed = isClean(without, Order::Ascending, up) &&
                       isClean(without, Order::Descending, down);
    EXPECT_FALSE(isUnnoticed) << "nothing misses barrier " << numBarriers;
    ++numBarriers;
  }
  EXPECT_GT(numBarriers, 0u);
}
