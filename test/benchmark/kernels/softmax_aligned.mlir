// The softmax of a row of at most $TILE - 4 columns a program instance.
//
// The tile starts at the last multiple of 4 elements before the row, so that
// accesses are 16 bytes wide however long the rows are; the mask leaves out the
// elements before the row. A template: bench.py fills in TILE.

tc.kernel @softmax_aligned(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                           %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                           %stride: i32, %cols: i32) {
  %row   = tc.program_id x : i32
  %base  = arith.muli %row, %stride : i32
  %four  = arith.constant -4 : i32
  %start = arith.andi %base, %four : i32
  %before = arith.subi %base, %start : i32
  %end   = arith.addi %before, %cols : i32
  %src   = tc.addptr %in, %start : !tc.ptr<f32>, i32
  %dst   = tc.addptr %out, %start : !tc.ptr<f32>, i32
  %c     = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %lo    = tc.splat %before : i32 -> tensor<${TILE}xi32>
  %hi    = tc.splat %end : i32 -> tensor<${TILE}xi32>
  %after = arith.cmpi sge, %c, %lo : tensor<${TILE}xi32>
  %upto  = arith.cmpi slt, %c, %hi : tensor<${TILE}xi32>
  %mask  = arith.andi %after, %upto : tensor<${TILE}xi1>
  %srcs  = tc.addptr %src, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
  %ninf  = arith.constant 0xFF800000 : f32
  %x     = tc.load %srcs mask %mask other %ninf : tensor<${TILE}x!tc.ptr<f32>>
  %max   = tc.reduce max %x axis 0 : tensor<${TILE}xf32> -> f32
  %maxs  = tc.splat %max : f32 -> tensor<${TILE}xf32>
  %d     = arith.subf %x, %maxs : tensor<${TILE}xf32>
  %e     = math.exp %d : tensor<${TILE}xf32>
  %sum   = tc.reduce sum %e axis 0 : tensor<${TILE}xf32> -> f32
  // Triton's division is approximate; this is one rounding from exact.
  %one   = arith.constant 1.0 : f32
  %inv   = arith.divf %one, %sum : f32
  %invs  = tc.splat %inv : f32 -> tensor<${TILE}xf32>
  %y     = arith.mulf %e, %invs : tensor<${TILE}xf32>
  %dsts  = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
  tc.store %dsts, %y mask %mask : tensor<${TILE}x!tc.ptr<f32>>
  tc.return
}
