// A while loop whose condition is false at once, for loops without iterations,
// and a body inside an if: nothing is executed and the initial values come out.
// With `%run` true everything runs, and the store to `out` happens.
//
// DATA: initial = i32(*range(64))
// DATA: ran = initial + 10 + 3 * 4
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=run=0 --arg=n=-5 --arg=x=@%t/initial.npy --arg='out=full(64xi32, 77)' --arg='guarded=full(64xi32, 77)' --check=out=@%t/initial.npy --check='guarded=full(64xi32, 77)'
// RUN-CASE: minitc-run %s --arg=run=1 --arg=n=3 --arg=x=@%t/initial.npy --arg='out=full(64xi32, 77)' --arg='guarded=full(64xi32, 77)' --check=out=@%t/ran.npy --check=guarded=@%t/ran.npy

tc.kernel @loops_that_do_not_run(%run: i1, %n: i32, %x: !tc.ptr<i32>,
                                 %out: !tc.ptr<i32>, %guarded: !tc.ptr<i32>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %limit = arith.constant 10 : i32
  %ones = arith.constant dense<1> : tensor<64xi32>
  %fours = arith.constant dense<4> : tensor<64xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<64xi32>
  %v = tc.load %p_x : tensor<64x!tc.ptr<i32>>

  // Ten times or not at all.
  %w, %k = scf.while (%a = %v, %j = %zero) : (tensor<64xi32>, i32) -> (tensor<64xi32>, i32) {
    %more = arith.cmpi slt, %j, %limit : i32
    %go = arith.andi %run, %more : i1
    scf.condition(%go) %a, %j : tensor<64xi32>, i32
  } do {
  ^bb0(%a: tensor<64xi32>, %j: i32):
    %b = arith.addi %a, %ones : tensor<64xi32>
    %next = arith.addi %j, %one : i32
    scf.yield %b, %next : tensor<64xi32>, i32
  }

  // From 0 to n, which is negative, and from n to n.
  %f = scf.for %j = %zero to %n step %one iter_args(%a = %w) -> (tensor<64xi32>) : i32 {
    %b = arith.addi %a, %fours : tensor<64xi32>
    scf.yield %b : tensor<64xi32>
  }
  %g = scf.for %j = %n to %n step %one iter_args(%a = %f) -> (tensor<64xi32>) : i32 {
    %b = arith.muli %a, %fours : tensor<64xi32>
    scf.yield %b : tensor<64xi32>
  }
  %p_out = tc.addptr %out, %i : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_out, %g : tensor<64x!tc.ptr<i32>>

  scf.if %run {
    %p_guarded = tc.addptr %guarded, %i : !tc.ptr<i32>, tensor<64xi32>
    tc.store %p_guarded, %g : tensor<64x!tc.ptr<i32>>
  }
  tc.return
}
