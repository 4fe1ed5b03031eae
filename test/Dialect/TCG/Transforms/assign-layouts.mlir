// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts))' | FileCheck %s
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=8}))' | FileCheck %s --check-prefix=EIGHT

// EIGHT-COUNT-15: num_warps = 8 : i32

// 16 bytes side by side in a thread, then lanes, then the rest of the tile; the
// mask and what it is computed from follow.
// CHECK-LABEL: tc.kernel @coalesced
// CHECK:         tc.arange 0 to 256 : tensor<256xi32, #[[L:.*]]>
// CHECK:         tc.splat %{{.*}} : i32 -> tensor<256xi32, #[[L]]>
// CHECK:         arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<256xi32, #[[L]]>
// CHECK:         tc.load %{{.*}} mask %{{.*}} other %{{.*}} {tcg.access = array<i32: 0, 4, 1>} : tensor<256x!tc.ptr<f32>, #tcg.layout<{register = {{\[}}[1], [2], [128]], lane = {{\[}}[4], [8], [16], [32], [64]]}>>
// CHECK:         tc.store %{{.*}}, %{{.*}} mask %{{.*}} {tcg.access = array<i32: 0, 4, 1>}
// CHECK-NOT:     tcg.convert_layout
tc.kernel @coalesced(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %out: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %ns = tc.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<256xi32>
  %z = arith.constant 0.0 : f32
  %x = tc.load %p mask %m other %z : tensor<256x!tc.ptr<f32>>
  %q = tc.addptr %out, %i : !tc.ptr<f32>, tensor<256xi32>
  tc.store %q, %x mask %m : tensor<256x!tc.ptr<f32>>
  tc.return
}

// A pointer of which nothing is known but its own alignment: one element an
// access. A mask that holds for the whole tile says so.
// CHECK-LABEL: tc.kernel @unaligned
// CHECK:         tc.load %{{.*}} mask %{{.*}} other %{{.*}} {tcg.access = array<i32: 0, 1, 128>} : tensor<128x!tc.ptr<f32>, #tcg.layout<{register = {{\[}}[32], [64]], lane = {{\[}}[1], [2], [4], [8], [16]]}>>
tc.kernel @unaligned(%in: !tc.ptr<f32>, %c: i1) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %m = tc.splat %c : i1 -> tensor<128xi1>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %z = arith.constant 0.0 : f32
  %x = tc.load %p mask %m other %z : tensor<128x!tc.ptr<f32>>
  tc.return
}

// Lanes and warps without an element of their own hold copies.
// CHECK-LABEL: tc.kernel @small_tile
// CHECK:         tc.load %{{.*}} : tensor<8x!tc.ptr<f32>, #tcg.layout<{lane = {{\[}}[1], [2], [4], [0], [0]], warp = {{\[}}[0]]}>>
tc.kernel @small_tile(%in: !tc.ptr<f32>) attributes {num_warps = 2 : i32} {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %p : tensor<8x!tc.ptr<f32>>
  tc.return
}

// The first dimension is the contiguous one here.
// CHECK-LABEL: tc.kernel @column_major
// CHECK:         tc.load %{{.*}} {tcg.access = array<i32: 0, 4, 32>} : tensor<32x4x!tc.ptr<f32>, #tcg.layout<{register = {{\[}}[1, 0], [2, 0]], lane = {{\[}}[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]]}>>
tc.kernel @column_major(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %j = tc.arange 0 to 4 : tensor<4xi32>
  %c32 = arith.constant dense<32> : tensor<4xi32>
  %j32 = arith.muli %j, %c32 : tensor<4xi32>
  %i1 = tc.expand_dims %i axis 1 : tensor<32xi32> -> tensor<32x1xi32>
  %j1 = tc.expand_dims %j32 axis 0 : tensor<4xi32> -> tensor<1x4xi32>
  %is = tc.broadcast %i1 : tensor<32x1xi32> -> tensor<32x4xi32>
  %js = tc.broadcast %j1 : tensor<1x4xi32> -> tensor<32x4xi32>
  %o = arith.addi %is, %js : tensor<32x4xi32>
  %p = tc.addptr %in, %o : !tc.ptr<f32>, tensor<32x4xi32>
  %x = tc.load %p : tensor<32x4x!tc.ptr<f32>>
  tc.return
}

