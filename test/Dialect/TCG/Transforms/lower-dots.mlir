// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_80},tcg-lower-dots{target=sm_80}))' | FileCheck %s --check-prefixes=CHECK,MMA
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_90a},tcg-lower-dots{target=sm_90a}))' | FileCheck %s --check-prefixes=CHECK,WGMMA

// Operands of wgmma go to shared memory; those of mma to registers, through
// shared memory where they come from other threads.
// CHECK-LABEL: tc.kernel @halves
tc.kernel @halves(%p: !tc.ptr<f16>) {
  // MMA: tcg.local_store
  // MMA: %[[A:.*]] = tcg.local_load
  // MMA: tcg.local_store
  // MMA: %[[B:.*]] = tcg.local_load
  // MMA: tcg.mma %[[A]], %[[B]],
  // WGMMA: %[[A:.*]] = tcg.local_alloc
  // WGMMA: tcg.local_store %{{.*}}, %[[A]]
  // WGMMA-NEXT: tcg.fence_async
  // WGMMA: %[[B:.*]] = tcg.local_alloc
  // WGMMA: tcg.local_store %{{.*}}, %[[B]]
  // WGMMA-NEXT: tcg.fence_async
  // WGMMA: %[[D:.*]] = tcg.wgmma %[[A]], %[[B]],
  // WGMMA-NEXT: tcg.wgmma_wait %[[D]] pending 0
  // CHECK-NOT: tc.dot
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
  %y = tc.load %q : tensor<64x64x!tc.ptr<f16>>
  %d = tc.dot %x, %y, %zeros : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  tc.return
}

// Tiles that no tensor core fits, and products that none makes, are multiplied
// element by element, in the accumulator's type.
// CHECK-LABEL: tc.kernel @small
tc.kernel @small() {
  // CHECK: arith.extf %{{.*}} : tensor<8x16xf16{{.*}} to tensor<8x16xf32
  // CHECK: tcg.fma_dot %{{.*}} : <[8, 16] x f32{{.*}}, <[16, 8] x f32
  %x = arith.constant dense<1.0> : tensor<8x16xf16>
  %y = arith.constant dense<1.0> : tensor<16x8xf16>
  %z = arith.constant dense<0.0> : tensor<8x8xf32>
  %d = tc.dot %x, %y, %z : tensor<8x16xf16>, tensor<16x8xf16>, tensor<8x8xf32>
  // CHECK: tcg.fma_dot
  %u = arith.constant dense<1.0> : tensor<64x64xf32>
  %w = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tc.dot %u, %u, %w precision ieee : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  tc.return
}

// The sum of one dot is the left operand of the next, in the registers that it
// is in.
// CHECK-LABEL: tc.kernel @chained
tc.kernel @chained(%p: !tc.ptr<f16>) {
  // MMA: %[[S:.*]] = tcg.mma
  // MMA: %[[H:.*]] = arith.truncf %[[S]]
  // MMA: tcg.mma %[[H]],
  // WGMMA: %[[S:.*]] = tcg.wgmma_wait
  // WGMMA: %[[H:.*]] = arith.truncf %[[S]]
  // WGMMA: tcg.wgmma %[[H]], %{{.*}} : tensor<64x64xf16,
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
  %s = tc.dot %x, %x, %zeros : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %d = tc.dot %h, %x, %zeros : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  tc.return
}

// wgmma takes operands of 16 bits either way round, others with k contiguous.
// CHECK-LABEL: tc.kernel @bytes
tc.kernel @bytes(%p: !tc.ptr<i8>) {
  // WGMMA: tcg.wgmma %{{.*}} : !tcg.shared<[64, 64] x i8, <{offset = {{\[\[}}0, 1]{{.*}}, <[64, 64] x i8, <{offset = {{\[\[}}1, 0]
  // MMA: tcg.mma
  %zeros = arith.constant dense<0> : tensor<64x64xi32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<i8>, tensor<64x64xi32>
  %x = tc.load %q : tensor<64x64x!tc.ptr<i8>>
  %d = tc.dot %x, %x, %zeros : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
  tc.return
}

// A left operand that comes from outside the loop is stored once.
// CHECK-LABEL: tc.kernel @outside
tc.kernel @outside(%p: !tc.ptr<f16>, %n: i32) {
  // WGMMA: tcg.local_store
  // CHECK: scf.for
  // WGMMA-COUNT-1: tcg.local_store
  // WGMMA: tcg.wgmma
  // CHECK: scf.yield
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %qk = tc.addptr %q, %k : tensor<64x64x!tc.ptr<f16>>, i32
    %y = tc.load %qk : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tc.return
}

// So is one that two loops use: they share it.
// CHECK-LABEL: tc.kernel @shared
tc.kernel @shared(%p: !tc.ptr<f16>, %n: i32) {
  // WGMMA: %[[X:.*]] = tcg.local_alloc
  // WGMMA: tcg.local_store %{{.*}}, %[[X]]
  // WGMMA-NOT: tcg.local_store
  // CHECK: scf.for
  // WGMMA: tcg.wgmma %[[X]],
  // CHECK: scf.for
  // WGMMA: tcg.wgmma %[[X]],
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %p, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %x = tc.load %q : tensor<64x64x!tc.ptr<f16>>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %qk = tc.addptr %q, %k : tensor<64x64x!tc.ptr<f16>>, i32
    %y = tc.load %qk : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %r) -> (tensor<64x64xf32>) : i32 {
    %qk = tc.addptr %q, %k : tensor<64x64x!tc.ptr<f16>>, i32
    %y = tc.load %qk : tensor<64x64x!tc.ptr<f16>>
    %d = tc.dot %x, %y, %sum : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tc.return
}
