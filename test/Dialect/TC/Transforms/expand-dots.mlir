// RUN: minitc-opt %s --tc-expand-dots --split-input-file | FileCheck %s
// RUN: minitc-opt %s --tc-expand-dots=target=sm_90a --split-input-file | FileCheck %s --check-prefixes=CHECK,HOPPER
// RUN: minitc-opt %s --tc-expand-dots="target=sm_90a num-warps=2" --split-input-file | FileCheck %s --check-prefix=NARROW

// CHECK-LABEL: tc.kernel @three_products(
// CHECK-SAME: %[[A:.*]]: !tc.ptr<f32>, %[[B:.*]]: !tc.ptr<f32>)
tc.kernel @three_products(%pa: !tc.ptr<f32>, %pb: !tc.ptr<f32>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %o = tc.reshape %i : tensor<256xi32> -> tensor<16x16xi32>
  %as = tc.addptr %pa, %o : !tc.ptr<f32>, tensor<16x16xi32>
  %bs = tc.addptr %pb, %o : !tc.ptr<f32>, tensor<16x16xi32>
  // CHECK: %[[X:.*]] = tc.load %{{.*}} : tensor<16x16x!tc.ptr<f32>>
  // CHECK: %[[Y:.*]] = tc.load %{{.*}} : tensor<16x16x!tc.ptr<f32>>
  %x = tc.load %as : tensor<16x16x!tc.ptr<f32>>
  %y = tc.load %bs : tensor<16x16x!tc.ptr<f32>>
  // CHECK: %[[ACC:.*]] = arith.constant dense<1.000000e+00>
  %acc = arith.constant dense<1.0> : tensor<16x16xf32>
  // Rounded to nearest, but not to infinity; infinity and NaN stand apart.
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : tensor<16x16xf32> to tensor<16x16xi32>
  // CHECK: %[[ABS:.*]] = arith.andi %[[BITS]], %{{.*}}
  // CHECK: %[[NEAR:.*]] = arith.cmpi ult, %[[ABS]], %{{.*}}
  // CHECK: %[[HALF:.*]] = arith.select %[[NEAR]]
  // CHECK: %[[UP:.*]] = arith.addi %[[BITS]], %[[HALF]]
  // CHECK: %[[CUT:.*]] = arith.andi %[[UP]], %{{.*}}
  // CHECK: %[[ROUNDED:.*]] = arith.bitcast %[[CUT]] : tensor<16x16xi32> to tensor<16x16xf32>
  // CHECK: %[[FINITE:.*]] = arith.cmpi ult, %[[ABS]], %{{.*}}
  // CHECK: %[[BIG_A:.*]] = arith.select %[[FINITE]], %[[ROUNDED]], %[[X]]
  // CHECK: %[[FINITE_A:.*]] = arith.select %[[FINITE]], %[[ROUNDED]], %[[ZERO:.*]] :
  // CHECK: %[[REST:.*]] = arith.subf %[[X]], %[[ROUNDED]] : tensor<16x16xf32>
  // CHECK: %[[REST_A:.*]] = arith.select %[[FINITE]], %[[REST]], %[[ZERO]] :
  // CHECK: %[[BIG_B:.*]] = arith.select %[[FINITE2:.*]], %[[ROUNDED2:.*]], %[[Y]] :
  // CHECK: %[[FINITE_B:.*]] = arith.select %[[FINITE2]], %[[ROUNDED2]], %{{.*}} :
  // CHECK: %[[REST2:.*]] = arith.subf %[[Y]], %[[ROUNDED2]] :
  // CHECK: %[[REST_B:.*]] = arith.select %[[FINITE2]], %[[REST2]], %{{.*}} :
  // CHECK: %[[ONE:.*]] = tc.dot %[[REST_A]], %[[FINITE_B]], %[[ACC]] precision tf32 :
  // CHECK: %[[TWO:.*]] = tc.dot %[[FINITE_A]], %[[REST_B]], %[[ONE]] precision tf32 :
  // CHECK: %[[SUM:.*]] = tc.dot %[[BIG_A]], %[[BIG_B]], %[[TWO]] precision tf32 :
  %d = tc.dot %x, %y, %acc precision tf32x3 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  // CHECK: tc.store %{{.*}}, %[[SUM]]
  tc.store %as, %d : tensor<16x16x!tc.ptr<f32>>
  tc.return
}

