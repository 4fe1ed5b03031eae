// Every order of the dimensions of a rank 3 tile, two of rank 4, and reshapes in
// between, for elements of 1, 2, 4 and 8 bytes.
//
// DATA: import itertools as _it
// DATA: x64 = np.arange(4 * 8 * 16, dtype=np.int64) * 1000003 + 17
// DATA: x8, x16, x32 = x64.astype(np.int8), x64.astype(np.int16), x64.astype(np.int32)
// DATA: def _make(x):
// DATA:     rows = [x.reshape(4, 8, 16).transpose(order).ravel() for order in _it.permutations(range(3))]
// DATA:     rows += [x.reshape(2, 16, 4, 4).transpose(order).ravel() for order in ((3, 0, 2, 1), (1, 3, 0, 2))]
// DATA:     return np.concatenate(rows)
// DATA: out8, out16, out32, out64 = map(_make, (x8, x16, x32, x64))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=x=@%t/x8.npy --arg='out=empty(4096xi8)' --check=out=@%t/out8.npy
// RUN-CASE: minitc-run %s --kernel=i16 --arg=x=@%t/x16.npy --arg='out=empty(4096xi16)' --check=out=@%t/out16.npy
// RUN-CASE: minitc-run %s --kernel=i32 --arg=x=@%t/x32.npy --arg='out=empty(4096xi32)' --check=out=@%t/out32.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=x=@%t/x64.npy --arg='out=empty(4096xi64)' --check=out=@%t/out64.npy

tc.kernel @i8(%x: !tc.ptr<i8>, %out: !tc.ptr<i8>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i8>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i8>>
  %three = tc.reshape %v : tensor<512xi8> -> tensor<4x8x16xi8>
  %four = tc.reshape %v : tensor<512xi8> -> tensor<2x16x4x4xi8>
  %r0 = tc.arange 0 to 512 : tensor<512xi32>
  %t0 = tc.transpose %three [0, 1, 2] : tensor<4x8x16xi8> -> tensor<4x8x16xi8>
  %f0 = tc.reshape %t0 : tensor<4x8x16xi8> -> tensor<512xi8>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out, %f0 : tensor<512x!tc.ptr<i8>>
  %r1 = tc.arange 512 to 1024 : tensor<512xi32>
  %t1 = tc.transpose %three [0, 2, 1] : tensor<4x8x16xi8> -> tensor<4x16x8xi8>
  %f1 = tc.reshape %t1 : tensor<4x16x8xi8> -> tensor<512xi8>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out2, %f1 : tensor<512x!tc.ptr<i8>>
  %r2 = tc.arange 1024 to 1536 : tensor<512xi32>
  %t2 = tc.transpose %three [1, 0, 2] : tensor<4x8x16xi8> -> tensor<8x4x16xi8>
  %f2 = tc.reshape %t2 : tensor<8x4x16xi8> -> tensor<512xi8>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out3, %f2 : tensor<512x!tc.ptr<i8>>
  %r3 = tc.arange 1536 to 2048 : tensor<512xi32>
  %t3 = tc.transpose %three [1, 2, 0] : tensor<4x8x16xi8> -> tensor<8x16x4xi8>
  %f3 = tc.reshape %t3 : tensor<8x16x4xi8> -> tensor<512xi8>
  %p_out4 = tc.addptr %out, %r3 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out4, %f3 : tensor<512x!tc.ptr<i8>>
  %r4 = tc.arange 2048 to 2560 : tensor<512xi32>
  %t4 = tc.transpose %three [2, 0, 1] : tensor<4x8x16xi8> -> tensor<16x4x8xi8>
  %f4 = tc.reshape %t4 : tensor<16x4x8xi8> -> tensor<512xi8>
  %p_out5 = tc.addptr %out, %r4 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out5, %f4 : tensor<512x!tc.ptr<i8>>
  %r5 = tc.arange 2560 to 3072 : tensor<512xi32>
  %t5 = tc.transpose %three [2, 1, 0] : tensor<4x8x16xi8> -> tensor<16x8x4xi8>
  %f5 = tc.reshape %t5 : tensor<16x8x4xi8> -> tensor<512xi8>
  %p_out6 = tc.addptr %out, %r5 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out6, %f5 : tensor<512x!tc.ptr<i8>>
  %r6 = tc.arange 3072 to 3584 : tensor<512xi32>
  %t6 = tc.transpose %four [3, 0, 2, 1] : tensor<2x16x4x4xi8> -> tensor<4x2x4x16xi8>
  %f6 = tc.reshape %t6 : tensor<4x2x4x16xi8> -> tensor<512xi8>
  %p_out7 = tc.addptr %out, %r6 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out7, %f6 : tensor<512x!tc.ptr<i8>>
  %r7 = tc.arange 3584 to 4096 : tensor<512xi32>
  %t7 = tc.transpose %four [1, 3, 0, 2] : tensor<2x16x4x4xi8> -> tensor<16x4x2x4xi8>
  %f7 = tc.reshape %t7 : tensor<16x4x2x4xi8> -> tensor<512xi8>
  %p_out8 = tc.addptr %out, %r7 : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out8, %f7 : tensor<512x!tc.ptr<i8>>
  tc.return
}

