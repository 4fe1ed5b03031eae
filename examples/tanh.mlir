// y = tanh(x): accurate to 2 ulp for every input, infinities and NaN included.
//
// RUN-DEMO: minitc-run %s --grid=98 --arg='x=randn(100003xf32, seed=1)' --arg='y=empty(100003xf32)' --arg=n=100003 --save x=%t.x.npy --save y=%t.y.npy && python3 %S/check.py tanh %t.x.npy %t.y.npy

tc.kernel @tanh(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                %y: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  %size    = arith.constant 1024 : i32
  %pid     = tc.program_id x : i32
  %first   = arith.muli %pid, %size : i32
  %firsts  = tc.splat %first : i32 -> tensor<1024xi32>
  %range   = tc.arange 0 to 1024 : tensor<1024xi32>
  %offsets = arith.addi %firsts, %range : tensor<1024xi32>
  %ns      = tc.splat %n : i32 -> tensor<1024xi32>
  %mask    = arith.cmpi slt, %offsets, %ns : tensor<1024xi32>

  %zero = arith.constant 0.0 : f32
  %px = tc.addptr %x, %offsets : !tc.ptr<f32>, tensor<1024xi32>
  %py = tc.addptr %y, %offsets : !tc.ptr<f32>, tensor<1024xi32>
  %v  = tc.load %px mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %t  = math.tanh %v : tensor<1024xf32>
  tc.store %py, %t mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
