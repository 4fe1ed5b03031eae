// Attention of f16, softmax(scale * Q . K^T) . V, for heads of 64 elements. No row
// of scores is ever whole: an instance takes 128 queries, goes over K and V in blocks
// of 64 rows, and keeps for each query the largest score so far, the sum of
// exp(score - largest), and the sum of V's rows with these weights. The two sums are
// scaled whenever the largest grows.
//
// Q and O are [heads, queries, 64], K and V [kvHeads, keys, 64]; their heads are
// qHead and kHead elements apart, their rows qRow and kRow, so that [rows, heads, 64]
// works as well. A batch is so many more heads. Every heads / kvHeads heads of Q, a
// whole number, share one of K and V. If causal is not 0, query i sees the keys
// j <= i + keys - queries, which are all for the last query; a query that sees no key
// gets 0. scale is positive.
//
// The grid is blocks of queries x heads.
//
// RUN-DEMO: minitc-run %s --grid=2x4 --arg='q=randn(4x200x64xf16, seed=1)' --arg='k=randn(2x170x64xf16, seed=2)' --arg='v=randn(2x170x64xf16, seed=3)' --arg='o=empty(4x200x64xf16)' --arg=scale=0.125 --arg=heads=4 --arg=kvHeads=2 --arg=queries=200 --arg=keys=170 --arg=causal=1 --arg=qHead=12800 --arg=qRow=64 --arg=kHead=10880 --arg=kRow=64 --save q=%t.q.npy --save k=%t.k.npy --save v=%t.v.npy --save o=%t.o.npy && python3 %S/check.py attention_causal %t.q.npy %t.k.npy %t.v.npy %t.o.npy
// RUN-DEMO: minitc-run %s --grid=1x2 --arg='q=randn(2x70x64xf16, seed=1)' --arg='k=randn(1x130x64xf16, seed=2)' --arg='v=randn(1x130x64xf16, seed=3)' --arg='o=empty(2x70x64xf16)' --arg=scale=0.125 --arg=heads=2 --arg=kvHeads=1 --arg=queries=70 --arg=keys=130 --arg=causal=0 --arg=qHead=4480 --arg=qRow=64 --arg=kHead=8320 --arg=kRow=64 --save q=%t.q.npy --save k=%t.k.npy --save v=%t.v.npy --save o=%t.o.npy && python3 %S/check.py attention %t.q.npy %t.k.npy %t.v.npy %t.o.npy

// Takes in one more block: its scores and its rows of V. The largest score, %m, is
// that of score * scale with a scale in units of log2, so that exp2 does.
func.func private @accumulate(%s: tensor<128x64xf32>, %v3: tensor<1x64x64xf16>, %scale: f32,
                              %m: tensor<128xf32>, %l: tensor<128xf32>, %acc: tensor<128x64xf32>)
    -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>) {
  %top     = tc.reduce maxnum %s axis 1 : tensor<128x64xf32> -> tensor<128xf32>
  %scales1 = tc.splat %scale : f32 -> tensor<128xf32>
  %scales  = tc.splat %scale : f32 -> tensor<128x64xf32>
  %scaledTop = arith.mulf %top, %scales1 : tensor<128xf32>
  %mNew    = arith.maxnumf %m, %scaledTop : tensor<128xf32>
  %mNew2   = tc.expand_dims %mNew axis 1 : tensor<128xf32> -> tensor<128x1xf32>
  %mNewB   = tc.broadcast %mNew2 : tensor<128x1xf32> -> tensor<128x64xf32>
  %scaled  = arith.mulf %s, %scales : tensor<128x64xf32>
  %shifted = arith.subf %scaled, %mNewB : tensor<128x64xf32>
  %p       = math.exp2 %shifted fastmath<afn> : tensor<128x64xf32>

  // What was there, in the measure of the new maximum.
  %shrink  = arith.subf %m, %mNew : tensor<128xf32>
  %alpha   = math.exp2 %shrink fastmath<afn> : tensor<128xf32>
  %sum     = tc.reduce sum %p axis 1 : tensor<128x64xf32> -> tensor<128xf32>
  %lScaled = arith.mulf %l, %alpha : tensor<128xf32>
  %lNew    = arith.addf %lScaled, %sum : tensor<128xf32>
  %alpha2  = tc.expand_dims %alpha axis 1 : tensor<128xf32> -> tensor<128x1xf32>
  %alphaB  = tc.broadcast %alpha2 : tensor<128x1xf32> -> tensor<128x64xf32>
  %accScaled = arith.mulf %acc, %alphaB : tensor<128x64xf32>
  %p16     = arith.truncf %p : tensor<128x64xf32> to tensor<128x64xf16>
  %v       = tc.reshape %v3 : tensor<1x64x64xf16> -> tensor<64x64xf16>
  %accNew  = tc.dot %p16, %v, %accScaled : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
  return %mNew, %lNew, %accNew : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
}

