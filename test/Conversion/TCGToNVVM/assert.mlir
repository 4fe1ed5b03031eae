// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#v2 = #tcg.layout<{register = [[1]], lane = [[2], [4], [8], [16], [32]]}>

// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:.*]]("it holds\00")
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
// CHECK-DAG: llvm.mlir.global external @minitc$assert_report() {addr_space = 1 : i32, alignment = 8 : i64} : !llvm.ptr<1>

// The first thread fills the record and the others wait until it is filled;
// without one, the driver prints the text.
// CHECK-LABEL: llvm.func internal @minitc$assert_failed
// CHECK-SAME:    (%[[ID:.*]]: i32, %[[ELEMENT:.*]]: i32, %[[MESSAGE:.*]]: !llvm.ptr, %[[FILE:.*]]: !llvm.ptr, %[[LINE:.*]]: i32, %[[KERNEL:.*]]: !llvm.ptr)
// CHECK-SAME:    no_inline, passthrough = ["cold", "noreturn"]
// CHECK:         %[[REPORT:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> !llvm.ptr<1>
// CHECK:         llvm.cond_br %{{.*}}, ^[[ALONE:.*]], ^[[CLAIM:.*]]
// CHECK:       ^[[ALONE]]:
// CHECK:         llvm.call @__assertfail(%[[MESSAGE]], %[[FILE]], %[[LINE]], %[[KERNEL]], %{{.*}})
// CHECK:         llvm.br ^[[STOP:.*]]
// CHECK:       ^[[CLAIM]]:
// CHECK:         llvm.cmpxchg %[[REPORT]], %{{.*}}, %{{.*}} acq_rel monotonic
// CHECK:         llvm.cond_br %{{.*}}, ^[[FILL:.*]], ^[[WAIT:.*]]
// CHECK:       ^[[FILL]]:
// CHECK:         llvm.getelementptr %[[REPORT]][4]
// CHECK-NEXT:    llvm.store %[[ID]]
// CHECK:         llvm.getelementptr %[[REPORT]][8]
// CHECK:         llvm.getelementptr %[[REPORT]][12]
// CHECK:         llvm.getelementptr %[[REPORT]][16]
// CHECK:         llvm.getelementptr %[[REPORT]][20]
// CHECK-NEXT:    llvm.store %[[ELEMENT]]
// CHECK-NEXT:    llvm.fence seq_cst
// CHECK:         llvm.store %{{.*}} atomic release
// CHECK-NEXT:    llvm.fence seq_cst
// CHECK-NEXT:    llvm.br ^[[STOP]]
// CHECK:       ^[[WAIT]]:
// CHECK:         llvm.load %{{.*}} atomic acquire
// CHECK:         llvm.cond_br %{{.*}}, ^[[STOP]], ^[[WAIT]]
// CHECK:       ^[[STOP]]:
// CHECK-NEXT:    llvm.intr.trap
// CHECK-NEXT:    llvm.unreachable

// CHECK-LABEL: llvm.func @tile
// CHECK-SAME:    tcg.asserts = [{column = 3 : i64, file = "{{.*}}assert.mlir", id = 0 : i64, line = [[#@LINE+7]] : i64, message = "it holds", shape = array<i64: 64>}]
tc.kernel @tile(%b: i1) {
  %c = tc.splat %b : i1 -> tensor<64xi1, #v2>
  // The thread's first false register.
  // CHECK: llvm.and
  // CHECK: %[[FALSE:.*]] = llvm.select
  // CHECK: llvm.call @minitc$assert_failed(%{{.*}}, %[[FALSE]],
  tc.assert %c, "it holds" : tensor<64xi1, #v2>
  tc.return
}

// Assertions are numbered over all kernels.
// CHECK-LABEL: llvm.func @scalars
// CHECK-SAME:    id = 1 : i64
// CHECK-SAME:    shape = array<i64>
// CHECK-SAME:    id = 2 : i64
tc.kernel @scalars(%c: i1, %d: i1) {
  // CHECK: %[[NOT:.*]] = llvm.xor
  // CHECK: scf.if %[[NOT]] {
  // CHECK:   llvm.mlir.constant(1 : i32)
  // CHECK:   llvm.call @minitc$assert_failed
  // CHECK: }
  tc.assert %c, "it holds" : i1
  // CHECK: llvm.call @minitc$assert_failed
  tc.assert %d, "so does this" : i1
  tc.return
}
