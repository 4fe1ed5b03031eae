//===- TCGOps.td - Operations of the tcg dialect -----------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TCG_IR_TCGOPS_TD
#define MINITC_DIALECT_TCG_IR_TCGOPS_TD

include "minitc/Dialect/TC/IR/TCAttrs.td"
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

    With `slots` it has room for as many tiles, one after the other, and stands
    for the first; `tcg.local_slot` picks one. Who uses several keeps their
    accesses in order: no barriers are inserted between them.
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$offset,
                       OptionalAttr<I32Attr>:$slots);
  let results = (outs Res<TCG_SharedType, "", [MemAlloc<TCG_SharedMemory>]>:$result);
  let builders = [OpBuilder<(ins "SharedType":$type), [{
    build($_builder, $_state, type, IntegerAttr(), IntegerAttr());
  }]>];
  let assemblyFormat = "attr-dict `:` type($result)";
  let extraClassDeclaration = [{
    /// Bytes of all slots.
    unsigned getBytes() {
      return getType().getBytes() * getSlots().value_or(1);
    }
  }];
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

def TCG_LocalGatherOp : TCG_Op<"local_gather"> {
  let summary = "picks elements of a tile in shared memory along an axis";
  let description = [{
    `tc.gather` of a source that lies in shared memory. Of an index outside the
    axis only the low bits count, so that no access leaves the memory.

    ```mlir
    %t = tcg.local_gather %m[%i] axis 0 : !tcg.shared<[4, 8] x f32, #shared>, tensor<16x8xi32, #row> -> tensor<16x8xf32, #row>
    ```
  }];
  let arguments = (ins Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>]>:$memory,
      TCG_PlacedTile:$indices, I32Attr:$axis);
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = [{
    $memory `[` $indices `]` `axis` custom<Int>($axis) attr-dict `:`
    type($memory) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TCG_LocalCountOp : TCG_Op<"local_count"> {
  let summary = "adds one to an element of shared memory for each value of a tile";
  let description = [{
    Each element v of the source adds one to element v of the memory, at once
    with other threads' additions. Values outside the memory, and elements whose
    mask is false, add nothing; an element that the layout holds several times
    counts once.

    ```mlir
    tcg.local_count %x, %m mask %k : tensor<128xi32, #row>, !tcg.shared<[16] x i32, #shared>, tensor<128xi1, #row>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source,
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>,
                               MemWrite<TCG_SharedMemory>]>:$memory,
      Optional<TCG_PlacedTile>:$mask);
  let assemblyFormat = [{
    $source `,` $memory (`mask` $mask^)? attr-dict `:` type($source) `,`
    type($memory) (`,` type($mask)^)?
  }];
  let hasVerifier = 1;
}

def TCG_CarryOp : TCG_Op<"carry", [SameVariadicOperandSize,
    RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "combines the blocks of a scan with what comes before them";
  let description = [{
    The sources are scanned along `axis` + 1 within each block; `axis` counts the
    blocks, and the totals are those of each block. Element [b, i] of the result
    combines the totals of the blocks before b (with `reverse`: after it, from
    the last one down) and then element [b, i] of the source. Each thread holds
    the totals of all blocks in its registers. Kind, region and `reverse` are
    those of the scan (see `tc.scan`).

    ```mlir
    %r = tcg.carry (%s) totals (%t) axis 0 kind sum : (tensor<4x64xf32, #row>), (tensor<4xf32, #all>) -> (tensor<4x64xf32, #row>)
    ```
  }];
  let arguments = (ins Variadic<TCG_PlacedTile>:$sources,
                       Variadic<TCG_PlacedTile>:$totals, I32Attr:$axis,
                       OptionalAttr<TC_ReduceKindAttr>:$kind,
                       UnitAttr:$reverse);
  let results = (outs Variadic<TCG_PlacedTile>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `(` $sources `)` `totals` `(` $totals `)` `axis` custom<Int>($axis)
    (`kind` $kind^)? (`reverse` $reverse^)? (`combine` $combiner^)? attr-dict `:`
    `(` type($sources) `)` `,` `(` type($totals) `)` `->` `(` type($results) `)`
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TCG_PrintOp : TCG_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "prints a tile, a part at a time";
  let description = [{
    The threads store the elements of a part, as many as the memory holds, in
    row-major order; then the first thread prints them, a line each. The op has
    a barrier after each store and each print.

    ```mlir
    tcg.print "x = ", %t, %m : tensor<128xf32, #row>, !tcg.shared<[64] x f32, #shared>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, TCG_PlacedTile:$source,
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>,
                               MemWrite<TCG_SharedMemory>]>:$memory);
  let assemblyFormat = "$prefix `,` $source `,` $memory attr-dict `:` type($source) `,` type($memory)";
  let hasVerifier = 1;
}

include "minitc/Dialect/TCG/IR/TCGDotOps.td"
include "minitc/Dialect/TCG/IR/TCGAsyncOps.td"
include "minitc/Dialect/TCG/IR/TCGTensorOps.td"

#endif // MINITC_DIALECT_TCG_IR_TCGOPS_TD
