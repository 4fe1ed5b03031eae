// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// PTX has no access with two of cache operator, eviction policy and volatile: a
// volatile access drops the others, a cache operator the eviction policy.

// CHECK-LABEL: llvm.func @hints
tc.kernel @hints(%p: !tc.ptr<f32>) attributes {num_warps = 1 : i32} {
  // CHECK: llvm.call @minitc.ld.global.volatile.v1.b32
  %0 = tc.load %p cache cg evict first volatile : !tc.ptr<f32>
  // CHECK: llvm.call @minitc.ld.global.cg.v1.b32
  %1 = tc.load %p cache cg evict first : !tc.ptr<f32>
  // CHECK: llvm.call @minitc.ld.global.evict_first.v1.b32
  %2 = tc.load %p evict first : !tc.ptr<f32>
  // CHECK: llvm.call @minitc.st.global.volatile.v1.b32
  tc.store %p, %0 evict last volatile : !tc.ptr<f32>
  // CHECK: llvm.call @minitc.st.global.wt.v1.b32
  tc.store %p, %1 cache wt evict last : !tc.ptr<f32>
  // CHECK: llvm.call @minitc.st.global.evict_last.v1.b32
  tc.store %p, %2 evict last : !tc.ptr<f32>
  tc.return
}
