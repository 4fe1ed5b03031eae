// RUN: minitc-opt %s --tc-expand-views | FileCheck %s --implicit-check-not=tc.view --implicit-check-not=_view

// CHECK-LABEL: tc.kernel @load(
// CHECK-SAME: %[[P:.*]]: !tc.ptr<f32>, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[I:.*]]: i32, %[[Z:.*]]: f32
tc.kernel @load(%p: !tc.ptr<f32>, %n: i32, %s: i64, %i: i32, %z: f32) {
  %v = tc.make_view %p, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<128xf32>
  // The start of the window, in i64.
  // CHECK: %[[I64:.*]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[FIRST:.*]] = arith.muli %[[I64]], %[[S]] : i64
  // CHECK: %[[START:.*]] = tc.addptr %[[P]], %[[FIRST]] : !tc.ptr<f32>, i64
  // CHECK: %[[LINE:.*]] = tc.arange 0 to 128 : tensor<128xi32>
  // CHECK: %[[LINE64:.*]] = arith.extsi %[[LINE]] : tensor<128xi32> to tensor<128xi64>
  // CHECK: %[[STEPS:.*]] = tc.splat %[[S]] : i64 -> tensor<128xi64>
  // CHECK: %[[OFFSETS:.*]] = arith.muli %[[LINE64]], %[[STEPS]] : tensor<128xi64>
  // CHECK: %[[SPREAD:.*]] = tc.broadcast %[[OFFSETS]]
  // CHECK: %[[PTRS:.*]] = tc.addptr %[[START]], %[[SPREAD]] : !tc.ptr<f32>, tensor<128xi64>
  // Negative places are large as unsigned ones; a negative size is none.
  // CHECK: %[[SIZE:.*]] = arith.maxsi %[[N]], %{{.*}} : i32
  // CHECK: %[[IS:.*]] = tc.splat %[[I]] : i32 -> tensor<128xi32>
  // CHECK: %[[PLACES:.*]] = arith.addi %[[IS]], %{{.*}} : tensor<128xi32>
  // CHECK: %[[SIZES:.*]] = tc.splat %[[SIZE]] : i32 -> tensor<128xi32>
  // CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[PLACES]], %[[SIZES]] : tensor<128xi32>
  // CHECK: %[[MASK:.*]] = tc.broadcast %[[INSIDE]]
  // CHECK: %[[T:.*]] = tc.load %[[PTRS]] mask %[[MASK]] other %[[Z]] : tensor<128x!tc.ptr<f32>>
  %t = tc.load_view %v[%i] other %z : !tc.view<128xf32>
  // CHECK: tc.store %{{.*}}, %[[T]] mask %{{.*}} : tensor<128x!tc.ptr<f32>>
  tc.store_view %v[%i], %t : !tc.view<128xf32>
  tc.return
}

// CHECK-LABEL: tc.kernel @two_dimensions(
// CHECK-SAME: %[[P:.*]]: !tc.ptr<f16>, %[[M:.*]]: i32, %[[K:.*]]: i32, %[[S:.*]]: i64, %[[ONE:.*]]: i64, %[[I:.*]]: i32, %[[J:.*]]: i32, %[[Z:.*]]: f16
tc.kernel @two_dimensions(%p: !tc.ptr<f16>, %m: i32, %k: i32, %s: i64, %one: i64, %i: i32, %j: i32, %z: f16) {
  %v = tc.make_view %p, shape [%m, %k], strides [%s, %one] : !tc.ptr<f16> -> !tc.view<16x32xf16>
  // CHECK: %[[ROW:.*]] = tc.addptr %[[P]], %{{.*}} : !tc.ptr<f16>, i64
  // CHECK: tc.expand_dims %{{.*}} axis 1 : tensor<16xi64> -> tensor<16x1xi64>
  // CHECK: %[[START:.*]] = tc.addptr %[[ROW]], %{{.*}} : !tc.ptr<f16>, i64
  // CHECK: tc.expand_dims %{{.*}} axis 0 : tensor<32xi64> -> tensor<1x32xi64>
  // CHECK: %[[OFFSETS:.*]] = arith.addi %{{.*}} : tensor<16x32xi64>
  // CHECK: tc.addptr %[[START]], %[[OFFSETS]] : !tc.ptr<f16>, tensor<16x32xi64>
  // CHECK: %[[MASK:.*]] = arith.andi %{{.*}} : tensor<16x32xi1>
  // CHECK: tc.load %{{.*}} mask %[[MASK]] other %[[Z]] : tensor<16x32x!tc.ptr<f16>>
  %t = tc.load_view %v[%i, %j] other %z : !tc.view<16x32xf16>
  tc.store_view %v[%i, %j], %t : !tc.view<16x32xf16>
  tc.return
}

