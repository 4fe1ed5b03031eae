// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-lower-collectives))' | FileCheck %s

#lanes = #tcg.layout<{register = [[1]], lane = [[2], [4], [8], [16], [32]]}>
#warps = #tcg.layout<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]}>

// Within a warp nothing has to be done.
// CHECK-LABEL: tc.kernel @one_warp
// CHECK:         tc.reduce sum %{{.*}} axis 0 : tensor<64xf32, #{{.*}}> -> f32
// CHECK-NOT:     tcg.
// CHECK:         tc.return
tc.kernel @one_warp(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #lanes>
  %r = tc.reduce sum %t axis 0 : tensor<64xf32, #lanes> -> f32
  tc.return
}

// Over warps: each reduces its part, one value a warp goes through shared
// memory, and every thread reduces those.
// CHECK-LABEL: tc.kernel @several_warps
// CHECK:         %[[SPLIT:.*]] = tc.reshape %{{.*}} : tensor<256xf32, #{{.*}}> -> tensor<1x4x64xf32, #
// CHECK:         %[[OUTER:.*]] = tc.reduce sum %[[SPLIT]] axis 0 : {{.*}} -> tensor<4x64xf32, #
// CHECK:         %[[PARTIAL:.*]] = tc.reduce sum %[[OUTER]] axis 1 : {{.*}} -> tensor<4xf32, #tcg.layout<{lane = {{\[}}[0], [0], [0], [0], [0]], warp = {{\[}}[1], [2]]}>>
// CHECK:         %[[M:.*]] = tcg.local_alloc : <[4] x f32, <{offset = {{\[}}[1], [2]]}>>
// CHECK:         tcg.local_store %[[PARTIAL]], %[[M]]
// CHECK:         %[[ALL:.*]] = tcg.local_load %[[M]] : {{.*}} -> tensor<4xf32, #tcg.layout<{register = {{\[}}[1], [2]], lane = {{\[}}[0], [0], [0], [0], [0]], warp = {{\[}}[0], [0]]}>>
// CHECK:         %[[R:.*]] = tc.reduce sum %[[ALL]] axis 0 : {{.*}} -> f32
// CHECK:         tc.store %{{.*}}, %[[R]]
tc.kernel @several_warps(%p: !tc.ptr<f32>, %x: f32) attributes {num_warps = 4 : i32} {
  %t = tc.splat %x : f32 -> tensor<256xf32, #warps>
  %r = tc.reduce sum %t axis 0 : tensor<256xf32, #warps> -> f32
  tc.store %p, %r : !tc.ptr<f32>
  tc.return
}

// The axis in the middle of rank 3; the result keeps its layout.
#middle = #tcg.layout<{register = [[0, 0, 1]], lane = [[0, 0, 2], [0, 1, 0], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = [[0, 2, 0]]}>
#without = #tcg.layout<{register = [[0, 1]], lane = [[0, 2], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]]}>
// CHECK-LABEL: tc.kernel @middle_axis
// CHECK:         tc.reshape %{{.*}} -> tensor<8x1x2x2x4xf32, #
// CHECK:         tc.reduce max %{{.*}} axis 1 : {{.*}} -> tensor<8x2x2x4xf32, #
// CHECK:         tc.reduce max %{{.*}} axis 2 : {{.*}} -> tensor<8x2x4xf32, #
// CHECK:         tcg.local_store
// CHECK:         tcg.local_load
// CHECK:         tc.reduce max %{{.*}} axis 1 : {{.*}} -> tensor<8x4xf32, #
// CHECK:         %[[R:.*]] = tc.reshape {{.*}} -> tensor<8x4xf32, #[[L:.*]]>
// CHECK:         math.absf %[[R]] : tensor<8x4xf32, #[[L]]>
tc.kernel @middle_axis(%x: f32) attributes {num_warps = 2 : i32} {
  %t = tc.splat %x : f32 -> tensor<8x4x4xf32, #middle>
  %r = tc.reduce max %t axis 1 : tensor<8x4x4xf32, #middle> -> tensor<8x4xf32, #without>
  %a = math.absf %r : tensor<8x4xf32, #without>
  tc.return
}

// A region that may not be reordered wants registers to hold neighbours, then
// lanes, then warps.
#disordered = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @keeps_order
// CHECK:         %[[C:.*]] = tcg.convert_layout %{{.*}} : tensor<64xf32, #{{.*}}> -> tensor<64xf32, #[[ORDERED:.*]]>
// CHECK:         tc.reduce (%[[C]]) axis 0 combine
tc.kernel @keeps_order(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #disordered>
  %r = tc.reduce (%t) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    tc.yield %b : f32
  } : (tensor<64xf32, #disordered>) -> (f32)
  tc.return
}

