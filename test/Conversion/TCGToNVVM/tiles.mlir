// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#one = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>

// CHECK-DAG: llvm.mlir.global internal constant @[[FLOATS:minitc_table_[0-9]+]](dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>) {addr_space = 1 : i32
// An i1 is a byte, an f8 its bits.
// CHECK-DAG: llvm.mlir.global internal constant @[[BITS:minitc_table_[0-9]+]](dense<[1, 0]> : tensor<2xi8>)
// CHECK-DAG: llvm.mlir.global internal constant @[[F8:minitc_table_[0-9]+]](dense<[60, 62]> : tensor<2xi8>)

// CHECK-LABEL: llvm.func @arange
tc.kernel @arange() {
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[LANE:.*]] = llvm.and %[[TID]], %{{.*}}
  // CHECK: %[[LANES:.*]] = llvm.shufflevector {{.*}} [0, 0]
  // CHECK: %[[REGISTERS:.*]] = llvm.mlir.constant(dense<[0, 32]> : vector<2xi32>)
  // CHECK: llvm.add %[[LANES]], %[[REGISTERS]] overflow<nsw> : vector<2xi32>
  %a = tc.arange 0 to 64 : tensor<64xi32, #one>
  // From a negative start a sum may not be said not to wrap.
  // CHECK: llvm.zext %{{.*}} : i32 to i64
  // CHECK: %[[REGISTERS:.*]] = llvm.mlir.constant(dense<[-8, 24]> : vector<2xi64>)
  // CHECK: llvm.add %{{.*}}, %[[REGISTERS]] : vector<2xi64>
  %b = tc.arange -8 to 56 : tensor<64xi64, #one>
  tc.return
}

// Where a thread's bits and a register's meet, they are combined by XOR, and
// then the start is added.
// CHECK-LABEL: llvm.func @arange_swizzled
// CHECK:         %[[REGISTERS:.*]] = llvm.mlir.constant(dense<[0, 33]> : vector<2xi32>)
// CHECK:         %[[X:.*]] = llvm.xor %{{.*}}, %[[REGISTERS]] : vector<2xi32>
// CHECK:         llvm.add %[[X]], %{{.*}} overflow<nsw> : vector<2xi32>
tc.kernel @arange_swizzled() {
  %a = tc.arange 5 to 69 : tensor<64xi32, #tcg.layout<{register = [[33]], lane = [[1], [2], [4], [8], [16]]}>>
  tc.return
}

// CHECK-LABEL: llvm.func @constants
tc.kernel @constants() {
  // CHECK: arith.constant dense<7> : vector<2xi32>
  %a = arith.constant dense<7> : tensor<64xi32, #one>
  // CHECK: arith.constant dense<true> : vector<2xi1>
  %b = arith.constant dense<true> : tensor<64xi1, #one>
  // CHECK: arith.constant dense<-0.0{{.*}}> : vector<2xbf16>
  %c = arith.constant dense<-0.0> : tensor<64xbf16, #one>
  tc.return
}

// Each thread reads its elements from a table.
// CHECK-LABEL: llvm.func @tables
tc.kernel @tables() {
  // CHECK: %[[T:.*]] = llvm.mlir.addressof @[[FLOATS]]
  // CHECK: llvm.mlir.constant(dense<[0, 2]> : vector<2xi64>)
  // CHECK: llvm.getelementptr %[[T]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: llvm.load %{{.*}} -> f32
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32, #tcg.layout<{register = [[2]], lane = [[1], [0], [0], [0], [0]]}>>
  // CHECK: llvm.mlir.addressof @[[BITS]]
  // CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} -> i8
  // CHECK: llvm.trunc %[[BYTE]] : i8 to i1
  %b = arith.constant dense<[true, false]> : tensor<2xi1, #tcg.layout<{register = [[1]]}>>
  // CHECK: llvm.mlir.addressof @[[F8]]
  // CHECK: llvm.load %{{.*}} -> i8
  // CHECK-NOT: llvm.trunc
  %c = arith.constant dense<[1.0, 1.5]> : tensor<2xf8E5M2, #tcg.layout<{register = [[1]]}>>
  tc.return
}

#row = #tcg.layout<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [0, 0], [0, 0]]}>
#column = #tcg.layout<{register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 0], [0, 0]]}>
#flat = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [0], [0]]}>
#rows = #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>
#rows1 = #tcg.layout<{lane = [[1, 0], [2, 0], [4, 0], [0, 0], [0, 0]]}>

// Layouts are inferred so that shape ops move no value between threads.
// CHECK-LABEL: llvm.func @shape_ops
// CHECK-SAME:    (%[[X:.*]]: f32)
// CHECK:         %[[ROWS:.*]] = llvm.insertelement %[[X]]
// CHECK:         %[[BROADCAST:.*]] = llvm.shufflevector %[[ROWS]], %{{.*}} [0, 0, 0, 0] : vector<1xf32>
// CHECK:         arith.addf %[[BROADCAST]], %[[BROADCAST]]
// CHECK-NOT:     llvm.shufflevector
// CHECK:         llvm.return
tc.kernel @shape_ops(%x: f32) {
  %a = tc.splat %x : f32 -> tensor<8xf32, #rows>
  %b = tc.expand_dims %a axis 1 : tensor<8xf32, #rows> -> tensor<8x1xf32, #rows1>
  %c = tc.broadcast %b : tensor<8x1xf32, #rows1> -> tensor<8x4xf32, #row>
  %d = arith.addf %c, %c : tensor<8x4xf32, #row>
  %e = tc.transpose %d [1, 0] : tensor<8x4xf32, #row> -> tensor<4x8xf32, #column>
  %f = tc.reshape %d : tensor<8x4xf32, #row> -> tensor<32xf32, #flat>
  tc.return
}

#one_by = #tcg.layout<{register = [[0, 0, 0, 1, 0], [0, 1, 0, 0, 0]], lane = [[0, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]}>
#one_by_t = #tcg.layout<{register = [[0, 1, 0, 0, 0], [0, 0, 0, 0, 1]], lane = [[0, 2, 0, 0, 0], [0, 0, 0, 0, 2], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]}>
// CHECK-LABEL: llvm.func @rank_5
// CHECK:         %[[X:.*]] = llvm.shufflevector
// CHECK-NOT:     llvm.shufflevector
// CHECK:         arith.addf %[[X]], %[[X]]
tc.kernel @rank_5(%x: f32) {
  %a = tc.splat %x : f32 -> tensor<1x4x1x4x1xf32, #one_by>
  %b = tc.transpose %a [0, 3, 2, 4, 1] : tensor<1x4x1x4x1xf32, #one_by> -> tensor<1x4x1x1x4xf32, #one_by_t>
  %c = arith.addf %b, %b : tensor<1x4x1x1x4xf32, #one_by_t>
  tc.return
}
