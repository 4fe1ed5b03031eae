// RUN: minitc-opt %s | minitc-opt | FileCheck %s
// RUN: minitc-opt %s --mlir-print-op-generic | minitc-opt | FileCheck %s

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#lhs = #tcg.layout<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#rhs = #tcg.layout<{register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 0], [0, 0]]}>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]}>
#t = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]]}>

// CHECK-LABEL: tc.kernel @ops
tc.kernel @ops(%p: !tc.ptr<f16>, %i: i32, %c: i1) {
  %acc = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %lhs = arith.constant dense<1.0> : tensor<64x16xf16, #lhs>
  %rhs = arith.constant dense<1.0> : tensor<16x8xf16, #rhs>
  // CHECK: tcg.mma %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x16xf16, #{{.*}}, tensor<16x8xf16, #{{.*}}, tensor<64x8xf32, #
  %d = tcg.mma %lhs, %rhs, %acc : tensor<64x16xf16, #lhs>, tensor<16x8xf16, #rhs>, tensor<64x8xf32, #acc>
  // CHECK: %[[M:.*]] = tcg.local_alloc {slots = 3 : i32}
  %m = tcg.local_alloc {slots = 3 : i32} : !tcg.shared<[64, 16] x f16, #m>
  %n = tcg.local_alloc : !tcg.shared<[16, 8] x f16, #n>
  // CHECK: %[[S:.*]] = tcg.local_slot %[[M]][%{{.*}}] : <[64, 16] x f16,
  %s = tcg.local_slot %m[%i] : !tcg.shared<[64, 16] x f16, #m>
  // CHECK: tcg.local_view %[[S]] : <[64, 16] x f16, {{.*}} -> <[16, 64] x f16,
  %v = tcg.local_view %s : !tcg.shared<[64, 16] x f16, #m> -> !tcg.shared<[16, 64] x f16, #t>
  // CHECK: tcg.fence_async
  tcg.fence_async
  // CHECK: %[[D:.*]] = tcg.wgmma %[[S]], %{{.*}}, %{{.*}} : !tcg.shared<[64, 16] x f16, {{.*}}, <[16, 8] x f16, {{.*}}, tensor<64x8xf32,
  %e = tcg.wgmma %s, %n, %acc : !tcg.shared<[64, 16] x f16, #m>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  // CHECK: tcg.wgmma_wait %[[D]] pending 1 : tensor<64x8xf32,
  %f = tcg.wgmma_wait %e pending 1 : tensor<64x8xf32, #acc>
  // CHECK: tcg.wgmma %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x16xf16, {{.*}}, <[16, 8] x f16,
  %g = tcg.wgmma %lhs, %n, %f : tensor<64x16xf16, #lhs>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
  %ptrs = tc.splat %p : !tc.ptr<f16> -> tensor<64x16x!tc.ptr<f16>, #lhs>
  %mask = arith.constant dense<true> : tensor<64x16xi1, #lhs>
  // CHECK: %[[Q:.*]] = tcg.pin %{{.*}} : tensor<64x16x!tc.ptr<f16>,
  %q = tcg.pin %ptrs : tensor<64x16x!tc.ptr<f16>, #lhs>
  // CHECK: tcg.async_copy %[[Q]], %[[S]] : tensor<64x16x!tc.ptr<f16>, {{.*}}, <[64, 16] x f16,
  tcg.async_copy %q, %s : tensor<64x16x!tc.ptr<f16>, #lhs>, !tcg.shared<[64, 16] x f16, #m>
  // CHECK: tcg.async_copy %[[Q]], %[[S]] mask %{{.*}} : tensor<64x16xi1, {{.*}} if %{{.*}} : tensor<64x16x!tc.ptr<f16>,
  tcg.async_copy %q, %s mask %mask : tensor<64x16xi1, #lhs> if %c : tensor<64x16x!tc.ptr<f16>, #lhs>, !tcg.shared<[64, 16] x f16, #m>
  // CHECK: tcg.async_commit
  tcg.async_commit
  // CHECK: tcg.async_wait pending 2
  tcg.async_wait pending 2
  tc.return
}
