// RUN: minitc-opt %s -split-input-file --convert-tcg-to-nvvm -verify-diagnostics | FileCheck %s

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>

// Rows of 32 bytes: swizzle 3 in the top bits, a stride of 256 bytes, 16 of 16.
// CHECK: llvm.func @minitc.wgmma.wait.p0.x4.f32(f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)> attributes {convergent
// CHECK: llvm.func @minitc.wgmma.n8.f32.f16.f16.ss(f32, f32, f32, f32, i64, i64, i32)
// CHECK-LABEL: llvm.func @product
tc.kernel @product(%z: f32) attributes {tcg.shared_bytes = 4096 : i32} {
  %c = tc.splat %z : f32 -> tensor<64x8xf32, #acc>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[64, 16] x f16, #m>
  %n = tcg.local_alloc {offset = 2048 : i32} : !tcg.shared<[16, 8] x f16, #n>
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  tcg.fence_async
  // CHECK: llvm.mlir.constant(-4611685949707911168 : i64)
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[D:.*]] = llvm.call @minitc.wgmma.n8.f32.f16.f16.ss(
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  %d = tcg.wgmma %m, %n, %c : !tcg.shared<[64, 16] x f16, #m>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  // CHECK: llvm.call @minitc.wgmma.wait.p0.x4.f32
  %e = tcg.wgmma_wait %d pending 0 : tensor<64x8xf32, #acc>
  tc.return
}

// -----

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>

// A product that is added to zeros is added to nothing.
// CHECK-LABEL: llvm.func @from_zero
tc.kernel @from_zero() attributes {tcg.shared_bytes = 4096 : i32} {
  %c = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[64, 16] x f16, #m>
  %n = tcg.local_alloc {offset = 2048 : i32} : !tcg.shared<[16, 8] x f16, #n>
  // CHECK: %[[NONE:.*]] = llvm.mlir.poison : f32
  // CHECK: %[[DROP:[0-9]+]] = llvm.mlir.constant(0 : i32) : i32{{[[:space:]]+}}%{{[0-9]+}} = llvm.call @minitc.wgmma.n8.f32.f16.f16.ss(%[[NONE]], %[[NONE]], %[[NONE]], %[[NONE]], %{{.*}}, %{{.*}}, %[[DROP]])
  %d = tcg.wgmma %m, %n, %c : !tcg.shared<[64, 16] x f16, #m>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  %e = tcg.wgmma_wait %d pending 0 : tensor<64x8xf32, #acc>
  tc.return
}

// -----

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#row = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>

tc.kernel @swizzle(%z: f32) attributes {tcg.shared_bytes = 4096 : i32} {
  %c = tc.splat %z : f32 -> tensor<64x8xf32, #acc>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[64, 16] x f16, #row>
  %n = tcg.local_alloc {offset = 2048 : i32} : !tcg.shared<[16, 8] x f16, #n>
  // expected-error @below {{expected operands in a swizzled shared layout}}
  // expected-error @below {{failed to legalize operation 'tcg.wgmma'}}
  %d = tcg.wgmma %m, %n, %c : !tcg.shared<[64, 16] x f16, #row>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  tc.return
}
