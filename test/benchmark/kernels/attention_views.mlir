// As attention.mlir, with views: on sm_90a K and V are fetched by TMA.
//
// A template: products.py fills in BM, BN, D, STAGES and CAUSAL.

// One block of K and V: the running maximum and sum of each row, and the
// weighted sum of V's rows, scaled to the new maximum.
func.func private @block(%q: tensor<${BM}x${D}xf16>, %keys: !tc.view<${BN}x${D}xf16>,
                         %values: !tc.view<${BN}x${D}xf16>, %base: i32, %scale: f32,
                         %isMasked: i1, %rows: tensor<${BM}x1xi32>, %first: i32,
                         %m: tensor<${BM}xf32>, %l: tensor<${BM}xf32>,
                         %acc: tensor<${BM}x${D}xf32>)
    -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>) {
  %c0 = arith.constant 0 : i32
  %fill = arith.constant 0.0 : f16
  %row = arith.addi %base, %first : i32
  %kRows = tc.load_view %keys[%row, %c0] other %fill : !tc.view<${BN}x${D}xf16>
  %k = tc.transpose %kRows [1, 0] : tensor<${BN}x${D}xf16> -> tensor<${D}x${BN}xf16>
  %v = tc.load_view %values[%row, %c0] other %fill : !tc.view<${BN}x${D}xf16>
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
                     %scale: f32, %N: i32, %allRows: i32) attributes {num_stages = $STAGES : i32} {
  %c0 = arith.constant 0 : i32
  %BM = arith.constant $BM : i32
  %BN = arith.constant $BN : i32
  %D = arith.constant $D : i32
  %width = arith.constant $D : i64
  %one = arith.constant 1 : i64
  %fill = arith.constant 0.0 : f16
  %log2e = arith.constant 1.44269504 : f32
  %scale2 = arith.mulf %scale, %log2e : f32

  // The heads' matrices, of N x D, one below the other.
  %start = tc.program_id x : i32
  %head = tc.program_id y : i32
  %base = arith.muli %head, %N : i32
  %qs = tc.make_view %q, shape [%allRows, %D], strides [%width, %one] : !tc.ptr<f16> -> !tc.view<${BM}x${D}xf16>
  %ks = tc.make_view %k, shape [%allRows, %D], strides [%width, %one] : !tc.ptr<f16> -> !tc.view<${BN}x${D}xf16>
  %vs = tc.make_view %v, shape [%allRows, %D], strides [%width, %one] : !tc.ptr<f16> -> !tc.view<${BN}x${D}xf16>
  %os = tc.make_view %o, shape [%allRows, %D], strides [%width, %one] : !tc.ptr<f16> -> !tc.view<${BM}x${D}xf16>

  %firstRow = arith.muli %start, %BM : i32
  %qRow = arith.addi %base, %firstRow : i32
  %tq = tc.load_view %qs[%qRow, %c0] other %fill : !tc.view<${BM}x${D}xf16>
  %rM = tc.arange 0 to $BM : tensor<${BM}xi32>
  %firstRows = tc.splat %firstRow : i32 -> tensor<${BM}xi32>
  %rows1 = arith.addi %firstRows, %rM : tensor<${BM}xi32>
  %rows = tc.expand_dims %rows1 axis 1 : tensor<${BM}xi32> -> tensor<${BM}x1xi32>

  %m0 = arith.constant dense<0xFF800000> : tensor<${BM}xf32>
  %l0 = arith.constant dense<0.0> : tensor<${BM}xf32>
  %acc0 = arith.constant dense<0.0> : tensor<${BM}x${D}xf32>
  %isCausal = arith.constant $CAUSAL
  %no = arith.constant false
  %yes = arith.constant true

  // Blocks that every row sees whole; then, for causal attention, those that the
  // diagonal crosses.
  %wholeEnd = arith.select %isCausal, %firstRow, %N : i32
  %m1, %l1, %acc1 = scf.for %n = %c0 to %wholeEnd step %BN
      iter_args(%m = %m0, %l = %l0, %acc = %acc0)
      -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>) : i32 {
    %mN, %lN, %accN = func.call @block(%tq, %ks, %vs, %base, %scale2, %no, %rows, %n, %m, %l, %acc)
        : (tensor<${BM}x${D}xf16>, !tc.view<${BN}x${D}xf16>, !tc.view<${BN}x${D}xf16>, i32, f32, i1, tensor<${BM}x1xi32>, i32, tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
        -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
    scf.yield %mN, %lN, %accN : tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>
  }
  %lastRow = arith.addi %firstRow, %BM : i32
  %diagonalEnd = arith.select %isCausal, %lastRow, %wholeEnd : i32
  %m2, %l2, %acc2 = scf.for %n = %wholeEnd to %diagonalEnd step %BN
      iter_args(%m = %m1, %l = %l1, %acc = %acc1)
      -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>) : i32 {
    %mN, %lN, %accN = func.call @block(%tq, %ks, %vs, %base, %scale2, %yes, %rows, %n, %m, %l, %acc)
        : (tensor<${BM}x${D}xf16>, !tc.view<${BN}x${D}xf16>, !tc.view<${BN}x${D}xf16>, i32, f32, i1, tensor<${BM}x1xi32>, i32, tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
        -> (tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>)
    scf.yield %mN, %lN, %accN : tensor<${BM}xf32>, tensor<${BM}xf32>, tensor<${BM}x${D}xf32>
  }

  %ones = arith.constant dense<1.0> : tensor<${BM}xf32>
  %inv = arith.divf %ones, %l2 : tensor<${BM}xf32>
  %inv2 = tc.expand_dims %inv axis 1 : tensor<${BM}xf32> -> tensor<${BM}x1xf32>
  %invB = tc.broadcast %inv2 : tensor<${BM}x1xf32> -> tensor<${BM}x${D}xf32>
  %out = arith.mulf %acc2, %invB : tensor<${BM}x${D}xf32>
  %out16 = arith.truncf %out : tensor<${BM}x${D}xf32> to tensor<${BM}x${D}xf16>
  tc.store_view %os[%qRow, %c0], %out16 : !tc.view<${BM}x${D}xf16>
  tc.return
}
