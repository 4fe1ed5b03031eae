// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#v4 = #tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]}>
#copies = #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>
#s128 = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
#s64 = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32]]}>
#s8 = #tcg.layout<{offset = [[1], [2], [4]]}>

// Equal texts are stored once; a percent sign is doubled.
// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:.*]]("(%u, %u, %u): 50%% %d\0A\00") {addr_space = 1 : i32, alignment = 1 : i64}
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): \0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %lld\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %s\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x 0x%llx\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %.5g\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %.4g\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %.9g\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u): x %.17g\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("(%u, %u, %u) [%u]: x %.9g\0A\00")
// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

// CHECK-LABEL: llvm.func @scalar
// CHECK-SAME:    (%[[X:.*]]: i8)
tc.kernel @scalar(%x: i8) {
  // Both buffers are allocated at the start.
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: scf.if %[[FIRST]] {
  // CHECK:   nvvm.read.ptx.sreg.ctaid.x
  // CHECK:   nvvm.read.ptx.sreg.ctaid.y
  // CHECK:   nvvm.read.ptx.sreg.ctaid.z
  // CHECK:   %[[WIDE:.*]] = llvm.sext %[[X]] : i8 to i32
  // CHECK:   %[[FIELD:.*]] = llvm.getelementptr %{{.*}}[0, 3]
  // CHECK:   llvm.store %[[WIDE]], %[[FIELD]]
  // CHECK:   %[[ADDRESS:.*]] = llvm.mlir.addressof @[[TEXT]]
  // CHECK:   %[[GENERIC:.*]] = llvm.addrspacecast %[[ADDRESS]] : !llvm.ptr<1> to !llvm.ptr
  // CHECK:   llvm.call @vprintf(%[[GENERIC]], %{{.*}})
  // CHECK: }
  tc.print "50% ", %x : i8
  // CHECK: llvm.mlir.addressof @[[TEXT]]
  tc.print "50% ", %x : i8
  tc.return
}

// CHECK-LABEL: llvm.func @types
tc.kernel @types(%b: i1, %l: i64, %p: !tc.ptr<f32>, %h: f16, %bf: bf16, %f: f32, %d: f64) {
  tc.print ""
  // CHECK: llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, !llvm.ptr
  // CHECK: llvm.ptrtoint
  tc.print "x ", %b, %l, %p : i1, i64, !tc.ptr<f32>
  // CHECK: %[[S:.*]] = llvm.fpext %{{.*}} : f16 to f32
  // CHECK: %[[D:.*]] = llvm.fpext %[[S]] : f32 to f64
  // CHECK: %[[NAN:.*]] = llvm.fcmp "uno" %[[D]], %[[D]]
  // CHECK: %[[BITS:.*]] = llvm.bitcast %[[D]] : f64 to i64
  // CHECK: llvm.select %[[NAN]], %{{.*}}, %[[BITS]]
  tc.print "x ", %h, %bf, %f, %d : f16, bf16, f32, f64
  tc.return
}

// Two parts: the threads' bits or the registers' say which an element is in.
// CHECK-LABEL: llvm.func @tile
tc.kernel @tile(%x: f32) attributes {tcg.shared_bytes = 256 : i32} {
  %t = tc.splat %x : f32 -> tensor<128xf32, #v4>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[64] x f32, #s64>
  // CHECK: scf.for %[[PART:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
  // CHECK:   %[[HERE:.*]] = llvm.icmp "eq" %{{.*}}, %[[PART]] : i32
  // CHECK:   scf.if %[[HERE]] {
  // CHECK-COUNT-4: llvm.store %{{.*}} : f32, !llvm.ptr<3>
  // CHECK:   }
  // CHECK:   nvvm.barrier
  // CHECK:   scf.if
  // CHECK:     scf.for
  // CHECK:       llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK:       llvm.call @vprintf
  // CHECK:   nvvm.barrier
  // CHECK: }
  tcg.print "x ", %t, %m : tensor<128xf32, #v4>, !tcg.shared<[64] x f32, #s64>
  tc.return
}

// Of threads that hold copies, one stores.
// CHECK-LABEL: llvm.func @copies
tc.kernel @copies(%x: i1) attributes {tcg.shared_bytes = 8 : i32} {
  %t = tc.splat %x : i1 -> tensor<8xi1, #copies>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[8] x i1, #s8>
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(24 : i32)
  // CHECK: llvm.and %{{.*}}, %[[MASK]] : i32
  // CHECK: scf.for
  // CHECK:   llvm.store %{{.*}} : i8, !llvm.ptr<3>
  // CHECK:   llvm.load %{{.*}} : !llvm.ptr<3> -> i8
  tcg.print "x ", %t, %m : tensor<8xi1, #copies>, !tcg.shared<[8] x i1, #s8>
  tc.return
}