// What a loop carries has one layout all along.
// CHECK-LABEL: tc.kernel @for
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.0{{.*}}> : tensor<128xf32, #[[L:.*]]>
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZERO]]) -> (tensor<128xf32, #[[L]]>)
// CHECK:           %[[X:.*]] = tc.load %{{.*}} : tensor<128x!tc.ptr<f32>, #[[L]]>
// CHECK:           %[[Y:.*]] = arith.addf %[[A]], %[[X]] : tensor<128xf32, #[[L]]>
// CHECK:           scf.yield %[[Y]] : tensor<128xf32, #[[L]]>
// CHECK:         tc.store %{{.*}}, %[[R]]
// CHECK-NOT:     tcg.convert_layout
tc.kernel @for(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) attributes {num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %z = arith.constant dense<0.0> : tensor<128xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z) -> (tensor<128xf32>) : i32 {
    %x = tc.load %p : tensor<128x!tc.ptr<f32>>
    %y = arith.addf %a, %x : tensor<128xf32>
    scf.yield %y : tensor<128xf32>
  }
  tc.store %p, %r : tensor<128x!tc.ptr<f32>>
  tc.return
}

// Where branches want different layouts, one is converted.
// CHECK-LABEL: tc.kernel @if
// CHECK:         scf.if %{{.*}} -> (tensor<32x32xf32, #[[L:.*]]>)
// CHECK:           tc.load
// CHECK:           scf.yield %{{.*}} : tensor<32x32xf32, #[[L]]>
// CHECK:         } else {
// CHECK:           %[[X:.*]] = tc.load
// CHECK:           %[[C:.*]] = tcg.convert_layout %[[X]] : tensor<32x32xf32, #[[L]]> -> tensor<32x32xf32, #
// CHECK:           %[[T:.*]] = tc.transpose %[[C]] [1, 0] : {{.*}} -> tensor<32x32xf32, #[[L]]>
// CHECK:           scf.yield %[[T]] : tensor<32x32xf32, #[[L]]>
tc.kernel @if(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %c: i1) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %o = tc.reshape %i : tensor<1024xi32> -> tensor<32x32xi32>
  %p = tc.addptr %in, %o : !tc.ptr<f32>, tensor<32x32xi32>
  %r = scf.if %c -> tensor<32x32xf32> {
    %x = tc.load %p : tensor<32x32x!tc.ptr<f32>>
    scf.yield %x : tensor<32x32xf32>
  } else {
    %x = tc.load %p : tensor<32x32x!tc.ptr<f32>>
    %t = tc.transpose %x [1, 0] : tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %t : tensor<32x32xf32>
  }
  tc.store %p, %r : tensor<32x32x!tc.ptr<f32>>
  tc.return
}

// CHECK-LABEL: tc.kernel @while
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (tensor<128xf32, #[[L:.*]]>) -> tensor<128xf32, #[[L]]>
// CHECK:           scf.condition(%{{.*}}) %{{.*}} : tensor<128xf32, #[[L]]>
// CHECK:         ^bb0(%[[A:.*]]: tensor<128xf32, #[[L]]>):
// CHECK:           scf.yield %{{.*}} : tensor<128xf32, #[[L]]>
tc.kernel @while(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %c: i1) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %x = tc.load %p : tensor<128x!tc.ptr<f32>>
  %r = scf.while (%a = %x) : (tensor<128xf32>) -> tensor<128xf32> {
    scf.condition(%c) %a : tensor<128xf32>
  } do {
  ^bb0(%b: tensor<128xf32>):
    %y = arith.addf %b, %x : tensor<128xf32>
    scf.yield %y : tensor<128xf32>
  }
  tc.store %p, %r : tensor<128x!tc.ptr<f32>>
  tc.return
}

// Several threads load what one of them stores: barriers keep the order of
// accesses through one pointer value.
// CHECK-LABEL: tc.kernel @one_pointer_copies
// CHECK:         tc.load
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.store
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.load
tc.kernel @one_pointer_copies(%in: !tc.ptr<f32>) attributes {num_warps = 2 : i32} {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %p : tensor<8x!tc.ptr<f32>>
  tc.store %p, %x : tensor<8x!tc.ptr<f32>>
  %y = tc.load %p : tensor<8x!tc.ptr<f32>>
  tc.return
}

