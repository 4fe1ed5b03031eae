// Every cast between f16, bf16, f32 and f64 on edge values: ties, overflow to
// infinity, subnormals, zeros of both signs, and f64 values for which rounding to
// f32 first would round twice.
//
// DATA: _tie = lambda bits: [1 + 2.0**-bits, 1 + 3 * 2.0**-bits, 1 + 2.0**-bits + 2.0**-40, 1 + 2.0**-bits - 2.0**-40]
// DATA: _edges = [0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan, 65504.0, 65519.0, 65520.0, -65520.0, 65536.0]
// DATA: _edges += _tie(3) + _tie(4) + _tie(8) + _tie(9) + _tie(11) + _tie(12) + _tie(24) + _tie(25)
// DATA: _edges += [448.0, 463.9, 464.0, 480.0, -500.0, 57344.0, 61439.0, 61440.0, -1e9, 3.3895e38, 3.4e38, 1e300, -1e39]
// DATA: _edges += [2.0**-24, 2.0**-25, 1.5 * 2.0**-25, 3 * 2.0**-25, 2.0**-9, 2.0**-10, 1.5 * 2.0**-10, 3 * 2.0**-10]
// DATA: _edges += [2.0**-16, 2.0**-17, 1.5 * 2.0**-17, 3 * 2.0**-17, 2.0**-133, 2.0**-134, 1.5 * 2.0**-134, 2.0**-149, 2.0**-150, 1e-310]
// DATA: _edges += list(rng(1).standard_normal(128 - len(_edges)) * 3)
// DATA: f64_in = np.array(_edges)
// DATA: f32_in, f16_in, bf16_in = f64_in.astype(np.float32), f64_in.astype(np.float16), bf16(f64_in)
// DATA: _values = {"f64": f64_in, "f32": f32_in, "f16": f16_in, "bf16": bf16.values(bf16_in)}
// DATA: _values = {kind: np.asarray(v, np.float64) for kind, v in _values.items()}
// DATA: def _cast(to, kinds):
// DATA:     return np.concatenate([to(_values[kind]) for kind in kinds])
// DATA: to_f64 = _cast(np.float64, ["f32", "f16", "bf16"])
// DATA: to_f32 = _cast(np.float32, ["f64", "f16", "bf16"])
// DATA: to_f16 = _cast(np.float16, ["f64", "f32"])
// DATA: to_bf16 = _cast(bf16, ["f64", "f32"])
// DATA: negative = np.signbit(np.where(np.isnan(to_f32), 1.0, to_f32))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=to_f64 --arg=f32=@%t/f32_in.npy --arg=f16=@%t/f16_in.npy --arg=bf16=@%t/bf16_in.npy --arg='out=empty(384xf64)' --check=out=@%t/to_f64.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=to_f32 --arg=f64=@%t/f64_in.npy --arg=f16=@%t/f16_in.npy --arg=bf16=@%t/bf16_in.npy --arg='out=empty(384xf32)' --check=out=@%t/to_f32.npy --rtol=0 --atol=0 --arg='negative=empty(384xi1)' --check=negative=@%t/negative.npy
// RUN-CASE: minitc-run %s --kernel=to_f16 --arg=f64=@%t/f64_in.npy --arg=f32=@%t/f32_in.npy --arg='out=empty(256xf16)' --check=out=@%t/to_f16.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=to_bf16 --arg=f64=@%t/f64_in.npy --arg=f32=@%t/f32_in.npy --arg='out=empty(256xbf16)' --check=out=@%t/to_bf16.npy --rtol=0 --atol=0

tc.kernel @to_f64(
    %f32: !tc.ptr<f32>, %f16: !tc.ptr<f16>, %bf16: !tc.ptr<bf16>, %out:
    !tc.ptr<f64>) {
  %r0 = tc.arange 0 to 128 : tensor<128xi32>
  %r1 = tc.arange 128 to 256 : tensor<128xi32>
  %r2 = tc.arange 256 to 384 : tensor<128xi32>
  %p_f32 = tc.addptr %f32, %r0 : !tc.ptr<f32>, tensor<128xi32>
  %x_f32 = tc.load %p_f32 : tensor<128x!tc.ptr<f32>>
  %y_f32 = arith.extf %x_f32 : tensor<128xf32> to tensor<128xf64>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<f64>, tensor<128xi32>
  tc.store %p_out, %y_f32 : tensor<128x!tc.ptr<f64>>
  %p_f16 = tc.addptr %f16, %r0 : !tc.ptr<f16>, tensor<128xi32>
  %x_f16 = tc.load %p_f16 : tensor<128x!tc.ptr<f16>>
  %y_f16 = arith.extf %x_f16 : tensor<128xf16> to tensor<128xf64>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<f64>, tensor<128xi32>
  tc.store %p_out2, %y_f16 : tensor<128x!tc.ptr<f64>>
  %p_bf16 = tc.addptr %bf16, %r0 : !tc.ptr<bf16>, tensor<128xi32>
  %x_bf16 = tc.load %p_bf16 : tensor<128x!tc.ptr<bf16>>
  %y_bf16 = arith.extf %x_bf16 : tensor<128xbf16> to tensor<128xf64>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<f64>, tensor<128xi32>
  tc.store %p_out3, %y_bf16 : tensor<128x!tc.ptr<f64>>
  tc.return
}

