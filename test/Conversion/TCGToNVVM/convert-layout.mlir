// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#a = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#swapped = #tcg.layout<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]]}>
#l1 = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>
#reversed = #tcg.layout<{register = [[32]], lane = [[16], [8], [4], [2], [1]]}>
#held = #tcg.layout<{register = [[1], [2], [4], [8], [16]], lane = [[0], [0], [0], [0], [0]]}>
#spread = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#exchange = #tcg.layout<{register = [[16]], lane = [[1], [2], [4], [8], [32]]}>

// CHECK-LABEL: llvm.func @registers
// CHECK:         %[[X:.*]] = arith.addi
// CHECK:         llvm.shufflevector %[[X]], %{{.*}} [0, 2, 1, 3] : vector<4xi32>
// CHECK-NOT:     nvvm.shfl
tc.kernel @registers() {
  %r = tc.arange 0 to 128 : tensor<128xi32, #a>
  %x = arith.addi %r, %r : tensor<128xi32, #a>
  %y = tcg.convert_layout %x : tensor<128xi32, #a> -> tensor<128xi32, #swapped>
  tc.return
}

// Each thread takes one of its own registers: which, its lane says.
// CHECK-LABEL: llvm.func @own_register
// CHECK:         %[[WANTED:.*]] = llvm.shl
// CHECK-COUNT-31: llvm.select
// CHECK-NOT:     nvvm.shfl
tc.kernel @own_register(%x: f32) {
  %r = tc.splat %x : f32 -> tensor<32xf32, #held>
  %y = tcg.convert_layout %r : tensor<32xf32, #held> -> tensor<32xf32, #spread>
  tc.return
}

// CHECK-LABEL: llvm.func @lanes
// CHECK-COUNT-2: nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32 -> i32
// CHECK-NOT:     nvvm.shfl
tc.kernel @lanes() {
  %r = tc.arange 0 to 64 : tensor<64xi32, #l1>
  %y = tcg.convert_layout %r : tensor<64xi32, #l1> -> tensor<64xi32, #reversed>
  tc.return
}

// Where the lane wanted has it in either of two registers, both are asked for.
// CHECK-LABEL: llvm.func @lanes_and_registers
// CHECK:         nvvm.shfl.sync idx
// CHECK:         %[[ONE:.*]] = nvvm.shfl.sync idx
// CHECK:         llvm.select %{{.*}}, %[[ONE]]
tc.kernel @lanes_and_registers() {
  %r = tc.arange 0 to 64 : tensor<64xi32, #l1>
  %y = tcg.convert_layout %r : tensor<64xi32, #l1> -> tensor<64xi32, #exchange>
  tc.return
}

// Narrow values travel in 32 bits, wide ones in two words.
// CHECK-LABEL: llvm.func @elements
tc.kernel @elements(%b: i1, %c: i8, %h: bf16, %d: f64, %p: !tc.ptr<f32>) {
  // CHECK: %[[W:.*]] = llvm.zext %{{.*}} : i1 to i32
  // CHECK: %[[S:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[W]],
  // CHECK: llvm.trunc %[[S]] : i32 to i1
  %b0 = tc.splat %b : i1 -> tensor<32xi1, #spread>
  %b1 = tcg.convert_layout %b0 : tensor<32xi1, #spread> -> tensor<32xi1, #tcg.layout<{lane = [[16], [8], [4], [2], [1]]}>>
  // CHECK: llvm.zext %{{.*}} : i8 to i32
  // CHECK: nvvm.shfl.sync idx
  // CHECK: llvm.trunc %{{.*}} : i32 to i8
  %c0 = tc.splat %c : i8 -> tensor<32xi8, #spread>
  %c1 = tcg.convert_layout %c0 : tensor<32xi8, #spread> -> tensor<32xi8, #tcg.layout<{lane = [[16], [8], [4], [2], [1]]}>>
  // CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : bf16 to i16
  // CHECK: llvm.zext %[[BITS]] : i16 to i32
  // CHECK: nvvm.shfl.sync idx
  // CHECK: llvm.bitcast %{{.*}} : i16 to bf16
  %h0 = tc.splat %h : bf16 -> tensor<32xbf16, #spread>
  %h1 = tcg.convert_layout %h0 : tensor<32xbf16, #spread> -> tensor<32xbf16, #tcg.layout<{lane = [[16], [8], [4], [2], [1]]}>>
  // CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f64 to i64
  // CHECK: llvm.bitcast %[[BITS]] : i64 to vector<2xi32>
  // CHECK-COUNT-2: nvvm.shfl.sync idx
  // CHECK: llvm.bitcast %{{.*}} : vector<2xi32> to i64
  // CHECK: llvm.bitcast %{{.*}} : i64 to f64
  %d0 = tc.splat %d : f64 -> tensor<32xf64, #spread>
  %d1 = tcg.convert_layout %d0 : tensor<32xf64, #spread> -> tensor<32xf64, #tcg.layout<{lane = [[16], [8], [4], [2], [1]]}>>
  // CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
  // CHECK-COUNT-2: nvvm.shfl.sync idx
  // CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  %p0 = tc.splat %p : !tc.ptr<f32> -> tensor<32x!tc.ptr<f32>, #spread>
  %p1 = tcg.convert_layout %p0 : tensor<32x!tc.ptr<f32>, #spread> -> tensor<32x!tc.ptr<f32>, #tcg.layout<{lane = [[16], [8], [4], [2], [1]]}>>
  tc.return
}
