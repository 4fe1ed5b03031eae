// RUN: minitc %s -o - | FileCheck %s

// What is loaded before a write is not loaded after it, though only a branch uses
// it: inline assembly that writes memory says so.

// CHECK-LABEL: .entry store(
// CHECK-NOT:     inline asm
// CHECK:         ld.global.b32
// CHECK:         @%p{{[0-9]+}} st.global.b32
// CHECK:         ret;
tc.kernel @store(%p: !tc.ptr<i32>, %q: !tc.ptr<i32>, %n: i32, %c: i1) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<32xi32>
  %qs = tc.addptr %q, %i : !tc.ptr<i32>, tensor<32xi32>
  %x = tc.load %ps : tensor<32x!tc.ptr<i32>>
  %one = arith.constant dense<1> : tensor<32xi32>
  %ns = tc.splat %n : i32 -> tensor<32xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<32xi32>
  tc.store %ps, %one mask %m : tensor<32x!tc.ptr<i32>>
  scf.if %c {
    tc.store %qs, %x : tensor<32x!tc.ptr<i32>>
  }
  tc.return
}

// CHECK-LABEL: .entry atomic(
// CHECK-NOT:     inline asm
// CHECK:         ld.global.b32
// CHECK:         red.relaxed.gpu.global.add.u32
// CHECK:         ret;
tc.kernel @atomic(%p: !tc.ptr<i32>, %q: !tc.ptr<i32>, %c: i1) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<32xi32>
  %qs = tc.addptr %q, %i : !tc.ptr<i32>, tensor<32xi32>
  %x = tc.load %ps : tensor<32x!tc.ptr<i32>>
  %one = arith.constant dense<1> : tensor<32xi32>
  %o = tc.atomic_rmw add relaxed gpu %ps, %one : tensor<32x!tc.ptr<i32>>, tensor<32xi32>
  scf.if %c {
    tc.store %qs, %x : tensor<32x!tc.ptr<i32>>
  }
  tc.return
}
