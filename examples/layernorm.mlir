// Layer normalisation of each row, in bf16 with f32 arithmetic, one row of at
// most 4096 columns a program instance:
//   y = (x - mean) / sqrt(variance + eps) * w + b
//
// The fill 0 is neutral for the first sum. For the second it is not, since
// 0 - mean is not 0: the select puts 0 there again.
//
// RUN-DEMO: minitc-run %s --grid=64 --arg='x=randn(64x1000xbf16, seed=1)' --arg='w=randn(1000xbf16, seed=2)' --arg='b=randn(1000xbf16, seed=3)' --arg='y=empty(64x1000xbf16)' --arg=stride=1000 --arg=cols=1000 --arg=eps=1e-5 --save x=%t.x.npy --save w=%t.w.npy --save b=%t.b.npy --save y=%t.y.npy && python3 %S/check.py layernorm %t.x.npy %t.w.npy %t.b.npy %t.y.npy

tc.kernel @layernorm(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %w: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %b: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %y: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %stride: i32, %cols: i32, %eps: f32) {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %x, %base : !tc.ptr<bf16>, i32
  %dst  = tc.addptr %y, %base : !tc.ptr<bf16>, i32
  %c    = tc.arange 0 to 4096 : tensor<4096xi32>
  %n    = tc.splat %cols : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<4096xi32>
  %zero = arith.constant 0.0 : bf16

  %srcs  = tc.addptr %src, %c : !tc.ptr<bf16>, tensor<4096xi32>
  %x16   = tc.load %srcs mask %mask other %zero : tensor<4096x!tc.ptr<bf16>>
  %x32   = arith.extf %x16 : tensor<4096xbf16> to tensor<4096xf32>
  %count = arith.sitofp %cols : i32 to f32
  %sum   = tc.reduce sum %x32 axis 0 : tensor<4096xf32> -> f32
  %mean  = arith.divf %sum, %count : f32
  %means = tc.splat %mean : f32 -> tensor<4096xf32>
  %diff  = arith.subf %x32, %means : tensor<4096xf32>
  %none  = arith.constant dense<0.0> : tensor<4096xf32>
  %d     = arith.select %mask, %diff, %none : tensor<4096xi1>, tensor<4096xf32>
  %dd    = arith.mulf %d, %d : tensor<4096xf32>
  %sumsq = tc.reduce sum %dd axis 0 : tensor<4096xf32> -> f32
  %var   = arith.divf %sumsq, %count : f32
  %vare  = arith.addf %var, %eps : f32
  %rstd  = math.rsqrt %vare : f32
  %rstds = tc.splat %rstd : f32 -> tensor<4096xf32>

  %pw   = tc.addptr %w, %c : !tc.ptr<bf16>, tensor<4096xi32>
  %pb   = tc.addptr %b, %c : !tc.ptr<bf16>, tensor<4096xi32>
  %w16  = tc.load %pw mask %mask other %zero : tensor<4096x!tc.ptr<bf16>>
  %b16  = tc.load %pb mask %mask other %zero : tensor<4096x!tc.ptr<bf16>>
  %w32  = arith.extf %w16 : tensor<4096xbf16> to tensor<4096xf32>
  %b32  = arith.extf %b16 : tensor<4096xbf16> to tensor<4096xf32>
  %norm = arith.mulf %d, %rstds : tensor<4096xf32>
  %sc   = arith.mulf %norm, %w32 : tensor<4096xf32>
  %y32  = arith.addf %sc, %b32 : tensor<4096xf32>
  %y16  = arith.truncf %y32 : tensor<4096xf32> to tensor<4096xbf16>
  %dsts = tc.addptr %dst, %c : !tc.ptr<bf16>, tensor<4096xi32>
  tc.store %dsts, %y16 mask %mask : tensor<4096x!tc.ptr<bf16>>
  tc.return
}
