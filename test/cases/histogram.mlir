// Counts of i32 and i64 values, with and without a mask; values below 0 and beyond the
// result are dropped, those too that are inside only in their low 32 bits; one bin; fewer
// elements than threads, which hold them several times.
//
// DATA: x = rng(17).integers(-40, 300, 1024).astype(np.int32)
// DATA: x[::7] = 5
// DATA: x[3], x[4] = -2**31, 2**31 - 1
// DATA: y = x.astype(np.int64)
// DATA: y[10:20] = 2**32 + 5
// DATA: y[20:30] = -(2**32) + 5
// DATA: m = (rng(18).integers(0, 3, 1024) > 0).astype(np.int8)
// DATA: def _count(values, bins):
// DATA:     inside = values[(values >= 0) & (values < bins)]
// DATA:     return np.bincount(inside, minlength=bins).astype(np.int32)
// DATA: i32_out, i64_out = _count(x, 256), _count(y, 16)
// DATA: masked_out = _count(x[m == 1], 256)
// DATA: few_out, one_out, single_out = _count(x[:8], 32), _count(x, 1), _count(x[:1], 4)
// DATA: square_out = masked_out
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i32 --arg=x=@%t/x.npy --arg='out=empty(256xi32)' --check=out=@%t/i32_out.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=x=@%t/y.npy --arg='out=empty(16xi32)' --check=out=@%t/i64_out.npy
// RUN-CASE: minitc-run %s --kernel=masked --arg=x=@%t/x.npy --arg=m=@%t/m.npy --arg='out=empty(256xi32)' --check=out=@%t/masked_out.npy
// RUN-CASE: minitc-run %s --kernel=square --arg=x=@%t/x.npy --arg=m=@%t/m.npy --arg='out=empty(256xi32)' --check=out=@%t/square_out.npy
// RUN-CASE: minitc-run %s --kernel=few --arg=x=@%t/x.npy --arg='out=empty(32xi32)' --check=out=@%t/few_out.npy
// RUN-CASE: minitc-run %s --kernel=one --arg=x=@%t/x.npy --arg='out=empty(1xi32)' --check=out=@%t/one_out.npy
// RUN-CASE: minitc-run %s --kernel=single --arg=x=@%t/x.npy --arg='out=empty(4xi32)' --check=out=@%t/single_out.npy

tc.kernel @i32(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %h = tc.histogram %t : tensor<1024xi32> -> tensor<256xi32>
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_out, %h : tensor<256x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i64>, tensor<1024xi32>
  %t = tc.load %p_t : tensor<1024x!tc.ptr<i64>>
  %h = tc.histogram %t : tensor<1024xi64> -> tensor<16xi32>
  %i16 = tc.arange 0 to 16 : tensor<16xi32>
  %p_out = tc.addptr %out, %i16 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_out, %h : tensor<16x!tc.ptr<i32>>
  tc.return
}

tc.kernel @masked(%x: !tc.ptr<i32>, %m: !tc.ptr<i1>, %out: !tc.ptr<i32>)
    attributes {num_warps = 8 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %p_k = tc.addptr %m, %i1024 : !tc.ptr<i1>, tensor<1024xi32>
  %k = tc.load %p_k : tensor<1024x!tc.ptr<i1>>
  %h = tc.histogram %t mask %k : tensor<1024xi32> -> tensor<256xi32>
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_out, %h : tensor<256x!tc.ptr<i32>>
  tc.return
}

tc.kernel @square(%x: !tc.ptr<i32>, %m: !tc.ptr<i1>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %p_k = tc.addptr %m, %i1024 : !tc.ptr<i1>, tensor<1024xi32>
  %k_flat = tc.load %p_k : tensor<1024x!tc.ptr<i1>>
  %k = tc.reshape %k_flat : tensor<1024xi1> -> tensor<32x32xi1>
  %h = tc.histogram %t mask %k : tensor<32x32xi32> -> tensor<256xi32>
  %i256 = tc.arange 0 to 256 : tensor<256xi32>
  %p_out = tc.addptr %out, %i256 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_out, %h : tensor<256x!tc.ptr<i32>>
  tc.return
}

tc.kernel @few(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i8 = tc.arange 0 to 8 : tensor<8xi32>
  %p_t = tc.addptr %x, %i8 : !tc.ptr<i32>, tensor<8xi32>
  %t = tc.load %p_t : tensor<8x!tc.ptr<i32>>
  %h = tc.histogram %t : tensor<8xi32> -> tensor<32xi32>
  %i32 = tc.arange 0 to 32 : tensor<32xi32>
  %p_out = tc.addptr %out, %i32 : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p_out, %h : tensor<32x!tc.ptr<i32>>
  tc.return
}

tc.kernel @one(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 2 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %x, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %h = tc.histogram %t : tensor<1024xi32> -> tensor<1xi32>
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %p_out = tc.addptr %out, %i1 : !tc.ptr<i32>, tensor<1xi32>
  tc.store %p_out, %h : tensor<1x!tc.ptr<i32>>
  tc.return
}

tc.kernel @single(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 1 : i32} {
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %p_t = tc.addptr %x, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %t = tc.load %p_t : tensor<1x!tc.ptr<i32>>
  %h = tc.histogram %t : tensor<1xi32> -> tensor<4xi32>
  %i4 = tc.arange 0 to 4 : tensor<4xi32>
  %p_out = tc.addptr %out, %i4 : !tc.ptr<i32>, tensor<4xi32>
  tc.store %p_out, %h : tensor<4x!tc.ptr<i32>>
  tc.return
}
