// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#v4 = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#v1 = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#copies = #tcg.layout<{lane = [[1], [2], [0], [4], [0]], warp = [[0]]}>

// The functions of masked, hinted and volatile accesses say what they touch.
// CHECK-DAG: llvm.func @minitc.ld.global.v4.b32(!llvm.ptr<1>, i1, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
// CHECK-DAG: llvm.func @minitc.st.global.v4.b32(!llvm.ptr<1>, i1, i32, i32, i32, i32) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
// CHECK-DAG: llvm.func @minitc.ld.global.volatile.v1.b32(!llvm.ptr<1>, i1, i32) -> i32 attributes {no_unwind, will_return}

// CHECK-LABEL: llvm.func @plain
tc.kernel @plain(%p: !tc.ptr<f32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  // CHECK: %[[P:.*]] = llvm.getelementptr %arg0
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32, #v4>
  // The first element's address is that of all four.
  // CHECK: %[[P0:.*]] = llvm.extractelement %[[P]]
  // CHECK: %[[X:.*]] = llvm.load %[[P0]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  %x = tc.load %ps {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f32>, #v4>
  // CHECK: llvm.store %[[X]], %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  tc.store %ps, %x {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f32>, #v4>
  // What the analysis did not prove is accessed one by one.
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
  %y = tc.load %ps : tensor<128x!tc.ptr<f32>, #v4>
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  %z = tc.load %ps {tcg.access = array<i32: 0, 2, 128>} : tensor<128x!tc.ptr<f32>, #v4>
  tc.return
}

// An access is as wide as 16 bytes.
// CHECK-LABEL: llvm.func @doubles
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<2xf64>
// CHECK-NOT:     llvm.load
tc.kernel @doubles(%p: !tc.ptr<f64>) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  %ps = tc.addptr %p, %i : !tc.ptr<f64>, tensor<128xi32, #v4>
  %x = tc.load %ps {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f64>, #v4>
  tc.return
}

// A masked vector is accessed whole where its mask is all true, element by
// element in a branch where it is partly true.
// CHECK-LABEL: llvm.func @masked
// CHECK-SAME:    (%{{.*}}: !llvm.ptr<1>, %{{.*}}: i32, %[[OTHER:.*]]: f32)
tc.kernel @masked(%p: !tc.ptr<f32>, %n: i32, %other: f32) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32, #v4>
  %ns = tc.splat %n : i32 -> tensor<128xi32, #v4>
  // CHECK: %[[MASK:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : vector<4xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<128xi32, #v4>
  // CHECK: %[[FILL:.*]] = llvm.shufflevector %{{.*}} [0, 0, 0, 0] : vector<1xf32>
  // CHECK: %[[M0:.*]] = llvm.extractelement %[[MASK]]
  // CHECK: %[[M1:.*]] = llvm.extractelement %[[MASK]]
  // CHECK: %[[M2:.*]] = llvm.extractelement %[[MASK]]
  // CHECK: %[[M3:.*]] = llvm.extractelement %[[MASK]]
  // CHECK: %[[ALL01:.*]] = llvm.and %[[M0]], %[[M1]]
  // CHECK: %[[ANY01:.*]] = llvm.or %[[M0]], %[[M1]]
  // CHECK: %[[ALL012:.*]] = llvm.and %[[ALL01]], %[[M2]]
  // CHECK: %[[ANY012:.*]] = llvm.or %[[ANY01]], %[[M2]]
  // CHECK: %[[ALL:.*]] = llvm.and %[[ALL012]], %[[M3]]
  // CHECK: %[[ANY:.*]] = llvm.or %[[ANY012]], %[[M3]]
  // CHECK: %[[PARTIAL:.*]] = llvm.xor %[[ALL]], %[[ANY]]
  // CHECK: llvm.bitcast %[[FILL]] : vector<4xf32> to vector<4xi32>
  // CHECK: llvm.call @minitc.ld.global.v4.b32(%{{.*}}, %[[ALL]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
  // CHECK: %[[X:.*]] = scf.if %[[PARTIAL]] -> (vector<4xi32>) {
  // CHECK:   llvm.bitcast %[[WHOLE:.*]] : vector<4xi32> to vector<4xf32>
  // CHECK:   %[[WANTED:.*]] = llvm.and %[[PARTIAL]], %[[M0]]
  // CHECK:   llvm.call @minitc.ld.global.v1.b32(%{{.*}}, %[[WANTED]], %{{.*}})
  // CHECK:   llvm.call @minitc.ld.global.v1.b32
  // CHECK:   llvm.call @minitc.ld.global.v1.b32
  // CHECK:   llvm.call @minitc.ld.global.v1.b32
  // CHECK: } else {
  // CHECK:   scf.yield %[[WHOLE]]
  // CHECK: %[[E:.*]] = llvm.bitcast %[[X]] : vector<4xi32> to vector<4xf32>
  %x = tc.load %ps mask %m other %other {tcg.access = array<i32: 0, 4, 1>} : tensor<128x!tc.ptr<f32>, #v4>
  // CHECK: %[[PARTIAL:.*]] = llvm.xor %[[ALL:.*]], %{{.*}} : i1
  // CHECK: llvm.bitcast %[[E]] : vector<4xf32> to vector<4xi32>
  // CHECK: llvm.call @minitc.st.global.v4.b32(%{{.*}}, %[[ALL]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
  // CHECK: scf.if %[[PARTIAL]] {
  // CHECK-COUNT-4: llvm.call @minitc.st.global.v1.b32
  // CHECK: }
  tc.store %ps, %x mask %m {tcg.access = array<i32: 0, 4, 1>} : tensor<128x!tc.ptr<f32>, #v4>
  tc.return
}

