// C = relu(A . B + bias), of f16 with sums of f32: tiles of 128 x 128, 64 along k
// at a time. The matrices are row-major and of any size; masks keep the loads
// inside, and what they leave out is 0.
//
// On sm_90a the loop runs on wgmma, elsewhere on mma.sync; its loads are copies
// that run ahead of it.
//
// RUN-DEMO: minitc-run %s --grid=6 --arg='a=randn(200x300xf16, seed=1)' --arg='b=randn(300x280xf16, seed=2)' --arg='bias=randn(280xf16, seed=3)' --arg='c=empty(200x280xf16)' --arg=M=200 --arg=N=280 --arg=K=300 --arg=lda=300 --arg=ldb=280 --arg=ldc=280 --save a=%t.a.npy --save b=%t.b.npy --save bias=%t.bias.npy --save c=%t.c.npy && python3 %S/check.py matmul %t.a.npy %t.b.npy %t.bias.npy %t.c.npy

tc.kernel @matmul(%a: !tc.ptr<f16> {tc.divisible = 16 : i32},
                  %b: !tc.ptr<f16> {tc.divisible = 16 : i32},
                  %bias: !tc.ptr<f16> {tc.divisible = 16 : i32},
                  %c: !tc.ptr<f16> {tc.divisible = 16 : i32},
                  %M: i32, %N: i32, %K: i32, %lda: i32, %ldb: i32, %ldc: i32) {
  // Which tile: instances that share columns of B follow one another.
  %size = arith.constant 128 : i32
  %depth = arith.constant 64 : i32
  %pid = tc.program_id x : i32
  %rowTiles = arith.ceildivsi %M, %size : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %firstRow = arith.muli %pm, %size : i32
  %firstCol = arith.muli %pn, %size : i32

  // The tile's rows, columns, and what of them exists.
  %range  = tc.arange 0 to 128 : tensor<128xi32>
  %kRange = tc.arange 0 to 64 : tensor<64xi32>
  %rows0  = tc.splat %firstRow : i32 -> tensor<128xi32>
  %rows1  = arith.addi %rows0, %range : tensor<128xi32>
  %rows   = tc.expand_dims %rows1 axis 1 : tensor<128xi32> -> tensor<128x1xi32>
  %cols0  = tc.splat %firstCol : i32 -> tensor<128xi32>
  %cols1  = arith.addi %cols0, %range : tensor<128xi32>
  %cols   = tc.expand_dims %cols1 axis 0 : tensor<128xi32> -> tensor<1x128xi32>
  %Ms     = tc.splat %M : i32 -> tensor<128x1xi32>
  %Ns     = tc.splat %N : i32 -> tensor<1x128xi32>
  %rowOk  = arith.cmpi slt, %rows, %Ms : tensor<128x1xi32>
  %colOk  = arith.cmpi slt, %cols, %Ns : tensor<1x128xi32>

  // A: the tile's rows, 64 columns. The offset of a row may be beyond 32 bits.
  %rows64 = arith.extsi %rows : tensor<128x1xi32> to tensor<128x1xi64>
  %lda64  = arith.extsi %lda : i32 to i64
  %ldas   = tc.splat %lda64 : i64 -> tensor<128x1xi64>
  %aRow   = arith.muli %rows64, %ldas : tensor<128x1xi64>
  %pa1    = tc.addptr %a, %aRow : !tc.ptr<f16>, tensor<128x1xi64>
  %paRows = tc.broadcast %pa1 : tensor<128x1x!tc.ptr<f16>> -> tensor<128x64x!tc.ptr<f16>>
  %kA1    = tc.expand_dims %kRange axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %kA     = tc.broadcast %kA1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %pa0    = tc.addptr %paRows, %kA : tensor<128x64x!tc.ptr<f16>>, tensor<128x64xi32>
  %aOk    = tc.broadcast %rowOk : tensor<128x1xi1> -> tensor<128x64xi1>

  // B: 64 rows, the tile's columns.
  %kB1    = tc.expand_dims %kRange axis 1 : tensor<64xi32> -> tensor<64x1xi32>
  %ldbs   = tc.splat %ldb : i32 -> tensor<64x1xi32>
  %bRow   = arith.muli %kB1, %ldbs : tensor<64x1xi32>
  %bRows  = tc.broadcast %bRow : tensor<64x1xi32> -> tensor<64x128xi32>
  %bCols  = tc.broadcast %cols : tensor<1x128xi32> -> tensor<64x128xi32>
  %bOff   = arith.addi %bRows, %bCols : tensor<64x128xi32>
  %pb0    = tc.addptr %b, %bOff : !tc.ptr<f16>, tensor<64x128xi32>
  %bOk    = tc.broadcast %colOk : tensor<1x128xi1> -> tensor<64x128xi1>
  %bStep  = arith.muli %ldb, %depth : i32

  %c0    = arith.constant 0 : i32
  %zero  = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %paEnd, %pbEnd = scf.for %k = %c0 to %K step %depth
      iter_args(%acc = %zeros, %pa = %pa0, %pb = %pb0)
      -> (tensor<128x128xf32>, tensor<128x64x!tc.ptr<f16>>, tensor<64x128x!tc.ptr<f16>>) : i32 {
    %left  = arith.subi %K, %k : i32
    %lefts = tc.splat %left : i32 -> tensor<64xi32>
    %kOk   = arith.cmpi slt, %kRange, %lefts : tensor<64xi32>
    %kOkA1 = tc.expand_dims %kOk axis 0 : tensor<64xi1> -> tensor<1x64xi1>
    %kOkA  = tc.broadcast %kOkA1 : tensor<1x64xi1> -> tensor<128x64xi1>
    %kOkB1 = tc.expand_dims %kOk axis 1 : tensor<64xi1> -> tensor<64x1xi1>
    %kOkB  = tc.broadcast %kOkB1 : tensor<64x1xi1> -> tensor<64x128xi1>
    %maskA = arith.andi %aOk, %kOkA : tensor<128x64xi1>
    %maskB = arith.andi %bOk, %kOkB : tensor<64x128xi1>
    %x = tc.load %pa mask %maskA other %zero : tensor<128x64x!tc.ptr<f16>>
    %y = tc.load %pb mask %maskB other %zero : tensor<64x128x!tc.ptr<f16>>
    %next = tc.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    %paNext = tc.addptr %pa, %depth : tensor<128x64x!tc.ptr<f16>>, i32
    %pbNext = tc.addptr %pb, %bStep : tensor<64x128x!tc.ptr<f16>>, i32
    scf.yield %next, %paNext, %pbNext : tensor<128x128xf32>, tensor<128x64x!tc.ptr<f16>>, tensor<64x128x!tc.ptr<f16>>
  }

  // What follows stays in the registers that the sums are in.
  %pBias  = tc.addptr %bias, %cols : !tc.ptr<f16>, tensor<1x128xi32>
  %bias16 = tc.load %pBias mask %colOk other %zero : tensor<1x128x!tc.ptr<f16>>
  %bias32 = arith.extf %bias16 : tensor<1x128xf16> to tensor<1x128xf32>
  %biases = tc.broadcast %bias32 : tensor<1x128xf32> -> tensor<128x128xf32>
  %biased = arith.addf %sum, %biases : tensor<128x128xf32>
  %relu   = arith.maximumf %biased, %zeros : tensor<128x128xf32>
  %out    = arith.truncf %relu : tensor<128x128xf32> to tensor<128x128xf16>

  %ldc64  = arith.extsi %ldc : i32 to i64
  %ldcs   = tc.splat %ldc64 : i64 -> tensor<128x1xi64>
  %cRow   = arith.muli %rows64, %ldcs : tensor<128x1xi64>
  %pc1    = tc.addptr %c, %cRow : !tc.ptr<f16>, tensor<128x1xi64>
  %pcRows = tc.broadcast %pc1 : tensor<128x1x!tc.ptr<f16>> -> tensor<128x128x!tc.ptr<f16>>
  %cCols  = tc.broadcast %cols : tensor<1x128xi32> -> tensor<128x128xi32>
  %pc     = tc.addptr %pcRows, %cCols : tensor<128x128x!tc.ptr<f16>>, tensor<128x128xi32>
  %okRows = tc.broadcast %rowOk : tensor<128x1xi1> -> tensor<128x128xi1>
  %okCols = tc.broadcast %colOk : tensor<1x128xi1> -> tensor<128x128xi1>
  %ok     = arith.andi %okRows, %okCols : tensor<128x128xi1>
  tc.store %pc, %out mask %ok : tensor<128x128x!tc.ptr<f16>>
  tc.return
}
