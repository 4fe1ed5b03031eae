// RUN: minitc %s -o - | FileCheck %s
// RUN: %if ptxas %{ minitc %s --emit=cubin -o %t.cubin %}

// Nobody asks for the old value.
// CHECK-LABEL: .entry reduction(
// CHECK:         @%p{{[0-9]+}} red.relaxed.gpu.global.add.f32 [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK-NOT:     bar.sync
// CHECK:         ret;
tc.kernel @reduction(%p: !tc.ptr<f32>, %n: i32) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %ns = tc.splat %n : i32 -> tensor<32xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<32xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<32xi32>
  %one = arith.constant dense<1.0> : tensor<32xf32>
  %o = tc.atomic_rmw fadd relaxed gpu %ps, %one mask %m : tensor<32x!tc.ptr<f32>>, tensor<32xf32>
  tc.return
}

// One thread counts, between what all threads did before and what they do after;
// what it found goes to all of them.
// CHECK-LABEL: .entry counter(
// CHECK:         st.global
// CHECK:         bar.sync
// CHECK:         @%p{{[0-9]+}} atom.acq_rel.gpu.global.add.u32 %r{{[0-9]+}}, [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK:         st.shared
// CHECK:         bar.sync
// CHECK:         ld.shared
// CHECK:         st.global
// CHECK:         ret;
tc.kernel @counter(%p: !tc.ptr<i32>, %q: !tc.ptr<i32>) attributes {num_warps = 2 : i32} {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %qs = tc.addptr %q, %i : !tc.ptr<i32>, tensor<64xi32>
  tc.store %qs, %i : tensor<64x!tc.ptr<i32>>
  %one = arith.constant 1 : i32
  %old = tc.atomic_rmw add acq_rel gpu %p, %one : !tc.ptr<i32>, i32
  %k64 = arith.constant dense<64> : tensor<64xi32>
  %j = arith.addi %i, %k64 : tensor<64xi32>
  %rs = tc.addptr %q, %j : !tc.ptr<i32>, tensor<64xi32>
  %olds = tc.splat %old : i32 -> tensor<64xi32>
  tc.store %rs, %olds : tensor<64x!tc.ptr<i32>>
  tc.return
}
