// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-lower-atomics))' | FileCheck %s

#once = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
#lanes = #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>
#warps = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[0]]}>

// A relaxed op on elements that one thread each holds is as it is.
// CHECK-LABEL: tc.kernel @nothing_to_do
// CHECK-NEXT:    tc.splat
// CHECK-NEXT:    tc.splat
// CHECK-NEXT:    %[[O:.*]] = tc.atomic_rmw add relaxed gpu
// CHECK-NEXT:    arith.addi %[[O]]
// CHECK-NEXT:    tc.return
tc.kernel @nothing_to_do(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 2 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<64x!tc.ptr<i32>, #once>
  %xs = tc.splat %x : i32 -> tensor<64xi32, #once>
  %o = tc.atomic_rmw add relaxed gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  %u = arith.addi %o, %xs : tensor<64xi32, #once>
  tc.return
}

// Its order is that of the whole block. A barrier that is there already serves.
// CHECK-LABEL: tc.kernel @orders
// CHECK:         tc.splat
// CHECK-NEXT:    tc.splat
// CHECK-NEXT:    tc.atomic_rmw add acquire
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    arith.constant 1 : i32
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.atomic_rmw add release
// CHECK-NEXT:    arith.constant 2 : i32
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.atomic_rmw add acq_rel
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    arith.constant 3 : i32
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.atomic_cas acq_rel
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.return
tc.kernel @orders(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 2 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<64x!tc.ptr<i32>, #once>
  %xs = tc.splat %x : i32 -> tensor<64xi32, #once>
  %0 = tc.atomic_rmw add acquire gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  %c1 = arith.constant 1 : i32
  %1 = tc.atomic_rmw add release gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  %c2 = arith.constant 2 : i32
  %2 = tc.atomic_rmw add acq_rel gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  %c3 = arith.constant 3 : i32
  tc.barrier
  %3 = tc.atomic_cas acq_rel gpu %ps, %xs, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  tc.barrier
  tc.return
}

// Shuffles reach the copies within a warp.
// CHECK-LABEL: tc.kernel @copies_in_warp(
// CHECK:         %[[O:.*]] = tc.atomic_rmw
// CHECK-NEXT:    arith.addi %[[O]]
// CHECK-NEXT:    tc.return
tc.kernel @copies_in_warp(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 1 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<8x!tc.ptr<i32>, #lanes>
  %xs = tc.splat %x : i32 -> tensor<8xi32, #lanes>
  %o = tc.atomic_rmw add relaxed gpu %ps, %xs : tensor<8x!tc.ptr<i32>, #lanes>, tensor<8xi32, #lanes>
  %u = arith.addi %o, %xs : tensor<8xi32, #lanes>
  tc.return
}

// Shared memory takes the old value to other warps, and the barrier of the
// acquire is what the load waits for.
// CHECK-LABEL: tc.kernel @copies_in_warps
// CHECK:         %[[OWN:.*]] = tc.atomic_rmw add acquire gpu
// CHECK-NEXT:    %[[M:.*]] = tcg.local_alloc : <[32] x i32, <{{.*}}>>
// CHECK-NEXT:    tcg.local_store %[[OWN]], %[[M]]
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    %[[O:.*]] = tcg.local_load %[[M]]
// CHECK-NEXT:    arith.addi %[[O]]
tc.kernel @copies_in_warps(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 2 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<32x!tc.ptr<i32>, #warps>
  %xs = tc.splat %x : i32 -> tensor<32xi32, #warps>
  %o = tc.atomic_rmw add acquire gpu %ps, %xs : tensor<32x!tc.ptr<i32>, #warps>, tensor<32xi32, #warps>
  %u = arith.addi %o, %xs : tensor<32xi32, #warps>
  tc.return
}

// Nobody asks what was there.
// CHECK-LABEL: tc.kernel @result_unused
// CHECK:         tc.atomic_rmw
// CHECK-NEXT:    tc.return
tc.kernel @result_unused(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 2 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<32x!tc.ptr<i32>, #warps>
  %xs = tc.splat %x : i32 -> tensor<32xi32, #warps>
  %o = tc.atomic_rmw add relaxed gpu %ps, %xs : tensor<32x!tc.ptr<i32>, #warps>, tensor<32xi32, #warps>
  tc.return
}

// A scalar is a tile of one element; its mask too.
// CHECK-LABEL: tc.kernel @scalar
// CHECK-SAME:    (%[[P:.*]]: !tc.ptr<f32>, %[[X:.*]]: f32, %[[C:.*]]: i1)
// CHECK:         tc.barrier
// CHECK-NEXT:    %[[PS:.*]] = tc.splat %[[P]] : !tc.ptr<f32> -> tensor<1x!tc.ptr<f32>, #[[ALL:.*]]>
// CHECK-NEXT:    %[[XS:.*]] = tc.splat %[[X]] : f32 -> tensor<1xf32, #[[ALL]]>
// CHECK-NEXT:    %[[CS:.*]] = tc.splat %[[C]] : i1 -> tensor<1xi1, #[[ALL]]>
// CHECK-NEXT:    %[[OWN:.*]] = tc.atomic_rmw fadd release gpu %[[PS]], %[[XS]] mask %[[CS]] : tensor<1x!tc.ptr<f32>, #[[ALL]]>, tensor<1xf32, #[[ALL]]>
// CHECK-NEXT:    %[[M:.*]] = tcg.local_alloc : <[1] x f32
// CHECK-NEXT:    tcg.local_store %[[OWN]], %[[M]]
// CHECK-NEXT:    %[[O:.*]] = tcg.local_load %[[M]]
// CHECK-NEXT:    %[[S:.*]] = tc.reduce max %[[O]] axis 0 : tensor<1xf32, #[[ALL]]> -> f32
// CHECK-NEXT:    tc.store %[[P]], %[[S]]
tc.kernel @scalar(%p: !tc.ptr<f32>, %x: f32, %c: i1) attributes {num_warps = 2 : i32} {
  %o = tc.atomic_rmw fadd release gpu %p, %x mask %c : !tc.ptr<f32>, f32
  tc.store %p, %o : !tc.ptr<f32>
  tc.return
}

// An element in two registers of a thread is changed once.
#twice = #tcg.layout<{register = [[0]], lane = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @two_registers
// CHECK:         %[[P:.*]] = tcg.convert_layout %{{.*}} : {{.*}} -> tensor<32x!tc.ptr<i32>, #[[ONE:.*]]>
// CHECK-NEXT:    %[[X:.*]] = tcg.convert_layout %{{.*}} : {{.*}} -> tensor<32xi32, #[[ONE]]>
// CHECK:         %[[O:.*]] = tc.atomic_cas relaxed gpu %[[P]], %[[X]], %{{.*}} : tensor<32x!tc.ptr<i32>, #[[ONE]]>, tensor<32xi32, #[[ONE]]>
// CHECK-NEXT:    %[[R:.*]] = tcg.convert_layout %[[O]]
// CHECK-NEXT:    arith.addi %[[R]]
tc.kernel @two_registers(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 1 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<32x!tc.ptr<i32>, #twice>
  %xs = tc.splat %x : i32 -> tensor<32xi32, #twice>
  %o = tc.atomic_cas relaxed gpu %ps, %xs, %xs : tensor<32x!tc.ptr<i32>, #twice>, tensor<32xi32, #twice>
  %u = arith.addi %o, %xs : tensor<32xi32, #twice>
  tc.return
}
