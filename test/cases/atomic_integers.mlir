// Every kind of atomic on integers of 32 and 64 bits: what is left in memory, what
// was there before, and 0 where the mask is false. Signed and unsigned order
// differ where the sign bit is set.
//
// DATA: _p = [5, -3, 7, -9, 2**31 - 1, -2**31, 0, 12345] * 16
// DATA: _v = [3, 4, -1, 100, 1, -1, -7, 54321] * 16
// DATA: _on = [i % 3 != 0 for i in range(128)]
// DATA: _wide = 2**32 + 1
// DATA: p32, v32 = i32(*_p), i32(*_v)
// DATA: p64, v64 = i64(*(p * _wide for p in _p)), i64(*(v * _wide for v in _v))
// DATA: mask = i8(*_on)
// DATA: def _apply(p, v):
// DATA:     a, b, u, w = ints(p), ints(v), ints(p, True), ints(v, True)
// DATA:     left = [[x & y for x, y in zip(a, b)], [x | y for x, y in zip(a, b)],
// DATA:             [x ^ y for x, y in zip(a, b)], [x + y for x, y in zip(a, b)],
// DATA:             [max(x, y) for x, y in zip(a, b)], [min(x, y) for x, y in zip(a, b)],
// DATA:             [max(x, y) for x, y in zip(u, w)], [min(x, y) for x, y in zip(u, w)], b]
// DATA:     left = [wrap([y if on else x for x, y, on in zip(a, row, _on)], p.dtype) for row in left]
// DATA:     return np.concatenate(left)
// DATA: left32, left64 = _apply(p32, v32), _apply(p64, v64)
// DATA: start32, start64 = np.tile(p32, 9), np.tile(p64, 9)
// DATA: old32, old64 = np.tile(np.where(_on, p32, 0), 9), np.tile(np.where(_on, p64, 0), 9)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i32 --arg=p=@%t/start32.npy --arg=v=@%t/v32.npy --arg=mask=@%t/mask.npy --arg='old=empty(1152xi32)' --check=p=@%t/left32.npy --check=old=@%t/old32.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=p=@%t/start64.npy --arg=v=@%t/v64.npy --arg=mask=@%t/mask.npy --arg='old=empty(1152xi64)' --check=p=@%t/left64.npy --check=old=@%t/old64.npy
// RUN-CASE: minitc-run %s --kernel=i64 --num-warps=8 --arg=p=@%t/start64.npy --arg=v=@%t/v64.npy --arg=mask=@%t/mask.npy --arg='old=empty(1152xi64)' --check=p=@%t/left64.npy --check=old=@%t/old64.npy

