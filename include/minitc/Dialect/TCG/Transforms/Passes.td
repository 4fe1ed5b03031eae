//===- Passes.td - Passes on tiles with layouts ------------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TCG_TRANSFORMS_PASSES_TD
#define MINITC_DIALECT_TCG_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AssignLayoutsPass : Pass<"tcg-assign-layouts", "::mlir::tc::KernelOp"> {
  let summary = "gives every tile a layout";
  let description = [{
    Loads and stores ask for coalesced layouts with accesses of up to 16 bytes,
    as the axis analysis proves them; these spread along the ops that keep a
    layout, and a `tcg.convert_layout` stands where two demands meet. Dots on
    tensor cores settle where their accumulators live, and those of mma.sync
    where their operands do. Every load and store through one pointer value gets one layout, so that the same thread
    makes them and their order is kept; where a layout holds elements in several
    threads, barriers keep it. Also settles `num_warps`.

    Input: tc, arith, math and scf without calls, on tiles without an encoding.
    Output: the same ops, every tile with a `#tcg.layout`.

    ```mlir
    %x = tc.load %p : tensor<128x!tc.ptr<f32>>
    ```
    becomes
    ```mlir
    %x = tc.load %p {tcg.access = array<i32: 0, 4, 128>}
        : tensor<128x!tc.ptr<f32>, #tcg.layout<{register = [[1], [2]], lane =
          [[4], [8], [16], [32], [64]]}>>
    ```
  }];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "0",
           "warps in a block, over the kernel's own attribute (0: keep)">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "the GPU, which settles what tensor cores there are">
  ];
  let statistics = [
    Statistic<"numConversions", "conversions", "layout conversions inserted">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::tc::TCDialect"];
}

