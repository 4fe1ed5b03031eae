// C = A . B with sums of f32, a tile of $BM x $BN an instance, $BK along k at a
// time. Strides are in elements; the launch makes a constant of a stride of 1.
//
// A template: products.py fills in BM, BN, BK, TYPE (of A and B), OUT (of C),
// and PRECISION.

tc.kernel @matmul(%a: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
                  %b: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
                  %c: !tc.ptr<$OUT> {tc.divisible = 16 : i32},
                  %M: i32, %N: i32, %K: i32, %sam: i32, %sak: i32, %sbk: i32,
                  %sbn: i32, %scm: i32) attributes {num_stages = $STAGES : i32} {
  %c0 = arith.constant 0 : i32
  %BM = arith.constant $BM : i32
  %BN = arith.constant $BN : i32
  %BK = arith.constant $BK : i32
  %GROUP = arith.constant $GROUP : i32

  // Which tile: groups of rows share columns of B while they are in the cache.
  %pid = tc.program_id x : i32
  %nm = arith.ceildivsi %M, %BM : i32
  %nn = arith.ceildivsi %N, %BN : i32
  %inGroup = arith.muli %nn, %GROUP : i32
  %group = arith.divsi %pid, %inGroup : i32
  %first = arith.muli %group, %GROUP : i32
  %left = arith.subi %nm, %first : i32
  %rowsOfGroup = arith.minsi %left, %GROUP : i32
  %within = arith.remsi %pid, %inGroup : i32
  %pm0 = arith.remsi %within, %rowsOfGroup : i32
  %pm = arith.addi %first, %pm0 : i32
  %pn = arith.divsi %within, %rowsOfGroup : i32

  %rowBase = arith.muli %pm, %BM : i32
  %colBase = arith.muli %pn, %BN : i32
  %rM = tc.arange 0 to $BM : tensor<${BM}xi32>
  %rN = tc.arange 0 to $BN : tensor<${BN}xi32>
  %rK = tc.arange 0 to $BK : tensor<${BK}xi32>
  %rowBases = tc.splat %rowBase : i32 -> tensor<${BM}xi32>
  %colBases = tc.splat %colBase : i32 -> tensor<${BN}xi32>
  %rows1 = arith.addi %rowBases, %rM : tensor<${BM}xi32>
  %cols1 = arith.addi %colBases, %rN : tensor<${BN}xi32>
  %Ms = tc.splat %M : i32 -> tensor<${BM}xi32>
  %Ns = tc.splat %N : i32 -> tensor<${BN}xi32>
  %rowOk1 = arith.cmpi slt, %rows1, %Ms : tensor<${BM}xi32>
  %colOk1 = arith.cmpi slt, %cols1, %Ns : tensor<${BN}xi32>
  // What lies beyond the matrices is loaded from their beginning, and not stored.
  %rowsIn1 = arith.remui %rows1, %Ms : tensor<${BM}xi32>
  %colsIn1 = arith.remui %cols1, %Ns : tensor<${BN}xi32>
  %rowsIn = tc.expand_dims %rowsIn1 axis 1 : tensor<${BM}xi32> -> tensor<${BM}x1xi32>
  %colsIn = tc.expand_dims %colsIn1 axis 0 : tensor<${BN}xi32> -> tensor<1x${BN}xi32>
  %rowOk = tc.expand_dims %rowOk1 axis 1 : tensor<${BM}xi1> -> tensor<${BM}x1xi1>
  %colOk = tc.expand_dims %colOk1 axis 0 : tensor<${BN}xi1> -> tensor<1x${BN}xi1>
  %rows = tc.expand_dims %rows1 axis 1 : tensor<${BM}xi32> -> tensor<${BM}x1xi32>
  %cols = tc.expand_dims %cols1 axis 0 : tensor<${BN}xi32> -> tensor<1x${BN}xi32>
  %kA = tc.expand_dims %rK axis 0 : tensor<${BK}xi32> -> tensor<1x${BK}xi32>
  %kB = tc.expand_dims %rK axis 1 : tensor<${BK}xi32> -> tensor<${BK}x1xi32>

  %sams = tc.splat %sam : i32 -> tensor<${BM}x1xi32>
  %saks = tc.splat %sak : i32 -> tensor<1x${BK}xi32>
  %aRow = arith.muli %rowsIn, %sams : tensor<${BM}x1xi32>
  %aCol = arith.muli %kA, %saks : tensor<1x${BK}xi32>
  %aRows = tc.broadcast %aRow : tensor<${BM}x1xi32> -> tensor<${BM}x${BK}xi32>
  %aCols = tc.broadcast %aCol : tensor<1x${BK}xi32> -> tensor<${BM}x${BK}xi32>
  %aOff = arith.addi %aRows, %aCols : tensor<${BM}x${BK}xi32>
  %aPtr0 = tc.addptr %a, %aOff : !tc.ptr<$TYPE>, tensor<${BM}x${BK}xi32>
  %aStep = arith.muli %sak, %BK : i32

  %sbks = tc.splat %sbk : i32 -> tensor<${BK}x1xi32>
  %sbns = tc.splat %sbn : i32 -> tensor<1x${BN}xi32>
  %bRow = arith.muli %kB, %sbks : tensor<${BK}x1xi32>
  %bCol = arith.muli %colsIn, %sbns : tensor<1x${BN}xi32>
  %bRows = tc.broadcast %bRow : tensor<${BK}x1xi32> -> tensor<${BK}x${BN}xi32>
  %bCols = tc.broadcast %bCol : tensor<1x${BN}xi32> -> tensor<${BK}x${BN}xi32>
  %bOff = arith.addi %bRows, %bCols : tensor<${BK}x${BN}xi32>
  %bPtr0 = tc.addptr %b, %bOff : !tc.ptr<$TYPE>, tensor<${BK}x${BN}xi32>
  %bStep = arith.muli %sbk, %BK : i32

  %fill = arith.constant 0.0 : $TYPE
  %zeros = arith.constant dense<0.0> : tensor<${BM}x${BN}xf32>
  %acc, %aEnd, %bEnd = scf.for %k = %c0 to %K step %BK
      iter_args(%sum = %zeros, %aPtr = %aPtr0, %bPtr = %bPtr0)
      -> (tensor<${BM}x${BN}xf32>, tensor<${BM}x${BK}x!tc.ptr<$TYPE>>,
          tensor<${BK}x${BN}x!tc.ptr<$TYPE>>) : i32 {
    %rest = arith.subi %K, %k : i32
    %rests = tc.splat %rest : i32 -> tensor<${BK}xi32>
    %kOk = arith.cmpi slt, %rK, %rests : tensor<${BK}xi32>
    %kOkA1 = tc.expand_dims %kOk axis 0 : tensor<${BK}xi1> -> tensor<1x${BK}xi1>
    %kOkB1 = tc.expand_dims %kOk axis 1 : tensor<${BK}xi1> -> tensor<${BK}x1xi1>
    %aOk = tc.broadcast %kOkA1 : tensor<1x${BK}xi1> -> tensor<${BM}x${BK}xi1>
    %bOk = tc.broadcast %kOkB1 : tensor<${BK}x1xi1> -> tensor<${BK}x${BN}xi1>
    %x = tc.load %aPtr mask %aOk other %fill : tensor<${BM}x${BK}x!tc.ptr<$TYPE>>
    %y = tc.load %bPtr mask %bOk other %fill : tensor<${BK}x${BN}x!tc.ptr<$TYPE>>
    %d = tc.dot %x, %y, %sum $PRECISION : tensor<${BM}x${BK}x$TYPE>, tensor<${BK}x${BN}x$TYPE>, tensor<${BM}x${BN}xf32>
    %aNext = tc.addptr %aPtr, %aStep : tensor<${BM}x${BK}x!tc.ptr<$TYPE>>, i32
    %bNext = tc.addptr %bPtr, %bStep : tensor<${BK}x${BN}x!tc.ptr<$TYPE>>, i32
    scf.yield %d, %aNext, %bNext : tensor<${BM}x${BN}xf32>, tensor<${BM}x${BK}x!tc.ptr<$TYPE>>, tensor<${BK}x${BN}x!tc.ptr<$TYPE>>
  }

  $ROUND
  %scms = tc.splat %scm : i32 -> tensor<${BM}x1xi32>
  %cRow = arith.muli %rows, %scms : tensor<${BM}x1xi32>
  %cRows = tc.broadcast %cRow : tensor<${BM}x1xi32> -> tensor<${BM}x${BN}xi32>
  %cCols = tc.broadcast %cols : tensor<1x${BN}xi32> -> tensor<${BM}x${BN}xi32>
  %cOff = arith.addi %cRows, %cCols : tensor<${BM}x${BN}xi32>
  %cPtr = tc.addptr %c, %cOff : !tc.ptr<$OUT>, tensor<${BM}x${BN}xi32>
  %cRowOk = tc.broadcast %rowOk : tensor<${BM}x1xi1> -> tensor<${BM}x${BN}xi1>
  %cColOk = tc.broadcast %colOk : tensor<1x${BN}xi1> -> tensor<${BM}x${BN}xi1>
  %cOk = arith.andi %cRowOk, %cColOk : tensor<${BM}x${BN}xi1>
  tc.store %cPtr, %r mask %cOk : tensor<${BM}x${BN}x!tc.ptr<$OUT>>
  tc.return
}
