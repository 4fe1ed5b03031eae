// Each element is changed once, however many threads hold it: tiles of every size
// from one element to several a thread, scalars, values spread along a dimension;
// and all that hold it see the same old value.
//
// DATA: _sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
// DATA: p = i32(*(1000 + i for i in range(1023)))
// DATA: left = p + 7
// DATA: sums = i32(*(1000 * n + sum(range(n - 1, 2 * n - 1)) for n in _sizes))
// DATA: grid = i32(*[3, -1] * 16)
// DATA: grid_left = i32(*(v + i // 4 for i, v in enumerate([3, -1] * 16)))
// DATA: grid_old = np.repeat(grid.reshape(8, 4).sum(axis=1), 4).astype(np.int32)
// DATA: scalar_left = i64(10 + 32)
// DATA: scalar_old = np.full(64, 10, np.int64)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=sizes --arg=p=@%t/p.npy --arg='sums=empty(10xi32)' --check=p=@%t/left.npy --check=sums=@%t/sums.npy
// RUN-CASE: minitc-run %s --kernel=sizes --num-warps=1 --arg=p=@%t/p.npy --arg='sums=empty(10xi32)' --check=p=@%t/left.npy --check=sums=@%t/sums.npy
// RUN-CASE: minitc-run %s --kernel=sizes --num-warps=8 --arg=p=@%t/p.npy --arg='sums=empty(10xi32)' --check=p=@%t/left.npy --check=sums=@%t/sums.npy
// RUN-CASE: minitc-run %s --kernel=spread --arg=p=@%t/grid.npy --arg='old=empty(32xi32)' --check=p=@%t/grid_left.npy --check=old=@%t/grid_old.npy
// RUN-CASE: minitc-run %s --kernel=scalar --num-warps=1 --arg='p=full(1xi64, 10)' --arg='old=empty(64xi64)' --arg=on=1 --check=p=@%t/scalar_left.npy --check=old=@%t/scalar_old.npy
// RUN-CASE: minitc-run %s --kernel=scalar --num-warps=4 --arg='p=full(1xi64, 10)' --arg='old=empty(64xi64)' --arg=on=1 --check=p=@%t/scalar_left.npy --check=old=@%t/scalar_old.npy
// RUN-CASE: minitc-run %s --kernel=scalar --num-warps=4 --arg='p=full(1xi64, 10)' --arg='old=empty(64xi64)' --arg=on=0 --check='p=full(1xi64, 10)' --check='old=zeros(64xi64)'

