// The softmax of a row of any width a program instance, in tiles of $TILE.
//
// The first tile starts at the last multiple of 4 elements before the row, so
// that accesses are 16 bytes wide however long the rows are. A template: bench.py
// fills in TILE.

tc.kernel @online_softmax_aligned(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                                  %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                                  %stride: i32, %cols: i32) {
  %row   = tc.program_id x : i32
  %base  = arith.muli %row, %stride : i32
  %four  = arith.constant -4 : i32
  %first = arith.andi %base, %four : i32
  %before = arith.subi %base, %first : i32
  %end   = arith.addi %before, %cols : i32
  %src   = tc.addptr %in, %first : !tc.ptr<f32>, i32
  %dst   = tc.addptr %out, %first : !tc.ptr<f32>, i32
  %lo    = tc.splat %before : i32 -> tensor<${TILE}xi32>
  %hi    = tc.splat %end : i32 -> tensor<${TILE}xi32>
  %range = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %ninf  = arith.constant 0xFF800000 : f32
  %zero  = arith.constant 0.0 : f32
  %start = arith.constant 0 : i32
  %step  = arith.constant $TILE : i32

  %max, %sum = scf.for %s = %start to %end step %step
      iter_args(%m = %ninf, %d = %zero) -> (f32, f32) : i32 {
    %ss   = tc.splat %s : i32 -> tensor<${TILE}xi32>
    %c    = arith.addi %ss, %range : tensor<${TILE}xi32>
    %after = arith.cmpi sge, %c, %lo : tensor<${TILE}xi32>
    %upto = arith.cmpi slt, %c, %hi : tensor<${TILE}xi32>
    %mask = arith.andi %after, %upto : tensor<${TILE}xi1>
    %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
    %x    = tc.load %srcs mask %mask other %ninf : tensor<${TILE}x!tc.ptr<f32>>
    %xm   = tc.reduce max %x axis 0 : tensor<${TILE}xf32> -> f32
    %nm   = arith.maximumf %m, %xm : f32
    %nms  = tc.splat %nm : f32 -> tensor<${TILE}xf32>
    %xd   = arith.subf %x, %nms : tensor<${TILE}xf32>
    %e    = math.exp %xd : tensor<${TILE}xf32>
    %es   = tc.reduce sum %e axis 0 : tensor<${TILE}xf32> -> f32
    %md   = arith.subf %m, %nm : f32
    %old  = math.exp %md : f32
    %ds   = arith.mulf %d, %old : f32
    %nd   = arith.addf %ds, %es : f32
    scf.yield %nm, %nd : f32, f32
  }

  %ms   = tc.splat %max : f32 -> tensor<${TILE}xf32>
  // Triton's division is approximate; this is one rounding from exact.
  %one  = arith.constant 1.0 : f32
  %inv  = arith.divf %one, %sum : f32
  %invs = tc.splat %inv : f32 -> tensor<${TILE}xf32>
  scf.for %s = %start to %end step %step : i32 {
    %ss   = tc.splat %s : i32 -> tensor<${TILE}xi32>
    %c    = arith.addi %ss, %range : tensor<${TILE}xi32>
    %after = arith.cmpi sge, %c, %lo : tensor<${TILE}xi32>
    %upto = arith.cmpi slt, %c, %hi : tensor<${TILE}xi32>
    %mask = arith.andi %after, %upto : tensor<${TILE}xi1>
    %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
    %x    = tc.load %srcs mask %mask other %ninf : tensor<${TILE}x!tc.ptr<f32>>
    %xd   = arith.subf %x, %ms : tensor<${TILE}xf32>
    %e    = math.exp %xd : tensor<${TILE}xf32>
    %y    = arith.mulf %e, %invs : tensor<${TILE}xf32>
    %dsts = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<${TILE}xi32>
    tc.store %dsts, %y mask %mask : tensor<${TILE}x!tc.ptr<f32>>
  }
  tc.return
}
