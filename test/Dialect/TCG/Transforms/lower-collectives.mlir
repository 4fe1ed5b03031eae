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

// A scan over warps: each scans its part, the warps' totals go through shared
// memory, and a carry combines them.
// CHECK-LABEL: tc.kernel @scan_over_warps
// CHECK:         %[[SPLIT:.*]] = tc.reshape %{{.*}} : tensor<256xf32, #{{.*}}> -> tensor<4x64xf32, #
// CHECK:         %[[PART:.*]] = tc.scan sum %[[SPLIT]] axis 1 : tensor<4x64xf32, #
// CHECK:         %[[LAST:.*]] = arith.constant dense<63> : tensor<4x1xi32, #
// CHECK:         %[[PICKED:.*]] = tc.gather %[[PART]][%[[LAST]]] axis 1
// CHECK:         %[[TOTALS:.*]] = tc.reshape %[[PICKED]] : {{.*}} -> tensor<4xf32, #tcg.layout<{lane = {{\[}}[0], [0], [0], [0], [0]], warp = {{\[}}[1], [2]]}>>
// CHECK:         tcg.local_store %[[TOTALS]], %[[M:.*]] :
// CHECK:         %[[ALL:.*]] = tcg.local_load %[[M]] : {{.*}} -> tensor<4xf32, #tcg.layout<{register = {{\[}}[1], [2]], lane = {{\[}}[0], [0], [0], [0], [0]], warp = {{\[}}[0], [0]]}>>
// CHECK:         %[[C:.*]] = tcg.carry(%[[PART]]) totals(%[[ALL]]) axis 0 kind sum
// CHECK:         tc.reshape %[[C]] : tensor<4x64xf32, #{{.*}}> -> tensor<256xf32, #
tc.kernel @scan_over_warps(%x: f32) attributes {num_warps = 4 : i32} {
  %t = tc.splat %x : f32 -> tensor<256xf32, #warps>
  %r = tc.scan sum %t axis 0 : tensor<256xf32, #warps>
  tc.return
}