// CHECK-LABEL: tc.kernel @others_stay(
tc.kernel @others_stay(%p: !tc.ptr<f32>) {
  %x = arith.constant dense<1.0> : tensor<16x16xf32>
  // CHECK: %[[X:.*]] = arith.constant
  // CHECK-NEXT: %[[D:.*]] = tc.dot %[[X]], %[[X]], %[[X]] precision tf32 :
  // CHECK-NEXT: tc.dot %[[X]], %[[X]], %[[D]] precision ieee :
  %d = tc.dot %x, %x, %x precision tf32 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %e = tc.dot %x, %x, %d precision ieee : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  tc.return
}

// -----

// NARROW-LABEL: tc.kernel @f8(
// CHECK-LABEL: tc.kernel @f8(
tc.kernel @f8() {
  %a = arith.constant dense<1.0> : tensor<64x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x32xf8E5M2>
  %acc = arith.constant dense<0.0> : tensor<64x32xf16>
  // HOPPER: tc.dot %{{.*}} : tensor<64x32xf8E4M3FN>, tensor<32x32xf8E5M2>, tensor<64x32xf16>
  // NARROW: arith.extf
  // NARROW: tc.dot %{{.*}} : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf16>
  %d = tc.dot %a, %b, %acc : tensor<64x32xf8E4M3FN>, tensor<32x32xf8E5M2>, tensor<64x32xf16>
  tc.return
}

// -----

// Too narrow for wgmma: 16 columns.
// CHECK-LABEL: tc.kernel @f8_narrow(
// NARROW-LABEL: tc.kernel @f8_narrow(
tc.kernel @f8_narrow() {
  // CHECK: %[[A:.*]] = arith.constant dense<1.000000e+00> : tensor<64x32xf8E4M3FN>
  // CHECK: %[[B:.*]] = arith.constant dense<1.000000e+00> : tensor<32x16xf8E4M3FN>
  %a = arith.constant dense<1.0> : tensor<64x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x16xf8E4M3FN>
  %acc = arith.constant dense<0.0> : tensor<64x16xf32>
  // CHECK: %[[WIDE_A:.*]] = arith.extf %[[A]] : tensor<64x32xf8E4M3FN> to tensor<64x32xf16>
  // CHECK: %[[WIDE_B:.*]] = arith.extf %[[B]] : tensor<32x16xf8E4M3FN> to tensor<32x16xf16>
  // CHECK: tc.dot %[[WIDE_A]], %[[WIDE_B]], %{{.*}} : tensor<64x32xf16>, tensor<32x16xf16>, tensor<64x16xf32>
  %d = tc.dot %a, %b, %acc : tensor<64x32xf8E4M3FN>, tensor<32x16xf8E4M3FN>, tensor<64x16xf32>
  tc.return
}

// -----

// Eight groups of four warps would have 4 columns each.
// CHECK-LABEL: tc.kernel @f8_many_warps(
// NARROW-LABEL: tc.kernel @f8_many_warps(
tc.kernel @f8_many_warps() attributes {num_warps = 32 : i32} {
  %a = arith.constant dense<1.0> : tensor<64x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x32xf8E4M3FN>
  %acc = arith.constant dense<0.0> : tensor<64x32xf32>
  // CHECK: tc.dot %{{.*}} : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
  %d = tc.dot %a, %b, %acc : tensor<64x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<64x32xf32>
  tc.return
}
