//===- TCScanOps.td - Running combinations -----------------*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCSCANOPS_TD
#define MINITC_DIALECT_TC_IR_TCSCANOPS_TD

def TC_ScanOp : TC_Op<"scan", [RecursiveMemoryEffects,
                               RecursivelySpeculatable]> {
  let summary = "combines each element with all before it along one axis";
  let description = [{
    Inclusive: element i of the result combines elements 0 to i. `reverse` is as
    if the tile were turned round along the axis, scanned and turned back:
    element i combines the last element, the one before it, and so on down to
    element i, the last one being the left operand of the first combination.
    Named and with a region as `tc.reduce`, except that there are no argmax and
    argmin and that the order is always kept.

    ```mlir
    %s = tc.scan sum %x axis 0 : tensor<8x4xf32>
    %r = tc.scan max %x axis 1 reverse : tensor<8x4xf32>
    %p, %q = tc.scan (%m, %n) axis 0 reverse combine {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
      %e = arith.mulf %a, %c : f32
      %f = arith.mulf %b, %c : f32
      %g = arith.addf %f, %d : f32
      tc.yield %e, %g : f32, f32
    } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Variadic<TC_Tile>:$sources, I32Attr:$axis,
                       OptionalAttr<TC_ReduceKindAttr>:$kind,
                       UnitAttr:$reverse);
  let results = (outs Variadic<TC_Tile>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSources().front().getType());
    }
  }];
}

#endif // MINITC_DIALECT_TC_IR_TCSCANOPS_TD