tc.kernel @attention(%q: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %k: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %v: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %o: !tc.ptr<f16> {tc.divisible = 16 : i32},
                     %scale: f32, %heads: i32, %kvHeads: i32, %queries: i32, %keys: i32, %causal: i32,
                     %qHead: i64 {tc.divisible = 8 : i32}, %qRow: i64 {tc.divisible = 8 : i32},
                     %kHead: i64 {tc.divisible = 8 : i32}, %kRow: i64 {tc.divisible = 8 : i32})
    attributes {num_warps = 8 : i32} {
  // The view of K is its transpose.
  %one = arith.constant 1 : i64
  %D   = arith.constant 64 : i32
  %qs = tc.make_view %q, shape [%heads, %queries, %D], strides [%qHead, %qRow, %one] : !tc.ptr<f16> -> !tc.view<1x128x64xf16>
  %ks = tc.make_view %k, shape [%kvHeads, %D, %keys], strides [%kHead, %one, %kRow] : !tc.ptr<f16> -> !tc.view<1x64x64xf16>
  %vs = tc.make_view %v, shape [%kvHeads, %keys, %D], strides [%kHead, %kRow, %one] : !tc.ptr<f16> -> !tc.view<1x64x64xf16>
  %os = tc.make_view %o, shape [%heads, %queries, %D], strides [%qHead, %qRow, %one] : !tc.ptr<f16> -> !tc.view<1x128x64xf16>

  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %BM = arith.constant 128 : i32
  %BN = arith.constant 64 : i32
  %block = tc.program_id x : i32
  %head  = tc.program_id y : i32
  %group = arith.divsi %heads, %kvHeads : i32
  %kvHead = arith.divsi %head, %group : i32
  %first = arith.muli %block, %BM : i32

  // How many keys each query sees; none where that is below 1.
  %isCausal = arith.cmpi ne, %causal, %c0 : i32
  %ahead0 = arith.subi %keys, %queries : i32
  %ahead  = arith.addi %ahead0, %c1 : i32
  %firstSeen = arith.addi %first, %ahead : i32
  %range  = tc.arange 0 to 128 : tensor<128xi32>
  %firstsSeen = tc.splat %firstSeen : i32 -> tensor<128xi32>
  %seen    = arith.addi %firstsSeen, %range : tensor<128xi32>
  %allKeys = tc.splat %keys : i32 -> tensor<128xi32>
  %visible0 = arith.minsi %seen, %allKeys : tensor<128xi32>
  %visible = arith.select %isCausal, %visible0, %allKeys : tensor<128xi32>

  // Blocks before `wholeEnd` are seen whole by every query, those from `end` on by
  // none.
  %firstEnd0 = arith.minsi %firstSeen, %keys : i32
  %firstEnd1 = arith.maxsi %firstEnd0, %c0 : i32
  %firstEnd  = arith.select %isCausal, %firstEnd1, %keys : i32
  %wholes    = arith.divsi %firstEnd, %BN : i32
  %wholeEnd  = arith.muli %wholes, %BN : i32
  %lastSeen0 = arith.addi %first, %BM : i32
  %lastSeen  = arith.addi %lastSeen0, %ahead0 : i32
  %lastEnd   = arith.minsi %lastSeen, %keys : i32
  %end       = arith.select %isCausal, %lastEnd, %keys : i32

  %log2e  = arith.constant 1.44269504 : f32
  %scale2 = arith.mulf %scale, %log2e : f32
  %zero   = arith.constant 0.0 : f16
  %zeros  = arith.constant dense<0.0> : tensor<128x64xf32>
  %q3 = tc.load_view %qs[%head, %first, %c0] other %zero : !tc.view<1x128x64xf16>
  %tq = tc.reshape %q3 : tensor<1x128x64xf16> -> tensor<128x64xf16>

  // The largest starts from the lowest finite number, not from -inf: a query that
  // sees nothing of a block has -inf there, and -inf - -inf has no value.
  %m0   = arith.constant dense<0xFF7FFFFF> : tensor<128xf32>
  %l0   = arith.constant dense<0.0> : tensor<128xf32>
  %acc0 = arith.constant dense<0.0> : tensor<128x64xf32>
  %m1, %l1, %acc1 = scf.for %n = %c0 to %wholeEnd step %BN
      iter_args(%m = %m0, %l = %l0, %acc = %acc0)
      -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>) : i32 {
    %k3 = tc.load_view %ks[%kvHead, %c0, %n] other %zero : !tc.view<1x64x64xf16>
    %v3 = tc.load_view %vs[%kvHead, %n, %c0] other %zero : !tc.view<1x64x64xf16>
    %tk = tc.reshape %k3 : tensor<1x64x64xf16> -> tensor<64x64xf16>
    %s  = tc.dot %tq, %tk, %zeros : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %mN, %lN, %accN = func.call @accumulate(%s, %v3, %scale2, %m, %l, %acc)
        : (tensor<128x64xf32>, tensor<1x64x64xf16>, f32, tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)
        -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)
    scf.yield %mN, %lN, %accN : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
  }

  // The blocks that the diagonal crosses, and the one that hangs over the last key.
  %visible2 = tc.expand_dims %visible axis 1 : tensor<128xi32> -> tensor<128x1xi32>
  %visibleB = tc.broadcast %visible2 : tensor<128x1xi32> -> tensor<128x64xi32>
  %keyRange = tc.arange 0 to 64 : tensor<64xi32>
  %ninf  = arith.constant dense<0xFF800000> : tensor<128x64xf32>
  %m2, %l2, %acc2 = scf.for %n = %wholeEnd to %end step %BN
      iter_args(%m = %m1, %l = %l1, %acc = %acc1)
      -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>) : i32 {
    %k3 = tc.load_view %ks[%kvHead, %c0, %n] other %zero : !tc.view<1x64x64xf16>
    %v3 = tc.load_view %vs[%kvHead, %n, %c0] other %zero : !tc.view<1x64x64xf16>
    %tk = tc.reshape %k3 : tensor<1x64x64xf16> -> tensor<64x64xf16>
    %s  = tc.dot %tq, %tk, %zeros : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %ns = tc.splat %n : i32 -> tensor<64xi32>
    %key1 = arith.addi %ns, %keyRange : tensor<64xi32>
    %key2 = tc.expand_dims %key1 axis 0 : tensor<64xi32> -> tensor<1x64xi32>
    %keysB = tc.broadcast %key2 : tensor<1x64xi32> -> tensor<128x64xi32>
    %isSeen = arith.cmpi slt, %keysB, %visibleB : tensor<128x64xi32>
    %masked = arith.select %isSeen, %s, %ninf : tensor<128x64xi1>, tensor<128x64xf32>
    %mN, %lN, %accN = func.call @accumulate(%masked, %v3, %scale2, %m, %l, %acc)
        : (tensor<128x64xf32>, tensor<1x64x64xf16>, f32, tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)
        -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)
    scf.yield %mN, %lN, %accN : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
  }

  // A query that sees no key has a sum of 0: it gets 0, and not 0 / 0.
  %ones  = arith.constant dense<1.0> : tensor<128xf32>
  %none  = arith.constant dense<0> : tensor<128xi32>
  %sees  = arith.cmpi sgt, %visible, %none : tensor<128xi32>
  %sums  = arith.select %sees, %l2, %ones : tensor<128xi1>, tensor<128xf32>
  %inv   = arith.divf %ones, %sums : tensor<128xf32>
  %inv2  = tc.expand_dims %inv axis 1 : tensor<128xf32> -> tensor<128x1xf32>
  %invB  = tc.broadcast %inv2 : tensor<128x1xf32> -> tensor<128x64xf32>
  %out   = arith.mulf %acc2, %invB : tensor<128x64xf32>
  %out16 = arith.truncf %out : tensor<128x64xf32> to tensor<128x64xf16>
  %out3  = tc.reshape %out16 : tensor<128x64xf16> -> tensor<1x128x64xf16>
  tc.store_view %os[%head, %first, %c0], %out3 : !tc.view<1x128x64xf16>
  tc.return
}
