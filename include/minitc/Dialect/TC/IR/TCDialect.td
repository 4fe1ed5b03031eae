//===- TCDialect.td - The tc dialect -----------------------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TC_IR_TCDIALECT_TD
#define MINITC_DIALECT_TC_IR_TCDIALECT_TD

include "mlir/IR/OpBase.td"

def TC_Dialect : Dialect {
  let name = "tc";
  let cppNamespace = "::mlir::tc";
  let summary = "Kernels written over whole tiles";
  let description = [{
    The language that users write. A kernel is one program, run by many program
    instances, each of which works on tiles: builtin ranked tensors of rank 1
    to 5 whose dimensions are powers of two, at most 2^20 elements in all.
    Elementwise arithmetic is `arith` and `math` on tensors, control flow is
    `scf`, helper functions are `func`; this dialect adds what those have no
    word for. Nothing about a kernel's meaning is implicit: a masked load states
    its fill, a reduction its axis.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    /// The kernel argument attribute that promises a multiple: `tc.divisible`.
    static constexpr ::llvm::StringLiteral getDivisibleAttrName() {
      return "tc.divisible";
    }
  }];
}

#endif // MINITC_DIALECT_TC_IR_TCDIALECT_TD
