// Products of i8 add up modulo 2^32, whatever unit multiplies.
//
// DATA: a = i8(*rng(1).integers(-128, 128, 64 * 64))
// DATA: b = i8(*rng(2).integers(-128, 128, 64 * 32))
// DATA: c = i32(*rng(3).integers(-2**31, 2**31, 64 * 32))
// DATA: _sum = a.reshape(64, 64).astype(np.int64) @ b.reshape(64, 32).astype(np.int64)
// DATA: out = i32(*(_sum.ravel() + c.astype(np.int64)))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=4 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg=c=@%t/c.npy --check=c=@%t/out.npy
// RUN-CASE: minitc-run %s --num-warps=2 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg=c=@%t/c.npy --check=c=@%t/out.npy

tc.kernel @dot_i8_wraps(%a: !tc.ptr<i8>, %b: !tc.ptr<i8>, %c: !tc.ptr<i32>) {
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %is = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %as = tc.addptr %a, %is : !tc.ptr<i8>, tensor<64x64xi32>
  %x = tc.load %as : tensor<64x64x!tc.ptr<i8>>
  %j = tc.arange 0 to 2048 : tensor<2048xi32>
  %js = tc.reshape %j : tensor<2048xi32> -> tensor<64x32xi32>
  %bs = tc.addptr %b, %js : !tc.ptr<i8>, tensor<64x32xi32>
  %y = tc.load %bs : tensor<64x32x!tc.ptr<i8>>
  %cs = tc.addptr %c, %js : !tc.ptr<i32>, tensor<64x32xi32>
  %z = tc.load %cs : tensor<64x32x!tc.ptr<i32>>
  %d = tc.dot %x, %y, %z : tensor<64x64xi8>, tensor<64x32xi8>, tensor<64x32xi32>
  tc.store %cs, %d : tensor<64x32x!tc.ptr<i32>>
  tc.return
}
