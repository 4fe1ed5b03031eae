// Prefix and suffix sums of integers, which wrap: in one warp and over many, along each
// axis of tiles of several ranks, along an axis of size 1, and of one element.
//
// DATA: x = wrap(rng(3).integers(-2**31, 2**31, 4096), np.int32)
// DATA: def _sums(shape, axis, back=False):
// DATA:     tile = x[:np.prod(shape)].reshape(shape)
// DATA:     tile = np.flip(tile, axis) if back else tile
// DATA:     sums = np.cumsum(tile, axis, dtype=np.int32)
// DATA:     return (np.flip(sums, axis) if back else sums).ravel()
// DATA: one_out = _sums((1,), 0)
// DATA: flat_out = _sums((4096,), 0)
// DATA: flat_back_out = _sums((4096,), 0, back=True)
// DATA: short_out = _sums((256,), 0)
// DATA: short_back_out = _sums((256,), 0, back=True)
// DATA: one_warp_out = _sums((1024,), 0)
// DATA: many_warps_out = _sums((4096,), 0, back=True)
// DATA: rows_out = _sums((32, 128), 1)
// DATA: rows_back_out = _sums((32, 128), 1, back=True)
// DATA: columns_out = _sums((32, 128), 0)
// DATA: columns_back_out = _sums((128, 32), 0, back=True)
// DATA: tall_out = _sums((1024, 4), 0)
// DATA: unit_out = _sums((16, 1), 1, back=True)
// DATA: cube0_out = _sums((8, 16, 32), 0, back=True)
// DATA: cube1_out = _sums((8, 16, 32), 1)
// DATA: cube2_out = _sums((8, 16, 32), 2, back=True)
// DATA: rank5_out = _sums((4, 2, 64, 2, 4), 2)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=one --arg=x=@%t/x.npy --arg='out=empty(1xi32)' --check=out=@%t/one_out.npy
// RUN-CASE: minitc-run %s --kernel=flat --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/flat_out.npy
// RUN-CASE: minitc-run %s --kernel=flat_back --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/flat_back_out.npy
// RUN-CASE: minitc-run %s --kernel=short --arg=x=@%t/x.npy --arg='out=empty(256xi32)' --check=out=@%t/short_out.npy
// RUN-CASE: minitc-run %s --kernel=short_back --arg=x=@%t/x.npy --arg='out=empty(256xi32)' --check=out=@%t/short_back_out.npy
// RUN-CASE: minitc-run %s --kernel=one_warp --arg=x=@%t/x.npy --arg='out=empty(1024xi32)' --check=out=@%t/one_warp_out.npy
// RUN-CASE: minitc-run %s --kernel=many_warps --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/many_warps_out.npy
// RUN-CASE: minitc-run %s --kernel=rows --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/rows_out.npy
// RUN-CASE: minitc-run %s --kernel=rows_back --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/rows_back_out.npy
// RUN-CASE: minitc-run %s --kernel=columns --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/columns_out.npy
// RUN-CASE: minitc-run %s --kernel=columns_back --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/columns_back_out.npy
// RUN-CASE: minitc-run %s --kernel=tall --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/tall_out.npy
// RUN-CASE: minitc-run %s --kernel=unit --arg=x=@%t/x.npy --arg='out=empty(16xi32)' --check=out=@%t/unit_out.npy
// RUN-CASE: minitc-run %s --kernel=cube0 --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/cube0_out.npy
// RUN-CASE: minitc-run %s --kernel=cube1 --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/cube1_out.npy
// RUN-CASE: minitc-run %s --kernel=cube2 --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/cube2_out.npy
// RUN-CASE: minitc-run %s --kernel=rank5 --arg=x=@%t/x.npy --arg='out=empty(4096xi32)' --check=out=@%t/rank5_out.npy

tc.kernel @one(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %p_t = tc.addptr %x, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %t = tc.load %p_t : tensor<1x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 : tensor<1xi32>
  %p_out = tc.addptr %out, %i1 : !tc.ptr<i32>, tensor<1xi32>
  tc.store %p_out, %s : tensor<1x!tc.ptr<i32>>
  tc.return
}

tc.kernel @flat(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 : tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @flat_back(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 reverse : tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @short(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 8 : i32} {
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_t = tc.addptr %x, %i256 : !tc.ptr<i32>, tensor<256xi32>
  %t = tc.load %p_t : tensor<256x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 : tensor<256xi32>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_out, %s : tensor<256x!tc.ptr<i32>>
  tc.return
}

tc.kernel @short_back(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 8 : i32} {
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_t = tc.addptr %x, %i256 : !tc.ptr<i32>, tensor<256xi32>
  %t = tc.load %p_t : tensor<256x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 reverse : tensor<256xi32>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_out, %s : tensor<256x!tc.ptr<i32>>
  tc.return
}

tc.kernel @one_warp(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 1 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 : tensor<1024xi32>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_out, %s : tensor<1024x!tc.ptr<i32>>
  tc.return
}

tc.kernel @many_warps(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 32 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %s = tc.scan sum %t axis 0 reverse : tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @rows(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<32x128xi32>
  %s = tc.scan sum %t axis 1 : tensor<32x128xi32>
  %s_flat = tc.reshape %s : tensor<32x128xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @rows_back(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<32x128xi32>
  %s = tc.scan sum %t axis 1 reverse : tensor<32x128xi32>
  %s_flat = tc.reshape %s : tensor<32x128xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @columns(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<32x128xi32>
  %s = tc.scan sum %t axis 0 : tensor<32x128xi32>
  %s_flat = tc.reshape %s : tensor<32x128xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @columns_back(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<128x32xi32>
  %s = tc.scan sum %t axis 0 reverse : tensor<128x32xi32>
  %s_flat = tc.reshape %s : tensor<128x32xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @tall(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<1024x4xi32>
  %s = tc.scan sum %t axis 0 : tensor<1024x4xi32>
  %s_flat = tc.reshape %s : tensor<1024x4xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @unit(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 2 : i32} {
  %i16 = tc.arange 0 to 16 : tensor<16xi32>
  %p_t = tc.addptr %x, %i16 : !tc.ptr<i32>, tensor<16xi32>
  %t_flat = tc.load %p_t : tensor<16x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<16xi32> -> tensor<16x1xi32>
  %s = tc.scan sum %t axis 1 reverse : tensor<16x1xi32>
  %s_flat = tc.reshape %s : tensor<16x1xi32> -> tensor<16xi32>
  %p_out = tc.addptr %out, %i16 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_out, %s_flat : tensor<16x!tc.ptr<i32>>
  tc.return
}

tc.kernel @cube0(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<8x16x32xi32>
  %s = tc.scan sum %t axis 0 reverse : tensor<8x16x32xi32>
  %s_flat = tc.reshape %s : tensor<8x16x32xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @cube1(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<8x16x32xi32>
  %s = tc.scan sum %t axis 1 : tensor<8x16x32xi32>
  %s_flat = tc.reshape %s : tensor<8x16x32xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @cube2(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 8 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<8x16x32xi32>
  %s = tc.scan sum %t axis 2 reverse : tensor<8x16x32xi32>
  %s_flat = tc.reshape %s : tensor<8x16x32xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @rank5(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t_flat = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<4096xi32> -> tensor<4x2x64x2x4xi32>
  %s = tc.scan sum %t axis 2 : tensor<4x2x64x2x4xi32>
  %s_flat = tc.reshape %s : tensor<4x2x64x2x4xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s_flat : tensor<4096x!tc.ptr<i32>>
  tc.return
}
