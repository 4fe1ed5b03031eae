// max, min, umax, umin, and, or, xor of integers, along the rows of a tile, and
// max, min, maxnum, minnum of floats: NaN goes through the first two and is
// ignored by the others, unless there is nothing else.
//
// DATA: _n = rng(1).integers(-2**63, 2**63, (16, 64), np.int64)
// DATA: def _reduced(x):
// DATA:     u = x.view(f"u{x.itemsize}")
// DATA:     signed = [x.max(1), x.min(1)]
// DATA:     unsigned = [u.max(1), u.min(1), np.bitwise_and.reduce(u | 1, 1), np.bitwise_or.reduce(u & 5, 1), np.bitwise_xor.reduce(u, 1)]
// DATA:     return np.concatenate(signed + [v.view(x.dtype) for v in unsigned])
// DATA: i8_in, i16_in, i32_in, i64_in = (_n.astype(f"i{b}") for b in (1, 2, 4, 8))
// DATA: i8_out, i16_out, i32_out, i64_out = map(_reduced, (i8_in, i16_in, i32_in, i64_in))
// DATA: _f = rng(2).integers(-128, 128, (16, 64)).astype(np.float64)
// DATA: _f[1, 9] = _f[2, [0, 63]] = _f[3] = np.nan
// DATA: _f[4, 7], _f[5, 8], _f[6] = np.inf, -np.inf, -np.inf
// DATA: f64_in, f32_in, f16_in, bf16_in = _f, _f.astype(np.float32), _f.astype(np.float16), bf16(_f)
// DATA: _out = np.concatenate([_f.max(1), _f.min(1), np.fmax.reduce(_f, 1), np.fmin.reduce(_f, 1)])
// DATA: f64_out, f32_out, f16_out, bf16_out = _out, _out.astype(np.float32), _out.astype(np.float16), bf16(_out)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=x=@%t/i8_in.npy --arg='out=empty(112xi8)' --check=out=@%t/i8_out.npy
// RUN-CASE: minitc-run %s --kernel=i16 --arg=x=@%t/i16_in.npy --arg='out=empty(112xi16)' --check=out=@%t/i16_out.npy
// RUN-CASE: minitc-run %s --kernel=i32 --arg=x=@%t/i32_in.npy --arg='out=empty(112xi32)' --check=out=@%t/i32_out.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=x=@%t/i64_in.npy --arg='out=empty(112xi64)' --check=out=@%t/i64_out.npy
// RUN-CASE: minitc-run %s --kernel=f16 --arg=x=@%t/f16_in.npy --arg='out=empty(64xf16)' --check=out=@%t/f16_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bf16 --arg=x=@%t/bf16_in.npy --arg='out=empty(64xbf16)' --check=out=@%t/bf16_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --arg=x=@%t/f32_in.npy --arg='out=empty(64xf32)' --check=out=@%t/f32_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --arg=x=@%t/f64_in.npy --arg='out=empty(64xf64)' --check=out=@%t/f64_out.npy --rtol=0 --atol=0

tc.kernel @i8(%x: !tc.ptr<i8>, %out: !tc.ptr<i8>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<i8>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<i8>>
  %one = arith.constant dense<1> : tensor<16x64xi8>
  %five = arith.constant dense<5> : tensor<16x64xi8>
  %odd = arith.ori %v, %one : tensor<16x64xi8>
  %few = arith.andi %v, %five : tensor<16x64xi8>
  %out0 = tc.addptr %out, %i : !tc.ptr<i8>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out0, %max : tensor<16x!tc.ptr<i8>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<i8>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out1, %min : tensor<16x!tc.ptr<i8>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<i8>>, i32
  %umax = tc.reduce umax %v axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out2, %umax : tensor<16x!tc.ptr<i8>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<i8>>, i32
  %umin = tc.reduce umin %v axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out3, %umin : tensor<16x!tc.ptr<i8>>
  %out4 = tc.addptr %out3, %row : tensor<16x!tc.ptr<i8>>, i32
  %and = tc.reduce and %odd axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out4, %and : tensor<16x!tc.ptr<i8>>
  %out5 = tc.addptr %out4, %row : tensor<16x!tc.ptr<i8>>, i32
  %or = tc.reduce or %few axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out5, %or : tensor<16x!tc.ptr<i8>>
  %out6 = tc.addptr %out5, %row : tensor<16x!tc.ptr<i8>>, i32
  %xor = tc.reduce xor %v axis 1 : tensor<16x64xi8> -> tensor<16xi8>
  tc.store %out6, %xor : tensor<16x!tc.ptr<i8>>
  tc.return
}

