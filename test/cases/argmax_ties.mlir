// argmax and argmin of 32 rows: the lowest index of equal elements, of -0 and +0
// and of NaNs, which win over everything; every float type, and integers.
//
// DATA: x = rng(1).integers(-4, 5, (32, 64)).astype(np.float64)
// DATA: x[0] = 3
// DATA: x[1] = -np.inf
// DATA: x[2, [5, 40]] = np.nan
// DATA: x[3, 63] = np.nan
// DATA: x[4] = np.where(np.arange(64) < 9, -0.0, 0.0)
// DATA: x[5] = np.where(np.arange(64) < 33, 0.0, -0.0)
// DATA: x[6, 17] = np.inf
// DATA: x[7] = np.arange(64)
// DATA: x[8] = -np.arange(64)
// DATA: x[9] = np.nan
// DATA: n = np.nan_to_num(x, nan=99, posinf=100, neginf=-100).astype(np.int32)
// DATA: def _lowest(rows, beats):
// DATA:     best = np.zeros(32, np.int32)
// DATA:     for r, row in enumerate(rows):
// DATA:         for k, v in enumerate(row):
// DATA:             w = row[best[r]]
// DATA:             if not np.isnan(w) and (np.isnan(v) or beats(v, w)):
// DATA:                 best[r] = k
// DATA:     return best, np.take_along_axis(rows, best[:, None], 1).ravel()
// DATA: max_index, max_value = _lowest(x, np.greater)
// DATA: min_index, min_value = _lowest(x, np.less)
// DATA: nmax_index, nmax_value = _lowest(n, np.greater)
// DATA: nmin_index, nmin_value = _lowest(n, np.less)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=f16 --arg=x=@%t/x.npy --arg='max=empty(32xf64)' --arg='max_index=empty(32xi32)' --arg='min=empty(32xf64)' --arg='min_index=empty(32xi32)' --check=max=@%t/max_value.npy --check=max_index=@%t/max_index.npy --check=min=@%t/min_value.npy --check=min_index=@%t/min_index.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bf16 --arg=x=@%t/x.npy --arg='max=empty(32xf64)' --arg='max_index=empty(32xi32)' --arg='min=empty(32xf64)' --arg='min_index=empty(32xi32)' --check=max=@%t/max_value.npy --check=max_index=@%t/max_index.npy --check=min=@%t/min_value.npy --check=min_index=@%t/min_index.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --arg=x=@%t/x.npy --arg='max=empty(32xf64)' --arg='max_index=empty(32xi32)' --arg='min=empty(32xf64)' --arg='min_index=empty(32xi32)' --check=max=@%t/max_value.npy --check=max_index=@%t/max_index.npy --check=min=@%t/min_value.npy --check=min_index=@%t/min_index.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --arg=x=@%t/x.npy --arg='max=empty(32xf64)' --arg='max_index=empty(32xi32)' --arg='min=empty(32xf64)' --arg='min_index=empty(32xi32)' --check=max=@%t/max_value.npy --check=max_index=@%t/max_index.npy --check=min=@%t/min_value.npy --check=min_index=@%t/min_index.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=i32 --arg=x=@%t/n.npy --arg='max=empty(32xi32)' --arg='max_index=empty(32xi32)' --arg='min=empty(32xi32)' --arg='min_index=empty(32xi32)' --check=max=@%t/nmax_value.npy --check=max_index=@%t/nmax_index.npy --check=min=@%t/nmin_value.npy --check=min_index=@%t/nmin_index.npy

tc.kernel @f16(%x: !tc.ptr<f64>, %max: !tc.ptr<f64>, %max_index: !tc.ptr<i32>,
          %min: !tc.ptr<f64>, %min_index: !tc.ptr<i32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<2048xi32>
  %wide = tc.load %p_x : tensor<2048x!tc.ptr<f64>>
  %narrow = arith.truncf %wide : tensor<2048xf64> to tensor<2048xf16>
  %tile = tc.reshape %narrow : tensor<2048xf16> -> tensor<32x64xf16>
  %max_value, %max_at = tc.reduce argmax %tile axis 1 : tensor<32x64xf16> -> tensor<32xf16>, tensor<32xi32>
  %min_value, %min_at = tc.reduce argmin %tile axis 1 : tensor<32x64xf16> -> tensor<32xf16>, tensor<32xi32>
  %max_wide = arith.extf %max_value : tensor<32xf16> to tensor<32xf64>
  %min_wide = arith.extf %min_value : tensor<32xf16> to tensor<32xf64>
  %p_max = tc.addptr %max, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_max, %max_wide : tensor<32x!tc.ptr<f64>>
  %p_max_index = tc.addptr %max_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max_index, %max_at : tensor<32x!tc.ptr<i32>>
  %p_min = tc.addptr %min, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_min, %min_wide : tensor<32x!tc.ptr<f64>>
  %p_min_index = tc.addptr %min_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min_index, %min_at : tensor<32x!tc.ptr<i32>>
  tc.return
}

