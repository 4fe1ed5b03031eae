// The affine maps (a, b) o (c, d) = (a*c, b*c + d), which do not commute, from the left and,
// as suffixes, from the right: the sequential result, on wrapping integers.
//
// DATA: a = (2 * rng(10).integers(-2**30, 2**30, 2048) + 1).astype(np.int32)
// DATA: b = rng(11).integers(-2**31, 2**31, 2048).astype(np.int32)
// DATA: def _sequential(shape, axis, back=False):
// DATA:     pairs = [np.moveaxis(v[:np.prod(shape)].reshape(shape), axis, 0) for v in (a, b)]
// DATA:     c, d = [(v[::-1] if back else v).copy() for v in pairs]
// DATA:     for k in range(1, shape[axis]):
// DATA:         c[k], d[k] = c[k - 1] * c[k], d[k - 1] * c[k] + d[k]
// DATA:     return [np.moveaxis(v[::-1] if back else v, 0, axis).ravel() for v in (c, d)]
// DATA: flat_p, flat_q = _sequential((2048,), 0)
// DATA: flat_back_p, flat_back_q = _sequential((2048,), 0, back=True)
// DATA: rows_p, rows_q = _sequential((16, 128), 1)
// DATA: rows_back_p, rows_back_q = _sequential((16, 128), 1, back=True)
// DATA: columns_p, columns_q = _sequential((64, 32), 0)
// DATA: middle_back_p, middle_back_q = _sequential((4, 64, 8), 1, back=True)
// DATA: one_warp_p, one_warp_q = _sequential((32, 64), 0, back=True)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=flat --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/flat_p.npy --check=q=@%t/flat_q.npy
// RUN-CASE: minitc-run %s --kernel=flat_back --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/flat_back_p.npy --check=q=@%t/flat_back_q.npy
// RUN-CASE: minitc-run %s --kernel=rows --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/rows_p.npy --check=q=@%t/rows_q.npy
// RUN-CASE: minitc-run %s --kernel=rows_back --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/rows_back_p.npy --check=q=@%t/rows_back_q.npy
// RUN-CASE: minitc-run %s --kernel=columns --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/columns_p.npy --check=q=@%t/columns_q.npy
// RUN-CASE: minitc-run %s --kernel=middle_back --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/middle_back_p.npy --check=q=@%t/middle_back_q.npy
// RUN-CASE: minitc-run %s --kernel=one_warp --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='p=empty(2048xi32)' --arg='q=empty(2048xi32)' --check=p=@%t/one_warp_p.npy --check=q=@%t/one_warp_q.npy

tc.kernel @flat(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %c, %d = tc.scan (%m, %n) axis 0 combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<2048xi32>, tensor<2048xi32>) -> (tensor<2048xi32>, tensor<2048xi32>)
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c : tensor<2048x!tc.ptr<i32>>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @flat_back(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %c, %d = tc.scan (%m, %n) axis 0 reverse combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<2048xi32>, tensor<2048xi32>) -> (tensor<2048xi32>, tensor<2048xi32>)
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c : tensor<2048x!tc.ptr<i32>>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @rows(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m_flat = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %m = tc.reshape %m_flat : tensor<2048xi32> -> tensor<16x128xi32>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n_flat = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %n = tc.reshape %n_flat : tensor<2048xi32> -> tensor<16x128xi32>
  %c, %d = tc.scan (%m, %n) axis 1 combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<16x128xi32>, tensor<16x128xi32>) -> (tensor<16x128xi32>, tensor<16x128xi32>)
  %c_flat = tc.reshape %c : tensor<16x128xi32> -> tensor<2048xi32>
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c_flat : tensor<2048x!tc.ptr<i32>>
  %d_flat = tc.reshape %d : tensor<16x128xi32> -> tensor<2048xi32>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @rows_back(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 8 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m_flat = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %m = tc.reshape %m_flat : tensor<2048xi32> -> tensor<16x128xi32>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n_flat = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %n = tc.reshape %n_flat : tensor<2048xi32> -> tensor<16x128xi32>
  %c, %d = tc.scan (%m, %n) axis 1 reverse combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<16x128xi32>, tensor<16x128xi32>) -> (tensor<16x128xi32>, tensor<16x128xi32>)
  %c_flat = tc.reshape %c : tensor<16x128xi32> -> tensor<2048xi32>
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c_flat : tensor<2048x!tc.ptr<i32>>
  %d_flat = tc.reshape %d : tensor<16x128xi32> -> tensor<2048xi32>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @columns(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m_flat = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %m = tc.reshape %m_flat : tensor<2048xi32> -> tensor<64x32xi32>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n_flat = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %n = tc.reshape %n_flat : tensor<2048xi32> -> tensor<64x32xi32>
  %c, %d = tc.scan (%m, %n) axis 0 combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<64x32xi32>, tensor<64x32xi32>) -> (tensor<64x32xi32>, tensor<64x32xi32>)
  %c_flat = tc.reshape %c : tensor<64x32xi32> -> tensor<2048xi32>
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c_flat : tensor<2048x!tc.ptr<i32>>
  %d_flat = tc.reshape %d : tensor<64x32xi32> -> tensor<2048xi32>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @middle_back(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m_flat = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %m = tc.reshape %m_flat : tensor<2048xi32> -> tensor<4x64x8xi32>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n_flat = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %n = tc.reshape %n_flat : tensor<2048xi32> -> tensor<4x64x8xi32>
  %c, %d = tc.scan (%m, %n) axis 1 reverse combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<4x64x8xi32>, tensor<4x64x8xi32>) -> (tensor<4x64x8xi32>, tensor<4x64x8xi32>)
  %c_flat = tc.reshape %c : tensor<4x64x8xi32> -> tensor<2048xi32>
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c_flat : tensor<2048x!tc.ptr<i32>>
  %d_flat = tc.reshape %d : tensor<4x64x8xi32> -> tensor<2048xi32>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @one_warp(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %p: !tc.ptr<i32>, %q: !tc.ptr<i32>)
    attributes {num_warps = 1 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_m = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %m_flat = tc.load %p_m : tensor<2048x!tc.ptr<i32>>
  %m = tc.reshape %m_flat : tensor<2048xi32> -> tensor<32x64xi32>
  %p_n = tc.addptr %b, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %n_flat = tc.load %p_n : tensor<2048x!tc.ptr<i32>>
  %n = tc.reshape %n_flat : tensor<2048xi32> -> tensor<32x64xi32>
  %c, %d = tc.scan (%m, %n) axis 0 reverse combine {
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %ac = arith.muli %la, %ra : i32
    %bc = arith.muli %lb, %ra : i32
    %bcd = arith.addi %bc, %rb : i32
    tc.yield %ac, %bcd : i32, i32
  } : (tensor<32x64xi32>, tensor<32x64xi32>) -> (tensor<32x64xi32>, tensor<32x64xi32>)
  %c_flat = tc.reshape %c : tensor<32x64xi32> -> tensor<2048xi32>
  %p_p = tc.addptr %p, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_p, %c_flat : tensor<2048x!tc.ptr<i32>>
  %d_flat = tc.reshape %d : tensor<32x64xi32> -> tensor<2048xi32>
  %p_q = tc.addptr %q, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_q, %d_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}
