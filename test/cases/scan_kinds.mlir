// Every named scan: of integers of each width, of i1, whose true is -1 to max, and of
// floats with NaN, infinities and zeros of both signs in rows of 128, over several warps.
//
// DATA: i8 = rng(4).integers(-128, 128, 512).astype(np.int8)
// DATA: i16 = rng(5).integers(-2**15, 2**15, 512).astype(np.int16)
// DATA: i64 = rng(6).integers(-2**63, 2**63 - 1, 512)
// DATA: i1 = (rng(7).integers(0, 60, 512) > 0).astype(np.int8)
// DATA: f64 = rng(8).standard_normal(512)
// DATA: f64[0:512:128], f64[70], f64[200] = 0.0, np.nan, -np.inf
// DATA: f64[384:512] = -0.0
// DATA: f32 = f64.astype(np.float32)
// DATA: def _scan(combine, values):
// DATA:     rows = values.reshape(4, 128)
// DATA:     return combine.accumulate(rows, 1, dtype=values.dtype).ravel()
// DATA: i8_prod = _scan(np.multiply, i8)
// DATA: i8_max = _scan(np.maximum, i8)
// DATA: i8_umin = _scan(np.minimum, i8.view(np.uint8)).view(np.int8)
// DATA: i16_min = _scan(np.minimum, i16)
// DATA: i16_umax = _scan(np.maximum, i16.view(np.uint16)).view(np.int16)
// DATA: i16_xor = _scan(np.bitwise_xor, i16)
// DATA: i64_sum = _scan(np.add, i64)
// DATA: i64_or = _scan(np.bitwise_or, i64)
// DATA: i64_and = _scan(np.bitwise_and, i64)
// DATA: i1_and = _scan(np.bitwise_and, i1)
// DATA: i1_xor = _scan(np.bitwise_xor, i1)
// DATA: i1_max = _scan(np.bitwise_and, i1)
// DATA: f32_max = _scan(np.maximum, f32)
// DATA: f32_min = _scan(np.minimum, f32)
// DATA: f32_maxnum = _scan(np.fmax, f32)
// DATA: f64_max = _scan(np.maximum, f64)
// DATA: f64_min = _scan(np.minimum, f64)
// DATA: f64_minnum = _scan(np.fmin, f64)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=x=@%t/i8.npy --arg='prod=empty(512xi8)' --arg='max=empty(512xi8)' --arg='umin=empty(512xi8)' --check=prod=@%t/i8_prod.npy --check=max=@%t/i8_max.npy --check=umin=@%t/i8_umin.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=i16 --arg=x=@%t/i16.npy --arg='min=empty(512xi16)' --arg='umax=empty(512xi16)' --arg='xor=empty(512xi16)' --check=min=@%t/i16_min.npy --check=umax=@%t/i16_umax.npy --check=xor=@%t/i16_xor.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=i64 --arg=x=@%t/i64.npy --arg='sum=empty(512xi64)' --arg='or=empty(512xi64)' --arg='and=empty(512xi64)' --check=sum=@%t/i64_sum.npy --check=or=@%t/i64_or.npy --check=and=@%t/i64_and.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=i1 --arg=x=@%t/i1.npy --arg='and=empty(512xi1)' --arg='xor=empty(512xi1)' --arg='max=empty(512xi1)' --check=and=@%t/i1_and.npy --check=xor=@%t/i1_xor.npy --check=max=@%t/i1_max.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --arg=x=@%t/f32.npy --arg='max=empty(512xf32)' --arg='min=empty(512xf32)' --arg='maxnum=empty(512xf32)' --check=max=@%t/f32_max.npy --check=min=@%t/f32_min.npy --check=maxnum=@%t/f32_maxnum.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --arg=x=@%t/f64.npy --arg='max=empty(512xf64)' --arg='min=empty(512xf64)' --arg='minnum=empty(512xf64)' --check=max=@%t/f64_max.npy --check=min=@%t/f64_min.npy --check=minnum=@%t/f64_minnum.npy --rtol=0 --atol=0

