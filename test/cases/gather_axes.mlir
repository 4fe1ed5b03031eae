// Gathers along each axis of tiles of several ranks, more and fewer elements than there
// are, of every width of element, of i1 and of pointers; indices of i32 and i64.
//
// DATA: x = rng(15).standard_normal(4096)
// DATA: f16, i8 = x.astype(np.float16), (100 * x).astype(np.int8)
// DATA: i1 = (x > 0).astype(np.int8)
// DATA: def _gather(name, values, shape, axis, size, kind=np.int32):
// DATA:     wanted = list(shape)
// DATA:     wanted[axis] = size
// DATA:     index = rng(16).integers(0, shape[axis], wanted).astype(kind)
// DATA:     tile = values[:np.prod(shape)].reshape(shape)
// DATA:     globals()[name + "_i"] = index.ravel()
// DATA:     globals()[name + "_out"] = np.take_along_axis(tile, index, axis).ravel()
// DATA: _gather("rows", x, (16, 64), 1, 64)
// DATA: _gather("columns", x, (16, 64), 0, 32)
// DATA: _gather("shrink", f16, (8, 256), 1, 4, np.int64)
// DATA: _gather("grow", i8, (4, 8), 0, 128, np.int64)
// DATA: _gather("cube0", f16, (4, 8, 16), 0, 4)
// DATA: _gather("cube1", i8, (4, 8, 16), 1, 16)
// DATA: _gather("cube2", x, (4, 8, 16), 2, 64)
// DATA: _gather("bools", i1, (32, 32), 1, 16)
// DATA: _gather("unit", f16, (16, 1), 1, 8)
// DATA: _gather("one_warp", f16, (4, 64), 1, 64)
// DATA: numbers = np.arange(512, dtype=np.int32) * 3
// DATA: _gather("pointers", numbers, (512,), 0, 512)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=rows --arg=x=@%t/x.npy --arg=i=@%t/rows_i.npy --arg='out=empty(1024xf64)' --check=out=@%t/rows_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=columns --arg=x=@%t/x.npy --arg=i=@%t/columns_i.npy --arg='out=empty(2048xf64)' --check=out=@%t/columns_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=shrink --arg=x=@%t/f16.npy --arg=i=@%t/shrink_i.npy --arg='out=empty(32xf16)' --check=out=@%t/shrink_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=grow --arg=x=@%t/i8.npy --arg=i=@%t/grow_i.npy --arg='out=empty(1024xi8)' --check=out=@%t/grow_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=cube0 --arg=x=@%t/f16.npy --arg=i=@%t/cube0_i.npy --arg='out=empty(512xf16)' --check=out=@%t/cube0_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=cube1 --arg=x=@%t/i8.npy --arg=i=@%t/cube1_i.npy --arg='out=empty(1024xi8)' --check=out=@%t/cube1_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=cube2 --arg=x=@%t/x.npy --arg=i=@%t/cube2_i.npy --arg='out=empty(2048xf64)' --check=out=@%t/cube2_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bools --arg=x=@%t/i1.npy --arg=i=@%t/bools_i.npy --arg='out=empty(512xi1)' --check=out=@%t/bools_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=unit --arg=x=@%t/f16.npy --arg=i=@%t/unit_i.npy --arg='out=empty(128xf16)' --check=out=@%t/unit_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=one_warp --arg=x=@%t/f16.npy --arg=i=@%t/one_warp_i.npy --arg='out=empty(256xf16)' --check=out=@%t/one_warp_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=pointers --arg=x=@%t/numbers.npy --arg=i=@%t/pointers_i.npy --arg='out=empty(512xi32)' --check=out=@%t/pointers_out.npy

tc.kernel @rows(%x: !tc.ptr<f64>, %i: !tc.ptr<i32>, %out: !tc.ptr<f64>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<f64>>
  %t = tc.reshape %t_flat : tensor<1024xf64> -> tensor<16x64xf64>
  %p_k = tc.addptr %i, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %k_flat = tc.load %p_k : tensor<1024x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<1024xi32> -> tensor<16x64xi32>
  %s = tc.gather %t[%k] axis 1 : tensor<16x64xf64>, tensor<16x64xi32> -> tensor<16x64xf64>
  %s_flat = tc.reshape %s : tensor<16x64xf64> -> tensor<1024xf64>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  tc.store %p_out, %s_flat : tensor<1024x!tc.ptr<f64>>
  tc.return
}

