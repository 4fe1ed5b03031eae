// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-form-tensor-loads{target=sm_90a}))' | FileCheck %s
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-form-tensor-loads{target=sm_80}))' | FileCheck %s --check-prefix=OLD
// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-form-tensor-loads{target=sm_90a num-warps=32}))' | FileCheck %s --check-prefix=OLD

// OLD-NOT: tcg.tensor_load

// Sizes and strides as the launcher computes them; the transposition stays.
// CHECK-LABEL: tc.kernel @formed
// CHECK: scf.for %[[K:.*]] = %[[ZERO:.*]] to
// CHECK:   %[[X:.*]] = tcg.tensor_load <base = 0, element = f16, sizes = ["%2", "%3"], strides = ["%4 8 mul.64", "1"], window = [64, 32]>[%[[ZERO]], %[[K]]] : tensor<64x32xf16>
// CHECK:   %[[Y:.*]] = tcg.tensor_load <base = 1, element = f16, sizes = ["2", "%2 %3 add.32", "%3"], strides = ["4096", "256", "1"], window = [1, 32, 32]>[%[[ZERO]], %[[ZERO]], %[[K]]] : tensor<32x32xf16>
// CHECK:   %[[Y3:.*]] = tc.reshape %[[Y]] : tensor<32x32xf16> -> tensor<1x32x32xf16>
// CHECK:   %[[Y2:.*]] = tc.reshape %[[Y3]]
// CHECK:   %[[T:.*]] = tc.transpose %[[Y2]] [1, 0]
// CHECK:   tc.dot %[[X]], %[[T]],
tc.kernel @formed(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %b: !tc.ptr<f16> {tc.divisible = 16 : i32},
                  %m: i32, %k: i32, %ld: i64) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %c256 = arith.constant 256 : i64
  %c4096 = arith.constant 4096 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %lda = arith.muli %ld, %eight : i64
  %n = arith.addi %m, %k : i32
  %as = tc.make_view %a, shape [%m, %k], strides [%lda, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %bs = tc.make_view %b, shape [%c2, %n, %k], strides [%c4096, %c256, %one] : !tc.ptr<f16> -> !tc.view<1x32x32xf16>
  %r = scf.for %i = %c0 to %k step %c32 iter_args(%sum = %zeros) -> (tensor<64x32xf32>) : i32 {
    %x = tc.load_view %as[%c0, %i] other %zero : !tc.view<64x32xf16>
    %y3 = tc.load_view %bs[%c0, %c0, %i] other %zero : !tc.view<1x32x32xf16>
    %y2 = tc.reshape %y3 : tensor<1x32x32xf16> -> tensor<32x32xf16>
    %y = tc.transpose %y2 [1, 0] : tensor<32x32xf16> -> tensor<32x32xf16>
    %d = tc.dot %x, %y, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    scf.yield %d : tensor<64x32xf32>
  }
  tc.return
}

// What TMA cannot fetch, or what the tensor cores do not take as it is: a fill
// that is not 0, strides that are not multiples of 16 bytes or none of them 1, an
// address that is not, a size from memory, a tile that is used otherwise too.
// CHECK-LABEL: tc.kernel @left
// CHECK-NOT: tcg.tensor_load
tc.kernel @left(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %unaligned: !tc.ptr<f16>, %size: !tc.ptr<i32>,
                %n: i32, %ld: i64, %out: !tc.ptr<f16>) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant 0.0 : f16
  %two = arith.constant 2.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %loaded = tc.load %size : !tc.ptr<i32>
  %good = tc.make_view %a, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %narrow = tc.make_view %a, shape [%n, %n], strides [%ld, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %apart = tc.make_view %a, shape [%n, %n], strides [%c64, %c64] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %odd = tc.make_view %unaligned, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %sized = tc.make_view %a, shape [%n, %loaded], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%sum = %zeros) -> (tensor<64x32xf32>) : i32 {
    %x0 = tc.load_view %good[%c0, %i] other %two : !tc.view<64x32xf16>
    %d0 = tc.dot %x0, %w, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    %x1 = tc.load_view %narrow[%c0, %i] other %zero : !tc.view<64x32xf16>
    %d1 = tc.dot %x1, %w, %d0 : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    %x2 = tc.load_view %apart[%c0, %i] other %zero : !tc.view<64x32xf16>
    %d2 = tc.dot %x2, %w, %d1 : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    %x3 = tc.load_view %odd[%c0, %i] other %zero : !tc.view<64x32xf16>
    %d3 = tc.dot %x3, %w, %d2 : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    %x4 = tc.load_view %sized[%c0, %i] other %zero : !tc.view<64x32xf16>
    %d4 = tc.dot %x4, %w, %d3 : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    %x5 = tc.load_view %good[%c0, %i] other %zero : !tc.view<64x32xf16>
    %x6 = arith.addf %x5, %x5 : tensor<64x32xf16>
    %d5 = tc.dot %x6, %w, %d4 : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    scf.yield %d5 : tensor<64x32xf32>
  }
  tc.return
}

// Outside a loop there is nothing to overlap with; under a condition, producers
// could not tell.
// CHECK-LABEL: tc.kernel @places
// CHECK-NOT: tcg.tensor_load
tc.kernel @places(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %as = tc.make_view %a, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %x = tc.load_view %as[%c0, %c0] other %zero : !tc.view<64x32xf16>
  %d = tc.dot %x, %w, %zeros : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
  scf.for %i = %c0 to %n step %c32 : i32 {
    scf.if %c {
      scf.for %j = %c0 to %n step %c32 : i32 {
        %y = tc.load_view %as[%c0, %j] other %zero : !tc.view<64x32xf16>
        %e = tc.dot %y, %w, %zeros : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
      }
    }
  }
  tc.return
}

// A barrier orders loads after what is written before; loads by TMA would not
// be.
// CHECK-LABEL: tc.kernel @ordered
// CHECK-NOT: tcg.tensor_load
tc.kernel @ordered(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %as = tc.make_view %a, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  tc.barrier
  scf.for %j = %c0 to %n step %c32 : i32 {
    %y = tc.load_view %as[%c0, %j] other %zero : !tc.view<64x32xf16>
    %e = tc.dot %y, %w, %zeros : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
  }
  tc.return
}

// So does an atomic that acquires; a relaxed one does not.
// CHECK-LABEL: tc.kernel @acquiring
// CHECK-NOT: tcg.tensor_load
// CHECK-LABEL: tc.kernel @relaxed
// CHECK: tcg.tensor_load
tc.kernel @acquiring(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %flag: !tc.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %as = tc.make_view %a, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %old = tc.atomic_rmw add acquire gpu %flag, %c0 : !tc.ptr<i32>, i32
  scf.for %j = %c0 to %n step %c32 : i32 {
    %y = tc.load_view %as[%c0, %j] other %zero : !tc.view<64x32xf16>
    %e = tc.dot %y, %w, %zeros : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
  }
  tc.return
}
tc.kernel @relaxed(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %flag: !tc.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %as = tc.make_view %a, shape [%n, %n], strides [%c64, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %old = tc.atomic_rmw add relaxed gpu %flag, %c0 : !tc.ptr<i32>, i32
  scf.for %j = %c0 to %n step %c32 : i32 {
    %y = tc.load_view %as[%c0, %j] other %zero : !tc.view<64x32xf16>
    %e = tc.dot %y, %w, %zeros : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
  }
  tc.return
}
