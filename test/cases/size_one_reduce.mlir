// A reduction over an axis of one element gives that element, and index 0; so
// does one of a whole tile of one element.
//
// DATA: x = f32(*(7 - 3 * v for v in range(16)))
// DATA: zeros = np.zeros(16, np.int32)
// DATA: first = x[:1]
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='max=empty(16xf32)' --arg='value=empty(16xf32)' --arg='index=empty(16xi32)' --arg='sum=empty(16xf32)' --arg='one=empty(1xf32)' --check=max=@%t/x.npy --check=value=@%t/x.npy --check=index=@%t/zeros.npy --check=sum=@%t/x.npy --check=one=@%t/first.npy --rtol=0 --atol=0

tc.kernel @size_one_reduce(%x: !tc.ptr<f32>, %max: !tc.ptr<f32>,
                           %value: !tc.ptr<f32>, %index: !tc.ptr<i32>,
                           %sum: !tc.ptr<f32>, %one: !tc.ptr<f32>) {
  %i = tc.arange 0 to 16 : tensor<16xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<16xi32>
  %v = tc.load %p_x : tensor<16x!tc.ptr<f32>>
  %column = tc.expand_dims %v axis 1 : tensor<16xf32> -> tensor<16x1xf32>
  %row = tc.expand_dims %v axis 0 : tensor<16xf32> -> tensor<1x16xf32>
  %m = tc.reduce max %column axis 1 : tensor<16x1xf32> -> tensor<16xf32>
  %p_max = tc.addptr %max, %i : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_max, %m : tensor<16x!tc.ptr<f32>>
  %a, %k = tc.reduce argmin %column axis 1 : tensor<16x1xf32> -> tensor<16xf32>, tensor<16xi32>
  %p_value = tc.addptr %value, %i : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_value, %a : tensor<16x!tc.ptr<f32>>
  %p_index = tc.addptr %index, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_index, %k : tensor<16x!tc.ptr<i32>>
  %s = tc.reduce sum %row axis 0 : tensor<1x16xf32> -> tensor<16xf32>
  %p_sum = tc.addptr %sum, %i : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_sum, %s : tensor<16x!tc.ptr<f32>>
  %zero = tc.arange 0 to 1 : tensor<1xi32>
  %p_x2 = tc.addptr %x, %zero : !tc.ptr<f32>, tensor<1xi32>
  %w = tc.load %p_x2 : tensor<1x!tc.ptr<f32>>
  %p = tc.reduce (%w) axis 0 combine {
  ^bb0(%l: f32, %r: f32):
    %product = arith.mulf %l, %r : f32
    tc.yield %product : f32
  } : (tensor<1xf32>) -> (f32)
  tc.store %one, %p : !tc.ptr<f32>
  tc.return
}
