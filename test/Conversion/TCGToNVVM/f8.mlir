// RUN: minitc-opt %s --convert-tcg-to-nvvm=target=sm_90a | FileCheck %s

#t2 = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>
#t1 = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>

// The upper byte is that of the first operand.
// CHECK-LABEL: llvm.func @round
// CHECK-SAME:    (%[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK:         %[[XS:.*]] = llvm.insertelement %[[X]]
// CHECK:         %[[V:.*]] = llvm.shufflevector %[[XS]]
// CHECK:         %[[A:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32]
// CHECK:         %[[B:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32]
// CHECK:         nvvm.convert.f32x2.to.f8x2 %[[B]], %[[A]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8>(f8E4M3FN)
tc.kernel @round(%x: f32, %y: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #t2>
  %0 = tc.to_f8 %t : tensor<64xf32, #t2> -> tensor<64xf8E4M3FN, #t2>
  tc.return
}

// A lone value makes a pair with itself.
// CHECK-LABEL: llvm.func @round_one
// CHECK-SAME:    (%[[X:.*]]: f32)
// CHECK:         %[[P:.*]] = nvvm.convert.f32x2.to.f8x2 %[[X]], %[[X]] {{.*}} : vector<2xi8>(f8E5M2)
// CHECK:         llvm.extractelement %[[P]]
// CHECK:         %[[P:.*]] = nvvm.convert.f32x2.to.f8x2 %[[E:.*]], %[[E]] {{.*}} : vector<2xi8>(f8E5M2)
// CHECK:         llvm.shufflevector %[[P]], %{{.*}} [0] : vector<2xi8>
tc.kernel @round_one(%x: f32) {
  %0 = tc.to_f8 %x : f32 -> f8E5M2
  %t = tc.splat %x : f32 -> tensor<32xf32, #t1>
  %1 = tc.to_f8 %t : tensor<32xf32, #t1> -> tensor<32xf8E5M2, #t1>
  tc.return
}

// CHECK-LABEL: llvm.func @extend
tc.kernel @extend(%x: f8E4M3FN, %y: f8E5M2) {
  %t = tc.splat %x : f8E4M3FN -> tensor<64xf8E4M3FN, #t2>
  // CHECK: %[[H:.*]] = nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  // CHECK: arith.addf %[[H]], %[[H]] : vector<2xf16>
  %0 = arith.extf %t : tensor<64xf8E4M3FN, #t2> to tensor<64xf16, #t2>
  %1 = arith.addf %0, %0 : tensor<64xf16, #t2>
  // CHECK: %[[H:.*]] = nvvm.convert.f8x2.to.f16x2
  // CHECK: arith.extf %[[H]] : vector<2xf16> to vector<2xf32>
  %2 = arith.extf %t : tensor<64xf8E4M3FN, #t2> to tensor<64xf32, #t2>
  // CHECK: %[[H:.*]] = nvvm.convert.f8x2.to.f16x2
  // CHECK: arith.extf %[[H]] : vector<2xf16> to vector<2xf64>
  %3 = arith.extf %t : tensor<64xf8E4M3FN, #t2> to tensor<64xf64, #t2>
  // CHECK: %[[H:.*]] = nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E5M2) -> vector<2xf16>
  // CHECK: %[[E:.*]] = llvm.extractelement %[[H]]
  // CHECK: %[[S:.*]] = arith.extf %[[E]] : f16 to f32
  // CHECK: arith.truncf %[[S]] : f32 to bf16
  %4 = arith.extf %y : f8E5M2 to bf16
  tc.return
}
