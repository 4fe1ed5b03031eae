// A combiner that is associative but not commutative, over pairs: (a, b) stands
// for v -> v * a + b, and (a, b) o (c, d) = (a * c, b * c + d) does the left one
// first. The result is the sequential one, along each axis and with any number
// of warps.
//
// DATA: a = rng(1).integers(-2**31, 2**31, (8, 16, 32)).astype(np.int32)
// DATA: b = rng(2).integers(-2**31, 2**31, (8, 16, 32)).astype(np.int32)
// DATA: def _chain(axis):
// DATA:     p, q = np.moveaxis(a, axis, 0), np.moveaxis(b, axis, 0)
// DATA:     r, s = p[0], q[0]
// DATA:     for c, d in zip(p[1:], q[1:]):
// DATA:         r, s = r * c, s * c + d
// DATA:     return r.ravel(), s.ravel()
// DATA: a0, b0 = _chain(0)
// DATA: a1, b1 = _chain(1)
// DATA: a2, b2 = _chain(2)
// DATA: _r, _s = 1, 0
// DATA: for _c, _d in zip(ints(a), ints(b)):
// DATA:     _r, _s = _r * _c % 2**32, (_s * _c + _d) % 2**32
// DATA: a3, b3 = i32(_r), i32(_s)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='a0=empty(512xi32)' --arg='b0=empty(512xi32)' --arg='a1=empty(256xi32)' --arg='b1=empty(256xi32)' --arg='a2=empty(128xi32)' --arg='b2=empty(128xi32)' --arg='a3=empty(1xi32)' --arg='b3=empty(1xi32)' --check=a0=@%t/a0.npy --check=b0=@%t/b0.npy --check=a1=@%t/a1.npy --check=b1=@%t/b1.npy --check=a2=@%t/a2.npy --check=b2=@%t/b2.npy --check=a3=@%t/a3.npy --check=b3=@%t/b3.npy
// RUN-CASE: minitc-run %s --num-warps=4 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='a0=empty(512xi32)' --arg='b0=empty(512xi32)' --arg='a1=empty(256xi32)' --arg='b1=empty(256xi32)' --arg='a2=empty(128xi32)' --arg='b2=empty(128xi32)' --arg='a3=empty(1xi32)' --arg='b3=empty(1xi32)' --check=a0=@%t/a0.npy --check=b0=@%t/b0.npy --check=a1=@%t/a1.npy --check=b1=@%t/b1.npy --check=a2=@%t/a2.npy --check=b2=@%t/b2.npy --check=a3=@%t/a3.npy --check=b3=@%t/b3.npy
// RUN-CASE: minitc-run %s --num-warps=16 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='a0=empty(512xi32)' --arg='b0=empty(512xi32)' --arg='a1=empty(256xi32)' --arg='b1=empty(256xi32)' --arg='a2=empty(128xi32)' --arg='b2=empty(128xi32)' --arg='a3=empty(1xi32)' --arg='b3=empty(1xi32)' --check=a0=@%t/a0.npy --check=b0=@%t/b0.npy --check=a1=@%t/a1.npy --check=b1=@%t/b1.npy --check=a2=@%t/a2.npy --check=b2=@%t/b2.npy --check=a3=@%t/a3.npy --check=b3=@%t/b3.npy

