// The sum of each column of a matrix, 32 columns a program instance.
//
// The loop adds up tiles of 128 x 32 element by element; the tile is reduced
// over axis 0 once, after the loop, so that the threads meet only then. The
// columns of a masked lane are never stored, and 0 is neutral for the sum.
//
// RUN-DEMO: minitc-run %s --grid=32 --arg='in=randn(517x1003xf32, seed=1)' --arg='out=empty(1003xf32)' --arg=stride=1003 --arg=rows=517 --arg=cols=1003 --save in=%t.in.npy --save out=%t.out.npy && python3 %S/check.py column_sum %t.in.npy %t.out.npy

tc.kernel @column_sum(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %stride: i32, %rows: i32, %cols: i32) {
  %width = arith.constant 32 : i32
  %pid   = tc.program_id x : i32
  %first = arith.muli %pid, %width : i32
  %fs    = tc.splat %first : i32 -> tensor<32xi32>
  %cr    = tc.arange 0 to 32 : tensor<32xi32>
  %c     = arith.addi %fs, %cr : tensor<32xi32>
  %ncols = tc.splat %cols : i32 -> tensor<32xi32>
  %cmask = arith.cmpi slt, %c, %ncols : tensor<32xi32>
  %c2    = tc.expand_dims %c axis 0 : tensor<32xi32> -> tensor<1x32xi32>
  %cc    = tc.broadcast %c2 : tensor<1x32xi32> -> tensor<128x32xi32>
  %cm2   = tc.expand_dims %cmask axis 0 : tensor<32xi1> -> tensor<1x32xi1>
  %cm    = tc.broadcast %cm2 : tensor<1x32xi1> -> tensor<128x32xi1>

  %rr    = tc.arange 0 to 128 : tensor<128xi32>
  %r2    = tc.expand_dims %rr axis 1 : tensor<128xi32> -> tensor<128x1xi32>
  %nrows = tc.splat %rows : i32 -> tensor<128x1xi32>
  %str   = arith.extsi %stride : i32 to i64
  %strs  = tc.splat %str : i64 -> tensor<128x1xi64>

  %zero  = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<128x32xf32>
  %start = arith.constant 0 : i32
  %step  = arith.constant 128 : i32
  %acc = scf.for %s = %start to %rows step %step
      iter_args(%a = %zeros) -> (tensor<128x32xf32>) : i32 {
    %ss   = tc.splat %s : i32 -> tensor<128x1xi32>
    %r    = arith.addi %ss, %r2 : tensor<128x1xi32>
    %rm1  = arith.cmpi slt, %r, %nrows : tensor<128x1xi32>
    %rm   = tc.broadcast %rm1 : tensor<128x1xi1> -> tensor<128x32xi1>
    %mask = arith.andi %rm, %cm : tensor<128x32xi1>
    %r64  = arith.extsi %r : tensor<128x1xi32> to tensor<128x1xi64>
    %off1 = arith.muli %r64, %strs : tensor<128x1xi64>
    %row1 = tc.addptr %in, %off1 : !tc.ptr<f32>, tensor<128x1xi64>
    %row  = tc.broadcast %row1 : tensor<128x1x!tc.ptr<f32>> -> tensor<128x32x!tc.ptr<f32>>
    %ptr  = tc.addptr %row, %cc : tensor<128x32x!tc.ptr<f32>>, tensor<128x32xi32>
    %x    = tc.load %ptr mask %mask other %zero : tensor<128x32x!tc.ptr<f32>>
    %n    = arith.addf %a, %x : tensor<128x32xf32>
    scf.yield %n : tensor<128x32xf32>
  }
  %sum = tc.reduce sum %acc axis 0 : tensor<128x32xf32> -> tensor<32xf32>
  %dst = tc.addptr %out, %c : !tc.ptr<f32>, tensor<32xi32>
  tc.store %dst, %sum mask %cmask : tensor<32x!tc.ptr<f32>>
  tc.return
}
