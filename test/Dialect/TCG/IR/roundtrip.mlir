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
  tc.return
}