def OptimizeLayoutsPass : Pass<"tcg-optimize-layouts", "::mlir::tc::KernelOp"> {
  let summary = "removes, moves and rematerialises layout conversions";
  let description = [{
    A conversion whose operand is computed from scalars, constants and ranges by
    a few cheap ops goes away: the ops are repeated in the layout that is asked
    for. A conversion of a widened value moves before the widening, and one that
    follows another takes its place. Each rewrite removes a conversion or moves
    it strictly up a chain of single operands, so the work ends.

    ```mlir
    %r = tc.arange 0 to 64 : tensor<64xi32, #a>
    %c = tcg.convert_layout %r : tensor<64xi32, #a> -> tensor<64xi32, #b>
    ```
    becomes
    ```mlir
    %c = tc.arange 0 to 64 : tensor<64xi32, #b>
    ```
  }];
  let options = [
    Option<"budget", "budget", "unsigned", "64",
           "the most ops that one conversion may repeat">
  ];
  let statistics = [
    Statistic<"numRematerialized", "rematerialized", "conversions replaced by repeated ops">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect"];
}

def FormTensorLoadsPass : Pass<"tcg-form-tensor-loads", "::mlir::tc::KernelOp"> {
  let summary = "finds the windows that TMA can fetch";
  let description = [{
    A `tc.load_view` in a loop becomes a `tcg.tensor_load` where

    - its only use is a product by wgmma, as it lies in memory;
    - the view's base is an argument, aligned to 16 bytes, its sizes and strides
      follow from arguments, one of the two dimensions in which the window has an
      extent has a stride of 1, and the other strides are multiples of 16 bytes;
    - what is outside the array is 0;
    - the kernel has no barrier and no atomic that orders: loads by TMA would not
      be in that order;
    - a block has room for four warps more.

    ```mlir
    %v = tc.make_view %a, shape [%M, %K], strides [%lda, %one] : !tc.ptr<f16> -> !tc.view<128x64xf16>
    scf.for ... {
      %x = tc.load_view %v[%i, %j] other %zero : !tc.view<128x64xf16>
    ```
    becomes
    ```mlir
      %x = tcg.tensor_load #tcg.tensor_map<base = 0, element = f16, sizes = ["%3", "%4"],
               strides = ["%5", "1"], window = [128, 64]>[%i, %j] : tensor<128x64xf16>
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"sm_80\"", "the GPU">,
    Option<"numWarps", "num-warps", "unsigned", "0",
           "warps in a block; 0: what the kernel says, or as many as its products want">
  ];
  let statistics = [
    Statistic<"numFormed", "formed", "windows that TMA fetches">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect"];
}

def LowerDotsPass : Pass<"tcg-lower-dots", "::mlir::tc::KernelOp"> {
  let summary = "turns each dot into what one unit of the GPU does";
  let description = [{
    A `tc.dot` becomes a `tcg.wgmma` of operands in swizzled shared memory, a
    `tcg.mma` of operands in registers, which reach them through shared memory
    unless they are in the warp already, or, where no tensor core fits, a
    `tcg.fma_dot`.

    ```mlir
    %d = tc.dot %a, %b, %c : tensor<64x64xf16, #a>, tensor<64x64xf16, #b>, tensor<64x64xf32, #acc>
    ```
    becomes, on sm_90a,
    ```mlir
    %m = tcg.local_alloc : !tcg.shared<[64, 64] x f16, #swizzled>
    tcg.local_store %a, %m : ...
    tcg.fence_async
    %n = tcg.local_alloc : !tcg.shared<[64, 64] x f16, #swizzled>
    tcg.local_store %b, %n : ...
    tcg.fence_async
    %e = tcg.wgmma %m, %n, %c : ...
    %d = tcg.wgmma_wait %e pending 0 : ...
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"sm_80\"", "the GPU">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::arith::ArithDialect"];
}

def SpecializeWarpsPass : Pass<"tcg-specialize-warps", "::mlir::tc::KernelOp"> {
  let summary = "gives the copies of windows to warps of their own";
  let description = [{
    Where loops multiply windows that `tcg.tensor_load` fetches, one more group of
    warps runs the same loops with nothing but the copies in them, up to
    `num_stages` iterations ahead. Each of the slots that it fills has two
    barriers: full, which the copies complete, and empty, at which every warp
    arrives that has no more use for what is there. No barrier of the whole block
    is left in the loop, so that a group of warps that computes can overlap with
    one that multiplies. Registers move from the copying warps to the others.

    Loops that the copying warps cannot run, since their bounds or the places of
    windows depend on memory or on tiles, fetch each window and wait for it.

    ```mlir
    scf.for %i = %0 to %n step %1 iter_args(%acc = %zero) {
      %x = tcg.tensor_load #map[%r, %i] : ...
      %m = tcg.local_alloc : ...
      tcg.local_store %x, %m : ...
      %d = tcg.wgmma %m, %b, %acc : ...
    ```
    becomes
    ```mlir
    %isProducer = arith.cmpi sge, %warp, %numWarps : i32
    scf.if %isProducer {
      scf.for %i = %0 to %n step %1 iter_args(%slot = %0, %phase = %0) {
        tcg.barrier_wait %empty[%slot] parity %notPhase
        tcg.barrier_expect %full[%slot] bytes 16384
        tcg.tensor_copy #map[%r, %i], %memory[%slot], %full[%slot]
    } else {
      scf.for %i = %0 to %n step %1 iter_args(%acc = %zero, %slot = %0, %phase = %0) {
        tcg.barrier_wait %full[%slot] parity %phase
        %d = tcg.wgmma %memory[%slot], %b, %acc : ...
        ...
        tcg.warp_arrive %empty[%slot]
    ```
  }];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "0",
           "slots; 0: what the kernel says, else as many as fit, up to 4">,
    Option<"limit", "limit", "unsigned", "166912",
           "bytes of shared memory that a block can have">
  ];
  let statistics = [
    Statistic<"numSpecialized", "specialized", "loops whose copies have warps of their own">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def StaggerProductsPass : Pass<"tcg-stagger-products", "::mlir::tc::KernelOp"> {
  let summary = "runs a product beside the arithmetic of the next iteration";
  let description = [{
    In a loop that computes the left operand of a product, in registers, from the
    result of another product, and whose windows come from warps of their own
    (`tcg-specialize-warps`), the second product runs an iteration later:

    ```mlir
    scf.for ... iter_args(%o = %zero, ...) {
      %s = wgmma %q, %k, %none
      wait %s
      %p, %scale = arithmetic on %s
      %o2 = %o * %scale
      %o3 = wgmma %p, %v, %o2
      wait %o3
    ```
    becomes
    ```mlir
    %s = wgmma; wait; %p, %scale = arithmetic
    scf.for ... iter_args(%o = %zero, %p1 = %p, %scale1 = %scale, ...) {
      %o2 = %o * %scale1
      %s = wgmma %q, %k, %none
      %o3 = wgmma %p1, %v, %o2
      wait %s
      %p2, %scale2 = arithmetic on %s
      wait %o3
    }
    %o2 = ...; wgmma; wait
    ```
  }];
  let statistics = [
    Statistic<"numStaggered", "staggered", "loops whose products are an iteration apart">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PipelineLoopsPass : Pass<"tcg-pipeline-loops", "::mlir::tc::KernelOp"> {
  let summary = "overlaps the loads of a loop with its products";
  let description = [{
    Where a loop loads tiles that go to shared memory for a product, the loads
    become `tcg.async_copy` into one of `num_stages` slots, that many iterations
    less one ahead of their use (less two where wgmma is left under way from one
    iteration to the next). One barrier an iteration orders copies and uses.

    A load stays as it is where its pieces are narrower than 4 bytes, where its
    mask splits a piece, where its fill is not 0, where its address depends on
    memory, or where the loop stores or has a barrier.

    ```mlir
    scf.for %i = %0 to %n step %1 iter_args(%acc = %zero) {
      %x = tc.load %p : ...
      %m = tcg.local_alloc : ...
      tcg.local_store %x, %m : ...
      %d = tcg.wgmma %m, %b, %acc : ...
    ```
    becomes
    ```mlir
    %m = tcg.local_alloc {slots = 4} : ...
    tcg.async_copy %p, %m0 : ...        // for the first iterations
    scf.for %i = %0 to %n step %1 iter_args(%acc = %zero, ...) {
      tcg.async_wait pending 1
      tc.barrier
      %d = tcg.wgmma %mi, %b, %acc : ...
      tcg.async_copy %p2, %mj if %isThere : ...
      %e = tcg.wgmma_wait %d pending 1 : ...
    ```
  }];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "0",
           "slots, over the kernel's own attribute (0: keep, else choose)">,
    Option<"limit", "limit", "unsigned", "166912",
           "the most shared memory a block can have, in bytes">
  ];
  let statistics = [
    Statistic<"numPipelined", "pipelined", "loops pipelined">
  ];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::tc::TCDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerAtomicsPass : Pass<"tcg-lower-atomics", "::mlir::tc::KernelOp"> {
  let summary = "makes explicit what an atomic op asks of the whole block";
  let description = [{
    A barrier before an atomic op that releases, and one after an op that
    acquires, make its order that of the whole block. The lowering changes each
    element in the thread that stands for all that hold it, and shuffles give
    the old value to copies in the same warp; where other warps hold copies and
    the result is used, it goes through shared memory. A scalar becomes a tile
    of one element that every thread holds.

    Input and output: tiles with layouts. In the output no atomic op is on
    scalars, and none has a layout that holds an element in two registers.

    ```mlir
    %old = tc.atomic_rmw add acquire gpu %p, %v : tensor<32x!tc.ptr<i32>, #l>, tensor<32xi32, #l>
    ```
    becomes, with two warps,
    ```mlir
    %own = tc.atomic_rmw add acquire gpu %p, %v : tensor<32x!tc.ptr<i32>, #l>, tensor<32xi32, #l>
    %m = tcg.local_alloc : !tcg.shared<[32] x i32, #shared>
    tcg.local_store %own, %m : ...
    tc.barrier
    %old = tcg.local_load %m : ...
    ```
  }];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::tc::TCDialect"];
}

def LowerCollectivesPass : Pass<"tcg-lower-collectives", "::mlir::tc::KernelOp"> {
  let summary = "makes the shared-memory traffic of collectives explicit";
  let description = [{
    A reduction over several warps becomes one within each warp, a trip of the
    partial results through shared memory, and one within each thread. A scan
    becomes one within each warp, the same trip of the warps' totals, and a
    `tcg.carry` of what comes before each warp's part. A gather whose source is
    not at hand in every warp becomes a store and a `tcg.local_gather`, a
    histogram the store of zeros, a `tcg.local_count` and a load. A conversion
    that neither renames registers nor shuffles within a warp becomes a store to
    and a load from shared memory, in a swizzled layout without bank conflicts.
    A print becomes one for each value, and a tile is printed through shared
    memory.

    ```mlir
    %b = tcg.convert_layout %a : tensor<64x64xf32, #row> -> tensor<64x64xf32, #column>
    ```
    becomes
    ```mlir
    %m = tcg.local_alloc : !tcg.shared<[64, 64] x f32, #swizzled>
    tcg.local_store %a, %m : ...
    %b = tcg.local_load %m : ...
    ```
  }];
  let dependentDialects = ["::mlir::tcg::TCGDialect", "::mlir::tc::TCDialect",
                           "::mlir::arith::ArithDialect"];
}

def AllocateSharedMemoryPass
    : Pass<"tcg-allocate-shared-memory", "::mlir::tc::KernelOp"> {
  let summary = "places shared memory and inserts the barriers it needs";
  let description = [{
    Each `tcg.local_alloc` gets an offset; small ones have memory of their own,
    larger ones share it when their lives do not overlap. A `tc.barrier` is
    inserted before an access only if, since the last barrier on some path,
    another access touched the same bytes and one of the two writes. The kernel
    gets `tcg.shared_bytes`.

    ```mlir
    tcg.local_store %a, %m : ...
    %b = tcg.local_load %m : ...
    ```
    becomes
    ```mlir
    tcg.local_store %a, %m : ...
    tc.barrier
    %b = tcg.local_load %m : ...
    ```
  }];
  let options = [
    Option<"limit", "limit", "unsigned", "232448",
           "the most shared memory a block can have, in bytes">,
    Option<"skipBarrier", "skip-barrier", "int", "-1",
           "for tests: leave out the n-th barrier that would be inserted">
  ];
  let statistics = [
    Statistic<"numBarriers", "barriers", "barriers inserted">
  ];
  let dependentDialects = ["::mlir::tc::TCDialect"];
}

#endif // MINITC_DIALECT_TCG_TRANSFORMS_PASSES_TD
