//===- TCGAsyncOps.td - Copies that overlap with work ------*- tablegen -*-===//
//
// Included by TCGOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TCG_IR_TCGASYNCOPS_TD
#define MINITC_DIALECT_TCG_IR_TCGASYNCOPS_TD

def TCG_LocalSlotOp : TCG_Op<"local_slot", [Pure, AllTypesMatch<["memory", "result"]>]> {
  let summary = "one of the slots of a `tcg.local_alloc` of several";
  let description = [{
    ```mlir
    %s = tcg.local_slot %m[%i] : !tcg.shared<[128] x f32, #shared>
    ```
  }];
  let arguments = (ins TCG_SharedType:$memory, I32:$index);
  let results = (outs TCG_SharedType:$result);
  let assemblyFormat = "$memory `[` $index `]` attr-dict `:` type($memory)";
}

def TCG_LocalViewOp : TCG_Op<"local_view", [Pure]> {
  let summary = "the same shared memory as a tile of another shape";
  let description = [{
    Reinterprets the bytes: offset i of the one is offset i of the other.

    ```mlir
    %t = tcg.local_view %m : !tcg.shared<[64, 32] x f16, #a> -> !tcg.shared<[32, 64] x f16, #b>
    ```
  }];
  let arguments = (ins TCG_SharedType:$memory);
  let results = (outs TCG_SharedType:$result);
  let assemblyFormat = "$memory attr-dict `:` type($memory) `->` type($result)";
  let hasVerifier = 1;
}

def TCG_AsyncCopyOp : TCG_Op<"async_copy", [AttrSizedOperandSegments]> {
  let summary = "starts copying a tile from global to shared memory";
  let description = [{
    Elements whose mask is false become 0, without being read; all of them do
    where the predicate is false. Done after a `tcg.async_commit` and a
    `tcg.async_wait`, in the thread that started it.

    ```mlir
    tcg.async_copy %p, %m mask %k : tensor<64x64x!tc.ptr<f16>, #l>, !tcg.shared<[64, 64] x f16, #s>
    ```
  }];
  let arguments = (ins Arg<TCG_PlacedTile, "", [MemRead]>:$ptr,
      Arg<TCG_SharedType, "", [MemWrite<TCG_SharedMemory>]>:$memory,
      Optional<TCG_PlacedTile>:$mask,
      // Whether a pipelined loop has the iteration that this is for.
      Optional<I1>:$predicate);
  let assemblyFormat = [{
    $ptr `,` $memory (`mask` $mask^ `:` type($mask))? (`if` $predicate^)?
    attr-dict `:` type($ptr) `,` type($memory)
  }];
  let hasVerifier = 1;
}

def TCG_PinOp : TCG_Op<"pin", [AllTypesMatch<["source", "result"]>,
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "a tile of pointers, computed no later than here";
  let description = [{
    Costs nothing, and keeps the arithmetic of the pointers that a following
    `tcg.async_copy` with this `tcg.access` uses from moving down to it, past a
    barrier.

    ```mlir
    %q = tcg.pin %p : tensor<64x!tc.ptr<f16>, #l>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source);
  let results = (outs TCG_PlacedTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def TCG_FinishOp : TCG_Op<"finish", [
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "a tile of f32, computed no later than here";
  let description = [{
    Keeps the arithmetic before it from moving down past a following
    `tcg.wgmma_wait`, for an instruction an element of each thread.

    ```mlir
    tcg.finish %t : tensor<128xf32, #l>
    ```
  }];
  let arguments = (ins TCG_PlacedTile:$source);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def TCG_AsyncCommitOp : TCG_Op<"async_commit", [
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "makes a group of the copies started since the last one";
  let description = [{
    ```mlir
    tcg.async_commit
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TCG_AsyncWaitOp : TCG_Op<"async_wait", [
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "waits for this thread's groups of copies but the last ones";
  let description = [{
    ```mlir
    tcg.async_wait pending 2
    ```
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "`pending` $pending attr-dict";
}

def TCG_FenceAsyncOp : TCG_Op<"fence_async", [
    MemoryEffects<[MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]> {
  let summary = "shows this thread's writes to what reads asynchronously";
  let description = [{
    The tensor cores and the copy engine reach shared memory by a way of their
    own (the async proxy): writes are ordered before their reads by this fence
    and then a barrier.

    ```mlir
    tcg.fence_async
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // MINITC_DIALECT_TCG_IR_TCGASYNCOPS_TD
