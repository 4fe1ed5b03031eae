// Every predicate of every comparison, signed, unsigned, ordered and unordered,
// on edge values, NaN and zeros of both signs among them. A row of `out` for each
// predicate.
//
// DATA: _i = [(v, w) for v in (0, 1, -1, -128, 127, 5, 77) for w in (0, 1, -1, -128, 127, -5, 77, 100)]
// DATA: _a, _b = ([pair[k] for pair in _i + _i[:8]] for k in (0, 1))
// DATA: a, b = np.array(_a), np.array(_b)
// DATA: _u, _v = a.view(np.uint64), b.view(np.uint64)
// DATA: integers = np.concatenate([a == b, a != b, a < b, a <= b, a > b, a >= b, _u < _v, _u <= _v, _u > _v, _u >= _v])
// DATA: a8, b8, a64, b64 = a.astype(np.int8), b.astype(np.int8), a, b
// DATA: _f = (0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan, 3.0)
// DATA: x, y = (np.array([pair[k] for pair in [(v, w) for v in _f for w in _f]]) for k in (0, 1))
// DATA: _nan = np.isnan(x) | np.isnan(y)
// DATA: _ordered = [x == y, x > y, x >= y, x < y, x <= y, (x != y) & ~_nan, ~_nan]
// DATA: _unordered = [(x == y) | _nan] + [r | _nan for r in _ordered[1:5]] + [x != y, _nan]
// DATA: floats = np.array(_ordered + _unordered).ravel()
// DATA: x16, x32, y16, y32 = x.astype(np.float16), x.astype(np.float32), y.astype(np.float16), y.astype(np.float32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=a=@%t/a8.npy --arg=b=@%t/b8.npy --arg='out=empty(640xi1)' --check=out=@%t/integers.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=a=@%t/a64.npy --arg=b=@%t/b64.npy --arg='out=empty(640xi1)' --check=out=@%t/integers.npy
// RUN-CASE: minitc-run %s --kernel=f16 --arg=a=@%t/x16.npy --arg=b=@%t/y16.npy --arg='out=empty(896xi1)' --check=out=@%t/floats.npy
// RUN-CASE: minitc-run %s --kernel=f32 --arg=a=@%t/x32.npy --arg=b=@%t/y32.npy --arg='out=empty(896xi1)' --check=out=@%t/floats.npy
// RUN-CASE: minitc-run %s --kernel=f64 --arg=a=@%t/x.npy --arg=b=@%t/y.npy --arg='out=empty(896xi1)' --check=out=@%t/floats.npy

tc.kernel @i8(%a: !tc.ptr<i8>, %b: !tc.ptr<i8>, %out: !tc.ptr<i1>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %row = arith.constant 64 : i32
  %p_a = tc.addptr %a, %i : !tc.ptr<i8>, tensor<64xi32>
  %x = tc.load %p_a : tensor<64x!tc.ptr<i8>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i8>, tensor<64xi32>
  %y = tc.load %p_b : tensor<64x!tc.ptr<i8>>
  %out0 = tc.addptr %out, %i : !tc.ptr<i1>, tensor<64xi32>
  %eq = arith.cmpi eq, %x, %y : tensor<64xi8>
  tc.store %out0, %eq : tensor<64x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<64x!tc.ptr<i1>>, i32
  %ne = arith.cmpi ne, %x, %y : tensor<64xi8>
  tc.store %out1, %ne : tensor<64x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<64x!tc.ptr<i1>>, i32
  %slt = arith.cmpi slt, %x, %y : tensor<64xi8>
  tc.store %out2, %slt : tensor<64x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<64x!tc.ptr<i1>>, i32
  %sle = arith.cmpi sle, %x, %y : tensor<64xi8>
  tc.store %out3, %sle : tensor<64x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<64x!tc.ptr<i1>>, i32
  %sgt = arith.cmpi sgt, %x, %y : tensor<64xi8>
  tc.store %out4, %sgt : tensor<64x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<64x!tc.ptr<i1>>, i32
  %sge = arith.cmpi sge, %x, %y : tensor<64xi8>
  tc.store %out5, %sge : tensor<64x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<64x!tc.ptr<i1>>, i32
  %ult = arith.cmpi ult, %x, %y : tensor<64xi8>
  tc.store %out6, %ult : tensor<64x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<64x!tc.ptr<i1>>, i32
  %ule = arith.cmpi ule, %x, %y : tensor<64xi8>
  tc.store %out7, %ule : tensor<64x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<64x!tc.ptr<i1>>, i32
  %ugt = arith.cmpi ugt, %x, %y : tensor<64xi8>
  tc.store %out8, %ugt : tensor<64x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<64x!tc.ptr<i1>>, i32
  %uge = arith.cmpi uge, %x, %y : tensor<64xi8>
  tc.store %out9, %uge : tensor<64x!tc.ptr<i1>>
  tc.return
}

