// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#lanes = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#registers = #tcg.layout<{register = [[1], [2], [4]], lane = [[0], [0], [0], [0], [0]]}>
#both = #tcg.layout<{register = [[1]], lane = [[2], [4], [0], [0], [0]]}>

// Registers are combined by halves, as vectors.
// CHECK-LABEL: llvm.func @in_registers
// CHECK:         %[[X:.*]] = arith.addf
// CHECK-DAG:     %[[EVEN:.*]] = llvm.shufflevector %[[X]], %{{.*}} [0, 2, 4, 6] : vector<8xf32>
// CHECK-DAG:     %[[ODD:.*]] = llvm.shufflevector %[[X]], %{{.*}} [1, 3, 5, 7] : vector<8xf32>
// CHECK:         %[[FOUR:.*]] = arith.addf %[[EVEN]], %[[ODD]] : vector<4xf32>
// CHECK:         %[[TWO:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK:         %[[ONE:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<1xf32>
// CHECK:         llvm.extractelement %[[ONE]]
// CHECK-NOT:     nvvm.shfl
tc.kernel @in_registers(%x: f32) {
  %s = tc.splat %x : f32 -> tensor<8xf32, #registers>
  %t = arith.addf %s, %s : tensor<8xf32, #registers>
  %r = tc.reduce sum %t axis 0 : tensor<8xf32, #registers> -> f32
  tc.return
}

// Lanes exchange along the bits that the axis occupies alone.
// CHECK-LABEL: llvm.func @in_lanes
// CHECK:         arith.mulf %{{.*}} : vector<1xf32>
// CHECK:         %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:         nvvm.shfl.sync {{ *}}bfly %{{.*}}, %{{.*}}, %[[ONE]],
// CHECK:         arith.mulf %{{.*}} : vector<1xf32>
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK:         nvvm.shfl.sync {{ *}}bfly %{{.*}}, %{{.*}}, %[[TWO]],
// CHECK:         arith.mulf %{{.*}} : vector<1xf32>
// CHECK-NOT:     nvvm.shfl
tc.kernel @in_lanes(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<8xf32, #both>
  %r = tc.reduce prod %t axis 0 : tensor<8xf32, #both> -> f32
  tc.return
}

// CHECK-LABEL: llvm.func @kinds
tc.kernel @kinds(%f: f64, %h: bf16, %i: i16, %b: i1) {
  %fs = tc.splat %f : f64 -> tensor<2xf64, #tcg.layout<{register = [[1]]}>>
  // CHECK: arith.addf %{{.*}} : vector<1xf64>
  %0 = tc.reduce sum %fs axis 0 : tensor<2xf64, #tcg.layout<{register = [[1]]}>> -> f64
  // CHECK: arith.mulf %{{.*}} : vector<1xf64>
  %1 = tc.reduce prod %fs axis 0 : tensor<2xf64, #tcg.layout<{register = [[1]]}>> -> f64
  %hs = tc.splat %h : bf16 -> tensor<2xbf16, #tcg.layout<{register = [[1]]}>>
  // CHECK: arith.maximumf %{{.*}} : vector<1xbf16>
  %2 = tc.reduce max %hs axis 0 : tensor<2xbf16, #tcg.layout<{register = [[1]]}>> -> bf16
  // CHECK: arith.minimumf %{{.*}} : vector<1xbf16>
  %3 = tc.reduce min %hs axis 0 : tensor<2xbf16, #tcg.layout<{register = [[1]]}>> -> bf16
  // CHECK: arith.maxnumf %{{.*}} : vector<1xbf16>
  %4 = tc.reduce maxnum %hs axis 0 : tensor<2xbf16, #tcg.layout<{register = [[1]]}>> -> bf16
  // CHECK: arith.minnumf %{{.*}} : vector<1xbf16>
  %5 = tc.reduce minnum %hs axis 0 : tensor<2xbf16, #tcg.layout<{register = [[1]]}>> -> bf16
  %is = tc.splat %i : i16 -> tensor<2xi16, #tcg.layout<{register = [[1]]}>>
  // CHECK: arith.addi %{{.*}} : vector<1xi16>
  %6 = tc.reduce sum %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  // CHECK: arith.muli %{{.*}} : vector<1xi16>
  %7 = tc.reduce prod %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  // CHECK: arith.maxsi %{{.*}} : vector<1xi16>
  %8 = tc.reduce max %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  // CHECK: arith.minsi %{{.*}} : vector<1xi16>
  %9 = tc.reduce min %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  // CHECK: arith.maxui %{{.*}} : vector<1xi16>
  %10 = tc.reduce umax %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  // CHECK: arith.minui %{{.*}} : vector<1xi16>
  %11 = tc.reduce umin %is axis 0 : tensor<2xi16, #tcg.layout<{register = [[1]]}>> -> i16
  %bs = tc.splat %b : i1 -> tensor<2xi1, #tcg.layout<{register = [[1]]}>>
  // CHECK: arith.andi %{{.*}} : vector<1xi1>
  %12 = tc.reduce and %bs axis 0 : tensor<2xi1, #tcg.layout<{register = [[1]]}>> -> i1
  // CHECK: arith.ori %{{.*}} : vector<1xi1>
  %13 = tc.reduce or %bs axis 0 : tensor<2xi1, #tcg.layout<{register = [[1]]}>> -> i1
  // CHECK: arith.xori %{{.*}} : vector<1xi1>
  %14 = tc.reduce xor %bs axis 0 : tensor<2xi1, #tcg.layout<{register = [[1]]}>> -> i1
  tc.return
}

