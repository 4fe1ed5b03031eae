// softmax(scale . Q . K^T) . V for f16, $BM rows of Q an instance, $BN rows of K
// and V at a time, rows of $D elements; where CAUSAL is true a row sees those up to
// its own alone. N, the rows of each head, is a multiple of $BM and $BN.
//
// A template: attention.py fills in BM, BN, D and CAUSAL.

// One block of K and V: the running maximum and sum of each row, and the
// weighted sum of V's rows, scaled to the new maximum.
func.func private @block(%q: tensor<${BM}x${D}xf16>, %pk: tensor<${D}x${BN}x!tc.ptr<f16>>,
                         %pv: tensor<${BN}x${D}x!tc.ptr<f16>>, %scale: f32,
                         %isMasked: i1, %rows: tensor<${BM}x1xi32>, %first: i32,
                         %m: tensor<${BM}xf32>, %l: tensor<${BM}xf32>,
                         %acc: tensor<${BM}x${D}xf32>)
    -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>) {
  %k = tc.load %pk : tensor<${D}x${BN}x!tc.ptr<f16>>
  %v = tc.load %pv : tensor<${BN}x${D}x!tc.ptr<f16>>
  %zeros = arith.constant dense<0.0> : tensor<${BM}x${BN}xf32>
  %s = tc.dot %q, %k, %zeros : tensor<${BM}x${D}xf16>, tensor<${D}x${BN}xf16>, tensor<${BM}x${BN}xf32>

  // Columns beyond the row's own, where they are to be left out.
  %range = tc.arange 0 to $BN : tensor<${BN}xi32>
  %firsts = tc.splat %first : i32 -> tensor<${BN}xi32>
  %cols = arith.addi %range, %firsts : tensor<${BN}xi32>
  %cols2 = tc.expand_dims %cols axis 0 : tensor<${BN}xi32> -> tensor<1x${BN}xi32>
  %colsB = tc.broadcast %cols2 : tensor<1x${BN}xi32> -> tensor<${BM}x${BN}xi32>
  %rowsB = tc.broadcast %rows : tensor<${BM}x1xi32> -> tensor<${BM}x${BN}xi32>
  %isSeen = arith.cmpi sge, %rowsB, %colsB : tensor<${BM}x${BN}xi32>
  %all = arith.constant dense<true> : tensor<${BM}x${BN}xi1>
  %isUsed = arith.select %isMasked, %isSeen, %all : tensor<${BM}x${BN}xi1>
  %ninf = arith.constant dense<0xFF800000> : tensor<${BM}x${BN}xf32>
  %sm = arith.select %isUsed, %s, %ninf : tensor<${BM}x${BN}xi1>, tensor<${BM}x${BN}xf32>

  %max = tc.reduce maxnum %sm axis 1 : tensor<${BM}x${BN}xf32> -> tensor<${BM}xf32>
  %scales = tc.splat %scale : f32 -> tensor<${BM}xf32>
  %maxScaled = arith.mulf %max, %scales : tensor<${BM}xf32>
  %mNew = arith.maxnumf %m, %maxScaled : tensor<${BM}xf32>
  %mNew2 = tc.expand_dims %mNew axis 1 : tensor<${BM}xf32> -> tensor<${BM}x1xf32>
  %mNewB = tc.broadcast %mNew2 : tensor<${BM}x1xf32> -> tensor<${BM}x${BN}xf32>
  %scalesB = tc.splat %scale : f32 -> tensor<${BM}x${BN}xf32>
  %scaled = arith.mulf %sm, %scalesB : tensor<${BM}x${BN}xf32>
  %shifted = arith.subf %scaled, %mNewB : tensor<${BM}x${BN}xf32>
  %p = math.exp2 %shifted fastmath<afn> : tensor<${BM}x${BN}xf32>
  %dm = arith.subf %m, %mNew : tensor<${BM}xf32>
  %alpha = math.exp2 %dm fastmath<afn> : tensor<${BM}xf32>
  %sum = tc.reduce sum %p axis 1 : tensor<${BM}x${BN}xf32> -> tensor<${BM}xf32>
  %lScaled = arith.mulf %l, %alpha : tensor<${BM}xf32>
  %lNew = arith.addf %lScaled, %sum : tensor<${BM}xf32>
  %alpha2 = tc.expand_dims %alpha axis 1 : tensor<${BM}xf32> -> tensor<${BM}x1xf32>
  %alphaB = tc.broadcast %alpha2 : tensor<${BM}x1xf32> -> tensor<${BM}x${D}xf32>
  %accScaled = arith.mulf %acc, %alphaB : tensor<${BM}x${D}xf32>
  %p16 = arith.truncf %p : tensor<${BM}x${BN}xf32> to tensor<${BM}x${BN}xf16>
  %accNew = tc.dot %p16, %v, %accScaled : tensor<${BM}x${BN}xf16>, tensor<${BN}x${D}xf16>, tensor<${BM}x${D}xf32>
  return %mNew, %lNew, %accNew : tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>
}

