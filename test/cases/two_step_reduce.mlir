// The sum of a 4x8 tile over axis 0 and then 0, over axis 1 and then 0, and at
// once: three equal integers.
//
// DATA: x = i32(*(v * v - 100 for v in range(32)))
// DATA: out = np.repeat(x.sum(), 3).astype(np.int32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(3xi32)' --check=out=@%t/out.npy

tc.kernel @two_step_reduce(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<32xi32>
  %flat = tc.load %p_x : tensor<32x!tc.ptr<i32>>
  %tile = tc.reshape %flat : tensor<32xi32> -> tensor<4x8xi32>
  %columns = tc.reduce sum %tile axis 0 : tensor<4x8xi32> -> tensor<8xi32>
  %a = tc.reduce sum %columns axis 0 : tensor<8xi32> -> i32
  %rows = tc.reduce sum %tile axis 1 : tensor<4x8xi32> -> tensor<4xi32>
  %b = tc.reduce sum %rows axis 0 : tensor<4xi32> -> i32
  %c = tc.reduce sum %flat axis 0 : tensor<32xi32> -> i32
  %one = arith.constant 1 : i32
  %p1 = tc.addptr %out, %one : !tc.ptr<i32>, i32
  %p2 = tc.addptr %p1, %one : !tc.ptr<i32>, i32
  tc.store %out, %a : !tc.ptr<i32>
  tc.store %p1, %b : !tc.ptr<i32>
  tc.store %p2, %c : !tc.ptr<i32>
  tc.return
}