tc.kernel @i8(%x: !tc.ptr<i8>, %prod: !tc.ptr<i8>, %max: !tc.ptr<i8>, %umin: !tc.ptr<i8>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i8>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<i8>>
  %t = tc.reshape %t_flat : tensor<512xi8> -> tensor<4x128xi8>
  %s_prod = tc.scan prod %t axis 1 : tensor<4x128xi8>
  %s_prod_flat = tc.reshape %s_prod : tensor<4x128xi8> -> tensor<512xi8>
  %p_prod = tc.addptr %prod, %i512 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_prod, %s_prod_flat : tensor<512x!tc.ptr<i8>>
  %s_max = tc.scan max %t axis 1 : tensor<4x128xi8>
  %s_max_flat = tc.reshape %s_max : tensor<4x128xi8> -> tensor<512xi8>
  %p_max = tc.addptr %max, %i512 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_max, %s_max_flat : tensor<512x!tc.ptr<i8>>
  %s_umin = tc.scan umin %t axis 1 : tensor<4x128xi8>
  %s_umin_flat = tc.reshape %s_umin : tensor<4x128xi8> -> tensor<512xi8>
  %p_umin = tc.addptr %umin, %i512 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_umin, %s_umin_flat : tensor<512x!tc.ptr<i8>>
  tc.return
}

tc.kernel @i16(%x: !tc.ptr<i16>, %min: !tc.ptr<i16>, %umax: !tc.ptr<i16>, %xor: !tc.ptr<i16>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i16>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<i16>>
  %t = tc.reshape %t_flat : tensor<512xi16> -> tensor<4x128xi16>
  %s_min = tc.scan min %t axis 1 : tensor<4x128xi16>
  %s_min_flat = tc.reshape %s_min : tensor<4x128xi16> -> tensor<512xi16>
  %p_min = tc.addptr %min, %i512 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_min, %s_min_flat : tensor<512x!tc.ptr<i16>>
  %s_umax = tc.scan umax %t axis 1 : tensor<4x128xi16>
  %s_umax_flat = tc.reshape %s_umax : tensor<4x128xi16> -> tensor<512xi16>
  %p_umax = tc.addptr %umax, %i512 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_umax, %s_umax_flat : tensor<512x!tc.ptr<i16>>
  %s_xor = tc.scan xor %t axis 1 : tensor<4x128xi16>
  %s_xor_flat = tc.reshape %s_xor : tensor<4x128xi16> -> tensor<512xi16>
  %p_xor = tc.addptr %xor, %i512 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_xor, %s_xor_flat : tensor<512x!tc.ptr<i16>>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %sum: !tc.ptr<i64>, %or: !tc.ptr<i64>, %and: !tc.ptr<i64>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i64>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<i64>>
  %t = tc.reshape %t_flat : tensor<512xi64> -> tensor<4x128xi64>
  %s_sum = tc.scan sum %t axis 1 : tensor<4x128xi64>
  %s_sum_flat = tc.reshape %s_sum : tensor<4x128xi64> -> tensor<512xi64>
  %p_sum = tc.addptr %sum, %i512 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_sum, %s_sum_flat : tensor<512x!tc.ptr<i64>>
  %s_or = tc.scan or %t axis 1 : tensor<4x128xi64>
  %s_or_flat = tc.reshape %s_or : tensor<4x128xi64> -> tensor<512xi64>
  %p_or = tc.addptr %or, %i512 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_or, %s_or_flat : tensor<512x!tc.ptr<i64>>
  %s_and = tc.scan and %t axis 1 : tensor<4x128xi64>
  %s_and_flat = tc.reshape %s_and : tensor<4x128xi64> -> tensor<512xi64>
  %p_and = tc.addptr %and, %i512 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_and, %s_and_flat : tensor<512x!tc.ptr<i64>>
  tc.return
}

