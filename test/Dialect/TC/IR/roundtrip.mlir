// RUN: minitc-opt %s | minitc-opt | FileCheck %s
// RUN: minitc-opt %s -mlir-print-op-generic | minitc-opt | FileCheck %s

// CHECK-LABEL: tc.kernel @empty() {
// CHECK-NEXT: tc.return
tc.kernel @empty() {
  tc.return
}

// Names and promises of arguments stay.

// CHECK-LABEL: tc.kernel @arguments
// CHECK-SAME: (%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32 {tc.divisible = 8 : i32}, %x.y: f8E5M2, %c: i1)
// CHECK-SAME: attributes {num_stages = 3 : i32, num_warps = 8 : i32} {
tc.kernel @arguments(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %n: i32 {tc.divisible = 8 : i32}, %x.y: f8E5M2, %c: i1)
    attributes {num_warps = 8 : i32, num_stages = 3 : i32} {
  tc.return
}

// An argument without a name is called by its number.

// CHECK-LABEL: tc.kernel @numbered
// CHECK-SAME: (%arg0: i64, %arg1: f16)
tc.kernel @numbered(%0: i64, %1: f16) {
  tc.return
}

// CHECK-LABEL: tc.kernel @pointers
// CHECK-SAME: !tc.ptr<i1>, %b: !tc.ptr<i8>, %c: !tc.ptr<i16>, %d: !tc.ptr<i64>
// CHECK-SAME: !tc.ptr<f8E4M3FN>, %f: !tc.ptr<bf16>, %g: !tc.ptr<f64>
tc.kernel @pointers(%a: !tc.ptr<i1>, %b: !tc.ptr<i8>, %c: !tc.ptr<i16>,
                    %d: !tc.ptr<i64>, %e: !tc.ptr<f8E4M3FN>, %f: !tc.ptr<bf16>,
                    %g: !tc.ptr<f64>) {
  tc.return
}

// CHECK-LABEL: tc.kernel @grid
// CHECK: %pid_x = tc.program_id x : i32
// CHECK: %pid_y = tc.program_id y : i32
// CHECK: %pid_z = tc.program_id z {note} : i32
// CHECK: %programs_x = tc.num_programs x : i32
tc.kernel @grid() {
  %0 = tc.program_id x : i32
  %1 = tc.program_id y : i32
  %2 = tc.program_id z {note} : i32
  %3 = tc.num_programs x : i32
  tc.return
}

// CHECK-LABEL: tc.kernel @shapes
tc.kernel @shapes(%s: f32, %p: !tc.ptr<i8>) {
  // CHECK: %[[R:.*]] = tc.arange 0 to 8 : tensor<8xi32>
  %0 = tc.arange 0 to 8 : tensor<8xi32>
  // CHECK: tc.arange -4 to 4 : tensor<8xi64>
  %1 = tc.arange -4 to 4 : tensor<8xi64>
  // CHECK: tc.splat %s : f32 -> tensor<8xf32>
  %2 = tc.splat %s : f32 -> tensor<8xf32>
  // CHECK: tc.splat %p : !tc.ptr<i8> -> tensor<2x2x!tc.ptr<i8>>
  %3 = tc.splat %p : !tc.ptr<i8> -> tensor<2x2x!tc.ptr<i8>>
  // CHECK: %[[E:.*]] = tc.expand_dims %[[R]] axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  %4 = tc.expand_dims %0 axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  // CHECK: %[[B:.*]] = tc.broadcast %[[E]] : tensor<8x1xi32> -> tensor<8x4xi32>
  %5 = tc.broadcast %4 : tensor<8x1xi32> -> tensor<8x4xi32>
  // CHECK: tc.reshape %[[B]] : tensor<8x4xi32> -> tensor<32xi32>
  %6 = tc.reshape %5 : tensor<8x4xi32> -> tensor<32xi32>
  // CHECK: tc.transpose %[[B]] [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  %7 = tc.transpose %5 [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  tc.return
}

