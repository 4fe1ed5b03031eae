// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=8 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-specialize-warps{num-stages=3}))' | FileCheck %s
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=8 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-specialize-warps{num-stages=2}))' | FileCheck %s --check-prefix=TWO
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=8 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-specialize-warps{limit=180000}))' | FileCheck %s --check-prefix=FIT

// With two slots no product is left under way: its operands' would be both.
// TWO-LABEL: tc.kernel @sum
// TWO: tcg.wgmma_wait %{{.*}} pending 0
// TWO-NEXT: tcg.local_slot
// TWO-NEXT: tcg.warp_arrive
// TWO-LABEL: tc.kernel @twice

// The producers' loop carries a slot and its phase, and of what the loop carried
// only what places and bounds depend on; the sum stays with the other warps, which
// give back the slot of the iteration before, since its product is done by then.
// CHECK-LABEL: tc.kernel @sum
// CHECK-SAME: num_warps = 8 : i32, tcg.min_blocks = 1 : i32, tcg.producer_warps = 4
// CHECK-DAG: %[[A:.*]] = tcg.local_alloc {slots = 3 : i32} : <[128, 32] x f16
// CHECK-DAG: %[[B:.*]] = tcg.local_alloc {slots = 3 : i32} : <[32, 64] x f16
// CHECK: %[[FULL:.*]] = tcg.local_alloc {slots = 3 : i32} : <[1] x i64
// CHECK: %[[EMPTY:.*]] = tcg.local_alloc {slots = 3 : i32} : <[1] x i64
// CHECK: scf.if
// CHECK:   tcg.elect
// CHECK:   scf.if
// CHECK:     tcg.barrier_init %{{.*}} arrivals 1
// CHECK:     tcg.barrier_init %{{.*}} arrivals 8
// CHECK:     tcg.barrier_fence
// CHECK: tcg.block_barrier
// CHECK: %[[PRODUCER:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if %[[PRODUCER]] {
// CHECK:   tcg.set_registers 32
// CHECK:   tcg.elect
// CHECK:     scf.for %[[K:.*]] = %{{.*}} iter_args(%[[PLACE:.*]] = %{{.*}}, %[[SLOT:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}}) -> (i32, i32, i32)
// CHECK:       %[[BEFORE:.*]] = arith.xori %[[PHASE]],
// CHECK:       %[[E:.*]] = tcg.local_slot %[[EMPTY]][%[[SLOT]]]
// CHECK:       tcg.barrier_wait %[[E]] parity %[[BEFORE]]
// CHECK:       %[[F:.*]] = tcg.local_slot %[[FULL]][%[[SLOT]]]
// CHECK:       tcg.barrier_expect %[[F]] bytes 12288
// CHECK:       tcg.tensor_copy <base = 0, {{.*}}>[%{{.*}}, %[[PLACE]]], %{{.*}}, %[[F]]
// CHECK:       tcg.tensor_copy <base = 1, {{.*}}>[%[[K]], %{{.*}}], %{{.*}}, %[[F]]
// CHECK: } else {
// CHECK:   tcg.set_registers 232 more
// CHECK:   %[[R:.*]]:5 = scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[SLOT:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}}, %[[PREVIOUS:.*]] = %{{.*}})
// CHECK:     %[[F:.*]] = tcg.local_slot %[[FULL]][%[[SLOT]]]
// CHECK:     tcg.barrier_wait %[[F]] parity %[[PHASE]]
// CHECK:     %[[P:.*]] = tcg.wgmma %{{.*}}, %{{.*}}, %[[SUM]]
// CHECK:     tcg.wgmma_wait %[[P]] pending 1
// CHECK:     scf.if
// CHECK:       %[[E:.*]] = tcg.local_slot %[[EMPTY]][%[[PREVIOUS]]]
// CHECK:       tcg.warp_arrive %[[E]]
// CHECK:   tcg.wgmma_wait %[[R]]#0 pending 0
// CHECK:   scf.if
// CHECK:     tcg.local_slot %[[EMPTY]][%[[R]]#4]
// CHECK:     tcg.warp_arrive
// CHECK: tc.return
tc.kernel @sum(%a: !tc.ptr<f16>, %b: !tc.ptr<f16>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %r:2 = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %zeros, %place = %n) -> (tensor<128x64xf32>, i32) : i32 {
    %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%2", "%2"], strides = ["64", "1"], window = [128, 32]>[%c0, %place] : tensor<128x32xf16>
    %y = tcg.tensor_load <base = 1, element = f16, sizes = ["%2", "%2"], strides = ["64", "1"], window = [32, 64]>[%k, %c0] : tensor<32x64xf16>
    %d = tc.dot %x, %y, %sum : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
    %next = arith.addi %place, %c32 : i32
    scf.yield %d, %next : tensor<128x64xf32>, i32
  }
  tc.return
}

