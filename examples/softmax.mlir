// The softmax of each row of a matrix, one row a program instance.
//
// A row is at most 1024 columns, the tile. Columns beyond the row are filled
// with -inf, which is neutral for the maximum and becomes 0 under exp, so it is
// neutral for the sum as well.
//
// RUN-DEMO: minitc-run %s --grid=64 --arg='in=randn(64x781xf32, seed=1)' --arg='out=empty(64x781xf32)' --arg=stride=781 --arg=cols=781 --save in=%t.in.npy --save out=%t.out.npy && python3 %S/check.py softmax %t.in.npy %t.out.npy

tc.kernel @softmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
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
