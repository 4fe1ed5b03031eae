//===- Passes.td - Conversions between dialects ------------*- tablegen -*-===//

#ifndef MINITC_CONVERSION_PASSES_TD
#define MINITC_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTCGToNVVMPass : Pass<"convert-tcg-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "turns a tile into one thread's share of it";
  let description = [{
    A tile becomes `vector<NxT>`, N the registers of its layout; elementwise ops
    stay the same arith or math op on that vector, so that upstream conversions
    finish the job. Kernels become `llvm.func`s with the block's size as an
    attribute; loads, stores, reductions within a warp, conversions within a
    warp and shared memory become LLVM and NVVM operations and calls of the
    functions in PTXOperations.h.

    Input: what `tcg-allocate-shared-memory` leaves. Output: LLVM, NVVM, arith,
    math and scf on scalars and vectors of rank 1.

    ```mlir
    %c = arith.addf %a, %b : tensor<256xf32, #layout>
    ```
    becomes, for 128 threads,
    ```mlir
    %c = arith.addf %a, %b : vector<2xf32>
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"sm_80\"",
           "the GPU to lower for">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // MINITC_CONVERSION_PASSES_TD
