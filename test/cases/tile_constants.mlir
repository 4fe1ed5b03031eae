// Constant tiles whose elements differ, of several types and ranks, used as
// values, masks and offsets, and in another layout than their own.
//
// DATA: x = i32(*range(0, 160, 10))
// DATA: _primes = np.array([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53])
// DATA: sum = (x + _primes).astype(np.int32)
// DATA: permuted = x[[15, 0, 14, 1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7]]
// DATA: masked = np.where(np.arange(16) % 5 < 2, x, -1).astype(np.int32)
// DATA: turned = _primes.reshape(4, 4).T.ravel().astype(np.float32) / 2
// DATA: chosen = f16(*([1, -0.25] * 8))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='sum=empty(16xi32)' --arg='permuted=empty(16xi32)' --arg='masked=full(16xi32, -1)' --arg='turned=empty(16xf32)' --arg='chosen=empty(16xf16)' --check=sum=@%t/sum.npy --check=permuted=@%t/permuted.npy --check=masked=@%t/masked.npy --check=turned=@%t/turned.npy --check=chosen=@%t/chosen.npy --rtol=0 --atol=0

tc.kernel @tile_constants(%x: !tc.ptr<i32>, %sum: !tc.ptr<i32>,
                          %permuted: !tc.ptr<i32>, %masked: !tc.ptr<i32>,
                          %turned: !tc.ptr<f32>, %chosen: !tc.ptr<f16>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<16xi32>
  %v = tc.load %p_x : tensor<16x!tc.ptr<i32>>
  %primes = arith.constant dense<[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]> : tensor<16xi32>
  %a = arith.addi %v, %primes : tensor<16xi32>
  %p_sum = tc.addptr %sum, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_sum, %a : tensor<16x!tc.ptr<i32>>

  %order = arith.constant dense<[15, 0, 14, 1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7]> : tensor<16xi32>
  %p_x2 = tc.addptr %x, %order : !tc.ptr<i32>, tensor<16xi32>
  %b = tc.load %p_x2 : tensor<16x!tc.ptr<i32>>
  %p_permuted = tc.addptr %permuted, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_permuted, %b : tensor<16x!tc.ptr<i32>>

  %mask = arith.constant dense<[true, true, false, false, false, true, true, false, false, false, true, true, false, false, false, true]> : tensor<16xi1>
  %p_masked = tc.addptr %masked, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_masked, %v mask %mask : tensor<16x!tc.ptr<i32>>

  %halves = arith.constant dense<[[1.0, 1.5, 2.5, 3.5], [5.5, 6.5, 8.5, 9.5], [11.5, 14.5, 15.5, 18.5], [20.5, 21.5, 23.5, 26.5]]> : tensor<4x4xf32>
  %t = tc.transpose %halves [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %k = tc.reshape %i : tensor<16xi32> -> tensor<4x4xi32>
  %p_turned = tc.addptr %turned, %k : !tc.ptr<f32>, tensor<4x4xi32>
  tc.store %p_turned, %t : tensor<4x4x!tc.ptr<f32>>

  %bits = arith.constant dense<[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]> : tensor<16xi8>
  %zero = arith.constant dense<0> : tensor<16xi8>
  %set = arith.cmpi ne, %bits, %zero : tensor<16xi8>
  %yes = arith.constant dense<1.0> : tensor<16xf16>
  %no = arith.constant dense<-0.25> : tensor<16xf16>
  %c = arith.select %set, %yes, %no : tensor<16xi1>, tensor<16xf16>
  %p_chosen = tc.addptr %chosen, %i : !tc.ptr<f16>, tensor<16xi32>
  tc.store %p_chosen, %c : tensor<16x!tc.ptr<f16>>
  tc.return
}
