// RUN: minitc-opt %s --tc-expand-reductions | FileCheck %s

// Narrow floats combine in f32, and each result is rounded once.
// CHECK-LABEL: tc.kernel @narrow
// CHECK-SAME:    (%[[X:.*]]: f16, %[[Y:.*]]: bf16)
tc.kernel @narrow(%x: f16, %y: bf16) {
  %xs = tc.splat %x : f16 -> tensor<8x4xf16>
  %ys = tc.splat %y : bf16 -> tensor<8xbf16>
  // CHECK: %[[W:.*]] = arith.extf %[[XS:.*]] : tensor<8x4xf16> to tensor<8x4xf32>
  // CHECK: %[[R:.*]] = tc.reduce sum %[[W]] axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  // CHECK: arith.truncf %[[R]] : tensor<4xf32> to tensor<4xf16>
  %r = tc.reduce sum %xs axis 0 : tensor<8x4xf16> -> tensor<4xf16>
  // CHECK: %[[V:.*]] = arith.extf %[[XS]] : tensor<8x4xf16> to tensor<8x4xf32>
  // CHECK: %[[S:.*]] = tc.scan sum %[[V]] axis 1 : tensor<8x4xf32>
  // CHECK: arith.truncf %[[S]] : tensor<8x4xf32> to tensor<8x4xf16>
  %s = tc.scan sum %xs axis 1 : tensor<8x4xf16>
  // CHECK: %[[T:.*]] = tc.scan max %{{.*}} axis 0 reverse : tensor<8xf32>
  // CHECK: arith.truncf %[[T]] : tensor<8xf32> to tensor<8xbf16>
  %t = tc.scan max %ys axis 0 reverse : tensor<8xbf16>
  tc.return
}

// Others stay, and so does a region, which says itself what it rounds.
// CHECK-LABEL: tc.kernel @stays
// CHECK-NOT:     arith.extf
// CHECK:         tc.scan sum %{{.*}} axis 0 : tensor<8xf32>
// CHECK:         tc.scan (%{{.*}}) axis 0 combine
// CHECK:         } : (tensor<8xf16>) -> (tensor<8xf16>)
// CHECK-NOT:     arith.truncf
tc.kernel @stays(%x: f16, %y: f32) {
  %xs = tc.splat %x : f16 -> tensor<8xf16>
  %ys = tc.splat %y : f32 -> tensor<8xf32>
  %r = tc.scan sum %ys axis 0 : tensor<8xf32>
  %s = tc.scan (%xs) axis 0 combine {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tc.yield %c : f16
  } : (tensor<8xf16>) -> (tensor<8xf16>)
  tc.return
}

// argmax is a reduction of pairs.
// CHECK-LABEL: tc.kernel @argmax
// CHECK:         %[[I:.*]] = tc.arange 0 to 8 : tensor<8xi32>
// CHECK:         %[[B:.*]] = tc.broadcast %[[I]] : tensor<8xi32> -> tensor<8xi32>
// CHECK:         tc.reduce (%{{.*}}, %[[B]]) axis 0 commutative combine
// CHECK:         arith.cmpf ogt
// CHECK:         } : (tensor<8xf16>, tensor<8xi32>) -> (f16, i32)
tc.kernel @argmax(%x: f16) {
  %xs = tc.splat %x : f16 -> tensor<8xf16>
  %v, %i = tc.reduce argmax %xs axis 0 : tensor<8xf16> -> f16, i32
  tc.return
}
