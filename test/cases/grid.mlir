// Where each program instance stands in a grid of 3 dimensions, and of how many.
//
// DATA: out = i32(*(x + 10 * y + 100 * z + 345000 for z in range(5) for y in range(4) for x in range(3)))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=3x4x5 --arg='out=empty(60xi32)' --check=out=@%t/out.npy

tc.kernel @grid(%out: !tc.ptr<i32>) {
  %x = tc.program_id x : i32
  %y = tc.program_id y : i32
  %z = tc.program_id z : i32
  %nx = tc.num_programs x : i32
  %ny = tc.num_programs y : i32
  %nz = tc.num_programs z : i32
  %k10 = arith.constant 10 : i32
  %k100 = arith.constant 100 : i32
  %k1000 = arith.constant 1000 : i32
  %zy = arith.muli %z, %ny : i32
  %row = arith.addi %zy, %y : i32
  %rows = arith.muli %row, %nx : i32
  %at = arith.addi %rows, %x : i32

  // The sizes as decimal digits, then the place.
  %n100 = arith.muli %nx, %k100 : i32
  %n10 = arith.muli %ny, %k10 : i32
  %n1 = arith.addi %n100, %n10 : i32
  %n = arith.addi %n1, %nz : i32
  %sizes = arith.muli %n, %k1000 : i32
  %z100 = arith.muli %z, %k100 : i32
  %y10 = arith.muli %y, %k10 : i32
  %zyx = arith.addi %z100, %y10 : i32
  %place = arith.addi %zyx, %x : i32
  %v = arith.addi %sizes, %place : i32
  %p = tc.addptr %out, %at : !tc.ptr<i32>, i32
  tc.store %p, %v : !tc.ptr<i32>
  tc.return
}
