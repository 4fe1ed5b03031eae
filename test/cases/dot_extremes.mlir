// Infinity, NaN and the largest numbers go through products of any precision:
// times one they are what they were, up to that precision.
//
// DATA: _a = np.zeros((16, 8))
// DATA: _a[0, 0] = float.fromhex("0x1.fffffep127")
// DATA: _a[1, 1] = -float.fromhex("0x1.fffffep127")
// DATA: _a[2, 2] = np.inf
// DATA: _a[3, 3] = -np.inf
// DATA: _a[4, 4] = np.nan
// DATA: _a[5, 5] = 2.0**-126
// DATA: a = f32(*_a.ravel())
// DATA: exact = f32(*np.repeat(_a.sum(axis=1), 8))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=a=@%t/a.npy --arg='tf32=empty(128xf32)' --arg='tf32x3=empty(128xf32)' --arg='ieee=empty(128xf32)' --check=tf32x3=@%t/exact.npy --check=ieee=@%t/exact.npy --rtol=1e-6 --atol=0
// RUN-CASE: minitc-run %s --num-warps=1 --arg=a=@%t/a.npy --arg='tf32=empty(128xf32)' --arg='tf32x3=empty(128xf32)' --arg='ieee=empty(128xf32)' --check=tf32=@%t/exact.npy --rtol=1e-3 --atol=0

tc.kernel @dot_extremes(%a: !tc.ptr<f32>, %tf32: !tc.ptr<f32>, %tf32x3: !tc.ptr<f32>, %ieee: !tc.ptr<f32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %is = tc.reshape %i : tensor<128xi32> -> tensor<16x8xi32>
  %as = tc.addptr %a, %is : !tc.ptr<f32>, tensor<16x8xi32>
  %x = tc.load %as : tensor<16x8x!tc.ptr<f32>>
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<16x8xf32>
  %r = tc.dot %x, %ones, %zeros precision tf32 : tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
  %rs = tc.addptr %tf32, %is : !tc.ptr<f32>, tensor<16x8xi32>
  tc.store %rs, %r : tensor<16x8x!tc.ptr<f32>>
  %s = tc.dot %x, %ones, %zeros precision tf32x3 : tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
  %ss = tc.addptr %tf32x3, %is : !tc.ptr<f32>, tensor<16x8xi32>
  tc.store %ss, %s : tensor<16x8x!tc.ptr<f32>>
  %t = tc.dot %x, %ones, %zeros precision ieee : tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
  %ts = tc.addptr %ieee, %is : !tc.ptr<f32>, tensor<16x8xi32>
  tc.store %ts, %t : tensor<16x8x!tc.ptr<f32>>
  tc.return
}
