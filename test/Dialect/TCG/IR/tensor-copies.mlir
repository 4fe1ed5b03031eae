// RUN: minitc-opt %s | minitc-opt | FileCheck %s
// RUN: minitc-opt %s --mlir-print-op-generic | minitc-opt | FileCheck %s

#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["8", "%1", "%2"], strides = ["%1 %2 mul.64", "%2 2 add.32", "1"], window = [1, 16, 32]>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0], [8, 0]]}>
#one = #tcg.layout<{}>
#row = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>

// CHECK-LABEL: tc.kernel @ops
tc.kernel @ops(%p: !tc.ptr<f16>, %i: i32, %j: i32) {
  // CHECK: tcg.tensor_load <base = 0, element = f16, sizes = ["8", "%1", "%2"], strides = ["%1 %2 mul.64", "%2 2 add.32", "1"], window = [1, 16, 32]>[%{{.*}}, %{{.*}}, %{{.*}}] : tensor<16x32xf16>
  %t = tcg.tensor_load #map[%i, %i, %j] : tensor<16x32xf16>
  %m = tcg.local_alloc {slots = 2 : i32} : !tcg.shared<[16, 32] x f16, #m>
  // CHECK: %[[B:.*]] = tcg.local_alloc {slots = 2 : i32} : <[1] x i64
  %b = tcg.local_alloc {slots = 2 : i32} : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.barrier_init %[[B]] arrivals 8 : <[1] x i64,
  tcg.barrier_init %b arrivals 8 : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.barrier_fence
  tcg.barrier_fence
  // CHECK: tcg.block_barrier
  tcg.block_barrier
  // CHECK: tcg.barrier_expect %[[B]] bytes 1024 : <[1] x i64,
  tcg.barrier_expect %b bytes 1024 : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.tensor_copy <base = 0, {{.*}}>[%{{.*}}, %{{.*}}, %{{.*}}], %{{.*}}, %[[B]] : <[16, 32] x f16, {{.*}}, <[1] x i64,
  tcg.tensor_copy #map[%i, %i, %j], %m, %b : !tcg.shared<[16, 32] x f16, #m>, !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.barrier_wait %[[B]] parity %{{.*}} : <[1] x i64,
  tcg.barrier_wait %b parity %i : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.warp_arrive %[[B]] : <[1] x i64,
  tcg.warp_arrive %b : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.barrier_invalidate %[[B]] : <[1] x i64,
  tcg.barrier_invalidate %b : !tcg.shared<[1] x i64, #one>
  // CHECK: tcg.warp_id : i32
  %w = tcg.warp_id : i32
  // CHECK: tcg.elect : i1
  %e = tcg.elect : i1
  // CHECK: tcg.set_registers 232 more
  tcg.set_registers 232 more
  // CHECK: tcg.set_registers 32{{$}}
  tcg.set_registers 32
  %f = arith.constant dense<0.0> : tensor<32xf32, #row>
  // CHECK: tcg.finish %{{.*}} : tensor<32xf32,
  tcg.finish %f : tensor<32xf32, #row>
  tc.return
}
