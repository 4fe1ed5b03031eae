// RUN: minitc-opt %s --tc-expand-f8 | FileCheck %s
// RUN: minitc-opt %s --tc-expand-f8=native | FileCheck %s --check-prefix=NATIVE

// An f8E5M2 is the upper half of an f16.
// CHECK-LABEL: func.func @extend_e5m2
// CHECK-SAME:    (%[[X:.*]]: tensor<8xf8E5M2, "e">)
// CHECK:         %[[BYTE:.*]] = arith.bitcast %[[X]] : tensor<8xf8E5M2, "e"> to tensor<8xi8, "e">
// CHECK:         %[[WIDE:.*]] = arith.extui %[[BYTE]] : tensor<8xi8, "e"> to tensor<8xi16, "e">
// CHECK:         %[[PLACED:.*]] = arith.shli %[[WIDE]], %{{.*}} : tensor<8xi16, "e">
// CHECK:         %[[HALF:.*]] = arith.bitcast %[[PLACED]] : tensor<8xi16, "e"> to tensor<8xf16, "e">
// CHECK:         %[[R:.*]] = arith.extf %[[HALF]] : tensor<8xf16, "e"> to tensor<8xf32, "e">
// CHECK:         return %[[R]]
// NATIVE-LABEL: func.func @extend_e5m2
// NATIVE-NEXT:    arith.extf %{{.*}} : tensor<8xf8E5M2, "e"> to tensor<8xf32, "e">
func.func @extend_e5m2(%x: tensor<8xf8E5M2, "e">) -> tensor<8xf32, "e"> {
  %0 = arith.extf %x : tensor<8xf8E5M2, "e"> to tensor<8xf32, "e">
  return %0 : tensor<8xf32, "e">
}

// CHECK-LABEL: func.func @extend_e5m2_to_f16
// CHECK:         %[[HALF:.*]] = arith.bitcast %{{.*}} : i16 to f16
// CHECK-NEXT:    return %[[HALF]]
func.func @extend_e5m2_to_f16(%x: f8E5M2) -> f16 {
  %0 = arith.extf %x : f8E5M2 to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @extend_e4m3
// CHECK:         arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     f8E4M3FN
// CHECK:         %[[R:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT:    return %[[R]] : bf16
func.func @extend_e4m3(%x: f8E4M3FN) -> bf16 {
  %0 = arith.extf %x : f8E4M3FN to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @extend_to_f64
// CHECK:         %[[R:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK-NEXT:    return %[[R]] : f64
func.func @extend_to_f64(%x: f8E4M3FN) -> f64 {
  %0 = arith.extf %x : f8E4M3FN to f64
  return %0 : f64
}

// CHECK-LABEL: func.func @round
// CHECK-SAME:    (%[[X:.*]]: tensor<8xf32>)
// CHECK:         math.absf %[[X]] : tensor<8xf32>
// CHECK-NOT:     scf
// CHECK-NOT:     tc.to_f8
// CHECK:         %[[BYTE:.*]] = arith.trunci %{{.*}} : tensor<8xi32> to tensor<8xi8>
// CHECK-NEXT:    %[[R:.*]] = arith.bitcast %[[BYTE]] : tensor<8xi8> to tensor<8xf8E4M3FN>
// CHECK-NEXT:    return %[[R]]
// NATIVE-LABEL: func.func @round
// NATIVE-NEXT:    tc.to_f8 %{{.*}} : tensor<8xf32> -> tensor<8xf8E4M3FN>
func.func @round(%x: tensor<8xf32>) -> tensor<8xf8E4M3FN> {
  %0 = tc.to_f8 %x : tensor<8xf32> -> tensor<8xf8E4M3FN>
  return %0 : tensor<8xf8E4M3FN>
}

// A narrow float widens first, exactly; an f64 is rounded to odd.
// NATIVE-LABEL: func.func @round_f16
// NATIVE-NEXT:    %[[W:.*]] = arith.extf %{{.*}} : f16 to f32
// NATIVE-NEXT:    tc.to_f8 %[[W]] : f32 -> f8E5M2
func.func @round_f16(%x: f16) -> f8E5M2 {
  %0 = tc.to_f8 %x : f16 -> f8E5M2
  return %0 : f8E5M2
}

// NATIVE-LABEL: func.func @round_f64
// NATIVE-SAME:    (%[[X:.*]]: f64)
// NATIVE:         arith.truncf %[[X]] : f64 to f32
// NATIVE:         arith.ori
// NATIVE:         %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// NATIVE-NEXT:    tc.to_f8 %[[ODD]] : f32 -> f8E5M2
func.func @round_f64(%x: f64) -> f8E5M2 {
  %0 = tc.to_f8 %x : f64 -> f8E5M2
  return %0 : f8E5M2
}

// Other extensions are none of its business.
// CHECK-LABEL: func.func @other
// CHECK-NEXT:    arith.extf %{{.*}} : f16 to f32
func.func @other(%x: f16) -> f32 {
  %0 = arith.extf %x : f16 to f32
  return %0 : f32
}

// What is printed is extended.
// CHECK-LABEL: func.func @print
// CHECK:         %[[HALF:.*]] = arith.bitcast %{{.*}} : tensor<8xi16, "e"> to tensor<8xf16, "e">
// CHECK-NEXT:    tc.print "x", %[[HALF]], %{{.*}} : tensor<8xf16, "e">, i32
// NATIVE-LABEL: func.func @print
// NATIVE-NEXT:    %[[HALF:.*]] = arith.extf %{{.*}} : tensor<8xf8E5M2, "e"> to tensor<8xf16, "e">
// NATIVE-NEXT:    tc.print "x", %[[HALF]], %{{.*}} : tensor<8xf16, "e">, i32
func.func @print(%x: tensor<8xf8E5M2, "e">, %i: i32) {
  tc.print "x", %x, %i : tensor<8xf8E5M2, "e">, i32
  return
}