tc.kernel @i1(%x: !tc.ptr<i1>, %and: !tc.ptr<i1>, %xor: !tc.ptr<i1>, %max: !tc.ptr<i1>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i1>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<i1>>
  %t = tc.reshape %t_flat : tensor<512xi1> -> tensor<4x128xi1>
  %s_and = tc.scan and %t axis 1 : tensor<4x128xi1>
  %s_and_flat = tc.reshape %s_and : tensor<4x128xi1> -> tensor<512xi1>
  %p_and = tc.addptr %and, %i512 : !tc.ptr<i1>, tensor<512xi32>
  tc.store %p_and, %s_and_flat : tensor<512x!tc.ptr<i1>>
  %s_xor = tc.scan xor %t axis 1 : tensor<4x128xi1>
  %s_xor_flat = tc.reshape %s_xor : tensor<4x128xi1> -> tensor<512xi1>
  %p_xor = tc.addptr %xor, %i512 : !tc.ptr<i1>, tensor<512xi32>
  tc.store %p_xor, %s_xor_flat : tensor<512x!tc.ptr<i1>>
  %s_max = tc.scan max %t axis 1 : tensor<4x128xi1>
  %s_max_flat = tc.reshape %s_max : tensor<4x128xi1> -> tensor<512xi1>
  %p_max = tc.addptr %max, %i512 : !tc.ptr<i1>, tensor<512xi32>
  tc.store %p_max, %s_max_flat : tensor<512x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f32>, %max: !tc.ptr<f32>, %min: !tc.ptr<f32>, %maxnum: !tc.ptr<f32>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<f32>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<f32>>
  %t = tc.reshape %t_flat : tensor<512xf32> -> tensor<4x128xf32>
  %s_max = tc.scan max %t axis 1 : tensor<4x128xf32>
  %s_max_flat = tc.reshape %s_max : tensor<4x128xf32> -> tensor<512xf32>
  %p_max = tc.addptr %max, %i512 : !tc.ptr<f32>, tensor<512xi32>
  tc.store %p_max, %s_max_flat : tensor<512x!tc.ptr<f32>>
  %s_min = tc.scan min %t axis 1 : tensor<4x128xf32>
  %s_min_flat = tc.reshape %s_min : tensor<4x128xf32> -> tensor<512xf32>
  %p_min = tc.addptr %min, %i512 : !tc.ptr<f32>, tensor<512xi32>
  tc.store %p_min, %s_min_flat : tensor<512x!tc.ptr<f32>>
  %s_maxnum = tc.scan maxnum %t axis 1 : tensor<4x128xf32>
  %s_maxnum_flat = tc.reshape %s_maxnum : tensor<4x128xf32> -> tensor<512xf32>
  %p_maxnum = tc.addptr %maxnum, %i512 : !tc.ptr<f32>, tensor<512xi32>
  tc.store %p_maxnum, %s_maxnum_flat : tensor<512x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %max: !tc.ptr<f64>, %min: !tc.ptr<f64>, %minnum: !tc.ptr<f64>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<f64>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<f64>>
  %t = tc.reshape %t_flat : tensor<512xf64> -> tensor<4x128xf64>
  %s_max = tc.scan max %t axis 1 : tensor<4x128xf64>
  %s_max_flat = tc.reshape %s_max : tensor<4x128xf64> -> tensor<512xf64>
  %p_max = tc.addptr %max, %i512 : !tc.ptr<f64>, tensor<512xi32>
  tc.store %p_max, %s_max_flat : tensor<512x!tc.ptr<f64>>
  %s_min = tc.scan min %t axis 1 : tensor<4x128xf64>
  %s_min_flat = tc.reshape %s_min : tensor<4x128xf64> -> tensor<512xf64>
  %p_min = tc.addptr %min, %i512 : !tc.ptr<f64>, tensor<512xi32>
  tc.store %p_min, %s_min_flat : tensor<512x!tc.ptr<f64>>
  %s_minnum = tc.scan minnum %t axis 1 : tensor<4x128xf64>
  %s_minnum_flat = tc.reshape %s_minnum : tensor<4x128xf64> -> tensor<512xf64>
  %p_minnum = tc.addptr %minnum, %i512 : !tc.ptr<f64>, tensor<512xi32>
  tc.store %p_minnum, %s_minnum_flat : tensor<512x!tc.ptr<f64>>
  tc.return
}
