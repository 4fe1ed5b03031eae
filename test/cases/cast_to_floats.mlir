// Integers of every width to floats, as signed and as unsigned numbers, rounded
// once to nearest even: beyond the range of f16 to infinity, and right also where
// rounding to f32 first would lose the bit that breaks a tie.
//
// DATA: x1 = np.arange(16) % 3 == 0
// DATA: x8 = i8(0, 1, -1, 127, -128, 128, 255, 3, 5, 77, -77, 100, 17, 33, 65, 2)
// DATA: x16 = i16(0, 1, -1, 32767, -32768, 65535, 2049, 2051, 257, 259, -2049, 4097, 513, 385, 100, 7)
// DATA: x32 = i32(0, 1, -1, 2**31 - 1, -2**31, 2**24 + 1, 2**24 + 3, 65519, 65520, -65520, 2**30 + 2**22, 2**30 + 2**22 + 1, 2**30 + 3 * 2**22, 65505, 33554435, 2049)
// DATA: x64 = i64(0, 1, -1, 2**63 - 1, -2**63, 2**53 + 1, 2**53 + 3, 2**40 + 2**16 + 1, 2**40 + 2**16, 2**62 + 2**54 + 1, 65520, 2**60 + 2**36, 2**60 + 2**36 + 1, -2**62 - 2**54 - 1, 3, 2049)
// DATA: def _exact(v, mantissa, largest):
// DATA:     sign, v = (-1 if v < 0 else 1), abs(v)
// DATA:     shift = max(v.bit_length() - mantissa - 1, 0)
// DATA:     rest, half = v & ((1 << shift) - 1), (1 << shift) // 2
// DATA:     v = v >> shift
// DATA:     up = shift > 0 and (rest > half or (rest == half and v & 1))
// DATA:     v = float((v + up) << shift)
// DATA:     return sign * (v if v <= largest else np.inf)
// DATA: _values = []
// DATA: for _x in (x1, x8, x16, x32, x64):
// DATA:     _signed = [-int(v) for v in _x] if _x.dtype == bool else ints(_x)
// DATA:     _values += _signed + ints(_x, _x.dtype != bool)
// DATA: out_f64 = f64(*(_exact(v, 52, np.inf) for v in _values))
// DATA: out_f32 = f32(*(_exact(v, 23, np.inf) for v in _values))
// DATA: out_f16 = f16(*(_exact(v, 10, 65504) for v in _values))
// DATA: out_bf16 = bf16([_exact(v, 7, np.inf) for v in _values])
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x1=@%t/x1.npy --arg=x8=@%t/x8.npy --arg=x16=@%t/x16.npy --arg=x32=@%t/x32.npy --arg=x64=@%t/x64.npy --arg='out_f16=empty(160xf16)' --arg='out_bf16=empty(160xbf16)' --arg='out_f32=empty(160xf32)' --arg='out_f64=empty(160xf64)' --check=out_f16=@%t/out_f16.npy --check=out_bf16=@%t/out_bf16.npy --check=out_f32=@%t/out_f32.npy --check=out_f64=@%t/out_f64.npy --rtol=0 --atol=0

