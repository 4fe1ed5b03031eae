// Loads and stores through indices from memory, in no order: a permutation and
// its inverse undo each other; a row of a table for each index, in 2 dimensions.
//
// DATA: x = rng(1).standard_normal(1024).astype(np.float32)
// DATA: order = rng(2).permutation(1024).astype(np.int32)
// DATA: gathered = x[order]
// DATA: rows = rng(3).integers(0, 32, 16)
// DATA: table = x.reshape(32, 32)[rows].ravel()
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=order=@%t/order.npy --arg=rows=@%t/rows.npy --arg='gathered=empty(1024xf32)' --arg='scattered=empty(1024xf32)' --arg='table=empty(512xf32)' --check=gathered=@%t/gathered.npy --check=scattered=@%t/x.npy --check=table=@%t/table.npy --rtol=0 --atol=0

tc.kernel @scattered(%x: !tc.ptr<f32>, %order: !tc.ptr<i32>, %rows: !tc.ptr<i64>,
                     %gathered: !tc.ptr<f32>, %scattered: !tc.ptr<f32>,
                     %table: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_order = tc.addptr %order, %i : !tc.ptr<i32>, tensor<1024xi32>
  %k = tc.load %p_order : tensor<1024x!tc.ptr<i32>>
  %p_x = tc.addptr %x, %k : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %p_gathered = tc.addptr %gathered, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_gathered, %v : tensor<1024x!tc.ptr<f32>>
  %p_scattered = tc.addptr %scattered, %k : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_scattered, %v : tensor<1024x!tc.ptr<f32>>

  %r = tc.arange 0 to 16 : tensor<16xi32>
  %c = tc.arange 0 to 32 : tensor<32xi32>
  %p_rows = tc.addptr %rows, %r : !tc.ptr<i64>, tensor<16xi32>
  %row = tc.load %p_rows : tensor<16x!tc.ptr<i64>>
  %width = arith.constant dense<32> : tensor<16xi64>
  %start = arith.muli %row, %width : tensor<16xi64>
  %starts = tc.addptr %x, %start : !tc.ptr<f32>, tensor<16xi64>
  %column = tc.expand_dims %starts axis 1 : tensor<16x!tc.ptr<f32>> -> tensor<16x1x!tc.ptr<f32>>
  %wide = tc.broadcast %column : tensor<16x1x!tc.ptr<f32>> -> tensor<16x32x!tc.ptr<f32>>
  %line = tc.expand_dims %c axis 0 : tensor<32xi32> -> tensor<1x32xi32>
  %lines = tc.broadcast %line : tensor<1x32xi32> -> tensor<16x32xi32>
  %p = tc.addptr %wide, %lines : tensor<16x32x!tc.ptr<f32>>, tensor<16x32xi32>
  %w = tc.load %p : tensor<16x32x!tc.ptr<f32>>
  %j = tc.arange 0 to 512 : tensor<512xi32>
  %jj = tc.reshape %j : tensor<512xi32> -> tensor<16x32xi32>
  %p_table = tc.addptr %table, %jj : !tc.ptr<f32>, tensor<16x32xi32>
  tc.store %p_table, %w : tensor<16x32x!tc.ptr<f32>>
  tc.return
}
