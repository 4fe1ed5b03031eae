// The sum of two vectors of any length, 1024 elements to a program instance.
// Lanes past the end are masked: they read zero and store nothing.
//
// RUN-DEMO: minitc-run %s --grid=5 --arg='x=randn(5003xf32, seed=1)' --arg='y=randn(5003xf32, seed=2)' --arg='out=empty(5003xf32)' --arg=n=5003 --check=out=%S/expected/add.npy --rtol=0 --atol=0

tc.kernel @add(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
               %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
               %out: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  %instance = tc.program_id x : i32
  %size = arith.constant 1024 : i32
  %first = arith.muli %instance, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lanes = tc.arange 0 to 1024 : tensor<1024xi32>
  %i = arith.addi %firsts, %lanes : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %xs = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %ys = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %a = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %b = tc.load %ys mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %sum = arith.addf %a, %b : tensor<1024xf32>
  %outs = tc.addptr %out, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %outs, %sum mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