tc.kernel @i16(%x: !tc.ptr<i16>, %out: !tc.ptr<i16>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<i16>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<i16>>
  %one = arith.constant dense<1> : tensor<16x64xi16>
  %five = arith.constant dense<5> : tensor<16x64xi16>
  %odd = arith.ori %v, %one : tensor<16x64xi16>
  %few = arith.andi %v, %five : tensor<16x64xi16>
  %out0 = tc.addptr %out, %i : !tc.ptr<i16>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out0, %max : tensor<16x!tc.ptr<i16>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<i16>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out1, %min : tensor<16x!tc.ptr<i16>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<i16>>, i32
  %umax = tc.reduce umax %v axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out2, %umax : tensor<16x!tc.ptr<i16>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<i16>>, i32
  %umin = tc.reduce umin %v axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out3, %umin : tensor<16x!tc.ptr<i16>>
  %out4 = tc.addptr %out3, %row : tensor<16x!tc.ptr<i16>>, i32
  %and = tc.reduce and %odd axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out4, %and : tensor<16x!tc.ptr<i16>>
  %out5 = tc.addptr %out4, %row : tensor<16x!tc.ptr<i16>>, i32
  %or = tc.reduce or %few axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out5, %or : tensor<16x!tc.ptr<i16>>
  %out6 = tc.addptr %out5, %row : tensor<16x!tc.ptr<i16>>, i32
  %xor = tc.reduce xor %v axis 1 : tensor<16x64xi16> -> tensor<16xi16>
  tc.store %out6, %xor : tensor<16x!tc.ptr<i16>>
  tc.return
}

tc.kernel @i32(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<i32>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<i32>>
  %one = arith.constant dense<1> : tensor<16x64xi32>
  %five = arith.constant dense<5> : tensor<16x64xi32>
  %odd = arith.ori %v, %one : tensor<16x64xi32>
  %few = arith.andi %v, %five : tensor<16x64xi32>
  %out0 = tc.addptr %out, %i : !tc.ptr<i32>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out0, %max : tensor<16x!tc.ptr<i32>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<i32>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out1, %min : tensor<16x!tc.ptr<i32>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<i32>>, i32
  %umax = tc.reduce umax %v axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out2, %umax : tensor<16x!tc.ptr<i32>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<i32>>, i32
  %umin = tc.reduce umin %v axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out3, %umin : tensor<16x!tc.ptr<i32>>
  %out4 = tc.addptr %out3, %row : tensor<16x!tc.ptr<i32>>, i32
  %and = tc.reduce and %odd axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out4, %and : tensor<16x!tc.ptr<i32>>
  %out5 = tc.addptr %out4, %row : tensor<16x!tc.ptr<i32>>, i32
  %or = tc.reduce or %few axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out5, %or : tensor<16x!tc.ptr<i32>>
  %out6 = tc.addptr %out5, %row : tensor<16x!tc.ptr<i32>>, i32
  %xor = tc.reduce xor %v axis 1 : tensor<16x64xi32> -> tensor<16xi32>
  tc.store %out6, %xor : tensor<16x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %out: !tc.ptr<i64>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<i64>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<i64>>
  %one = arith.constant dense<1> : tensor<16x64xi64>
  %five = arith.constant dense<5> : tensor<16x64xi64>
  %odd = arith.ori %v, %one : tensor<16x64xi64>
  %few = arith.andi %v, %five : tensor<16x64xi64>
  %out0 = tc.addptr %out, %i : !tc.ptr<i64>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out0, %max : tensor<16x!tc.ptr<i64>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<i64>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out1, %min : tensor<16x!tc.ptr<i64>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<i64>>, i32
  %umax = tc.reduce umax %v axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out2, %umax : tensor<16x!tc.ptr<i64>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<i64>>, i32
  %umin = tc.reduce umin %v axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out3, %umin : tensor<16x!tc.ptr<i64>>
  %out4 = tc.addptr %out3, %row : tensor<16x!tc.ptr<i64>>, i32
  %and = tc.reduce and %odd axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out4, %and : tensor<16x!tc.ptr<i64>>
  %out5 = tc.addptr %out4, %row : tensor<16x!tc.ptr<i64>>, i32
  %or = tc.reduce or %few axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out5, %or : tensor<16x!tc.ptr<i64>>
  %out6 = tc.addptr %out5, %row : tensor<16x!tc.ptr<i64>>, i32
  %xor = tc.reduce xor %v axis 1 : tensor<16x64xi64> -> tensor<16xi64>
  tc.store %out6, %xor : tensor<16x!tc.ptr<i64>>
  tc.return
}