tc.kernel @i16(%x: !tc.ptr<i16>, %out: !tc.ptr<i16>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i16>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i16>>
  %three = tc.reshape %v : tensor<512xi16> -> tensor<4x8x16xi16>
  %four = tc.reshape %v : tensor<512xi16> -> tensor<2x16x4x4xi16>
  %r0 = tc.arange 0 to 512 : tensor<512xi32>
  %t0 = tc.transpose %three [0, 1, 2] : tensor<4x8x16xi16> -> tensor<4x8x16xi16>
  %f0 = tc.reshape %t0 : tensor<4x8x16xi16> -> tensor<512xi16>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out, %f0 : tensor<512x!tc.ptr<i16>>
  %r1 = tc.arange 512 to 1024 : tensor<512xi32>
  %t1 = tc.transpose %three [0, 2, 1] : tensor<4x8x16xi16> -> tensor<4x16x8xi16>
  %f1 = tc.reshape %t1 : tensor<4x16x8xi16> -> tensor<512xi16>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out2, %f1 : tensor<512x!tc.ptr<i16>>
  %r2 = tc.arange 1024 to 1536 : tensor<512xi32>
  %t2 = tc.transpose %three [1, 0, 2] : tensor<4x8x16xi16> -> tensor<8x4x16xi16>
  %f2 = tc.reshape %t2 : tensor<8x4x16xi16> -> tensor<512xi16>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out3, %f2 : tensor<512x!tc.ptr<i16>>
  %r3 = tc.arange 1536 to 2048 : tensor<512xi32>
  %t3 = tc.transpose %three [1, 2, 0] : tensor<4x8x16xi16> -> tensor<8x16x4xi16>
  %f3 = tc.reshape %t3 : tensor<8x16x4xi16> -> tensor<512xi16>
  %p_out4 = tc.addptr %out, %r3 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out4, %f3 : tensor<512x!tc.ptr<i16>>
  %r4 = tc.arange 2048 to 2560 : tensor<512xi32>
  %t4 = tc.transpose %three [2, 0, 1] : tensor<4x8x16xi16> -> tensor<16x4x8xi16>
  %f4 = tc.reshape %t4 : tensor<16x4x8xi16> -> tensor<512xi16>
  %p_out5 = tc.addptr %out, %r4 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out5, %f4 : tensor<512x!tc.ptr<i16>>
  %r5 = tc.arange 2560 to 3072 : tensor<512xi32>
  %t5 = tc.transpose %three [2, 1, 0] : tensor<4x8x16xi16> -> tensor<16x8x4xi16>
  %f5 = tc.reshape %t5 : tensor<16x8x4xi16> -> tensor<512xi16>
  %p_out6 = tc.addptr %out, %r5 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out6, %f5 : tensor<512x!tc.ptr<i16>>
  %r6 = tc.arange 3072 to 3584 : tensor<512xi32>
  %t6 = tc.transpose %four [3, 0, 2, 1] : tensor<2x16x4x4xi16> -> tensor<4x2x4x16xi16>
  %f6 = tc.reshape %t6 : tensor<4x2x4x16xi16> -> tensor<512xi16>
  %p_out7 = tc.addptr %out, %r6 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out7, %f6 : tensor<512x!tc.ptr<i16>>
  %r7 = tc.arange 3584 to 4096 : tensor<512xi32>
  %t7 = tc.transpose %four [1, 3, 0, 2] : tensor<2x16x4x4xi16> -> tensor<16x4x2x4xi16>
  %f7 = tc.reshape %t7 : tensor<16x4x2x4xi16> -> tensor<512xi16>
  %p_out8 = tc.addptr %out, %r7 : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out8, %f7 : tensor<512x!tc.ptr<i16>>
  tc.return
}

