// The softmax of a row of at most $TILE columns a program instance.
//
// A template: bench.py fills in TILE.

tc.kernel @softmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %stride: i32, %cols: i32) {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %in, %base : !tc.ptr<f32>, i32
  %dst  = tc.addptr %out, %base : !tc.ptr<f32>, i32
  %c    = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %n    = tc.splat %cols : i32 -> tensor<${TILE}xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<${TILE}xi32>
  %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %x    = tc.load %srcs mask %mask other %ninf : tensor<${TILE}x!tc.ptr<f32>>
  %max  = tc.reduce max %x axis 0 : tensor<${TILE}xf32> -> f32
  %maxs = tc.splat %max : f32 -> tensor<${TILE}xf32>
  %d    = arith.subf %x, %maxs : tensor<${TILE}xf32>
  %e    = math.exp %d : tensor<${TILE}xf32>
  %sum  = tc.reduce sum %e axis 0 : tensor<${TILE}xf32> -> f32
  // Triton's division is approximate; this is one rounding from exact.
  %one   = arith.constant 1.0 : f32
  %inv   = arith.divf %one, %sum : f32
  %invs  = tc.splat %inv : f32 -> tensor<${TILE}xf32>
  %y     = arith.mulf %e, %invs : tensor<${TILE}xf32>
  %dsts = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
  tc.store %dsts, %y mask %mask : tensor<${TILE}x!tc.ptr<f32>>
  tc.return
}
