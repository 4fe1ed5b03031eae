// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-pipeline-loops{num-stages=3}))' | FileCheck %s --check-prefixes=CHECK,THREE
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-pipeline-loops{num-stages=4}))' | FileCheck %s --check-prefixes=CHECK,FOUR
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_80},tcg-lower-dots,tcg-pipeline-loops{num-stages=2}))' | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-pipeline-loops{num-stages=1}))' | FileCheck %s --check-prefix=ONE

// wgmma runs into the next iteration. Its copies wait for the product before it
// and a second barrier, or, with a slot to spare, go ahead.
// CHECK-LABEL: tc.kernel @sum
// ONE-LABEL: tc.kernel @sum
// ONE-NOT: async_copy
tc.kernel @sum(%p: !tc.ptr<f16> {tc.divisible = 16 : i32}, %n: i32) {
  // THREE: tcg.local_alloc {slots = 3 : i32}
  // THREE: tcg.async_copy
  // THREE: tcg.async_commit
  // THREE: tcg.async_copy
  // THREE: tcg.async_commit
  // THREE: scf.for
  // THREE: tcg.async_wait pending 1
  // THREE-NEXT: tc.barrier
  // THREE: %[[D:.*]] = tcg.wgmma
  // THREE: %[[W:.*]] = tcg.wgmma_wait %[[D]] pending 1
  // THREE-NEXT: tc.barrier
  // THREE: tcg.async_copy {{.*}} if %
  // THREE: tcg.async_commit
  // THREE: scf.yield %[[W]]
  // THREE: tcg.wgmma_wait %{{.*}} pending 0
  // THREE: tcg.async_wait pending 0
  // FOUR: tcg.local_alloc {slots = 4 : i32}
  // FOUR: scf.for
  // FOUR: tcg.async_wait pending 1
  // FOUR-NEXT: tc.barrier
  // FOUR: %[[D:.*]] = tcg.wgmma
  // FOUR-NOT: tc.barrier
  // FOUR: tcg.async_copy {{.*}} if %
  // FOUR: tcg.async_commit
  // FOUR: tcg.wgmma_wait %[[D]] pending 1
  // FOUR: scf.yield
  // TWO: tcg.local_alloc {slots = 2 : i32}
  // TWO: scf.for
  // TWO: tcg.async_wait pending 0
  // TWO-NEXT: tc.barrier
  // TWO: tcg.async_copy {{.*}} if %
  // TWO: tcg.local_load
  // TWO: tcg.mma
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4096 = arith.constant 4096 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q0 = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %r, %e = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros, %q = %q0)
      -> (tensor<64x64xf32>, tensor<64x64x!tc.ptr<f16>>) : i32 {
    %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %y = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %next = tc.addptr %q, %c4096 : tensor<64x64x!tc.ptr<f16>>, i32
    scf.yield %d, %next : tensor<64x64xf32>, tensor<64x64x!tc.ptr<f16>>
  }
  tc.return
}

// The transpose of what is loaded is the same memory read the other way.
// CHECK-LABEL: tc.kernel @transposed
tc.kernel @transposed(%p: !tc.ptr<f16> {tc.divisible = 16 : i32}, %n: i32) {
  // THREE: scf.for
  // THREE: %[[V:.*]] = tcg.local_view
  // THREE: tcg.wgmma %{{.*}}, %[[V]],
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %y = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %t = tc.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %d = tc.dot %x, %t, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tc.return
}

// Not pipelined: a loop that stores, a fill that is not zero, pieces of fewer
// than 4 bytes, an assertion that may guard the loads.
// CHECK-LABEL: tc.kernel @stays
tc.kernel @stays(%p: !tc.ptr<f16> {tc.divisible = 16 : i32}, %u: !tc.ptr<f16>, %n: i32, %c: i1) {
  // CHECK-NOT: tcg.async_copy
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %v = tc.addptr %u, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %one = arith.constant 1.0 : f16
  %m = arith.constant dense<true> : tensor<64x64xi1>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %x, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    tc.store %v, %x : tensor<64x64x!tc.ptr<f16>>
    scf.yield %d : tensor<64x64xf32>
  }
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %x = tc.load %q mask %m other %one : tensor<64x64x!tc.ptr<f16>>
    %y = tc.load %v : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    tc.assert %c, "there is something to load" : i1
    %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %x, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tc.return
}

// An operand of bytes whose columns are not contiguous goes to shared memory by
// way of registers, to where the product before reads: that is waited for.
// CHECK-LABEL: tc.kernel @by_way_of_registers
tc.kernel @by_way_of_registers(%p: !tc.ptr<i8> {tc.divisible = 16 : i32}, %n: i32) {
  // FOUR: scf.for
  // FOUR: tcg.local_store
  // FOUR: %[[D:.*]] = tcg.wgmma %
  // FOUR: tcg.wgmma_wait %[[D]] pending 0
  // FOUR: scf.yield
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<64x64xi32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<i8>, tensor<64x64xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xi32>) : i32 {
    %x = tc.load %q : tensor<64x64x!tc.ptr<i8>>
    %y = tc.load %q : tensor<64x64x!tc.ptr<i8>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
    scf.yield %d : tensor<64x64xi32>
  }
  tc.return
}
