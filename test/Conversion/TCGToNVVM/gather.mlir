// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// Two bits of the index are lane bits, one chooses between registers; the other
// lane bits stay. Of an i64 index the low bits count.
#lanes = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#few = #tcg.layout<{register = [[4]], lane = [[0], [1], [2], [0], [0]]}>
// CHECK-LABEL: llvm.func @in_warp
// CHECK:         %[[I:.*]] = llvm.extractelement %{{.*}} : vector<1xi32>
// CHECK:         %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
// CHECK:         %[[LOW:.*]] = llvm.and %[[I]], %[[THREE]]
// CHECK:         %[[BITS:.*]] = llvm.shl %[[LOW]], %{{.*}}
// CHECK:         %[[OTHERS:.*]] = llvm.mlir.constant(-7 : i32)
// CHECK:         %[[REST:.*]] = llvm.and %{{.*}}, %[[OTHERS]]
// CHECK:         %[[LANE:.*]] = llvm.or %[[REST]], %[[BITS]]
// CHECK-COUNT-2: nvvm.shfl.sync {{ *}}idx %{{.*}}, %{{.*}}, %[[LANE]],
// CHECK:         %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// CHECK:         %[[HIGH:.*]] = llvm.and %[[I]], %[[FOUR]]
// CHECK:         %[[IS_ZERO:.*]] = llvm.icmp "eq" %[[HIGH]]
// CHECK:         llvm.select %[[IS_ZERO]]
tc.kernel @in_warp(%x: f32, %i: i64) {
  %t = tc.splat %x : f32 -> tensor<8xf32, #few>
  %is = tc.splat %i : i64 -> tensor<32xi64, #lanes>
  %r = tc.gather %t[%is] axis 0 : tensor<8xf32, #few>, tensor<32xi64, #lanes> -> tensor<32xf32, #lanes>
  tc.return
}

// CHECK-LABEL: llvm.func @in_thread
// CHECK-NOT:     nvvm.shfl
// CHECK-COUNT-3: llvm.select
// CHECK-NOT:     llvm.select
// CHECK:         llvm.return
#here = #tcg.layout<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]}>
tc.kernel @in_thread(%x: f32, %i: i32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #here>
  %is = tc.splat %i : i32 -> tensor<32xi32, #lanes>
  %r = tc.gather %t[%is] axis 0 : tensor<4xf32, #here>, tensor<32xi32, #lanes> -> tensor<32xf32, #lanes>
  tc.return
}

// Where the index is known, so are the register and the lane: 3 << 1.
// CHECK-LABEL: llvm.func @at_constant
// CHECK:         %[[SECOND:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:         %[[REG:.*]] = llvm.extractelement %{{.*}}[%[[SECOND]] : i32] : vector<2xf32>
// CHECK:         %[[BITS:.*]] = llvm.mlir.constant(6 : i32)
// CHECK:         %[[LANE:.*]] = llvm.or %{{.*}}, %[[BITS]]
// CHECK:         %[[WORD:.*]] = llvm.bitcast %[[REG]]
// CHECK:         nvvm.shfl.sync {{ *}}idx %{{.*}}, %[[WORD]], %[[LANE]],
// CHECK-NOT:     nvvm.shfl
// CHECK-NOT:     llvm.select
// CHECK:         llvm.return
tc.kernel @at_constant(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<8xf32, #few>
  %is = arith.constant dense<7> : tensor<32xi32, #lanes>
  %r = tc.gather %t[%is] axis 0 : tensor<8xf32, #few>, tensor<32xi32, #lanes> -> tensor<32xf32, #lanes>
  tc.return
}

// From shared memory: the column is the thread's, the row the index's low two
// bits, the second of which the swizzle spreads over two bits of the offset.
#rows = #tcg.layout<{register = [[8, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]}>
#swizzled = #tcg.layout<{offset = [[0, 1], [0, 2], [1, 0], [2, 1]]}>
// CHECK-LABEL: llvm.func @from_shared
// CHECK:         %[[M:.*]] = llvm.getelementptr %{{.*}}[0]
// CHECK:         %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
// CHECK:         %[[COLUMN:.*]] = llvm.and %{{.*}}, %[[THREE]]
// CHECK:         %[[OF_THREAD:.*]] = llvm.shl %[[COLUMN]]
// CHECK:         %[[I:.*]] = llvm.extractelement %{{.*}} : vector<2xi32>
// CHECK:         %[[LOW:.*]] = llvm.and %[[I]], %{{.*}} : i32
// CHECK:         llvm.shl %[[LOW]]
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK:         llvm.and %[[I]], %[[TWO]]
// CHECK:         %[[NINE:.*]] = llvm.mlir.constant(9 : i32)
// CHECK:         llvm.select %{{.*}}, %{{.*}}, %[[NINE]]
// CHECK:         %[[OFFSET:.*]] = llvm.xor %[[OF_THREAD]], %{{.*}} : i32
// CHECK:         %[[P:.*]] = llvm.getelementptr inbounds %[[M]][%[[OFFSET]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
// CHECK:         %[[BYTE:.*]] = llvm.load %[[P]] : !llvm.ptr<3> -> i8
// CHECK:         llvm.icmp "ne" %[[BYTE]]
// CHECK:         llvm.load %{{.*}} : !llvm.ptr<3> -> i8
tc.kernel @from_shared(%i: i32) attributes {tcg.shared_bytes = 16 : i32} {
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[4, 4] x i1, #swizzled>
  %is = tc.splat %i : i32 -> tensor<16x4xi32, #rows>
  %r = tcg.local_gather %m[%is] axis 0 : !tcg.shared<[4, 4] x i1, #swizzled>, tensor<16x4xi32, #rows> -> tensor<16x4xi1, #rows>
  tc.return
}