tc.kernel @attention(%q: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %k: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %v: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %o: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %scale: f32, %N: i32) attributes {num_stages = $STAGES : i32} {
  %c0 = arith.constant 0 : i32
  %BM = arith.constant $BM : i32
  %BN = arith.constant $BN : i32
  %D = arith.constant $D : i32
  %log2e = arith.constant 1.44269504 : f32
  %scale2 = arith.mulf %scale, %log2e : f32

  // The head's matrices, of N x D.
  %start = tc.program_id x : i32
  %head = tc.program_id y : i32
  %nd = arith.muli %N, %D : i32
  %nd64 = arith.extsi %nd : i32 to i64
  %head64 = arith.extsi %head : i32 to i64
  %base = arith.muli %head64, %nd64 : i64
  %qh = tc.addptr %q, %base : !tc.ptr<f16>, i64
  %kh = tc.addptr %k, %base : !tc.ptr<f16>, i64
  %vh = tc.addptr %v, %base : !tc.ptr<f16>, i64
  %oh = tc.addptr %o, %base : !tc.ptr<f16>, i64

  %firstRow = arith.muli %start, %BM : i32
  %rM = tc.arange 0 to $BM : tensor<${BM}xi32>
  %rN = tc.arange 0 to $BN : tensor<${BN}xi32>
  %rD = tc.arange 0 to $D : tensor<${D}xi32>
  %firstRows = tc.splat %firstRow : i32 -> tensor<${BM}xi32>
  %rows1 = arith.addi %firstRows, %rM : tensor<${BM}xi32>
  %rows = tc.expand_dims %rows1 axis 1 : tensor<${BM}xi32> -> tensor<${BM}x1xi32>
  %widthM = arith.constant dense<$D> : tensor<${BM}x1xi32>
  %qRow = arith.muli %rows, %widthM : tensor<${BM}x1xi32>
  %qRows = tc.broadcast %qRow : tensor<${BM}x1xi32> -> tensor<${BM}x${D}xi32>
  %rD0 = tc.expand_dims %rD axis 0 : tensor<${D}xi32> -> tensor<1x${D}xi32>
  %qCols = tc.broadcast %rD0 : tensor<1x${D}xi32> -> tensor<${BM}x${D}xi32>
  %qOff = arith.addi %qRows, %qCols : tensor<${BM}x${D}xi32>
  %pq = tc.addptr %qh, %qOff : !tc.ptr<f16>, tensor<${BM}x${D}xi32>
  %tq = tc.load %pq : tensor<${BM}x${D}x!tc.ptr<f16>>

  // K is read as its transpose.
  %rD1 = tc.expand_dims %rD axis 1 : tensor<${D}xi32> -> tensor<${D}x1xi32>
  %rN0 = tc.expand_dims %rN axis 0 : tensor<${BN}xi32> -> tensor<1x${BN}xi32>
  %widthN0 = arith.constant dense<$D> : tensor<1x${BN}xi32>
  %kCol = arith.muli %rN0, %widthN0 : tensor<1x${BN}xi32>
  %kRows = tc.broadcast %rD1 : tensor<${D}x1xi32> -> tensor<${D}x${BN}xi32>
  %kCols = tc.broadcast %kCol : tensor<1x${BN}xi32> -> tensor<${D}x${BN}xi32>
  %kOff = arith.addi %kRows, %kCols : tensor<${D}x${BN}xi32>
  %pk0 = tc.addptr %kh, %kOff : !tc.ptr<f16>, tensor<${D}x${BN}xi32>
  %rN1 = tc.expand_dims %rN axis 1 : tensor<${BN}xi32> -> tensor<${BN}x1xi32>
  %widthN1 = arith.constant dense<$D> : tensor<${BN}x1xi32>
  %vRow = arith.muli %rN1, %widthN1 : tensor<${BN}x1xi32>
  %vRows = tc.broadcast %vRow : tensor<${BN}x1xi32> -> tensor<${BN}x${D}xi32>
  %vCols = tc.broadcast %rD0 : tensor<1x${D}xi32> -> tensor<${BN}x${D}xi32>
  %vOff = arith.addi %vRows, %vCols : tensor<${BN}x${D}xi32>
  %pv0 = tc.addptr %vh, %vOff : !tc.ptr<f16>, tensor<${BN}x${D}xi32>
  %step = arith.muli %BN, %D : i32

  %m0 = arith.constant dense<0xFF800000> : tensor<${BM}xf32>
  %l0 = arith.constant dense<0.0> : tensor<${BM}xf32>
  %acc0 = arith.constant dense<0.0> : tensor<${BM}x${D}xf32>
  %isCausal = arith.constant $CAUSAL
  %no = arith.constant false
  %yes = arith.constant true

  // Blocks that every row sees whole; then, for causal attention, those that the
  // diagonal crosses.
  %wholeEnd = arith.select %isCausal, %firstRow, %N : i32
  %m1, %l1, %acc1, %pk1, %pv1 = scf.for %n = %c0 to %wholeEnd step %BN
      iter_args(%m = %m0, %l = %l0, %acc = %acc0, %pk = %pk0, %pv = %pv0)
      -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>,
          tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>) : i32 {
    %mN, %lN, %accN = func.call @block(%tq, %pk, %pv, %scale2, %no, %rows, %n, %m, %l, %acc)
        : (tensor<${BM}x${D}xf16>, tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>, f32, i1, tensor<${BM}x1xi32>, i32, tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
        -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
    %pkN = tc.addptr %pk, %step : tensor<${D}x${BN}x!tc.ptr<f16>>, i32
    %pvN = tc.addptr %pv, %step : tensor<${BN}x${D}x!tc.ptr<f16>>, i32
    scf.yield %mN, %lN, %accN, %pkN, %pvN : tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>, tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>
  }
  %lastRow = arith.addi %firstRow, %BM : i32
  %diagonalEnd = arith.select %isCausal, %lastRow, %wholeEnd : i32
  %m2, %l2, %acc2, %pk2, %pv2 = scf.for %n = %wholeEnd to %diagonalEnd step %BN
      iter_args(%m = %m1, %l = %l1, %acc = %acc1, %pk = %pk1, %pv = %pv1)
      -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>,
          tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>) : i32 {
    %mN, %lN, %accN = func.call @block(%tq, %pk, %pv, %scale2, %yes, %rows, %n, %m, %l, %acc)
        : (tensor<${BM}x${D}xf16>, tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>, f32, i1, tensor<${BM}x1xi32>, i32, tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
        -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
    %pkN = tc.addptr %pk, %step : tensor<${D}x${BN}x!tc.ptr<f16>>, i32
    %pvN = tc.addptr %pv, %step : tensor<${BN}x${D}x!tc.ptr<f16>>, i32
    scf.yield %mN, %lN, %accN, %pkN, %pvN : tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>, tensor<${D}x${BN}x!tc.ptr<f16>>, tensor<${BN}x${D}x!tc.ptr<f16>>
  }

  %one = arith.constant dense<1.0> : tensor<${BM}xf32>
  %inv = arith.divf %one, %l2 : tensor<${BM}xf32>
  %inv2 = tc.expand_dims %inv axis 1 : tensor<${BM}xf32> -> tensor<${BM}x1xf32>
  %invB = tc.broadcast %inv2 : tensor<${BM}x1xf32> -> tensor<${BM}x${D}xf32>
  %out = arith.mulf %acc2, %invB : tensor<${BM}x${D}xf32>
  %out16 = arith.truncf %out : tensor<${BM}x${D}xf32> to tensor<${BM}x${D}xf16>
  %po = tc.addptr %oh, %qOff : !tc.ptr<f16>, tensor<${BM}x${D}xi32>
  tc.store %po, %out16 : tensor<${BM}x${D}x!tc.ptr<f16>>
  tc.return
}
