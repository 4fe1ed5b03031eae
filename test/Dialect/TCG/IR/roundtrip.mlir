// RUN: minitc-opt %s | minitc-opt | FileCheck %s \
// RUN:   "-DROW=tcg.layout<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]}>" \
// RUN:   "-DCOLUMN=tcg.layout<{register = [[4, 0]], lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]]}>" \
// RUN:   "-DNONE=tcg.layout<{}>"
// RUN: minitc-opt %s --mlir-print-op-generic | minitc-opt | FileCheck %s \
// RUN:   "-DROW=tcg.layout<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]}>" \
// RUN:   "-DCOLUMN=tcg.layout<{register = [[4, 0]], lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]]}>" \
// RUN:   "-DNONE=tcg.layout<{}>"

#row = #tcg.layout<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]}>
// The order of the entries is free.
#column = #tcg.layout<{lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], register = [[4, 0]]}>
#swizzled = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [1, 1], [2, 2], [4, 4]]}>
#part = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>
// A tile of one element has no bits to place.
#none = #tcg.layout<{}>

// CHECK-LABEL: tc.kernel @ops
tc.kernel @ops(%p: !tc.ptr<f32>) {
  // CHECK: %[[X:.*]] = arith.constant dense<1.000000e+00> : tensor<8x8xf32, #[[ROW]]>
  %x = arith.constant dense<1.0> : tensor<8x8xf32, #row>
  // CHECK: tcg.convert_layout %[[X]] : tensor<8x8xf32, #[[ROW]]> -> tensor<8x8xf32, #[[COLUMN]]>
  %y = tcg.convert_layout %x : tensor<8x8xf32, #row> -> tensor<8x8xf32, #column>
  // CHECK: %[[M:.*]] = tcg.local_alloc : <[8, 8] x f32, <{offset =
  %m = tcg.local_alloc : !tcg.shared<[8, 8] x f32, #swizzled>
  // CHECK: tcg.local_alloc {offset = 256 : i32} : <[8, 8] x i1, <{offset =
  %n = tcg.local_alloc {offset = 256 : i32} : !tcg.shared<[8, 8] x i1, #swizzled>
  // CHECK: tcg.local_store %[[X]], %[[M]] : tensor<8x8xf32, #[[ROW]]>, <[8, 8] x f32, <{offset =
  tcg.local_store %x, %m : tensor<8x8xf32, #row>, !tcg.shared<[8, 8] x f32, #swizzled>
  // CHECK: tcg.local_load %[[M]] : <[8, 8] x f32, <{offset = {{.*}} -> tensor<8x8xf32, #[[COLUMN]]>
  %z = tcg.local_load %m : !tcg.shared<[8, 8] x f32, #swizzled> -> tensor<8x8xf32, #column>
  // CHECK: arith.constant dense<0> : tensor<1x1xi32, #[[NONE]]>
  %one = arith.constant dense<0> : tensor<1x1xi32, #none>
  // CHECK: %[[P:.*]] = tcg.local_alloc : <[32] x f32, <{offset =
  %p32 = tcg.local_alloc : !tcg.shared<[32] x f32, #part>
  // CHECK: tcg.print "x = ", %[[X]], %[[P]] : tensor<8x8xf32, #[[ROW]]>, <[32] x f32, <{offset =
  tcg.print "x = ", %x, %p32 : tensor<8x8xf32, #row>, !tcg.shared<[32] x f32, #part>
  tc.return
}

#lanes = #tcg.layout<{lane = [[1], [2], [4], [0], [0]], warp = [[0]]}>
#rows = #tcg.layout<{lane = [[0, 1], [0, 2], [0, 0], [0, 0], [0, 0]], warp = [[1, 0]]}>
#all = #tcg.layout<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0]]}>
#flat = #tcg.layout<{offset = [[1], [2], [4]]}>

// CHECK-LABEL: tc.kernel @collectives
tc.kernel @collectives(%x: f32, %i: i32, %j: i64, %c: i1) {
  %m = tcg.local_alloc : !tcg.shared<[8] x i32, #flat>
  %is = tc.splat %i : i32 -> tensor<8xi32, #lanes>
  %js = tc.splat %j : i64 -> tensor<8xi64, #lanes>
  %cs = tc.splat %c : i1 -> tensor<8xi1, #lanes>
  // CHECK: tcg.local_count %[[I:.*]], %[[M:.*]] : tensor<8xi32, #{{.*}}>, <[8] x i32, <{offset
  tcg.local_count %is, %m : tensor<8xi32, #lanes>, !tcg.shared<[8] x i32, #flat>
  // CHECK: tcg.local_count %[[J:.*]], %[[M]] mask %{{.*}} : tensor<8xi64, #{{.*}}>, <[8] x i32, <{{{.*}}}>>, tensor<8xi1, #
  tcg.local_count %js, %m mask %cs : tensor<8xi64, #lanes>, !tcg.shared<[8] x i32, #flat>, tensor<8xi1, #lanes>
  // CHECK: tcg.local_gather %[[M]][%[[J]]] axis 0 : <[8] x i32, <{{{.*}}}>>, tensor<8xi64, #{{.*}}> -> tensor<8xi32, #
  %g = tcg.local_gather %m[%js] axis 0 : !tcg.shared<[8] x i32, #flat>, tensor<8xi64, #lanes> -> tensor<8xi32, #lanes>
  %s = tc.splat %x : f32 -> tensor<2x4xf32, #rows>
  %t = tc.splat %x : f32 -> tensor<2xf32, #all>
  // CHECK: tcg.carry(%[[S:.*]]) totals(%[[T:.*]]) axis 0 kind sum : (tensor<2x4xf32, #{{.*}}>), (tensor<2xf32, #{{.*}}>) -> (tensor<2x4xf32, #
  %u = tcg.carry (%s) totals (%t) axis 0 kind sum : (tensor<2x4xf32, #rows>), (tensor<2xf32, #all>) -> (tensor<2x4xf32, #rows>)
  // CHECK: tcg.carry(%[[S]], %[[S]]) totals(%[[T]], %[[T]]) axis 0 reverse combine {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
  // CHECK: } : (tensor<2x4xf32, #{{.*}}>, tensor<2x4xf32, #{{.*}}>), (tensor<2xf32, #{{.*}}>, tensor<2xf32, #{{.*}}>) -> (tensor<2x4xf32, #{{.*}}>, tensor<2x4xf32, #
  %v, %w = tcg.carry (%s, %s) totals (%t, %t) axis 0 reverse combine {
  ^bb0(%a: f32, %b: f32, %d: f32, %e: f32):
    tc.yield %a, %e : f32, f32
  } : (tensor<2x4xf32, #rows>, tensor<2x4xf32, #rows>), (tensor<2xf32, #all>, tensor<2xf32, #all>) -> (tensor<2x4xf32, #rows>, tensor<2x4xf32, #rows>)
  tc.return
}