// One that may be, and one whose layout is ordered, stay.
// CHECK-LABEL: tc.kernel @any_order
// CHECK-NOT:     tcg.convert_layout
// CHECK:         tc.return
tc.kernel @any_order(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #disordered>
  %r = tc.reduce (%t) axis 0 commutative combine {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tc.yield %c : f32
  } : (tensor<64xf32, #disordered>) -> (f32)
  %u = tc.splat %x : f32 -> tensor<64xf32, #lanes>
  %s = tc.reduce (%u) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    tc.yield %b : f32
  } : (tensor<64xf32, #lanes>) -> (f32)
  tc.return
}

// Nor may an element be counted twice, or two be mixed in one bit.
#twice = #tcg.layout<{register = [[1]], lane = [[1], [2], [4], [8], [16]]}>
#mixed = #tcg.layout<{lane = [[1], [3], [4], [8], [16]]}>
#copies = #tcg.layout<{register = [[0]], lane = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @awkward_layouts
// CHECK:         tcg.convert_layout
// CHECK-NEXT:    tc.reduce
// CHECK:         tcg.convert_layout
// CHECK-NEXT:    tc.reduce
// CHECK:         tcg.convert_layout
// CHECK-NEXT:    tc.reduce
tc.kernel @awkward_layouts(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<32xf32, #twice>
  %r = tc.reduce sum %t axis 0 : tensor<32xf32, #twice> -> f32
  %u = tc.splat %x : f32 -> tensor<32xf32, #mixed>
  %s = tc.reduce sum %u axis 0 : tensor<32xf32, #mixed> -> f32
  %v = tc.splat %x : f32 -> tensor<32xf32, #copies>
  %q = tc.reduce sum %v axis 0 : tensor<32xf32, #copies> -> f32
  tc.return
}

// Several tiles at once: all are stored before the first is loaded, so that one
// barrier serves.
// CHECK-LABEL: tc.kernel @several_tiles
// CHECK:         tc.reduce (%{{.*}}, %{{.*}}) axis 0 commutative combine
// CHECK:         tc.reduce (%{{.*}}, %{{.*}}) axis 1 commutative combine
// CHECK:         tcg.local_alloc : <[4] x f32
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tcg.local_alloc : <[4] x i32
// CHECK-NEXT:    tcg.local_store
// CHECK-NEXT:    tcg.local_load
// CHECK-NEXT:    tcg.local_load
// CHECK-NEXT:    tc.reduce (%{{.*}}, %{{.*}}) axis 0 commutative combine
tc.kernel @several_tiles(%x: f32, %i: i32) attributes {num_warps = 4 : i32} {
  %t = tc.splat %x : f32 -> tensor<256xf32, #warps>
  %u = tc.splat %i : i32 -> tensor<256xi32, #warps>
  %r, %s = tc.reduce (%t, %u) axis 0 commutative combine {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %c = arith.addf %a, %b : f32
    %d = arith.addi %ai, %bi : i32
    tc.yield %c, %d : f32, i32
  } : (tensor<256xf32, #warps>, tensor<256xi32, #warps>) -> (f32, i32)
  tc.return
}

// Only what neither renaming nor a shuffle does goes through shared memory.
#a = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#swapped = #tcg.layout<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]]}>
#row = #tcg.layout<{register = [[0, 1], [0, 2], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0]]}>
#column = #tcg.layout<{register = [[1, 0], [2, 0], [0, 8], [0, 16]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4]]}>
// CHECK-LABEL: tc.kernel @conversions
// CHECK:         tcg.convert_layout
// CHECK-NOT:     tcg.convert_layout
// CHECK:         %[[M:.*]] = tcg.local_alloc : <[32, 32] x f16, <{offset = {{\[}}[
// CHECK:         tcg.local_store %{{.*}}, %[[M]]
// CHECK:         tcg.local_load %[[M]]
tc.kernel @conversions(%x: f32, %h: f16) attributes {num_warps = 2 : i32} {
  %t = tc.splat %x : f32 -> tensor<128xf32, #a>
  %u = tcg.convert_layout %t : tensor<128xf32, #a> -> tensor<128xf32, #swapped>
  %v = tc.splat %h : f16 -> tensor<32x32xf16, #row>
  %w = tcg.convert_layout %v : tensor<32x32xf16, #row> -> tensor<32x32xf16, #column>
  tc.return
}