tc.kernel @i64(%a: !tc.ptr<i64>, %b: !tc.ptr<i64>, %out: !tc.ptr<i1>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %row = arith.constant 64 : i32
  %p_a = tc.addptr %a, %i : !tc.ptr<i64>, tensor<64xi32>
  %x = tc.load %p_a : tensor<64x!tc.ptr<i64>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i64>, tensor<64xi32>
  %y = tc.load %p_b : tensor<64x!tc.ptr<i64>>
  %out0 = tc.addptr %out, %i : !tc.ptr<i1>, tensor<64xi32>
  %eq = arith.cmpi eq, %x, %y : tensor<64xi64>
  tc.store %out0, %eq : tensor<64x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<64x!tc.ptr<i1>>, i32
  %ne = arith.cmpi ne, %x, %y : tensor<64xi64>
  tc.store %out1, %ne : tensor<64x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<64x!tc.ptr<i1>>, i32
  %slt = arith.cmpi slt, %x, %y : tensor<64xi64>
  tc.store %out2, %slt : tensor<64x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<64x!tc.ptr<i1>>, i32
  %sle = arith.cmpi sle, %x, %y : tensor<64xi64>
  tc.store %out3, %sle : tensor<64x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<64x!tc.ptr<i1>>, i32
  %sgt = arith.cmpi sgt, %x, %y : tensor<64xi64>
  tc.store %out4, %sgt : tensor<64x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<64x!tc.ptr<i1>>, i32
  %sge = arith.cmpi sge, %x, %y : tensor<64xi64>
  tc.store %out5, %sge : tensor<64x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<64x!tc.ptr<i1>>, i32
  %ult = arith.cmpi ult, %x, %y : tensor<64xi64>
  tc.store %out6, %ult : tensor<64x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<64x!tc.ptr<i1>>, i32
  %ule = arith.cmpi ule, %x, %y : tensor<64xi64>
  tc.store %out7, %ule : tensor<64x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<64x!tc.ptr<i1>>, i32
  %ugt = arith.cmpi ugt, %x, %y : tensor<64xi64>
  tc.store %out8, %ugt : tensor<64x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<64x!tc.ptr<i1>>, i32
  %uge = arith.cmpi uge, %x, %y : tensor<64xi64>
  tc.store %out9, %uge : tensor<64x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f16(%a: !tc.ptr<f16>, %b: !tc.ptr<f16>, %out: !tc.ptr<i1>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %row = arith.constant 64 : i32
  %p_a = tc.addptr %a, %i : !tc.ptr<f16>, tensor<64xi32>
  %x = tc.load %p_a : tensor<64x!tc.ptr<f16>>
  %p_b = tc.addptr %b, %i : !tc.ptr<f16>, tensor<64xi32>
  %y = tc.load %p_b : tensor<64x!tc.ptr<f16>>
  %out0 = tc.addptr %out, %i : !tc.ptr<i1>, tensor<64xi32>
  %oeq = arith.cmpf oeq, %x, %y : tensor<64xf16>
  tc.store %out0, %oeq : tensor<64x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<64x!tc.ptr<i1>>, i32
  %ogt = arith.cmpf ogt, %x, %y : tensor<64xf16>
  tc.store %out1, %ogt : tensor<64x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<64x!tc.ptr<i1>>, i32
  %oge = arith.cmpf oge, %x, %y : tensor<64xf16>
  tc.store %out2, %oge : tensor<64x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<64x!tc.ptr<i1>>, i32
  %olt = arith.cmpf olt, %x, %y : tensor<64xf16>
  tc.store %out3, %olt : tensor<64x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<64x!tc.ptr<i1>>, i32
  %ole = arith.cmpf ole, %x, %y : tensor<64xf16>
  tc.store %out4, %ole : tensor<64x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<64x!tc.ptr<i1>>, i32
  %one = arith.cmpf one, %x, %y : tensor<64xf16>
  tc.store %out5, %one : tensor<64x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<64x!tc.ptr<i1>>, i32
  %ord = arith.cmpf ord, %x, %y : tensor<64xf16>
  tc.store %out6, %ord : tensor<64x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<64x!tc.ptr<i1>>, i32
  %ueq = arith.cmpf ueq, %x, %y : tensor<64xf16>
  tc.store %out7, %ueq : tensor<64x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<64x!tc.ptr<i1>>, i32
  %ugt = arith.cmpf ugt, %x, %y : tensor<64xf16>
  tc.store %out8, %ugt : tensor<64x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<64x!tc.ptr<i1>>, i32
  %uge = arith.cmpf uge, %x, %y : tensor<64xf16>
  tc.store %out9, %uge : tensor<64x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<64x!tc.ptr<i1>>, i32
  %ult = arith.cmpf ult, %x, %y : tensor<64xf16>
  tc.store %out10, %ult : tensor<64x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<64x!tc.ptr<i1>>, i32
  %ule = arith.cmpf ule, %x, %y : tensor<64xf16>
  tc.store %out11, %ule : tensor<64x!tc.ptr<i1>>
  %out12 = tc.addptr %out11, %row : tensor<64x!tc.ptr<i1>>, i32
  %une = arith.cmpf une, %x, %y : tensor<64xf16>
  tc.store %out12, %une : tensor<64x!tc.ptr<i1>>
  %out13 = tc.addptr %out12, %row : tensor<64x!tc.ptr<i1>>, i32
  %uno = arith.cmpf uno, %x, %y : tensor<64xf16>
  tc.store %out13, %uno : tensor<64x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f32(%a: !tc.ptr<f32>, %b: !tc.ptr<f32>, %out: !tc.ptr<i1>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %row = arith.constant 64 : i32
  %p_a = tc.addptr %a, %i : !tc.ptr<f32>, tensor<64xi32>
  %x = tc.load %p_a : tensor<64x!tc.ptr<f32>>
  %p_b = tc.addptr %b, %i : !tc.ptr<f32>, tensor<64xi32>
  %y = tc.load %p_b : tensor<64x!tc.ptr<f32>>
  %out0 = tc.addptr %out, %i : !tc.ptr<i1>, tensor<64xi32>
  %oeq = arith.cmpf oeq, %x, %y : tensor<64xf32>
  tc.store %out0, %oeq : tensor<64x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<64x!tc.ptr<i1>>, i32
  %ogt = arith.cmpf ogt, %x, %y : tensor<64xf32>
  tc.store %out1, %ogt : tensor<64x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<64x!tc.ptr<i1>>, i32
  %oge = arith.cmpf oge, %x, %y : tensor<64xf32>
  tc.store %out2, %oge : tensor<64x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<64x!tc.ptr<i1>>, i32
  %olt = arith.cmpf olt, %x, %y : tensor<64xf32>
  tc.store %out3, %olt : tensor<64x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<64x!tc.ptr<i1>>, i32
  %ole = arith.cmpf ole, %x, %y : tensor<64xf32>
  tc.store %out4, %ole : tensor<64x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<64x!tc.ptr<i1>>, i32
  %one = arith.cmpf one, %x, %y : tensor<64xf32>
  tc.store %out5, %one : tensor<64x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<64x!tc.ptr<i1>>, i32
  %ord = arith.cmpf ord, %x, %y : tensor<64xf32>
  tc.store %out6, %ord : tensor<64x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<64x!tc.ptr<i1>>, i32
  %ueq = arith.cmpf ueq, %x, %y : tensor<64xf32>
  tc.store %out7, %ueq : tensor<64x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<64x!tc.ptr<i1>>, i32
  %ugt = arith.cmpf ugt, %x, %y : tensor<64xf32>
  tc.store %out8, %ugt : tensor<64x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<64x!tc.ptr<i1>>, i32
  %uge = arith.cmpf uge, %x, %y : tensor<64xf32>
  tc.store %out9, %uge : tensor<64x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<64x!tc.ptr<i1>>, i32
  %ult = arith.cmpf ult, %x, %y : tensor<64xf32>
  tc.store %out10, %ult : tensor<64x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<64x!tc.ptr<i1>>, i32
  %ule = arith.cmpf ule, %x, %y : tensor<64xf32>
  tc.store %out11, %ule : tensor<64x!tc.ptr<i1>>
  %out12 = tc.addptr %out11, %row : tensor<64x!tc.ptr<i1>>, i32
  %une = arith.cmpf une, %x, %y : tensor<64xf32>
  tc.store %out12, %une : tensor<64x!tc.ptr<i1>>
  %out13 = tc.addptr %out12, %row : tensor<64x!tc.ptr<i1>>, i32
  %uno = arith.cmpf uno, %x, %y : tensor<64xf32>
  tc.store %out13, %uno : tensor<64x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f64(%a: !tc.ptr<f64>, %b: !tc.ptr<f64>, %out: !tc.ptr<i1>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %row = arith.constant 64 : i32
  %p_a = tc.addptr %a, %i : !tc.ptr<f64>, tensor<64xi32>
  %x = tc.load %p_a : tensor<64x!tc.ptr<f64>>
  %p_b = tc.addptr %b, %i : !tc.ptr<f64>, tensor<64xi32>
  %y = tc.load %p_b : tensor<64x!tc.ptr<f64>>
  %out0 = tc.addptr %out, %i : !tc.ptr<i1>, tensor<64xi32>
  %oeq = arith.cmpf oeq, %x, %y : tensor<64xf64>
  tc.store %out0, %oeq : tensor<64x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<64x!tc.ptr<i1>>, i32
  %ogt = arith.cmpf ogt, %x, %y : tensor<64xf64>
  tc.store %out1, %ogt : tensor<64x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<64x!tc.ptr<i1>>, i32
  %oge = arith.cmpf oge, %x, %y : tensor<64xf64>
  tc.store %out2, %oge : tensor<64x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<64x!tc.ptr<i1>>, i32
  %olt = arith.cmpf olt, %x, %y : tensor<64xf64>
  tc.store %out3, %olt : tensor<64x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<64x!tc.ptr<i1>>, i32
  %ole = arith.cmpf ole, %x, %y : tensor<64xf64>
  tc.store %out4, %ole : tensor<64x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<64x!tc.ptr<i1>>, i32
  %one = arith.cmpf one, %x, %y : tensor<64xf64>
  tc.store %out5, %one : tensor<64x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<64x!tc.ptr<i1>>, i32
  %ord = arith.cmpf ord, %x, %y : tensor<64xf64>
  tc.store %out6, %ord : tensor<64x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<64x!tc.ptr<i1>>, i32
  %ueq = arith.cmpf ueq, %x, %y : tensor<64xf64>
  tc.store %out7, %ueq : tensor<64x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<64x!tc.ptr<i1>>, i32
  %ugt = arith.cmpf ugt, %x, %y : tensor<64xf64>
  tc.store %out8, %ugt : tensor<64x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<64x!tc.ptr<i1>>, i32
  %uge = arith.cmpf uge, %x, %y : tensor<64xf64>
  tc.store %out9, %uge : tensor<64x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<64x!tc.ptr<i1>>, i32
  %ult = arith.cmpf ult, %x, %y : tensor<64xf64>
  tc.store %out10, %ult : tensor<64x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<64x!tc.ptr<i1>>, i32
  %ule = arith.cmpf ule, %x, %y : tensor<64xf64>
  tc.store %out11, %ule : tensor<64x!tc.ptr<i1>>
  %out12 = tc.addptr %out11, %row : tensor<64x!tc.ptr<i1>>, i32
  %une = arith.cmpf une, %x, %y : tensor<64xf64>
  tc.store %out12, %une : tensor<64x!tc.ptr<i1>>
  %out13 = tc.addptr %out12, %row : tensor<64x!tc.ptr<i1>>, i32
  %uno = arith.cmpf uno, %x, %y : tensor<64xf64>
  tc.store %out13, %uno : tensor<64x!tc.ptr<i1>>
  tc.return
}
