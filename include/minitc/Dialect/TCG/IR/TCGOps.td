//===- TCGOps.td - Operations of the tcg dialect -----------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TCG_IR_TCGOPS_TD
#define MINITC_DIALECT_TCG_IR_TCGOPS_TD

include "minitc/Dialect/TCG/IR/TCGDialect.td"

class TCG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TCG_Dialect, mnemonic, traits>;

def TCG_PlacedTile : Type<CPred<"::mlir::tcg::isPlacedTile($_self)">,
    "a tile with a #tcg.layout", "::mlir::RankedTensorType">;

def TCG_SharedMemory : Resource<"::mlir::tcg::SharedMemory">;

def TCG_ConvertLayoutOp : TCG_Op<"convert_layout", [Pure]> {
  let summary = "moves a tile from one layout to another";
  let description = [{
    Lowered to a renaming of registers, to shuffles within a warp, or to a trip
    through shared memory, whichever the two layouts allow.

    ```mlir
    %b = tcg.convert_layout %a : tensor<128xf32, #row> -> tensor<128xf32, #column>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source);
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TCG_LocalAllocOp : TCG_Op<"local_alloc"> {
  let summary = "shared memory for one tile";
  let description = [{
    `tcg-allocate-shared-memory` gives it its offset, in bytes from the start of
    the block's shared memory.

    ```mlir
    %m = tcg.local_alloc : !tcg.shared<[128] x f32, #shared>
    ```
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$offset);
  let results = (outs Res<TCG_SharedType, "", [MemAlloc<TCG_SharedMemory>]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TCG_LocalStoreOp : TCG_Op<"local_store"> {
  let summary = "writes a tile to shared memory";
  let description = [{
    Each element is written by one thread, even where the layout holds it
    several times.

    ```mlir
    tcg.local_store %t, %m : tensor<128xf32, #row>, !tcg.shared<[128] x f32, #shared>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source,
      Arg<TCG_SharedType, "", [MemWrite<TCG_SharedMemory>]>:$memory);
  let assemblyFormat = "$source `,` $memory attr-dict `:` type($source) `,` type($memory)";
  let hasVerifier = 1;
}

def TCG_LocalLoadOp : TCG_Op<"local_load"> {
  let summary = "reads a tile from shared memory";
  let description = [{
    ```mlir
    %t = tcg.local_load %m : !tcg.shared<[128] x f32, #shared> -> tensor<128xf32, #column>
    ```
  }];
  let arguments = (ins Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>]>:$memory);
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = "$memory attr-dict `:` type($memory) `->` type($result)";
  let hasVerifier = 1;
}

#endif // MINITC_DIALECT_TCG_IR_TCGOPS_TD
