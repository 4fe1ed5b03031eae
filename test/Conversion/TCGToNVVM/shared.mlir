// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#v4 = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#swapped = #tcg.layout<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]]}>
#copies = #tcg.layout<{lane = [[1], [2], [4], [0], [0]], warp = [[8]]}>
#s128 = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
#s16 = #tcg.layout<{offset = [[1], [2], [4], [8]]}>

// CHECK-LABEL: llvm.func @vectors
// CHECK-SAME:    (%[[X:.*]]: f32)
tc.kernel @vectors(%x: f32) attributes {tcg.shared_bytes = 512 : i32} {
  %t = tc.splat %x : f32 -> tensor<128xf32, #v4>
  // CHECK: %[[BASE:.*]] = llvm.mlir.addressof @vectors$shared
  // CHECK: %[[M:.*]] = llvm.getelementptr %[[BASE]][0]
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[128] x f32, #s128>
  // CHECK: %[[THREAD:.*]] = llvm.shl %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.getelementptr inbounds %[[M]][%[[THREAD]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
  tcg.local_store %t, %m : tensor<128xf32, #v4>, !tcg.shared<[128] x f32, #s128>
  // CHECK: %[[L:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
  // CHECK-NEXT: arith.addf %[[L]], %[[L]]
  %a = tcg.local_load %m : !tcg.shared<[128] x f32, #s128> -> tensor<128xf32, #v4>
  %b = arith.addf %a, %a : tensor<128xf32, #v4>
  // Registers come in the order of the addresses and are put in their own.
  // CHECK: llvm.shufflevector %{{.*}} [0, 2, 1, 3] : vector<4xf32>
  %c = tcg.local_load %m : !tcg.shared<[128] x f32, #s128> -> tensor<128xf32, #swapped>
  tc.return
}

// An i1 takes a byte, a pointer eight.
// CHECK-LABEL: llvm.func @elements
tc.kernel @elements(%x: i1, %p: !tc.ptr<f32>) attributes {tcg.shared_bytes = 1152 : i32} {
  %t = tc.splat %x : i1 -> tensor<128xi1, #v4>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[128] x i1, #s128>
  // CHECK: %[[Z:.*]] = llvm.zext %{{.*}} : vector<4xi1> to vector<4xi8>
  // CHECK: llvm.store %[[Z]], %{{.*}} {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<3>
  tcg.local_store %t, %m : tensor<128xi1, #v4>, !tcg.shared<[128] x i1, #s128>
  // CHECK: %[[B:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xi8>
  // CHECK: llvm.icmp "ne" %[[B]], %{{.*}} : vector<4xi8>
  %a = tcg.local_load %m : !tcg.shared<[128] x i1, #s128> -> tensor<128xi1, #v4>
  %ps = tc.splat %p : !tc.ptr<f32> -> tensor<128x!tc.ptr<f32>, #v4>
  // CHECK: llvm.getelementptr %{{.*}}[128]
  %n = tcg.local_alloc {offset = 128 : i32} : !tcg.shared<[128] x !tc.ptr<f32>, #s128>
  // CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 16 : i64} : vector<2x!llvm.ptr<1>>, !llvm.ptr<3>
  tcg.local_store %ps, %n : tensor<128x!tc.ptr<f32>, #v4>, !tcg.shared<[128] x !tc.ptr<f32>, #s128>
  tc.return
}

// Of threads that hold copies, one stores.
// CHECK-LABEL: llvm.func @copies
// CHECK:         %[[MASK:.*]] = llvm.mlir.constant(24 : i32)
// CHECK:         %[[BITS:.*]] = llvm.and %{{.*}}, %[[MASK]] : i32
// CHECK:         %[[STANDS:.*]] = llvm.icmp "eq" %[[BITS]]
// CHECK:         scf.if %[[STANDS]] {
// CHECK:           llvm.store
// CHECK:         }
// CHECK:         llvm.load
tc.kernel @copies(%x: f16) attributes {num_warps = 2 : i32, tcg.shared_bytes = 32 : i32} {
  %t = tc.splat %x : f16 -> tensor<16xf16, #copies>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[16] x f16, #s16>
  tcg.local_store %t, %m : tensor<16xf16, #copies>, !tcg.shared<[16] x f16, #s16>
  %a = tcg.local_load %m : !tcg.shared<[16] x f16, #s16> -> tensor<16xf16, #copies>
  tc.return
}

// In a swizzled layout the register's part meets the thread's, by XOR.
#rows = #tcg.layout<{register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0]]}>
#swizzled = #tcg.layout<{offset = [[0, 1], [0, 2], [1, 1], [2, 2], [4, 0], [8, 0], [16, 0]]}>
// CHECK-LABEL: llvm.func @swizzled
// CHECK:         %[[M:.*]] = llvm.getelementptr %{{.*}}[0]
// CHECK:         %[[FIVE:.*]] = llvm.mlir.constant(5 : i32)
// CHECK:         %[[AT:.*]] = llvm.xor %{{.*}}, %[[FIVE]] : i32
// CHECK:         llvm.getelementptr inbounds %[[M]][%[[AT]]]
tc.kernel @swizzled(%x: f32) attributes {tcg.shared_bytes = 512 : i32} {
  %t = tc.splat %x : f32 -> tensor<32x4xf32, #rows>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[32, 4] x f32, #swizzled>
  tcg.local_store %t, %m : tensor<32x4xf32, #rows>, !tcg.shared<[32, 4] x f32, #swizzled>
  tc.return
}

// Counting: an addition for each element that the thread stands for, of two
// registers that hold copies the one; i64 values are compared before they are
// narrowed.
#twice = #tcg.layout<{register = [[1], [0]], lane = [[2], [4], [8], [16], [0]]}>
// CHECK-LABEL: llvm.func @count
// CHECK:         %[[STANDS:.*]] = llvm.icmp "eq"
// CHECK:         %[[V:.*]] = llvm.extractelement %{{.*}} : vector<4xi64>
// CHECK:         %[[EIGHT:.*]] = llvm.mlir.constant(8 : i64)
// CHECK:         %[[INSIDE:.*]] = llvm.icmp "ult" %[[V]], %[[EIGHT]] : i64
// CHECK:         %[[OWN:.*]] = llvm.and %[[INSIDE]], %[[STANDS]]
// CHECK:         %[[MASK:.*]] = llvm.extractelement %{{.*}} : vector<4xi1>
// CHECK:         %[[COUNTS:.*]] = llvm.and %[[OWN]], %[[MASK]]
// CHECK:         scf.if %[[COUNTS]] {
// CHECK:           llvm.trunc %[[V]] : i64 to i32
// CHECK:           %[[P:.*]] = llvm.getelementptr inbounds
// CHECK:           %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:           llvm.atomicrmw add %[[P]], %[[ONE]] syncscope("block") monotonic : !llvm.ptr<3>, i32
// CHECK:         }
// CHECK:         scf.if
// CHECK:           llvm.atomicrmw add
// CHECK-NOT:     llvm.atomicrmw
tc.kernel @count(%i: i64, %c: i1) attributes {tcg.shared_bytes = 32 : i32} {
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[8] x i32, <{offset = [[1], [2], [4]]}>>
  %is = tc.splat %i : i64 -> tensor<32xi64, #twice>
  %cs = tc.splat %c : i1 -> tensor<32xi1, #twice>
  tcg.local_count %is, %m mask %cs : tensor<32xi64, #twice>, !tcg.shared<[8] x i32, <{offset = [[1], [2], [4]]}>>, tensor<32xi1, #twice>
  tc.return
}
