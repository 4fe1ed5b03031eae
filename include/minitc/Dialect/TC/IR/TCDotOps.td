//===- TCDotOps.td - Products, gathers and histograms ------*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCDOTOPS_TD
#define MINITC_DIALECT_TC_IR_TCDOTOPS_TD

def TC_DotOp : TC_Op<"dot", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "a matrix product added to an accumulator";
  let description = [{
    `acc` + `a` x `b`, of rank 2, or 3 with the batch first. Sums accumulate in
    the accumulator's type, in an unspecified but fixed order. Operands and
    accumulators: i8 (signed) into i32; f8 of either kind and f16 into f16 or
    f32; bf16 into f32; f32 into f32; f64 into f64.

    An f32 dot states its precision: `ieee` multiplies as `arith.mulf` does,
    `tf32` reads both operands with 10 bits of mantissa, rounded or truncated (a
    relative error below 2^-10 in each), `tf32x3` makes up for most of that with
    three products of tf32: within about 2^-20 of each exact product.

    ```mlir
    %d = tc.dot %a, %b, %acc : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    %e = tc.dot %x, %y, %acc precision tf32 : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$a, TC_Tile:$b, TC_Tile:$acc,
                       OptionalAttr<TC_DotPrecisionAttr>:$precision);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $acc (`precision` $precision^)? attr-dict `:` type($a) `,`
    type($b) `,` type($acc)
  }];
  let hasVerifier = 1;
}

def TC_GatherOp : TC_Op<"gather", [Pure]> {
  let summary = "picks elements along an axis by their index";
  let description = [{
    Element [i, j] of the result, for axis 0, is `source[indices[i, j], j]`. The
    indices are i32 or i64, signed; one outside the axis gives an undefined
    value, never undefined behaviour.

    ```mlir
    %r = tc.gather %x[%i] axis 0 : tensor<4x8xf32>, tensor<16x8xi32> -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source, TC_IntTile:$indices, I32Attr:$axis);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` `axis` custom<Int>($axis) attr-dict `:`
    type($source) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TC_HistogramOp : TC_Op<"histogram", [Pure, TC_MaskMatches<"source">]> {
  let summary = "counts how often each value occurs";
  let description = [{
    Element v of the result is the number of elements of the source that are v.
    Values below 0 or beyond the result, and elements whose mask is false, are
    not counted.

    ```mlir
    %h = tc.histogram %x mask %m : tensor<1024xi32> -> tensor<256xi32>
    ```
  }];
  let arguments = (ins TC_IntTile:$source, Optional<TC_MaskValue>:$mask);
  let results = (outs TC_IntTile:$result);
  let assemblyFormat = [{
    $source (`mask` $mask^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // MINITC_DIALECT_TC_IR_TCDOTOPS_TD
