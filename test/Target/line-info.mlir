// RUN: minitc %s --line-info -o - | FileCheck %s
// RUN: minitc %s -o - | FileCheck %s --check-prefix=NONE

// Lines without `, debug`, which would stop ptxas from optimising.
// CHECK: .target sm_80{{$}}
// CHECK: .entry lines
// CHECK: .loc [[FILE:[0-9]+]] 15 3
// CHECK: .file [[FILE]] "{{.*}}line-info.mlir"
// NONE-NOT: .loc
tc.kernel @lines(%p: !tc.ptr<f32>) {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<32xi32>
  %x = tc.load %ps : tensor<32x!tc.ptr<f32>>
  tc.store %ps, %x : tensor<32x!tc.ptr<f32>>
  tc.return
}
