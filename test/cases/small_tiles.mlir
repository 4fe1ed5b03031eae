// Tiles of 1, 2, 4 and 2x2 elements, far fewer than the threads of a block: loads,
// arithmetic, reductions and stores touch each element once.
//
// DATA: x = i32(10, 20, 30, 40)
// DATA: one, two, four, square = i32(11), i32(11, 21), i32(11, 21, 31, 41), i32(11, 31, 21, 41)
// DATA: sums = i32(11, 32, 104, 62)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=x=@%t/x.npy --arg='one=empty(1xi32)' --arg='two=empty(2xi32)' --arg='four=empty(4xi32)' --arg='square=empty(4xi32)' --arg='sums=empty(4xi32)' --check=one=@%t/one.npy --check=two=@%t/two.npy --check=four=@%t/four.npy --check=square=@%t/square.npy --check=sums=@%t/sums.npy
// RUN-CASE: minitc-run %s --num-warps=8 --arg=x=@%t/x.npy --arg='one=empty(1xi32)' --arg='two=empty(2xi32)' --arg='four=empty(4xi32)' --arg='square=empty(4xi32)' --arg='sums=empty(4xi32)' --check=one=@%t/one.npy --check=two=@%t/two.npy --check=four=@%t/four.npy --check=square=@%t/square.npy --check=sums=@%t/sums.npy

tc.kernel @small_tiles(%x: !tc.ptr<i32>, %one: !tc.ptr<i32>, %two: !tc.ptr<i32>,
                       %four: !tc.ptr<i32>, %square: !tc.ptr<i32>,
                       %sums: !tc.ptr<i32>) {
  %k1 = arith.constant 1 : i32
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %c1 = arith.constant dense<1> : tensor<1xi32>
  %p_x = tc.addptr %x, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %a = tc.load %p_x : tensor<1x!tc.ptr<i32>>
  %a1 = arith.addi %a, %c1 : tensor<1xi32>
  %p_one = tc.addptr %one, %i1 : !tc.ptr<i32>, tensor<1xi32>
  tc.store %p_one, %a1 : tensor<1x!tc.ptr<i32>>
  %ra = tc.reduce sum %a1 axis 0 : tensor<1xi32> -> i32
  %p0 = tc.addptr %sums, %k1 : !tc.ptr<i32>, i32
  tc.store %sums, %ra : !tc.ptr<i32>

  %i2 = tc.arange 0 to 2 : tensor<2xi32>
  %c2 = arith.constant dense<1> : tensor<2xi32>
  %p_x2 = tc.addptr %x, %i2 : !tc.ptr<i32>, tensor<2xi32>
  %b = tc.load %p_x2 : tensor<2x!tc.ptr<i32>>
  %b1 = arith.addi %b, %c2 : tensor<2xi32>
  %p_two = tc.addptr %two, %i2 : !tc.ptr<i32>, tensor<2xi32>
  tc.store %p_two, %b1 : tensor<2x!tc.ptr<i32>>
  %rb = tc.reduce sum %b1 axis 0 : tensor<2xi32> -> i32
  tc.store %p0, %rb : !tc.ptr<i32>

  %i4 = tc.arange 0 to 4 : tensor<4xi32>
  %c4 = arith.constant dense<1> : tensor<4xi32>
  %p_x3 = tc.addptr %x, %i4 : !tc.ptr<i32>, tensor<4xi32>
  %c = tc.load %p_x3 : tensor<4x!tc.ptr<i32>>
  %d = arith.addi %c, %c4 : tensor<4xi32>
  %p_four = tc.addptr %four, %i4 : !tc.ptr<i32>, tensor<4xi32>
  tc.store %p_four, %d : tensor<4x!tc.ptr<i32>>
  %rc = tc.reduce sum %d axis 0 : tensor<4xi32> -> i32
  %p1 = tc.addptr %p0, %k1 : !tc.ptr<i32>, i32
  tc.store %p1, %rc : !tc.ptr<i32>

  %e = tc.reshape %d : tensor<4xi32> -> tensor<2x2xi32>
  %f = tc.transpose %e [1, 0] : tensor<2x2xi32> -> tensor<2x2xi32>
  %g = tc.reshape %f : tensor<2x2xi32> -> tensor<4xi32>
  %p_square = tc.addptr %square, %i4 : !tc.ptr<i32>, tensor<4xi32>
  tc.store %p_square, %g : tensor<4x!tc.ptr<i32>>
  %columns = tc.reduce sum %f axis 0 : tensor<2x2xi32> -> tensor<2xi32>
  %least = tc.reduce min %columns axis 0 : tensor<2xi32> -> i32
  %p2 = tc.addptr %p1, %k1 : !tc.ptr<i32>, i32
  %k30 = arith.constant 30 : i32
  %top = arith.addi %least, %k30 : i32
  tc.store %p2, %top : !tc.ptr<i32>
  tc.return
}
