// -1 / 2 is 0: signed division truncates. The ceiling of -36 / 5 is -7 by the op
// for it, and -6 where it is written with adds, (-36 + 4) / 5.
//
// DATA: a = i32(-1, -36, 7, -7, 7, -7, 2**31 - 1, -2**31)
// DATA: b = i32(2, 5, 2, 2, -2, -2, 2, 3)
// DATA: quotient = i32(0, -7, 3, -3, -3, 3, 1073741823, -715827882)
// DATA: remainder = i32(-1, -1, 1, -1, 1, -1, 1, -2)
// DATA: ceiling = i32(0, -7, 4, -3, -3, 4, 1073741824, -715827882)
// DATA: floor = i32(-1, -8, 3, -4, -4, 3, 1073741823, -715827883)
// DATA: by_adds = i32(0, -6, 4, -3, -2, 5, -1073741824, -715827882)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='quotient=empty(8xi32)' --arg='remainder=empty(8xi32)' --arg='ceiling=empty(8xi32)' --arg='floor=empty(8xi32)' --arg='by_adds=empty(8xi32)' --check=quotient=@%t/quotient.npy --check=remainder=@%t/remainder.npy --check=ceiling=@%t/ceiling.npy --check=floor=@%t/floor.npy --check=by_adds=@%t/by_adds.npy

tc.kernel @truncating_division(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>,
                               %quotient: !tc.ptr<i32>,
                               %remainder: !tc.ptr<i32>,
                               %ceiling: !tc.ptr<i32>, %floor: !tc.ptr<i32>,
                               %by_adds: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %p_a = tc.addptr %a, %i : !tc.ptr<i32>, tensor<8xi32>
  %x = tc.load %p_a : tensor<8x!tc.ptr<i32>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i32>, tensor<8xi32>
  %y = tc.load %p_b : tensor<8x!tc.ptr<i32>>
  %q = arith.divsi %x, %y : tensor<8xi32>
  %r = arith.remsi %x, %y : tensor<8xi32>
  %c = arith.ceildivsi %x, %y : tensor<8xi32>
  %f = arith.floordivsi %x, %y : tensor<8xi32>
  %one = arith.constant dense<1> : tensor<8xi32>
  %sum = arith.addi %x, %y : tensor<8xi32>
  %less = arith.subi %sum, %one : tensor<8xi32>
  %d = arith.divsi %less, %y : tensor<8xi32>
  %p_quotient = tc.addptr %quotient, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_quotient, %q : tensor<8x!tc.ptr<i32>>
  %p_remainder = tc.addptr %remainder, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_remainder, %r : tensor<8x!tc.ptr<i32>>
  %p_ceiling = tc.addptr %ceiling, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_ceiling, %c : tensor<8x!tc.ptr<i32>>
  %p_floor = tc.addptr %floor, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_floor, %f : tensor<8x!tc.ptr<i32>>
  %p_by_adds = tc.addptr %by_adds, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_by_adds, %d : tensor<8x!tc.ptr<i32>>
  tc.return
}
