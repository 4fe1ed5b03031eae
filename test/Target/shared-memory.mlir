// RUN: minitc %s -o - | FileCheck %s
// RUN: minitc %s --emit-metadata -o %t.ptx && FileCheck %s --check-prefix=META < %t.ptx.json

// Each kernel's array stands in the kernel and is as large as that kernel
// needs; what is too large for that is asked for at launch.
// CHECK:     .extern .shared .align 1024 .b8 large$shared[];
// CHECK:     .entry small(
// CHECK:     .shared .align 128 .b8 small$shared[16];
// CHECK:     .entry large(
// CHECK-NOT: .shared .align
// META: "name": "small"
// META: "static_shared_bytes": 16
// META: "dynamic_shared_bytes": 0
// META: "name": "large"
// META: "static_shared_bytes": 0
// META: "dynamic_shared_bytes": 65536
tc.kernel @small(%p: !tc.ptr<f32>) attributes {num_warps = 4 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32>
  %x = tc.load %ps : tensor<128x!tc.ptr<f32>>
  %s = tc.reduce sum %x axis 0 : tensor<128xf32> -> f32
  tc.store %p, %s : !tc.ptr<f32>
  tc.return
}

tc.kernel @large(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}) attributes {num_warps = 8 : i32} {
  %i = tc.arange 0 to 16384 : tensor<16384xi32>
  %o = tc.reshape %i : tensor<16384xi32> -> tensor<128x128xi32>
  %ps = tc.addptr %p, %o : !tc.ptr<f32>, tensor<128x128xi32>
  %x = tc.load %ps : tensor<128x128x!tc.ptr<f32>>
  %t = tc.transpose %x [1, 0] : tensor<128x128xf32> -> tensor<128x128xf32>
  tc.store %ps, %t : tensor<128x128x!tc.ptr<f32>>
  tc.return
}