tc.kernel @affine_reduce(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>,
                         %a0: !tc.ptr<i32>, %b0: !tc.ptr<i32>,
                         %a1: !tc.ptr<i32>, %b1: !tc.ptr<i32>,
                         %a2: !tc.ptr<i32>, %b2: !tc.ptr<i32>,
                         %a3: !tc.ptr<i32>, %b3: !tc.ptr<i32>) {
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %p_a = tc.addptr %a, %i : !tc.ptr<i32>, tensor<4096xi32>
  %x = tc.load %p_a : tensor<4096x!tc.ptr<i32>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i32>, tensor<4096xi32>
  %y = tc.load %p_b : tensor<4096x!tc.ptr<i32>>
  %x3 = tc.reshape %x : tensor<4096xi32> -> tensor<8x16x32xi32>
  %y3 = tc.reshape %y : tensor<4096xi32> -> tensor<8x16x32xi32>

  %r0, %s0 = tc.reduce (%x3, %y3) axis 0 combine {
  ^bb0(%c: i32, %d: i32, %e: i32, %f: i32):
    %ce = arith.muli %c, %e : i32
    %de = arith.muli %d, %e : i32
    %sum = arith.addi %de, %f : i32
    tc.yield %ce, %sum : i32, i32
  } : (tensor<8x16x32xi32>, tensor<8x16x32xi32>) -> (tensor<16x32xi32>, tensor<16x32xi32>)
  %flat_r0 = tc.reshape %r0 : tensor<16x32xi32> -> tensor<512xi32>
  %flat_s0 = tc.reshape %s0 : tensor<16x32xi32> -> tensor<512xi32>
  %i0 = tc.arange 0 to 512 : tensor<512xi32>
  %p_a0 = tc.addptr %a0, %i0 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_a0, %flat_r0 : tensor<512x!tc.ptr<i32>>
  %p_b0 = tc.addptr %b0, %i0 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_b0, %flat_s0 : tensor<512x!tc.ptr<i32>>

  %r1, %s1 = tc.reduce (%x3, %y3) axis 1 combine {
  ^bb0(%c: i32, %d: i32, %e: i32, %f: i32):
    %ce = arith.muli %c, %e : i32
    %de = arith.muli %d, %e : i32
    %sum = arith.addi %de, %f : i32
    tc.yield %ce, %sum : i32, i32
  } : (tensor<8x16x32xi32>, tensor<8x16x32xi32>) -> (tensor<8x32xi32>, tensor<8x32xi32>)
  %flat_r1 = tc.reshape %r1 : tensor<8x32xi32> -> tensor<256xi32>
  %flat_s1 = tc.reshape %s1 : tensor<8x32xi32> -> tensor<256xi32>
  %i1 = tc.arange 0 to 256 : tensor<256xi32>
  %p_a1 = tc.addptr %a1, %i1 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_a1, %flat_r1 : tensor<256x!tc.ptr<i32>>
  %p_b1 = tc.addptr %b1, %i1 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_b1, %flat_s1 : tensor<256x!tc.ptr<i32>>

  %r2, %s2 = tc.reduce (%x3, %y3) axis 2 combine {
  ^bb0(%c: i32, %d: i32, %e: i32, %f: i32):
    %ce = arith.muli %c, %e : i32
    %de = arith.muli %d, %e : i32
    %sum = arith.addi %de, %f : i32
    tc.yield %ce, %sum : i32, i32
  } : (tensor<8x16x32xi32>, tensor<8x16x32xi32>) -> (tensor<8x16xi32>, tensor<8x16xi32>)
  %flat_r2 = tc.reshape %r2 : tensor<8x16xi32> -> tensor<128xi32>
  %flat_s2 = tc.reshape %s2 : tensor<8x16xi32> -> tensor<128xi32>
  %i2 = tc.arange 0 to 128 : tensor<128xi32>
  %p_a2 = tc.addptr %a2, %i2 : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_a2, %flat_r2 : tensor<128x!tc.ptr<i32>>
  %p_b2 = tc.addptr %b2, %i2 : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_b2, %flat_s2 : tensor<128x!tc.ptr<i32>>

  %r3, %s3 = tc.reduce (%x, %y) axis 0 combine {
  ^bb0(%c: i32, %d: i32, %e: i32, %f: i32):
    %ce = arith.muli %c, %e : i32
    %de = arith.muli %d, %e : i32
    %sum = arith.addi %de, %f : i32
    tc.yield %ce, %sum : i32, i32
  } : (tensor<4096xi32>, tensor<4096xi32>) -> (i32, i32)
  tc.store %a3, %r3 : !tc.ptr<i32>
  tc.store %b3, %s3 : !tc.ptr<i32>
  tc.return
}
