//===- TCGTensorOps.td - Copies by TMA and their barriers --*- tablegen -*-===//
//
// Included by TCGOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TCG_IR_TCGTENSOROPS_TD
#define MINITC_DIALECT_TCG_IR_TCGTENSOROPS_TD

// Order among these ops, and against accesses of shared memory, is theirs to
// keep: to other passes each reads and writes all of it.
class TCG_OrderedOp<string mnemonic, list<Trait> traits = []>
    : TCG_Op<mnemonic, traits # [MemoryEffects<
          [MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>]>;

//===----------------------------------------------------------------------===//
// Windows of arrays
//===----------------------------------------------------------------------===//

def TCG_TensorLoadOp : TCG_Op<"tensor_load", [MemoryEffects<[MemRead]>]> {
  let summary = "reads a window of an array that a tensor map describes";
  let description = [{
    The indices are the array element at which the window starts. What of the
    window is outside the array is 0.

    ```mlir
    %t = tcg.tensor_load #map[%i, %j] : tensor<128x64xf16>
    ```
  }];
  let arguments = (ins TCG_TensorMapAttr:$map, Variadic<I32>:$indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$map `[` $indices `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TCG_TensorCopyOp : TCG_Op<"tensor_copy"> {
  let summary = "starts copying a window of an array to shared memory, by TMA";
  let description = [{
    For one thread. The barrier is told the bytes when they have arrived; it has
    to expect them (`tcg.barrier_expect`).

    ```mlir
    tcg.tensor_copy #map[%i, %j], %m, %b : !tcg.shared<[128, 64] x f16, #swizzled>, !tcg.shared<[1] x i64, #one>
    ```
  }];
  let arguments = (ins TCG_TensorMapAttr:$map, Variadic<I32>:$indices,
      Arg<TCG_SharedType, "", [MemWrite<TCG_SharedMemory>]>:$memory,
      Arg<TCG_SharedType, "", [MemRead<TCG_SharedMemory>, MemWrite<TCG_SharedMemory>]>:$barrier);
  let assemblyFormat = [{
    $map `[` $indices `]` `,` $memory `,` $barrier attr-dict `:` type($memory)
    `,` type($barrier)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Barriers that copies complete
//===----------------------------------------------------------------------===//

class TCG_BarrierOp<string mnemonic> : TCG_OrderedOp<mnemonic> {
  dag barrier = (ins TCG_SharedType:$barrier);
}

def TCG_BarrierInitOp : TCG_BarrierOp<"barrier_init"> {
  let summary = "makes barriers of shared memory";
  let description = [{
    Each phase of a barrier takes `arrivals`. For one thread, which orders it
    before the barriers' first use by `tcg.barrier_fence` and `tcg.block_barrier`.

    ```mlir
    tcg.barrier_init %b arrivals 1 : !tcg.shared<[4] x i64, #four>
    ```
  }];
  let arguments = !con(barrier, (ins I32Attr:$arrivals));
  let assemblyFormat = "$barrier `arrivals` $arrivals attr-dict `:` type($barrier)";
}

def TCG_BarrierFenceOp : TCG_OrderedOp<"barrier_fence"> {
  let summary = "shows this thread's new barriers to copies";
  let description = [{
    ```mlir
    tcg.barrier_fence
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TCG_BarrierExpectOp : TCG_BarrierOp<"barrier_expect"> {
  let summary = "arrives, and announces the bytes of copies";
  let description = [{
    For one thread.

    ```mlir
    tcg.barrier_expect %b bytes 16384 : !tcg.shared<[1] x i64, #one>
    ```
  }];
  let arguments = !con(barrier, (ins I32Attr:$bytes));
  let assemblyFormat = "$barrier `bytes` $bytes attr-dict `:` type($barrier)";
}

def TCG_WarpArriveOp : TCG_BarrierOp<"warp_arrive"> {
  let summary = "arrives once for a warp, when all its lanes are here";
  let description = [{
    ```mlir
    tcg.warp_arrive %b : !tcg.shared<[1] x i64, #one>
    ```
  }];
  let arguments = barrier;
  let assemblyFormat = "$barrier attr-dict `:` type($barrier)";
}

def TCG_BarrierWaitOp : TCG_BarrierOp<"barrier_wait"> {
  let summary = "waits until the phase of this parity is complete";
  let description = [{
    Phases count from 0. A wait for parity 1 passes on a new barrier.

    ```mlir
    tcg.barrier_wait %b parity %p : !tcg.shared<[1] x i64, #one>
    ```
  }];
  let arguments = !con(barrier, (ins I32:$parity));
  let assemblyFormat = "$barrier `parity` $parity attr-dict `:` type($barrier)";
}

def TCG_BarrierInvalidateOp : TCG_BarrierOp<"barrier_invalidate"> {
  let summary = "ends a barrier, so that another can be made in its memory";
  let description = [{
    For one thread, when nothing uses the barrier any more.

    ```mlir
    tcg.barrier_invalidate %b : !tcg.shared<[1] x i64, #one>
    ```
  }];
  let arguments = barrier;
  let assemblyFormat = "$barrier attr-dict `:` type($barrier)";
}

def TCG_BlockBarrierOp : TCG_OrderedOp<"block_barrier"> {
  let summary = "a barrier of all threads of the block, producers too";
  let description = [{
    ```mlir
    tcg.block_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Roles of warps
//===----------------------------------------------------------------------===//

def TCG_WarpIdOp : TCG_Op<"warp_id", [Pure]> {
  let summary = "the number of this thread's warp in the block";
  let description = [{
    ```mlir
    %w = tcg.warp_id : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TCG_ElectOp : TCG_OrderedOp<"elect"> {
  let summary = "true in one lane of each warp";
  let description = [{
    ```mlir
    %e = tcg.elect : i1
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TCG_SetRegistersOp : TCG_OrderedOp<"set_registers"> {
  let summary = "changes how many registers the threads of a warpgroup have";
  let description = [{
    ```mlir
    tcg.set_registers 240 more
    tcg.set_registers 24
    ```
  }];
  let arguments = (ins I32Attr:$count, UnitAttr:$more);
  let assemblyFormat = "$count (`more` $more^)? attr-dict";
}

#endif // MINITC_DIALECT_TCG_IR_TCGTENSOROPS_TD
