// RUN: minitc-opt %s -split-input-file --pass-pipeline='builtin.module(tc.kernel(tcg-allocate-shared-memory))' | FileCheck %s
// RUN: minitc-opt %s -split-input-file --pass-pipeline='builtin.module(tc.kernel(tcg-allocate-shared-memory{skip-barrier=0}))' | FileCheck %s --check-prefix=SKIP0
// RUN: minitc-opt %s -split-input-file --pass-pipeline='builtin.module(tc.kernel(tcg-allocate-shared-memory{skip-barrier=1}))' | FileCheck %s --check-prefix=SKIP1

// One barrier between the store and the loads; the first load loses it when told
// to.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @store_then_load
// CHECK-SAME:    tcg.shared_bytes = 128 : i32
// CHECK:         tcg.local_alloc {offset = 0 : i32}
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_load
// CHECK-NEXT:    tcg.local_load
// SKIP0-LABEL: tc.kernel @store_then_load
// SKIP0:         tcg.local_store
// SKIP0-NEXT:    tcg.local_load
// SKIP1-LABEL: tc.kernel @store_then_load
// SKIP1:         tc.barrier
// SKIP1:         tc.return
tc.kernel @store_then_load() {
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
  tcg.local_store %x, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  %y = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
  %z = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
  tc.return
}

// -----

// A barrier that is there already serves.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @barrier_there
// CHECK:         tcg.local_store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_load
// CHECK-NOT:     tc.barrier
tc.kernel @barrier_there() {
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
  tcg.local_store %x, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  tc.barrier
  %y = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
  tc.return
}

// -----

// A kernel without shared memory needs none.
// CHECK-LABEL: tc.kernel @none
// CHECK-SAME:    tcg.shared_bytes = 0 : i32
tc.kernel @none() {
  tc.return
}

// -----

// Two small tiles have memory of their own, so that one barrier serves both.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @small_ones_apart
// CHECK-SAME:    tcg.shared_bytes = 144 : i32
// CHECK:         tcg.local_alloc {offset = 0 : i32} : <[32] x i8
// CHECK:         tcg.local_alloc {offset = 32 : i32} : <[32] x i1
// CHECK:         tcg.local_alloc {offset = 64 : i32} : <[8] x !tc.ptr<i8>
// CHECK:         tcg.local_alloc {offset = 128 : i32} : <[1] x f16
tc.kernel @small_ones_apart() {
  %m = tcg.local_alloc : !tcg.shared<[32] x i8, #s>
  %n = tcg.local_alloc : !tcg.shared<[32] x i1, #s>
  %p = tcg.local_alloc : !tcg.shared<[8] x !tc.ptr<i8>, <{offset = [[1], [2], [4]]}>>
  %q = tcg.local_alloc : !tcg.shared<[1] x f16, <{}>>
  tc.return
}

// -----

// Large tiles share memory when one's life is over before the other's begins;
// then the second store waits for the first load.
#t = #tcg.layout<{register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]}>
// CHECK-LABEL: tc.kernel @large_ones_share
// CHECK-SAME:    tcg.shared_bytes = 4096 : i32
// CHECK:         tcg.local_alloc {offset = 0 : i32}
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_load
// CHECK-NEXT:    tcg.local_alloc {offset = 0 : i32}
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_load
tc.kernel @large_ones_share() {
  %x = arith.constant dense<0.0> : tensor<1024xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[1024] x f32, #s>
  tcg.local_store %x, %m : tensor<1024xf32, #t>, !tcg.shared<[1024] x f32, #s>
  %y = tcg.local_load %m : !tcg.shared<[1024] x f32, #s> -> tensor<1024xf32, #t>
  %n = tcg.local_alloc : !tcg.shared<[1024] x f32, #s>
  tcg.local_store %y, %n : tensor<1024xf32, #t>, !tcg.shared<[1024] x f32, #s>
  %z = tcg.local_load %n : !tcg.shared<[1024] x f32, #s> -> tensor<1024xf32, #t>
  tc.return
}

// -----