// CHECK-LABEL: tc.kernel @addresses
tc.kernel @addresses(%p: !tc.ptr<f32>, %n: i64, %f: f64) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  // CHECK: %[[S:.*]] = tc.addptr %p, %n : !tc.ptr<f32>, i64
  %0 = tc.addptr %p, %n : !tc.ptr<f32>, i64
  // CHECK: %[[T:.*]] = tc.addptr %p, %{{.*}} : !tc.ptr<f32>, tensor<8xi32>
  %1 = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  // CHECK: tc.addptr %[[T]], %n : tensor<8x!tc.ptr<f32>>, i64
  %2 = tc.addptr %1, %n : tensor<8x!tc.ptr<f32>>, i64
  // CHECK: tc.addptr %[[T]], %{{.*}} : tensor<8x!tc.ptr<f32>>, tensor<8xi32>
  %3 = tc.addptr %1, %i : tensor<8x!tc.ptr<f32>>, tensor<8xi32>
  // CHECK: tc.int_to_ptr %n : i64 -> !tc.ptr<bf16>
  %4 = tc.int_to_ptr %n : i64 -> !tc.ptr<bf16>
  // CHECK: %[[A:.*]] = tc.ptr_to_int %[[T]] : tensor<8x!tc.ptr<f32>> -> tensor<8xi64>
  %5 = tc.ptr_to_int %1 : tensor<8x!tc.ptr<f32>> -> tensor<8xi64>
  // CHECK: tc.int_to_ptr %[[A]] : tensor<8xi64> -> tensor<8x!tc.ptr<i1>>
  %6 = tc.int_to_ptr %5 : tensor<8xi64> -> tensor<8x!tc.ptr<i1>>
  // CHECK: tc.bitcast %[[S]] : !tc.ptr<f32> -> !tc.ptr<i8>
  %7 = tc.bitcast %0 : !tc.ptr<f32> -> !tc.ptr<i8>
  // CHECK: tc.to_f8 %f : f64 -> f8E5M2
  %8 = tc.to_f8 %f : f64 -> f8E5M2
  tc.return
}

// CHECK-LABEL: tc.kernel @memory
tc.kernel @memory(%s: !tc.ptr<f32>, %c: i1, %f: f32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  // CHECK: %[[P:.*]] = tc.addptr
  %p = tc.addptr %s, %i : !tc.ptr<f32>, tensor<8xi32>
  // CHECK: %[[M:.*]] = tc.splat %c
  %m = tc.splat %c : i1 -> tensor<8xi1>
  // CHECK: tc.load %s : !tc.ptr<f32>
  %0 = tc.load %s : !tc.ptr<f32>
  // CHECK: tc.load %s mask %c other %f : !tc.ptr<f32>
  %1 = tc.load %s mask %c other %f : !tc.ptr<f32>
  // CHECK: %[[X:.*]] = tc.load %[[P]] : tensor<8x!tc.ptr<f32>>
  %2 = tc.load %p : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.load %[[P]] mask %[[M]] other %f : tensor<8x!tc.ptr<f32>>
  %3 = tc.load %p mask %m other %f : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.load %[[P]] mask %[[M]] other %[[X]] : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  %4 = tc.load %p mask %m other %2 : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  // CHECK: tc.load %[[P]] cache ca evict first volatile {note} : tensor<8x!tc.ptr<f32>>
  %5 = tc.load %p cache ca evict first volatile {note} : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.load %[[P]] mask %[[M]] other %f cache cv evict last : tensor<8x!tc.ptr<f32>>
  %6 = tc.load %p mask %m other %f cache cv evict last : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.load %[[P]] volatile : tensor<8x!tc.ptr<f32>>
  %7 = tc.load %p volatile : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.store %s, %f : !tc.ptr<f32>
  tc.store %s, %f : !tc.ptr<f32>
  // CHECK: tc.barrier
  tc.barrier
  // CHECK: tc.store %[[P]], %[[X]] mask %[[M]] : tensor<8x!tc.ptr<f32>>
  tc.store %p, %2 mask %m : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.store %[[P]], %[[X]] mask %[[M]] cache wt evict last volatile : tensor<8x!tc.ptr<f32>>
  tc.store %p, %2 mask %m cache wt evict last volatile : tensor<8x!tc.ptr<f32>>
  // CHECK: tc.store %[[P]], %[[X]] cache cs {note} : tensor<8x!tc.ptr<f32>>
  tc.store %p, %2 cache cs {note} : tensor<8x!tc.ptr<f32>>
  tc.return
}

