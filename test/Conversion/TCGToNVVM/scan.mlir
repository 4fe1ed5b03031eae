// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// Registers are combined one after the other.
#registers = #tcg.layout<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]]}>
// CHECK-LABEL: llvm.func @in_registers
// CHECK-DAG:     %[[A:.*]] = llvm.shufflevector %[[T:.*]], %{{.*}} [0] : vector<4xf32>
// CHECK-DAG:     %[[B:.*]] = llvm.shufflevector %[[T]], %{{.*}} [1] : vector<4xf32>
// CHECK:         %[[AB:.*]] = arith.addf %[[A]], %[[B]] : vector<1xf32>
// CHECK:         %[[C:.*]] = llvm.shufflevector %[[T]], %{{.*}} [2] : vector<4xf32>
// CHECK:         %[[ABC:.*]] = arith.addf %[[AB]], %[[C]] : vector<1xf32>
// CHECK:         %[[D:.*]] = llvm.shufflevector %[[T]], %{{.*}} [3] : vector<4xf32>
// CHECK:         %[[ABCD:.*]] = arith.addf %[[ABC]], %[[D]] : vector<1xf32>
// CHECK:         %[[LOW:.*]] = llvm.shufflevector %[[A]], %[[AB]] [0, 1]
// CHECK:         %[[HIGH:.*]] = llvm.shufflevector %[[ABC]], %[[ABCD]] [0, 1]
// CHECK:         llvm.shufflevector %[[LOW]], %[[HIGH]] [0, 1, 2, 3]
// CHECK-NOT:     nvvm.shfl
tc.kernel @in_registers(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #registers>
  %r = tc.scan sum %t axis 0 : tensor<4xf32, #registers>
  tc.return
}

// From the last one down, it the left operand.
// CHECK-LABEL: llvm.func @reverse_in_registers
// CHECK-DAG:     %[[D:.*]] = llvm.shufflevector %[[T:.*]], %{{.*}} [3] : vector<4xf32>
// CHECK-DAG:     %[[C:.*]] = llvm.shufflevector %[[T]], %{{.*}} [2] : vector<4xf32>
// CHECK:         %[[DC:.*]] = arith.mulf %[[D]], %[[C]] : vector<1xf32>
// CHECK-COUNT-2: arith.mulf %{{.*}} : vector<1xf32>
// CHECK:         llvm.shufflevector %[[DC]], %[[D]] [0, 1]
// CHECK-NOT:     nvvm.shfl
tc.kernel @reverse_in_registers(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #registers>
  %r = tc.scan prod %t axis 0 reverse : tensor<4xf32, #registers>
  tc.return
}

// Lanes ask the last lane of the run before theirs, in just the axis's bits.
#lanes = #tcg.layout<{lane = [[0], [1], [2], [0], [0]]}>
// CHECK-LABEL: llvm.func @in_lanes
// CHECK:         %[[LANE:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// CHECK:         %[[NOT2:.*]] = llvm.mlir.constant(-3 : i32)
// CHECK:         llvm.and %[[LANE]], %[[NOT2]]
// CHECK:         %[[IS_FIRST:.*]] = llvm.icmp "eq"
// CHECK:         nvvm.shfl.sync {{ *}}idx
// CHECK:         %[[SUM:.*]] = arith.addf %{{.*}}, %[[X:.*]] : vector<1xf32>
// CHECK:         %[[PAIR:.*]] = llvm.select %[[IS_FIRST]], %[[X]], %[[SUM]]
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK:         %[[NOT6:.*]] = llvm.mlir.constant(-7 : i32)
// CHECK:         %[[START:.*]] = llvm.and %[[LANE]], %[[NOT6]]
// CHECK:         %[[LAST:.*]] = llvm.or %[[START]], %[[TWO]]
// CHECK:         nvvm.shfl.sync {{ *}}idx %{{.*}}, %{{.*}}, %[[LAST]],
// CHECK:         %[[NEXT:.*]] = arith.addf %{{.*}}, %[[PAIR]] : vector<1xf32>
// CHECK:         llvm.select %{{.*}}, %[[PAIR]], %[[NEXT]]
// CHECK-NOT:     nvvm.shfl
tc.kernel @in_lanes(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #lanes>
  %r = tc.scan sum %t axis 0 : tensor<4xf32, #lanes>
  tc.return
}

// In reverse it is the first lane of the run after theirs.
// CHECK-LABEL: llvm.func @reverse_in_lanes
// CHECK:         nvvm.shfl.sync {{ *}}idx
// CHECK:         %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// CHECK:         %[[NOT6:.*]] = llvm.mlir.constant(-7 : i32)
// CHECK:         %[[START:.*]] = llvm.and %{{.*}}, %[[NOT6]]
// CHECK:         %[[FIRST:.*]] = llvm.or %[[START]], %[[FOUR]]
// CHECK:         nvvm.shfl.sync {{ *}}idx %{{.*}}, %{{.*}}, %[[FIRST]],
// CHECK-NOT:     nvvm.shfl
tc.kernel @reverse_in_lanes(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #lanes>
  %r = tc.scan sum %t axis 0 reverse : tensor<4xf32, #lanes>
  tc.return
}