// Where the mask is the same over each vector there is no branch.
// CHECK-LABEL: llvm.func @uniform_mask
// CHECK:         %[[M0:.*]] = llvm.extractelement %{{.*}} : vector<4xi1>
// CHECK:         llvm.call @minitc.ld.global.v4.b32(%{{.*}}, %[[M0]],
// CHECK:         %[[M0:.*]] = llvm.extractelement %{{.*}} : vector<4xi1>
// CHECK:         llvm.call @minitc.st.global.v4.b32(%{{.*}}, %[[M0]],
// CHECK-NOT:     scf.if
// CHECK:         llvm.return
tc.kernel @uniform_mask(%p: !tc.ptr<f32>, %c: i1, %other: f32) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32, #v4>
  %m = tc.splat %c : i1 -> tensor<128xi1, #v4>
  %x = tc.load %ps mask %m other %other {tcg.access = array<i32: 0, 4, 4>} : tensor<128x!tc.ptr<f32>, #v4>
  tc.store %ps, %x mask %m {tcg.access = array<i32: 0, 4, 4>} : tensor<128x!tc.ptr<f32>, #v4>
  tc.return
}

// The fill may differ from lane to lane.
// CHECK-LABEL: llvm.func @tile_as_fill
// CHECK:         %[[FILL:.*]] = llvm.load
// CHECK:         llvm.bitcast %[[FILL]] : vector<4xf32> to vector<4xi32>
// CHECK:         llvm.call @minitc.ld.global.v4.b32
tc.kernel @tile_as_fill(%p: !tc.ptr<f32>, %c: i1) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32, #v4>
  %m = tc.splat %c : i1 -> tensor<128xi1, #v4>
  %f = tc.load %ps {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f32>, #v4>
  %x = tc.load %ps mask %m other %f {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f32>, #v4>, tensor<128xf32, #v4>
  tc.return
}

// Scalars: every thread loads, the first stores.
// CHECK-LABEL: llvm.func @scalar
// CHECK-SAME:    (%[[P:.*]]: !llvm.ptr<1>, %[[C:.*]]: i1, %[[O:.*]]: i16)
tc.kernel @scalar(%p: !tc.ptr<i16>, %c: i1, %o: i16) {
  // CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<1xi16>
  %x = tc.load %p : !tc.ptr<i16>
  // CHECK: llvm.call @minitc.ld.global.v1.b16(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i1, i16) -> i16
  %y = tc.load %p mask %c other %o : !tc.ptr<i16>
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.call @minitc.st.global.v1.b16(%{{.*}}, %[[FIRST]], %{{.*}})
  tc.store %p, %x : !tc.ptr<i16>
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
  // CHECK: %[[BOTH:.*]] = llvm.and %{{.*}}, %[[FIRST]] : i1
  // CHECK: llvm.call @minitc.st.global.v1.b16(%{{.*}}, %[[BOTH]], %{{.*}})
  tc.store %p, %y mask %c : !tc.ptr<i16>
  tc.return
}

// Of threads that hold copies, the one with none of the copies' bits stores.
// CHECK-LABEL: llvm.func @stored_once
// CHECK:         llvm.load
// CHECK:         %[[COPIES:.*]] = llvm.mlir.constant(52 : i32)
// CHECK:         %[[BITS:.*]] = llvm.and %{{.*}}, %[[COPIES]] : i32
// CHECK:         %[[STANDS:.*]] = llvm.icmp "eq" %[[BITS]], %{{.*}} : i32
// CHECK:         llvm.call @minitc.st.global.v1.b32(%{{.*}}, %[[STANDS]], %{{.*}})
// CHECK:         %[[STANDS:.*]] = llvm.icmp "eq"
// CHECK:         %[[MASK:.*]] = llvm.and %{{.*}}, %[[STANDS]] : i1
// CHECK:         llvm.call @minitc.st.global.v1.b32(%{{.*}}, %[[MASK]], %{{.*}})
tc.kernel @stored_once(%p: !tc.ptr<i32>, %c: i1) attributes {num_warps = 2 : i32} {
  %i = tc.arange 0 to 8 : tensor<8xi32, #copies>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32, #copies>
  %x = tc.load %ps : tensor<8x!tc.ptr<i32>, #copies>
  tc.store %ps, %x : tensor<8x!tc.ptr<i32>, #copies>
  %m = tc.splat %c : i1 -> tensor<8xi1, #copies>
  tc.store %ps, %x mask %m : tensor<8x!tc.ptr<i32>, #copies>
  tc.return
}

// Threads hold copies too where a basis is the sum of others.
// CHECK-LABEL: llvm.func @stored_once_by_sum
// CHECK:         llvm.mlir.constant(16 : i32)
// CHECK:         llvm.call @minitc.st.global.v1.b32
tc.kernel @stored_once_by_sum(%p: !tc.ptr<i32>) {
  %i = tc.arange 0 to 16 : tensor<16xi32, #tcg.layout<{lane = [[1], [2], [4], [8], [3]]}>>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<16xi32, #tcg.layout<{lane = [[1], [2], [4], [8], [3]]}>>
  tc.store %ps, %i : tensor<16x!tc.ptr<i32>, #tcg.layout<{lane = [[1], [2], [4], [8], [3]]}>>
  tc.return
}

// An i1 is 0 or 1 in a byte; any nonzero byte is true.
// CHECK-LABEL: llvm.func @bytes
tc.kernel @bytes(%p: !tc.ptr<i1>, %m: i1, %q: !tc.ptr<i8>) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  // CHECK: llvm.getelementptr %{{.*}} -> vector<4x!llvm.ptr<1>>, i8
  %ps = tc.addptr %p, %i : !tc.ptr<i1>, tensor<128xi32, #v4>
  // CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi8>
  // CHECK: %[[B:.*]] = llvm.icmp "ne" %[[X]], %{{.*}} : vector<4xi8>
  %x = tc.load %ps {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<i1>, #v4>
  // CHECK: %[[Z:.*]] = llvm.zext %[[B]] : vector<4xi1> to vector<4xi8>
  // CHECK: llvm.store %[[Z]], %{{.*}} {alignment = 4 : i64}
  tc.store %ps, %x {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<i1>, #v4>
  // A byte travels in a 16-bit register.
  // CHECK: llvm.call @minitc.ld.global.v1.b8(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i1, i16) -> i16
  // CHECK: llvm.trunc %{{.*}} : vector<1xi16> to vector<1xi8>
  %c = arith.constant 7 : i8
  %y = tc.load %q mask %m other %c : !tc.ptr<i8>
  tc.return
}

// Two and four bytes, and eight bytes twice, are one access.
// CHECK-LABEL: llvm.func @words
// CHECK:         llvm.call @minitc.ld.global.v1.b16(%{{.*}}) : (!llvm.ptr<1>, i1, i16) -> i16
// CHECK:         llvm.call @minitc.ld.global.v1.b32(%{{.*}}) : (!llvm.ptr<1>, i1, i32) -> i32
// CHECK:         llvm.call @minitc.ld.global.v2.b64(%{{.*}}) : (!llvm.ptr<1>, i1, i64, i64) -> !llvm.struct<(i64, i64)>
tc.kernel @words(%p: !tc.ptr<f8E5M2>, %q: !tc.ptr<f64>, %c: i1) {
  %i = tc.arange 0 to 128 : tensor<128xi32, #v4>
  %ps = tc.addptr %p, %i : !tc.ptr<f8E5M2>, tensor<128xi32, #v4>
  %m = tc.splat %c : i1 -> tensor<128xi1, #v4>
  %z = arith.constant 0.0 : f8E5M2
  %x = tc.load %ps mask %m other %z {tcg.access = array<i32: 0, 2, 128>} : tensor<128x!tc.ptr<f8E5M2>, #v4>
  %y = tc.load %ps mask %m other %z {tcg.access = array<i32: 0, 4, 128>} : tensor<128x!tc.ptr<f8E5M2>, #v4>
  %qs = tc.addptr %q, %i : !tc.ptr<f64>, tensor<128xi32, #v4>
  %d = arith.constant 0.0 : f64
  %w = tc.load %qs mask %m other %d {tcg.access = array<i32: 0, 2, 128>} : tensor<128x!tc.ptr<f64>, #v4>
  tc.return
}

// CHECK-LABEL: llvm.func @options
tc.kernel @options(%p: !tc.ptr<f32>) {
  %i = tc.arange 0 to 32 : tensor<32xi32, #v1>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<32xi32, #v1>
  // CHECK: llvm.call @minitc.ld.global.cg.v1.b32
  %a = tc.load %ps cache cg : tensor<32x!tc.ptr<f32>, #v1>
  // CHECK: llvm.call @minitc.ld.global.evict_last.v1.b32
  %b = tc.load %ps evict last : tensor<32x!tc.ptr<f32>, #v1>
  // CHECK: llvm.call @minitc.ld.global.volatile.v1.b32
  %c = tc.load %ps volatile : tensor<32x!tc.ptr<f32>, #v1>
  // CHECK: llvm.call @minitc.st.global.wt.v1.b32
  tc.store %ps, %a cache wt : tensor<32x!tc.ptr<f32>, #v1>
  // CHECK: llvm.call @minitc.st.global.evict_first.v1.b32
  tc.store %ps, %b evict first : tensor<32x!tc.ptr<f32>, #v1>
  // CHECK: llvm.call @minitc.st.global.volatile.v1.b32
  tc.store %ps, %c volatile : tensor<32x!tc.ptr<f32>, #v1>
  tc.return
}
