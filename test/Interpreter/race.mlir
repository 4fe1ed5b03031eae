// Tiles of neighbouring program instances overlap. Both sides of the race are
// named: source line, program instance and element.
//
// REQUIRES: interp
// RUN: not minitc-run %s --device=interp --grid=3 --arg='out=zeros(16xi32)' --arg=step=3 2>&1 | FileCheck %s
// CHECK: race.mlir:[[# @LINE + 16]]:{{[0-9]+}}: error: two program instances access byte 12 of 'out' with no order between them: use atomics, or give each instance elements of its own (program instance (1, 0, 0), element [0])
// CHECK-NEXT: tc.store
// CHECK-NEXT: ^
// CHECK-NEXT: race.mlir:[[# @LINE + 13]]:{{[0-9]+}}: note: the other access is here, by program instance (0, 0, 0), element [3]
//
// Without an overlap there is none, and nobody looks without checks.
// RUN: minitc-run %s --device=interp --grid=3 --arg='out=zeros(16xi32)' --arg=step=4
// RUN: minitc-run %s --device=interp --grid=3 --arg='out=zeros(16xi32)' --arg=step=3 --check-memory=off

tc.kernel @race(%out: !tc.ptr<i32>, %step: i32) {
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %step : i32
  %starts = tc.splat %start : i32 -> tensor<4xi32>
  %lanes = tc.arange 0 to 4 : tensor<4xi32>
  %i = arith.addi %starts, %lanes : tensor<4xi32>
  %p = tc.addptr %out, %i : !tc.ptr<i32>, tensor<4xi32>
  tc.store %p, %lanes : tensor<4x!tc.ptr<i32>>
  tc.return
}
