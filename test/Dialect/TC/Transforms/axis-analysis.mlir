// RUN: minitc-test-opt %s -test-tc-axis-info -split-input-file -verify-diagnostics

// What a signature promises; a pointer without a promise has the alignment of
// its element, and of a promise of 24 only the 8 counts.

// expected-remark @below {{argument 0: contiguity = [1], divisibility = [4], constancy = [1], vector width = [1]}}
// expected-remark @below {{argument 1: contiguity = [1], divisibility = [16], constancy = [1], vector width = [1]}}
// expected-remark @below {{argument 2: contiguity = [1], divisibility = [1], constancy = [1]}}
// expected-remark @below {{argument 3: contiguity = [1], divisibility = [8], constancy = [1]}}
tc.kernel @arguments(%p: !tc.ptr<f32>, %q: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %n: i32, %m: i32 {tc.divisible = 24 : i32}) {
  tc.return
}

// -----

// A tile of one program's offsets: the wrap of pid * 128 keeps its divisor.

// expected-remark @below {{argument 0: contiguity = [1], divisibility = [16]}}
tc.kernel @offsets(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}) {
  // expected-remark @below {{divisibility = [1], constancy = [1]}}
  %pid = tc.program_id x : i32
  // expected-remark @below {{divisibility = [128], constancy = [1], constant = 128}}
  %c128 = arith.constant 128 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1]}}
  %base = arith.muli %pid, %c128 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [128]}}
  %bases = tc.splat %base : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 128 : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %o = arith.addi %bases, %i : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [16], constancy = [1], vector width = [4]}}
  %q = tc.addptr %p, %o : !tc.ptr<f32>, tensor<128xi32>
  tc.return
}

// -----

// An i32 tile whose start may be anything may wrap in the middle: as an offset
// it keeps no run. In i64 it keeps all of it.

// expected-remark @below {{argument 0: contiguity = [1], divisibility = [16]}}
// expected-remark @below {{argument 1:}}
// expected-remark @below {{argument 2:}}
tc.kernel @wrap(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %x: i32, %y: i64) {
  // expected-remark @below {{contiguity = [8], divisibility = [max]}}
  %i = tc.arange 0 to 8 : tensor<8xi32>
  // expected-remark @below {{constancy = [8]}}
  %xs = tc.splat %x : i32 -> tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [1], constancy = [1]}}
  %o = arith.addi %xs, %i : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], vector width = [1]}}
  %q = tc.addptr %p, %o : !tc.ptr<f32>, tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %wide = arith.extsi %o : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %uwide = arith.extui %o : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{contiguity = [8], divisibility = [max]}}
  %i64 = arith.extsi %i : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{constancy = [8]}}
  %ys = tc.splat %y : i64 -> tensor<8xi64>
  // expected-remark @below {{contiguity = [8], divisibility = [1], constancy = [1]}}
  %o64 = arith.addi %ys, %i64 : tensor<8xi64>
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1], vector width = [1]}}
  %q64 = tc.addptr %p, %o64 : !tc.ptr<f32>, tensor<8xi64>
  tc.return
}

// -----

// Bounds that exclude the largest value exclude a wrap: 1 to 9 stays a run.

tc.kernel @unaligned_start() {
  // expected-remark @below {{contiguity = [8], divisibility = [1], constancy = [1]}}
  %i = tc.arange 1 to 9 : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [1], constancy = [1]}}
  %wide = arith.extsi %i : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{contiguity = [8], divisibility = [1], constancy = [1]}}
  %uwide = arith.extui %i : tensor<8xi32> to tensor<8xi64>
  tc.return
}

// -----

// The other way round, extui of -4 to 3 wraps between -1 and 0: runs of four
// are left, since the start divides by 4.

tc.kernel @around_zero() {
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1]}}
  %i = tc.arange -4 to 4 : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1]}}
  %wide = arith.extsi %i : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1]}}
  %uwide = arith.extui %i : tensor<8xi32> to tensor<8xi64>
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1]}}
  %narrow = arith.trunci %i : tensor<8xi32> to tensor<8xi8>
  tc.return
}

