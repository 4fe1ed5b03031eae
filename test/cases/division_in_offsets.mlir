// Offsets that come from divisions of a range: truncation makes runs of equal
// offsets where the range is negative, of uneven length. What is read must not
// be taken for contiguous, nor a run for longer than it is.
//
// DATA: x = i32(*range(100, 164))
// DATA: _range = range(-64, -56)
// DATA: quotient = i32(*(132 + -(-v // 32) for v in _range))
// DATA: remainder = i32(*(132 - (-v % 32) for v in _range))
// DATA: shifted = i32(*(132 + (v >> 4) for v in _range))
// DATA: runs = i32(*(100 + v // 4 for v in range(61, 77)))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='quotient=empty(8xi32)' --arg='remainder=empty(8xi32)' --arg='shifted=empty(8xi32)' --arg='runs=empty(16xi32)' --check=quotient=@%t/quotient.npy --check=remainder=@%t/remainder.npy --check=shifted=@%t/shifted.npy --check=runs=@%t/runs.npy

tc.kernel @division_in_offsets(%x: !tc.ptr<i32> {tc.divisible = 16 : i32},
                               %quotient: !tc.ptr<i32>,
                               %remainder: !tc.ptr<i32>,
                               %shifted: !tc.ptr<i32>, %runs: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %range = tc.arange -64 to -56 : tensor<8xi32>
  %k32 = arith.constant dense<32> : tensor<8xi32>
  %k4 = arith.constant dense<4> : tensor<8xi32>
  %base = arith.constant 32 : i32
  %middle = tc.addptr %x, %base : !tc.ptr<i32>, i32

  %q = arith.divsi %range, %k32 : tensor<8xi32>
  %p_middle = tc.addptr %middle, %q : !tc.ptr<i32>, tensor<8xi32>
  %a = tc.load %p_middle : tensor<8x!tc.ptr<i32>>
  %p_quotient = tc.addptr %quotient, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_quotient, %a : tensor<8x!tc.ptr<i32>>
  %r = arith.remsi %range, %k32 : tensor<8xi32>
  %p_middle2 = tc.addptr %middle, %r : !tc.ptr<i32>, tensor<8xi32>
  %b = tc.load %p_middle2 : tensor<8x!tc.ptr<i32>>
  %p_remainder = tc.addptr %remainder, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_remainder, %b : tensor<8x!tc.ptr<i32>>
  %s = arith.shrsi %range, %k4 : tensor<8xi32>
  %p_middle3 = tc.addptr %middle, %s : !tc.ptr<i32>, tensor<8xi32>
  %c = tc.load %p_middle3 : tensor<8x!tc.ptr<i32>>
  %p_shifted = tc.addptr %shifted, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_shifted, %c : tensor<8x!tc.ptr<i32>>

  // Runs of 4 that start in the middle of a run.
  %j = tc.arange 0 to 16 : tensor<16xi32>
  %odd = tc.arange 61 to 77 : tensor<16xi32>
  %four = arith.constant dense<4> : tensor<16xi32>
  %u = arith.divui %odd, %four : tensor<16xi32>
  %p_x = tc.addptr %x, %u : !tc.ptr<i32>, tensor<16xi32>
  %d = tc.load %p_x : tensor<16x!tc.ptr<i32>>
  %p_runs = tc.addptr %runs, %j : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_runs, %d : tensor<16x!tc.ptr<i32>>
  tc.return
}