// So it is with scalars.
// CHECK-LABEL: tc.kernel @one_pointer_scalar
// CHECK:         tc.barrier
// CHECK-NEXT:    tc.store %arg0, %{{.*}} : !tc.ptr<f32>
// CHECK-NEXT:    tc.barrier
// CHECK-NOT:     tc.barrier
// CHECK:         tc.return
tc.kernel @one_pointer_scalar(%arg0: !tc.ptr<f32>, %arg1: !tc.ptr<f32>, %x: f32) {
  tc.store %arg0, %x : !tc.ptr<f32>
  %y = tc.load %arg0 : !tc.ptr<f32>
  tc.store %arg1, %y : !tc.ptr<f32>
  tc.store %arg1, %x : !tc.ptr<f32>
  tc.return
}

// An atomic op's elements are changed one by one, neighbours by neighbours; what
// it takes and gives has its pointer's layout.
// CHECK-LABEL: tc.kernel @atomic(
// CHECK:         tc.load %{{.*}} : tensor<128x!tc.ptr<i32>, #[[L:.*]]>
// CHECK:         tc.atomic_rmw add relaxed gpu %{{.*}}, %{{.*}} mask %{{.*}} : tensor<128x!tc.ptr<i32>, #tcg.layout<{register = {{\[}}[32], [64]], lane = {{\[}}[1], [2], [4], [8], [16]]}>>, tensor<128xi32, #[[L]]>
// CHECK:         tc.store %{{.*}} : tensor<128x!tc.ptr<i32>, #[[L]]>
// CHECK-NOT:     tcg.convert_layout
// CHECK:         tc.return
tc.kernel @atomic(%in: !tc.ptr<i32> {tc.divisible = 16 : i32}, %out: !tc.ptr<i32> {tc.divisible = 16 : i32}, %n: i32) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<i32>, tensor<128xi32>
  %x = tc.load %p : tensor<128x!tc.ptr<i32>>
  %q = tc.addptr %out, %i : !tc.ptr<i32>, tensor<128xi32>
  %ns = tc.splat %n : i32 -> tensor<128xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %o = tc.atomic_rmw add relaxed gpu %q, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %p, %o : tensor<128x!tc.ptr<i32>>
  tc.return
}

// It writes, as a store does: barriers keep the order of the loads around it.
// CHECK-LABEL: tc.kernel @atomic_and_loads
// CHECK:         tc.load
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.atomic_cas
// CHECK-NEXT:    tc.barrier
// CHECK-NEXT:    tc.load
tc.kernel @atomic_and_loads(%p: !tc.ptr<i32>, %x: i32) {
  %0 = tc.load %p : !tc.ptr<i32>
  %1 = tc.atomic_cas relaxed gpu %p, %0, %x : !tc.ptr<i32>, i32
  %2 = tc.load %p : !tc.ptr<i32>
  tc.return
}

// One thread makes them all: no barrier.
// CHECK-LABEL: tc.kernel @atomic_and_stores
// CHECK-NOT:     tc.barrier
// CHECK:         tc.return
tc.kernel @atomic_and_stores(%p: !tc.ptr<i32>, %x: i32) {
  tc.store %p, %x : !tc.ptr<i32>
  %0 = tc.atomic_rmw xor relaxed gpu %p, %x : !tc.ptr<i32>, i32
  tc.store %p, %x : !tc.ptr<i32>
  tc.return
}

// Each element is loaded and stored by one thread: no barrier.
// CHECK-LABEL: tc.kernel @one_pointer
// CHECK-NOT:     tc.barrier
// CHECK:         tc.return
tc.kernel @one_pointer(%in: !tc.ptr<f32>) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<64xi32>
  %x = tc.load %p : tensor<64x!tc.ptr<f32>>
  tc.store %p, %x : tensor<64x!tc.ptr<f32>>
  %y = tc.load %p : tensor<64x!tc.ptr<f32>>
  tc.return
}

