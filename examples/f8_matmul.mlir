// C = (A . B^T) * scaleA * scaleB^T of f8E4M3FN, with sums of f32 and a result of
// bf16. A is [M, K], B is [N, K], both with K contiguous, as weights and activations
// come; each row of either has a scale in f32. Tiles are of 128 x 128, 128 along k
// at a time.
//
// The view of B is the transpose of what lies in memory: [K, N], with a stride of 1
// along k.
//
// RUN-DEMO: minitc-run %s --grid=4 --arg='a=randint(136x400xf8E4M3FN, -4, 5, seed=1)' --arg='b=randint(200x400xf8E4M3FN, -4, 5, seed=2)' --arg='scaleA=uniform(136xf32, 0.5, 2, seed=3)' --arg='scaleB=uniform(200xf32, 0.5, 2, seed=4)' --arg='c=empty(136x200xbf16)' --arg=M=136 --arg=N=200 --arg=K=400 --arg=lda=400 --arg=ldb=400 --arg=ldc=200 --save a=%t.a.npy --save b=%t.b.npy --save scaleA=%t.scaleA.npy --save scaleB=%t.scaleB.npy --save c=%t.c.npy && python3 %S/check.py f8_matmul %t.a.npy %t.b.npy %t.scaleA.npy %t.scaleB.npy %t.c.npy

tc.kernel @f8_matmul(%a: !tc.ptr<f8E4M3FN> {tc.divisible = 16 : i32},
                     %b: !tc.ptr<f8E4M3FN> {tc.divisible = 16 : i32},
                     %scaleA: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %scaleB: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %c: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                     %M: i32, %N: i32, %K: i32, %lda: i64, %ldb: i64, %ldc: i64) {
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%M, %K], strides [%lda, %one] : !tc.ptr<f8E4M3FN> -> !tc.view<128x128xf8E4M3FN>
  %bs = tc.make_view %b, shape [%K, %N], strides [%one, %ldb] : !tc.ptr<f8E4M3FN> -> !tc.view<128x128xf8E4M3FN>
  %scalesA = tc.make_view %scaleA, shape [%M], strides [%one] : !tc.ptr<f32> -> !tc.view<128xf32>
  %scalesB = tc.make_view %scaleB, shape [%N], strides [%one] : !tc.ptr<f32> -> !tc.view<128xf32>
  %cs = tc.make_view %c, shape [%M, %N], strides [%ldc, %one] : !tc.ptr<bf16> -> !tc.view<128x128xbf16>

  // Which tile: instances that share rows of B follow one another.
  %size = arith.constant 128 : i32
  %pid = tc.program_id x : i32
  %rowTiles = arith.ceildivsi %M, %size : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %row = arith.muli %pm, %size : i32
  %col = arith.muli %pn, %size : i32

  %c0    = arith.constant 0 : i32
  %zero  = arith.constant 0.0 : f8E4M3FN
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %K step %size iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
    %x = tc.load_view %as[%row, %k] other %zero : !tc.view<128x128xf8E4M3FN>
    %y = tc.load_view %bs[%k, %col] other %zero : !tc.view<128x128xf8E4M3FN>
    %next = tc.dot %x, %y, %acc : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }

  // A scale for each row, and one for each column.
  %zero32 = arith.constant 0.0 : f32
  %sa  = tc.load_view %scalesA[%row] other %zero32 : !tc.view<128xf32>
  %sb  = tc.load_view %scalesB[%col] other %zero32 : !tc.view<128xf32>
  %sa2 = tc.expand_dims %sa axis 1 : tensor<128xf32> -> tensor<128x1xf32>
  %sb2 = tc.expand_dims %sb axis 0 : tensor<128xf32> -> tensor<1x128xf32>
  %saB = tc.broadcast %sa2 : tensor<128x1xf32> -> tensor<128x128xf32>
  %sbB = tc.broadcast %sb2 : tensor<1x128xf32> -> tensor<128x128xf32>
  %scaledA = arith.mulf %sum, %saB : tensor<128x128xf32>
  %scaled  = arith.mulf %scaledA, %sbB : tensor<128x128xf32>
  %out = arith.truncf %scaled : tensor<128x128xf32> to tensor<128x128xbf16>
  tc.store_view %cs[%row, %col], %out : !tc.view<128x128xbf16>
  tc.return
}
