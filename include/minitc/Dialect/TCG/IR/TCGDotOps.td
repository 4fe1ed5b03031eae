//===- TCGDotOps.td - Products on tensor cores -------------*- tablegen -*-===//
//
// Included by TCGOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TCG_IR_TCGDOTOPS_TD
#define MINITC_DIALECT_TCG_IR_TCGDOTOPS_TD

class TCG_DotOp<string mnemonic, list<Trait> traits = []>
    : TCG_Op<mnemonic, [AllTypesMatch<["acc", "result"]>] # traits> {
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $acc attr-dict `:` type($a) `,` type($b) `,` type($acc)
  }];
  let hasVerifier = 1;
}

def TCG_MMAOp : TCG_DotOp<"mma", [Pure]> {
  let summary = "a matrix product by mma.sync";
  let description = [{
    Each warp multiplies fragments that its lanes hold. The layouts are those of
    `tensorCoreLhs`, `tensorCoreRhs` and `tensorCoreAccumulator` for one
    arrangement of the warps.

    ```mlir
    %d = tcg.mma %a, %b, %acc : tensor<16x16xf16, #lhs>, tensor<16x8xf16, #rhs>, tensor<16x8xf32, #acc>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$a, TCG_PlacedTile:$b,
                       TCG_PlacedTile:$acc);
}

def TCG_FMADotOp : TCG_DotOp<"fma_dot"> {
  let summary = "a matrix product by multiplications and additions";
  let description = [{
    Each thread computes its elements of the result, whatever its layout, with
    operands from shared memory. The operands have the accumulator's type.

    ```mlir
    %d = tcg.fma_dot %a, %b, %acc : !tcg.shared<[8, 4] x f32, #s>, !tcg.shared<[4, 8] x f32, #s>, tensor<8x8xf32, #acc>
    ```
  }];
  let arguments = (ins
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>]>:$a,
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>]>:$b,
      TCG_PlacedTile:$acc);
}

def TCG_WGMMAOp : TCG_DotOp<"wgmma"> {
  let summary = "starts a matrix product by wgmma";
  let description = [{
    Each group of four warps multiplies its 64 rows, or several times 64, with
    `b` in shared memory; `a` is there too or in registers. What was written to
    shared memory has to be made visible first, by `tcg.fence_async` and a
    barrier.

    The product is under way when this op is done: its result can be the
    accumulator of another one, and nothing else before `tcg.wgmma_wait`; the
    operands must not change before that either.

    ```mlir
    %d = tcg.wgmma %a, %b, %acc : !tcg.shared<[64, 64] x f16, #k>, !tcg.shared<[64, 128] x f16, #n>, tensor<64x128xf32, #acc>
    ```
  }];
  let arguments = (ins
      Arg<AnyTypeOf<[TCG_PlacedTile, TCG_SharedType]>, "",
          [MemRead<TCG_SharedMemory>]>:$a,
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>]>:$b,
      TCG_PlacedTile:$acc);
}

def TCG_WGMMAWaitOp : TCG_Op<"wgmma_wait", [AllTypesMatch<["source", "result"]>,
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "waits for all but the last products";
  let description = [{
    Goes on when at most `pending` of this thread's `tcg.wgmma` are still under
    way; with 0 the result is the product's value.

    ```mlir
    %d = tcg.wgmma_wait %c pending 0 : tensor<64x128xf32, #acc>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source, I32Attr:$pending);
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = "$source `pending` $pending attr-dict `:` type($source)";
}

#endif // MINITC_DIALECT_TCG_IR_TCGDOTOPS_TD
