// Running sums of f16 and bf16 are the roundings of the sums in f32: where rounding every
// step would lose the small terms, these keep them.
//
// DATA: # Integers whose sums are exact in f32 and inexact in f16 and bf16.
// DATA: x = rng(9).integers(-400, 900, 1024).astype(np.float64)
// DATA: _f16 = lambda v: v.astype(np.float32).astype(np.float16).astype(np.float64)
// DATA: _bf16 = lambda v: bf16.values(bf16(v))
// DATA: f16_in, bf16_in = _f16(x), _bf16(x)
// DATA: def _prefixes(v, back):
// DATA:     rows = v.reshape(2, 512)
// DATA:     rows = np.cumsum(np.flip(rows, 1) if back else rows, 1)
// DATA:     return (np.flip(rows, 1) if back else rows).ravel()
// DATA: f16_sums, f16_back = _f16(_prefixes(f16_in, False)), _f16(_prefixes(f16_in, True))
// DATA: bf16_sums, bf16_back = _bf16(_prefixes(bf16_in, False)), _bf16(_prefixes(bf16_in, True))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=f16 --arg=x=@%t/f16_in.npy --arg='sums=empty(1024xf64)' --arg='back=empty(1024xf64)' --check=sums=@%t/f16_sums.npy --check=back=@%t/f16_back.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bf16 --arg=x=@%t/bf16_in.npy --arg='sums=empty(1024xf64)' --arg='back=empty(1024xf64)' --check=sums=@%t/bf16_sums.npy --check=back=@%t/bf16_back.npy --rtol=0 --atol=0

tc.kernel @f16(%x: !tc.ptr<f64>, %sums: !tc.ptr<f64>, %back: !tc.ptr<f64>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_wide = tc.addptr %x, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  %wide_flat = tc.load %p_wide : tensor<1024x!tc.ptr<f64>>
  %wide = tc.reshape %wide_flat : tensor<1024xf64> -> tensor<2x512xf64>
  %t = arith.truncf %wide : tensor<2x512xf64> to tensor<2x512xf16>
  %s_sums = tc.scan sum %t axis 1 : tensor<2x512xf16>
  %w_sums = arith.extf %s_sums : tensor<2x512xf16> to tensor<2x512xf64>
  %w_sums_flat = tc.reshape %w_sums : tensor<2x512xf64> -> tensor<1024xf64>
  %p_sums = tc.addptr %sums, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  tc.store %p_sums, %w_sums_flat : tensor<1024x!tc.ptr<f64>>
  %s_back = tc.scan sum %t axis 1 reverse : tensor<2x512xf16>
  %w_back = arith.extf %s_back : tensor<2x512xf16> to tensor<2x512xf64>
  %w_back_flat = tc.reshape %w_back : tensor<2x512xf64> -> tensor<1024xf64>
  %p_back = tc.addptr %back, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  tc.store %p_back, %w_back_flat : tensor<1024x!tc.ptr<f64>>
  tc.return
}

tc.kernel @bf16(%x: !tc.ptr<f64>, %sums: !tc.ptr<f64>, %back: !tc.ptr<f64>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_wide = tc.addptr %x, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  %wide_flat = tc.load %p_wide : tensor<1024x!tc.ptr<f64>>
  %wide = tc.reshape %wide_flat : tensor<1024xf64> -> tensor<2x512xf64>
  %t = arith.truncf %wide : tensor<2x512xf64> to tensor<2x512xbf16>
  %s_sums = tc.scan sum %t axis 1 : tensor<2x512xbf16>
  %w_sums = arith.extf %s_sums : tensor<2x512xbf16> to tensor<2x512xf64>
  %w_sums_flat = tc.reshape %w_sums : tensor<2x512xf64> -> tensor<1024xf64>
  %p_sums = tc.addptr %sums, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  tc.store %p_sums, %w_sums_flat : tensor<1024x!tc.ptr<f64>>
  %s_back = tc.scan sum %t axis 1 reverse : tensor<2x512xbf16>
  %w_back = arith.extf %s_back : tensor<2x512xbf16> to tensor<2x512xf64>
  %w_back_flat = tc.reshape %w_back : tensor<2x512xf64> -> tensor<1024xf64>
  %p_back = tc.addptr %back, %i1024 : !tc.ptr<f64>, tensor<1024xi32>
  tc.store %p_back, %w_back_flat : tensor<1024x!tc.ptr<f64>>
  tc.return
}