tc.kernel @i32(%p: !tc.ptr<i32>, %v: !tc.ptr<i32>, %mask: !tc.ptr<i1>, %old: !tc.ptr<i32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %pv = tc.addptr %v, %i : !tc.ptr<i32>, tensor<128xi32>
  %x = tc.load %pv : tensor<128x!tc.ptr<i32>>
  %pm = tc.addptr %mask, %i : !tc.ptr<i1>, tensor<128xi32>
  %m = tc.load %pm : tensor<128x!tc.ptr<i1>>
  %i0 = tc.arange 0 to 128 : tensor<128xi32>
  %p0 = tc.addptr %p, %i0 : !tc.ptr<i32>, tensor<128xi32>
  %q0 = tc.addptr %old, %i0 : !tc.ptr<i32>, tensor<128xi32>
  %o0 = tc.atomic_rmw and relaxed cta %p0, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q0, %o0 : tensor<128x!tc.ptr<i32>>
  %i1 = tc.arange 128 to 256 : tensor<128xi32>
  %p1 = tc.addptr %p, %i1 : !tc.ptr<i32>, tensor<128xi32>
  %q1 = tc.addptr %old, %i1 : !tc.ptr<i32>, tensor<128xi32>
  %o1 = tc.atomic_rmw or acquire gpu %p1, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q1, %o1 : tensor<128x!tc.ptr<i32>>
  %i2 = tc.arange 256 to 384 : tensor<128xi32>
  %p2 = tc.addptr %p, %i2 : !tc.ptr<i32>, tensor<128xi32>
  %q2 = tc.addptr %old, %i2 : !tc.ptr<i32>, tensor<128xi32>
  %o2 = tc.atomic_rmw xor release sys %p2, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q2, %o2 : tensor<128x!tc.ptr<i32>>
  %i3 = tc.arange 384 to 512 : tensor<128xi32>
  %p3 = tc.addptr %p, %i3 : !tc.ptr<i32>, tensor<128xi32>
  %q3 = tc.addptr %old, %i3 : !tc.ptr<i32>, tensor<128xi32>
  %o3 = tc.atomic_rmw add acq_rel cta %p3, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q3, %o3 : tensor<128x!tc.ptr<i32>>
  %i4 = tc.arange 512 to 640 : tensor<128xi32>
  %p4 = tc.addptr %p, %i4 : !tc.ptr<i32>, tensor<128xi32>
  %q4 = tc.addptr %old, %i4 : !tc.ptr<i32>, tensor<128xi32>
  %o4 = tc.atomic_rmw max relaxed gpu %p4, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q4, %o4 : tensor<128x!tc.ptr<i32>>
  %i5 = tc.arange 640 to 768 : tensor<128xi32>
  %p5 = tc.addptr %p, %i5 : !tc.ptr<i32>, tensor<128xi32>
  %q5 = tc.addptr %old, %i5 : !tc.ptr<i32>, tensor<128xi32>
  %o5 = tc.atomic_rmw min acquire sys %p5, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q5, %o5 : tensor<128x!tc.ptr<i32>>
  %i6 = tc.arange 768 to 896 : tensor<128xi32>
  %p6 = tc.addptr %p, %i6 : !tc.ptr<i32>, tensor<128xi32>
  %q6 = tc.addptr %old, %i6 : !tc.ptr<i32>, tensor<128xi32>
  %o6 = tc.atomic_rmw umax release cta %p6, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q6, %o6 : tensor<128x!tc.ptr<i32>>
  %i7 = tc.arange 896 to 1024 : tensor<128xi32>
  %p7 = tc.addptr %p, %i7 : !tc.ptr<i32>, tensor<128xi32>
  %q7 = tc.addptr %old, %i7 : !tc.ptr<i32>, tensor<128xi32>
  %o7 = tc.atomic_rmw umin acq_rel gpu %p7, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q7, %o7 : tensor<128x!tc.ptr<i32>>
  %i8 = tc.arange 1024 to 1152 : tensor<128xi32>
  %p8 = tc.addptr %p, %i8 : !tc.ptr<i32>, tensor<128xi32>
  %q8 = tc.addptr %old, %i8 : !tc.ptr<i32>, tensor<128xi32>
  %o8 = tc.atomic_rmw xchg relaxed sys %p8, %x mask %m : tensor<128x!tc.ptr<i32>>, tensor<128xi32>
  tc.store %q8, %o8 : tensor<128x!tc.ptr<i32>>
  tc.return
}
tc.kernel @i64(%p: !tc.ptr<i64>, %v: !tc.ptr<i64>, %mask: !tc.ptr<i1>, %old: !tc.ptr<i64>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %pv = tc.addptr %v, %i : !tc.ptr<i64>, tensor<128xi32>
  %x = tc.load %pv : tensor<128x!tc.ptr<i64>>
  %pm = tc.addptr %mask, %i : !tc.ptr<i1>, tensor<128xi32>
  %m = tc.load %pm : tensor<128x!tc.ptr<i1>>
  %i0 = tc.arange 0 to 128 : tensor<128xi32>
  %p0 = tc.addptr %p, %i0 : !tc.ptr<i64>, tensor<128xi32>
  %q0 = tc.addptr %old, %i0 : !tc.ptr<i64>, tensor<128xi32>
  %o0 = tc.atomic_rmw and relaxed cta %p0, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q0, %o0 : tensor<128x!tc.ptr<i64>>
  %i1 = tc.arange 128 to 256 : tensor<128xi32>
  %p1 = tc.addptr %p, %i1 : !tc.ptr<i64>, tensor<128xi32>
  %q1 = tc.addptr %old, %i1 : !tc.ptr<i64>, tensor<128xi32>
  %o1 = tc.atomic_rmw or acquire gpu %p1, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q1, %o1 : tensor<128x!tc.ptr<i64>>
  %i2 = tc.arange 256 to 384 : tensor<128xi32>
  %p2 = tc.addptr %p, %i2 : !tc.ptr<i64>, tensor<128xi32>
  %q2 = tc.addptr %old, %i2 : !tc.ptr<i64>, tensor<128xi32>
  %o2 = tc.atomic_rmw xor release sys %p2, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q2, %o2 : tensor<128x!tc.ptr<i64>>
  %i3 = tc.arange 384 to 512 : tensor<128xi32>
  %p3 = tc.addptr %p, %i3 : !tc.ptr<i64>, tensor<128xi32>
  %q3 = tc.addptr %old, %i3 : !tc.ptr<i64>, tensor<128xi32>
  %o3 = tc.atomic_rmw add acq_rel cta %p3, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q3, %o3 : tensor<128x!tc.ptr<i64>>
  %i4 = tc.arange 512 to 640 : tensor<128xi32>
  %p4 = tc.addptr %p, %i4 : !tc.ptr<i64>, tensor<128xi32>
  %q4 = tc.addptr %old, %i4 : !tc.ptr<i64>, tensor<128xi32>
  %o4 = tc.atomic_rmw max relaxed gpu %p4, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q4, %o4 : tensor<128x!tc.ptr<i64>>
  %i5 = tc.arange 640 to 768 : tensor<128xi32>
  %p5 = tc.addptr %p, %i5 : !tc.ptr<i64>, tensor<128xi32>
  %q5 = tc.addptr %old, %i5 : !tc.ptr<i64>, tensor<128xi32>
  %o5 = tc.atomic_rmw min acquire sys %p5, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q5, %o5 : tensor<128x!tc.ptr<i64>>
  %i6 = tc.arange 768 to 896 : tensor<128xi32>
  %p6 = tc.addptr %p, %i6 : !tc.ptr<i64>, tensor<128xi32>
  %q6 = tc.addptr %old, %i6 : !tc.ptr<i64>, tensor<128xi32>
  %o6 = tc.atomic_rmw umax release cta %p6, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q6, %o6 : tensor<128x!tc.ptr<i64>>
  %i7 = tc.arange 896 to 1024 : tensor<128xi32>
  %p7 = tc.addptr %p, %i7 : !tc.ptr<i64>, tensor<128xi32>
  %q7 = tc.addptr %old, %i7 : !tc.ptr<i64>, tensor<128xi32>
  %o7 = tc.atomic_rmw umin acq_rel gpu %p7, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q7, %o7 : tensor<128x!tc.ptr<i64>>
  %i8 = tc.arange 1024 to 1152 : tensor<128xi32>
  %p8 = tc.addptr %p, %i8 : !tc.ptr<i64>, tensor<128xi32>
  %q8 = tc.addptr %old, %i8 : !tc.ptr<i64>, tensor<128xi32>
  %o8 = tc.atomic_rmw xchg relaxed sys %p8, %x mask %m : tensor<128x!tc.ptr<i64>>, tensor<128xi64>
  tc.store %q8, %o8 : tensor<128x!tc.ptr<i64>>
  tc.return
}
