// The softmax of each row of a matrix of any width, one row a program instance.
//
// The first loop goes over the row in tiles of 4096 columns and carries two
// scalars: the maximum so far, and the sum of exp(x - maximum) so far. When the
// maximum grows, the sum is scaled by exp(old - new). The second loop writes the
// result. Carrying scalars, not tiles, keeps the loop's state in two registers.
//
// RUN-DEMO: minitc-run %s --grid=16 --arg='in=randn(16x10007xf32, seed=1)' --arg='out=empty(16x10007xf32)' --arg=stride=10007 --arg=cols=10007 --save in=%t.in.npy --save out=%t.out.npy && python3 %S/check.py softmax %t.in.npy %t.out.npy

tc.kernel @online_softmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                          %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                          %stride: i32, %cols: i32) {
  %row   = tc.program_id x : i32
  // Rows may lie beyond 2^31 elements: their start is computed in 64 bits.
  %row64 = arith.extsi %row : i32 to i64
  %str64 = arith.extsi %stride : i32 to i64
  %base  = arith.muli %row64, %str64 : i64
  %src   = tc.addptr %in, %base : !tc.ptr<f32>, i64
  %dst   = tc.addptr %out, %base : !tc.ptr<f32>, i64
  %range = tc.arange 0 to 4096 : tensor<4096xi32>
  %n     = tc.splat %cols : i32 -> tensor<4096xi32>
  %ninf  = arith.constant 0xFF800000 : f32
  %zero  = arith.constant 0.0 : f32
  %start = arith.constant 0 : i32
  %step  = arith.constant 4096 : i32

  %max, %sum = scf.for %s = %start to %cols step %step
      iter_args(%m = %ninf, %d = %zero) -> (f32, f32) : i32 {
    %ss   = tc.splat %s : i32 -> tensor<4096xi32>
    %c    = arith.addi %ss, %range : tensor<4096xi32>
    %mask = arith.cmpi slt, %c, %n : tensor<4096xi32>
    %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<4096xi32>
    %x    = tc.load %srcs mask %mask other %ninf : tensor<4096x!tc.ptr<f32>>
    %xm   = tc.reduce max %x axis 0 : tensor<4096xf32> -> f32
    %nm   = arith.maximumf %m, %xm : f32
    %nms  = tc.splat %nm : f32 -> tensor<4096xf32>
    %xd   = arith.subf %x, %nms : tensor<4096xf32>
    %e    = math.exp %xd : tensor<4096xf32>
    %es   = tc.reduce sum %e axis 0 : tensor<4096xf32> -> f32
    %md   = arith.subf %m, %nm : f32
    %old  = math.exp %md : f32
    %ds   = arith.mulf %d, %old : f32
    %nd   = arith.addf %ds, %es : f32
    scf.yield %nm, %nd : f32, f32
  }

  scf.for %s = %start to %cols step %step : i32 {
    %ss   = tc.splat %s : i32 -> tensor<4096xi32>
    %c    = arith.addi %ss, %range : tensor<4096xi32>
    %mask = arith.cmpi slt, %c, %n : tensor<4096xi32>
    %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<4096xi32>
    %x    = tc.load %srcs mask %mask other %ninf : tensor<4096x!tc.ptr<f32>>
    %ms   = tc.splat %max : f32 -> tensor<4096xf32>
    %xd   = arith.subf %x, %ms : tensor<4096xf32>
    %e    = math.exp %xd : tensor<4096xf32>
    %sums = tc.splat %sum : f32 -> tensor<4096xf32>
    %y    = arith.divf %e, %sums : tensor<4096xf32>
    %dsts = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<4096xi32>
    tc.store %dsts, %y mask %mask : tensor<4096x!tc.ptr<f32>>
  }
  tc.return
}