tc.kernel @bf16(%x: !tc.ptr<f64>, %max: !tc.ptr<f64>, %max_index: !tc.ptr<i32>,
          %min: !tc.ptr<f64>, %min_index: !tc.ptr<i32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<2048xi32>
  %wide = tc.load %p_x : tensor<2048x!tc.ptr<f64>>
  %narrow = arith.truncf %wide : tensor<2048xf64> to tensor<2048xbf16>
  %tile = tc.reshape %narrow : tensor<2048xbf16> -> tensor<32x64xbf16>
  %max_value, %max_at = tc.reduce argmax %tile axis 1 : tensor<32x64xbf16> -> tensor<32xbf16>, tensor<32xi32>
  %min_value, %min_at = tc.reduce argmin %tile axis 1 : tensor<32x64xbf16> -> tensor<32xbf16>, tensor<32xi32>
  %max_wide = arith.extf %max_value : tensor<32xbf16> to tensor<32xf64>
  %min_wide = arith.extf %min_value : tensor<32xbf16> to tensor<32xf64>
  %p_max = tc.addptr %max, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_max, %max_wide : tensor<32x!tc.ptr<f64>>
  %p_max_index = tc.addptr %max_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max_index, %max_at : tensor<32x!tc.ptr<i32>>
  %p_min = tc.addptr %min, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_min, %min_wide : tensor<32x!tc.ptr<f64>>
  %p_min_index = tc.addptr %min_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min_index, %min_at : tensor<32x!tc.ptr<i32>>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f64>, %max: !tc.ptr<f64>, %max_index: !tc.ptr<i32>,
          %min: !tc.ptr<f64>, %min_index: !tc.ptr<i32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<2048xi32>
  %wide = tc.load %p_x : tensor<2048x!tc.ptr<f64>>
  %narrow = arith.truncf %wide : tensor<2048xf64> to tensor<2048xf32>
  %tile = tc.reshape %narrow : tensor<2048xf32> -> tensor<32x64xf32>
  %max_value, %max_at = tc.reduce argmax %tile axis 1 : tensor<32x64xf32> -> tensor<32xf32>, tensor<32xi32>
  %min_value, %min_at = tc.reduce argmin %tile axis 1 : tensor<32x64xf32> -> tensor<32xf32>, tensor<32xi32>
  %max_wide = arith.extf %max_value : tensor<32xf32> to tensor<32xf64>
  %min_wide = arith.extf %min_value : tensor<32xf32> to tensor<32xf64>
  %p_max = tc.addptr %max, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_max, %max_wide : tensor<32x!tc.ptr<f64>>
  %p_max_index = tc.addptr %max_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max_index, %max_at : tensor<32x!tc.ptr<i32>>
  %p_min = tc.addptr %min, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_min, %min_wide : tensor<32x!tc.ptr<f64>>
  %p_min_index = tc.addptr %min_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min_index, %min_at : tensor<32x!tc.ptr<i32>>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %max: !tc.ptr<f64>, %max_index: !tc.ptr<i32>,
          %min: !tc.ptr<f64>, %min_index: !tc.ptr<i32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<2048xi32>
  %wide = tc.load %p_x : tensor<2048x!tc.ptr<f64>>
  %tile = tc.reshape %wide : tensor<2048xf64> -> tensor<32x64xf64>
  %max_value, %max_at = tc.reduce argmax %tile axis 1 : tensor<32x64xf64> -> tensor<32xf64>, tensor<32xi32>
  %min_value, %min_at = tc.reduce argmin %tile axis 1 : tensor<32x64xf64> -> tensor<32xf64>, tensor<32xi32>
  %p_max = tc.addptr %max, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_max, %max_value : tensor<32x!tc.ptr<f64>>
  %p_max_index = tc.addptr %max_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max_index, %max_at : tensor<32x!tc.ptr<i32>>
  %p_min = tc.addptr %min, %r : !tc.ptr<f64>, tensor<32xi32>
  tc.store %p_min, %min_value : tensor<32x!tc.ptr<f64>>
  %p_min_index = tc.addptr %min_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min_index, %min_at : tensor<32x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i32(%x: !tc.ptr<i32>, %max: !tc.ptr<i32>, %max_index: !tc.ptr<i32>,
          %min: !tc.ptr<i32>, %min_index: !tc.ptr<i32>) {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<2048xi32>
  %wide = tc.load %p_x : tensor<2048x!tc.ptr<i32>>
  %tile = tc.reshape %wide : tensor<2048xi32> -> tensor<32x64xi32>
  %max_value, %max_at = tc.reduce argmax %tile axis 1 : tensor<32x64xi32> -> tensor<32xi32>, tensor<32xi32>
  %min_value, %min_at = tc.reduce argmin %tile axis 1 : tensor<32x64xi32> -> tensor<32xi32>, tensor<32xi32>
  %p_max = tc.addptr %max, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max, %max_value : tensor<32x!tc.ptr<i32>>
  %p_max_index = tc.addptr %max_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_max_index, %max_at : tensor<32x!tc.ptr<i32>>
  %p_min = tc.addptr %min, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min, %min_value : tensor<32x!tc.ptr<i32>>
  %p_min_index = tc.addptr %min_index, %r : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_min_index, %min_at : tensor<32x!tc.ptr<i32>>
  tc.return
}
