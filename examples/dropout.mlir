// y = x / keep with probability keep, 0 <= keep <= 1, else 0, in bf16. The random numbers are made
// in the kernel and kept nowhere: the same seed and offset give the same mask, so
// this kernel is its own gradient, given dy for x.
//
// Philox 4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
// 2011) makes 4 numbers of a counter and a key. The key is the seed; counter i,
// with the offset in its upper half, decides on elements 4i to 4i + 3.
//
// RUN-DEMO: minitc-run %s --grid=49 --arg='x=randn(100003xbf16, seed=1)' --arg='y=empty(100003xbf16)' --arg=n=100003 --arg=keep=0.75 --arg=seed=81985529216486895 --arg=offset=-2 --save x=%t.x.npy --save y=%t.y.npy && python3 %S/check.py dropout %t.x.npy %t.y.npy

// Ten rounds on 512 counters. The round keys go up by constants of their own.
func.func @philox(%c0: tensor<512xi32>, %c1: tensor<512xi32>,
                  %c2: tensor<512xi32>, %c3: tensor<512xi32>,
                  %k0: i32, %k1: i32)
    -> (tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>) {
  %m0     = arith.constant dense<0xD2511F53> : tensor<512xi32>
  %m1     = arith.constant dense<0xCD9E8D57> : tensor<512xi32>
  %w0     = arith.constant 0x9E3779B9 : i32
  %w1     = arith.constant 0xBB67AE85 : i32
  %start  = arith.constant 0 : i32
  %rounds = arith.constant 10 : i32
  %step   = arith.constant 1 : i32
  %r:6 = scf.for %i = %start to %rounds step %step
      iter_args(%a0 = %c0, %a1 = %c1, %a2 = %c2, %a3 = %c3, %b0 = %k0, %b1 = %k1)
      -> (tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>,
          i32, i32) : i32 {
    %low0, %high0 = arith.mului_extended %a0, %m0 : tensor<512xi32>
    %low1, %high1 = arith.mului_extended %a2, %m1 : tensor<512xi32>
    %k0s  = tc.splat %b0 : i32 -> tensor<512xi32>
    %k1s  = tc.splat %b1 : i32 -> tensor<512xi32>
    %x0   = arith.xori %high1, %a1 : tensor<512xi32>
    %n0   = arith.xori %x0, %k0s : tensor<512xi32>
    %x2   = arith.xori %high0, %a3 : tensor<512xi32>
    %n2   = arith.xori %x2, %k1s : tensor<512xi32>
    %next0 = arith.addi %b0, %w0 : i32
    %next1 = arith.addi %b1, %w1 : i32
    scf.yield %n0, %low1, %n2, %low0, %next0, %next1
        : tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3
      : tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>
}

tc.kernel @dropout(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                   %y: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                   %n: i64, %keep: f32, %seed: i64, %offset: i64) {
  // The elements come first: they arrive while the numbers are made.
  %pid     = tc.program_id x : i32
  %pid64   = arith.extsi %pid : i32 to i64
  %size    = arith.constant 2048 : i64
  %first   = arith.muli %pid64, %size : i64
  %left    = arith.subi %n, %first : i64
  %count   = arith.minsi %left, %size : i64
  %count32 = arith.trunci %count : i64 to i32
  %counts  = tc.splat %count32 : i32 -> tensor<2048xi32>
  %range   = tc.arange 0 to 2048 : tensor<2048xi32>
  %mask    = arith.cmpi slt, %range, %counts : tensor<2048xi32>
  %src     = tc.addptr %x, %first : !tc.ptr<bf16>, i64
  %zero16  = arith.constant 0.0 : bf16
  %srcs    = tc.addptr %src, %range : !tc.ptr<bf16>, tensor<2048xi32>
  %x16     = tc.load %srcs mask %mask other %zero16 : tensor<2048x!tc.ptr<bf16>>
  %one     = arith.constant 1.0 : f32
  %scale   = arith.divf %one, %keep : f32
  %scales  = tc.splat %scale : f32 -> tensor<2048xf32>

  // The counters of this instance, and the key.
  %quads   = arith.constant 512 : i64
  %quad    = arith.muli %pid64, %quads : i64
  %quadss  = tc.splat %quad : i64 -> tensor<512xi64>
  %i       = tc.arange 0 to 512 : tensor<512xi64>
  %counter = arith.addi %quadss, %i : tensor<512xi64>
  %halves  = arith.constant dense<32> : tensor<512xi64>
  %upper   = arith.shrui %counter, %halves : tensor<512xi64>
  %c0      = arith.trunci %counter : tensor<512xi64> to tensor<512xi32>
  %c1      = arith.trunci %upper : tensor<512xi64> to tensor<512xi32>
  %off0    = arith.trunci %offset : i64 to i32
  %half    = arith.constant 32 : i64
  %offhigh = arith.shrui %offset, %half : i64
  %off1    = arith.trunci %offhigh : i64 to i32
  %c2      = tc.splat %off0 : i32 -> tensor<512xi32>
  %c3      = tc.splat %off1 : i32 -> tensor<512xi32>
  %k0      = arith.trunci %seed : i64 to i32
  %seedhigh = arith.shrui %seed, %half : i64
  %k1      = arith.trunci %seedhigh : i64 to i32
  %r:4 = func.call @philox(%c0, %c1, %c2, %c3, %k0, %k1)
      : (tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, i32, i32)
      -> (tensor<512xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xi32>)

  // The four numbers of a counter side by side.
  %r02     = tc.join %r#0, %r#2 : tensor<512xi32> -> tensor<512x2xi32>
  %r13     = tc.join %r#1, %r#3 : tensor<512xi32> -> tensor<512x2xi32>
  %r0123   = tc.join %r02, %r13 : tensor<512x2xi32> -> tensor<512x2x2xi32>
  %bits    = tc.reshape %r0123 : tensor<512x2x2xi32> -> tensor<2048xi32>
  // The upper 24 bits are kept below keep * 2^24, which an f32 has exactly.
  %eight   = arith.constant dense<8> : tensor<2048xi32>
  %top     = arith.shrui %bits, %eight : tensor<2048xi32>
  %range24 = arith.constant 16777216.0 : f32
  %part    = arith.mulf %keep, %range24 : f32
  %ceil    = math.ceil %part : f32
  %limit   = arith.fptoui %ceil : f32 to i32
  %limits  = tc.splat %limit : i32 -> tensor<2048xi32>
  %isKept  = arith.cmpi ult, %top, %limits : tensor<2048xi32>

  %v       = arith.extf %x16 : tensor<2048xbf16> to tensor<2048xf32>
  %scaled  = arith.mulf %v, %scales : tensor<2048xf32>
  %zero    = arith.constant dense<0.0> : tensor<2048xf32>
  %kept    = arith.select %isKept, %scaled, %zero : tensor<2048xi1>, tensor<2048xf32>
  %y16     = arith.truncf %kept : tensor<2048xf32> to tensor<2048xbf16>
  %dst     = tc.addptr %y, %first : !tc.ptr<bf16>, i64
  %dsts    = tc.addptr %dst, %range : !tc.ptr<bf16>, tensor<2048xi32>
  tc.store %dsts, %y16 mask %mask : tensor<2048x!tc.ptr<bf16>>
  tc.return
}
