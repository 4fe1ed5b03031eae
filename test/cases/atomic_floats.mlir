// Atomics on floats. Sums of whole numbers, which every order gives exactly, of
// 256 terms to each of 4 elements; neighbours of 16 bits share a word. fmax and
// fmin ignore NaN and take -0 to be less than +0. An exchange moves bits.
//
// DATA: _x = np.arange(1024) // 4 % 2 * 1.0
// DATA: _sums = np.array([_x[k::4].sum() for k in range(4)])
// DATA: x16, xb, x32, x64 = f16(*_x), bf16(_x), f32(*_x), _x
// DATA: sum16, sumb, sum32, sum64 = f16(*2 * _sums), bf16(2 * _sums), f32(*2 * _sums), 2 * _sums
// DATA: _p = [1, -2, 0.0, -0.0, np.nan, 3, np.nan, -np.inf]
// DATA: _v = [2, -3, -0.0, 0.0, 5, np.nan, np.nan, np.inf]
// DATA: p32, v32, p64, v64 = f32(*_p), f32(*_v), f64(*_p), f64(*_v)
// DATA: _max = [2, -2, 0.0, 0.0, 5, 3, np.nan, np.inf]
// DATA: _min = [1, -3, -0.0, -0.0, 5, 3, np.nan, -np.inf]
// DATA: max32, max64, min32, min64 = f32(*_max), f64(*_max), f32(*_min), f64(*_min)
// DATA: signs32 = np.signbit(np.concatenate([max32[2:4], min32[2:4]])).astype(np.int32)
// DATA: signs64 = signs32
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=sum_f16 --grid=2 --arg=x=@%t/x16.npy --arg='sum=zeros(4xf16)' --check=sum=@%t/sum16.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=sum_bf16 --grid=2 --arg=x=@%t/xb.npy --arg='sum=zeros(4xbf16)' --check=sum=@%t/sumb.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=sum_f32 --grid=2 --arg=x=@%t/x32.npy --arg='sum=zeros(4xf32)' --check=sum=@%t/sum32.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=sum_f64 --grid=2 --arg=x=@%t/x64.npy --arg='sum=zeros(4xf64)' --check=sum=@%t/sum64.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=extremes_f32 --arg=a=@%t/p32.npy --arg=b=@%t/p32.npy --arg=v=@%t/v32.npy --arg='old=empty(8xf32)' --arg='signs=empty(4xi32)' --check=a=@%t/max32.npy --check=b=@%t/min32.npy --check=old=@%t/p32.npy --check=signs=@%t/signs32.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=extremes_f64 --arg=a=@%t/p64.npy --arg=b=@%t/p64.npy --arg=v=@%t/v64.npy --arg='old=empty(8xf64)' --arg='signs=empty(4xi32)' --check=a=@%t/max64.npy --check=b=@%t/min64.npy --check=old=@%t/p64.npy --check=signs=@%t/signs64.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=exchange --arg=a=@%t/p32.npy --arg=b=@%t/v32.npy --check=a=@%t/v32.npy --check=b=@%t/p32.npy --rtol=0 --atol=0

tc.kernel @sum_f16(%x: !tc.ptr<f16>, %sum: !tc.ptr<f16>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %k3 = arith.constant dense<3> : tensor<1024xi32>
  %k = arith.andi %i, %k3 : tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f16>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f16>>
  %p = tc.addptr %sum, %k : !tc.ptr<f16>, tensor<1024xi32>
  %old = tc.atomic_rmw fadd relaxed gpu %p, %v : tensor<1024x!tc.ptr<f16>>, tensor<1024xf16>
  tc.return
}

tc.kernel @sum_bf16(%x: !tc.ptr<bf16>, %sum: !tc.ptr<bf16>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %k3 = arith.constant dense<3> : tensor<1024xi32>
  %k = arith.andi %i, %k3 : tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<bf16>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<bf16>>
  %p = tc.addptr %sum, %k : !tc.ptr<bf16>, tensor<1024xi32>
  %old = tc.atomic_rmw fadd relaxed gpu %p, %v : tensor<1024x!tc.ptr<bf16>>, tensor<1024xbf16>
  tc.return
}

tc.kernel @sum_f32(%x: !tc.ptr<f32>, %sum: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %k3 = arith.constant dense<3> : tensor<1024xi32>
  %k = arith.andi %i, %k3 : tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %p = tc.addptr %sum, %k : !tc.ptr<f32>, tensor<1024xi32>
  %old = tc.atomic_rmw fadd relaxed gpu %p, %v : tensor<1024x!tc.ptr<f32>>, tensor<1024xf32>
  tc.return
}

tc.kernel @sum_f64(%x: !tc.ptr<f64>, %sum: !tc.ptr<f64>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %k3 = arith.constant dense<3> : tensor<1024xi32>
  %k = arith.andi %i, %k3 : tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f64>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f64>>
  %p = tc.addptr %sum, %k : !tc.ptr<f64>, tensor<1024xi32>
  %old = tc.atomic_rmw fadd relaxed gpu %p, %v : tensor<1024x!tc.ptr<f64>>, tensor<1024xf64>
  tc.return
}

