// As matmul.mlir, with views, whose windows TMA fetches on sm_90a, and an instance
// for several tiles: the next one's are on their way while the last is stored.
//
// A template: products.py fills in BM, BN, BK, TYPE (of A and B), OUT (of C),
// and PRECISION.

tc.kernel @matmul(%a: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
                  %b: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
                  %c: !tc.ptr<$OUT> {tc.divisible = 16 : i32},
                  %M: i32, %N: i32, %K: i32, %sam: i64, %sak: i64, %sbk: i64,
                  %sbn: i64, %scm: i64) attributes {num_stages = $STAGES : i32} {
  %c0 = arith.constant 0 : i32
  %BM = arith.constant $BM : i32
  %BN = arith.constant $BN : i32
  %BK = arith.constant $BK : i32
  %GROUP = arith.constant $GROUP : i32

  %nm = arith.ceildivsi %M, %BM : i32
  %nn = arith.ceildivsi %N, %BN : i32
  %inGroup = arith.muli %nn, %GROUP : i32
  %tiles = arith.muli %nm, %nn : i32
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%M, %K], strides [%sam, %sak] : !tc.ptr<$TYPE> -> !tc.view<${BM}x${BK}x$TYPE>
  %bs = tc.make_view %b, shape [%K, %N], strides [%sbk, %sbn] : !tc.ptr<$TYPE> -> !tc.view<${BK}x${BN}x$TYPE>
  %cs = tc.make_view %c, shape [%M, %N], strides [%scm, %one] : !tc.ptr<$OUT> -> !tc.view<${BM}x${BN}x$OUT>

  %fill = arith.constant 0.0 : $TYPE
  %zeros = arith.constant dense<0.0> : tensor<${BM}x${BN}xf32>

  %first_tile = tc.program_id x : i32
  %instances = tc.num_programs x : i32
  scf.for %tile = %first_tile to %tiles step %instances : i32 {
    // Which tile: groups of rows share columns of B while they are in the cache.
    %group = arith.divsi %tile, %inGroup : i32
    %first = arith.muli %group, %GROUP : i32
    %left = arith.subi %nm, %first : i32
    %rowsOfGroup = arith.minsi %left, %GROUP : i32
    %within = arith.remsi %tile, %inGroup : i32
    %pm0 = arith.remsi %within, %rowsOfGroup : i32
    %pm = arith.addi %first, %pm0 : i32
    %pn = arith.divsi %within, %rowsOfGroup : i32

    %row = arith.muli %pm, %BM : i32
    %column = arith.muli %pn, %BN : i32
    %acc = scf.for %k = %c0 to %K step %BK iter_args(%sum = %zeros)
        -> (tensor<${BM}x${BN}xf32>) : i32 {
      %x = tc.load_view %as[%row, %k] other %fill : !tc.view<${BM}x${BK}x$TYPE>
      %y = tc.load_view %bs[%k, %column] other %fill : !tc.view<${BK}x${BN}x$TYPE>
      %d = tc.dot %x, %y, %sum $PRECISION : tensor<${BM}x${BK}x$TYPE>, tensor<${BK}x${BN}x$TYPE>, tensor<${BM}x${BN}xf32>
      scf.yield %d : tensor<${BM}x${BN}xf32>
    }

    $ROUND
    tc.store_view %cs[%row, %column], %r : !tc.view<${BM}x${BN}x$OUT>
  }
  tc.return
}
