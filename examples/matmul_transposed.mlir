// C = gelu(A . B + bias) of f16 with sums of f32, where A and B are column-major:
// the elements of a column lie next to one another, columns are lda and ldb
// elements apart. C is row-major. Tiles are of 128 x 128, 64 along k at a time.
//
// How an array lies is a matter of its view's strides: here the first is 1, in
// `matmul` it is the last, and nothing else of the product changes. In a layer
// gelu(x . w^T + bias) with weights of [out, in], that is so for B = w^T alone.
//
// gelu(x) = x / 2 * (1 + tanh(u)), u = sqrt(2 / pi) * (x + 0.044715 x^3), is taken
// in f32, of the sums while they are in registers.
//
// RUN-DEMO: minitc-run %s --grid=6 --arg='a=uniform(300x200xf16, -0.3, 0.3, seed=1)' --arg='b=uniform(280x300xf16, -0.3, 0.3, seed=2)' --arg='bias=randn(280xf16, seed=3)' --arg='c=empty(200x280xf16)' --arg=M=200 --arg=N=280 --arg=K=300 --arg=lda=200 --arg=ldb=300 --arg=ldc=280 --save a=%t.a.npy --save b=%t.b.npy --save bias=%t.bias.npy --save c=%t.c.npy && python3 %S/check.py matmul_transposed %t.a.npy %t.b.npy %t.bias.npy %t.c.npy

tc.kernel @matmul_transposed(%a: !tc.ptr<f16> {tc.divisible = 16 : i32},
                             %b: !tc.ptr<f16> {tc.divisible = 16 : i32},
                             %bias: !tc.ptr<f16> {tc.divisible = 16 : i32},
                             %c: !tc.ptr<f16> {tc.divisible = 16 : i32},
                             %M: i32, %N: i32, %K: i32,
                             %lda: i64, %ldb: i64, %ldc: i64) {
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%M, %K], strides [%one, %lda] : !tc.ptr<f16> -> !tc.view<128x64xf16>
  %bs = tc.make_view %b, shape [%K, %N], strides [%one, %ldb] : !tc.ptr<f16> -> !tc.view<64x128xf16>
  %biases = tc.make_view %bias, shape [%N], strides [%one] : !tc.ptr<f16> -> !tc.view<128xf16>
  %cs = tc.make_view %c, shape [%M, %N], strides [%ldc, %one] : !tc.ptr<f16> -> !tc.view<128x128xf16>

  // Which tile: instances that share columns of B follow one another.
  %size = arith.constant 128 : i32
  %depth = arith.constant 64 : i32
  %pid = tc.program_id x : i32
  %rowTiles = arith.ceildivsi %M, %size : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %row = arith.muli %pm, %size : i32
  %col = arith.muli %pn, %size : i32

  %c0    = arith.constant 0 : i32
  %zero  = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %K step %depth iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
    %x = tc.load_view %as[%row, %k] other %zero : !tc.view<128x64xf16>
    %y = tc.load_view %bs[%k, %col] other %zero : !tc.view<64x128xf16>
    %next = tc.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }

  %bias16 = tc.load_view %biases[%col] other %zero : !tc.view<128xf16>
  %bias32 = arith.extf %bias16 : tensor<128xf16> to tensor<128xf32>
  %bias2  = tc.expand_dims %bias32 axis 0 : tensor<128xf32> -> tensor<1x128xf32>
  %biasB  = tc.broadcast %bias2 : tensor<1x128xf32> -> tensor<128x128xf32>
  %h      = arith.addf %sum, %biasB : tensor<128x128xf32>

  // (1 + tanh(u)) / 2 = 1 / (1 + exp(-2u)), which does not cancel where tanh(u) is
  // near -1. For a result of f16 the approximate exp and division do.
  %ca   = arith.constant dense<-1.59576912> : tensor<128x128xf32>
  %cb   = arith.constant dense<-0.0713548163> : tensor<128x128xf32>
  %ones = arith.constant dense<1.0> : tensor<128x128xf32>
  %h2   = arith.mulf %h, %h : tensor<128x128xf32>
  %bh2  = arith.mulf %h2, %cb : tensor<128x128xf32>
  %abh2 = arith.addf %bh2, %ca : tensor<128x128xf32>
  %m2u  = arith.mulf %h, %abh2 : tensor<128x128xf32>
  %e    = math.exp %m2u fastmath<afn> : tensor<128x128xf32>
  %e1   = arith.addf %e, %ones : tensor<128x128xf32>
  %gelu = arith.divf %h, %e1 fastmath<afn> : tensor<128x128xf32>
  %out  = arith.truncf %gelu : tensor<128x128xf32> to tensor<128x128xf16>
  tc.store_view %cs[%row, %col], %out : !tc.view<128x128xf16>
  tc.return
}
