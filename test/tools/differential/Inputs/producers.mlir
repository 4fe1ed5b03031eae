// A persistent product of views, whose windows TMA fetches on sm_90a: the rows of
// tiles are spread over the instances. With `loud` it prints in its inner loop, which
// brings barriers of the warps that multiply into it.
tc.kernel @product(%a: !tc.ptr<f16> {tc.divisible = 16 : i32},
                   %b: !tc.ptr<f16> {tc.divisible = 16 : i32},
                   %c: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %M: i32, %N: i32, %K: i32, %loud: i1) {
  %one = arith.constant 1 : i64
  %lda = arith.constant 208 : i64
  %ldb = arith.constant 72 : i64
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %first = tc.program_id x : i32
  %instances = tc.num_programs x : i32
  %as = tc.make_view %a, shape [%M, %K], strides [%lda, %one] : !tc.ptr<f16> -> !tc.view<128x32xf16>
  %bs = tc.make_view %b, shape [%K, %N], strides [%ldb, %one] : !tc.ptr<f16> -> !tc.view<32x64xf16>
  %cs = tc.make_view %c, shape [%M, %N], strides [%ldb, %one] : !tc.ptr<f32> -> !tc.view<128x64xf32>
  %tiles = arith.ceildivsi %M, %c128 : i32
  %few = tc.arange 0 to 4 : tensor<4xi32>
  scf.for %tile = %first to %tiles step %instances : i32 {
    %row = arith.muli %tile, %c128 : i32
    %sum = scf.for %k = %c0 to %K step %c32 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tc.load_view %as[%row, %k] other %zero : !tc.view<128x32xf16>
      %y = tc.load_view %bs[%k, %c0] other %zero : !tc.view<32x64xf16>
      %d = tc.dot %x, %y, %acc : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
      scf.if %loud {
        tc.print "few ", %few : tensor<4xi32>
      }
      scf.yield %d : tensor<128x64xf32>
    }
    tc.store_view %cs[%row, %c0], %sum : !tc.view<128x64xf32>
  }
  tc.return
}