tc.kernel @columns(%x: !tc.ptr<f64>, %i: !tc.ptr<i32>, %out: !tc.ptr<f64>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<f64>>
  %t = tc.reshape %t_flat : tensor<1024xf64> -> tensor<16x64xf64>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_k = tc.addptr %i, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %k_flat = tc.load %p_k : tensor<2048x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<2048xi32> -> tensor<32x64xi32>
  %s = tc.gather %t[%k] axis 0 : tensor<16x64xf64>, tensor<32x64xi32> -> tensor<32x64xf64>
  %s_flat = tc.reshape %s : tensor<32x64xf64> -> tensor<2048xf64>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<f64>, tensor<2048xi32>
  tc.store %p_out, %s_flat : tensor<2048x!tc.ptr<f64>>
  tc.return
}

tc.kernel @shrink(%x: !tc.ptr<f16>, %i: !tc.ptr<i64>, %out: !tc.ptr<f16>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_t = tc.addptr %x, %i2048 : !tc.ptr<f16>, tensor<2048xi32>
  %t_flat = tc.load %p_t : tensor<2048x!tc.ptr<f16>>
  %t = tc.reshape %t_flat : tensor<2048xf16> -> tensor<8x256xf16>
  %i32 = tc.arange 0 to 32 : tensor<32xi32>
  %p_k = tc.addptr %i, %i32 : !tc.ptr<i64>, tensor<32xi32>
  %k_flat = tc.load %p_k : tensor<32x!tc.ptr<i64>>
  %k = tc.reshape %k_flat : tensor<32xi64> -> tensor<8x4xi64>
  %s = tc.gather %t[%k] axis 1 : tensor<8x256xf16>, tensor<8x4xi64> -> tensor<8x4xf16>
  %s_flat = tc.reshape %s : tensor<8x4xf16> -> tensor<32xf16>
  %p_out = tc.addptr %out, %i32 : !tc.ptr<f16>, tensor<32xi32>
  tc.store %p_out, %s_flat : tensor<32x!tc.ptr<f16>>
  tc.return
}

tc.kernel @grow(%x: !tc.ptr<i8>, %i: !tc.ptr<i64>, %out: !tc.ptr<i8>)
    attributes {num_warps = 4 : i32} {
  %i32 = tc.arange 0 to 32 : tensor<32xi32>
  %p_t = tc.addptr %x, %i32 : !tc.ptr<i8>, tensor<32xi32>
  %t_flat = tc.load %p_t : tensor<32x!tc.ptr<i8>>
  %t = tc.reshape %t_flat : tensor<32xi8> -> tensor<4x8xi8>
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_k = tc.addptr %i, %i1024 : !tc.ptr<i64>, tensor<1024xi32>
  %k_flat = tc.load %p_k : tensor<1024x!tc.ptr<i64>>
  %k = tc.reshape %k_flat : tensor<1024xi64> -> tensor<128x8xi64>
  %s = tc.gather %t[%k] axis 0 : tensor<4x8xi8>, tensor<128x8xi64> -> tensor<128x8xi8>
  %s_flat = tc.reshape %s : tensor<128x8xi8> -> tensor<1024xi8>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<i8>, tensor<1024xi32>
  tc.store %p_out, %s_flat : tensor<1024x!tc.ptr<i8>>
  tc.return
}

tc.kernel @cube0(%x: !tc.ptr<f16>, %i: !tc.ptr<i32>, %out: !tc.ptr<f16>)
    attributes {num_warps = 2 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<f16>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<f16>>
  %t = tc.reshape %t_flat : tensor<512xf16> -> tensor<4x8x16xf16>
  %p_k = tc.addptr %i, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %k_flat = tc.load %p_k : tensor<512x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<512xi32> -> tensor<4x8x16xi32>
  %s = tc.gather %t[%k] axis 0 : tensor<4x8x16xf16>, tensor<4x8x16xi32> -> tensor<4x8x16xf16>
  %s_flat = tc.reshape %s : tensor<4x8x16xf16> -> tensor<512xf16>
  %p_out = tc.addptr %out, %i512 : !tc.ptr<f16>, tensor<512xi32>
  tc.store %p_out, %s_flat : tensor<512x!tc.ptr<f16>>
  tc.return
}

tc.kernel @cube1(%x: !tc.ptr<i8>, %i: !tc.ptr<i32>, %out: !tc.ptr<i8>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i8>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<i8>>
  %t = tc.reshape %t_flat : tensor<512xi8> -> tensor<4x8x16xi8>
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_k = tc.addptr %i, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %k_flat = tc.load %p_k : tensor<1024x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<1024xi32> -> tensor<4x16x16xi32>
  %s = tc.gather %t[%k] axis 1 : tensor<4x8x16xi8>, tensor<4x16x16xi32> -> tensor<4x16x16xi8>
  %s_flat = tc.reshape %s : tensor<4x16x16xi8> -> tensor<1024xi8>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<i8>, tensor<1024xi32>
  tc.store %p_out, %s_flat : tensor<1024x!tc.ptr<i8>>
  tc.return
}