// -----

// 512 consecutive i32, truncated to i8, wrap twice: no run that is extended is
// longer than half of i8's values.

tc.kernel @narrow() {
  // expected-remark @below {{contiguity = [512], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 512 : tensor<512xi32>
  // expected-remark @below {{contiguity = [512], divisibility = [max], constancy = [1]}}
  %narrow = arith.trunci %i : tensor<512xi32> to tensor<512xi8>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %wide = arith.extsi %narrow : tensor<512xi8> to tensor<512xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %uwide = arith.extui %narrow : tensor<512xi8> to tensor<512xi32>
  tc.return
}

// -----

// u8 values 128 to 255, extended without sign, go forward; with sign they are
// the run from -128 to -1.

tc.kernel @unsigned_narrow_index() {
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %i = tc.arange 128 to 256 : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %narrow = arith.trunci %i : tensor<128xi32> to tensor<128xi8>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %uwide = arith.extui %narrow : tensor<128xi8> to tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %wide = arith.extsi %narrow : tensor<128xi8> to tensor<128xi32>
  tc.return
}

// -----

// Truncating division rounds towards zero, so that of -64 to -56 by 32 the
// first is -2 and the others are -1. From 0 on the quotients come in blocks.

tc.kernel @division() {
  // expected-remark @below {{constancy = [8], constant = 32}}
  %c32 = arith.constant dense<32> : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [64], constancy = [1]}}
  %negative = arith.constant dense<[-64, -63, -62, -61, -60, -59, -58, -57]> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %0 = arith.divsi %negative, %c32 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %1 = arith.remsi %negative, %c32 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant = 134217726}}
  %2 = arith.divui %negative, %c32 : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [32], constancy = [1]}}
  %3 = arith.remui %negative, %c32 : tensor<8xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 128 : tensor<128xi32>
  // expected-remark @below {{constancy = [128], constant = 24}}
  %c24 = arith.constant dense<24> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8]}}
  %4 = arith.divsi %i, %c24 : tensor<128xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %5 = arith.remsi %i, %c24 : tensor<128xi32>
  // expected-remark @below {{constancy = [128], constant = 1}}
  %c1 = arith.constant dense<1> : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [max], constancy = [1]}}
  %6 = arith.divsi %i, %c1 : tensor<128xi32>
  tc.return
}

// -----

// Division of multiples by a power of two is exact.

// expected-remark @below {{argument 0: contiguity = [1], divisibility = [64], constancy = [1]}}
tc.kernel @exact_division(%n: i32 {tc.divisible = 64 : i32}) {
  // expected-remark @below {{constant = 16}}
  %c16 = arith.constant 16 : i32
  // expected-remark @below {{divisibility = [4]}}
  %0 = arith.divsi %n, %c16 : i32
  // expected-remark @below {{divisibility = [4]}}
  %1 = arith.divui %n, %c16 : i32
  // expected-remark @below {{constant = 48}}
  %c48 = arith.constant 48 : i32
  // expected-remark @below {{divisibility = [1]}}
  %2 = arith.divsi %n, %c48 : i32
  // expected-remark @below {{divisibility = [16]}}
  %3 = arith.remsi %n, %c48 : i32
  // expected-remark @below {{divisibility = [1024]}}
  %4 = arith.muli %n, %c16 : i32
  // expected-remark @below {{constant = 2}}
  %c2 = arith.constant 2 : i32
  // expected-remark @below {{divisibility = [256]}}
  %5 = arith.shli %n, %c2 : i32
  // expected-remark @below {{divisibility = [16]}}
  %6 = arith.shrsi %n, %c2 : i32
  // expected-remark @below {{divisibility = [16]}}
  %7 = arith.shrui %n, %c2 : i32
  // expected-remark @below {{divisibility = [1]}}
  %8 = arith.shrui %n, %n : i32
  // expected-remark @below {{divisibility = [64]}}
  %9 = arith.shli %n, %n : i32
  tc.return
}

