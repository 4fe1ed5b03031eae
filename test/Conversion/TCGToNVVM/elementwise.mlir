// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

#t = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>

// An op stays itself, flags included, on the vector of a thread's elements.
// CHECK-LABEL: llvm.func @same_op
// CHECK-SAME:    (%[[X:.*]]: f32, %[[N:.*]]: i32)
tc.kernel @same_op(%x: f32, %n: i32) {
  // CHECK: %[[A:.*]] = llvm.shufflevector {{.*}} [0, 0] : vector<1xf32>
  %a = tc.splat %x : f32 -> tensor<64xf32, #t>
  // CHECK: %[[B:.*]] = arith.addf %[[A]], %[[A]] fastmath<afn> : vector<2xf32>
  %b = arith.addf %a, %a fastmath<afn> : tensor<64xf32, #t>
  // CHECK: %[[C:.*]] = arith.cmpf olt, %[[A]], %[[B]] : vector<2xf32>
  %c = arith.cmpf olt, %a, %b : tensor<64xf32, #t>
  // CHECK: %[[D:.*]] = arith.select %[[C]], %[[A]], %[[B]] : vector<2xi1>, vector<2xf32>
  %d = arith.select %c, %a, %b : tensor<64xi1, #t>, tensor<64xf32, #t>
  // CHECK: %[[E:.*]] = arith.fptosi %[[D]] : vector<2xf32> to vector<2xi32>
  %e = arith.fptosi %d : tensor<64xf32, #t> to tensor<64xi32, #t>
  // CHECK: arith.addui_extended %[[E]], %[[E]] : vector<2xi32>, vector<2xi1>
  %q, %r = arith.addui_extended %e, %e : tensor<64xi32, #t>, tensor<64xi1, #t>
  // CHECK: llvm.mlir.poison : vector<2xi64>
  %u = ub.poison : tensor<64xi64, #t>
  // CHECK: math.sqrt %[[D]] : vector<2xf32>
  %v = math.sqrt %d : tensor<64xf32, #t>
  // CHECK: arith.addi %[[N]], %[[N]] : i32
  %s = arith.addi %n, %n : i32
  tc.return
}

// An f8 is the byte that holds it.
// CHECK-LABEL: llvm.func @f8
// CHECK-SAME:    (%[[X:.*]]: i8, %[[C:.*]]: i1, %[[P:.*]]: !llvm.ptr<1>)
tc.kernel @f8(%x: f8E5M2, %c: i1, %p: !tc.ptr<f8E4M3FN>) {
  // CHECK: %[[A:.*]] = llvm.shufflevector {{.*}} : vector<1xi8>
  %a = tc.splat %x : f8E5M2 -> tensor<64xf8E5M2, #t>
  // CHECK-NOT: bitcast
  // CHECK: %[[ONE:.*]] = arith.constant dense<62> : vector<2xi8>
  %one = arith.constant dense<1.5> : tensor<64xf8E5M2, #t>
  // CHECK: %[[S:.*]] = arith.select %[[C]], %[[A]], %[[ONE]] : vector<2xi8>
  %s = arith.select %c, %a, %one : tensor<64xf8E5M2, #t>
  // CHECK-NOT: bitcast
  %b = arith.bitcast %s : tensor<64xf8E5M2, #t> to tensor<64xi8, #t>
  // CHECK: arith.addi %[[S]], %[[S]] : vector<2xi8>
  %d = arith.addi %b, %b : tensor<64xi8, #t>
  // CHECK: llvm.mlir.constant(60 : i8) : i8
  %e = arith.constant 1.5 : f8E4M3FN
  // CHECK: llvm.call @minitc.st.global.v1.b8
  tc.store %p, %e : !tc.ptr<f8E4M3FN>
  tc.return
}

// All of a pointer's types are one; an offset counts elements, an i1 or an f8
// being a byte, and is signed.
// CHECK-LABEL: llvm.func @pointers
// CHECK-SAME:    (%[[P:.*]]: !llvm.ptr<1>, %[[Q:.*]]: !llvm.ptr<1>, %[[I:.*]]: i32, %[[J:.*]]: i64)
tc.kernel @pointers(%p: !tc.ptr<f32>, %q: !tc.ptr<i1>, %i: i32, %j: i64) {
  // CHECK: %[[I64:.*]] = llvm.sext %[[I]] : i32 to i64
  // CHECK: llvm.getelementptr %[[P]][%[[I64]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = tc.addptr %p, %i : !tc.ptr<f32>, i32
  // CHECK: llvm.getelementptr %[[Q]][%[[J]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %c = tc.addptr %q, %j : !tc.ptr<i1>, i64
  %r = tc.arange 0 to 64 : tensor<64xi32, #t>
  // CHECK: %[[R:.*]] = llvm.sext %{{.*}} : vector<2xi32> to vector<2xi64>
  // CHECK: %[[PS:.*]] = llvm.getelementptr %[[P]][%[[R]]] : (!llvm.ptr<1>, vector<2xi64>) -> vector<2x!llvm.ptr<1>>, f32
  %d = tc.addptr %p, %r : !tc.ptr<f32>, tensor<64xi32, #t>
  // The scalar offset is spread.
  // CHECK: llvm.shufflevector
  // CHECK: %[[E:.*]] = llvm.getelementptr %[[PS]][%{{.*}}] : (vector<2x!llvm.ptr<1>>, vector<2xi64>) -> vector<2x!llvm.ptr<1>>, f32
  %e = tc.addptr %d, %i : tensor<64x!tc.ptr<f32>, #t>, i32
  // CHECK: %[[F:.*]] = llvm.ptrtoint %[[E]] : vector<2x!llvm.ptr<1>> to vector<2xi64>
  %f = tc.ptr_to_int %e : tensor<64x!tc.ptr<f32>, #t> -> tensor<64xi64, #t>
  // CHECK: %[[G:.*]] = llvm.inttoptr %[[F]] : vector<2xi64> to vector<2x!llvm.ptr<1>>
  %g = tc.int_to_ptr %f : tensor<64xi64, #t> -> tensor<64x!tc.ptr<f16>, #t>
  %h = tc.bitcast %g : tensor<64x!tc.ptr<f16>, #t> -> tensor<64x!tc.ptr<f8E5M2>, #t>
  // CHECK: llvm.getelementptr %[[G]][%{{.*}}] : (vector<2x!llvm.ptr<1>>, vector<2xi64>) -> vector<2x!llvm.ptr<1>>, i8
  %k = tc.addptr %h, %j : tensor<64x!tc.ptr<f8E5M2>, #t>, i64
  tc.return
}

// A signed i1 is 0 or -1: NVPTX would make 1 of it as bf16.
// CHECK-LABEL: llvm.func @signed_bool
tc.kernel @signed_bool(%x: i1, %p: !tc.ptr<bf16>) {
  // CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : i1 to i32
  // CHECK: arith.sitofp %[[WIDE]] : i32 to bf16
  %y = arith.sitofp %x : i1 to bf16
  tc.store %p, %y : !tc.ptr<bf16>
  tc.return
}
