//===- FakeCompiler.h - A compiler for tests --------------------*- C++ -*-===//
//
// Implements Pipeline/Compile.h for the runtime's tests: it reads the kernels'
// signatures and attributes out of the text, and its PTX is an entry point
// with the right parameters and nothing in it. With the attribute `maps = N`,
// a kernel (%p, %columns, %rows, %stride) takes N tensor maps for sm_90a.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TEST_UNIT_RUNTIME_FAKECOMPILER_H
#define MINITC_TEST_UNIT_RUNTIME_FAKECOMPILER_H

#include "minitc/Pipeline/Compile.h"

#include <atomic>
#include <mutex>

namespace fakecompiler {

struct State {
  std::atomic<size_t> compiled{0}, described{0};
  std::mutex mutex;
  /// Those of the last compilation.
  minitc::CompileOptions lastOptions;
  std::string buildId = "fake 1";
};

State &state();

} // namespace fakecompiler

#endif // MINITC_TEST_UNIT_RUNTIME_FAKECOMPILER_H
