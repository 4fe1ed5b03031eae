// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// Registers of both halves by turns; nothing moves between threads.
#half = #tcg.layout<{register = [[1]], lane = [[2], [4], [8], [16], [32]]}>
#whole = #tcg.layout<{register = [[0, 1], [1, 0]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @join
// CHECK:         %[[BOTH:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 2, 3] : vector<2xf32>
// CHECK:         llvm.shufflevector %[[BOTH]], %{{.*}} [0, 2, 1, 3] : vector<4xf32>
// CHECK-NOT:     llvm.select
// CHECK-NOT:     nvvm.shfl
tc.kernel @join(%x: f32, %y: f32) {
  %a = tc.splat %x : f32 -> tensor<64xf32, #half>
  %b = tc.splat %y : f32 -> tensor<64xf32, #half>
  %r = tc.join %a, %b : tensor<64xf32, #half> -> tensor<64x2xf32, #whole>
  tc.return
}

// CHECK-LABEL: llvm.func @split
// CHECK:         %[[T:.*]] = llvm.shufflevector %{{.*}} [0, 0, 0, 0] : vector<1xf32>
// CHECK:         llvm.shufflevector %[[T]], %{{.*}} [0, 2] : vector<4xf32>
// CHECK:         llvm.shufflevector %[[T]], %{{.*}} [1, 3] : vector<4xf32>
// CHECK-NOT:     nvvm.shfl
tc.kernel @split(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64x2xf32, #whole>
  %a, %b = tc.split %t : tensor<64x2xf32, #whole> -> tensor<64xf32, #half>, tensor<64xf32, #half>
  tc.return
}

// Along an axis: the high bit of it.
#cat = #tcg.layout<{register = [[0, 1], [2, 0]], lane = [[1, 0]]}>
#part = #tcg.layout<{register = [[0, 1]], lane = [[1, 0]]}>
// CHECK-LABEL: llvm.func @cat
// CHECK:         %[[BOTH:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 2, 3] : vector<2x!llvm.ptr<1>>
// CHECK-NOT:     llvm.select
// CHECK:         llvm.return
tc.kernel @cat(%p: !tc.ptr<f32>, %q: !tc.ptr<f32>) {
  %a = tc.splat %p : !tc.ptr<f32> -> tensor<2x2x!tc.ptr<f32>, #part>
  %b = tc.splat %q : !tc.ptr<f32> -> tensor<2x2x!tc.ptr<f32>, #part>
  %r = tc.cat %a, %b axis 0 : tensor<2x2x!tc.ptr<f32>, #part> -> tensor<4x2x!tc.ptr<f32>, #cat>
  tc.return
}

// Where lanes hold other halves than others do, each takes its own of what it
// holds of both.
#few = #tcg.layout<{lane = [[1], [2], [4], [8], [0]]}>
#apart = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: llvm.func @in_lanes
// CHECK:         %[[BOTH:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, 1] : vector<1xf32>
// CHECK:         %[[LEFT:.*]] = llvm.shufflevector %[[BOTH]], %{{.*}} [0] : vector<2xf32>
// CHECK:         %[[BIT:.*]] = llvm.mlir.constant(16 : i32)
// CHECK:         llvm.and %{{.*}}, %[[BIT]]
// CHECK:         %[[IS_LEFT:.*]] = llvm.icmp "eq"
// CHECK:         %[[RIGHT:.*]] = llvm.shufflevector %[[BOTH]], %{{.*}} [1] : vector<2xf32>
// CHECK:         llvm.select %[[IS_LEFT]], %[[LEFT]], %[[RIGHT]] : i1, vector<1xf32>
tc.kernel @in_lanes(%x: f32, %y: f32) {
  %a = tc.splat %x : f32 -> tensor<16xf32, #few>
  %b = tc.splat %y : f32 -> tensor<16xf32, #few>
  %r = tc.cat %a, %b axis 0 : tensor<16xf32, #few> -> tensor<32xf32, #apart>
  tc.return
}