// A dimension of size 1 is in the pointer and the mask, not in the tile.
// CHECK-LABEL: tc.kernel @batch(
// CHECK-SAME: %[[P:.*]]: !tc.ptr<f16>, %[[B:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[I:.*]]: i32, %[[J:.*]]: i32, %[[Z:.*]]: f16
tc.kernel @batch(%p: !tc.ptr<f16>, %b: i32, %n: i32, %s: i64, %i: i32, %j: i32, %z: f16) {
  %v = tc.make_view %p, shape [%n, %b, %n], strides [%s, %s, %s] : !tc.ptr<f16> -> !tc.view<16x1x32xf16>
  // CHECK: %[[BATCHES:.*]] = arith.maxsi %[[B]], %{{.*}} : i32
  // CHECK: %[[IS_BATCH:.*]] = arith.cmpi ult, %[[I]], %[[BATCHES]] : i32
  // CHECK: tc.splat %[[IS_BATCH]] : i1 -> tensor<16x32xi1>
  // CHECK: %[[T:.*]] = tc.load %{{.*}} mask %{{.*}} other %[[Z]] : tensor<16x32x!tc.ptr<f16>>
  // CHECK: %[[W:.*]] = tc.reshape %[[T]] : tensor<16x32xf16> -> tensor<16x1x32xf16>
  %t = tc.load_view %v[%j, %i, %j] other %z : !tc.view<16x1x32xf16>
  // CHECK: %[[U:.*]] = tc.reshape %[[W]] : tensor<16x1x32xf16> -> tensor<16x32xf16>
  // CHECK: tc.store %{{.*}}, %[[U]] mask %{{.*}} : tensor<16x32x!tc.ptr<f16>>
  tc.store_view %v[%j, %i, %j], %t : !tc.view<16x1x32xf16>
  tc.return
}

// CHECK-LABEL: tc.kernel @point(
tc.kernel @point(%p: !tc.ptr<f16>, %n: i32, %s: i64, %i: i32, %z: f16) {
  %v = tc.make_view %p, shape [%n, %n], strides [%s, %s] : !tc.ptr<f16> -> !tc.view<1x1xf16>
  // CHECK: %[[T:.*]] = tc.load %{{.*}} : tensor<1x!tc.ptr<f16>>
  // CHECK: tc.reshape %[[T]] : tensor<1xf16> -> tensor<1x1xf16>
  %t = tc.load_view %v[%i, %i] other %z : !tc.view<1x1xf16>
  tc.store_view %v[%i, %i], %t : !tc.view<1x1xf16>
  tc.return
}

// Views pass through control flow as their parts.
// CHECK-LABEL: tc.kernel @control_flow(
// CHECK-SAME: %[[P:.*]]: !tc.ptr<f32>, %[[Q:.*]]: !tc.ptr<f32>, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[C:.*]]: i1
tc.kernel @control_flow(%p: !tc.ptr<f32>, %q: !tc.ptr<f32>, %n: i32, %s: i64, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %z = arith.constant 0.0 : f32
  %v = tc.make_view %p, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<32xf32>
  %w = tc.make_view %q, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<32xf32>
  // CHECK: %[[BASE:.*]] = arith.select %[[C]], %[[P]], %[[Q]] : !tc.ptr<f32>
  // CHECK: arith.select %[[C]], %[[N]], %[[N]] : i32
  // CHECK: arith.select %[[C]], %[[S]], %[[S]] : i64
  %u = arith.select %c, %v, %w : !tc.view<32xf32>
  // CHECK: scf.if %[[C]] -> (!tc.ptr<f32>, i32, i64)
  // CHECK: scf.yield %[[BASE]], %{{.*}}, %{{.*}} : !tc.ptr<f32>, i32, i64
  // CHECK: scf.yield %[[Q]], %[[N]], %[[S]] : !tc.ptr<f32>, i32, i64
  %x = scf.if %c -> (!tc.view<32xf32>) {
    scf.yield %u : !tc.view<32xf32>
  } else {
    scf.yield %w : !tc.view<32xf32>
  }
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (!tc.ptr<f32>, i32, i64)
  %y = scf.for %i = %zero to %n step %one iter_args(%at = %x) -> (!tc.view<32xf32>) : i32 {
    %t = tc.load_view %at[%i] other %z : !tc.view<32xf32>
    tc.store_view %v[%i], %t : !tc.view<32xf32>
    scf.yield %at : !tc.view<32xf32>
  }
  // CHECK: scf.while
  %o = scf.while (%at = %y) : (!tc.view<32xf32>) -> !tc.view<32xf32> {
    scf.condition(%c) %at : !tc.view<32xf32>
  } do {
  ^bb0(%at: !tc.view<32xf32>):
    // CHECK: ub.poison : !tc.ptr<f32>
    %none = ub.poison : !tc.view<32xf32>
    scf.yield %none : !tc.view<32xf32>
  }
  %t = tc.load_view %o[%zero] other %z : !tc.view<32xf32>
  tc.store_view %v[%zero], %t : !tc.view<32xf32>
  tc.return
}