// -----

// The smaller of a run and a constant is some of each. Of two runs that rise
// together it is one of the two.

// expected-remark @below {{argument 0:}}
tc.kernel @minimum(%n: i32 {tc.divisible = 8 : i32}) {
  // expected-remark @below {{contiguity = [8], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 8 : tensor<8xi32>
  // expected-remark @below {{constancy = [8], constant = 4}}
  %c4 = arith.constant dense<4> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %0 = arith.minsi %i, %c4 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %1 = arith.maxui %i, %c4 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [8]}}
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %j = arith.addi %ns, %i : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %2 = arith.minui %i, %j : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %3 = arith.maxsi %i, %j : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8]}}
  %4 = arith.minsi %ns, %c4 : tensor<8xi32>
  tc.return
}

// -----

// expected-remark @below {{argument 0:}}
tc.kernel @bits(%n: i32 {tc.divisible = 8 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 64 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64]}}
  %ns = tc.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %0 = arith.ori %ns, %i : tensor<64xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %1 = arith.xori %i, %ns : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1]}}
  %2 = arith.andi %i, %ns : tensor<64xi32>
  // expected-remark @below {{constant = 15}}
  %c15 = arith.constant dense<15> : tensor<64xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1]}}
  %3 = arith.andi %i, %c15 : tensor<64xi32>
  // expected-remark @below {{constant = 2}}
  %c2 = arith.constant dense<2> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4]}}
  %4 = arith.shrui %i, %c2 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1]}}
  %5 = arith.shli %i, %c2 : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1]}}
  %6 = arith.subi %i, %ns : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %7 = arith.subi %ns, %i : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64]}}
  %8 = arith.subi %6, %i : tensor<64xi32>
  tc.return
}

// -----

// A mask is constant over as many lanes as divide the bound and the start.

// expected-remark @below {{argument 0:}}
// expected-remark @below {{argument 1:}}
tc.kernel @masks(%n: i32 {tc.divisible = 16 : i32}, %odd: i32) {
  // expected-remark @below {{contiguity = [128], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 128 : tensor<128xi32>
  // expected-remark @below {{divisibility = [16], constancy = [128]}}
  %ns = tc.splat %n : i32 -> tensor<128xi32>
  // expected-remark @below {{divisibility = [1], constancy = [128]}}
  %odds = tc.splat %odd : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16]}}
  %slt = arith.cmpi slt, %i, %ns : tensor<128xi32>
  // expected-remark @below {{constancy = [16]}}
  %uge = arith.cmpi uge, %i, %ns : tensor<128xi32>
  // expected-remark @below {{constancy = [16]}}
  %sgt = arith.cmpi sgt, %ns, %i : tensor<128xi32>
  // expected-remark @below {{constancy = [16]}}
  %ule = arith.cmpi ule, %ns, %i : tensor<128xi32>
  // expected-remark @below {{constancy = [1]}}
  %sle = arith.cmpi sle, %i, %ns : tensor<128xi32>
  // expected-remark @below {{constancy = [1]}}
  %eq = arith.cmpi eq, %i, %ns : tensor<128xi32>
  // expected-remark @below {{constancy = [1]}}
  %unaligned = arith.cmpi slt, %i, %odds : tensor<128xi32>
  // expected-remark @below {{constancy = [128]}}
  %uniform = arith.cmpi sle, %odds, %ns : tensor<128xi32>
  // expected-remark @below {{constancy = [16]}}
  %both = arith.andi %slt, %uniform : tensor<128xi1>
  // expected-remark @below {{constant = 128}}
  %c128 = arith.constant dense<128> : tensor<128xi32>
  // expected-remark @below {{constancy = [128], constant = -1}}
  %always = arith.cmpi slt, %i, %c128 : tensor<128xi32>
  tc.return
}

// -----

