// RUN: minitc-opt %s -pass-pipeline='builtin.module(inline{default-pipeline=},tc-remove-functions)' \
// RUN:   -split-input-file -verify-diagnostics | FileCheck %s

// Functions go into the kernels, into loops and combiners too, and are gone;
// nothing else is done to them.

// CHECK-NOT: func.func
// CHECK-LABEL: tc.kernel @helpers
// CHECK: scf.for
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2
// CHECK-NEXT: %[[A:.*]] = arith.mulf
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %{{.*}} : f32
// CHECK-NEXT: scf.yield %[[B]]
// CHECK: combine
// CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32):
// CHECK-NEXT: arith.constant 2
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[L]], %[[R]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[M]], %[[L]]
// CHECK-NEXT: tc.yield %[[S]]
// CHECK-NOT: func.func
func.func private @inner(%a: f32, %b: f32) -> f32 {
  %unused = arith.constant 2.0 : f32
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}
func.func @outer(%a: f32, %b: f32) -> f32 {
  %0 = func.call @inner(%a, %b) : (f32, f32) -> f32
  %1 = arith.addf %0, %a : f32
  return %1 : f32
}
tc.kernel @helpers(%n: i32, %x: f32, %t: f32, %p: !tc.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %1 = func.call @outer(%a, %t) : (f32, f32) -> f32
    scf.yield %1 : f32
  }
  %2 = tc.splat %0 : f32 -> tensor<8xf32>
  %3 = tc.reduce (%2) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    %4 = func.call @outer(%a, %b) : (f32, f32) -> f32
    tc.yield %4 : f32
  } : (tensor<8xf32>) -> (f32)
  tc.store %p, %3 : !tc.ptr<f32>
  tc.return
}

// -----

// expected-note @below {{'forever' is defined here}}
func.func @forever(%x: f32) -> f32 {
  %0 = func.call @forever(%x) : (f32) -> f32
  return %0 : f32
}
tc.kernel @recursive(%p: !tc.ptr<f32>, %x: f32) {
  // expected-error @below {{'func.call' op cannot be inlined: 'forever' is recursive or calls a function that is, write a loop instead}}
  %0 = func.call @forever(%x) : (f32) -> f32
  tc.store %p, %0 : !tc.ptr<f32>
  tc.return
}
