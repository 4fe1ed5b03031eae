// Float operations that round nothing, on edge values: extremes that let NaN
// through or ignore it, signs, rounding to whole numbers, and tests. A row of
// `out` for each; rows of truth values in `tests`.
//
// DATA: _v = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999997, 1e6, np.inf, -np.inf, np.nan, 3.0]
// DATA: _x, _y = np.repeat(_v, 16), np.tile(_v, 16)
// DATA: def _make(kind):
// DATA:     x, y = _x.astype(kind), _y.astype(kind)
// DATA:     nan, above = np.isnan(x) | np.isnan(y), (x > y) | ((x == y) & np.signbit(y))
// DATA:     low, high = np.where(above, y, x), np.where(above, x, y)
// DATA:     rows = [np.where(nan, np.nan, high), np.where(nan, np.nan, low)]
// DATA:     rows += [np.where(nan, np.fmax(x, y), high), np.where(nan, np.fmin(x, y), low)]
// DATA:     rows += [-x, np.abs(x), np.copysign(x, y), np.floor(x), np.ceil(x), np.trunc(x), np.rint(x)]
// DATA:     rows += [np.copysign(np.floor(np.abs(x.astype(np.float64)) + 0.5), x)]
// DATA:     out = np.concatenate(rows).astype(kind)
// DATA:     tests = np.concatenate([np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(out) & ~np.isnan(out)])
// DATA:     return x, y, out, tests
// DATA: x16, y16, out16, tests16 = _make(np.float16)
// DATA: x32, y32, out32, tests32 = _make(np.float32)
// DATA: x64, y64, out64, tests64 = _make(np.float64)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=f16 --arg=x=@%t/x16.npy --arg=y=@%t/y16.npy --arg='out=empty(3072xf16)' --arg='tests=empty(3840xi1)' --check=out=@%t/out16.npy --check=tests=@%t/tests16.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --arg=x=@%t/x32.npy --arg=y=@%t/y32.npy --arg='out=empty(3072xf32)' --arg='tests=empty(3840xi1)' --check=out=@%t/out32.npy --check=tests=@%t/tests32.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --arg=x=@%t/x64.npy --arg=y=@%t/y64.npy --arg='out=empty(3072xf64)' --arg='tests=empty(3840xi1)' --check=out=@%t/out64.npy --check=tests=@%t/tests64.npy --rtol=0 --atol=0