// CHECK-LABEL: tc.kernel @reductions
tc.kernel @reductions(%f: f32, %n: i32) {
  // CHECK: %[[X:.*]] = tc.splat %f
  %x = tc.splat %f : f32 -> tensor<8x4xf32>
  // CHECK: %[[I:.*]] = tc.splat %n
  %i = tc.splat %n : i32 -> tensor<8xi32>
  // CHECK: tc.reduce sum %[[X]] axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  %0 = tc.reduce sum %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  // CHECK: tc.reduce prod %[[X]] axis 1 {note} : tensor<8x4xf32> -> tensor<8xf32>
  %1 = tc.reduce prod %x axis 1 {note} : tensor<8x4xf32> -> tensor<8xf32>
  // CHECK: tc.reduce max %[[I]] axis 0 : tensor<8xi32> -> i32
  %2 = tc.reduce max %i axis 0 : tensor<8xi32> -> i32
  // CHECK: tc.reduce min %[[X]]
  %3 = tc.reduce min %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  // CHECK: tc.reduce maxnum %[[X]]
  %4 = tc.reduce maxnum %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  // CHECK: tc.reduce minnum %[[X]]
  %5 = tc.reduce minnum %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  // CHECK: tc.reduce umax %[[I]]
  %6 = tc.reduce umax %i axis 0 : tensor<8xi32> -> i32
  // CHECK: tc.reduce umin %[[I]]
  %7 = tc.reduce umin %i axis 0 : tensor<8xi32> -> i32
  // CHECK: tc.reduce and %[[I]]
  %8 = tc.reduce and %i axis 0 : tensor<8xi32> -> i32
  // CHECK: tc.reduce or %[[I]]
  %9 = tc.reduce or %i axis 0 : tensor<8xi32> -> i32
  // CHECK: tc.reduce xor %[[I]]
  %10 = tc.reduce xor %i axis 0 : tensor<8xi32> -> i32
  // CHECK: %{{.*}}:2 = tc.reduce argmax %[[X]] axis 0 : tensor<8x4xf32> -> tensor<4xf32>, tensor<4xi32>
  %11:2 = tc.reduce argmax %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>, tensor<4xi32>
  // CHECK: %{{.*}}:2 = tc.reduce argmin %[[I]] axis 0 : tensor<8xi32> -> i32, i32
  %12:2 = tc.reduce argmin %i axis 0 : tensor<8xi32> -> i32, i32
  tc.return
}

// CHECK-LABEL: tc.kernel @combiners
tc.kernel @combiners(%f: f32, %n: i32) {
  // CHECK: %[[X:.*]] = tc.splat %f
  %x = tc.splat %f : f32 -> tensor<8x4xf32>
  // CHECK: %[[I:.*]] = tc.splat %n
  %i = tc.splat %n : i32 -> tensor<8x4xi32>
  // CHECK: tc.reduce (%[[X]]) axis 1 commutative combine {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT: %[[C:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT: tc.yield %[[C]] : f32
  // CHECK-NEXT: } : (tensor<8x4xf32>) -> (tensor<8xf32>)
  %0 = tc.reduce (%x) axis 1 commutative combine {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tc.yield %c : f32
  } : (tensor<8x4xf32>) -> (tensor<8xf32>)
  // CHECK: %{{.*}}:2 = tc.reduce (%[[X]], %[[I]]) axis 0 combine {
  // CHECK: tc.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } {note} : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %1:2 = tc.reduce (%x, %i) axis 0 combine {
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    tc.yield %b, %k : f32, i32
  } {note} : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  tc.return
}