tc.kernel @f16(%x: !tc.ptr<f16>, %out: !tc.ptr<f16>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<f16>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<f16>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f16>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xf16> -> tensor<16xf16>
  tc.store %out0, %max : tensor<16x!tc.ptr<f16>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<f16>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xf16> -> tensor<16xf16>
  tc.store %out1, %min : tensor<16x!tc.ptr<f16>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<f16>>, i32
  %maxnum = tc.reduce maxnum %v axis 1 : tensor<16x64xf16> -> tensor<16xf16>
  tc.store %out2, %maxnum : tensor<16x!tc.ptr<f16>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<f16>>, i32
  %minnum = tc.reduce minnum %v axis 1 : tensor<16x64xf16> -> tensor<16xf16>
  tc.store %out3, %minnum : tensor<16x!tc.ptr<f16>>
  tc.return
}

tc.kernel @bf16(%x: !tc.ptr<bf16>, %out: !tc.ptr<bf16>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<bf16>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<bf16>>
  %out0 = tc.addptr %out, %i : !tc.ptr<bf16>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xbf16> -> tensor<16xbf16>
  tc.store %out0, %max : tensor<16x!tc.ptr<bf16>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<bf16>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xbf16> -> tensor<16xbf16>
  tc.store %out1, %min : tensor<16x!tc.ptr<bf16>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<bf16>>, i32
  %maxnum = tc.reduce maxnum %v axis 1 : tensor<16x64xbf16> -> tensor<16xbf16>
  tc.store %out2, %maxnum : tensor<16x!tc.ptr<bf16>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<bf16>>, i32
  %minnum = tc.reduce minnum %v axis 1 : tensor<16x64xbf16> -> tensor<16xbf16>
  tc.store %out3, %minnum : tensor<16x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f32>, %out: !tc.ptr<f32>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<f32>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<f32>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f32>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xf32> -> tensor<16xf32>
  tc.store %out0, %max : tensor<16x!tc.ptr<f32>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<f32>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xf32> -> tensor<16xf32>
  tc.store %out1, %min : tensor<16x!tc.ptr<f32>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<f32>>, i32
  %maxnum = tc.reduce maxnum %v axis 1 : tensor<16x64xf32> -> tensor<16xf32>
  tc.store %out2, %maxnum : tensor<16x!tc.ptr<f32>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<f32>>, i32
  %minnum = tc.reduce minnum %v axis 1 : tensor<16x64xf32> -> tensor<16xf32>
  tc.store %out3, %minnum : tensor<16x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %out: !tc.ptr<f64>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %j = tc.arange 0 to 1024 : tensor<1024xi32>
  %ij = tc.reshape %j : tensor<1024xi32> -> tensor<16x64xi32>
  %row = arith.constant 16 : i32
  %p_x = tc.addptr %x, %ij : !tc.ptr<f64>, tensor<16x64xi32>
  %v = tc.load %p_x : tensor<16x64x!tc.ptr<f64>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f64>, tensor<16xi32>
  %max = tc.reduce max %v axis 1 : tensor<16x64xf64> -> tensor<16xf64>
  tc.store %out0, %max : tensor<16x!tc.ptr<f64>>
  %out1 = tc.addptr %out0, %row : tensor<16x!tc.ptr<f64>>, i32
  %min = tc.reduce min %v axis 1 : tensor<16x64xf64> -> tensor<16xf64>
  tc.store %out1, %min : tensor<16x!tc.ptr<f64>>
  %out2 = tc.addptr %out1, %row : tensor<16x!tc.ptr<f64>>, i32
  %maxnum = tc.reduce maxnum %v axis 1 : tensor<16x64xf64> -> tensor<16xf64>
  tc.store %out2, %maxnum : tensor<16x!tc.ptr<f64>>
  %out3 = tc.addptr %out2, %row : tensor<16x!tc.ptr<f64>>, i32
  %minnum = tc.reduce minnum %v axis 1 : tensor<16x64xf64> -> tensor<16xf64>
  tc.store %out3, %minnum : tensor<16x!tc.ptr<f64>>
  tc.return
}
