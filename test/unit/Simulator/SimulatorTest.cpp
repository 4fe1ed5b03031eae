//===- SimulatorTest.cpp - Kernels in LLVM IR, run and inspected ----------===//

#include "SimulatorTest.h"

using namespace simulatortest;

std::string simulatortest::moduleText(const Kernel &kernel) {
  std::string maps;
  for (size_t i = 0; i < kernel.maps.size(); ++i)
    maps += ", ptr byval([128 x i8]) align 64 %map" + std::to_string(i);
  std::string text = kernel.globals +
                     "define ptx_kernel void @k(ptr "
                     "addrspace(1) %out" +
                     maps + ") {" + R"(
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid64 = zext i32 %tid to i64
  %slot = getelementptr i32, ptr addrspace(1) %out, i64 %tid64
)" + kernel.body;
  if (kernel.storesResult)
    text += "  store i32 %r, ptr addrspace(1) %slot\n";
  return text + "  ret void\n}\n";
}

Outcome simulatortest::run(const Kernel &kernel, SimulatedCode code) {
  Outcome outcome;
  std::string diagnostics;
  std::unique_ptr<SimulatedKernel> compiled = SimulatedKernel::createFromLLVM(
      moduleText(kernel), "kernel.ll", "k", kernel.numWarps,
      kernel.dynamicSharedBytes, code, diagnostics);
  EXPECT_TRUE(compiled) << diagnostics << moduleText(kernel);
  if (!compiled)
    return outcome;
  outcome.out.resize(kernel.outputs ? kernel.outputs : 32 * kernel.numWarps);
  uint64_t address = reinterpret_cast<uint64_t>(outcome.out.data());
  std::vector<SimulatorBuffer> buffers = kernel.buffers;
  buffers.push_back({outcome.out.data(), 4 * outcome.out.size()});
  EXPECT_EQ(compiled->info().arguments.size(), 1u);
  EXPECT_EQ(compiled->info().tensorMaps.size(), kernel.maps.size());
  outcome.succeeded =
      compiled->launch(kernel.grid, {address}, buffers, kernel.options,
                       outcome.result, kernel.maps);
  return outcome;
}

static std::vector<SimulatorOptions> ordersOf(SimulatorOptions options) {
  std::vector<SimulatorOptions> all;
  for (Order order : {Order::Ascending, Order::Descending, Order::Shuffled}) {
    options.order = order;
    all.push_back(options);
  }
  all.push_back(options);
  all.back().seed = 1;
  return all;
}

void SimulatorTest::expectValues(Kernel kernel,
                                 const std::vector<uint32_t> &expected) {
  for (const SimulatorOptions &options : ordersOf(kernel.options)) {
    kernel.options = options;
    Outcome outcome = run(kernel, GetParam());
    ASSERT_TRUE(outcome.succeeded) << outcome.result.diagnostics;
    EXPECT_EQ(outcome.out, expected);
  }
}

void SimulatorTest::expectFault(Kernel kernel, Fault kind,
                                const std::string &text) {
  for (const SimulatorOptions &options : ordersOf(kernel.options)) {
    kernel.options = options;
    Outcome outcome = run(kernel, GetParam());
    ASSERT_FALSE(outcome.succeeded);
    EXPECT_EQ(outcome.result.fault.kind, kind) << outcome.result.diagnostics;
    EXPECT_NE(outcome.result.diagnostics.find(text), std::string::npos)
        << outcome.result.diagnostics << "lacks: " << text;
  }
}