// Adds 7 to each element, in tiles of 1, 2, 4, ... of them, and sums what was there.
tc.kernel @sizes(%p: !tc.ptr<i32>, %sums: !tc.ptr<i32>) {
  %i0 = tc.arange 0 to 1 : tensor<1xi32>
  %p0 = tc.addptr %p, %i0 : !tc.ptr<i32>, tensor<1xi32>
  %k0 = arith.constant dense<7> : tensor<1xi32>
  %o0 = tc.atomic_rmw add relaxed gpu %p0, %k0 : tensor<1x!tc.ptr<i32>>, tensor<1xi32>
  %s0 = tc.reduce sum %o0 axis 0 : tensor<1xi32> -> i32
  %j0 = arith.constant 0 : i32
  %q0 = tc.addptr %sums, %j0 : !tc.ptr<i32>, i32
  tc.store %q0, %s0 : !tc.ptr<i32>
  %i1 = tc.arange 1 to 3 : tensor<2xi32>
  %p1 = tc.addptr %p, %i1 : !tc.ptr<i32>, tensor<2xi32>
  %k1 = arith.constant dense<7> : tensor<2xi32>
  %o1 = tc.atomic_rmw add acquire gpu %p1, %k1 : tensor<2x!tc.ptr<i32>>, tensor<2xi32>
  %s1 = tc.reduce sum %o1 axis 0 : tensor<2xi32> -> i32
  %j1 = arith.constant 1 : i32
  %q1 = tc.addptr %sums, %j1 : !tc.ptr<i32>, i32
  tc.store %q1, %s1 : !tc.ptr<i32>
  %i2 = tc.arange 3 to 7 : tensor<4xi32>
  %p2 = tc.addptr %p, %i2 : !tc.ptr<i32>, tensor<4xi32>
  %k2 = arith.constant dense<7> : tensor<4xi32>
  %o2 = tc.atomic_rmw add release gpu %p2, %k2 : tensor<4x!tc.ptr<i32>>, tensor<4xi32>
  %s2 = tc.reduce sum %o2 axis 0 : tensor<4xi32> -> i32
  %j2 = arith.constant 2 : i32
  %q2 = tc.addptr %sums, %j2 : !tc.ptr<i32>, i32
  tc.store %q2, %s2 : !tc.ptr<i32>
  %i3 = tc.arange 7 to 15 : tensor<8xi32>
  %p3 = tc.addptr %p, %i3 : !tc.ptr<i32>, tensor<8xi32>
  %k3 = arith.constant dense<7> : tensor<8xi32>
  %o3 = tc.atomic_rmw add acq_rel gpu %p3, %k3 : tensor<8x!tc.ptr<i32>>, tensor<8xi32>
  %s3 = tc.reduce sum %o3 axis 0 : tensor<8xi32> -> i32
  %j3 = arith.constant 3 : i32
  %q3 = tc.addptr %sums, %j3 : !tc.ptr<i32>, i32
  tc.store %q3, %s3 : !tc.ptr<i32>
  %i4 = tc.arange 15 to 31 : tensor<16xi32>
  %p4 = tc.addptr %p, %i4 : !tc.ptr<i32>, tensor<16xi32>
  %k4 = arith.constant dense<7> : tensor<16xi32>
  %o4 = tc.atomic_rmw add relaxed gpu %p4, %k4 : tensor<16x!tc.ptr<i32>>, tensor<16xi32>
  %s4 = tc.reduce sum %o4 axis 0 : tensor<16xi32> -> i32
  %j4 = arith.constant 4 : i32
  %q4 = tc.addptr %sums, %j4 : !tc.ptr<i32>, i32
  tc.store %q4, %s4 : !tc.ptr<i32>
  %i5 = tc.arange 31 to 63 : tensor<32xi32>
  %p5 = tc.addptr %p, %i5 : !tc.ptr<i32>, tensor<32xi32>
  %k5 = arith.constant dense<7> : tensor<32xi32>
  %o5 = tc.atomic_rmw add acquire gpu %p5, %k5 : tensor<32x!tc.ptr<i32>>, tensor<32xi32>
  %s5 = tc.reduce sum %o5 axis 0 : tensor<32xi32> -> i32
  %j5 = arith.constant 5 : i32
  %q5 = tc.addptr %sums, %j5 : !tc.ptr<i32>, i32
  tc.store %q5, %s5 : !tc.ptr<i32>
  %i6 = tc.arange 63 to 127 : tensor<64xi32>
  %p6 = tc.addptr %p, %i6 : !tc.ptr<i32>, tensor<64xi32>
  %k6 = arith.constant dense<7> : tensor<64xi32>
  %o6 = tc.atomic_rmw add release gpu %p6, %k6 : tensor<64x!tc.ptr<i32>>, tensor<64xi32>
  %s6 = tc.reduce sum %o6 axis 0 : tensor<64xi32> -> i32
  %j6 = arith.constant 6 : i32
  %q6 = tc.addptr %sums, %j6 : !tc.ptr<i32>, i32
  tc.store %q6, %s6 : !tc.ptr<i32>
  %i7 = tc.arange 127 to 255 : tensor<128xi32>
  %p7 = tc.addptr %p, %i7 : !tc.ptr<i32>, tensor<128xi32>
  %k7 = arith.constant dense<7> : tensor<128xi32>
  %o7 = tc.atomic_rmw add acq_rel gpu %p7, %k7 : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  %s7 = tc.reduce sum %o7 axis 0 : tensor<128xi32> -> i32
  %j7 = arith.constant 7 : i32
  %q7 = tc.addptr %sums, %j7 : !tc.ptr<i32>, i32
  tc.store %q7, %s7 : !tc.ptr<i32>
  %i8 = tc.arange 255 to 511 : tensor<256xi32>
  %p8 = tc.addptr %p, %i8 : !tc.ptr<i32>, tensor<256xi32>
  %k8 = arith.constant dense<7> : tensor<256xi32>
  %o8 = tc.atomic_rmw add relaxed gpu %p8, %k8 : tensor<256x!tc.ptr<i32>>, tensor<256xi32>
  %s8 = tc.reduce sum %o8 axis 0 : tensor<256xi32> -> i32
  %j8 = arith.constant 8 : i32
  %q8 = tc.addptr %sums, %j8 : !tc.ptr<i32>, i32
  tc.store %q8, %s8 : !tc.ptr<i32>
  %i9 = tc.arange 511 to 1023 : tensor<512xi32>
  %p9 = tc.addptr %p, %i9 : !tc.ptr<i32>, tensor<512xi32>
  %k9 = arith.constant dense<7> : tensor<512xi32>
  %o9 = tc.atomic_rmw add acquire gpu %p9, %k9 : tensor<512x!tc.ptr<i32>>, tensor<512xi32>
  %s9 = tc.reduce sum %o9 axis 0 : tensor<512xi32> -> i32
  %j9 = arith.constant 9 : i32
  %q9 = tc.addptr %sums, %j9 : !tc.ptr<i32>, i32
  tc.store %q9, %s9 : !tc.ptr<i32>
  tc.return
}

