// The transpose of a matrix, a tile of 64 x 64 a program instance.
//
// Loads go along the rows of the input and stores along the rows of the output:
// both are coalesced, and the tile changes threads through shared memory in
// between.
//
// RUN-DEMO: minitc-run %s --grid=6x8 --arg='in=randn(333x500xf32, seed=1)' --arg='out=empty(500x333xf32)' --arg=rows=333 --arg=cols=500 --save in=%t.in.npy --save out=%t.out.npy && python3 %S/check.py transpose %t.in.npy %t.out.npy

tc.kernel @transpose(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %rows: i32, %cols: i32) {
  %size  = arith.constant 64 : i32
  %pidr  = tc.program_id x : i32
  %pidc  = tc.program_id y : i32
  %fr    = arith.muli %pidr, %size : i32
  %fc    = arith.muli %pidc, %size : i32
  %range = tc.arange 0 to 64 : tensor<64xi32>
  %frs   = tc.splat %fr : i32 -> tensor<64xi32>
  %fcs   = tc.splat %fc : i32 -> tensor<64xi32>
  %r     = arith.addi %frs, %range : tensor<64xi32>
  %c     = arith.addi %fcs, %range : tensor<64xi32>
  %nr    = tc.splat %rows : i32 -> tensor<64xi32>
  %nc    = tc.splat %cols : i32 -> tensor<64xi32>
  %rm    = arith.cmpi slt, %r, %nr : tensor<64xi32>
  %cm    = arith.cmpi slt, %c, %nc : tensor<64xi32>
  %r64   = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
  %c64   = arith.extsi %c : tensor<64xi32> to tensor<64xi64>
  %rows64 = arith.extsi %rows : i32 to i64
  %cols64 = arith.extsi %cols : i32 to i64

  // in + r * cols + c
  %cs    = tc.splat %cols64 : i64 -> tensor<64xi64>
  %roff  = arith.muli %r64, %cs : tensor<64xi64>
  %src1  = tc.addptr %in, %roff : !tc.ptr<f32>, tensor<64xi64>
  %src2  = tc.expand_dims %src1 axis 1 : tensor<64x!tc.ptr<f32>> -> tensor<64x1x!tc.ptr<f32>>
  %src   = tc.broadcast %src2 : tensor<64x1x!tc.ptr<f32>> -> tensor<64x64x!tc.ptr<f32>>
  %c2    = tc.expand_dims %c axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %cb    = tc.broadcast %c2 : tensor<1x64xi32> -> tensor<64x64xi32>
  %psrc  = tc.addptr %src, %cb : tensor<64x64x!tc.ptr<f32>>, tensor<64x64xi32>
  %rm2   = tc.expand_dims %rm axis 1 : tensor<64xi1> -> tensor<64x1xi1>
  %rmb   = tc.broadcast %rm2 : tensor<64x1xi1> -> tensor<64x64xi1>
  %cm2   = tc.expand_dims %cm axis 0 : tensor<64xi1> -> tensor<1x64xi1>
  %cmb   = tc.broadcast %cm2 : tensor<1x64xi1> -> tensor<64x64xi1>
  %lmask = arith.andi %rmb, %cmb : tensor<64x64xi1>
  %zero  = arith.constant 0.0 : f32
  %x     = tc.load %psrc mask %lmask other %zero : tensor<64x64x!tc.ptr<f32>>

  %t     = tc.transpose %x [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>

  // out + c * rows + r
  %rs    = tc.splat %rows64 : i64 -> tensor<64xi64>
  %coff  = arith.muli %c64, %rs : tensor<64xi64>
  %dst1  = tc.addptr %out, %coff : !tc.ptr<f32>, tensor<64xi64>
  %dst2  = tc.expand_dims %dst1 axis 1 : tensor<64x!tc.ptr<f32>> -> tensor<64x1x!tc.ptr<f32>>
  %dst   = tc.broadcast %dst2 : tensor<64x1x!tc.ptr<f32>> -> tensor<64x64x!tc.ptr<f32>>
  %r2    = tc.expand_dims %r axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %rb    = tc.broadcast %r2 : tensor<1x64xi32> -> tensor<64x64xi32>
  %pdst  = tc.addptr %dst, %rb : tensor<64x64x!tc.ptr<f32>>, tensor<64x64xi32>
  %smask = tc.transpose %lmask [1, 0] : tensor<64x64xi1> -> tensor<64x64xi1>
  tc.store %pdst, %t mask %smask : tensor<64x64x!tc.ptr<f32>>
  tc.return
}