// From the other end it is the first element that is a part's total. The other
// dimensions stay.
// CHECK-LABEL: tc.kernel @reverse_scan
// CHECK:         tc.reshape %{{.*}} -> tensor<8x2x2x4xf32, #
// CHECK:         %[[P:.*]]:2 = tc.scan (%{{.*}}, %{{.*}}) axis 2 reverse combine
// CHECK:         arith.constant dense<0> : tensor<8x2x1x4xi32, #
// CHECK:         tc.gather %[[P]]#0
// CHECK:         tc.gather %[[P]]#1
// CHECK:         tcg.carry(%[[P]]#0, %[[P]]#1) totals(%{{.*}}, %{{.*}}) axis 1 reverse combine
// CHECK:         tc.reshape {{.*}} -> tensor<8x4x4xf32, #
tc.kernel @reverse_scan(%x: f32) attributes {num_warps = 2 : i32} {
  %t = tc.splat %x : f32 -> tensor<8x4x4xf32, #middle>
  %r, %s = tc.scan (%t, %t) axis 1 reverse combine {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tc.yield %a, %d : f32, f32
  } : (tensor<8x4x4xf32, #middle>, tensor<8x4x4xf32, #middle>) -> (tensor<8x4x4xf32, #middle>, tensor<8x4x4xf32, #middle>)
  tc.return
}

// Within a warp nothing has to be done, registers above the lanes included.
// CHECK-LABEL: tc.kernel @scan_in_warp
// CHECK-NOT:     tcg.{{convert|local|carry}}
// CHECK:         tc.scan sum %{{.*}} axis 0 : tensor<64xf32, #
// CHECK-NOT:     tcg.{{convert|local|carry}}
// CHECK:         tc.return
tc.kernel @scan_in_warp(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #disordered>
  %r = tc.scan sum %t axis 0 : tensor<64xf32, #disordered>
  tc.return
}

// Rows in the warps' low bits and in registers above them would make for a total
// of each: the tile moves to where threads hold whole columns, and back.
#interleaved = #tcg.layout<{register = [[4, 0], [8, 0], [16, 0], [32, 0], [64, 0], [0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[1, 0], [2, 0]]}>
// CHECK-LABEL: tc.kernel @scan_of_interleaved_rows
// CHECK:         tcg.local_store
// CHECK:         %[[T:.*]] = tcg.local_load {{.*}} -> tensor<128x128xf32, #tcg.layout<{register = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]], lane = {{\[}}[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[}}[0, 32], [0, 64]]}>>
// CHECK-NEXT:    %[[S:.*]] = tc.scan sum %[[T]] axis 0
// CHECK:         tcg.local_store %[[S]]
// CHECK:         tcg.local_load
// CHECK-NOT:     tcg.carry
tc.kernel @scan_of_interleaved_rows(%x: f32) attributes {num_warps = 4 : i32} {
  %t = tc.splat %x : f32 -> tensor<128x128xf32, #interleaved>
  %r = tc.scan sum %t axis 0 : tensor<128x128xf32, #interleaved>
  tc.return
}

// Lanes in another order than the axis, sums of bits and copies in registers move
// as well.
#unsorted = #tcg.layout<{lane = [[2], [1], [4], [8], [16]]}>
// CHECK-LABEL: tc.kernel @scan_of_awkward_layouts
// CHECK:         tc.splat
// CHECK-NEXT:    tcg.convert_layout
// CHECK-NEXT:    tc.scan
// CHECK-NEXT:    tcg.convert_layout
// CHECK-NEXT:    tc.splat
// CHECK-NEXT:    tcg.convert_layout
// CHECK-NEXT:    tc.scan
// CHECK-NEXT:    tcg.convert_layout
// CHECK-NEXT:    tc.splat
// CHECK-NEXT:    tcg.convert_layout
// CHECK-NEXT:    tc.scan
tc.kernel @scan_of_awkward_layouts(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<32xf32, #unsorted>
  %r = tc.scan sum %t axis 0 : tensor<32xf32, #unsorted>
  %u = tc.splat %x : f32 -> tensor<32xf32, #mixed>
  %s = tc.scan sum %u axis 0 : tensor<32xf32, #mixed>
  %v = tc.splat %x : f32 -> tensor<32xf32, #copies>
  %q = tc.scan sum %v axis 0 : tensor<32xf32, #copies>
  tc.return
}

// A source that every warp holds is shuffled; so is one that comes to lie so
// with no more than shuffles.
#few = #tcg.layout<{lane = [[1], [2], [0], [0], [0]], warp = [[0], [0]]}>
#few_in_registers = #tcg.layout<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]}>
#few_in_high_lanes = #tcg.layout<{lane = [[0], [0], [0], [1], [2]], warp = [[0], [0]]}>
// CHECK-LABEL: tc.kernel @gather_in_warp
// CHECK-NOT:     tcg.{{convert|local|carry}}
// CHECK-COUNT-3: tc.gather
// CHECK-NOT:     tcg.{{convert|local|carry}}
// CHECK:         tc.return
tc.kernel @gather_in_warp(%x: f32, %i: i32) attributes {num_warps = 4 : i32} {
  %is = tc.splat %i : i32 -> tensor<256xi32, #warps>
  %t = tc.splat %x : f32 -> tensor<4xf32, #few>
  %r = tc.gather %t[%is] axis 0 : tensor<4xf32, #few>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  %u = tc.splat %x : f32 -> tensor<4xf32, #few_in_registers>
  %s = tc.gather %u[%is] axis 0 : tensor<4xf32, #few_in_registers>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  %v = tc.splat %x : f32 -> tensor<4xf32, #few_in_high_lanes>
  %q = tc.gather %v[%is] axis 0 : tensor<4xf32, #few_in_high_lanes>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  tc.return
}

// One in several warps, or of which each lane would ask for many registers, goes
// through shared memory, row by row unless that makes the store's banks conflict.
#columns = #tcg.layout<{register = [[0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2]], warp = [[8, 0], [0, 0]]}>
#many = #tcg.layout<{register = [[32], [64], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>
// CHECK-LABEL: tc.kernel @gather_through_shared_memory
// CHECK:         tcg.local_store %[[T:.*]], %[[M:.*]] :
// CHECK:         tcg.local_gather %[[M]][%[[I:.*]]] axis 0 : <[256] x f32, {{.*}} -> tensor<256xf32, #
// CHECK:         %[[N:.*]] = tcg.local_alloc : <[256] x f32, <{offset = {{\[}}[1], [2], [4], [8], [16], [32], [64], [128]]}>>
// CHECK:         tcg.local_store %{{.*}}, %[[N]] :
// CHECK:         tcg.local_gather %[[N]][%[[I]]] axis 0
// CHECK:         %[[C:.*]] = tcg.local_alloc : <[16, 32] x f32, <{offset = {{\[}}[0, 4], [0, 8], [1, 0], [2, 0], [4, 0], [0, 1], [0, 2], [0, 16], [8, 0]]}>>
// CHECK:         tcg.local_store %{{.*}}, %[[C]] :
// CHECK:         tcg.local_gather %[[C]][%{{.*}}] axis 0
// CHECK-NOT:     tc.gather
tc.kernel @gather_through_shared_memory(%x: f32, %i: i32) attributes {num_warps = 4 : i32} {
  %is = tc.splat %i : i32 -> tensor<256xi32, #warps>
  %t = tc.splat %x : f32 -> tensor<256xf32, #warps>
  %r = tc.gather %t[%is] axis 0 : tensor<256xf32, #warps>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  %u = tc.splat %x : f32 -> tensor<256xf32, #many>
  %s = tc.gather %u[%is] axis 0 : tensor<256xf32, #many>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  %js = tc.splat %i : i32 -> tensor<16x32xi32, #columns>
  %v = tc.splat %x : f32 -> tensor<16x32xf32, #columns>
  %q = tc.gather %v[%js] axis 0 : tensor<16x32xf32, #columns>, tensor<16x32xi32, #columns> -> tensor<16x32xf32, #columns>
  tc.return
}

// An index that is known asks for one register.
// CHECK-LABEL: tc.kernel @gather_at_constant
// CHECK-NOT:     tcg.{{convert|local|carry}}
// CHECK:         tc.gather
tc.kernel @gather_at_constant(%x: f32) attributes {num_warps = 4 : i32} {
  %is = arith.constant dense<200> : tensor<256xi32, #warps>
  %u = tc.splat %x : f32 -> tensor<256xf32, #many>
  %s = tc.gather %u[%is] axis 0 : tensor<256xf32, #many>, tensor<256xi32, #warps> -> tensor<256xf32, #warps>
  tc.return
}

// Zeros, counts, and the result.
// CHECK-LABEL: tc.kernel @histogram
// CHECK-SAME:    (%{{.*}}: i32, %[[C:.*]]: i1)
// CHECK:         %[[MASK:.*]] = tc.splat %[[C]]
// CHECK:         %[[M:.*]] = tcg.local_alloc : <[64] x i32
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant dense<0> : tensor<64xi32, #
// CHECK-NEXT:    tcg.local_store %[[ZERO]], %[[M]]
// CHECK-NEXT:    tcg.local_count %{{.*}}, %[[M]] mask %[[MASK]]
// CHECK-NEXT:    tcg.local_load %[[M]] : {{.*}} -> tensor<64xi32, #
tc.kernel @histogram(%i: i32, %c: i1) attributes {num_warps = 4 : i32} {
  %is = tc.splat %i : i32 -> tensor<256xi32, #warps>
  %cs = tc.splat %c : i1 -> tensor<256xi1, #warps>
  %h = tc.histogram %is mask %cs : tensor<256xi32, #warps> -> tensor<64xi32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]}>>
  tc.return
}

// Each value is printed by an op of its own, a tile through 2048 bytes.
#print = #tcg.layout<{register = [[1], [2], [32], [64], [128], [256], [512]], lane = [[4], [8], [16], [0], [0]]}>
// CHECK-LABEL: tc.kernel @print
// CHECK:         tc.print "x = ", %{{.*}} : f32
// CHECK-NEXT:    %[[M:.*]] = tcg.local_alloc : <[512] x f32
// CHECK-NEXT:    tcg.print "x = ", %{{.*}}, %[[M]]
// CHECK-NEXT:    %[[N:.*]] = tcg.local_alloc : <[1024] x i1
// CHECK-NEXT:    tcg.print "x = ", %{{.*}}, %[[N]]
// CHECK-NEXT:    tc.print "no value"
// CHECK-NEXT:    tc.return
tc.kernel @print(%x: f32, %b: i1) {
  %t = tc.splat %x : f32 -> tensor<1024xf32, #print>
  %u = tc.splat %b : i1 -> tensor<1024xi1, #print>
  tc.print "x = ", %x, %t, %u : f32, tensor<1024xf32, #print>, tensor<1024xi1, #print>
  tc.print "no value"
  tc.return
}
