// C[i] = A[i] . B[i] for each i of a batch, of f16 with sums of f32: tiles of
// 128 x 128, 64 along k at a time. The matrices are row-major and of any size;
// their rows are lda, ldb and ldc elements apart, the matrices of a batch strideA,
// strideB and strideC.
//
// Views say once what the arrays are, with the batch as one of their dimensions. A
// window is a part of one matrix; what of it lies outside reads as 0 and is not
// written, so that there are no masks.
//
// The grid is tiles x batch.
//
// RUN-DEMO: minitc-run %s --grid=4x3 --arg='a=randn(3x130x200xf16, seed=1)' --arg='b=randn(3x200x136xf16, seed=2)' --arg='c=empty(3x130x136xf16)' --arg=batch=3 --arg=M=130 --arg=N=136 --arg=K=200 --arg=lda=200 --arg=ldb=136 --arg=ldc=136 --arg=strideA=26000 --arg=strideB=27200 --arg=strideC=17680 --save a=%t.a.npy --save b=%t.b.npy --save c=%t.c.npy && python3 %S/check.py batched_matmul %t.a.npy %t.b.npy %t.c.npy

tc.kernel @batched_matmul(%a: !tc.ptr<f16> {tc.divisible = 16 : i32},
                          %b: !tc.ptr<f16> {tc.divisible = 16 : i32},
                          %c: !tc.ptr<f16> {tc.divisible = 16 : i32},
                          %batch: i32, %M: i32, %N: i32, %K: i32,
                          %lda: i64, %ldb: i64, %ldc: i64,
                          %strideA: i64, %strideB: i64, %strideC: i64) {
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%batch, %M, %K], strides [%strideA, %lda, %one] : !tc.ptr<f16> -> !tc.view<1x128x64xf16>
  %bs = tc.make_view %b, shape [%batch, %K, %N], strides [%strideB, %ldb, %one] : !tc.ptr<f16> -> !tc.view<1x64x128xf16>
  %cs = tc.make_view %c, shape [%batch, %M, %N], strides [%strideC, %ldc, %one] : !tc.ptr<f16> -> !tc.view<1x128x128xf16>

  // Which tile of which matrices: instances that share columns of B follow one
  // another.
  %size = arith.constant 128 : i32
  %depth = arith.constant 64 : i32
  %pid = tc.program_id x : i32
  %matrix = tc.program_id y : i32
  %rowTiles = arith.ceildivsi %M, %size : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %row = arith.muli %pm, %size : i32
  %col = arith.muli %pn, %size : i32

  %c0    = arith.constant 0 : i32
  %zero  = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %K step %depth iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
    %x3 = tc.load_view %as[%matrix, %row, %k] other %zero : !tc.view<1x128x64xf16>
    %y3 = tc.load_view %bs[%matrix, %k, %col] other %zero : !tc.view<1x64x128xf16>
    %x = tc.reshape %x3 : tensor<1x128x64xf16> -> tensor<128x64xf16>
    %y = tc.reshape %y3 : tensor<1x64x128xf16> -> tensor<64x128xf16>
    %next = tc.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }

  %out = arith.truncf %sum : tensor<128x128xf32> to tensor<128x128xf16>
  %out3 = tc.reshape %out : tensor<128x128xf16> -> tensor<1x128x128xf16>
  tc.store_view %cs[%matrix, %row, %col], %out3 : !tc.view<1x128x128xf16>
  tc.return
}
