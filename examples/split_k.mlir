// C += A . B of bf16, with sums of f32, where K is long and C is small: instances
// divide not only C among themselves but K too, and add what they have with
// atomics. A and B are row-major; C is f32, and zeroed before for C = A . B.
//
// The grid is tiles x parts. Tiles are of 128 x 128; a part of K is a number of
// whole steps of 64, the last one what is left. Which part's sum comes first is not
// fixed, so results may differ in their last bits from run to run.
//
// RUN-DEMO: minitc-run %s --grid=2x3 --arg='a=randn(100x1000xbf16, seed=1)' --arg='b=randn(1000x136xbf16, seed=2)' --arg='c=zeros(100x136xf32)' --arg=M=100 --arg=N=136 --arg=K=1000 --arg=lda=1000 --arg=ldb=136 --arg=ldc=136 --save a=%t.a.npy --save b=%t.b.npy --save c=%t.c.npy && python3 %S/check.py split_k %t.a.npy %t.b.npy %t.c.npy

tc.kernel @split_k(%a: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                   %b: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                   %c: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %M: i32, %N: i32, %K: i32, %lda: i64, %ldb: i64, %ldc: i64) {
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%M, %K], strides [%lda, %one] : !tc.ptr<bf16> -> !tc.view<128x64xbf16>
  %bs = tc.make_view %b, shape [%K, %N], strides [%ldb, %one] : !tc.ptr<bf16> -> !tc.view<64x128xbf16>

  // Which tile, and which part of K.
  %size = arith.constant 128 : i32
  %depth = arith.constant 64 : i32
  %pid = tc.program_id x : i32
  %rowTiles = arith.ceildivsi %M, %size : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %firstRow = arith.muli %pm, %size : i32
  %firstCol = arith.muli %pn, %size : i32
  %part = tc.program_id y : i32
  %parts = tc.num_programs y : i32
  %steps = arith.ceildivsi %K, %depth : i32
  %share = arith.ceildivsi %steps, %parts : i32
  %length = arith.muli %share, %depth : i32
  %start = arith.muli %part, %length : i32
  %next = arith.addi %start, %length : i32
  %end = arith.minsi %next, %K : i32

  %zero  = arith.constant 0.0 : bf16
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %start to %end step %depth iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
    %x = tc.load_view %as[%firstRow, %k] other %zero : !tc.view<128x64xbf16>
    %y = tc.load_view %bs[%k, %firstCol] other %zero : !tc.view<64x128xbf16>
    %more = tc.dot %x, %y, %acc : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    scf.yield %more : tensor<128x128xf32>
  }

  // Atomics have no views: rows, columns, and what of the tile is in C.
  %range = tc.arange 0 to 128 : tensor<128xi32>
  %rows0 = tc.splat %firstRow : i32 -> tensor<128xi32>
  %rows1 = arith.addi %rows0, %range : tensor<128xi32>
  %rows  = tc.expand_dims %rows1 axis 1 : tensor<128xi32> -> tensor<128x1xi32>
  %cols0 = tc.splat %firstCol : i32 -> tensor<128xi32>
  %cols1 = arith.addi %cols0, %range : tensor<128xi32>
  %cols  = tc.expand_dims %cols1 axis 0 : tensor<128xi32> -> tensor<1x128xi32>
  %Ms    = tc.splat %M : i32 -> tensor<128x1xi32>
  %Ns    = tc.splat %N : i32 -> tensor<1x128xi32>
  %rowOk = arith.cmpi slt, %rows, %Ms : tensor<128x1xi32>
  %colOk = arith.cmpi slt, %cols, %Ns : tensor<1x128xi32>
  %rowsOk = tc.broadcast %rowOk : tensor<128x1xi1> -> tensor<128x128xi1>
  %colsOk = tc.broadcast %colOk : tensor<1x128xi1> -> tensor<128x128xi1>
  %isIn  = arith.andi %rowsOk, %colsOk : tensor<128x128xi1>
  %rows64 = arith.extsi %rows : tensor<128x1xi32> to tensor<128x1xi64>
  %ldcs  = tc.splat %ldc : i64 -> tensor<128x1xi64>
  %cRow  = arith.muli %rows64, %ldcs : tensor<128x1xi64>
  %pc1   = tc.addptr %c, %cRow : !tc.ptr<f32>, tensor<128x1xi64>
  %pcRows = tc.broadcast %pc1 : tensor<128x1x!tc.ptr<f32>> -> tensor<128x128x!tc.ptr<f32>>
  %colsB = tc.broadcast %cols : tensor<1x128xi32> -> tensor<128x128xi32>
  %pc    = tc.addptr %pcRows, %colsB : tensor<128x128x!tc.ptr<f32>>, tensor<128x128xi32>

  // A part with no steps adds nothing.
  %isPart = arith.cmpi slt, %start, %end : i32
  %isParts = tc.splat %isPart : i1 -> tensor<128x128xi1>
  %mask  = arith.andi %isIn, %isParts : tensor<128x128xi1>
  %old = tc.atomic_rmw fadd relaxed gpu %pc, %sum mask %mask : tensor<128x128x!tc.ptr<f32>>, tensor<128x128xf32>
  tc.return
}
