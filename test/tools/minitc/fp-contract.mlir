// Multiplications fuse with additions unless they are told not to.

// RUN: minitc %s | FileCheck %s --check-prefix=ON
// RUN: minitc %s --fp-contract=off | FileCheck %s --check-prefix=OFF
// ON: fma.rn.f32
// OFF-NOT: fma.rn.f32
// OFF: mul.rn.f32
// OFF: add.rn.f32

tc.kernel @axpy(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>, %a: f32)
    attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %xs = tc.addptr %x, %i : !tc.ptr<f32>, tensor<32xi32>
  %ys = tc.addptr %y, %i : !tc.ptr<f32>, tensor<32xi32>
  %u = tc.load %xs : tensor<32x!tc.ptr<f32>>
  %v = tc.load %ys : tensor<32x!tc.ptr<f32>>
  %as = tc.splat %a : f32 -> tensor<32xf32>
  %p = arith.mulf %as, %u : tensor<32xf32>
  %s = arith.addf %p, %v : tensor<32xf32>
  tc.store %ys, %s : tensor<32x!tc.ptr<f32>>
  tc.return
}
