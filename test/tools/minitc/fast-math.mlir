// Accuracy is the default; speed is asked for.

// RUN: minitc %s | FileCheck %s --check-prefix=ACCURATE
// RUN: minitc %s --fast-math | FileCheck %s --check-prefix=FAST
// ACCURATE: sqrt.rn.f32
// FAST: sqrt.approx

tc.kernel @root(%x: !tc.ptr<f32>) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %xs = tc.addptr %x, %i : !tc.ptr<f32>, tensor<32xi32>
  %u = tc.load %xs : tensor<32x!tc.ptr<f32>>
  %r = math.sqrt %u : tensor<32xf32>
  tc.store %xs, %r : tensor<32x!tc.ptr<f32>>
  tc.return
}