// An op's results have one layout, though a reduction asks another of one of
// them, before the op's operands have had their say.
// CHECK-LABEL: tc.kernel @two_results
// CHECK:         arith.addui_extended %{{.*}}, %{{.*}} : tensor<32x4xi32, #[[L:.*]]>, tensor<32x4xi1, #[[L]]>
// CHECK:         tc.return
tc.kernel @two_results(%p: !tc.ptr<i32> {tc.divisible = 16 : i32}, %q: !tc.ptr<i32> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %row_major = tc.reshape %i : tensor<128xi32> -> tensor<32x4xi32>
  %j = tc.reshape %i : tensor<128xi32> -> tensor<4x32xi32>
  %column_major = tc.transpose %j [1, 0] : tensor<4x32xi32> -> tensor<32x4xi32>
  %qs = tc.addptr %q, %column_major : !tc.ptr<i32>, tensor<32x4xi32>
  %y = tc.load %qs : tensor<32x4x!tc.ptr<i32>>
  %ps = tc.addptr %p, %row_major : !tc.ptr<i32>, tensor<32x4xi32>
  %x = tc.load %ps : tensor<32x4x!tc.ptr<i32>>
  %sum, %over = arith.addui_extended %x, %x : tensor<32x4xi32>, tensor<32x4xi1>
  %r, %s = tc.reduce (%over, %y) axis 0 combine {
  ^bb0(%a: i1, %b: i32, %c: i1, %d: i32):
    tc.yield %c, %d : i1, i32
  } : (tensor<32x4xi1>, tensor<32x4xi32>) -> (tensor<4xi1>, tensor<4xi32>)
  tc.store %ps, %sum : tensor<32x4x!tc.ptr<i32>>
  tc.return
}

// The result of a reduction has its operand's layout, the axis left out; a
// constant is retyped.
// CHECK-LABEL: tc.kernel @reduce
// CHECK-SAME:    num_warps = 4 : i32
// CHECK:         arith.constant dense<{{.*}}> : tensor<2x32xf32, #[[L:.*]]>
// CHECK:         tc.reduce sum %{{.*}} axis 0 : tensor<2x32xf32, #[[L]]> -> tensor<32xf32, #
tc.kernel @reduce(%x: f32) attributes {num_warps = 4 : i32} {
  %s = tc.splat %x : f32 -> tensor<2x32xf32>
  %c = arith.constant dense<1.5> : tensor<2x32xf32>
  %y = arith.mulf %s, %c : tensor<2x32xf32>
  %r = tc.reduce sum %y axis 0 : tensor<2x32xf32> -> tensor<32xf32>
  tc.return
}

// A scan keeps the layout of its tiles, all of which have one.
// CHECK-LABEL: tc.kernel @scan
// CHECK:         %[[X:.*]] = tc.load %{{.*}} : tensor<128x!tc.ptr<f32>, #[[L:.*]]>
// CHECK:         %[[I:.*]] = tc.arange 0 to 128 : tensor<128xi32, #[[L]]>
// CHECK:         %[[S:.*]]:2 = tc.scan (%[[X]], %[[I]]) axis 0 combine
// CHECK:         } : (tensor<128xf32, #[[L]]>, tensor<128xi32, #[[L]]>) -> (tensor<128xf32, #[[L]]>, tensor<128xi32, #[[L]]>)
// CHECK-NOT:     tcg.convert_layout
// CHECK:         tc.store %{{.*}}, %[[S]]#0
tc.kernel @scan(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %x = tc.load %p : tensor<128x!tc.ptr<f32>>
  %j = tc.arange 0 to 128 : tensor<128xi32>
  %s, %t = tc.scan (%x, %j) axis 0 combine {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    tc.yield %b, %ai : f32, i32
  } : (tensor<128xf32>, tensor<128xi32>) -> (tensor<128xf32>, tensor<128xi32>)
  tc.store %p, %s : tensor<128x!tc.ptr<f32>>
  tc.return
}

// The indices of a gather have the result's layout, the source its own; the mask
// of a histogram has its source's.
// CHECK-LABEL: tc.kernel @gather_and_histogram
// CHECK:         %[[I:.*]] = tc.load %{{.*}} : tensor<128x!tc.ptr<i32>, #[[L:.*]]>
// CHECK:         %[[K:.*]] = arith.cmpi {{.*}} : tensor<128xi32, #[[L]]>
// CHECK:         %[[H:.*]] = tc.histogram %[[I]] mask %[[K]] : tensor<128xi32, #[[L]]> -> tensor<8xi32, #[[M:.*]]>
// CHECK:         %[[G:.*]] = tc.gather %[[H]][%[[I]]] axis 0 : tensor<8xi32, #[[M]]>, tensor<128xi32, #[[L]]> -> tensor<128xi32, #[[L]]>
// CHECK:         tc.store %{{.*}}, %[[G]]
// CHECK-NOT:     tcg.convert_layout
tc.kernel @gather_and_histogram(%in: !tc.ptr<i32> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<i32>, tensor<128xi32>
  %x = tc.load %p : tensor<128x!tc.ptr<i32>>
  %k = arith.cmpi sgt, %i, %x : tensor<128xi32>
  %h = tc.histogram %x mask %k : tensor<128xi32> -> tensor<8xi32>
  %g = tc.gather %h[%x] axis 0 : tensor<8xi32>, tensor<128xi32> -> tensor<128xi32>
  tc.store %p, %g : tensor<128x!tc.ptr<i32>>
  tc.return
}

