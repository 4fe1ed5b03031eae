// Layer normalisation of a row of at most $TILE columns a program instance.
//
// bf16 in memory, f32 in between. A template: bench.py fills in TILE.

tc.kernel @layernorm(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %w: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %b: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %y: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %stride: i32, %cols: i32, %eps: f32) {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %x, %base : !tc.ptr<bf16>, i32
  %dst  = tc.addptr %y, %base : !tc.ptr<bf16>, i32
  %c    = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %n    = tc.splat %cols : i32 -> tensor<${TILE}xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<${TILE}xi32>
  %zero = arith.constant 0.0 : bf16

  %srcs  = tc.addptr %src, %c : !tc.ptr<bf16>, tensor<${TILE}xi32>
  %x16   = tc.load %srcs mask %mask other %zero : tensor<${TILE}x!tc.ptr<bf16>>
  %x32   = arith.extf %x16 : tensor<${TILE}xbf16> to tensor<${TILE}xf32>
  %count = arith.sitofp %cols : i32 to f32
  %sum   = tc.reduce sum %x32 axis 0 : tensor<${TILE}xf32> -> f32
  %mean  = arith.divf %sum, %count : f32
  %means = tc.splat %mean : f32 -> tensor<${TILE}xf32>
  %diff  = arith.subf %x32, %means : tensor<${TILE}xf32>
  %none  = arith.constant dense<0.0> : tensor<${TILE}xf32>
  %d     = arith.select %mask, %diff, %none : tensor<${TILE}xi1>, tensor<${TILE}xf32>
  %dd    = arith.mulf %d, %d : tensor<${TILE}xf32>
  %sumsq = tc.reduce sum %dd axis 0 : tensor<${TILE}xf32> -> f32
  %var   = arith.divf %sumsq, %count : f32
  %vare  = arith.addf %var, %eps : f32
  %rstd  = math.rsqrt %vare : f32
  %rstds = tc.splat %rstd : f32 -> tensor<${TILE}xf32>

  %pw   = tc.addptr %w, %c : !tc.ptr<bf16>, tensor<${TILE}xi32>
  %pb   = tc.addptr %b, %c : !tc.ptr<bf16>, tensor<${TILE}xi32>
  %w16  = tc.load %pw mask %mask other %zero : tensor<${TILE}x!tc.ptr<bf16>>
  %b16  = tc.load %pb mask %mask other %zero : tensor<${TILE}x!tc.ptr<bf16>>
  %w32  = arith.extf %w16 : tensor<${TILE}xbf16> to tensor<${TILE}xf32>
  %b32  = arith.extf %b16 : tensor<${TILE}xbf16> to tensor<${TILE}xf32>
  %norm = arith.mulf %d, %rstds : tensor<${TILE}xf32>
  %sc   = arith.mulf %norm, %w32 : tensor<${TILE}xf32>
  %y32  = arith.addf %sc, %b32 : tensor<${TILE}xf32>
  %y16  = arith.truncf %y32 : tensor<${TILE}xf32> to tensor<${TILE}xbf16>
  %dsts = tc.addptr %dst, %c : !tc.ptr<bf16>, tensor<${TILE}xi32>
  tc.store %dsts, %y16 mask %mask : tensor<${TILE}x!tc.ptr<bf16>>
  tc.return
}
