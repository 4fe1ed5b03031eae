// i1 is an integer of one bit: a sum is an exclusive or, a product an and, true is
// -1 for signed comparisons and extremes and 1 for unsigned ones.
//
// DATA: a, b = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
// DATA: out = np.concatenate([a ^ b, a ^ b, a & b, a & b, a | b, a | b, a & b, ~a & b, a & ~b])
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(36xi1)' --check=out=@%t/out.npy

tc.kernel @bool_arithmetic(%a: !tc.ptr<i1>, %b: !tc.ptr<i1>, %out: !tc.ptr<i1>) {
  %r0 = tc.arange 0 to 4 : tensor<4xi32>
  %p_a = tc.addptr %a, %r0 : !tc.ptr<i1>, tensor<4xi32>
  %x = tc.load %p_a : tensor<4x!tc.ptr<i1>>
  %p_b = tc.addptr %b, %r0 : !tc.ptr<i1>, tensor<4xi32>
  %y = tc.load %p_b : tensor<4x!tc.ptr<i1>>
  %addi = arith.addi %x, %y : tensor<4xi1>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out, %addi : tensor<4x!tc.ptr<i1>>
  %r1 = tc.arange 4 to 8 : tensor<4xi32>
  %subi = arith.subi %x, %y : tensor<4xi1>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out2, %subi : tensor<4x!tc.ptr<i1>>
  %r2 = tc.arange 8 to 12 : tensor<4xi32>
  %muli = arith.muli %x, %y : tensor<4xi1>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out3, %muli : tensor<4x!tc.ptr<i1>>
  %r3 = tc.arange 12 to 16 : tensor<4xi32>
  %maxsi = arith.maxsi %x, %y : tensor<4xi1>
  %p_out4 = tc.addptr %out, %r3 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out4, %maxsi : tensor<4x!tc.ptr<i1>>
  %r4 = tc.arange 16 to 20 : tensor<4xi32>
  %minsi = arith.minsi %x, %y : tensor<4xi1>
  %p_out5 = tc.addptr %out, %r4 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out5, %minsi : tensor<4x!tc.ptr<i1>>
  %r5 = tc.arange 20 to 24 : tensor<4xi32>
  %maxui = arith.maxui %x, %y : tensor<4xi1>
  %p_out6 = tc.addptr %out, %r5 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out6, %maxui : tensor<4x!tc.ptr<i1>>
  %r6 = tc.arange 24 to 28 : tensor<4xi32>
  %minui = arith.minui %x, %y : tensor<4xi1>
  %p_out7 = tc.addptr %out, %r6 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out7, %minui : tensor<4x!tc.ptr<i1>>
  %r7 = tc.arange 28 to 32 : tensor<4xi32>
  %cmpiult = arith.cmpi ult, %x, %y : tensor<4xi1>
  %p_out8 = tc.addptr %out, %r7 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out8, %cmpiult : tensor<4x!tc.ptr<i1>>
  %r8 = tc.arange 32 to 36 : tensor<4xi32>
  %cmpislt = arith.cmpi slt, %x, %y : tensor<4xi1>
  %p_out9 = tc.addptr %out, %r8 : !tc.ptr<i1>, tensor<4xi32>
  tc.store %p_out9, %cmpislt : tensor<4x!tc.ptr<i1>>
  tc.return
}