// redux.sync does 32-bit integers over a whole warp, and nothing else.
// CHECK-LABEL: llvm.func @redux
tc.kernel @redux(%i: i32, %f: f32, %j: i64) {
  %is = tc.splat %i : i32 -> tensor<32xi32, #lanes>
  // CHECK: nvvm.redux.sync add
  %0 = tc.reduce sum %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync max
  %1 = tc.reduce max %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync min
  %2 = tc.reduce min %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync umax
  %3 = tc.reduce umax %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync umin
  %4 = tc.reduce umin %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync and
  %5 = tc.reduce and %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync or
  %6 = tc.reduce or %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK: nvvm.redux.sync xor
  %7 = tc.reduce xor %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK-NOT: nvvm.redux
  // CHECK-COUNT-5: nvvm.shfl.sync {{ *}}bfly
  %8 = tc.reduce prod %is axis 0 : tensor<32xi32, #lanes> -> i32
  // CHECK-COUNT-5: nvvm.shfl.sync {{ *}}bfly
  %fs = tc.splat %f : f32 -> tensor<32xf32, #lanes>
  %9 = tc.reduce sum %fs axis 0 : tensor<32xf32, #lanes> -> f32
  // CHECK-COUNT-10: nvvm.shfl.sync {{ *}}bfly
  %js = tc.splat %j : i64 -> tensor<32xi64, #lanes>
  %10 = tc.reduce sum %js axis 0 : tensor<32xi64, #lanes> -> i64
  // CHECK-COUNT-3: nvvm.shfl.sync {{ *}}bfly
  // CHECK-NOT: nvvm.shfl
  %ks = tc.splat %i : i32 -> tensor<8xi32, #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>>
  %11 = tc.reduce sum %ks axis 0 : tensor<8xi32, #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>> -> i32
  tc.return
}

