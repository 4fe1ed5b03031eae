//===- TCViewOps.td - Windows on strided arrays ------------*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCVIEWOPS_TD
#define MINITC_DIALECT_TC_IR_TCVIEWOPS_TD

def TC_MakeViewOp : TC_Op<"make_view", [Pure, AttrSizedOperandSegments]> {
  let summary = "describes a strided array and the window to look at it through";
  let description = [{
    `base` points to element [0, 0] of an array of `shape` elements whose
    neighbours along dimension i are `strides[i]` elements apart. The result's
    type states the shape of the window.

    ```mlir
    %v = tc.make_view %p, shape [%M, %K], strides [%s, %one] : !tc.ptr<f16> -> !tc.view<128x64xf16>
    ```
  }];
  let arguments = (ins TC_PtrValue:$base, Variadic<I32>:$shape,
                       Variadic<I64>:$strides);
  let results = (outs TC_View:$result);
  let assemblyFormat = [{
    $base `,` `shape` ` ` `[` $shape `]` `,` `strides` ` ` `[` $strides `]` attr-dict
    `:` type($base) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TC_LoadViewOp : TC_Op<"load_view", [MemoryEffects<[MemRead]>,
    TypesMatchWith<"'other' is an element of the view", "view", "other",
                   "::llvm::cast<::mlir::tc::ViewType>($_self).getElementType()">,
    TypesMatchWith<"the result is the view's tile", "view", "result",
                   "::llvm::cast<::mlir::tc::ViewType>($_self).getTileType()">]> {
  let summary = "reads a window of an array";
  let description = [{
    The indices are the array element at which the window starts. Parts of the
    window outside the array's shape are not read: there the tile holds `other`.

    ```mlir
    %t = tc.load_view %v[%i, %j] other %z : !tc.view<128x64xf16>
    ```
  }];
  let arguments = (ins TC_View:$view, Variadic<I32>:$indices, TC_Scalar:$other);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = "$view `[` $indices `]` `other` $other attr-dict `:` type($view)";
  let hasVerifier = 1;
}

def TC_StoreViewOp : TC_Op<"store_view", [MemoryEffects<[MemWrite]>,
    TypesMatchWith<"the value is the view's tile", "view", "value",
                   "::llvm::cast<::mlir::tc::ViewType>($_self).getTileType()">]> {
  let summary = "writes a window of an array";
  let description = [{
    Parts of the window outside the array's shape are not written.

    ```mlir
    tc.store_view %v[%i, %j], %t : !tc.view<128x64xf16>
    ```
  }];
  let arguments = (ins TC_View:$view, Variadic<I32>:$indices, TC_Tile:$value);
  let assemblyFormat = "$view `[` $indices `]` `,` $value attr-dict `:` type($view)";
  let hasVerifier = 1;
}

#endif // MINITC_DIALECT_TC_IR_TCVIEWOPS_TD