// Registers, lanes, registers: each segment scans the totals of the one below,
// and what comes before goes to all elements under it.
#segments = #tcg.layout<{register = [[1], [8]], lane = [[2], [4], [0], [0], [0]]}>
// CHECK-LABEL: llvm.func @segments
// CHECK:         arith.addf %{{.*}} : vector<2xf32>
// CHECK-COUNT-2: nvvm.shfl.sync {{ *}}idx
// CHECK:         arith.addf %{{.*}} : vector<2xf32>
// CHECK-COUNT-2: nvvm.shfl.sync {{ *}}idx
// CHECK:         arith.addf %{{.*}} : vector<2xf32>
// CHECK-COUNT-2: nvvm.shfl.sync {{ *}}idx
// CHECK:         arith.addf %{{.*}} : vector<4xf32>
// CHECK:         %[[LANES:.*]] = llvm.select %{{.*}} : i1, vector<4xf32>
// CHECK-COUNT-2: nvvm.shfl.sync {{ *}}idx
// CHECK:         arith.addf %{{.*}} : vector<1xf32>
// CHECK:         %[[CARRIED:.*]] = arith.addf %{{.*}}, %[[LANES]] : vector<4xf32>
// CHECK:         %[[BOTH:.*]] = llvm.shufflevector %[[LANES]], %[[CARRIED]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:         llvm.shufflevector %[[BOTH]], %{{.*}} [0, 1, 6, 7]
// CHECK-NOT:     nvvm.shfl
tc.kernel @segments(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<16xf32, #segments>
  %r = tc.scan sum %t axis 0 : tensor<16xf32, #segments>
  tc.return
}

// CHECK-LABEL: llvm.func @axis_of_one
// CHECK-NOT:     arith
// CHECK:         llvm.return
tc.kernel @axis_of_one(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4x1xf32, #tcg.layout<{lane = [[1, 0], [2, 0]]}>>
  %r = tc.scan sum %t axis 1 : tensor<4x1xf32, #tcg.layout<{lane = [[1, 0], [2, 0]]}>>
  tc.return
}

// A carry: the totals before each block, that of the thread's own warp, and
// nothing for the first one.
#rows = #tcg.layout<{register = [[0, 1]], lane = [[0, 2], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[1, 0], [2, 0]]}>
#all = #tcg.layout<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]}>
// CHECK-LABEL: llvm.func @carry
// CHECK:         %[[SOURCE:.*]] = llvm.shufflevector %{{.*}} [0, 0] : vector<1xi32>
// CHECK:         %[[TOTALS:.*]] = llvm.shufflevector %{{.*}} [0, 0, 0, 0] : vector<1xi32>
// CHECK-DAG:     %[[A:.*]] = llvm.shufflevector %[[TOTALS]], %{{.*}} [0]
// CHECK-DAG:     %[[B:.*]] = llvm.shufflevector %[[TOTALS]], %{{.*}} [1]
// CHECK:         %[[AB:.*]] = arith.addi %[[A]], %[[B]] : vector<1xi32>
// CHECK:         %[[C:.*]] = llvm.shufflevector %[[TOTALS]], %{{.*}} [2]
// CHECK:         %[[ABC:.*]] = arith.addi %[[AB]], %[[C]] : vector<1xi32>
// CHECK:         llvm.shufflevector %[[A]], %[[A]] [0, 1]
// CHECK:         llvm.shufflevector %[[AB]], %[[ABC]] [0, 1]
// CHECK-COUNT-3: llvm.select %{{.*}} : i1, vector<1xi32>
// CHECK:         %[[CARRIED:.*]] = arith.addi %{{.*}}, %[[SOURCE]] : vector<2xi32>
// CHECK:         llvm.select %{{.*}}, %[[SOURCE]], %[[CARRIED]] : vector<2xi1>, vector<2xi32>
tc.kernel @carry(%x: i32) {
  %s = tc.splat %x : i32 -> tensor<4x4xi32, #rows>
  %t = tc.splat %x : i32 -> tensor<4xi32, #all>
  %u = tcg.carry(%s) totals(%t) axis 0 kind sum : (tensor<4x4xi32, #rows>), (tensor<4xi32, #all>) -> (tensor<4x4xi32, #rows>)
  tc.return
}

// In reverse nothing comes before the last block; a region is repeated for each
// element.
// CHECK-LABEL: llvm.func @reverse_carry
// CHECK-SAME:    (%[[X:.*]]: i32)
// CHECK:         %[[TOTALS:.*]] = llvm.shufflevector %{{.*}} [0, 0, 0, 0] : vector<1xi32>
// CHECK:         llvm.shufflevector %[[TOTALS]], %{{.*}} [3]
// CHECK:         llvm.shufflevector %[[TOTALS]], %{{.*}} [2]
// CHECK:         arith.subi
// CHECK:         llvm.shufflevector %[[TOTALS]], %{{.*}} [1]
// CHECK:         arith.subi
// CHECK-COUNT-3: llvm.select
// CHECK-COUNT-2: arith.subi %{{.*}} : i32
// CHECK:         %[[LAST:.*]] = llvm.mlir.constant(3 : i32)
// CHECK:         llvm.icmp "eq" %{{.*}}, %[[LAST]]
tc.kernel @reverse_carry(%x: i32) {
  %s = tc.splat %x : i32 -> tensor<4x4xi32, #rows>
  %t = tc.splat %x : i32 -> tensor<4xi32, #all>
  %u = tcg.carry(%s) totals(%t) axis 0 reverse combine {
  ^bb0(%a: i32, %b: i32):
    %c = arith.subi %a, %b : i32
    tc.yield %c : i32
  } : (tensor<4x4xi32, #rows>), (tensor<4xi32, #all>) -> (tensor<4x4xi32, #rows>)
  tc.return
}