// In a region the lower lane's value is the left one, in both lanes: they agree
// on what a tie or a rounding makes of it.
// CHECK-LABEL: llvm.func @region
// CHECK-SAME:    (%[[X:.*]]: f32, %[[I:.*]]: i32)
// CHECK:         %[[LANE:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// CHECK:         %[[BIT:.*]] = llvm.and %[[LANE]], %{{.*}} : i32
// CHECK:         %[[IS_LEFT:.*]] = llvm.icmp "eq" %[[BIT]]
// CHECK-DAG:     %[[LX:.*]] = llvm.select %[[IS_LEFT]], %[[MINE:.*]], %[[OTHER:.*]] : i1, vector<1xf32>
// CHECK-DAG:     %[[RX:.*]] = llvm.select %[[IS_LEFT]], %[[OTHER]], %[[MINE]] : i1, vector<1xf32>
// CHECK-DAG:     %[[LI:.*]] = llvm.select %[[IS_LEFT]], {{.*}} : i1, vector<1xi32>
// CHECK-DAG:     %[[RI:.*]] = llvm.select %[[IS_LEFT]], {{.*}} : i1, vector<1xi32>
// CHECK-DAG:     %[[L0:.*]] = llvm.extractelement %[[LX]]
// CHECK-DAG:     %[[R0:.*]] = llvm.extractelement %[[RX]]
// CHECK:         arith.cmpf ogt, %[[L0]], %[[R0]] : f32
// CHECK-COUNT-2: arith.select
tc.kernel @region(%x: f32, %i: i32) {
  %xs = tc.splat %x : f32 -> tensor<2xf32, #tcg.layout<{lane = [[1], [0], [0], [0], [0]]}>>
  %is = tc.splat %i : i32 -> tensor<2xi32, #tcg.layout<{lane = [[1], [0], [0], [0], [0]]}>>
  %v, %k = tc.reduce (%xs, %is) axis 0 commutative combine {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %s = arith.select %c, %a, %b : f32
    %t = arith.select %c, %ai, %bi : i32
    tc.yield %s, %t : f32, i32
  } : (tensor<2xf32, #tcg.layout<{lane = [[1], [0], [0], [0], [0]]}>>, tensor<2xi32, #tcg.layout<{lane = [[1], [0], [0], [0], [0]]}>>) -> (f32, i32)
  tc.return
}

// A region's body is of the language; the casts around it cancel out.
// CHECK-LABEL: llvm.func @region_of_f8
// CHECK:         builtin.unrealized_conversion_cast %{{.*}} : i8 to f8E5M2
// CHECK:         %[[B:.*]] = builtin.unrealized_conversion_cast %{{.*}} : i8 to f8E5M2
// CHECK:         llvm.ptrtoint
// CHECK:         builtin.unrealized_conversion_cast %[[B]] : f8E5M2 to i8
tc.kernel @region_of_f8(%x: f8E5M2, %p: !tc.ptr<f32>) {
  %xs = tc.splat %x : f8E5M2 -> tensor<2xf8E5M2, #tcg.layout<{register = [[1]]}>>
  %ps = tc.splat %p : !tc.ptr<f32> -> tensor<2x!tc.ptr<f32>, #tcg.layout<{register = [[1]]}>>
  %v, %k = tc.reduce (%xs, %ps) axis 0 combine {
  ^bb0(%a: f8E5M2, %ap: !tc.ptr<f32>, %b: f8E5M2, %bp: !tc.ptr<f32>):
    %i = tc.ptr_to_int %bp : !tc.ptr<f32> -> i64
    %q = tc.int_to_ptr %i : i64 -> !tc.ptr<f32>
    tc.yield %b, %q : f8E5M2, !tc.ptr<f32>
  } : (tensor<2xf8E5M2, #tcg.layout<{register = [[1]]}>>, tensor<2x!tc.ptr<f32>, #tcg.layout<{register = [[1]]}>>) -> (f8E5M2, !tc.ptr<f32>)
  tc.return
}

// The other axes stay where they are.
#rows = #tcg.layout<{register = [[0, 0, 1], [0, 1, 0], [2, 0, 0]], lane = [[0, 0, 2], [1, 0, 0], [0, 2, 0], [0, 0, 0], [0, 0, 0]]}>
#without0 = #tcg.layout<{register = [[0, 1], [1, 0]], lane = [[0, 2], [0, 0], [2, 0], [0, 0], [0, 0]]}>
#without1 = #tcg.layout<{register = [[0, 1], [2, 0]], lane = [[0, 2], [1, 0], [0, 0], [0, 0], [0, 0]]}>
#without2 = #tcg.layout<{register = [[0, 1], [2, 0]], lane = [[0, 0], [1, 0], [0, 2], [0, 0], [0, 0]]}>
// CHECK-LABEL: llvm.func @axes
tc.kernel @axes(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4x4x4xf32, #rows>
  // CHECK: llvm.shufflevector %{{.*}} [0, 1, 2, 3] : vector<8xf32>
  // CHECK: llvm.shufflevector %{{.*}} [4, 5, 6, 7] : vector<8xf32>
  // CHECK: arith.addf %{{.*}} : vector<4xf32>
  // CHECK: llvm.mlir.constant(31 : i32)
  // CHECK-NEXT: %[[LANE:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: nvvm.shfl.sync {{ *}}bfly %{{.*}}, %{{.*}}, %[[LANE]],
  // CHECK-COUNT-3: nvvm.shfl.sync {{ *}}bfly
  // CHECK: arith.addf %{{.*}} : vector<4xf32>
  %a = tc.reduce sum %t axis 0 : tensor<4x4x4xf32, #rows> -> tensor<4x4xf32, #without0>
  // CHECK: llvm.shufflevector %{{.*}} [0, 1, 4, 5] : vector<8xf32>
  // CHECK: llvm.shufflevector %{{.*}} [2, 3, 6, 7] : vector<8xf32>
  // CHECK: nvvm.shfl.sync {{ *}}bfly
  %b = tc.reduce sum %t axis 1 : tensor<4x4x4xf32, #rows> -> tensor<4x4xf32, #without1>
  // CHECK: llvm.shufflevector %{{.*}} [0, 2, 4, 6] : vector<8xf32>
  // CHECK: llvm.shufflevector %{{.*}} [1, 3, 5, 7] : vector<8xf32>
  // CHECK: nvvm.shfl.sync {{ *}}bfly
  %c = tc.reduce sum %t axis 2 : tensor<4x4x4xf32, #rows> -> tensor<4x4xf32, #without2>
  tc.return
}

// CHECK-LABEL: llvm.func @axis_of_one
// CHECK:         %[[V:.*]] = llvm.insertelement
// CHECK:         llvm.extractelement %[[V]]
// CHECK-NOT:     arith
tc.kernel @axis_of_one(%x: f32, %p: !tc.ptr<f32>) {
  %t = tc.splat %x : f32 -> tensor<1xf32, #tcg.layout<{lane = [[0], [0], [0], [0], [0]]}>>
  %r = tc.reduce sum %t axis 0 : tensor<1xf32, #tcg.layout<{lane = [[0], [0], [0], [0], [0]]}>> -> f32
  tc.store %p, %r : !tc.ptr<f32>
  tc.return
}
