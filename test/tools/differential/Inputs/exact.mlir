// Arithmetic that is exact or correctly rounded, on random bits of f32 and f64:
// every device gives the same result.
//
// RUN-DIFF: --kernel=f32 --grid=4 --arg='a=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='b=randint(4096xi32, -2147483648, 2147483648, seed=1%seed)' --arg='y=empty(9x4096xf32)' --ulp=0
// RUN-DIFF: --kernel=f64 --grid=4 --arg='a=randint(4096xi64, -9223372036854775808, 9223372036854775807, seed=%seed)' --arg='b=randint(4096xi64, -9223372036854775808, 9223372036854775807, seed=1%seed)' --arg='y=empty(9x4096xf64)' --ulp=0

// Which 1024 elements a program instance works on.
func.func @places() -> tensor<1024xi32> {
  %size = arith.constant 1024 : i32
  %pid = tc.program_id x : i32
  %first = arith.muli %pid, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lanes = tc.arange 0 to 1024 : tensor<1024xi32>
  %i = arith.addi %firsts, %lanes : tensor<1024xi32>
  return %i : tensor<1024xi32>
}

tc.kernel @f32(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %y: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %row = arith.constant 4096 : i32
  %pa = tc.addptr %a, %i : !tc.ptr<i32>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i32>>
  %v = arith.bitcast %va : tensor<1024xi32> to tensor<1024xf32>
  %pb = tc.addptr %b, %i : !tc.ptr<i32>, tensor<1024xi32>
  %vb = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %vb : tensor<1024xi32> to tensor<1024xf32>
  %y0 = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  %addf = arith.addf %v, %w : tensor<1024xf32>
  tc.store %y0, %addf : tensor<1024x!tc.ptr<f32>>
  %y1 = tc.addptr %y0, %row : tensor<1024x!tc.ptr<f32>>, i32
  %subf = arith.subf %v, %w : tensor<1024xf32>
  tc.store %y1, %subf : tensor<1024x!tc.ptr<f32>>
  %y2 = tc.addptr %y1, %row : tensor<1024x!tc.ptr<f32>>, i32
  %mulf = arith.mulf %v, %w : tensor<1024xf32>
  tc.store %y2, %mulf : tensor<1024x!tc.ptr<f32>>
  %y3 = tc.addptr %y2, %row : tensor<1024x!tc.ptr<f32>>, i32
  %divf = arith.divf %v, %w : tensor<1024xf32>
  tc.store %y3, %divf : tensor<1024x!tc.ptr<f32>>
  %y4 = tc.addptr %y3, %row : tensor<1024x!tc.ptr<f32>>, i32
  %remf = arith.remf %v, %w : tensor<1024xf32>
  tc.store %y4, %remf : tensor<1024x!tc.ptr<f32>>
  %y5 = tc.addptr %y4, %row : tensor<1024x!tc.ptr<f32>>, i32
  %maximumf = arith.maximumf %v, %w : tensor<1024xf32>
  tc.store %y5, %maximumf : tensor<1024x!tc.ptr<f32>>
  %y6 = tc.addptr %y5, %row : tensor<1024x!tc.ptr<f32>>, i32
  %minnumf = arith.minnumf %v, %w : tensor<1024xf32>
  tc.store %y6, %minnumf : tensor<1024x!tc.ptr<f32>>
  %y7 = tc.addptr %y6, %row : tensor<1024x!tc.ptr<f32>>, i32
  %fma = math.fma %v, %w, %v : tensor<1024xf32>
  tc.store %y7, %fma : tensor<1024x!tc.ptr<f32>>
  %y8 = tc.addptr %y7, %row : tensor<1024x!tc.ptr<f32>>, i32
  %floor = math.floor %v : tensor<1024xf32>
  tc.store %y8, %floor : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f64(%a: !tc.ptr<i64>, %b: !tc.ptr<i64>, %y: !tc.ptr<f64>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %row = arith.constant 4096 : i32
  %pa = tc.addptr %a, %i : !tc.ptr<i64>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i64>>
  %v = arith.bitcast %va : tensor<1024xi64> to tensor<1024xf64>
  %pb = tc.addptr %b, %i : !tc.ptr<i64>, tensor<1024xi32>
  %vb = tc.load %pb : tensor<1024x!tc.ptr<i64>>
  %w = arith.bitcast %vb : tensor<1024xi64> to tensor<1024xf64>
  %y0 = tc.addptr %y, %i : !tc.ptr<f64>, tensor<1024xi32>
  %addf = arith.addf %v, %w : tensor<1024xf64>
  tc.store %y0, %addf : tensor<1024x!tc.ptr<f64>>
  %y1 = tc.addptr %y0, %row : tensor<1024x!tc.ptr<f64>>, i32
  %subf = arith.subf %v, %w : tensor<1024xf64>
  tc.store %y1, %subf : tensor<1024x!tc.ptr<f64>>
  %y2 = tc.addptr %y1, %row : tensor<1024x!tc.ptr<f64>>, i32
  %mulf = arith.mulf %v, %w : tensor<1024xf64>
  tc.store %y2, %mulf : tensor<1024x!tc.ptr<f64>>
  %y3 = tc.addptr %y2, %row : tensor<1024x!tc.ptr<f64>>, i32
  %divf = arith.divf %v, %w : tensor<1024xf64>
  tc.store %y3, %divf : tensor<1024x!tc.ptr<f64>>
  %y4 = tc.addptr %y3, %row : tensor<1024x!tc.ptr<f64>>, i32
  %remf = arith.remf %v, %w : tensor<1024xf64>
  tc.store %y4, %remf : tensor<1024x!tc.ptr<f64>>
  %y5 = tc.addptr %y4, %row : tensor<1024x!tc.ptr<f64>>, i32
  %maximumf = arith.maximumf %v, %w : tensor<1024xf64>
  tc.store %y5, %maximumf : tensor<1024x!tc.ptr<f64>>
  %y6 = tc.addptr %y5, %row : tensor<1024x!tc.ptr<f64>>, i32
  %minnumf = arith.minnumf %v, %w : tensor<1024xf64>
  tc.store %y6, %minnumf : tensor<1024x!tc.ptr<f64>>
  %y7 = tc.addptr %y6, %row : tensor<1024x!tc.ptr<f64>>, i32
  %fma = math.fma %v, %w, %v : tensor<1024xf64>
  tc.store %y7, %fma : tensor<1024x!tc.ptr<f64>>
  %y8 = tc.addptr %y7, %row : tensor<1024x!tc.ptr<f64>>, i32
  %floor = math.floor %v : tensor<1024xf64>
  tc.store %y8, %floor : tensor<1024x!tc.ptr<f64>>
  tc.return
}