tc.kernel @cast_to_floats(%x1: !tc.ptr<i1>, %x8: !tc.ptr<i8>,
                          %x16: !tc.ptr<i16>, %x32: !tc.ptr<i32>,
                          %x64: !tc.ptr<i64>, %out_f16: !tc.ptr<f16>,
                          %out_bf16: !tc.ptr<bf16>, %out_f32: !tc.ptr<f32>,
                          %out_f64: !tc.ptr<f64>) {
  %r0 = tc.arange 0 to 16 : tensor<16xi32>
  %r1 = tc.arange 16 to 32 : tensor<16xi32>
  %r2 = tc.arange 32 to 48 : tensor<16xi32>
  %r3 = tc.arange 48 to 64 : tensor<16xi32>
  %r4 = tc.arange 64 to 80 : tensor<16xi32>
  %r5 = tc.arange 80 to 96 : tensor<16xi32>
  %r6 = tc.arange 96 to 112 : tensor<16xi32>
  %r7 = tc.arange 112 to 128 : tensor<16xi32>
  %r8 = tc.arange 128 to 144 : tensor<16xi32>
  %r9 = tc.arange 144 to 160 : tensor<16xi32>
  %p_x1 = tc.addptr %x1, %r0 : !tc.ptr<i1>, tensor<16xi32>
  %i_x1 = tc.load %p_x1 : tensor<16x!tc.ptr<i1>>
  %p_x8 = tc.addptr %x8, %r0 : !tc.ptr<i8>, tensor<16xi32>
  %i_x8 = tc.load %p_x8 : tensor<16x!tc.ptr<i8>>
  %p_x16 = tc.addptr %x16, %r0 : !tc.ptr<i16>, tensor<16xi32>
  %i_x16 = tc.load %p_x16 : tensor<16x!tc.ptr<i16>>
  %p_x32 = tc.addptr %x32, %r0 : !tc.ptr<i32>, tensor<16xi32>
  %i_x32 = tc.load %p_x32 : tensor<16x!tc.ptr<i32>>
  %p_x64 = tc.addptr %x64, %r0 : !tc.ptr<i64>, tensor<16xi32>
  %i_x64 = tc.load %p_x64 : tensor<16x!tc.ptr<i64>>

  %sitofp_x1_f16 = arith.sitofp %i_x1 : tensor<16xi1> to tensor<16xf16>
  %p_out_f16 = tc.addptr %out_f16, %r0 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f16, %sitofp_x1_f16 : tensor<16x!tc.ptr<f16>>
  %uitofp_x1_f16 = arith.uitofp %i_x1 : tensor<16xi1> to tensor<16xf16>
  %p_out_f162 = tc.addptr %out_f16, %r1 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f162, %uitofp_x1_f16 : tensor<16x!tc.ptr<f16>>
  %sitofp_x8_f16 = arith.sitofp %i_x8 : tensor<16xi8> to tensor<16xf16>
  %p_out_f163 = tc.addptr %out_f16, %r2 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f163, %sitofp_x8_f16 : tensor<16x!tc.ptr<f16>>
  %uitofp_x8_f16 = arith.uitofp %i_x8 : tensor<16xi8> to tensor<16xf16>
  %p_out_f164 = tc.addptr %out_f16, %r3 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f164, %uitofp_x8_f16 : tensor<16x!tc.ptr<f16>>
  %sitofp_x16_f16 = arith.sitofp %i_x16 : tensor<16xi16> to tensor<16xf16>
  %p_out_f165 = tc.addptr %out_f16, %r4 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f165, %sitofp_x16_f16 : tensor<16x!tc.ptr<f16>>
  %uitofp_x16_f16 = arith.uitofp %i_x16 : tensor<16xi16> to tensor<16xf16>
  %p_out_f166 = tc.addptr %out_f16, %r5 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f166, %uitofp_x16_f16 : tensor<16x!tc.ptr<f16>>
  %sitofp_x32_f16 = arith.sitofp %i_x32 : tensor<16xi32> to tensor<16xf16>
  %p_out_f167 = tc.addptr %out_f16, %r6 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f167, %sitofp_x32_f16 : tensor<16x!tc.ptr<f16>>
  %uitofp_x32_f16 = arith.uitofp %i_x32 : tensor<16xi32> to tensor<16xf16>
  %p_out_f168 = tc.addptr %out_f16, %r7 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f168, %uitofp_x32_f16 : tensor<16x!tc.ptr<f16>>
  %sitofp_x64_f16 = arith.sitofp %i_x64 : tensor<16xi64> to tensor<16xf16>
  %p_out_f169 = tc.addptr %out_f16, %r8 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f169, %sitofp_x64_f16 : tensor<16x!tc.ptr<f16>>
  %uitofp_x64_f16 = arith.uitofp %i_x64 : tensor<16xi64> to tensor<16xf16>
  %p_out_f1610 = tc.addptr %out_f16, %r9 : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_out_f1610, %uitofp_x64_f16 : tensor<16x!tc.ptr<f16>>

  %sitofp_x1_bf16 = arith.sitofp %i_x1 : tensor<16xi1> to tensor<16xbf16>
  %p_out_bf16 = tc.addptr %out_bf16, %r0 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf16, %sitofp_x1_bf16 : tensor<16x!tc.ptr<bf16>>
  %uitofp_x1_bf16 = arith.uitofp %i_x1 : tensor<16xi1> to tensor<16xbf16>
  %p_out_bf162 = tc.addptr %out_bf16, %r1 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf162, %uitofp_x1_bf16 : tensor<16x!tc.ptr<bf16>>
  %sitofp_x8_bf16 = arith.sitofp %i_x8 : tensor<16xi8> to tensor<16xbf16>
  %p_out_bf163 = tc.addptr %out_bf16, %r2 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf163, %sitofp_x8_bf16 : tensor<16x!tc.ptr<bf16>>
  %uitofp_x8_bf16 = arith.uitofp %i_x8 : tensor<16xi8> to tensor<16xbf16>
  %p_out_bf164 = tc.addptr %out_bf16, %r3 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf164, %uitofp_x8_bf16 : tensor<16x!tc.ptr<bf16>>
  %sitofp_x16_bf16 = arith.sitofp %i_x16 : tensor<16xi16> to tensor<16xbf16>
  %p_out_bf165 = tc.addptr %out_bf16, %r4 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf165, %sitofp_x16_bf16 : tensor<16x!tc.ptr<bf16>>
  %uitofp_x16_bf16 = arith.uitofp %i_x16 : tensor<16xi16> to tensor<16xbf16>
  %p_out_bf166 = tc.addptr %out_bf16, %r5 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf166, %uitofp_x16_bf16 : tensor<16x!tc.ptr<bf16>>
  %sitofp_x32_bf16 = arith.sitofp %i_x32 : tensor<16xi32> to tensor<16xbf16>
  %p_out_bf167 = tc.addptr %out_bf16, %r6 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf167, %sitofp_x32_bf16 : tensor<16x!tc.ptr<bf16>>
  %uitofp_x32_bf16 = arith.uitofp %i_x32 : tensor<16xi32> to tensor<16xbf16>
  %p_out_bf168 = tc.addptr %out_bf16, %r7 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf168, %uitofp_x32_bf16 : tensor<16x!tc.ptr<bf16>>
  %sitofp_x64_bf16 = arith.sitofp %i_x64 : tensor<16xi64> to tensor<16xbf16>
  %p_out_bf169 = tc.addptr %out_bf16, %r8 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf169, %sitofp_x64_bf16 : tensor<16x!tc.ptr<bf16>>
  %uitofp_x64_bf16 = arith.uitofp %i_x64 : tensor<16xi64> to tensor<16xbf16>
  %p_out_bf1610 = tc.addptr %out_bf16, %r9 : !tc.ptr<bf16>, tensor<16xi32>
  tc.store %p_out_bf1610, %uitofp_x64_bf16 : tensor<16x!tc.ptr<bf16>>

  %sitofp_x1_f32 = arith.sitofp %i_x1 : tensor<16xi1> to tensor<16xf32>
  %p_out_f32 = tc.addptr %out_f32, %r0 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f32, %sitofp_x1_f32 : tensor<16x!tc.ptr<f32>>
  %uitofp_x1_f32 = arith.uitofp %i_x1 : tensor<16xi1> to tensor<16xf32>
  %p_out_f322 = tc.addptr %out_f32, %r1 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f322, %uitofp_x1_f32 : tensor<16x!tc.ptr<f32>>
  %sitofp_x8_f32 = arith.sitofp %i_x8 : tensor<16xi8> to tensor<16xf32>
  %p_out_f323 = tc.addptr %out_f32, %r2 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f323, %sitofp_x8_f32 : tensor<16x!tc.ptr<f32>>
  %uitofp_x8_f32 = arith.uitofp %i_x8 : tensor<16xi8> to tensor<16xf32>
  %p_out_f324 = tc.addptr %out_f32, %r3 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f324, %uitofp_x8_f32 : tensor<16x!tc.ptr<f32>>
  %sitofp_x16_f32 = arith.sitofp %i_x16 : tensor<16xi16> to tensor<16xf32>
  %p_out_f325 = tc.addptr %out_f32, %r4 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f325, %sitofp_x16_f32 : tensor<16x!tc.ptr<f32>>
  %uitofp_x16_f32 = arith.uitofp %i_x16 : tensor<16xi16> to tensor<16xf32>
  %p_out_f326 = tc.addptr %out_f32, %r5 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f326, %uitofp_x16_f32 : tensor<16x!tc.ptr<f32>>
  %sitofp_x32_f32 = arith.sitofp %i_x32 : tensor<16xi32> to tensor<16xf32>
  %p_out_f327 = tc.addptr %out_f32, %r6 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f327, %sitofp_x32_f32 : tensor<16x!tc.ptr<f32>>
  %uitofp_x32_f32 = arith.uitofp %i_x32 : tensor<16xi32> to tensor<16xf32>
  %p_out_f328 = tc.addptr %out_f32, %r7 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f328, %uitofp_x32_f32 : tensor<16x!tc.ptr<f32>>
  %sitofp_x64_f32 = arith.sitofp %i_x64 : tensor<16xi64> to tensor<16xf32>
  %p_out_f329 = tc.addptr %out_f32, %r8 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f329, %sitofp_x64_f32 : tensor<16x!tc.ptr<f32>>
  %uitofp_x64_f32 = arith.uitofp %i_x64 : tensor<16xi64> to tensor<16xf32>
  %p_out_f3210 = tc.addptr %out_f32, %r9 : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_out_f3210, %uitofp_x64_f32 : tensor<16x!tc.ptr<f32>>

  %sitofp_x1_f64 = arith.sitofp %i_x1 : tensor<16xi1> to tensor<16xf64>
  %p_out_f64 = tc.addptr %out_f64, %r0 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f64, %sitofp_x1_f64 : tensor<16x!tc.ptr<f64>>
  %uitofp_x1_f64 = arith.uitofp %i_x1 : tensor<16xi1> to tensor<16xf64>
  %p_out_f642 = tc.addptr %out_f64, %r1 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f642, %uitofp_x1_f64 : tensor<16x!tc.ptr<f64>>
  %sitofp_x8_f64 = arith.sitofp %i_x8 : tensor<16xi8> to tensor<16xf64>
  %p_out_f643 = tc.addptr %out_f64, %r2 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f643, %sitofp_x8_f64 : tensor<16x!tc.ptr<f64>>
  %uitofp_x8_f64 = arith.uitofp %i_x8 : tensor<16xi8> to tensor<16xf64>
  %p_out_f644 = tc.addptr %out_f64, %r3 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f644, %uitofp_x8_f64 : tensor<16x!tc.ptr<f64>>
  %sitofp_x16_f64 = arith.sitofp %i_x16 : tensor<16xi16> to tensor<16xf64>
  %p_out_f645 = tc.addptr %out_f64, %r4 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f645, %sitofp_x16_f64 : tensor<16x!tc.ptr<f64>>
  %uitofp_x16_f64 = arith.uitofp %i_x16 : tensor<16xi16> to tensor<16xf64>
  %p_out_f646 = tc.addptr %out_f64, %r5 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f646, %uitofp_x16_f64 : tensor<16x!tc.ptr<f64>>
  %sitofp_x32_f64 = arith.sitofp %i_x32 : tensor<16xi32> to tensor<16xf64>
  %p_out_f647 = tc.addptr %out_f64, %r6 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f647, %sitofp_x32_f64 : tensor<16x!tc.ptr<f64>>
  %uitofp_x32_f64 = arith.uitofp %i_x32 : tensor<16xi32> to tensor<16xf64>
  %p_out_f648 = tc.addptr %out_f64, %r7 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f648, %uitofp_x32_f64 : tensor<16x!tc.ptr<f64>>
  %sitofp_x64_f64 = arith.sitofp %i_x64 : tensor<16xi64> to tensor<16xf64>
  %p_out_f649 = tc.addptr %out_f64, %r8 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f649, %sitofp_x64_f64 : tensor<16x!tc.ptr<f64>>
  %uitofp_x64_f64 = arith.uitofp %i_x64 : tensor<16xi64> to tensor<16xf64>
  %p_out_f6410 = tc.addptr %out_f64, %r9 : !tc.ptr<f64>, tensor<16xi32>
  tc.store %p_out_f6410, %uitofp_x64_f64 : tensor<16x!tc.ptr<f64>>
  tc.return
}