#t = #tcg.layout<{register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]}>
// CHECK-LABEL: tc.kernel @lives_overlap
// CHECK-SAME:    tcg.shared_bytes = 8192 : i32
// CHECK:         tcg.local_alloc {offset = 0 : i32}
// CHECK:         tcg.local_alloc {offset = 4096 : i32}
// CHECK:         tcg.local_store
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_load
// CHECK-NEXT:    tcg.local_load
tc.kernel @lives_overlap() {
  %x = arith.constant dense<0.0> : tensor<1024xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[1024] x f32, #s>
  %n = tcg.local_alloc : !tcg.shared<[1024] x f32, #s>
  tcg.local_store %x, %m : tensor<1024xf32, #t>, !tcg.shared<[1024] x f32, #s>
  tcg.local_store %x, %n : tensor<1024xf32, #t>, !tcg.shared<[1024] x f32, #s>
  %y = tcg.local_load %m : !tcg.shared<[1024] x f32, #s> -> tensor<1024xf32, #t>
  %z = tcg.local_load %n : !tcg.shared<[1024] x f32, #s> -> tensor<1024xf32, #t>
  tc.return
}

// -----

// In a loop the store waits for the load of the trip before.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @loop
// CHECK:         scf.for
// CHECK-NEXT:      tcg.local_alloc
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_store
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_load
// CHECK-NEXT:      scf.yield
// SKIP0-LABEL: tc.kernel @loop
// SKIP0:         scf.for
// SKIP0-NEXT:      tcg.local_alloc
// SKIP0-NEXT:      tc.barrier
// SKIP0-NEXT:      tcg.local_store
// SKIP0-NEXT:      tcg.local_load
// SKIP1-LABEL: tc.kernel @loop
// SKIP1:         scf.for
// SKIP1-NEXT:      tcg.local_alloc
// SKIP1-NEXT:      tcg.local_store
// SKIP1-NEXT:      tc.barrier
// SKIP1-NEXT:      tcg.local_load
tc.kernel @loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<32xf32, #t>) : i32 {
    %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
    tcg.local_store %a, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
    %y = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
    scf.yield %y : tensor<32xf32, #t>
  }
  tc.return
}

// -----

// What one branch leaves pending counts after it; the other branch may have
// had its barrier.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @branches
// CHECK:         tcg.local_store
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_load
// CHECK:         } else {
// CHECK-NOT:       tc.barrier
// CHECK:         }
// CHECK:         tc.barrier
// CHECK-NEXT:    tcg.local_load
tc.kernel @branches(%c: i1) {
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
  tcg.local_store %x, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  %r = scf.if %c -> tensor<32xf32, #t> {
    %y = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
    scf.yield %y : tensor<32xf32, #t>
  } else {
    scf.yield %x : tensor<32xf32, #t>
  }
  %z = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
  tc.return
}

// -----

// The condition's load comes before the body's store, the body's store before
// the next condition.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @while
// CHECK:         scf.while
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_load
// CHECK:         } do {
// CHECK:           tc.barrier
// CHECK-NEXT:      tcg.local_store
// CHECK-NEXT:      scf.yield
// CHECK:         tc.barrier
// CHECK-NEXT:    tcg.local_store
tc.kernel @while(%c: i1) {
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
  %r = scf.while (%a = %x) : (tensor<32xf32, #t>) -> tensor<32xf32, #t> {
    %y = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
    scf.condition(%c) %y : tensor<32xf32, #t>
  } do {
  ^bb0(%b: tensor<32xf32, #t>):
    tcg.local_store %b, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
    scf.yield %b : tensor<32xf32, #t>
  }
  tcg.local_store %r, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  tc.return
}

// -----

// Counting writes, a gather reads: a barrier between the zeros and the counts,
// one before the gathers, none between those, and one before the next trip's
// zeros.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @counts_and_gathers
// CHECK:         scf.for
// CHECK-NEXT:      tcg.local_alloc
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_store
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_count
// CHECK-NEXT:      tc.barrier
// CHECK-NEXT:      tcg.local_gather
// CHECK-NEXT:      tcg.local_gather
// CHECK-NOT:     tc.barrier
// CHECK:         tc.return
tc.kernel @counts_and_gathers(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<0> : tensor<32xi32, #t>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %m = tcg.local_alloc : !tcg.shared<[32] x i32, #s>
    tcg.local_store %x, %m : tensor<32xi32, #t>, !tcg.shared<[32] x i32, #s>
    tcg.local_count %x, %m : tensor<32xi32, #t>, !tcg.shared<[32] x i32, #s>
    %y = tcg.local_gather %m[%x] axis 0 : !tcg.shared<[32] x i32, #s>, tensor<32xi32, #t> -> tensor<32xi32, #t>
    %z = tcg.local_gather %m[%y] axis 0 : !tcg.shared<[32] x i32, #s>, tensor<32xi32, #t> -> tensor<32xi32, #t>
  }
  tc.return
}

