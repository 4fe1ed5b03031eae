// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#acc = #tcg.layout<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}>
#lhs = #tcg.layout<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}>
#rhs = #tcg.layout<{register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]]}>

// CHECK-LABEL: llvm.func @halves
tc.kernel @halves(%x: f16, %y: f16, %z: f32) {
  %a = tc.splat %x : f16 -> tensor<16x16xf16, #lhs>
  %b = tc.splat %y : f16 -> tensor<16x8xf16, #rhs>
  %c = tc.splat %z : f32 -> tensor<16x8xf32, #acc>
  // CHECK: nvvm.mma.sync A[%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}] B[%{{[^,]*}}, %{{[^,]*}}] C[%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}]
  // CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 16>
  // CHECK-SAME: (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %d = tcg.mma %a, %b, %c : tensor<16x16xf16, #lhs>, tensor<16x8xf16, #rhs>, tensor<16x8xf32, #acc>
  tc.return
}

#lhs8 = #tcg.layout<{register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]}>
#rhs8 = #tcg.layout<{register = [[1, 0], [2, 0], [16, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]}>

// CHECK-LABEL: llvm.func @bytes
tc.kernel @bytes(%x: i8, %z: i32) {
  %a = tc.splat %x : i8 -> tensor<16x32xi8, #lhs8>
  %b = tc.splat %x : i8 -> tensor<32x8xi8, #rhs8>
  %c = tc.splat %z : i32 -> tensor<16x8xi32, #acc>
  // CHECK: nvvm.mma.sync
  // CHECK-SAME: intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>
  // CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<s8>
  // CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 32>
  %d = tcg.mma %a, %b, %c : tensor<16x32xi8, #lhs8>, tensor<32x8xi8, #rhs8>, tensor<16x8xi32, #acc>
  tc.return
}

#lhs64 = #tcg.layout<{register = [[8, 0], [0, 4]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]}>
#rhs64 = #tcg.layout<{register = [[4, 0]], lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]]}>

// 16 x 8 x 8 of f64 are four instructions.
// CHECK-LABEL: llvm.func @doubles
tc.kernel @doubles(%x: f64) {
  %a = tc.splat %x : f64 -> tensor<16x8xf64, #lhs64>
  %b = tc.splat %x : f64 -> tensor<8x8xf64, #rhs64>
  %c = tc.splat %x : f64 -> tensor<16x8xf64, #acc>
  // CHECK-COUNT-4: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 8, n = 8, k = 4>
  // CHECK-NOT: nvvm.mma.sync
  %d = tcg.mma %a, %b, %c : tensor<16x8xf64, #lhs64>, tensor<8x8xf64, #rhs64>, tensor<16x8xf64, #acc>
  tc.return
}

#blocked = #tcg.layout<{register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [0, 0], [0, 0]]}>
#s = #tcg.layout<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}>

// Each thread goes over k, one row and two columns at a time.
// CHECK-LABEL: llvm.func @fma
tc.kernel @fma(%x: f32) attributes {tcg.shared_bytes = 128 : i32} {
  %c = tc.splat %x : f32 -> tensor<4x4xf32, #blocked>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[4, 4] x f32, #s>
  %n = tcg.local_alloc {offset = 64 : i32} : !tcg.shared<[4, 4] x f32, #s>
  // CHECK: scf.for
  // CHECK-COUNT-3: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK: math.fma
  // CHECK: scf.yield
  %d = tcg.fma_dot %m, %n, %c : !tcg.shared<[4, 4] x f32, #s>, !tcg.shared<[4, 4] x f32, #s>, tensor<4x4xf32, #blocked>
  tc.return
}
