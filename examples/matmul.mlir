// C = A B for f16 matrices of any size, 64x64 elements of C to a program
// instance, accumulated in f32. Views read zero outside of their matrix, which
// adds nothing, and store only what is inside.
//
// RUN-DEMO: minitc-run %s --grid=2x2 --arg='a=randn(100x100xf16, seed=1)' --arg='b=randn(100x70xf16, seed=2)' --arg='c=empty(100x70xf32)' --arg=M=100 --arg=N=70 --arg=K=100 --check=c=%S/expected/matmul.npy --rtol=1e-5 --atol=1e-4

tc.kernel @matmul(%a: !tc.ptr<f16>, %b: !tc.ptr<f16>, %c: !tc.ptr<f32>,
                  %M: i32, %N: i32, %K: i32) {
  %size = arith.constant 64 : i32
  %x = tc.program_id x : i32
  %y = tc.program_id y : i32
  %row = arith.muli %x, %size : i32
  %col = arith.muli %y, %size : i32
  %one = arith.constant 1 : i64
  %strideA = arith.extsi %K : i32 to i64
  %strideB = arith.extsi %N : i32 to i64
  %viewA = tc.make_view %a, shape [%M, %K], strides [%strideA, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %viewB = tc.make_view %b, shape [%K, %N], strides [%strideB, %one] : !tc.ptr<f16> -> !tc.view<32x64xf16>
  %viewC = tc.make_view %c, shape [%M, %N], strides [%strideB, %one] : !tc.ptr<f32> -> !tc.view<64x64xf32>

  %start = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %start to %K step %step iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
    %tileA = tc.load_view %viewA[%row, %k] other %zero : !tc.view<64x32xf16>
    %tileB = tc.load_view %viewB[%k, %col] other %zero : !tc.view<32x64xf16>
    %next = tc.dot %tileA, %tileB, %acc : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tc.store_view %viewC[%row, %col], %sum : !tc.view<64x64xf32>
  tc.return
}
