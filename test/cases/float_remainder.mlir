// The remainder has the sign of the dividend and is exact, however large the
// quotient: -5 rem 3 is -2.
//
// DATA: a = f32(-5, 5, -5, 1e30, 0.3, -0.0, 7, 1, 2.0**100, 5, np.inf, np.nan, 3, 16777215, 1e-40, -6)
// DATA: b = f32(3, -3, -3, 3, 0.1, 3, np.inf, 0, 1.1, 2.5, 2, 2, np.nan, 0.7, 3e-41, 3)
// DATA: out = np.fmod(a.astype(np.float64), b.astype(np.float64)).astype(np.float32)
// DATA: negative = a < 0
// DATA: negative[[5, 15]] = True
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(16xf32)' --arg='negative=empty(16xi1)' --check=out=@%t/out.npy --check=negative=@%t/negative.npy --rtol=0 --atol=0

tc.kernel @float_remainder(%a: !tc.ptr<f32>, %b: !tc.ptr<f32>,
                           %out: !tc.ptr<f32>, %negative: !tc.ptr<i1>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %p_a = tc.addptr %a, %i : !tc.ptr<f32>, tensor<16xi32>
  %x = tc.load %p_a : tensor<16x!tc.ptr<f32>>
  %p_b = tc.addptr %b, %i : !tc.ptr<f32>, tensor<16xi32>
  %y = tc.load %p_b : tensor<16x!tc.ptr<f32>>
  %r = arith.remf %x, %y : tensor<16xf32>
  %p_out = tc.addptr %out, %i : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out, %r : tensor<16x!tc.ptr<f32>>
  // The sign of a zero shows in its bits; NaN's sign means nothing.
  %bits = arith.bitcast %r : tensor<16xf32> to tensor<16xi32>
  %zero = arith.constant dense<0> : tensor<16xi32>
  %sign = arith.cmpi slt, %bits, %zero : tensor<16xi32>
  %number = arith.cmpf ord, %r, %r : tensor<16xf32>
  %n = arith.andi %sign, %number : tensor<16xi1>
  %p_negative = tc.addptr %negative, %i : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_negative, %n : tensor<16x!tc.ptr<i1>>
  tc.return
}
