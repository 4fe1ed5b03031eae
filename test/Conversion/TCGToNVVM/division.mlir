// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// Division by zero gives some value; LLVM's has no meaning at all.
// CHECK-LABEL: llvm.func @unsigned
// CHECK-SAME:    (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         %[[BAD:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]] : i32
// CHECK:         %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:         %[[SAFE:.*]] = arith.select %[[BAD]], %[[ONE]], %[[B]] : i32
// CHECK:         arith.divui %[[A]], %[[SAFE]] : i32
// CHECK:         %[[SAFE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[B]] : i32
// CHECK:         arith.remui %[[A]], %[[SAFE]] : i32
tc.kernel @unsigned(%a: i32, %b: i32) {
  %q = arith.divui %a, %b : i32
  %r = arith.remui %a, %b : i32
  tc.return
}

// So does the smallest number by -1, which wraps here.
// CHECK-LABEL: llvm.func @signed
// CHECK-SAME:    (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         %[[IS_ZERO:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]] : i32
// CHECK:         %[[MINUS:.*]] = arith.constant -1 : i32
// CHECK:         %[[IS_MINUS:.*]] = arith.cmpi eq, %[[B]], %[[MINUS]] : i32
// CHECK:         %[[BAD:.*]] = arith.ori %[[IS_ZERO]], %[[IS_MINUS]] : i1
// CHECK:         %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:         %[[SAFE:.*]] = arith.select %[[BAD]], %[[ONE]], %[[B]] : i32
// CHECK:         %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]] : i32
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         %[[NEGATED:.*]] = arith.subi %[[ZERO]], %[[A]] : i32
// CHECK:         arith.select %[[IS_MINUS]], %[[NEGATED]], %[[Q]] : i32
// CHECK:         arith.cmpi eq
// CHECK:         %[[IS_MINUS:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
// CHECK:         %[[R:.*]] = arith.remsi %[[A]], %{{.*}} : i32
// CHECK:         arith.select %[[IS_MINUS]], %{{.*}}, %[[R]] : i32
tc.kernel @signed(%a: i32, %b: i32) {
  %q = arith.divsi %a, %b : i32
  %r = arith.remsi %a, %b : i32
  tc.return
}

// A constant that is neither needs no guard.
// CHECK-LABEL: llvm.func @constants
// CHECK-NOT:     arith.select
// CHECK:         arith.divsi
// CHECK-NOT:     arith.select
// CHECK:         arith.divui
// CHECK:         arith.select
// CHECK:         arith.remsi
tc.kernel @constants(%a: i32) {
  %three = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %q = arith.divsi %a, %three : i32
  %u = arith.divui %a, %three : i32
  %r = arith.remsi %a, %minus : i32
  tc.return
}

// CHECK-LABEL: llvm.func @tiles
// CHECK:         arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<2xi1>, vector<2xi64>
// CHECK:         arith.divsi %{{.*}}, %{{.*}} : vector<2xi64>
// CHECK:         arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<2xi1>, vector<2xi64>
#t = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>
tc.kernel @tiles() {
  %a = tc.arange 0 to 64 : tensor<64xi64, #t>
  %q = arith.divsi %a, %a : tensor<64xi64, #t>
  tc.return
}

// Those that round up or down are made of those that truncate.
// CHECK-LABEL: llvm.func @rounding
// CHECK-NOT:     arith.{{ceil|floor}}div
// CHECK:         arith.divsi
// CHECK-NOT:     arith.{{ceil|floor}}div
// CHECK:         arith.divsi
// CHECK-NOT:     arith.{{ceil|floor}}div
// CHECK:         arith.divui
// CHECK-NOT:     arith.{{ceil|floor}}div
// CHECK:         llvm.return
tc.kernel @rounding(%a: i8, %b: i8) {
  %u = arith.ceildivsi %a, %b : i8
  %v = arith.floordivsi %a, %b : i8
  %w = arith.ceildivui %a, %b : i8
  tc.return
}

// CHECK-LABEL: llvm.func @in_combiner
// CHECK:         arith.select
// CHECK:         arith.divsi
tc.kernel @in_combiner() {
  %a = tc.arange 0 to 2 : tensor<2xi32, #tcg.layout<{register = [[1]]}>>
  %r = tc.reduce (%a) axis 0 combine {
  ^bb0(%x: i32, %y: i32):
    %q = arith.divsi %x, %y : i32
    tc.yield %q : i32
  } : (tensor<2xi32, #tcg.layout<{register = [[1]]}>>) -> (i32)
  tc.return
}
