// A product with ones is a sum of columns. tf32 reads each element with 10 bits
// of mantissa, tf32x3 with about 20, ieee with all of them; what each is off by
// is told apart by bounds in the sum of magnitudes.
//
// DATA: b = f32(*rng(3).standard_normal(64 * 32))
// DATA: _columns = b.astype(np.float64).reshape(64, 32)
// DATA: out = np.tile(_columns.sum(axis=0), 16).astype(np.float32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=4 --arg=b=@%t/b.npy --arg='tf32=empty(512xf32)' --arg='tf32x3=empty(512xf32)' --arg='ieee=empty(512xf32)' --check=ieee=@%t/out.npy --atol=2e-5 --rtol=0
// RUN-CASE: minitc-run %s --num-warps=4 --arg=b=@%t/b.npy --arg='tf32=empty(512xf32)' --arg='tf32x3=empty(512xf32)' --arg='ieee=empty(512xf32)' --check=tf32x3=@%t/out.npy --atol=1e-4 --rtol=0
// RUN-CASE: minitc-run %s --num-warps=4 --arg=b=@%t/b.npy --arg='tf32=empty(512xf32)' --arg='tf32x3=empty(512xf32)' --arg='ieee=empty(512xf32)' --check=tf32=@%t/out.npy --atol=0.06 --rtol=0

tc.kernel @dot_precisions(%b: !tc.ptr<f32>, %tf32: !tc.ptr<f32>, %tf32x3: !tc.ptr<f32>, %ieee: !tc.ptr<f32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %is = tc.reshape %i : tensor<2048xi32> -> tensor<64x32xi32>
  %bs = tc.addptr %b, %is : !tc.ptr<f32>, tensor<64x32xi32>
  %x = tc.load %bs : tensor<64x32x!tc.ptr<f32>>
  %ones = arith.constant dense<1.0> : tensor<16x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<16x32xf32>
  %j = tc.arange 0 to 512 : tensor<512xi32>
  %js = tc.reshape %j : tensor<512xi32> -> tensor<16x32xi32>
  %r = tc.dot %ones, %x, %zeros precision tf32 : tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>
  %rs = tc.addptr %tf32, %js : !tc.ptr<f32>, tensor<16x32xi32>
  tc.store %rs, %r : tensor<16x32x!tc.ptr<f32>>
  %s = tc.dot %ones, %x, %zeros precision tf32x3 : tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>
  %ss = tc.addptr %tf32x3, %js : !tc.ptr<f32>, tensor<16x32xi32>
  tc.store %ss, %s : tensor<16x32x!tc.ptr<f32>>
  %t = tc.dot %ones, %x, %zeros precision ieee : tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>
  %ts = tc.addptr %ieee, %js : !tc.ptr<f32>, tensor<16x32xi32>
  tc.store %ts, %t : tensor<16x32x!tc.ptr<f32>>
  tc.return
}
