// RUN: minitc-opt %s -canonicalize -split-input-file | FileCheck %s

// Tiles are given by functions here, so that nothing about them is known.

// CHECK-LABEL: @arange_of_one
// CHECK: %[[C:.*]] = arith.constant dense<-7> : tensor<1xi64>
// CHECK: return %[[C]]
func.func @arange_of_one() -> tensor<1xi64> {
  %0 = tc.arange -7 to -6 : tensor<1xi64>
  return %0 : tensor<1xi64>
}

// CHECK-LABEL: @splat_of_constant
// CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<4x8xf8E5M2>
// CHECK-DAG: arith.constant dense<true> : tensor<8xi1>
// CHECK-NOT: tc.splat
func.func @splat_of_constant() -> (tensor<4x8xf8E5M2>, tensor<8xi1>) {
  %x = arith.constant 2.0 : f8E5M2
  %t = arith.constant true
  %0 = tc.splat %x : f8E5M2 -> tensor<4x8xf8E5M2>
  %1 = tc.splat %t : i1 -> tensor<8xi1>
  return %0, %1 : tensor<4x8xf8E5M2>, tensor<8xi1>
}

// A constant of one value takes any shape; any other constant stays.

// CHECK-LABEL: @shape_of_constant
// CHECK-DAG: arith.constant dense<3> : tensor<8x1xi32>
// CHECK-DAG: arith.constant dense<3> : tensor<8x4xi32>
// CHECK-DAG: arith.constant dense<3> : tensor<32xi32>
// CHECK-DAG: arith.constant dense<3> : tensor<4x8xi32>
// CHECK-DAG: %[[MIXED:.*]] = arith.constant dense<[3, 4]> : tensor<2xi32>
// CHECK: tc.expand_dims %[[MIXED]]
func.func @shape_of_constant() -> (tensor<8x1xi32>, tensor<8x4xi32>, tensor<32xi32>, tensor<4x8xi32>, tensor<2x1xi32>) {
  %c = arith.constant dense<3> : tensor<8xi32>
  %mixed = arith.constant dense<[3, 4]> : tensor<2xi32>
  %0 = tc.expand_dims %c axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  %1 = tc.broadcast %0 : tensor<8x1xi32> -> tensor<8x4xi32>
  %2 = tc.reshape %1 : tensor<8x4xi32> -> tensor<32xi32>
  %3 = tc.transpose %1 [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  %4 = tc.expand_dims %mixed axis 1 : tensor<2xi32> -> tensor<2x1xi32>
  return %0, %1, %2, %3, %4 : tensor<8x1xi32>, tensor<8x4xi32>, tensor<32xi32>, tensor<4x8xi32>, tensor<2x1xi32>
}

// CHECK-LABEL: @shape_of_splat
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: %[[A:.*]] = tc.splat %[[X]] : f32 -> tensor<8x1xf32>
// CHECK-NEXT: %[[B:.*]] = tc.splat %[[X]] : f32 -> tensor<8x4xf32>
// CHECK-NEXT: %[[C:.*]] = tc.splat %[[X]] : f32 -> tensor<32xf32>
// CHECK-NEXT: %[[D:.*]] = tc.splat %[[X]] : f32 -> tensor<4x8xf32>
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @shape_of_splat(%x: f32) -> (tensor<8x1xf32>, tensor<8x4xf32>, tensor<32xf32>, tensor<4x8xf32>) {
  %s = tc.splat %x : f32 -> tensor<8xf32>
  %0 = tc.expand_dims %s axis 1 : tensor<8xf32> -> tensor<8x1xf32>
  %1 = tc.broadcast %0 : tensor<8x1xf32> -> tensor<8x4xf32>
  %2 = tc.reshape %1 : tensor<8x4xf32> -> tensor<32xf32>
  %3 = tc.transpose %1 [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  return %0, %1, %2, %3 : tensor<8x1xf32>, tensor<8x4xf32>, tensor<32xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @same_shape
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
func.func @same_shape(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = tc.broadcast %x : tensor<8x8xf32> -> tensor<8x8xf32>
  %1 = tc.reshape %x : tensor<8x8xf32> -> tensor<8x8xf32>
  %2 = tc.transpose %x [0, 1] : tensor<8x8xf32> -> tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// A square keeps its type when transposed, but not its elements' places.

// CHECK-LABEL: @transpose_of_square
// CHECK: tc.transpose %{{.*}} [1, 0]
func.func @transpose_of_square(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tc.transpose %x [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @two_in_a_row
// CHECK-SAME: (%[[X:.*]]: tensor<8x1x1xf32>, %[[Y:.*]]: tensor<2x4x8xf32>)
// CHECK-DAG: tc.broadcast %[[X]] : tensor<8x1x1xf32> -> tensor<8x4x2xf32>
// CHECK-DAG: tc.reshape %[[Y]] : tensor<2x4x8xf32> -> tensor<64xf32>
// CHECK-DAG: tc.transpose %[[Y]] [0, 2, 1] : tensor<2x4x8xf32> -> tensor<2x8x4xf32>
func.func @two_in_a_row(%x: tensor<8x1x1xf32>, %y: tensor<2x4x8xf32>) -> (tensor<8x4x2xf32>, tensor<64xf32>, tensor<2x8x4xf32>) {
  %0 = tc.broadcast %x : tensor<8x1x1xf32> -> tensor<8x4x1xf32>
  %1 = tc.broadcast %0 : tensor<8x4x1xf32> -> tensor<8x4x2xf32>
  %2 = tc.reshape %y : tensor<2x4x8xf32> -> tensor<8x8xf32>
  %3 = tc.reshape %2 : tensor<8x8xf32> -> tensor<64xf32>
  %4 = tc.transpose %y [1, 2, 0] : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %5 = tc.transpose %4 [2, 1, 0] : tensor<4x8x2xf32> -> tensor<2x8x4xf32>
  return %1, %3, %5 : tensor<8x4x2xf32>, tensor<64xf32>, tensor<2x8x4xf32>
}

// CHECK-LABEL: @transpose_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<2x4x8xf32>)
// CHECK-NEXT: return %[[X]]
func.func @transpose_and_back(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tc.transpose %x [1, 2, 0] : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %1 = tc.transpose %0 [2, 0, 1] : tensor<4x8x2xf32> -> tensor<2x4x8xf32>
  return %1 : tensor<2x4x8xf32>
}

// An offset of zero adds nothing, unless it makes a tile of a scalar.

// CHECK-LABEL: @addptr_zero
// CHECK-SAME: (%[[P:.*]]: !tc.ptr<f32>, %[[Q:.*]]: tensor<8x!tc.ptr<f32>>)
// CHECK: %[[T:.*]] = tc.addptr %[[P]], %{{.*}} : !tc.ptr<f32>, tensor<8xi32>
// CHECK: return %[[P]], %[[Q]], %[[Q]], %[[T]]
func.func @addptr_zero(%p: !tc.ptr<f32>, %q: tensor<8x!tc.ptr<f32>>) -> (!tc.ptr<f32>, tensor<8x!tc.ptr<f32>>, tensor<8x!tc.ptr<f32>>, tensor<8x!tc.ptr<f32>>) {
  %c0 = arith.constant 0 : i64
  %zeros = arith.constant dense<0> : tensor<8xi32>
  %0 = tc.addptr %p, %c0 : !tc.ptr<f32>, i64
  %1 = tc.addptr %q, %c0 : tensor<8x!tc.ptr<f32>>, i64
  %2 = tc.addptr %q, %zeros : tensor<8x!tc.ptr<f32>>, tensor<8xi32>
  %3 = tc.addptr %p, %zeros : !tc.ptr<f32>, tensor<8xi32>
  return %0, %1, %2, %3 : !tc.ptr<f32>, tensor<8x!tc.ptr<f32>>, tensor<8x!tc.ptr<f32>>, tensor<8x!tc.ptr<f32>>
}

// CHECK-LABEL: @pointer_casts
// CHECK-SAME: (%[[P:.*]]: !tc.ptr<f32>, %[[I:.*]]: tensor<8xi64>)
// CHECK-NEXT: %[[A:.*]] = tc.ptr_to_int %[[P]] : !tc.ptr<f32> -> i64
// CHECK-NEXT: %[[B:.*]] = tc.bitcast %[[P]] : !tc.ptr<f32> -> !tc.ptr<i16>
// CHECK-NEXT: %[[C:.*]] = tc.int_to_ptr %[[A]] : i64 -> !tc.ptr<i32>
// CHECK-NEXT: return %[[P]], %[[I]], %[[P]], %[[B]], %[[P]], %[[C]]
func.func @pointer_casts(%p: !tc.ptr<f32>, %i: tensor<8xi64>) -> (!tc.ptr<f32>, tensor<8xi64>, !tc.ptr<f32>, !tc.ptr<i16>, !tc.ptr<f32>, !tc.ptr<i32>) {
  %0 = tc.ptr_to_int %p : !tc.ptr<f32> -> i64
  %1 = tc.int_to_ptr %0 : i64 -> !tc.ptr<f32>
  %2 = tc.int_to_ptr %i : tensor<8xi64> -> tensor<8x!tc.ptr<f32>>
  %3 = tc.ptr_to_int %2 : tensor<8x!tc.ptr<f32>> -> tensor<8xi64>
  %4 = tc.bitcast %p : !tc.ptr<f32> -> !tc.ptr<f32>
  %5 = tc.bitcast %p : !tc.ptr<f32> -> !tc.ptr<i8>
  %6 = tc.bitcast %5 : !tc.ptr<i8> -> !tc.ptr<i16>
  %7 = tc.bitcast %6 : !tc.ptr<i16> -> !tc.ptr<f32>
  %8 = tc.int_to_ptr %0 : i64 -> !tc.ptr<i32>
  return %1, %3, %4, %6, %7, %8 : !tc.ptr<f32>, tensor<8xi64>, !tc.ptr<f32>, !tc.ptr<i16>, !tc.ptr<f32>, !tc.ptr<i32>
}

// To nearest even, saturating: 448 is the largest f8E4M3FN, and 464 lies
// halfway to the next; infinity and all above become 448. NaN stays NaN.

// CHECK-LABEL: @to_f8
// CHECK-DAG: dense<[1.000000e+00, 1.125000e+00, 1.000000e+00, 4.480000e+02, 4.480000e+02, -4.480000e+02, 4.480000e+02, 0x7F]> : tensor<8xf8E4M3FN>
// CHECK-DAG: dense<5.734400e+04> : tensor<2xf8E5M2>
// CHECK-DAG: arith.constant -0.000000e+00 : f8E4M3FN
// CHECK-NOT: tc.to_f8
func.func @to_f8() -> (tensor<8xf8E4M3FN>, tensor<2xf8E5M2>, f8E4M3FN) {
  %a = arith.constant dense<[1.0, 1.125, 1.0625, 448.0, 464.0, 0xFF800000, 1.0e9, 0x7FC00000]> : tensor<8xf32>
  %b = arith.constant dense<[57344.0, 61440.0]> : tensor<2xf64>
  %c = arith.constant -1.0e-30 : f32
  %0 = tc.to_f8 %a : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %1 = tc.to_f8 %b : tensor<2xf64> -> tensor<2xf8E5M2>
  %2 = tc.to_f8 %c : f32 -> f8E4M3FN
  return %0, %1, %2 : tensor<8xf8E4M3FN>, tensor<2xf8E5M2>, f8E4M3FN
}

// CHECK-LABEL: @load_with_constant_mask
// CHECK-SAME: (%[[P:.*]]: tensor<8x!tc.ptr<f32>>, %[[X:.*]]: f32, %[[T:.*]]: tensor<8xf32>, %[[S:.*]]: !tc.ptr<f32>)
// CHECK-NEXT: %[[ALL:.*]] = tc.load %[[P]] cache cg : tensor<8x!tc.ptr<f32>>
// CHECK-NEXT: %[[FILL:.*]] = tc.splat %[[X]] : f32 -> tensor<8xf32>
// CHECK-NEXT: return %[[ALL]], %[[FILL]], %[[T]], %[[X]]
func.func @load_with_constant_mask(%p: tensor<8x!tc.ptr<f32>>, %x: f32, %t: tensor<8xf32>, %s: !tc.ptr<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, f32) {
  %true = arith.constant dense<true> : tensor<8xi1>
  %false = arith.constant false
  %none = tc.splat %false : i1 -> tensor<8xi1>
  %0 = tc.load %p mask %true other %x cache cg : tensor<8x!tc.ptr<f32>>
  %1 = tc.load %p mask %none other %x : tensor<8x!tc.ptr<f32>>
  %2 = tc.load %p mask %none other %t : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  %3 = tc.load %s mask %false other %x : !tc.ptr<f32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, f32
}

// A mask of some of each stays.

// CHECK-LABEL: @load_with_mixed_mask
// CHECK: tc.load %{{.*}} mask
func.func @load_with_mixed_mask(%p: tensor<2x!tc.ptr<f32>>, %x: f32) -> tensor<2xf32> {
  %m = arith.constant dense<[true, false]> : tensor<2xi1>
  %0 = tc.load %p mask %m other %x : tensor<2x!tc.ptr<f32>>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @store_with_constant_mask
// CHECK-SAME: (%[[P:.*]]: tensor<8x!tc.ptr<f32>>, %[[T:.*]]: tensor<8xf32>)
// CHECK-NEXT: tc.store %[[P]], %[[T]] evict last : tensor<8x!tc.ptr<f32>>
// CHECK-NEXT: return
func.func @store_with_constant_mask(%p: tensor<8x!tc.ptr<f32>>, %t: tensor<8xf32>) {
  %true = arith.constant dense<true> : tensor<8xi1>
  %false = arith.constant dense<false> : tensor<8xi1>
  tc.store %p, %t mask %true evict last : tensor<8x!tc.ptr<f32>>
  tc.store %p, %t mask %false : tensor<8x!tc.ptr<f32>>
  return
}

// What one value says alone, many of it say too; a sum of them says more.

// CHECK-LABEL: @reduce_of_splat
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: f32)
// CHECK-DAG: %[[ROW:.*]] = tc.splat %[[X]] : i32 -> tensor<4xi32>
// CHECK-DAG: %[[SUM:.*]] = tc.reduce sum
// CHECK-DAG: %[[XOR:.*]] = tc.reduce xor
// CHECK-DAG: %[[PROD:.*]] = tc.reduce prod
// CHECK: return %[[ROW]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[Y]], %[[Y]], %[[SUM]], %[[XOR]], %[[PROD]]
func.func @reduce_of_splat(%x: i32, %y: f32) -> (tensor<4xi32>, i32, i32, i32, i32, i32, i32, f32, f32, f32, i32, f32) {
  %a = tc.splat %x : i32 -> tensor<8x4xi32>
  %b = tc.splat %x : i32 -> tensor<8xi32>
  %c = tc.splat %y : f32 -> tensor<8xf32>
  %0 = tc.reduce max %a axis 0 : tensor<8x4xi32> -> tensor<4xi32>
  %1 = tc.reduce max %b axis 0 : tensor<8xi32> -> i32
  %2 = tc.reduce min %b axis 0 : tensor<8xi32> -> i32
  %3 = tc.reduce umax %b axis 0 : tensor<8xi32> -> i32
  %4 = tc.reduce umin %b axis 0 : tensor<8xi32> -> i32
  %5 = tc.reduce and %b axis 0 : tensor<8xi32> -> i32
  %6 = tc.reduce or %b axis 0 : tensor<8xi32> -> i32
  %7 = tc.reduce maxnum %c axis 0 : tensor<8xf32> -> f32
  %8 = tc.reduce minnum %c axis 0 : tensor<8xf32> -> f32
  %9 = tc.reduce sum %c axis 0 : tensor<8xf32> -> f32
  %10 = tc.reduce xor %b axis 0 : tensor<8xi32> -> i32
  %11 = tc.reduce prod %c axis 0 : tensor<8xf32> -> f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<4xi32>, i32, i32, i32, i32, i32, i32, f32, f32, f32, i32, f32
}

// CHECK-LABEL: @reduce_of_constant
// CHECK-DAG: %[[S:.*]] = arith.constant 5 : i32
// CHECK-DAG: %[[T:.*]] = arith.constant dense<5> : tensor<4xi32>
// CHECK: return %[[S]], %[[T]]
func.func @reduce_of_constant() -> (i32, tensor<4xi32>) {
  %a = arith.constant dense<5> : tensor<8xi32>
  %b = arith.constant dense<5> : tensor<4x2xi32>
  %0 = tc.reduce max %a axis 0 : tensor<8xi32> -> i32
  %1 = tc.reduce and %b axis 1 : tensor<4x2xi32> -> tensor<4xi32>
  return %0, %1 : i32, tensor<4xi32>
}

// Over an axis of size 1 there is nothing to combine.

// CHECK-LABEL: @reduce_unit_axis
// CHECK-SAME: (%[[X:.*]]: tensor<16x1xf32>, %[[I:.*]]: tensor<16x1xi32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : tensor<16xi32>
// CHECK-DAG: %[[F:.*]] = tc.reshape %[[X]] : tensor<16x1xf32> -> tensor<16xf32>
// CHECK-DAG: %[[J:.*]] = tc.reshape %[[I]] : tensor<16x1xi32> -> tensor<16xi32>
// CHECK-NOT: tc.reduce
func.func @reduce_unit_axis(%x: tensor<16x1xf32>, %i: tensor<16x1xi32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xi32>, tensor<16xf32>, tensor<16xi32>) {
  %0 = tc.reduce max %x axis 1 : tensor<16x1xf32> -> tensor<16xf32>
  %1:2 = tc.reduce argmin %x axis 1 : tensor<16x1xf32> -> tensor<16xf32>, tensor<16xi32>
  %2:2 = tc.reduce (%x, %i) axis 1 combine {
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    tc.yield %b, %k : f32, i32
  } : (tensor<16x1xf32>, tensor<16x1xi32>) -> (tensor<16xf32>, tensor<16xi32>)
  return %0, %1#0, %1#1, %2#0, %2#1 : tensor<16xf32>, tensor<16xf32>, tensor<16xi32>, tensor<16xf32>, tensor<16xi32>
}

// A tile of one element reduces to a scalar, which no shape op makes.

// CHECK-LABEL: @reduce_one_element
// CHECK: tc.reduce sum
func.func @reduce_one_element(%x: tensor<1xf32>) -> f32 {
  %0 = tc.reduce sum %x axis 0 : tensor<1xf32> -> f32
  return %0 : f32
}