// expected-remark @below {{argument 0:}}
// expected-remark @below {{argument 1:}}
// expected-remark @below {{argument 2:}}
tc.kernel @choices(%c: i1, %n: i32 {tc.divisible = 16 : i32}, %x: i32) {
  // expected-remark @below {{contiguity = [64], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 64 : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1]}}
  %j = tc.arange 32 to 96 : tensor<64xi32>
  // expected-remark @below {{divisibility = [16], constancy = [64]}}
  %ns = tc.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{constancy = [16]}}
  %mask = arith.cmpi slt, %i, %ns : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1]}}
  %0 = arith.select %c, %i, %j : tensor<64xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1]}}
  %1 = arith.select %mask, %i, %j : tensor<64xi1>, tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %2 = arith.select %mask, %i, %ns : tensor<64xi1>, tensor<64xi32>
  tc.return
}

// -----

// expected-remark @below {{argument 0: contiguity = [1], divisibility = [16]}}
// expected-remark @below {{argument 1:}}
tc.kernel @shapes(%p: !tc.ptr<f16> {tc.divisible = 16 : i32}, %stride: i32 {tc.divisible = 8 : i32}) {
  // expected-remark @below {{contiguity = [8], divisibility = [max], constancy = [1]}}
  %r = tc.arange 0 to 8 : tensor<8xi32>
  // expected-remark @below {{contiguity = [8, 1], divisibility = [max, 1], constancy = [1, 1]}}
  %rows = tc.expand_dims %r axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [8, 1]}}
  %strides = tc.splat %stride : i32 -> tensor<8x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 1]}}
  %starts = arith.muli %rows, %strides : tensor<8x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 16]}}
  %wide = tc.broadcast %starts : tensor<8x1xi32> -> tensor<8x16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [max], constancy = [1]}}
  %c = tc.arange 0 to 16 : tensor<16xi32>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [1, max], constancy = [1, 1]}}
  %columns = tc.expand_dims %c axis 0 : tensor<16xi32> -> tensor<1x16xi32>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [1, max], constancy = [8, 1]}}
  %tall = tc.broadcast %columns : tensor<1x16xi32> -> tensor<8x16xi32>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [1, 8], constancy = [1, 1]}}
  %offsets = arith.addi %wide, %tall : tensor<8x16xi32>
  // expected-remark @below {{contiguity = [1, 8], divisibility = [2, 16], constancy = [1, 1], vector width = [1, 8]}}
  %q = tc.addptr %p, %offsets : !tc.ptr<f16>, tensor<8x16xi32>
  // expected-remark @below {{contiguity = [8, 1], divisibility = [16, 2], constancy = [1, 1], vector width = [8, 1]}}
  %t = tc.transpose %q [1, 0] : tensor<8x16x!tc.ptr<f16>> -> tensor<16x8x!tc.ptr<f16>>
  // expected-remark @below {{contiguity = [8], divisibility = [16], constancy = [1], vector width = [8]}}
  %flat = tc.reshape %q : tensor<8x16x!tc.ptr<f16>> -> tensor<128x!tc.ptr<f16>>
  tc.return
}

// -----

tc.kernel @reshape() {
  // expected-remark @below {{contiguity = [64], divisibility = [max], constancy = [1]}}
  %i = tc.arange 0 to 64 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [1, 16], constancy = [1, 1]}}
  %0 = tc.reshape %i : tensor<64xi32> -> tensor<4x16xi32>
  // expected-remark @below {{contiguity = [1, 16, 1], divisibility = [1, 16, 1], constancy = [1, 1, 1]}}
  %1 = tc.reshape %0 : tensor<4x16xi32> -> tensor<4x16x1xi32>
  // expected-remark @below {{constant = 4}}
  %c4 = arith.constant dense<4> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4]}}
  %2 = arith.divui %i, %c4 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [2, 2]}}
  %3 = tc.reshape %2 : tensor<64xi32> -> tensor<32x2xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 4]}}
  %4 = tc.reshape %2 : tensor<64xi32> -> tensor<16x4xi32>
  // expected-remark @below {{constancy = [1, 4, 1]}}
  %5 = tc.expand_dims %4 axis 2 : tensor<16x4xi32> -> tensor<16x4x1xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [1, 1, 1], constancy = [1, 4, 2]}}
  %6 = tc.broadcast %5 : tensor<16x4x1xi32> -> tensor<16x4x2xi32>
  tc.return
}

