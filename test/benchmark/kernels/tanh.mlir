// y = tanh(x) over $TILE elements a program instance.
//
// A template: bench.py fills in TILE.

tc.kernel @tanh(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                %y: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  %size    = arith.constant $TILE : i32
  %pid     = tc.program_id x : i32
  %first   = arith.muli %pid, %size : i32
  %firsts  = tc.splat %first : i32 -> tensor<${TILE}xi32>
  %range   = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %offsets = arith.addi %firsts, %range : tensor<${TILE}xi32>
  %ns      = tc.splat %n : i32 -> tensor<${TILE}xi32>
  %mask    = arith.cmpi slt, %offsets, %ns : tensor<${TILE}xi32>
  %zero = arith.constant 0.0 : f32
  %px = tc.addptr %x, %offsets : !tc.ptr<f32>, tensor<${TILE}xi32>
  %py = tc.addptr %y, %offsets : !tc.ptr<f32>, tensor<${TILE}xi32>
  %v  = tc.load %px mask %mask other %zero : tensor<${TILE}x!tc.ptr<f32>>
  %t  = math.tanh %v : tensor<${TILE}xf32>
  tc.store %py, %t mask %mask : tensor<${TILE}x!tc.ptr<f32>>
  tc.return
}