tc.kernel @to_f32(
    %f64: !tc.ptr<f64>, %f16: !tc.ptr<f16>, %bf16: !tc.ptr<bf16>, %out:
    !tc.ptr<f32>, %negative: !tc.ptr<i1>) {
  %r0 = tc.arange 0 to 128 : tensor<128xi32>
  %r1 = tc.arange 128 to 256 : tensor<128xi32>
  %r2 = tc.arange 256 to 384 : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  // The sign of a zero shows in its bits; NaN's sign means nothing.
  %p_f64 = tc.addptr %f64, %r0 : !tc.ptr<f64>, tensor<128xi32>
  %x_f64 = tc.load %p_f64 : tensor<128x!tc.ptr<f64>>
  %y_f64 = arith.truncf %x_f64 : tensor<128xf64> to tensor<128xf32>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_out, %y_f64 : tensor<128x!tc.ptr<f32>>
  %bits_f64 = arith.bitcast %y_f64 : tensor<128xf32> to tensor<128xi32>
  %sign_f64 = arith.cmpi slt, %bits_f64, %zero : tensor<128xi32>
  %number_f64 = arith.cmpf ord, %y_f64, %y_f64 : tensor<128xf32>
  %negative_f64 = arith.andi %sign_f64, %number_f64 : tensor<128xi1>
  %p_negative = tc.addptr %negative, %r0 : !tc.ptr<i1>, tensor<128xi32>
  tc.store %p_negative, %negative_f64 : tensor<128x!tc.ptr<i1>>
  %p_f16 = tc.addptr %f16, %r0 : !tc.ptr<f16>, tensor<128xi32>
  %x_f16 = tc.load %p_f16 : tensor<128x!tc.ptr<f16>>
  %y_f16 = arith.extf %x_f16 : tensor<128xf16> to tensor<128xf32>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_out2, %y_f16 : tensor<128x!tc.ptr<f32>>
  %bits_f16 = arith.bitcast %y_f16 : tensor<128xf32> to tensor<128xi32>
  %sign_f16 = arith.cmpi slt, %bits_f16, %zero : tensor<128xi32>
  %number_f16 = arith.cmpf ord, %y_f16, %y_f16 : tensor<128xf32>
  %negative_f16 = arith.andi %sign_f16, %number_f16 : tensor<128xi1>
  %p_negative2 = tc.addptr %negative, %r1 : !tc.ptr<i1>, tensor<128xi32>
  tc.store %p_negative2, %negative_f16 : tensor<128x!tc.ptr<i1>>
  %p_bf16 = tc.addptr %bf16, %r0 : !tc.ptr<bf16>, tensor<128xi32>
  %x_bf16 = tc.load %p_bf16 : tensor<128x!tc.ptr<bf16>>
  %y_bf16 = arith.extf %x_bf16 : tensor<128xbf16> to tensor<128xf32>
  %p_out3 = tc.addptr %out, %r2 : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_out3, %y_bf16 : tensor<128x!tc.ptr<f32>>
  %bits_bf16 = arith.bitcast %y_bf16 : tensor<128xf32> to tensor<128xi32>
  %sign_bf16 = arith.cmpi slt, %bits_bf16, %zero : tensor<128xi32>
  %number_bf16 = arith.cmpf ord, %y_bf16, %y_bf16 : tensor<128xf32>
  %negative_bf16 = arith.andi %sign_bf16, %number_bf16 : tensor<128xi1>
  %p_negative3 = tc.addptr %negative, %r2 : !tc.ptr<i1>, tensor<128xi32>
  tc.store %p_negative3, %negative_bf16 : tensor<128x!tc.ptr<i1>>
  tc.return
}

tc.kernel @to_f16(
    %f64: !tc.ptr<f64>, %f32: !tc.ptr<f32>, %out: !tc.ptr<f16>) {
  %r0 = tc.arange 0 to 128 : tensor<128xi32>
  %r1 = tc.arange 128 to 256 : tensor<128xi32>
  %p_f64 = tc.addptr %f64, %r0 : !tc.ptr<f64>, tensor<128xi32>
  %x_f64 = tc.load %p_f64 : tensor<128x!tc.ptr<f64>>
  %y_f64 = arith.truncf %x_f64 : tensor<128xf64> to tensor<128xf16>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<f16>, tensor<128xi32>
  tc.store %p_out, %y_f64 : tensor<128x!tc.ptr<f16>>
  %p_f32 = tc.addptr %f32, %r0 : !tc.ptr<f32>, tensor<128xi32>
  %x_f32 = tc.load %p_f32 : tensor<128x!tc.ptr<f32>>
  %y_f32 = arith.truncf %x_f32 : tensor<128xf32> to tensor<128xf16>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<f16>, tensor<128xi32>
  tc.store %p_out2, %y_f32 : tensor<128x!tc.ptr<f16>>
  tc.return
}

tc.kernel @to_bf16(
    %f64: !tc.ptr<f64>, %f32: !tc.ptr<f32>, %out: !tc.ptr<bf16>) {
  %r0 = tc.arange 0 to 128 : tensor<128xi32>
  %r1 = tc.arange 128 to 256 : tensor<128xi32>
  %p_f64 = tc.addptr %f64, %r0 : !tc.ptr<f64>, tensor<128xi32>
  %x_f64 = tc.load %p_f64 : tensor<128x!tc.ptr<f64>>
  %y_f64 = arith.truncf %x_f64 : tensor<128xf64> to tensor<128xbf16>
  %p_out = tc.addptr %out, %r0 : !tc.ptr<bf16>, tensor<128xi32>
  tc.store %p_out, %y_f64 : tensor<128x!tc.ptr<bf16>>
  %p_f32 = tc.addptr %f32, %r0 : !tc.ptr<f32>, tensor<128xi32>
  %x_f32 = tc.load %p_f32 : tensor<128x!tc.ptr<f32>>
  %y_f32 = arith.truncf %x_f32 : tensor<128xf32> to tensor<128xbf16>
  %p_out2 = tc.addptr %out, %r1 : !tc.ptr<bf16>, tensor<128xi32>
  tc.store %p_out2, %y_f32 : tensor<128x!tc.ptr<bf16>>
  tc.return
}