// Two products: each operand has barriers of its own, and is given back behind
// its product. Loops with the same tiles share memory, and the second goes on
// where the first has stopped, also within an outer loop.
// CHECK-LABEL: tc.kernel @twice
// CHECK-COUNT-2: tcg.local_alloc {slots = 3 : i32} : <[32, 32] x f16
// CHECK-COUNT-4: tcg.local_alloc {slots = 3 : i32} : <[1] x i64
// CHECK-NOT: tcg.local_alloc {slots
// CHECK: scf.if %{{.*}} {
// CHECK:   scf.for %{{.*}} iter_args(%[[S0:.*]] = %{{.*}}, %[[P0:.*]] = %{{.*}})
// CHECK:     %[[FIRST:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}} = %[[S0]], %{{.*}} = %[[P0]])
// CHECK-COUNT-2: tcg.tensor_copy
// CHECK:     %[[SECOND:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}} = %[[FIRST]]#0, %{{.*}} = %[[FIRST]]#1)
// CHECK-COUNT-2: tcg.tensor_copy
// CHECK:     scf.yield %[[SECOND]]#0, %[[SECOND]]#1
// CHECK: } else {
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:       tcg.barrier_wait
// CHECK:       tcg.wgmma
// CHECK-NEXT:  tcg.wgmma_wait %{{.*}} pending 0
// CHECK:       tcg.warp_arrive
// CHECK:       tcg.barrier_wait
// CHECK:       tcg.wgmma
// CHECK-NEXT:  tcg.wgmma_wait %{{.*}} pending 0
// CHECK:       tcg.warp_arrive
tc.kernel @twice(%a: !tc.ptr<f16>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %w = arith.constant dense<1.0> : tensor<64x32xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  scf.for %t = %c0 to %n step %c32 : i32 {
    %r = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %zeros) -> (tensor<64x32xf32>) : i32 {
      %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [32, 32]>[%t, %k] : tensor<32x32xf16>
      %y = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [32, 32]>[%k, %c0] : tensor<32x32xf16>
      %d = tc.dot %w, %x, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
      %e = tc.dot %w, %y, %d : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
      scf.yield %e : tensor<64x32xf32>
    }
    %s = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %r) -> (tensor<64x32xf32>) : i32 {
      %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [32, 32]>[%c0, %k] : tensor<32x32xf16>
      %y = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [32, 32]>[%k, %t] : tensor<32x32xf16>
      %d = tc.dot %w, %x, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
      %e = tc.dot %w, %y, %d : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
      scf.yield %e : tensor<64x32xf32>
    }
  }
  tc.return
}

// Without num_stages there are as many slots as fit; an outer loop that stores in
// between leaves room for what it stores.
// FIT-LABEL: tc.kernel @once
// FIT: tcg.local_alloc {slots = 4 : i32} : <[256, 64]
// FIT-LABEL: tc.kernel @again
// FIT: tcg.local_alloc {slots = 3 : i32} : <[256, 64]
tc.kernel @once(%a: !tc.ptr<f16>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %w = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<256x64xf32>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%sum = %zeros) -> (tensor<256x64xf32>) : i32 {
    %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [256, 64]>[%c0, %k] : tensor<256x64xf16>
    %d = tc.dot %x, %w, %sum : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
    scf.yield %d : tensor<256x64xf32>
  }
  tc.return
}
tc.kernel @again(%a: !tc.ptr<f16>, %out: !tc.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %w = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<256x64xf32>
  %i = tc.arange 0 to 16384 : tensor<16384xi32>
  %o = tc.reshape %i : tensor<16384xi32> -> tensor<256x64xi32>
  %q = tc.addptr %out, %o : !tc.ptr<f32>, tensor<256x64xi32>
  scf.for %t = %c0 to %n step %c64 : i32 {
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%sum = %zeros) -> (tensor<256x64xf32>) : i32 {
      %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%2", "%2"], strides = ["64", "1"], window = [256, 64]>[%t, %k] : tensor<256x64xf16>
      %d = tc.dot %x, %w, %sum : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      scf.yield %d : tensor<256x64xf32>
    }
    tc.store %q, %r : tensor<256x64x!tc.ptr<f32>>
  }
  tc.return
}

// A place from memory is not known to producers: the window is fetched where it
// is used.
// CHECK-LABEL: tc.kernel @alone
// CHECK-NOT: tcg.producer_warps
// CHECK-NOT: tcg.set_registers
// CHECK: scf.for
// CHECK:   tcg.fence_async
// CHECK:   tc.barrier
// CHECK:   tcg.barrier_init %[[BAR:.*]] arrivals 1
// CHECK:   tcg.barrier_fence
// CHECK:   tcg.barrier_expect %[[BAR]] bytes 4096
// CHECK:   tcg.tensor_copy <base = 0, {{.*}}>[%{{.*}}, %{{.*}}], %[[M:.*]], %[[BAR]]
// CHECK:   tc.barrier
// CHECK:   tcg.barrier_wait %[[BAR]] parity
// CHECK:   tcg.local_load %[[M]]
// CHECK:   tc.barrier
// CHECK:   tcg.barrier_invalidate %[[BAR]]
// CHECK: tc.return
tc.kernel @alone(%a: !tc.ptr<f16>, %table: !tc.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %r = scf.for %k = %c0 to %n step %c32 iter_args(%sum = %zeros) -> (tensor<64x32xf32>) : i32 {
    %place = tc.load %table : !tc.ptr<i32>
    %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%2", "%2"], strides = ["64", "1"], window = [64, 32]>[%place, %k] : tensor<64x32xf16>
    %d = tc.dot %x, %w, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    scf.yield %d : tensor<64x32xf32>
  }
  tc.return
}

