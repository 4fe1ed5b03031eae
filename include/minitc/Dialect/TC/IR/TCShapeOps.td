//===- TCShapeOps.td - Tiles out of tiles ------------------*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCSHAPEOPS_TD
#define MINITC_DIALECT_TC_IR_TCSHAPEOPS_TD

def TC_JoinOp : TC_Op<"join", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "two tiles side by side in a new last dimension of 2";
  let description = [{
    Element [..., 0] of the result is of the first tile, [..., 1] of the second.

    ```mlir
    %r = tc.join %a, %b : tensor<8xf32> -> tensor<8x2xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$lhs, TC_Tile:$rhs);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TC_SplitOp : TC_Op<"split", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "the two halves of a last dimension of 2";
  let description = [{
    The inverse of `tc.join`.

    ```mlir
    %a, %b = tc.split %t : tensor<8x2xf32> -> tensor<8xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source);
  let results = (outs TC_Tile:$lhs, TC_Tile:$rhs);
  let assemblyFormat = [{
    $source attr-dict `:` type($source) `->` type($lhs) `,` type($rhs)
  }];
  let hasVerifier = 1;
}

def TC_CatOp : TC_Op<"cat", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "two tiles one after the other along an axis";
  let description = [{
    Both tiles have one shape, so that the result's size along the axis is a
    power of two again.

    ```mlir
    %r = tc.cat %a, %b axis 0 : tensor<8x4xf32> -> tensor<16x4xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$lhs, TC_Tile:$rhs, I32Attr:$axis);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `axis` custom<Int>($axis) attr-dict `:` type($lhs) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif // MINITC_DIALECT_TC_IR_TCSHAPEOPS_TD