tc.kernel @i32(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i32>>
  %three = tc.reshape %v : tensor<512xi32> -> tensor<4x8x16xi32>
  %four = tc.reshape %v : tensor<512xi32> -> tensor<2x16x4x4xi32>
  %r0 = tc.arange 0 to 512 : tensor<512xi32>
  %t0 = tc.transpose %three [0, 1, 2] : tensor<4x8x16xi32> -> tensor<4x8x16xi32>
  %f0 = tc.reshape %t0 : tensor<4x8x16xi32> -> tensor<512xi32>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out, %f0 : tensor<512x!tc.ptr<i32>>
  %r1 = tc.arange 512 to 1024 : tensor<512xi32>
  %t1 = tc.transpose %three [0, 2, 1] : tensor<4x8x16xi32> -> tensor<4x16x8xi32>
  %f1 = tc.reshape %t1 : tensor<4x16x8xi32> -> tensor<512xi32>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out2, %f1 : tensor<512x!tc.ptr<i32>>
  %r2 = tc.arange 1024 to 1536 : tensor<512xi32>
  %t2 = tc.transpose %three [1, 0, 2] : tensor<4x8x16xi32> -> tensor<8x4x16xi32>
  %f2 = tc.reshape %t2 : tensor<8x4x16xi32> -> tensor<512xi32>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out3, %f2 : tensor<512x!tc.ptr<i32>>
  %r3 = tc.arange 1536 to 2048 : tensor<512xi32>
  %t3 = tc.transpose %three [1, 2, 0] : tensor<4x8x16xi32> -> tensor<8x16x4xi32>
  %f3 = tc.reshape %t3 : tensor<8x16x4xi32> -> tensor<512xi32>
  %p_out4 = tc.addptr %out, %r3 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out4, %f3 : tensor<512x!tc.ptr<i32>>
  %r4 = tc.arange 2048 to 2560 : tensor<512xi32>
  %t4 = tc.transpose %three [2, 0, 1] : tensor<4x8x16xi32> -> tensor<16x4x8xi32>
  %f4 = tc.reshape %t4 : tensor<16x4x8xi32> -> tensor<512xi32>
  %p_out5 = tc.addptr %out, %r4 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out5, %f4 : tensor<512x!tc.ptr<i32>>
  %r5 = tc.arange 2560 to 3072 : tensor<512xi32>
  %t5 = tc.transpose %three [2, 1, 0] : tensor<4x8x16xi32> -> tensor<16x8x4xi32>
  %f5 = tc.reshape %t5 : tensor<16x8x4xi32> -> tensor<512xi32>
  %p_out6 = tc.addptr %out, %r5 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out6, %f5 : tensor<512x!tc.ptr<i32>>
  %r6 = tc.arange 3072 to 3584 : tensor<512xi32>
  %t6 = tc.transpose %four [3, 0, 2, 1] : tensor<2x16x4x4xi32> -> tensor<4x2x4x16xi32>
  %f6 = tc.reshape %t6 : tensor<4x2x4x16xi32> -> tensor<512xi32>
  %p_out7 = tc.addptr %out, %r6 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out7, %f6 : tensor<512x!tc.ptr<i32>>
  %r7 = tc.arange 3584 to 4096 : tensor<512xi32>
  %t7 = tc.transpose %four [1, 3, 0, 2] : tensor<2x16x4x4xi32> -> tensor<16x4x2x4xi32>
  %f7 = tc.reshape %t7 : tensor<16x4x2x4xi32> -> tensor<512xi32>
  %p_out8 = tc.addptr %out, %r7 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out8, %f7 : tensor<512x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %out: !tc.ptr<i64>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i64>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i64>>
  %three = tc.reshape %v : tensor<512xi64> -> tensor<4x8x16xi64>
  %four = tc.reshape %v : tensor<512xi64> -> tensor<2x16x4x4xi64>
  %r0 = tc.arange 0 to 512 : tensor<512xi32>
  %t0 = tc.transpose %three [0, 1, 2] : tensor<4x8x16xi64> -> tensor<4x8x16xi64>
  %f0 = tc.reshape %t0 : tensor<4x8x16xi64> -> tensor<512xi64>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out, %f0 : tensor<512x!tc.ptr<i64>>
  %r1 = tc.arange 512 to 1024 : tensor<512xi32>
  %t1 = tc.transpose %three [0, 2, 1] : tensor<4x8x16xi64> -> tensor<4x16x8xi64>
  %f1 = tc.reshape %t1 : tensor<4x16x8xi64> -> tensor<512xi64>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out2, %f1 : tensor<512x!tc.ptr<i64>>
  %r2 = tc.arange 1024 to 1536 : tensor<512xi32>
  %t2 = tc.transpose %three [1, 0, 2] : tensor<4x8x16xi64> -> tensor<8x4x16xi64>
  %f2 = tc.reshape %t2 : tensor<8x4x16xi64> -> tensor<512xi64>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out3, %f2 : tensor<512x!tc.ptr<i64>>
  %r3 = tc.arange 1536 to 2048 : tensor<512xi32>
  %t3 = tc.transpose %three [1, 2, 0] : tensor<4x8x16xi64> -> tensor<8x16x4xi64>
  %f3 = tc.reshape %t3 : tensor<8x16x4xi64> -> tensor<512xi64>
  %p_out4 = tc.addptr %out, %r3 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out4, %f3 : tensor<512x!tc.ptr<i64>>
  %r4 = tc.arange 2048 to 2560 : tensor<512xi32>
  %t4 = tc.transpose %three [2, 0, 1] : tensor<4x8x16xi64> -> tensor<16x4x8xi64>
  %f4 = tc.reshape %t4 : tensor<16x4x8xi64> -> tensor<512xi64>
  %p_out5 = tc.addptr %out, %r4 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out5, %f4 : tensor<512x!tc.ptr<i64>>
  %r5 = tc.arange 2560 to 3072 : tensor<512xi32>
  %t5 = tc.transpose %three [2, 1, 0] : tensor<4x8x16xi64> -> tensor<16x8x4xi64>
  %f5 = tc.reshape %t5 : tensor<16x8x4xi64> -> tensor<512xi64>
  %p_out6 = tc.addptr %out, %r5 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out6, %f5 : tensor<512x!tc.ptr<i64>>
  %r6 = tc.arange 3072 to 3584 : tensor<512xi32>
  %t6 = tc.transpose %four [3, 0, 2, 1] : tensor<2x16x4x4xi64> -> tensor<4x2x4x16xi64>
  %f6 = tc.reshape %t6 : tensor<4x2x4x16xi64> -> tensor<512xi64>
  %p_out7 = tc.addptr %out, %r6 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out7, %f6 : tensor<512x!tc.ptr<i64>>
  %r7 = tc.arange 3584 to 4096 : tensor<512xi32>
  %t7 = tc.transpose %four [1, 3, 0, 2] : tensor<2x16x4x4xi64> -> tensor<16x4x2x4xi64>
  %f7 = tc.reshape %t7 : tensor<16x4x2x4xi64> -> tensor<512xi64>
  %p_out8 = tc.addptr %out, %r7 : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out8, %f7 : tensor<512x!tc.ptr<i64>>
  tc.return
}
