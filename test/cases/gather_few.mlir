// 4096 indices into 4 values, which every warp holds, into 64, and into as many, which go
// through shared memory; one index into 4096.
//
// DATA: x = rng(12).integers(-2**31, 2**31, 4096).astype(np.int32)
// DATA: i = rng(13).integers(0, 4, 4096).astype(np.int32)
// DATA: j = rng(14).integers(0, 4096, 4096).astype(np.int32)
// DATA: few_out, all_out, one_out = x[i], x[j], x[j[:1]]
// DATA: n = j // 64
// DATA: narrow_out = x[n]
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=few --arg=x=@%t/x.npy --arg=i=@%t/i.npy --arg='out=empty(4096xi32)' --check=out=@%t/few_out.npy
// RUN-CASE: minitc-run %s --kernel=all --arg=x=@%t/x.npy --arg=i=@%t/j.npy --arg='out=empty(4096xi32)' --check=out=@%t/all_out.npy
// RUN-CASE: minitc-run %s --kernel=one --arg=x=@%t/x.npy --arg=i=@%t/j.npy --arg='out=empty(1xi32)' --check=out=@%t/one_out.npy
// RUN-CASE: minitc-run %s --kernel=narrow --arg=x=@%t/x.npy --arg=i=@%t/n.npy --arg='out=empty(4096xi32)' --check=out=@%t/narrow_out.npy

tc.kernel @few(%x: !tc.ptr<i32>, %i: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i4 = tc.arange 0 to 4 : tensor<4xi32>
  %p_t = tc.addptr %x, %i4 : !tc.ptr<i32>, tensor<4xi32>
  %t = tc.load %p_t : tensor<4x!tc.ptr<i32>>
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_k = tc.addptr %i, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %k = tc.load %p_k : tensor<4096x!tc.ptr<i32>>
  %s = tc.gather %t[%k] axis 0 : tensor<4xi32>, tensor<4096xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @all(%x: !tc.ptr<i32>, %i: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %p_k = tc.addptr %i, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %k = tc.load %p_k : tensor<4096x!tc.ptr<i32>>
  %s = tc.gather %t[%k] axis 0 : tensor<4096xi32>, tensor<4096xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}

tc.kernel @one(%x: !tc.ptr<i32>, %i: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_t = tc.addptr %x, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %t = tc.load %p_t : tensor<4096x!tc.ptr<i32>>
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %p_k = tc.addptr %i, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %k = tc.load %p_k : tensor<1x!tc.ptr<i32>>
  %s = tc.gather %t[%k] axis 0 : tensor<4096xi32>, tensor<1xi32> -> tensor<1xi32>
  %p_out = tc.addptr %out, %i1 : !tc.ptr<i32>, tensor<1xi32>
  tc.store %p_out, %s : tensor<1x!tc.ptr<i32>>
  tc.return
}

tc.kernel @narrow(%x: !tc.ptr<i32>, %i: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 8 : i32} {
  %i64 = tc.arange 0 to 64 : tensor<64xi32>
  %p_t = tc.addptr %x, %i64 : !tc.ptr<i32>, tensor<64xi32>
  %t = tc.load %p_t : tensor<64x!tc.ptr<i32>>
  %i4096 = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_k = tc.addptr %i, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  %k = tc.load %p_k : tensor<4096x!tc.ptr<i32>>
  %s = tc.gather %t[%k] axis 0 : tensor<64xi32>, tensor<4096xi32> -> tensor<4096xi32>
  %p_out = tc.addptr %out, %i4096 : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %p_out, %s : tensor<4096x!tc.ptr<i32>>
  tc.return
}
