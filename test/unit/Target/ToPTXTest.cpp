//===- ToPTXTest.cpp - Tests of operations that exist only in PTX ---------===//
//
// Modules as a lowering leaves them, through O3 and, where there is one, ptxas.
//
//===----------------------------------------------------------------------===//

#include "minitc/Target/ToPTX.h"
#include "minitc/Conversion/AsyncTransfers.h"
#include "minitc/Target/Ptxas.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace minitc;

/// The PTX of an LLVM module for sm_90a, after O3.
static std::string toPTX(const std::string &text) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module =
      parseIR(MemoryBufferRef(text, "test.ll"), diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  if (!module)
    return "";
  auto machine = cantFail(createTargetMachine("sm_90a"));
  targetModule(*module, *machine);
  optimizeModule(*module, *machine);
  Expected<std::string> ptx = emitPTX(*module, *machine);
  EXPECT_TRUE(bool(ptx)) << toString(ptx.takeError());
  return ptx ? *ptx : "";
}

static void expectAssembles(const std::string &ptx) {
  PtxasResult result;
  if (!findPtxas().empty()) {
    EXPECT_TRUE(runPtxas(ptx, "sm_90a", result)) << result.log << ptx;
  }
}

static unsigned countOf(StringRef ptx, StringRef text) {
  return unsigned(ptx.count(text));
}

/// Loads of every rank, with the tensor map of a kernel parameter.
TEST(ToPTX, BulkCopiesAssemble) {
  std::string text = R"(
@mem = internal addrspace(3) global [4096 x i8] undef, align 1024
@bar = internal addrspace(3) global i64 undef, align 8
declare void @minitc.mbarrier.init(ptr addrspace(3), i32)
declare void @minitc.mbarrier.arrive(ptr addrspace(3))
declare void @minitc.mbarrier.expect(ptr addrspace(3), i32)
declare void @minitc.mbarrier.wait(ptr addrspace(3), i32)
declare void @minitc.mbarrier.inval(ptr addrspace(3))
declare void @minitc.mbarrier.fence()
)";
  std::string loads, types, operands;
  for (unsigned rank = 1; rank <= 5; ++rank) {
    types += ", i32";
    operands += ", i32 %x";
    std::string name = TensorLoad{rank}.name();
    text += "declare void @" + name +
            "(ptr addrspace(3), ptr, ptr addrspace(3)" + types + ")\n";
    loads += "  call void @" + name +
             "(ptr addrspace(3) @mem, ptr %map, ptr addrspace(3) @bar" +
             operands + ")\n";
  }
  text += R"(
define ptx_kernel void @k(i32 %x, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map) {
  call void @minitc.mbarrier.init(ptr addrspace(3) @bar, i32 2)
  call void @minitc.mbarrier.fence()
  call void @minitc.mbarrier.expect(ptr addrspace(3) @bar, i32 20480)
)" + loads +
          R"(
  call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)
  call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
  call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 1)
  call void @minitc.mbarrier.inval(ptr addrspace(3) @bar)
  ret void
}
)";
  std::string ptx = toPTX(text);
  for (unsigned rank = 1; rank <= 5; ++rank)
    EXPECT_EQ(
        countOf(ptx, "cp.async.bulk.tensor." + std::to_string(rank) + "d."), 1u)
        << ptx;
  // The map is not copied to the thread's own memory.
  EXPECT_EQ(countOf(ptx, ".local"), 0u) << ptx;
  expectAssembles(ptx);
}

/// What reads or writes shared memory stays on its side of each operation, and
/// equal operations stay apart.
TEST(ToPTX, NothingMovesAcrossABarrier) {
  std::string ptx = toPTX(R"(
@mem = internal addrspace(3) global [32 x i32] undef, align 16
@bar = internal addrspace(3) global i64 undef, align 8
declare void @minitc.mbarrier.arrive(ptr addrspace(3)) nounwind willreturn convergent
declare void @minitc.mbarrier.wait(ptr addrspace(3), i32) nounwind willreturn convergent
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %p = getelementptr i32, ptr addrspace(3) @mem, i32 1
  store i32 1, ptr addrspace(3) %p
  call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)
  store i32 2, ptr addrspace(3) %p
  call void @minitc.mbarrier.arrive(ptr addrspace(3) @bar)
  %a = load i32, ptr addrspace(3) %p
  call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
  %b = load i32, ptr addrspace(3) %p
  call void @minitc.mbarrier.wait(ptr addrspace(3) @bar, i32 0)
  %c = load i32, ptr addrspace(3) %p
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr addrspace(1) %out
  ret void
}
)");
  EXPECT_EQ(countOf(ptx, "mbarrier.arrive"), 2u) << ptx;
  EXPECT_EQ(countOf(ptx, "mbarrier.try_wait"), 2u) << ptx;
  EXPECT_EQ(countOf(ptx, "st.shared"), 2u) << ptx;
  EXPECT_EQ(countOf(ptx, "ld.shared"), 3u) << ptx;
  expectAssembles(ptx);
}