tc.kernel @f16(%x: !tc.ptr<f16>, %y: !tc.ptr<f16>, %out: !tc.ptr<f16>,
           %tests: !tc.ptr<i1>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %row = arith.constant 256 : i32
  %zero = arith.constant dense<0> : tensor<256xi16>
  %p_x = tc.addptr %x, %i : !tc.ptr<f16>, tensor<256xi32>
  %a = tc.load %p_x : tensor<256x!tc.ptr<f16>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f16>, tensor<256xi32>
  %b = tc.load %p_y : tensor<256x!tc.ptr<f16>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f16>, tensor<256xi32>
  %test0 = tc.addptr %tests, %i : !tc.ptr<i1>, tensor<256xi32>
  %isnan = math.isnan %a : tensor<256xf16>
  tc.store %test0, %isnan : tensor<256x!tc.ptr<i1>>
  %test1 = tc.addptr %test0, %row : tensor<256x!tc.ptr<i1>>, i32
  %isinf = math.isinf %a : tensor<256xf16>
  tc.store %test1, %isinf : tensor<256x!tc.ptr<i1>>
  %test2 = tc.addptr %test1, %row : tensor<256x!tc.ptr<i1>>, i32
  %isfinite = math.isfinite %a : tensor<256xf16>
  tc.store %test2, %isfinite : tensor<256x!tc.ptr<i1>>

  // The sign of a zero shows in its bits; NaN's sign means nothing.
  %maximumf = arith.maximumf %a, %b : tensor<256xf16>
  tc.store %out0, %maximumf : tensor<256x!tc.ptr<f16>>
  %bits_maximumf = arith.bitcast %maximumf : tensor<256xf16> to tensor<256xi16>
  %sign_maximumf = arith.cmpi slt, %bits_maximumf, %zero : tensor<256xi16>
  %ord_maximumf = arith.cmpf ord, %maximumf, %maximumf : tensor<256xf16>
  %minus_maximumf = arith.andi %sign_maximumf, %ord_maximumf : tensor<256xi1>
  %test3 = tc.addptr %test2, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test3, %minus_maximumf : tensor<256x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<256x!tc.ptr<f16>>, i32
  %minimumf = arith.minimumf %a, %b : tensor<256xf16>
  tc.store %out1, %minimumf : tensor<256x!tc.ptr<f16>>
  %bits_minimumf = arith.bitcast %minimumf : tensor<256xf16> to tensor<256xi16>
  %sign_minimumf = arith.cmpi slt, %bits_minimumf, %zero : tensor<256xi16>
  %ord_minimumf = arith.cmpf ord, %minimumf, %minimumf : tensor<256xf16>
  %minus_minimumf = arith.andi %sign_minimumf, %ord_minimumf : tensor<256xi1>
  %test4 = tc.addptr %test3, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test4, %minus_minimumf : tensor<256x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<256x!tc.ptr<f16>>, i32
  %maxnumf = arith.maxnumf %a, %b : tensor<256xf16>
  tc.store %out2, %maxnumf : tensor<256x!tc.ptr<f16>>
  %bits_maxnumf = arith.bitcast %maxnumf : tensor<256xf16> to tensor<256xi16>
  %sign_maxnumf = arith.cmpi slt, %bits_maxnumf, %zero : tensor<256xi16>
  %ord_maxnumf = arith.cmpf ord, %maxnumf, %maxnumf : tensor<256xf16>
  %minus_maxnumf = arith.andi %sign_maxnumf, %ord_maxnumf : tensor<256xi1>
  %test5 = tc.addptr %test4, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test5, %minus_maxnumf : tensor<256x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<256x!tc.ptr<f16>>, i32
  %minnumf = arith.minnumf %a, %b : tensor<256xf16>
  tc.store %out3, %minnumf : tensor<256x!tc.ptr<f16>>
  %bits_minnumf = arith.bitcast %minnumf : tensor<256xf16> to tensor<256xi16>
  %sign_minnumf = arith.cmpi slt, %bits_minnumf, %zero : tensor<256xi16>
  %ord_minnumf = arith.cmpf ord, %minnumf, %minnumf : tensor<256xf16>
  %minus_minnumf = arith.andi %sign_minnumf, %ord_minnumf : tensor<256xi1>
  %test6 = tc.addptr %test5, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test6, %minus_minnumf : tensor<256x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<256x!tc.ptr<f16>>, i32
  %negf = arith.negf %a : tensor<256xf16>
  tc.store %out4, %negf : tensor<256x!tc.ptr<f16>>
  %bits_negf = arith.bitcast %negf : tensor<256xf16> to tensor<256xi16>
  %sign_negf = arith.cmpi slt, %bits_negf, %zero : tensor<256xi16>
  %ord_negf = arith.cmpf ord, %negf, %negf : tensor<256xf16>
  %minus_negf = arith.andi %sign_negf, %ord_negf : tensor<256xi1>
  %test7 = tc.addptr %test6, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test7, %minus_negf : tensor<256x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<256x!tc.ptr<f16>>, i32
  %absf = math.absf %a : tensor<256xf16>
  tc.store %out5, %absf : tensor<256x!tc.ptr<f16>>
  %bits_absf = arith.bitcast %absf : tensor<256xf16> to tensor<256xi16>
  %sign_absf = arith.cmpi slt, %bits_absf, %zero : tensor<256xi16>
  %ord_absf = arith.cmpf ord, %absf, %absf : tensor<256xf16>
  %minus_absf = arith.andi %sign_absf, %ord_absf : tensor<256xi1>
  %test8 = tc.addptr %test7, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test8, %minus_absf : tensor<256x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<256x!tc.ptr<f16>>, i32
  %copysign = math.copysign %a, %b : tensor<256xf16>
  tc.store %out6, %copysign : tensor<256x!tc.ptr<f16>>
  %bits_copysign = arith.bitcast %copysign : tensor<256xf16> to tensor<256xi16>
  %sign_copysign = arith.cmpi slt, %bits_copysign, %zero : tensor<256xi16>
  %ord_copysign = arith.cmpf ord, %copysign, %copysign : tensor<256xf16>
  %minus_copysign = arith.andi %sign_copysign, %ord_copysign : tensor<256xi1>
  %test9 = tc.addptr %test8, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test9, %minus_copysign : tensor<256x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<256x!tc.ptr<f16>>, i32
  %floor = math.floor %a : tensor<256xf16>
  tc.store %out7, %floor : tensor<256x!tc.ptr<f16>>
  %bits_floor = arith.bitcast %floor : tensor<256xf16> to tensor<256xi16>
  %sign_floor = arith.cmpi slt, %bits_floor, %zero : tensor<256xi16>
  %ord_floor = arith.cmpf ord, %floor, %floor : tensor<256xf16>
  %minus_floor = arith.andi %sign_floor, %ord_floor : tensor<256xi1>
  %test10 = tc.addptr %test9, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test10, %minus_floor : tensor<256x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<256x!tc.ptr<f16>>, i32
  %ceil = math.ceil %a : tensor<256xf16>
  tc.store %out8, %ceil : tensor<256x!tc.ptr<f16>>
  %bits_ceil = arith.bitcast %ceil : tensor<256xf16> to tensor<256xi16>
  %sign_ceil = arith.cmpi slt, %bits_ceil, %zero : tensor<256xi16>
  %ord_ceil = arith.cmpf ord, %ceil, %ceil : tensor<256xf16>
  %minus_ceil = arith.andi %sign_ceil, %ord_ceil : tensor<256xi1>
  %test11 = tc.addptr %test10, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test11, %minus_ceil : tensor<256x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<256x!tc.ptr<f16>>, i32
  %trunc = math.trunc %a : tensor<256xf16>
  tc.store %out9, %trunc : tensor<256x!tc.ptr<f16>>
  %bits_trunc = arith.bitcast %trunc : tensor<256xf16> to tensor<256xi16>
  %sign_trunc = arith.cmpi slt, %bits_trunc, %zero : tensor<256xi16>
  %ord_trunc = arith.cmpf ord, %trunc, %trunc : tensor<256xf16>
  %minus_trunc = arith.andi %sign_trunc, %ord_trunc : tensor<256xi1>
  %test12 = tc.addptr %test11, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test12, %minus_trunc : tensor<256x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<256x!tc.ptr<f16>>, i32
  %roundeven = math.roundeven %a : tensor<256xf16>
  tc.store %out10, %roundeven : tensor<256x!tc.ptr<f16>>
  %bits_roundeven = arith.bitcast %roundeven : tensor<256xf16> to tensor<256xi16>
  %sign_roundeven = arith.cmpi slt, %bits_roundeven, %zero : tensor<256xi16>
  %ord_roundeven = arith.cmpf ord, %roundeven, %roundeven : tensor<256xf16>
  %minus_roundeven = arith.andi %sign_roundeven, %ord_roundeven : tensor<256xi1>
  %test13 = tc.addptr %test12, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test13, %minus_roundeven : tensor<256x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<256x!tc.ptr<f16>>, i32
  %round = math.round %a : tensor<256xf16>
  tc.store %out11, %round : tensor<256x!tc.ptr<f16>>
  %bits_round = arith.bitcast %round : tensor<256xf16> to tensor<256xi16>
  %sign_round = arith.cmpi slt, %bits_round, %zero : tensor<256xi16>
  %ord_round = arith.cmpf ord, %round, %round : tensor<256xf16>
  %minus_round = arith.andi %sign_round, %ord_round : tensor<256xi1>
  %test14 = tc.addptr %test13, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test14, %minus_round : tensor<256x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>, %out: !tc.ptr<f32>,
           %tests: !tc.ptr<i1>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %row = arith.constant 256 : i32
  %zero = arith.constant dense<0> : tensor<256xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<256xi32>
  %a = tc.load %p_x : tensor<256x!tc.ptr<f32>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<256xi32>
  %b = tc.load %p_y : tensor<256x!tc.ptr<f32>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f32>, tensor<256xi32>
  %test0 = tc.addptr %tests, %i : !tc.ptr<i1>, tensor<256xi32>
  %isnan = math.isnan %a : tensor<256xf32>
  tc.store %test0, %isnan : tensor<256x!tc.ptr<i1>>
  %test1 = tc.addptr %test0, %row : tensor<256x!tc.ptr<i1>>, i32
  %isinf = math.isinf %a : tensor<256xf32>
  tc.store %test1, %isinf : tensor<256x!tc.ptr<i1>>
  %test2 = tc.addptr %test1, %row : tensor<256x!tc.ptr<i1>>, i32
  %isfinite = math.isfinite %a : tensor<256xf32>
  tc.store %test2, %isfinite : tensor<256x!tc.ptr<i1>>

  // The sign of a zero shows in its bits; NaN's sign means nothing.
  %maximumf = arith.maximumf %a, %b : tensor<256xf32>
  tc.store %out0, %maximumf : tensor<256x!tc.ptr<f32>>
  %bits_maximumf = arith.bitcast %maximumf : tensor<256xf32> to tensor<256xi32>
  %sign_maximumf = arith.cmpi slt, %bits_maximumf, %zero : tensor<256xi32>
  %ord_maximumf = arith.cmpf ord, %maximumf, %maximumf : tensor<256xf32>
  %minus_maximumf = arith.andi %sign_maximumf, %ord_maximumf : tensor<256xi1>
  %test3 = tc.addptr %test2, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test3, %minus_maximumf : tensor<256x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<256x!tc.ptr<f32>>, i32
  %minimumf = arith.minimumf %a, %b : tensor<256xf32>
  tc.store %out1, %minimumf : tensor<256x!tc.ptr<f32>>
  %bits_minimumf = arith.bitcast %minimumf : tensor<256xf32> to tensor<256xi32>
  %sign_minimumf = arith.cmpi slt, %bits_minimumf, %zero : tensor<256xi32>
  %ord_minimumf = arith.cmpf ord, %minimumf, %minimumf : tensor<256xf32>
  %minus_minimumf = arith.andi %sign_minimumf, %ord_minimumf : tensor<256xi1>
  %test4 = tc.addptr %test3, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test4, %minus_minimumf : tensor<256x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<256x!tc.ptr<f32>>, i32
  %maxnumf = arith.maxnumf %a, %b : tensor<256xf32>
  tc.store %out2, %maxnumf : tensor<256x!tc.ptr<f32>>
  %bits_maxnumf = arith.bitcast %maxnumf : tensor<256xf32> to tensor<256xi32>
  %sign_maxnumf = arith.cmpi slt, %bits_maxnumf, %zero : tensor<256xi32>
  %ord_maxnumf = arith.cmpf ord, %maxnumf, %maxnumf : tensor<256xf32>
  %minus_maxnumf = arith.andi %sign_maxnumf, %ord_maxnumf : tensor<256xi1>
  %test5 = tc.addptr %test4, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test5, %minus_maxnumf : tensor<256x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<256x!tc.ptr<f32>>, i32
  %minnumf = arith.minnumf %a, %b : tensor<256xf32>
  tc.store %out3, %minnumf : tensor<256x!tc.ptr<f32>>
  %bits_minnumf = arith.bitcast %minnumf : tensor<256xf32> to tensor<256xi32>
  %sign_minnumf = arith.cmpi slt, %bits_minnumf, %zero : tensor<256xi32>
  %ord_minnumf = arith.cmpf ord, %minnumf, %minnumf : tensor<256xf32>
  %minus_minnumf = arith.andi %sign_minnumf, %ord_minnumf : tensor<256xi1>
  %test6 = tc.addptr %test5, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test6, %minus_minnumf : tensor<256x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<256x!tc.ptr<f32>>, i32
  %negf = arith.negf %a : tensor<256xf32>
  tc.store %out4, %negf : tensor<256x!tc.ptr<f32>>
  %bits_negf = arith.bitcast %negf : tensor<256xf32> to tensor<256xi32>
  %sign_negf = arith.cmpi slt, %bits_negf, %zero : tensor<256xi32>
  %ord_negf = arith.cmpf ord, %negf, %negf : tensor<256xf32>
  %minus_negf = arith.andi %sign_negf, %ord_negf : tensor<256xi1>
  %test7 = tc.addptr %test6, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test7, %minus_negf : tensor<256x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<256x!tc.ptr<f32>>, i32
  %absf = math.absf %a : tensor<256xf32>
  tc.store %out5, %absf : tensor<256x!tc.ptr<f32>>
  %bits_absf = arith.bitcast %absf : tensor<256xf32> to tensor<256xi32>
  %sign_absf = arith.cmpi slt, %bits_absf, %zero : tensor<256xi32>
  %ord_absf = arith.cmpf ord, %absf, %absf : tensor<256xf32>
  %minus_absf = arith.andi %sign_absf, %ord_absf : tensor<256xi1>
  %test8 = tc.addptr %test7, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test8, %minus_absf : tensor<256x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<256x!tc.ptr<f32>>, i32
  %copysign = math.copysign %a, %b : tensor<256xf32>
  tc.store %out6, %copysign : tensor<256x!tc.ptr<f32>>
  %bits_copysign = arith.bitcast %copysign : tensor<256xf32> to tensor<256xi32>
  %sign_copysign = arith.cmpi slt, %bits_copysign, %zero : tensor<256xi32>
  %ord_copysign = arith.cmpf ord, %copysign, %copysign : tensor<256xf32>
  %minus_copysign = arith.andi %sign_copysign, %ord_copysign : tensor<256xi1>
  %test9 = tc.addptr %test8, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test9, %minus_copysign : tensor<256x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<256x!tc.ptr<f32>>, i32
  %floor = math.floor %a : tensor<256xf32>
  tc.store %out7, %floor : tensor<256x!tc.ptr<f32>>
  %bits_floor = arith.bitcast %floor : tensor<256xf32> to tensor<256xi32>
  %sign_floor = arith.cmpi slt, %bits_floor, %zero : tensor<256xi32>
  %ord_floor = arith.cmpf ord, %floor, %floor : tensor<256xf32>
  %minus_floor = arith.andi %sign_floor, %ord_floor : tensor<256xi1>
  %test10 = tc.addptr %test9, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test10, %minus_floor : tensor<256x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<256x!tc.ptr<f32>>, i32
  %ceil = math.ceil %a : tensor<256xf32>
  tc.store %out8, %ceil : tensor<256x!tc.ptr<f32>>
  %bits_ceil = arith.bitcast %ceil : tensor<256xf32> to tensor<256xi32>
  %sign_ceil = arith.cmpi slt, %bits_ceil, %zero : tensor<256xi32>
  %ord_ceil = arith.cmpf ord, %ceil, %ceil : tensor<256xf32>
  %minus_ceil = arith.andi %sign_ceil, %ord_ceil : tensor<256xi1>
  %test11 = tc.addptr %test10, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test11, %minus_ceil : tensor<256x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<256x!tc.ptr<f32>>, i32
  %trunc = math.trunc %a : tensor<256xf32>
  tc.store %out9, %trunc : tensor<256x!tc.ptr<f32>>
  %bits_trunc = arith.bitcast %trunc : tensor<256xf32> to tensor<256xi32>
  %sign_trunc = arith.cmpi slt, %bits_trunc, %zero : tensor<256xi32>
  %ord_trunc = arith.cmpf ord, %trunc, %trunc : tensor<256xf32>
  %minus_trunc = arith.andi %sign_trunc, %ord_trunc : tensor<256xi1>
  %test12 = tc.addptr %test11, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test12, %minus_trunc : tensor<256x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<256x!tc.ptr<f32>>, i32
  %roundeven = math.roundeven %a : tensor<256xf32>
  tc.store %out10, %roundeven : tensor<256x!tc.ptr<f32>>
  %bits_roundeven = arith.bitcast %roundeven : tensor<256xf32> to tensor<256xi32>
  %sign_roundeven = arith.cmpi slt, %bits_roundeven, %zero : tensor<256xi32>
  %ord_roundeven = arith.cmpf ord, %roundeven, %roundeven : tensor<256xf32>
  %minus_roundeven = arith.andi %sign_roundeven, %ord_roundeven : tensor<256xi1>
  %test13 = tc.addptr %test12, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test13, %minus_roundeven : tensor<256x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<256x!tc.ptr<f32>>, i32
  %round = math.round %a : tensor<256xf32>
  tc.store %out11, %round : tensor<256x!tc.ptr<f32>>
  %bits_round = arith.bitcast %round : tensor<256xf32> to tensor<256xi32>
  %sign_round = arith.cmpi slt, %bits_round, %zero : tensor<256xi32>
  %ord_round = arith.cmpf ord, %round, %round : tensor<256xf32>
  %minus_round = arith.andi %sign_round, %ord_round : tensor<256xi1>
  %test14 = tc.addptr %test13, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test14, %minus_round : tensor<256x!tc.ptr<i1>>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %y: !tc.ptr<f64>, %out: !tc.ptr<f64>,
           %tests: !tc.ptr<i1>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %row = arith.constant 256 : i32
  %zero = arith.constant dense<0> : tensor<256xi64>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<256xi32>
  %a = tc.load %p_x : tensor<256x!tc.ptr<f64>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f64>, tensor<256xi32>
  %b = tc.load %p_y : tensor<256x!tc.ptr<f64>>
  %out0 = tc.addptr %out, %i : !tc.ptr<f64>, tensor<256xi32>
  %test0 = tc.addptr %tests, %i : !tc.ptr<i1>, tensor<256xi32>
  %isnan = math.isnan %a : tensor<256xf64>
  tc.store %test0, %isnan : tensor<256x!tc.ptr<i1>>
  %test1 = tc.addptr %test0, %row : tensor<256x!tc.ptr<i1>>, i32
  %isinf = math.isinf %a : tensor<256xf64>
  tc.store %test1, %isinf : tensor<256x!tc.ptr<i1>>
  %test2 = tc.addptr %test1, %row : tensor<256x!tc.ptr<i1>>, i32
  %isfinite = math.isfinite %a : tensor<256xf64>
  tc.store %test2, %isfinite : tensor<256x!tc.ptr<i1>>

  // The sign of a zero shows in its bits; NaN's sign means nothing.
  %maximumf = arith.maximumf %a, %b : tensor<256xf64>
  tc.store %out0, %maximumf : tensor<256x!tc.ptr<f64>>
  %bits_maximumf = arith.bitcast %maximumf : tensor<256xf64> to tensor<256xi64>
  %sign_maximumf = arith.cmpi slt, %bits_maximumf, %zero : tensor<256xi64>
  %ord_maximumf = arith.cmpf ord, %maximumf, %maximumf : tensor<256xf64>
  %minus_maximumf = arith.andi %sign_maximumf, %ord_maximumf : tensor<256xi1>
  %test3 = tc.addptr %test2, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test3, %minus_maximumf : tensor<256x!tc.ptr<i1>>
  %out1 = tc.addptr %out0, %row : tensor<256x!tc.ptr<f64>>, i32
  %minimumf = arith.minimumf %a, %b : tensor<256xf64>
  tc.store %out1, %minimumf : tensor<256x!tc.ptr<f64>>
  %bits_minimumf = arith.bitcast %minimumf : tensor<256xf64> to tensor<256xi64>
  %sign_minimumf = arith.cmpi slt, %bits_minimumf, %zero : tensor<256xi64>
  %ord_minimumf = arith.cmpf ord, %minimumf, %minimumf : tensor<256xf64>
  %minus_minimumf = arith.andi %sign_minimumf, %ord_minimumf : tensor<256xi1>
  %test4 = tc.addptr %test3, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test4, %minus_minimumf : tensor<256x!tc.ptr<i1>>
  %out2 = tc.addptr %out1, %row : tensor<256x!tc.ptr<f64>>, i32
  %maxnumf = arith.maxnumf %a, %b : tensor<256xf64>
  tc.store %out2, %maxnumf : tensor<256x!tc.ptr<f64>>
  %bits_maxnumf = arith.bitcast %maxnumf : tensor<256xf64> to tensor<256xi64>
  %sign_maxnumf = arith.cmpi slt, %bits_maxnumf, %zero : tensor<256xi64>
  %ord_maxnumf = arith.cmpf ord, %maxnumf, %maxnumf : tensor<256xf64>
  %minus_maxnumf = arith.andi %sign_maxnumf, %ord_maxnumf : tensor<256xi1>
  %test5 = tc.addptr %test4, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test5, %minus_maxnumf : tensor<256x!tc.ptr<i1>>
  %out3 = tc.addptr %out2, %row : tensor<256x!tc.ptr<f64>>, i32
  %minnumf = arith.minnumf %a, %b : tensor<256xf64>
  tc.store %out3, %minnumf : tensor<256x!tc.ptr<f64>>
  %bits_minnumf = arith.bitcast %minnumf : tensor<256xf64> to tensor<256xi64>
  %sign_minnumf = arith.cmpi slt, %bits_minnumf, %zero : tensor<256xi64>
  %ord_minnumf = arith.cmpf ord, %minnumf, %minnumf : tensor<256xf64>
  %minus_minnumf = arith.andi %sign_minnumf, %ord_minnumf : tensor<256xi1>
  %test6 = tc.addptr %test5, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test6, %minus_minnumf : tensor<256x!tc.ptr<i1>>
  %out4 = tc.addptr %out3, %row : tensor<256x!tc.ptr<f64>>, i32
  %negf = arith.negf %a : tensor<256xf64>
  tc.store %out4, %negf : tensor<256x!tc.ptr<f64>>
  %bits_negf = arith.bitcast %negf : tensor<256xf64> to tensor<256xi64>
  %sign_negf = arith.cmpi slt, %bits_negf, %zero : tensor<256xi64>
  %ord_negf = arith.cmpf ord, %negf, %negf : tensor<256xf64>
  %minus_negf = arith.andi %sign_negf, %ord_negf : tensor<256xi1>
  %test7 = tc.addptr %test6, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test7, %minus_negf : tensor<256x!tc.ptr<i1>>
  %out5 = tc.addptr %out4, %row : tensor<256x!tc.ptr<f64>>, i32
  %absf = math.absf %a : tensor<256xf64>
  tc.store %out5, %absf : tensor<256x!tc.ptr<f64>>
  %bits_absf = arith.bitcast %absf : tensor<256xf64> to tensor<256xi64>
  %sign_absf = arith.cmpi slt, %bits_absf, %zero : tensor<256xi64>
  %ord_absf = arith.cmpf ord, %absf, %absf : tensor<256xf64>
  %minus_absf = arith.andi %sign_absf, %ord_absf : tensor<256xi1>
  %test8 = tc.addptr %test7, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test8, %minus_absf : tensor<256x!tc.ptr<i1>>
  %out6 = tc.addptr %out5, %row : tensor<256x!tc.ptr<f64>>, i32
  %copysign = math.copysign %a, %b : tensor<256xf64>
  tc.store %out6, %copysign : tensor<256x!tc.ptr<f64>>
  %bits_copysign = arith.bitcast %copysign : tensor<256xf64> to tensor<256xi64>
  %sign_copysign = arith.cmpi slt, %bits_copysign, %zero : tensor<256xi64>
  %ord_copysign = arith.cmpf ord, %copysign, %copysign : tensor<256xf64>
  %minus_copysign = arith.andi %sign_copysign, %ord_copysign : tensor<256xi1>
  %test9 = tc.addptr %test8, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test9, %minus_copysign : tensor<256x!tc.ptr<i1>>
  %out7 = tc.addptr %out6, %row : tensor<256x!tc.ptr<f64>>, i32
  %floor = math.floor %a : tensor<256xf64>
  tc.store %out7, %floor : tensor<256x!tc.ptr<f64>>
  %bits_floor = arith.bitcast %floor : tensor<256xf64> to tensor<256xi64>
  %sign_floor = arith.cmpi slt, %bits_floor, %zero : tensor<256xi64>
  %ord_floor = arith.cmpf ord, %floor, %floor : tensor<256xf64>
  %minus_floor = arith.andi %sign_floor, %ord_floor : tensor<256xi1>
  %test10 = tc.addptr %test9, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test10, %minus_floor : tensor<256x!tc.ptr<i1>>
  %out8 = tc.addptr %out7, %row : tensor<256x!tc.ptr<f64>>, i32
  %ceil = math.ceil %a : tensor<256xf64>
  tc.store %out8, %ceil : tensor<256x!tc.ptr<f64>>
  %bits_ceil = arith.bitcast %ceil : tensor<256xf64> to tensor<256xi64>
  %sign_ceil = arith.cmpi slt, %bits_ceil, %zero : tensor<256xi64>
  %ord_ceil = arith.cmpf ord, %ceil, %ceil : tensor<256xf64>
  %minus_ceil = arith.andi %sign_ceil, %ord_ceil : tensor<256xi1>
  %test11 = tc.addptr %test10, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test11, %minus_ceil : tensor<256x!tc.ptr<i1>>
  %out9 = tc.addptr %out8, %row : tensor<256x!tc.ptr<f64>>, i32
  %trunc = math.trunc %a : tensor<256xf64>
  tc.store %out9, %trunc : tensor<256x!tc.ptr<f64>>
  %bits_trunc = arith.bitcast %trunc : tensor<256xf64> to tensor<256xi64>
  %sign_trunc = arith.cmpi slt, %bits_trunc, %zero : tensor<256xi64>
  %ord_trunc = arith.cmpf ord, %trunc, %trunc : tensor<256xf64>
  %minus_trunc = arith.andi %sign_trunc, %ord_trunc : tensor<256xi1>
  %test12 = tc.addptr %test11, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test12, %minus_trunc : tensor<256x!tc.ptr<i1>>
  %out10 = tc.addptr %out9, %row : tensor<256x!tc.ptr<f64>>, i32
  %roundeven = math.roundeven %a : tensor<256xf64>
  tc.store %out10, %roundeven : tensor<256x!tc.ptr<f64>>
  %bits_roundeven = arith.bitcast %roundeven : tensor<256xf64> to tensor<256xi64>
  %sign_roundeven = arith.cmpi slt, %bits_roundeven, %zero : tensor<256xi64>
  %ord_roundeven = arith.cmpf ord, %roundeven, %roundeven : tensor<256xf64>
  %minus_roundeven = arith.andi %sign_roundeven, %ord_roundeven : tensor<256xi1>
  %test13 = tc.addptr %test12, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test13, %minus_roundeven : tensor<256x!tc.ptr<i1>>
  %out11 = tc.addptr %out10, %row : tensor<256x!tc.ptr<f64>>, i32
  %round = math.round %a : tensor<256xf64>
  tc.store %out11, %round : tensor<256x!tc.ptr<f64>>
  %bits_round = arith.bitcast %round : tensor<256xf64> to tensor<256xi64>
  %sign_round = arith.cmpi slt, %bits_round, %zero : tensor<256xi64>
  %ord_round = arith.cmpf ord, %round, %round : tensor<256xf64>
  %minus_round = arith.andi %sign_round, %ord_round : tensor<256xi1>
  %test14 = tc.addptr %test13, %row : tensor<256x!tc.ptr<i1>>, i32
  tc.store %test14, %minus_round : tensor<256x!tc.ptr<i1>>
  tc.return
}
