// How often each of the values 0 to 255 occurs in an array of any length; other
// values are not counted.
//
// Few instances go over the whole array, each with a tile of counts of its own,
// which it adds to the result once: that keeps atomics in global memory rare. The
// grid may be of any size; a few instances a multiprocessor are best. The host
// zeroes counts before.
//
// RUN-DEMO: minitc-run %s --grid=7 --arg='x=randint(100003xi32, -20, 300, seed=1)' --arg='counts=zeros(256xi32)' --arg=n=100003 --save x=%t.x.npy --save counts=%t.counts.npy && python3 %S/check.py histogram %t.x.npy %t.counts.npy

tc.kernel @histogram(%x: !tc.ptr<i32> {tc.divisible = 16 : i32},
                     %counts: !tc.ptr<i32>, %n: i64) {
  %size  = arith.constant 4096 : i64
  %pid   = tc.program_id x : i32
  %num   = tc.num_programs x : i32
  %pid64 = arith.extsi %pid : i32 to i64
  %num64 = arith.extsi %num : i32 to i64
  %start = arith.muli %pid64, %size : i64
  %step  = arith.muli %num64, %size : i64
  %range = tc.arange 0 to 4096 : tensor<4096xi32>
  %zero  = arith.constant 0 : i32
  %none  = arith.constant dense<0> : tensor<256xi32>

  %count = scf.for %first = %start to %n step %step
      iter_args(%sum = %none) -> (tensor<256xi32>) : i64 {
    %left   = arith.subi %n, %first : i64
    %here   = arith.minsi %left, %size : i64
    %here32 = arith.trunci %here : i64 to i32
    %heres  = tc.splat %here32 : i32 -> tensor<4096xi32>
    %mask   = arith.cmpi slt, %range, %heres : tensor<4096xi32>
    %src    = tc.addptr %x, %first : !tc.ptr<i32>, i64
    %srcs   = tc.addptr %src, %range : !tc.ptr<i32>, tensor<4096xi32>
    %v      = tc.load %srcs mask %mask other %zero : tensor<4096x!tc.ptr<i32>>
    %h      = tc.histogram %v mask %mask : tensor<4096xi32> -> tensor<256xi32>
    %sum1   = arith.addi %sum, %h : tensor<256xi32>
    scf.yield %sum1 : tensor<256xi32>
  }

  %bins   = tc.arange 0 to 256 : tensor<256xi32>
  %ptrs   = tc.addptr %counts, %bins : !tc.ptr<i32>, tensor<256xi32>
  %isSeen = arith.cmpi ne, %count, %none : tensor<256xi32>
  %old    = tc.atomic_rmw add relaxed gpu %ptrs, %count mask %isSeen : tensor<256x!tc.ptr<i32>>, tensor<256xi32>
  tc.return
}