// What is joined lies side by side in registers; what is split from it is back
// where it was.
// CHECK-LABEL: tc.kernel @join_and_split
// CHECK:         %[[X:.*]] = tc.load %{{.*}} : tensor<128x!tc.ptr<f32>, #[[L:.*]]>
// CHECK:         %[[Y:.*]] = math.absf %[[X]] : tensor<128xf32, #[[L]]>
// CHECK:         %[[J:.*]] = tc.join %[[X]], %[[Y]] : tensor<128xf32, #[[L]]> -> tensor<128x2xf32, #tcg.layout<{register = {{\[}}[0, 1], [1, 0], [2, 0]], lane = {{\[}}[4, 0], [8, 0], [16, 0], [32, 0], [64, 0]]}>>
// CHECK:         %[[A:.*]], %[[B:.*]] = tc.split %{{.*}} -> tensor<128xf32, #[[L]]>, tensor<128xf32, #[[L]]>
// CHECK:         tc.cat %[[B]], %[[A]] axis 0 : tensor<128xf32, #[[L]]> -> tensor<256xf32, #tcg.layout<{register = {{\[}}[1], [2], [128]], lane = {{\[}}[4], [8], [16], [32], [64]]}>>
// CHECK-NOT:     tcg.convert_layout
tc.kernel @join_and_split(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %x = tc.load %p : tensor<128x!tc.ptr<f32>>
  %y = math.absf %x : tensor<128xf32>
  %j = tc.join %x, %y : tensor<128xf32> -> tensor<128x2xf32>
  %k = math.absf %j : tensor<128x2xf32>
  %a, %b = tc.split %k : tensor<128x2xf32> -> tensor<128xf32>, tensor<128xf32>
  %c = tc.cat %b, %a axis 0 : tensor<128xf32> -> tensor<256xf32>
  tc.return
}

// A tile whose halves are in different lanes is converted before it is split.
// CHECK-LABEL: tc.kernel @split_of_lanes
// CHECK:         %[[X:.*]] = tc.load %{{.*}} : tensor<32x2x!tc.ptr<f32>, #tcg.layout<{register = {{\[}}[16, 0]], lane = {{\[}}[0, 1], [1, 0], [2, 0], [4, 0], [8, 0]]}>>
// CHECK:         %[[C:.*]] = tcg.convert_layout %[[X]] : {{.*}} -> tensor<32x2xf32, #tcg.layout<{register = {{\[}}[0, 1]], lane = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}>>
// CHECK:         tc.split %[[C]]
tc.kernel @split_of_lanes(%in: !tc.ptr<f32>) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %o = tc.reshape %i : tensor<64xi32> -> tensor<32x2xi32>
  %p = tc.addptr %in, %o : !tc.ptr<f32>, tensor<32x2xi32>
  %x = tc.load %p : tensor<32x2x!tc.ptr<f32>>
  %a, %b = tc.split %x : tensor<32x2xf32> -> tensor<32xf32>, tensor<32xf32>
  tc.return
}

// What TMA fetches is held as if it had been loaded along the contiguous
// dimension, and what follows from it is held likewise.
// CHECK-LABEL: tc.kernel @tensor_load
// CHECK: tcg.tensor_load {{.*}} : tensor<32x64xf16, #[[ROWS:.*]]>
// CHECK-NEXT: tc.transpose %{{.*}} [1, 0] : tensor<32x64xf16, #[[ROWS]]> ->
// CHECK-NOT: tcg.convert_layout
// CHECK: tc.return
tc.kernel @tensor_load(%p: !tc.ptr<f16>, %i: i32) {
  %t = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["64", "1"], window = [32, 64]>[%i, %i] : tensor<32x64xf16>
  %u = tc.transpose %t [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
  tc.return
}
