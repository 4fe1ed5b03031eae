// Compare-and-swap, bit by bit: of i64, of floats (where -0 is not +0, and a NaN
// is itself), and by a loop that adds one to a scalar in each of several
// instances.
//
// DATA: p = i64(*([3, 5, -1, 2**40] * 32))
// DATA: expected = i64(*([3, 6, -1, 2**40 + 1] * 32))
// DATA: left = i64(*([-7, 5, -7, 2**40] * 32))
// DATA: f = f32(*([1.5, -0.0, np.nan, 0.0] * 2))
// DATA: f_left = f32(*([9, -0.0, 9, 9] * 2))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=swap --arg=p=@%t/p.npy --arg=e=@%t/expected.npy --arg='old=empty(128xi64)' --check=p=@%t/left.npy --check=old=@%t/p.npy
// RUN-CASE: minitc-run %s --kernel=floats --arg=p=@%t/f.npy --arg='old=empty(8xf32)' --check=p=@%t/f_left.npy --check=old=@%t/f.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=increment --grid=50 --arg='p=zeros(1xf64)' --check='p=full(1xf64, 50)' --rtol=0 --atol=0

tc.kernel @swap(%p: !tc.ptr<i64>, %e: !tc.ptr<i64>, %old: !tc.ptr<i64>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i64>, tensor<128xi32>
  %es = tc.addptr %e, %i : !tc.ptr<i64>, tensor<128xi32>
  %qs = tc.addptr %old, %i : !tc.ptr<i64>, tensor<128xi32>
  %expected = tc.load %es : tensor<128x!tc.ptr<i64>>
  %new = arith.constant dense<-7> : tensor<128xi64>
  %o = tc.atomic_cas acq_rel gpu %ps, %expected, %new : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %qs, %o : tensor<128x!tc.ptr<i64>>
  tc.return
}

// Swaps what it has just loaded, but for -0, where it expects +0.
tc.kernel @floats(%p: !tc.ptr<f32>, %old: !tc.ptr<f32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %qs = tc.addptr %old, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %ps : tensor<8x!tc.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %nine = arith.constant dense<9.0> : tensor<8xf32>
  %is_zero = arith.cmpf oeq, %x, %zero : tensor<8xf32>
  %expected = arith.select %is_zero, %zero, %x : tensor<8xi1>, tensor<8xf32>
  %o = tc.atomic_cas relaxed sys %ps, %expected, %nine : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  tc.store %qs, %o : tensor<8x!tc.ptr<f32>>
  tc.return
}

tc.kernel @increment(%p: !tc.ptr<f64>) {
  %one = arith.constant 1.0 : f64
  %guess = arith.constant 0.0 : f64
  %r = scf.while (%expected = %guess) : (f64) -> f64 {
    %new = arith.addf %expected, %one : f64
    %found = tc.atomic_cas relaxed gpu %p, %expected, %new : !tc.ptr<f64>, f64
    %again = arith.cmpf une, %found, %expected : f64
    scf.condition(%again) %found : f64
  } do {
  ^bb0(%found: f64):
    scf.yield %found : f64
  }
  tc.return
}