// -----

// Constants are read element by element.

tc.kernel @constants() {
  // expected-remark @below {{contiguity = [2, 1], divisibility = [1, 1], constancy = [1, 2]}}
  %0 = arith.constant dense<[[1, 1], [2, 2], [7, 7], [8, 8]]> : tensor<4x2xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [8], constancy = [1]}}
  %1 = arith.constant dense<[8, 9, 10, 11, 40, 41, 42, 43]> : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1]}}
  %2 = arith.constant dense<[124, 125, 126, 127, -128, -127, -126, -125]> : tensor<8xi8>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1]}}
  %3 = arith.extsi %2 : tensor<8xi8> to tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [max], constancy = [8], constant = 0}}
  %4 = arith.constant dense<0> : tensor<8xi64>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [2]}}
  %5 = arith.constant dense<[true, true, false, false]> : tensor<4xi1>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %6 = arith.constant dense<[0, 0, 1, 0]> : tensor<4xi8>
  tc.return
}

// -----

// A pointer's run counts pointees: other pointees, no run. Bytes are integers.

// expected-remark @below {{argument 0:}}
tc.kernel @pointers(%p: !tc.ptr<i8> {tc.divisible = 64 : i32}) {
  // expected-remark @below {{contiguity = [16], divisibility = [max]}}
  %i = tc.arange 0 to 16 : tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [64], constancy = [1], vector width = [16]}}
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [64], constancy = [1]}}
  %a = tc.ptr_to_int %q : tensor<16x!tc.ptr<i8>> -> tensor<16xi64>
  // expected-remark @below {{contiguity = [16], divisibility = [64], constancy = [1], vector width = [16]}}
  %r = tc.int_to_ptr %a : tensor<16xi64> -> tensor<16x!tc.ptr<i8>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], vector width = [1]}}
  %f = tc.bitcast %q : tensor<16x!tc.ptr<i8>> -> tensor<16x!tc.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], vector width = [1]}}
  %s = tc.bitcast %p : !tc.ptr<i8> -> !tc.ptr<f32>
  // expected-remark @below {{contiguity = [16], divisibility = [64], constancy = [1], vector width = [16]}}
  %g = tc.addptr %s, %i : !tc.ptr<f32>, tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1]}}
  %b = tc.ptr_to_int %g : tensor<16x!tc.ptr<f32>> -> tensor<16xi64>
  // expected-remark @below {{contiguity = [16], divisibility = [64], constancy = [1], vector width = [16]}}
  %h = tc.bitcast %g : tensor<16x!tc.ptr<f32>> -> tensor<16x!tc.ptr<i32>>
  tc.return
}

// -----

// Loops: the induction variable divides as its bound and step do; what goes
// round keeps what holds before and after each turn.