tc.kernel @cube2(%x: !tc.ptr<f64>, %i: !tc.ptr<i32>, %out: !tc.ptr<f64>)
    attributes {num_warps = 8 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<f64>, tensor<512xi32>
  %t_flat = tc.load %p_t : tensor<512x!tc.ptr<f64>>
  %t = tc.reshape %t_flat : tensor<512xf64> -> tensor<4x8x16xf64>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_k = tc.addptr %i, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %k_flat = tc.load %p_k : tensor<2048x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<2048xi32> -> tensor<4x8x64xi32>
  %s = tc.gather %t[%k] axis 2 : tensor<4x8x16xf64>, tensor<4x8x64xi32> -> tensor<4x8x64xf64>
  %s_flat = tc.reshape %s : tensor<4x8x64xf64> -> tensor<2048xf64>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<f64>, tensor<2048xi32>
  tc.store %p_out, %s_flat : tensor<2048x!tc.ptr<f64>>
  tc.return
}

tc.kernel @bools(%x: !tc.ptr<i1>, %i: !tc.ptr<i32>, %out: !tc.ptr<i1>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i1>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i1>>
  %t = tc.reshape %t_flat : tensor<1024xi1> -> tensor<32x32xi1>
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_k = tc.addptr %i, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %k_flat = tc.load %p_k : tensor<512x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<512xi32> -> tensor<32x16xi32>
  %s = tc.gather %t[%k] axis 1 : tensor<32x32xi1>, tensor<32x16xi32> -> tensor<32x16xi1>
  %s_flat = tc.reshape %s : tensor<32x16xi1> -> tensor<512xi1>
  %p_out = tc.addptr %out, %i512 : !tc.ptr<i1>, tensor<512xi32>
  tc.store %p_out, %s_flat : tensor<512x!tc.ptr<i1>>
  tc.return
}

tc.kernel @unit(%x: !tc.ptr<f16>, %i: !tc.ptr<i32>, %out: !tc.ptr<f16>)
    attributes {num_warps = 2 : i32} {
  %i16 = tc.arange 0 to 16 : tensor<16xi32>
  %p_t = tc.addptr %x, %i16 : !tc.ptr<f16>, tensor<16xi32>
  %t_flat = tc.load %p_t : tensor<16x!tc.ptr<f16>>
  %t = tc.reshape %t_flat : tensor<16xf16> -> tensor<16x1xf16>
  %i128 = tc.arange 0 to 128 : tensor<128xi32>
  %p_k = tc.addptr %i, %i128 : !tc.ptr<i32>, tensor<128xi32>
  %k_flat = tc.load %p_k : tensor<128x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<128xi32> -> tensor<16x8xi32>
  %s = tc.gather %t[%k] axis 1 : tensor<16x1xf16>, tensor<16x8xi32> -> tensor<16x8xf16>
  %s_flat = tc.reshape %s : tensor<16x8xf16> -> tensor<128xf16>
  %p_out = tc.addptr %out, %i128 : !tc.ptr<f16>, tensor<128xi32>
  tc.store %p_out, %s_flat : tensor<128x!tc.ptr<f16>>
  tc.return
}

tc.kernel @one_warp(%x: !tc.ptr<f16>, %i: !tc.ptr<i32>, %out: !tc.ptr<f16>)
    attributes {num_warps = 1 : i32} {
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_t = tc.addptr %x, %i256 : !tc.ptr<f16>, tensor<256xi32>
  %t_flat = tc.load %p_t : tensor<256x!tc.ptr<f16>>
  %t = tc.reshape %t_flat : tensor<256xf16> -> tensor<4x64xf16>
  %p_k = tc.addptr %i, %i256 : !tc.ptr<i32>, tensor<256xi32>
  %k_flat = tc.load %p_k : tensor<256x!tc.ptr<i32>>
  %k = tc.reshape %k_flat : tensor<256xi32> -> tensor<4x64xi32>
  %s = tc.gather %t[%k] axis 1 : tensor<4x64xf16>, tensor<4x64xi32> -> tensor<4x64xf16>
  %s_flat = tc.reshape %s : tensor<4x64xf16> -> tensor<256xf16>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<f16>, tensor<256xi32>
  tc.store %p_out, %s_flat : tensor<256x!tc.ptr<f16>>
  tc.return
}

tc.kernel @pointers(%x: !tc.ptr<i32>, %i: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %x, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %p_k = tc.addptr %i, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %k = tc.load %p_k : tensor<512x!tc.ptr<i32>>
  %ps = tc.gather %p_t[%k] axis 0 : tensor<512x!tc.ptr<i32>>, tensor<512xi32> -> tensor<512x!tc.ptr<i32>>
  %s = tc.load %ps : tensor<512x!tc.ptr<i32>>
  %p_out = tc.addptr %out, %i512 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out, %s : tensor<512x!tc.ptr<i32>>
  tc.return
}
