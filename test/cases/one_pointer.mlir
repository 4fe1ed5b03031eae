// Loads and stores through one pointer value keep their order, whatever the
// layouts: also where threads hold an element several times over (tiles smaller
// than the block), where the value comes back in another layout, and for scalars.
// An element that were stored by one thread before another had loaded it would be
// counted twice.
//
// DATA: small = i32(*range(1, 9))
// DATA: small_out = i32(*(4 * v + 3 for v in range(1, 9)))
// DATA: square = i32(*range(4096))
// DATA: square_out = (square.reshape(64, 64) + square.reshape(64, 64).T).ravel()
// DATA: counter = i32(40)
// DATA: counter_out = i32(42)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=8 --arg=small=@%t/small.npy --arg=square=@%t/square.npy --arg=counter=@%t/counter.npy --check=small=@%t/small_out.npy --check=square=@%t/square_out.npy --check=counter=@%t/counter_out.npy

tc.kernel @one_pointer(%small: !tc.ptr<i32>, %square: !tc.ptr<i32>,
                       %counter: !tc.ptr<i32>) {
  // Twice x = 2 x + 1, on a tile of 8 elements.
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %one = arith.constant dense<1> : tensor<8xi32>
  %p = tc.addptr %small, %i : !tc.ptr<i32>, tensor<8xi32>
  %a = tc.load %p : tensor<8x!tc.ptr<i32>>
  %a2 = arith.addi %a, %a : tensor<8xi32>
  %a3 = arith.addi %a2, %one : tensor<8xi32>
  tc.store %p, %a3 : tensor<8x!tc.ptr<i32>>
  %b = tc.load %p : tensor<8x!tc.ptr<i32>>
  %b2 = arith.addi %b, %b : tensor<8xi32>
  %b3 = arith.addi %b2, %one : tensor<8xi32>
  tc.store %p, %b3 : tensor<8x!tc.ptr<i32>>

  // A matrix plus its transpose, in place.
  %n = tc.arange 0 to 4096 : tensor<4096xi32>
  %n2 = tc.reshape %n : tensor<4096xi32> -> tensor<64x64xi32>
  %q = tc.addptr %square, %n2 : !tc.ptr<i32>, tensor<64x64xi32>
  %m = tc.load %q : tensor<64x64x!tc.ptr<i32>>
  %t = tc.transpose %m [1, 0] : tensor<64x64xi32> -> tensor<64x64xi32>
  tc.store %q, %t : tensor<64x64x!tc.ptr<i32>>
  %u = tc.load %q : tensor<64x64x!tc.ptr<i32>>
  %v = arith.addi %u, %m : tensor<64x64xi32>
  tc.store %q, %v : tensor<64x64x!tc.ptr<i32>>

  // A scalar, incremented twice.
  %k = arith.constant 1 : i32
  %c = tc.load %counter : !tc.ptr<i32>
  %c1 = arith.addi %c, %k : i32
  tc.store %counter, %c1 : !tc.ptr<i32>
  %d = tc.load %counter : !tc.ptr<i32>
  %d1 = arith.addi %d, %k : i32
  tc.store %counter, %d1 : !tc.ptr<i32>
  tc.return
}
