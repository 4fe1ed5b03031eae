// Layer normalisation of each row of a matrix of up to 1024 columns: the row
// minus its mean, over its standard deviation, times a weight, plus a bias. One
// program instance a row. The second reduction is over the deviations, which
// have to be zero again past the end of the row.
//
// RUN-DEMO: minitc-run %s --grid=9 --arg='x=randn(9x700xf32, seed=1)' --arg='weight=randn(700xf32, seed=2)' --arg='bias=randn(700xf32, seed=3)' --arg='out=empty(9x700xf32)' --arg=cols=700 --arg=epsilon=1e-5 --check=out=%S/expected/layernorm.npy --rtol=1e-5 --atol=1e-6

tc.kernel @layernorm(%x: !tc.ptr<f32>, %weight: !tc.ptr<f32>,
                     %bias: !tc.ptr<f32>, %out: !tc.ptr<f32>, %cols: i32,
                     %epsilon: f32) {
  %row = tc.program_id x : i32
  %first = arith.muli %row, %cols : i32
  %c = tc.arange 0 to 1024 : tensor<1024xi32>
  %n = tc.splat %cols : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %zeros = tc.splat %zero : f32 -> tensor<1024xf32>

  %source = tc.addptr %x, %first : !tc.ptr<f32>, i32
  %sources = tc.addptr %source, %c : !tc.ptr<f32>, tensor<1024xi32>
  %values = tc.load %sources mask %mask other %zero : tensor<1024x!tc.ptr<f32>>

  %count = arith.sitofp %cols : i32 to f32
  %sum = tc.reduce sum %values axis 0 : tensor<1024xf32> -> f32
  %mean = arith.divf %sum, %count : f32
  %means = tc.splat %mean : f32 -> tensor<1024xf32>
  %off = arith.subf %values, %means : tensor<1024xf32>
  %deviation = arith.select %mask, %off, %zeros : tensor<1024xi1>, tensor<1024xf32>
  %square = arith.mulf %deviation, %deviation : tensor<1024xf32>
  %squares = tc.reduce sum %square axis 0 : tensor<1024xf32> -> f32
  %variance = arith.divf %squares, %count : f32
  %shifted = arith.addf %variance, %epsilon : f32
  %scale = math.rsqrt %shifted : f32
  %scales = tc.splat %scale : f32 -> tensor<1024xf32>
  %normal = arith.mulf %deviation, %scales : tensor<1024xf32>

  %weights = tc.addptr %weight, %c : !tc.ptr<f32>, tensor<1024xi32>
  %w = tc.load %weights mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %biases = tc.addptr %bias, %c : !tc.ptr<f32>, tensor<1024xi32>
  %b = tc.load %biases mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %weighted = arith.mulf %normal, %w : tensor<1024xf32>
  %result = arith.addf %weighted, %b : tensor<1024xf32>

  %target = tc.addptr %out, %first : !tc.ptr<f32>, i32
  %targets = tc.addptr %target, %c : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %targets, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
