// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-optimize-layouts))' | FileCheck %s \
// RUN:   "-DA=tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>" \
// RUN:   "-DB=tcg.layout<{register = [[32], [64]], lane = [[1], [2], [4], [8], [16]]}>"
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-optimize-layouts{budget=2}))' | FileCheck %s --check-prefix=BUDGET

#a = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#b = #tcg.layout<{register = [[32], [64]], lane = [[1], [2], [4], [8], [16]]}>
#a2 = #tcg.layout<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}>
#b2 = #tcg.layout<{register = [[8, 0], [16, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]}>

// What is cheap is computed again, in the layout wanted; three ops are more
// than two.
// CHECK-LABEL: tc.kernel @repeats
// CHECK:         %[[R:.*]] = tc.arange 0 to 128 : tensor<128xi32, #[[B]]>
// CHECK:         %[[N:.*]] = tc.splat %{{.*}} : i32 -> tensor<128xi32, #[[B]]>
// CHECK:         %[[S:.*]] = arith.addi %[[R]], %[[N]] : tensor<128xi32, #[[B]]>
// CHECK-NOT:     tcg.convert_layout
// CHECK:         math.absi %[[S]]
// BUDGET-LABEL: tc.kernel @repeats
// BUDGET:         tcg.convert_layout
tc.kernel @repeats(%n: i32) {
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  %ns = tc.splat %n : i32 -> tensor<128xi32, #a>
  %s = arith.addi %r, %ns : tensor<128xi32, #a>
  %c = tcg.convert_layout %s : tensor<128xi32, #a> -> tensor<128xi32, #b>
  %u = math.absi %c : tensor<128xi32, #b>
  tc.return
}

// CHECK-LABEL: tc.kernel @constants
// CHECK:         arith.constant dense<[1, 2]> : tensor<2xi32, #[[T:.*]]>
// CHECK-NOT:     tcg.convert_layout
tc.kernel @constants() {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32, #tcg.layout<{register = [[1]]}>>
  %d = tcg.convert_layout %c : tensor<2xi32, #tcg.layout<{register = [[1]]}>> -> tensor<2xi32, #tcg.layout<{lane = [[1]]}>>
  %e = math.absi %d : tensor<2xi32, #tcg.layout<{lane = [[1]]}>>
  tc.return
}

// A load is moved, not repeated; so is a division.
// CHECK-LABEL: tc.kernel @dear
// CHECK:         tcg.convert_layout
// CHECK:         tcg.convert_layout
tc.kernel @dear(%p: !tc.ptr<f32>) {
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  %ps = tc.addptr %p, %r : !tc.ptr<f32>, tensor<128xi32, #a>
  %x = tc.load %ps : tensor<128x!tc.ptr<f32>, #a>
  %c = tcg.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %q = arith.divsi %r, %r : tensor<128xi32, #a>
  %d = tcg.convert_layout %q : tensor<128xi32, #a> -> tensor<128xi32, #b>
  tc.return
}

// The narrow value is moved.
// CHECK-LABEL: tc.kernel @before_widening
// CHECK:         %[[X:.*]] = tc.load
// CHECK:         %[[C:.*]] = tcg.convert_layout %[[X]] : tensor<128xf16, #[[A]]> -> tensor<128xf16, #[[B]]>
// CHECK:         %[[W:.*]] = arith.extf %[[C]] : tensor<128xf16, #[[B]]> to tensor<128xf32, #[[B]]>
// CHECK:         math.absf %[[W]]
tc.kernel @before_widening(%p: !tc.ptr<f16>) {
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  %ps = tc.addptr %p, %r : !tc.ptr<f16>, tensor<128xi32, #a>
  %x = tc.load %ps : tensor<128x!tc.ptr<f16>, #a>
  %w = arith.extf %x : tensor<128xf16, #a> to tensor<128xf32, #a>
  %c = tcg.convert_layout %w : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %u = math.absf %c : tensor<128xf32, #b>
  tc.return
}

// A conversion of a conversion starts where the first did; back is nothing.
// CHECK-LABEL: tc.kernel @there_and_back
// CHECK:         %[[X:.*]] = tc.load
// CHECK:         math.absf %[[X]]
tc.kernel @there_and_back(%p: !tc.ptr<f32>) {
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  %ps = tc.addptr %p, %r : !tc.ptr<f32>, tensor<128xi32, #a>
  %x = tc.load %ps : tensor<128x!tc.ptr<f32>, #a>
  %c = tcg.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %d = tcg.convert_layout %c : tensor<128xf32, #b> -> tensor<128xf32, #a>
  %u = math.absf %d : tensor<128xf32, #a>
  tc.return
}

// Shape ops are repeated with their operands.
// CHECK-LABEL: tc.kernel @shapes
// CHECK-NOT:     tcg.convert_layout
// CHECK:         tc.return
tc.kernel @shapes(%n: i32) {
  %r = tc.arange 0 to 32 : tensor<32xi32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>>
  %e = tc.expand_dims %r axis 1 : tensor<32xi32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>> -> tensor<32x1xi32, #tcg.layout<{lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}>>
  %s = tc.broadcast %e : tensor<32x1xi32, #tcg.layout<{lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}>> -> tensor<32x4xi32, #a2>
  %c = tcg.convert_layout %s : tensor<32x4xi32, #a2> -> tensor<32x4xi32, #b2>
  tc.return
}

// A constant that is wanted both as it is and in another layout is left alone: one
// copy cannot stand for both.
#held_row = #tcg.layout<{register = [[0, 1]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]}>
#held_column = #tcg.layout<{register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]}>
#held2 = #tcg.layout<{register = [[0, 1], [1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]}>
#spread2 = #tcg.layout<{register = [[0, 1]], lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]]}>
// CHECK-LABEL: tc.kernel @two_layouts
// CHECK:         %[[S:.*]] = arith.addi
// CHECK:         %[[C:.*]] = tcg.convert_layout %[[S]]
// CHECK:         math.absi %[[C]]
tc.kernel @two_layouts() {
  %r = arith.constant dense<[[1, 2]]> : tensor<1x2xi32, #held_row>
  %c = tc.transpose %r [1, 0] : tensor<1x2xi32, #held_row> -> tensor<2x1xi32, #held_column>
  %rs = tc.broadcast %r : tensor<1x2xi32, #held_row> -> tensor<2x2xi32, #held2>
  %cs = tc.broadcast %c : tensor<2x1xi32, #held_column> -> tensor<2x2xi32, #held2>
  %s = arith.addi %rs, %cs : tensor<2x2xi32, #held2>
  %d = tcg.convert_layout %s : tensor<2x2xi32, #held2> -> tensor<2x2xi32, #spread2>
  %u = math.absi %d : tensor<2x2xi32, #spread2>
  tc.return
}

// A slice is repeated where it stands, outside the loop.
// CHECK-LABEL: tc.kernel @out_of_loop
// CHECK:         %[[R:.*]] = tc.arange {{.*}}#[[B]]>
// CHECK:         scf.for
// CHECK-NEXT:      math.absi %[[R]]
tc.kernel @out_of_loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %c = tcg.convert_layout %r : tensor<128xi32, #a> -> tensor<128xi32, #b>
    %u = math.absi %c : tensor<128xi32, #b>
  }
  tc.return
}
