//===- SimulatorTest.h - Kernels in LLVM IR, run and inspected --*- C++ -*-===//
//
// What the simulator's tests share: a kernel `@k(ptr addrspace(1) %out)` whose
// body a test writes, run before and after O3 and in several orders.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TEST_UNIT_SIMULATOR_SIMULATORTEST_H
#define MINITC_TEST_UNIT_SIMULATOR_SIMULATORTEST_H

#include "minitc/Simulator/Simulator.h"

#include "gtest/gtest.h"

namespace simulatortest {

using namespace minitc;
using Fault = SimulatorFault::Kind;
using Order = SimulatorOptions::Order;

/// A kernel to run, and how.
struct Kernel {
  /// Shared variables and other functions.
  std::string globals;
  /// The body of `@k`, in which %tid is the thread's number. It may define
  /// `%r`, an i32 that is then stored to out[tid] if `storesResult`.
  std::string body;
  bool storesResult = true;
  unsigned numWarps = 1;
  unsigned dynamicSharedBytes = 0;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// The number of i32 in %out.
  size_t outputs = 0;
  /// What it takes behind %out, as %map0 and so on, and the memory that they
  /// are of.
  std::vector<SimulatorTensorMap> maps;
  std::vector<SimulatorBuffer> buffers;
  SimulatorOptions options;
};

struct Outcome {
  bool succeeded = false;
  SimulatorResult result;
  std::vector<uint32_t> out;
};

/// The whole module of a kernel.
std::string moduleText(const Kernel &kernel);

/// Runs the kernel; it has to compile.
Outcome run(const Kernel &kernel, SimulatedCode code);

/// Tests of kernels that behave alike before and after O3.
class SimulatorTest : public testing::TestWithParam<SimulatedCode> {
protected:
  /// Runs in every order and expects the same values in each.
  void expectValues(Kernel kernel, const std::vector<uint32_t> &expected);
  /// Runs in every order and expects a fault in each, whose text contains
  /// `text`.
  void expectFault(Kernel kernel, Fault kind, const std::string &text);
};

/// One value for each lane.
template <typename Function>
std::vector<uint32_t> perThread(unsigned count, Function function) {
  std::vector<uint32_t> values;
  for (unsigned i = 0; i < count; ++i)
    values.push_back(uint32_t(function(i)));
  return values;
}

} // namespace simulatortest

#endif // MINITC_TEST_UNIT_SIMULATOR_SIMULATORTEST_H