// -----

// A print comes after what is pending on its memory, and ends with a barrier.
#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @print
// CHECK:         tcg.local_load
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.print
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.return
tc.kernel @print(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[32] x f32, #s>
  %u = tcg.local_load %m : !tcg.shared<[32] x f32, #s> -> tensor<32xf32, #t>
  tcg.print "x = ", %u, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  tcg.local_store %t, %m : tensor<32xf32, #t>, !tcg.shared<[32] x f32, #s>
  tc.return
}

// -----

// Memory that a branch uses is free behind its last use there, and a loop's
// behind the loop; that of a barrier is not used for anything else.
#t = #tcg.layout<{register = [[64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384]]}>
// CHECK-LABEL: tc.kernel @branches
// CHECK-SAME:    tcg.shared_bytes = 131088 : i32
// CHECK:         tcg.local_alloc {offset = 0 : i32} : <[32768]
// CHECK:         tcg.local_alloc {offset = 131072 : i32} : <[1]
// CHECK:         scf.for
// CHECK:         tcg.local_store
// CHECK:         tc.barrier
// CHECK-NEXT:    tcg.local_alloc {offset = 0 : i32} : <[32768]
tc.kernel @branches(%c: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<1.0> : tensor<32768xf32, #t>
  %a = tcg.local_alloc : !tcg.shared<[32768] x f32, #s>
  %b = tcg.local_alloc : !tcg.shared<[1] x i64, #tcg.layout<{}>>
  tcg.barrier_init %b arrivals 1 : !tcg.shared<[1] x i64, #tcg.layout<{}>>
  scf.if %c {
    scf.for %i = %c0 to %n step %c1 : i32 {
      tcg.local_store %x, %a : tensor<32768xf32, #t>, !tcg.shared<[32768] x f32, #s>
    }
    tc.barrier
    %d = tcg.local_alloc : !tcg.shared<[32768] x f32, #s>
    tcg.local_store %x, %d : tensor<32768xf32, #t>, !tcg.shared<[32768] x f32, #s>
  }
  tc.return
}

// -----

// A product reads until it has been waited for, so the barrier before the wait
// does not order its reads before the store behind it.
#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
#x = #tcg.layout<{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [0, 0]]}>
// CHECK-LABEL: tc.kernel @under_way
// CHECK:         tcg.wgmma
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.wgmma_wait
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tc.return
tc.kernel @under_way(%acc: f32, %v: f16) {
  %c = tc.splat %acc : f32 -> tensor<64x8xf32, #acc>
  %t = tc.splat %v : f16 -> tensor<64x16xf16, #x>
  %m = tcg.local_alloc : !tcg.shared<[64, 16] x f16, #m>
  %n = tcg.local_alloc : !tcg.shared<[16, 8] x f16, #n>
  %d = tcg.wgmma %m, %n, %c : !tcg.shared<[64, 16] x f16, #m>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  tc.barrier
  %e = tcg.wgmma_wait %d pending 0 : tensor<64x8xf32, #acc>
  tcg.local_store %t, %m : tensor<64x16xf16, #x>, !tcg.shared<[64, 16] x f16, #m>
  tc.return
}
