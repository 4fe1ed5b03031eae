// Offsets of 8, 16, 32 and 64 bits are signed counts of elements, for elements of
// 1, 2, 4 and 8 bytes: from the middle of an array back and forth.
//
// DATA: x8 = np.arange(64).astype(np.int8)
// DATA: x16, x32, x64 = x8.astype(np.int16) * 100, x8.astype(np.int32) * 70000, x8.astype(np.int64) * 2**40
// DATA: out8, out16, out32, out64 = (x[::-1].copy() for x in (x8, x16, x32, x64))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x8=@%t/x8.npy --arg=x16=@%t/x16.npy --arg=x32=@%t/x32.npy --arg=x64=@%t/x64.npy --arg='out8=empty(64xi8)' --arg='out16=empty(64xi16)' --arg='out32=empty(64xi32)' --arg='out64=empty(64xi64)' --check=out8=@%t/out8.npy --check=out16=@%t/out16.npy --check=out32=@%t/out32.npy --check=out64=@%t/out64.npy

tc.kernel @negative_offsets(%x8: !tc.ptr<i8>, %x16: !tc.ptr<i16>,
                            %x32: !tc.ptr<i32>, %x64: !tc.ptr<i64>,
                            %out8: !tc.ptr<i8>, %out16: !tc.ptr<i16>,
                            %out32: !tc.ptr<i32>, %out64: !tc.ptr<i64>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %k31 = arith.constant dense<31> : tensor<64xi32>
  %middle = arith.constant 32 : i32
  // 31 down to -32, from element 32 on.
  %o32 = arith.subi %k31, %i : tensor<64xi32>
  %o8 = arith.trunci %o32 : tensor<64xi32> to tensor<64xi8>
  %o16 = arith.trunci %o32 : tensor<64xi32> to tensor<64xi16>
  %o64 = arith.extsi %o32 : tensor<64xi32> to tensor<64xi64>
  %m8 = tc.addptr %x8, %middle : !tc.ptr<i8>, i32
  %m16 = tc.addptr %x16, %middle : !tc.ptr<i16>, i32
  %m32 = tc.addptr %x32, %middle : !tc.ptr<i32>, i32
  %m64 = tc.addptr %x64, %middle : !tc.ptr<i64>, i32
  %p_m8 = tc.addptr %m8, %o8 : !tc.ptr<i8>, tensor<64xi8>
  %a = tc.load %p_m8 : tensor<64x!tc.ptr<i8>>
  %p_m16 = tc.addptr %m16, %o16 : !tc.ptr<i16>, tensor<64xi16>
  %b = tc.load %p_m16 : tensor<64x!tc.ptr<i16>>
  %p_m32 = tc.addptr %m32, %o32 : !tc.ptr<i32>, tensor<64xi32>
  %c = tc.load %p_m32 : tensor<64x!tc.ptr<i32>>
  %p_m64 = tc.addptr %m64, %o64 : !tc.ptr<i64>, tensor<64xi64>
  %d = tc.load %p_m64 : tensor<64x!tc.ptr<i64>>
  %p_out8 = tc.addptr %out8, %i : !tc.ptr<i8>, tensor<64xi32>
  tc.store %p_out8, %a : tensor<64x!tc.ptr<i8>>
  %p_out16 = tc.addptr %out16, %i : !tc.ptr<i16>, tensor<64xi32>
  tc.store %p_out16, %b : tensor<64x!tc.ptr<i16>>
  %p_out32 = tc.addptr %out32, %i : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_out32, %c : tensor<64x!tc.ptr<i32>>
  %p_out64 = tc.addptr %out64, %i : !tc.ptr<i64>, tensor<64xi32>
  tc.store %p_out64, %d : tensor<64x!tc.ptr<i64>>
  tc.return
}