tc.kernel @extremes_f32(%a: !tc.ptr<f32>, %b: !tc.ptr<f32>, %v: !tc.ptr<f32>, %old: !tc.ptr<f32>,
                         %signs: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<f32>, tensor<8xi32>
  %pb = tc.addptr %b, %i : !tc.ptr<f32>, tensor<8xi32>
  %pv = tc.addptr %v, %i : !tc.ptr<f32>, tensor<8xi32>
  %po = tc.addptr %old, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %pv : tensor<8x!tc.ptr<f32>>
  %o = tc.atomic_rmw fmax relaxed gpu %pa, %x : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  %u = tc.atomic_rmw fmin acq_rel gpu %pb, %x : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  tc.store %po, %o : tensor<8x!tc.ptr<f32>>

  // The signs of the zeros that are left.
  %l = tc.load %pa : tensor<8x!tc.ptr<f32>>
  %m = tc.load %pb : tensor<8x!tc.ptr<f32>>
  %bl = arith.bitcast %l : tensor<8xf32> to tensor<8xi32>
  %bm = arith.bitcast %m : tensor<8xf32> to tensor<8xi32>
  %top = arith.constant dense<31> : tensor<8xi32>
  %s = arith.shrui %bl, %top : tensor<8xi32>
  %t = arith.shrui %bm, %top : tensor<8xi32>
  %k2 = arith.constant dense<2> : tensor<8xi32>
  %k4 = arith.constant dense<4> : tensor<8xi32>
  %from = arith.cmpi sge, %i, %k2 : tensor<8xi32>
  %to = arith.cmpi slt, %i, %k4 : tensor<8xi32>
  %zeros = arith.andi %from, %to : tensor<8xi1>
  %j = arith.subi %i, %k2 : tensor<8xi32>
  %ps = tc.addptr %signs, %j : !tc.ptr<i32>, tensor<8xi32>
  %pt = tc.addptr %signs, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %ps, %s mask %zeros : tensor<8x!tc.ptr<i32>>
  tc.store %pt, %t mask %zeros : tensor<8x!tc.ptr<i32>>
  tc.return
}

tc.kernel @extremes_f64(%a: !tc.ptr<f64>, %b: !tc.ptr<f64>, %v: !tc.ptr<f64>, %old: !tc.ptr<f64>,
                         %signs: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<f64>, tensor<8xi32>
  %pb = tc.addptr %b, %i : !tc.ptr<f64>, tensor<8xi32>
  %pv = tc.addptr %v, %i : !tc.ptr<f64>, tensor<8xi32>
  %po = tc.addptr %old, %i : !tc.ptr<f64>, tensor<8xi32>
  %x = tc.load %pv : tensor<8x!tc.ptr<f64>>
  %o = tc.atomic_rmw fmax relaxed gpu %pa, %x : tensor<8x!tc.ptr<f64>>, tensor<8xf64>
  %u = tc.atomic_rmw fmin acq_rel gpu %pb, %x : tensor<8x!tc.ptr<f64>>, tensor<8xf64>
  tc.store %po, %o : tensor<8x!tc.ptr<f64>>

  // The signs of the zeros that are left.
  %l = tc.load %pa : tensor<8x!tc.ptr<f64>>
  %m = tc.load %pb : tensor<8x!tc.ptr<f64>>
  %bl = arith.bitcast %l : tensor<8xf64> to tensor<8xi64>
  %bm = arith.bitcast %m : tensor<8xf64> to tensor<8xi64>
  %top = arith.constant dense<63> : tensor<8xi64>
  %ws = arith.shrui %bl, %top : tensor<8xi64>
  %wt = arith.shrui %bm, %top : tensor<8xi64>
  %s = arith.trunci %ws : tensor<8xi64> to tensor<8xi32>
  %t = arith.trunci %wt : tensor<8xi64> to tensor<8xi32>
  %k2 = arith.constant dense<2> : tensor<8xi32>
  %k4 = arith.constant dense<4> : tensor<8xi32>
  %from = arith.cmpi sge, %i, %k2 : tensor<8xi32>
  %to = arith.cmpi slt, %i, %k4 : tensor<8xi32>
  %zeros = arith.andi %from, %to : tensor<8xi1>
  %j = arith.subi %i, %k2 : tensor<8xi32>
  %ps = tc.addptr %signs, %j : !tc.ptr<i32>, tensor<8xi32>
  %pt = tc.addptr %signs, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %ps, %s mask %zeros : tensor<8x!tc.ptr<i32>>
  tc.store %pt, %t mask %zeros : tensor<8x!tc.ptr<i32>>
  tc.return
}

// What comes out of one array goes into the other.
tc.kernel @exchange(%a: !tc.ptr<f32>, %b: !tc.ptr<f32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<f32>, tensor<8xi32>
  %pb = tc.addptr %b, %i : !tc.ptr<f32>, tensor<8xi32>
  %x = tc.load %pb : tensor<8x!tc.ptr<f32>>
  %old = tc.atomic_rmw xchg relaxed gpu %pa, %x : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
  tc.store %pb, %old : tensor<8x!tc.ptr<f32>>
  tc.return
}
