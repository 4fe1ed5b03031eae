// out[i] = x[0] + ... + x[i] over an array of any length, which is read once and
// written once: decoupled look-back (Merrill and Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016). Sums wrap as integers do.
//
// A tile of 4096 elements needs the sum of all before it. state[0] deals out the
// tiles, so that an instance waits only for tiles whose instances run already.
// state[1 + t] is what is known of tile t: its status in the upper half (0 for
// nothing yet, 1 for the sum of the tile, 2 for the sum of it and all before it)
// and that sum in the lower half. One word holds both, so that relaxed atomics
// are enough; `or` with 0 is an atomic read. The host zeroes state, of one word
// more than there are tiles, before each launch.
//
// RUN-DEMO: minitc-run %s --grid=25 --arg='x=randint(100003xi32, -9, 10, seed=1)' --arg='out=empty(100003xi32)' --arg='state=zeros(26xi64)' --arg=n=100003 --save x=%t.x.npy --save out=%t.out.npy && python3 %S/check.py prefix_sum %t.x.npy %t.out.npy

tc.kernel @prefix_sum(%x: !tc.ptr<i32> {tc.divisible = 16 : i32},
                      %out: !tc.ptr<i32> {tc.divisible = 16 : i32},
                      %state: !tc.ptr<i64>, %n: i64) {
  %one    = arith.constant 1 : i64
  %half   = arith.constant 32 : i64
  %tile   = tc.atomic_rmw add relaxed gpu %state, %one : !tc.ptr<i64>, i64
  %words  = tc.addptr %state, %one : !tc.ptr<i64>, i64
  %mine   = tc.addptr %words, %tile : !tc.ptr<i64>, i64

  %size   = arith.constant 4096 : i64
  %first  = arith.muli %tile, %size : i64
  %left   = arith.subi %n, %first : i64
  %count  = arith.minsi %left, %size : i64
  %count32 = arith.trunci %count : i64 to i32
  %counts = tc.splat %count32 : i32 -> tensor<4096xi32>
  %range  = tc.arange 0 to 4096 : tensor<4096xi32>
  %mask   = arith.cmpi slt, %range, %counts : tensor<4096xi32>
  %src    = tc.addptr %x, %first : !tc.ptr<i32>, i64
  %srcs   = tc.addptr %src, %range : !tc.ptr<i32>, tensor<4096xi32>
  %zero   = arith.constant 0 : i32
  %v      = tc.load %srcs mask %mask other %zero : tensor<4096x!tc.ptr<i32>>

  // The sum of the tile comes first, for those that wait for it.
  %sum    = tc.reduce sum %v axis 0 : tensor<4096xi32> -> i32
  %known  = arith.shli %one, %half : i64
  %sum64  = arith.extui %sum : i32 to i64
  %early  = arith.ori %known, %sum64 : i64
  %none   = tc.atomic_rmw xchg relaxed gpu %mine, %early : !tc.ptr<i64>, i64

  // Back from this tile, 32 tiles at once, to the nearest one that knows the sum
  // of all before it. Before the first tile that is 0.
  %back   = tc.arange 1 to 33 : tensor<32xi32>
  %back64 = arith.extui %back : tensor<32xi32> to tensor<32xi64>
  %zeros  = arith.constant dense<0> : tensor<32xi64>
  %nothing = arith.constant dense<0> : tensor<32xi32>
  %ones   = arith.constant dense<1> : tensor<32xi64>
  %halves = arith.constant dense<32> : tensor<32xi64>
  %start  = arith.constant dense<0x200000000> : tensor<32xi64>
  %beyond = arith.constant dense<33> : tensor<32xi32>
  %true   = arith.constant true
  %at, %before = scf.while (%a = %tile, %b = %zero, %goes = %true)
      : (i64, i32, i1) -> (i64, i32) {
    scf.condition(%goes) %a, %b : i64, i32
  } do {
  ^bb0(%a: i64, %b: i32):
    %as     = tc.splat %a : i64 -> tensor<32xi64>
    %tiles  = arith.subi %as, %back64 : tensor<32xi64>
    %exists = arith.cmpi sge, %tiles, %zeros : tensor<32xi64>
    %ptrs   = tc.addptr %words, %tiles : !tc.ptr<i64>, tensor<32xi64>
    %read   = tc.atomic_rmw or relaxed gpu %ptrs, %zeros mask %exists : tensor<32x!tc.ptr<i64>>, tensor<32xi64>
    %word   = arith.select %exists, %read, %start : tensor<32xi1>, tensor<32xi64>
    %status = arith.shrui %word, %halves : tensor<32xi64>
    %value  = arith.trunci %word : tensor<32xi64> to tensor<32xi32>

    // The nearest tile of which nothing is known, and the nearest that knows all.
    %isBlank = arith.cmpi eq, %status, %zeros : tensor<32xi64>
    %isWhole = arith.cmpi ugt, %status, %ones : tensor<32xi64>
    %blanks = arith.select %isBlank, %back, %beyond : tensor<32xi1>, tensor<32xi32>
    %wholes = arith.select %isWhole, %back, %beyond : tensor<32xi1>, tensor<32xi32>
    %blank  = tc.reduce min %blanks axis 0 : tensor<32xi32> -> i32
    %whole  = tc.reduce min %wholes axis 0 : tensor<32xi32> -> i32

    // Take the sums up to there (a blank is 0), and go on from the blank, as long
    // as it is one, or from the end.
    %stop   = arith.minsi %blank, %whole : i32
    %stops  = tc.splat %stop : i32 -> tensor<32xi32>
    %isUsed = arith.cmpi sle, %back, %stops : tensor<32xi32>
    %used   = arith.select %isUsed, %value, %nothing : tensor<32xi1>, tensor<32xi32>
    %more   = tc.reduce sum %used axis 0 : tensor<32xi32> -> i32
    %sum1   = arith.addi %b, %more : i32
    %steps  = arith.extui %blank : i32 to i64
    %past   = arith.subi %a, %steps : i64
    %next   = arith.addi %past, %one : i64
    %isOpen = arith.cmpi sle, %blank, %whole : i32
    scf.yield %next, %sum1, %isOpen : i64, i32, i1
  }

  %total  = arith.addi %before, %sum : i32
  %total64 = arith.extui %total : i32 to i64
  %all    = arith.constant 0x200000000 : i64
  %final  = arith.ori %all, %total64 : i64
  %early1 = tc.atomic_rmw xchg relaxed gpu %mine, %final : !tc.ptr<i64>, i64

  %scan   = tc.scan sum %v axis 0 : tensor<4096xi32>
  %offset = tc.splat %before : i32 -> tensor<4096xi32>
  %y      = arith.addi %scan, %offset : tensor<4096xi32>
  %dst    = tc.addptr %out, %first : !tc.ptr<i32>, i64
  %dsts   = tc.addptr %dst, %range : !tc.ptr<i32>, tensor<4096xi32>
  tc.store %dsts, %y mask %mask : tensor<4096x!tc.ptr<i32>>
  tc.return
}