// The row's number is added to each element; the sum of the old values of a row
// goes back to each of its places.
tc.kernel @spread(%p: !tc.ptr<i32>, %old: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %row = tc.arange 0 to 8 : tensor<8xi32>
  %column = tc.arange 0 to 4 : tensor<4xi32>
  %rows1 = tc.expand_dims %row axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  %rows = tc.broadcast %rows1 : tensor<8x1xi32> -> tensor<8x4xi32>
  %columns1 = tc.expand_dims %column axis 0 : tensor<4xi32> -> tensor<1x4xi32>
  %columns = tc.broadcast %columns1 : tensor<1x4xi32> -> tensor<8x4xi32>
  %k4 = arith.constant dense<4> : tensor<8x4xi32>
  %first = arith.muli %rows, %k4 : tensor<8x4xi32>
  %i = arith.addi %first, %columns : tensor<8x4xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8x4xi32>
  %o = tc.atomic_rmw add relaxed gpu %ps, %rows : tensor<8x4x!tc.ptr<i32>>, tensor<8x4xi32>
  %s = tc.reduce sum %o axis 1 : tensor<8x4xi32> -> tensor<8xi32>
  %s1 = tc.expand_dims %s axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  %sums = tc.broadcast %s1 : tensor<8x1xi32> -> tensor<8x4xi32>
  %qs = tc.addptr %old, %i : !tc.ptr<i32>, tensor<8x4xi32>
  tc.store %qs, %sums : tensor<8x4x!tc.ptr<i32>>
  tc.return
}

// A scalar is changed once, or not at all, and every thread has what it
// was: each stores it to a place of its own.
tc.kernel @scalar(%p: !tc.ptr<i64>, %old: !tc.ptr<i64>, %on: i1) {
  %k32 = arith.constant 32 : i64
  %o = tc.atomic_rmw add acq_rel gpu %p, %k32 mask %on : !tc.ptr<i64>, i64
  %os = tc.splat %o : i64 -> tensor<64xi64>
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %q = tc.addptr %old, %i : !tc.ptr<i64>, tensor<64xi32>
  tc.store %q, %os : tensor<64x!tc.ptr<i64>>
  tc.return
}
