// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-specialize-warps{num-stages=3}))' | FileCheck %s

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]}>
#n = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4]]}>
#x = #tcg.layout<{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [0, 0]]}>

// Where something else reads a window too, the product is not left under way: the
// slot is given back once, when both are done.
// CHECK-LABEL: tc.kernel @readers
// CHECK: } else {
// CHECK: tcg.wgmma_wait %{{.*}} pending 0
// CHECK-NEXT: tcg.local_load
// CHECK-NEXT: tcg.local_slot
// CHECK-NEXT: tcg.warp_arrive
// CHECK-NOT: tcg.warp_arrive
// CHECK: tc.return
tc.kernel @readers(%a: !tc.ptr<f16>, %k: i32) attributes {num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %w = tcg.local_alloc : !tcg.shared<[16, 8] x f16, #n>
  %r = scf.for %i = %c0 to %k step %c16 iter_args(%sum = %zeros) -> (tensor<64x8xf32, #acc>) : i32 {
    %x = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [64, 16]>[%c0, %i] : tensor<64x16xf16, #x>
    %m = tcg.local_alloc : !tcg.shared<[64, 16] x f16, #m>
    tcg.local_store %x, %m : tensor<64x16xf16, #x>, !tcg.shared<[64, 16] x f16, #m>
    %d = tcg.wgmma %m, %w, %sum : !tcg.shared<[64, 16] x f16, #m>, !tcg.shared<[16, 8] x f16, #n>, tensor<64x8xf32, #acc>
    %e = tcg.wgmma_wait %d pending 0 : tensor<64x8xf32, #acc>
    %t = tcg.local_load %m : !tcg.shared<[64, 16] x f16, #m> -> tensor<64x16xf16, #x>
    scf.yield %e : tensor<64x8xf32, #acc>
  }
  tc.return
}
