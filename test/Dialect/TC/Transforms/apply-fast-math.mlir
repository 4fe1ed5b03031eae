// RUN: minitc-opt %s --tc-apply-fast-math | FileCheck %s

// CHECK-LABEL: func.func @math_and_arith
func.func @math_and_arith(%x: tensor<8xf32>, %y: f64) -> (tensor<8xf32>, f64) {
  // CHECK: math.exp %{{.*}} fastmath<nsz,arcp,afn> : tensor<8xf32>
  %0 = math.exp %x : tensor<8xf32>
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<nsz,arcp,afn> : f64
  %1 = arith.divf %y, %y : f64
  return %0, %1 : tensor<8xf32>, f64
}

// Flags that are there stay.
// CHECK-LABEL: func.func @keeps_flags
func.func @keeps_flags(%x: f32) -> f32 {
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nnan,nsz,arcp,afn> : f32
  %0 = arith.addf %x, %x fastmath<nnan> : f32
  return %0 : f32
}

// Casts round as ever, and integers have no flags.
// CHECK-LABEL: func.func @not_on_casts
func.func @not_on_casts(%x: f32, %i: i32) -> (f16, i32) {
  // CHECK: arith.truncf %{{[^ ]*}} : f32 to f16
  %0 = arith.truncf %x : f32 to f16
  // CHECK: arith.addi %{{.*}}, %{{[^ ]*}} : i32
  %1 = arith.addi %i, %i : i32
  return %0, %1 : f16, i32
}
