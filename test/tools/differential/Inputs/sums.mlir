// Sums and products of rows, whose order is the compiler's: within n eps times the
// sum of the magnitudes, here all positive, so a relative bound.
//
// RUN-DIFF: --kernel=sum_f32 --grid=16 --num-warps=1 --arg='x=uniform(16x1024xf32, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf32)' --arg='columns=empty(16x32xf32)' --arg='product=empty(16xf32)' --rtol=0.000122 --atol=0
// RUN-DIFF: --kernel=sum_f32 --grid=16 --num-warps=4 --arg='x=uniform(16x1024xf32, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf32)' --arg='columns=empty(16x32xf32)' --arg='product=empty(16xf32)' --rtol=0.000122 --atol=0
// RUN-DIFF: --kernel=sum_f32 --grid=16 --num-warps=8 --arg='x=uniform(16x1024xf32, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf32)' --arg='columns=empty(16x32xf32)' --arg='product=empty(16xf32)' --rtol=0.000122 --atol=0
// RUN-DIFF: --kernel=sum_f64 --grid=16 --num-warps=1 --arg='x=uniform(16x1024xf64, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf64)' --arg='columns=empty(16x32xf64)' --arg='product=empty(16xf64)' --rtol=2.27e-13 --atol=0
// RUN-DIFF: --kernel=sum_f64 --grid=16 --num-warps=4 --arg='x=uniform(16x1024xf64, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf64)' --arg='columns=empty(16x32xf64)' --arg='product=empty(16xf64)' --rtol=2.27e-13 --atol=0
// RUN-DIFF: --kernel=sum_f64 --grid=16 --num-warps=8 --arg='x=uniform(16x1024xf64, 0.5, 1.5, seed=%seed)' --arg='sum=empty(16xf64)' --arg='columns=empty(16x32xf64)' --arg='product=empty(16xf64)' --rtol=2.27e-13 --atol=0

tc.kernel @sum_f32(%x: !tc.ptr<f32>, %sum: !tc.ptr<f32>, %columns: !tc.ptr<f32>,
              %product: !tc.ptr<f32>) {
  %row = tc.program_id x : i32
  %width = arith.constant 1024 : i32
  %short = arith.constant 32 : i32
  %base = arith.muli %row, %width : i32
  %from = tc.addptr %x, %base : !tc.ptr<f32>, i32
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p = tc.addptr %from, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p : tensor<1024x!tc.ptr<f32>>
  %s = tc.reduce sum %v axis 0 : tensor<1024xf32> -> f32
  %ps = tc.addptr %sum, %row : !tc.ptr<f32>, i32
  tc.store %ps, %s : !tc.ptr<f32>
  %tile = tc.reshape %v : tensor<1024xf32> -> tensor<32x32xf32>
  %c = tc.reduce sum %tile axis 0 : tensor<32x32xf32> -> tensor<32xf32>
  %start = arith.muli %row, %short : i32
  %to = tc.addptr %columns, %start : !tc.ptr<f32>, i32
  %j = tc.arange 0 to 32 : tensor<32xi32>
  %pc = tc.addptr %to, %j : !tc.ptr<f32>, tensor<32xi32>
  tc.store %pc, %c : tensor<32x!tc.ptr<f32>>
  %q = tc.reduce prod %v axis 0 : tensor<1024xf32> -> f32
  %pp = tc.addptr %product, %row : !tc.ptr<f32>, i32
  tc.store %pp, %q : !tc.ptr<f32>
  tc.return
}

tc.kernel @sum_f64(%x: !tc.ptr<f64>, %sum: !tc.ptr<f64>, %columns: !tc.ptr<f64>,
              %product: !tc.ptr<f64>) {
  %row = tc.program_id x : i32
  %width = arith.constant 1024 : i32
  %short = arith.constant 32 : i32
  %base = arith.muli %row, %width : i32
  %from = tc.addptr %x, %base : !tc.ptr<f64>, i32
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p = tc.addptr %from, %i : !tc.ptr<f64>, tensor<1024xi32>
  %v = tc.load %p : tensor<1024x!tc.ptr<f64>>
  %s = tc.reduce sum %v axis 0 : tensor<1024xf64> -> f64
  %ps = tc.addptr %sum, %row : !tc.ptr<f64>, i32
  tc.store %ps, %s : !tc.ptr<f64>
  %tile = tc.reshape %v : tensor<1024xf64> -> tensor<32x32xf64>
  %c = tc.reduce sum %tile axis 0 : tensor<32x32xf64> -> tensor<32xf64>
  %start = arith.muli %row, %short : i32
  %to = tc.addptr %columns, %start : !tc.ptr<f64>, i32
  %j = tc.arange 0 to 32 : tensor<32xi32>
  %pc = tc.addptr %to, %j : !tc.ptr<f64>, tensor<32xi32>
  tc.store %pc, %c : tensor<32x!tc.ptr<f64>>
  %q = tc.reduce prod %v axis 0 : tensor<1024xf64> -> f64
  %pp = tc.addptr %product, %row : !tc.ptr<f64>, i32
  tc.store %pp, %q : !tc.ptr<f64>
  tc.return
}