// expected-remark @below {{argument 0:}}
// expected-remark @below {{argument 1:}}
tc.kernel @loop(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  // expected-remark @below {{constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{constant = 64}}
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{constant = 1}}
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [64], divisibility = [max]}}
  %i = tc.arange 0 to 64 : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], vector width = [4]}}
  %start = tc.addptr %p, %i : !tc.ptr<f32>, tensor<64xi32>
  // expected-remark @below {{result 0: contiguity = [64], divisibility = [16], constancy = [1], vector width = [4]}}
  // expected-remark @below {{result 1: contiguity = [64], divisibility = [4], constancy = [1], vector width = [1]}}
  // expected-remark @below {{argument 0: contiguity = [1], divisibility = [64], constancy = [1]}}
  // expected-remark @below {{argument 1: contiguity = [64], divisibility = [16], constancy = [1], vector width = [4]}}
  // expected-remark @below {{argument 2: contiguity = [64], divisibility = [4], constancy = [1], vector width = [1]}}
  %0:2 = scf.for %k = %c0 to %n step %c64 iter_args(%q = %start, %r = %start)
      -> (tensor<64x!tc.ptr<f32>>, tensor<64x!tc.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], vector width = [4]}}
    %next = tc.addptr %q, %c64 : tensor<64x!tc.ptr<f32>>, i32
    // expected-remark @below {{contiguity = [64], divisibility = [4], constancy = [1], vector width = [1]}}
    %odd = tc.addptr %r, %c1 : tensor<64x!tc.ptr<f32>>, i32
    scf.yield %next, %odd : tensor<64x!tc.ptr<f32>>, tensor<64x!tc.ptr<f32>>
  }
  tc.return
}

// -----

// A loop that carries nothing has an induction variable all the same.

// expected-remark @below {{argument 0:}}
// expected-remark @below {{argument 1:}}
tc.kernel @loop_carries_nothing(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  // expected-remark @below {{constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{constant = 64}}
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{contiguity = [64], divisibility = [max]}}
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  // expected-remark @below {{argument 0: contiguity = [1], divisibility = [64], constancy = [1]}}
  scf.for %k = %c0 to %n step %c64 : i32 {
    // expected-remark @below {{divisibility = [64], constancy = [64]}}
    %ks = tc.splat %k : i32 -> tensor<64xi32>
    // expected-remark @below {{contiguity = [64], divisibility = [64]}}
    %offsets = arith.addi %ks, %i : tensor<64xi32>
    // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], vector width = [4]}}
    %ptrs = tc.addptr %p, %offsets : !tc.ptr<f32>, tensor<64xi32>
    tc.store %ptrs, %zero : tensor<64x!tc.ptr<f32>>
  }
  tc.return
}

// -----

// expected-remark @below {{argument 0:}}
// expected-remark @below {{argument 1:}}
tc.kernel @branches(%c: i1, %n: i32 {tc.divisible = 8 : i32}) {
  // expected-remark @below {{constant = 4}}
  %c4 = arith.constant 4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1]}}
  %0 = scf.if %c -> i32 {
    scf.yield %n : i32
  } else {
    scf.yield %c4 : i32
  }
  // expected-remark @below {{result 0: contiguity = [1], divisibility = [4], constancy = [1]}}
  // expected-remark @below {{region 0 argument 0: contiguity = [1], divisibility = [4], constancy = [1]}}
  // expected-remark @below {{region 1 argument 0: contiguity = [1], divisibility = [4], constancy = [1]}}
  %1 = scf.while (%a = %n) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    // expected-remark @below {{divisibility = [4]}}
    %2 = arith.addi %b, %c4 : i32
    scf.yield %2 : i32
  }
  // expected-remark @below {{divisibility = [8]}}
  %3 = arith.index_cast %n : i32 to index
  // expected-remark @below {{divisibility = [8]}}
  %4 = arith.index_cast %3 : index to i32
  tc.return
}

// -----

// What is loaded or reduced may be anything; elementwise work keeps constancy.

// expected-remark @below {{argument 0:}}
tc.kernel @unknown(%p: !tc.ptr<i32> {tc.divisible = 16 : i32}, %x: f32) {
  // expected-remark @below {{contiguity = [8], divisibility = [max]}}
  %i = tc.arange 0 to 8 : tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [16], constancy = [1], vector width = [4]}}
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %v = tc.load %q : tensor<8x!tc.ptr<i32>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %s = tc.reduce sum %v axis 0 : tensor<8xi32> -> i32
  %xs = tc.splat %x : f32 -> tensor<8xf32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8]}}
  %t = arith.fptosi %xs : tensor<8xf32> to tensor<8xi32>
  tc.return
}
