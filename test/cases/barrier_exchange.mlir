// What one pointer stored another one reads after a barrier, reversed, over and
// over in a loop.
//
// DATA: x = i32(*range(1024))
// DATA: out = x.copy()
// DATA: for _ in range(5):
// DATA:     out = out[::-1] * 3 + 1
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=8 --arg=x=@%t/x.npy --arg=n=5 --check=x=@%t/out.npy

tc.kernel @barrier_exchange(%x: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %last = arith.constant dense<1023> : tensor<1024xi32>
  %reversed = arith.subi %last, %i : tensor<1024xi32>
  %three = arith.constant dense<3> : tensor<1024xi32>
  %ones = arith.constant dense<1> : tensor<1024xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %from = tc.addptr %x, %reversed : !tc.ptr<i32>, tensor<1024xi32>
  %to = tc.addptr %x, %i : !tc.ptr<i32>, tensor<1024xi32>
  scf.for %k = %zero to %n step %one : i32 {
    %v = tc.load %from : tensor<1024x!tc.ptr<i32>>
    %v3 = arith.muli %v, %three : tensor<1024xi32>
    %w = arith.addi %v3, %ones : tensor<1024xi32>
    tc.barrier
    tc.store %to, %w : tensor<1024x!tc.ptr<i32>>
    tc.barrier
  }
  tc.return
}
