// RUN: minitc-opt %s | minitc-opt | FileCheck %s
// RUN: minitc-opt %s --mlir-print-op-generic | minitc-opt | FileCheck %s
// RUN: minitc-opt %s | FileCheck %s --check-prefix=SPACES --strict-whitespace

// CHECK-LABEL: tc.kernel @shapes
tc.kernel @shapes(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // CHECK: %[[J:.+]] = tc.join %[[T:.+]], %[[T]] : tensor<8xf32> -> tensor<8x2xf32>
  %j = tc.join %t, %t : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK: %{{.+}}, %{{.+}} = tc.split %[[J]] : tensor<8x2xf32> -> tensor<8xf32>, tensor<8xf32>
  %a, %b = tc.split %j : tensor<8x2xf32> -> tensor<8xf32>, tensor<8xf32>
  // CHECK: tc.cat %[[J]], %[[J]] axis 1 : tensor<8x2xf32> -> tensor<8x4xf32>
  %c = tc.cat %j, %j axis 1 : tensor<8x2xf32> -> tensor<8x4xf32>
  tc.return
}

// One space between words.
// SPACES: = tc.atomic_rmw fadd relaxed gpu %
// SPACES: = tc.atomic_rmw umax acq_rel sys %
// SPACES: = tc.atomic_cas acquire cta %
// CHECK-LABEL: tc.kernel @atomics
tc.kernel @atomics(%p: !tc.ptr<f32>, %q: !tc.ptr<i64>, %v: i64) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %ps : tensor<8x!tc.ptr<f32>>
  %m = arith.cmpf ogt, %x, %x : tensor<8xf32>
  // CHECK: tc.atomic_rmw fadd relaxed gpu %[[P:.+]], %[[X:.+]] mask %[[M:.+]] : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  %0 = tc.atomic_rmw fadd relaxed gpu %ps, %x mask %m : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  // CHECK: tc.atomic_rmw umax acq_rel sys %{{.+}}, %{{.+}} : !tc.ptr<i64>, i64
  %1 = tc.atomic_rmw umax acq_rel sys %q, %v : !tc.ptr<i64>, i64
  // CHECK: tc.atomic_cas acquire cta %{{.+}}, %{{.+}}, %{{.+}} : !tc.ptr<i64>, i64
  %2 = tc.atomic_cas acquire cta %q, %v, %1 : !tc.ptr<i64>, i64
  tc.return
}

// CHECK-LABEL: tc.kernel @scans
tc.kernel @scans(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8x4xf32>
  // CHECK: tc.scan sum %[[T:.+]] axis 0 : tensor<8x4xf32>
  %0 = tc.scan sum %t axis 0 : tensor<8x4xf32>
  // CHECK: tc.scan maxnum %[[T]] axis 1 reverse : tensor<8x4xf32>
  %1 = tc.scan maxnum %t axis 1 reverse : tensor<8x4xf32>
  // CHECK: tc.scan (%[[T]], %[[T]]) axis 1 reverse combine {
  // CHECK-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32):
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: yield
  // CHECK-NEXT: } : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %2, %3 = tc.scan (%t, %t) axis 1 reverse combine {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %e = arith.mulf %a, %c : f32
    tc.yield %e, %d : f32, f32
  } : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  tc.return
}

// CHECK-LABEL: tc.kernel @products
tc.kernel @products(%s: f32, %h: f16, %n: i32) {
  %a = tc.splat %h : f16 -> tensor<2x16x32xf16>
  %b = tc.splat %h : f16 -> tensor<2x32x8xf16>
  %c = tc.splat %s : f32 -> tensor<2x16x8xf32>
  // CHECK: tc.dot %{{.+}}, %{{.+}}, %{{.+}} : tensor<2x16x32xf16>, tensor<2x32x8xf16>, tensor<2x16x8xf32>
  %0 = tc.dot %a, %b, %c : tensor<2x16x32xf16>, tensor<2x32x8xf16>, tensor<2x16x8xf32>
  %x = tc.splat %s : f32 -> tensor<16x16xf32>
  // CHECK: tc.dot %[[X:.+]], %[[X]], %[[X]] precision tf32x3 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %1 = tc.dot %x, %x, %x precision tf32x3 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %i = tc.splat %n : i32 -> tensor<4x16xi32>
  // CHECK: tc.gather %[[X]][%{{.+}}] axis 0 : tensor<16x16xf32>, tensor<4x16xi32> -> tensor<4x16xf32>
  %2 = tc.gather %x[%i] axis 0 : tensor<16x16xf32>, tensor<4x16xi32> -> tensor<4x16xf32>
  %m = arith.cmpi eq, %i, %i : tensor<4x16xi32>
  // CHECK: tc.histogram %{{.+}} : tensor<4x16xi32> -> tensor<8xi32>
  %3 = tc.histogram %i : tensor<4x16xi32> -> tensor<8xi32>
  // CHECK: tc.histogram %{{.+}} mask %{{.+}} : tensor<4x16xi32> -> tensor<8xi32>
  %4 = tc.histogram %i mask %m : tensor<4x16xi32> -> tensor<8xi32>
  tc.return
}

// CHECK-LABEL: tc.kernel @views
tc.kernel @views(%p: !tc.ptr<f16>, %n: i32, %s: i64, %z: f16) {
  // CHECK: %[[V:.+]] = tc.make_view %{{.+}}, shape [%{{.+}}, %{{.+}}], strides [%{{.+}}, %{{.+}}] : !tc.ptr<f16> -> !tc.view<128x64xf16>
  %v = tc.make_view %p, shape [%n, %n], strides [%s, %s] : !tc.ptr<f16> -> !tc.view<128x64xf16>
  // CHECK: %[[T:.+]] = tc.load_view %[[V]][%{{.+}}, %{{.+}}] other %{{.+}} : !tc.view<128x64xf16>
  %t = tc.load_view %v[%n, %n] other %z : !tc.view<128x64xf16>
  // CHECK: tc.store_view %[[V]][%{{.+}}, %{{.+}}], %[[T]] : !tc.view<128x64xf16>
  tc.store_view %v[%n, %n], %t : !tc.view<128x64xf16>
  tc.return
}

// CHECK-LABEL: tc.kernel @debug
tc.kernel @debug(%c: i1, %x: f32) {
  // CHECK: tc.print "x = ", %{{.+}}, %{{.+}} : f32, i1
  tc.print "x = ", %x, %c : f32, i1
  // CHECK: tc.print "here"
  tc.print "here"
  // CHECK-NEXT: arith.negf
  %y = arith.negf %x : f32
  // CHECK: tc.assert %{{.+}}, "it holds" : i1
  tc.assert %c, "it holds" : i1
  tc.return
}
