// RUN: minitc %s -o - | FileCheck %s
// RUN: %if ptxas %{ minitc %s --emit=cubin -o %t.cubin %}

// What LLVM has no word for is inline assembly by now.
// CHECK-LABEL: .entry accesses(
// CHECK:         @%p{{[0-9]+}} ld.global.v4.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}];
// CHECK:         ld.global.cg.v4.b32
// CHECK:         ld.global.L1::evict_last.v4.b32
// CHECK:         ld.volatile.global.v4.b32
// CHECK:         @%p{{[0-9]+}} st.global.v4.b32 [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}};
// CHECK:         st.global.wt.v4.b32
// CHECK:         st.global.L1::evict_first.v4.b32
// CHECK:         st.volatile.global.v4.b32
// CHECK-NOT:     minitc.
tc.kernel @accesses(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %c: i1) attributes {num_warps = 1 : i32} {
  %z = arith.constant 0.0 : f32
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %m = tc.splat %c : i1 -> tensor<128xi1>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<128xi32>
  %a = tc.load %ps mask %m other %z : tensor<128x!tc.ptr<f32>>
  %b = tc.load %ps cache cg : tensor<128x!tc.ptr<f32>>
  %d = tc.load %ps evict last : tensor<128x!tc.ptr<f32>>
  %e = tc.load %ps volatile : tensor<128x!tc.ptr<f32>>
  tc.store %ps, %a mask %m : tensor<128x!tc.ptr<f32>>
  tc.store %ps, %b cache wt : tensor<128x!tc.ptr<f32>>
  tc.store %ps, %d evict first : tensor<128x!tc.ptr<f32>>
  tc.store %ps, %e volatile : tensor<128x!tc.ptr<f32>>
  tc.return
}
