// row * stride beyond 2^31 in 32 bits: the product wraps to 0 and the access is in
// bounds, on the wrong element. test/cases/offset_beyond_i32.mlir is right.
//
// REQUIRES: interp
// RUN: not minitc-run %s --device=interp --arg='x=arange(16xi32)' --arg='out=empty(16xi32)' --arg=row=65536 --arg=stride=65536 2>&1 | FileCheck %s
// CHECK: wrapped-offset.mlir:[[# @LINE + 13]]:{{[0-9]+}}: error: {{.*}}wrapped: compute it in i64
// CHECK: wrapped-offset.mlir:[[# @LINE + 7]]:{{[0-9]+}}: note: the integer wrapped here
//
// A product that does not wrap is no fault.
// RUN: minitc-run %s --device=interp --arg='x=arange(16xi32)' --arg='out=empty(16xi32)' --arg=row=0 --arg=stride=65536 --check='out=arange(16xi32)'

tc.kernel @wrapped_offset(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>, %row: i32,
                          %stride: i32) {
  %start = arith.muli %row, %stride : i32
  %starts = tc.splat %start : i32 -> tensor<16xi32>
  %lanes = tc.arange 0 to 16 : tensor<16xi32>
  %i = arith.addi %starts, %lanes : tensor<16xi32>
  %p = tc.addptr %x, %i : !tc.ptr<i32>, tensor<16xi32>
  %v = tc.load %p : tensor<16x!tc.ptr<i32>>
  %q = tc.addptr %out, %lanes : !tc.ptr<i32>, tensor<16xi32>
  tc.store %q, %v : tensor<16x!tc.ptr<i32>>
  tc.return
}
