// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16]]}>

// Each kernel has shared memory of its own, as much as it needs; more than 48
// KiB is the launcher's to give.
// CHECK-DAG: llvm.mlir.global internal @small$shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i8>
// CHECK-DAG: llvm.mlir.global internal @limit$shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<49152 x i8>
// CHECK-DAG: llvm.mlir.global external @large$shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-NOT: llvm.mlir.global

// CHECK-LABEL: llvm.func @none
// CHECK-SAME:    (%{{.*}}: i1, %{{.*}}: i8, %{{.*}}: bf16, %{{.*}}: i8, %{{.*}}: f64, %{{.*}}: !llvm.ptr<1>)
// CHECK-SAME:    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>, tcg.shared_bytes = 0 : i32}
tc.kernel @none(%a: i1, %b: i8, %c: bf16, %d: f8E5M2, %e: f64, %f: !tc.ptr<i1>)
    attributes {num_warps = 8 : i32, tcg.shared_bytes = 0 : i32} {
  // CHECK: nvvm.barrier
  tc.barrier
  // CHECK: nvvm.read.ptx.sreg.ctaid.x
  %0 = tc.program_id x : i32
  // CHECK: nvvm.read.ptx.sreg.ctaid.y
  %1 = tc.program_id y : i32
  // CHECK: nvvm.read.ptx.sreg.ctaid.z
  %2 = tc.program_id z : i32
  // CHECK: nvvm.read.ptx.sreg.nctaid.x
  %3 = tc.num_programs x : i32
  // CHECK: nvvm.read.ptx.sreg.nctaid.y
  %4 = tc.num_programs y : i32
  // CHECK: nvvm.read.ptx.sreg.nctaid.z
  %5 = tc.num_programs z : i32
  // CHECK: llvm.return
  tc.return
}

// CHECK-LABEL: llvm.func @small
// CHECK:         %[[BASE:.*]] = llvm.mlir.addressof @small$shared : !llvm.ptr<3>
// CHECK:         llvm.getelementptr %[[BASE]][64]
tc.kernel @small() attributes {tcg.shared_bytes = 128 : i32} {
  %m = tcg.local_alloc {offset = 64 : i32} : !tcg.shared<[32] x i16, #s>
  tc.return
}

// CHECK-LABEL: llvm.func @limit
tc.kernel @limit() attributes {tcg.shared_bytes = 49152 : i32} {
  tc.return
}

// CHECK-LABEL: llvm.func @large
// CHECK:         llvm.mlir.addressof @large$shared : !llvm.ptr<3>
tc.kernel @large() attributes {tcg.shared_bytes = 49168 : i32} {
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[32] x i16, #s>
  tc.return
}

// Control flow carries vectors.
// CHECK-LABEL: llvm.func @control_flow
tc.kernel @control_flow(%n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<0.0> : tensor<32xf32, #t>
  // CHECK: %[[R:.*]] = scf.for {{.*}} -> (vector<1xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<32xf32, #t>) : i32 {
    // CHECK: scf.if {{.*}} -> (vector<1xf32>)
    %y = scf.if %c -> tensor<32xf32, #t> {
      %b = arith.addf %a, %a : tensor<32xf32, #t>
      scf.yield %b : tensor<32xf32, #t>
    } else {
      scf.yield %a : tensor<32xf32, #t>
    }
    scf.yield %y : tensor<32xf32, #t>
  }
  // CHECK: scf.while ({{.*}} = %[[R]]) : (vector<1xf32>) -> vector<1xf32>
  %w = scf.while (%a = %r) : (tensor<32xf32, #t>) -> tensor<32xf32, #t> {
    scf.condition(%c) %a : tensor<32xf32, #t>
  } do {
  ^bb0(%b: tensor<32xf32, #t>):
    scf.yield %b : tensor<32xf32, #t>
  }
  tc.return
}
