// The softmax of each row of a matrix of up to 1024 columns: one program
// instance a row, which it holds whole. Columns beyond `cols` read as -inf,
// so they neither win the maximum nor add to the sum.
//
// RUN-DEMO: minitc-run %s --grid=8 --arg='in=randn(8x781xf32, seed=1)' --arg='out=empty(8x781xf32)' --arg=stride=781 --arg=cols=781 --check=out=%S/expected/softmax.npy --rtol=1e-5

tc.kernel @softmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %stride: i32, %cols: i32) attributes {num_warps = 4 : i32} {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %in, %base : !tc.ptr<f32>, i32
  %dst  = tc.addptr %out, %base : !tc.ptr<f32>, i32
  %c    = tc.arange 0 to 1024 : tensor<1024xi32>
  %n    = tc.splat %cols : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<1024xi32>
  %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<1024xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %x    = tc.load %srcs mask %mask other %ninf : tensor<1024x!tc.ptr<f32>>
  %max  = tc.reduce max %x axis 0 : tensor<1024xf32> -> f32
  %maxs = tc.splat %max : f32 -> tensor<1024xf32>
  %d    = arith.subf %x, %maxs : tensor<1024xf32>
  %e    = math.exp %d : tensor<1024xf32>
  %sum  = tc.reduce sum %e axis 0 : tensor<1024xf32> -> f32
  %sums = tc.splat %sum : f32 -> tensor<1024xf32>
  %y    = arith.divf %e, %sums : tensor<1024xf32>
  %dsts = tc.addptr %dst, %c : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %dsts, %y mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
