// Floats to integers truncate towards zero, up to the ends of each integer's
// range; minus one half is 0, as an unsigned number too.
//
// DATA: _names = globals()
// DATA: _near = [0.0, -0.0, 0.5, -0.5, 0.99, 1.5, -1.5, 2.5]
// DATA: _near8 = _near + [127.5, -128.5, 100.0, -3.75, 63.9, 31.25, -100.5, 1.0]
// DATA: _signed = {8: _near8, 16: _near + [32767.5, -32768.5, 1000.25, -999.75, 255.5, -256.5, 4095.0, 12345.5],
// DATA:            32: _near + [2147483520.0, -2147483648.0, 1e6, -123456.7, 65535.9, -65536.5, 16777216.0, 3e8],
// DATA:            64: _near + [9223371487098961920.0, -9223372036854775808.0, 1e15, -1e12, 4294967296.0, -4294967297.0, 1e18, 5e9]}
// DATA: _unsigned = {8: [255.5, 128.0, -0.75], 16: [65535.5, 32768.0, -0.75],
// DATA:              32: [4294967040.0, 2147483648.0, -0.75], 64: [18446742974197923840.0, 9223372036854775808.0, -0.75]}
// DATA: _round = {"f16": lambda v: v.astype(np.float16), "bf16": bf16, "f32": lambda v: v.astype(np.float32), "f64": lambda v: v}
// DATA: _value = {"f16": np.float64, "bf16": bf16.values, "f32": np.float64, "f64": np.float64}
// DATA: def _fitting(values, kind, low, high):
// DATA:     rounded = _round[kind](np.array(values))
// DATA:     value = _value[kind](rounded)
// DATA:     fits = np.isfinite(value) & (np.trunc(value) >= low) & (np.trunc(value) <= high)
// DATA:     return np.where(fits, rounded, np.zeros_like(rounded))
// DATA: for _kind in _round:
// DATA:     for _bits in (8, 16, 32, 64):
// DATA:         _s = _fitting(_signed[_bits], _kind, -2.0**(_bits - 1), np.nextafter(2.0**(_bits - 1), 0) if _bits == 64 else 2.0**(_bits - 1) - 1)
// DATA:         _u = _fitting((_unsigned[_bits] + [abs(v) for v in _signed[_bits]])[:16], _kind, 0.0, np.nextafter(2.0**_bits, 0) if _bits == 64 else 2.0**_bits - 1)
// DATA:         _names[f"{_kind}_s{_bits}"], _names[f"{_kind}_u{_bits}"] = _s, _u
// DATA:         _whole = [int(v) for v in _value[_kind](_s)] + [int(v) for v in _value[_kind](_u)]
// DATA:         _names[f"{_kind}_i{_bits}"] = wrap(_whole, f"i{_bits // 8}")
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=f16 --arg=s8=@%t/f16_s8.npy --arg=u8=@%t/f16_u8.npy --arg=s16=@%t/f16_s16.npy --arg=u16=@%t/f16_u16.npy --arg=s32=@%t/f16_s32.npy --arg=u32=@%t/f16_u32.npy --arg=s64=@%t/f16_s64.npy --arg=u64=@%t/f16_u64.npy --arg='i8=empty(32xi8)' --check=i8=@%t/f16_i8.npy --arg='i16=empty(32xi16)' --check=i16=@%t/f16_i16.npy --arg='i32=empty(32xi32)' --check=i32=@%t/f16_i32.npy --arg='i64=empty(32xi64)' --check=i64=@%t/f16_i64.npy
// RUN-CASE: minitc-run %s --kernel=bf16 --arg=s8=@%t/bf16_s8.npy --arg=u8=@%t/bf16_u8.npy --arg=s16=@%t/bf16_s16.npy --arg=u16=@%t/bf16_u16.npy --arg=s32=@%t/bf16_s32.npy --arg=u32=@%t/bf16_u32.npy --arg=s64=@%t/bf16_s64.npy --arg=u64=@%t/bf16_u64.npy --arg='i8=empty(32xi8)' --check=i8=@%t/bf16_i8.npy --arg='i16=empty(32xi16)' --check=i16=@%t/bf16_i16.npy --arg='i32=empty(32xi32)' --check=i32=@%t/bf16_i32.npy --arg='i64=empty(32xi64)' --check=i64=@%t/bf16_i64.npy
// RUN-CASE: minitc-run %s --kernel=f32 --arg=s8=@%t/f32_s8.npy --arg=u8=@%t/f32_u8.npy --arg=s16=@%t/f32_s16.npy --arg=u16=@%t/f32_u16.npy --arg=s32=@%t/f32_s32.npy --arg=u32=@%t/f32_u32.npy --arg=s64=@%t/f32_s64.npy --arg=u64=@%t/f32_u64.npy --arg='i8=empty(32xi8)' --check=i8=@%t/f32_i8.npy --arg='i16=empty(32xi16)' --check=i16=@%t/f32_i16.npy --arg='i32=empty(32xi32)' --check=i32=@%t/f32_i32.npy --arg='i64=empty(32xi64)' --check=i64=@%t/f32_i64.npy
// RUN-CASE: minitc-run %s --kernel=f64 --arg=s8=@%t/f64_s8.npy --arg=u8=@%t/f64_u8.npy --arg=s16=@%t/f64_s16.npy --arg=u16=@%t/f64_u16.npy --arg=s32=@%t/f64_s32.npy --arg=u32=@%t/f64_u32.npy --arg=s64=@%t/f64_s64.npy --arg=u64=@%t/f64_u64.npy --arg='i8=empty(32xi8)' --check=i8=@%t/f64_i8.npy --arg='i16=empty(32xi16)' --check=i16=@%t/f64_i16.npy --arg='i32=empty(32xi32)' --check=i32=@%t/f64_i32.npy --arg='i64=empty(32xi64)' --check=i64=@%t/f64_i64.npy

tc.kernel @f16(
    %s8: !tc.ptr<f16>, %u8: !tc.ptr<f16>, %i8: !tc.ptr<i8>,
    %s16: !tc.ptr<f16>, %u16: !tc.ptr<f16>, %i16: !tc.ptr<i16>,
    %s32: !tc.ptr<f16>, %u32: !tc.ptr<f16>, %i32: !tc.ptr<i32>,
    %s64: !tc.ptr<f16>, %u64: !tc.ptr<f16>, %i64: !tc.ptr<i64>) {
  %first = tc.arange 0 to 16 : tensor<16xi32>
  %second = tc.arange 16 to 32 : tensor<16xi32>
  %p_s8 = tc.addptr %s8, %first : !tc.ptr<f16>, tensor<16xi32>
  %signed8 = tc.load %p_s8 : tensor<16x!tc.ptr<f16>>
  %fptosi8 = arith.fptosi %signed8 : tensor<16xf16> to tensor<16xi8>
  %p_i8 = tc.addptr %i8, %first : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i8, %fptosi8 : tensor<16x!tc.ptr<i8>>
  %p_u8 = tc.addptr %u8, %first : !tc.ptr<f16>, tensor<16xi32>
  %unsigned8 = tc.load %p_u8 : tensor<16x!tc.ptr<f16>>
  %fptoui8 = arith.fptoui %unsigned8 : tensor<16xf16> to tensor<16xi8>
  %p_i82 = tc.addptr %i8, %second : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i82, %fptoui8 : tensor<16x!tc.ptr<i8>>
  %p_s16 = tc.addptr %s16, %first : !tc.ptr<f16>, tensor<16xi32>
  %signed16 = tc.load %p_s16 : tensor<16x!tc.ptr<f16>>
  %fptosi16 = arith.fptosi %signed16 : tensor<16xf16> to tensor<16xi16>
  %p_i16 = tc.addptr %i16, %first : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i16, %fptosi16 : tensor<16x!tc.ptr<i16>>
  %p_u16 = tc.addptr %u16, %first : !tc.ptr<f16>, tensor<16xi32>
  %unsigned16 = tc.load %p_u16 : tensor<16x!tc.ptr<f16>>
  %fptoui16 = arith.fptoui %unsigned16 : tensor<16xf16> to tensor<16xi16>
  %p_i162 = tc.addptr %i16, %second : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i162, %fptoui16 : tensor<16x!tc.ptr<i16>>
  %p_s32 = tc.addptr %s32, %first : !tc.ptr<f16>, tensor<16xi32>
  %signed32 = tc.load %p_s32 : tensor<16x!tc.ptr<f16>>
  %fptosi32 = arith.fptosi %signed32 : tensor<16xf16> to tensor<16xi32>
  %p_i32 = tc.addptr %i32, %first : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i32, %fptosi32 : tensor<16x!tc.ptr<i32>>
  %p_u32 = tc.addptr %u32, %first : !tc.ptr<f16>, tensor<16xi32>
  %unsigned32 = tc.load %p_u32 : tensor<16x!tc.ptr<f16>>
  %fptoui32 = arith.fptoui %unsigned32 : tensor<16xf16> to tensor<16xi32>
  %p_i322 = tc.addptr %i32, %second : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i322, %fptoui32 : tensor<16x!tc.ptr<i32>>
  %p_s64 = tc.addptr %s64, %first : !tc.ptr<f16>, tensor<16xi32>
  %signed64 = tc.load %p_s64 : tensor<16x!tc.ptr<f16>>
  %fptosi64 = arith.fptosi %signed64 : tensor<16xf16> to tensor<16xi64>
  %p_i64 = tc.addptr %i64, %first : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i64, %fptosi64 : tensor<16x!tc.ptr<i64>>
  %p_u64 = tc.addptr %u64, %first : !tc.ptr<f16>, tensor<16xi32>
  %unsigned64 = tc.load %p_u64 : tensor<16x!tc.ptr<f16>>
  %fptoui64 = arith.fptoui %unsigned64 : tensor<16xf16> to tensor<16xi64>
  %p_i642 = tc.addptr %i64, %second : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i642, %fptoui64 : tensor<16x!tc.ptr<i64>>
  tc.return
}

tc.kernel @bf16(
    %s8: !tc.ptr<bf16>, %u8: !tc.ptr<bf16>, %i8: !tc.ptr<i8>,
    %s16: !tc.ptr<bf16>, %u16: !tc.ptr<bf16>, %i16: !tc.ptr<i16>,
    %s32: !tc.ptr<bf16>, %u32: !tc.ptr<bf16>, %i32: !tc.ptr<i32>,
    %s64: !tc.ptr<bf16>, %u64: !tc.ptr<bf16>, %i64: !tc.ptr<i64>) {
  %first = tc.arange 0 to 16 : tensor<16xi32>
  %second = tc.arange 16 to 32 : tensor<16xi32>
  %p_s8 = tc.addptr %s8, %first : !tc.ptr<bf16>, tensor<16xi32>
  %signed8 = tc.load %p_s8 : tensor<16x!tc.ptr<bf16>>
  %fptosi8 = arith.fptosi %signed8 : tensor<16xbf16> to tensor<16xi8>
  %p_i8 = tc.addptr %i8, %first : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i8, %fptosi8 : tensor<16x!tc.ptr<i8>>
  %p_u8 = tc.addptr %u8, %first : !tc.ptr<bf16>, tensor<16xi32>
  %unsigned8 = tc.load %p_u8 : tensor<16x!tc.ptr<bf16>>
  %fptoui8 = arith.fptoui %unsigned8 : tensor<16xbf16> to tensor<16xi8>
  %p_i82 = tc.addptr %i8, %second : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i82, %fptoui8 : tensor<16x!tc.ptr<i8>>
  %p_s16 = tc.addptr %s16, %first : !tc.ptr<bf16>, tensor<16xi32>
  %signed16 = tc.load %p_s16 : tensor<16x!tc.ptr<bf16>>
  %fptosi16 = arith.fptosi %signed16 : tensor<16xbf16> to tensor<16xi16>
  %p_i16 = tc.addptr %i16, %first : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i16, %fptosi16 : tensor<16x!tc.ptr<i16>>
  %p_u16 = tc.addptr %u16, %first : !tc.ptr<bf16>, tensor<16xi32>
  %unsigned16 = tc.load %p_u16 : tensor<16x!tc.ptr<bf16>>
  %fptoui16 = arith.fptoui %unsigned16 : tensor<16xbf16> to tensor<16xi16>
  %p_i162 = tc.addptr %i16, %second : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i162, %fptoui16 : tensor<16x!tc.ptr<i16>>
  %p_s32 = tc.addptr %s32, %first : !tc.ptr<bf16>, tensor<16xi32>
  %signed32 = tc.load %p_s32 : tensor<16x!tc.ptr<bf16>>
  %fptosi32 = arith.fptosi %signed32 : tensor<16xbf16> to tensor<16xi32>
  %p_i32 = tc.addptr %i32, %first : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i32, %fptosi32 : tensor<16x!tc.ptr<i32>>
  %p_u32 = tc.addptr %u32, %first : !tc.ptr<bf16>, tensor<16xi32>
  %unsigned32 = tc.load %p_u32 : tensor<16x!tc.ptr<bf16>>
  %fptoui32 = arith.fptoui %unsigned32 : tensor<16xbf16> to tensor<16xi32>
  %p_i322 = tc.addptr %i32, %second : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i322, %fptoui32 : tensor<16x!tc.ptr<i32>>
  %p_s64 = tc.addptr %s64, %first : !tc.ptr<bf16>, tensor<16xi32>
  %signed64 = tc.load %p_s64 : tensor<16x!tc.ptr<bf16>>
  %fptosi64 = arith.fptosi %signed64 : tensor<16xbf16> to tensor<16xi64>
  %p_i64 = tc.addptr %i64, %first : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i64, %fptosi64 : tensor<16x!tc.ptr<i64>>
  %p_u64 = tc.addptr %u64, %first : !tc.ptr<bf16>, tensor<16xi32>
  %unsigned64 = tc.load %p_u64 : tensor<16x!tc.ptr<bf16>>
  %fptoui64 = arith.fptoui %unsigned64 : tensor<16xbf16> to tensor<16xi64>
  %p_i642 = tc.addptr %i64, %second : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i642, %fptoui64 : tensor<16x!tc.ptr<i64>>
  tc.return
}

tc.kernel @f32(
    %s8: !tc.ptr<f32>, %u8: !tc.ptr<f32>, %i8: !tc.ptr<i8>,
    %s16: !tc.ptr<f32>, %u16: !tc.ptr<f32>, %i16: !tc.ptr<i16>,
    %s32: !tc.ptr<f32>, %u32: !tc.ptr<f32>, %i32: !tc.ptr<i32>,
    %s64: !tc.ptr<f32>, %u64: !tc.ptr<f32>, %i64: !tc.ptr<i64>) {
  %first = tc.arange 0 to 16 : tensor<16xi32>
  %second = tc.arange 16 to 32 : tensor<16xi32>
  %p_s8 = tc.addptr %s8, %first : !tc.ptr<f32>, tensor<16xi32>
  %signed8 = tc.load %p_s8 : tensor<16x!tc.ptr<f32>>
  %fptosi8 = arith.fptosi %signed8 : tensor<16xf32> to tensor<16xi8>
  %p_i8 = tc.addptr %i8, %first : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i8, %fptosi8 : tensor<16x!tc.ptr<i8>>
  %p_u8 = tc.addptr %u8, %first : !tc.ptr<f32>, tensor<16xi32>
  %unsigned8 = tc.load %p_u8 : tensor<16x!tc.ptr<f32>>
  %fptoui8 = arith.fptoui %unsigned8 : tensor<16xf32> to tensor<16xi8>
  %p_i82 = tc.addptr %i8, %second : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i82, %fptoui8 : tensor<16x!tc.ptr<i8>>
  %p_s16 = tc.addptr %s16, %first : !tc.ptr<f32>, tensor<16xi32>
  %signed16 = tc.load %p_s16 : tensor<16x!tc.ptr<f32>>
  %fptosi16 = arith.fptosi %signed16 : tensor<16xf32> to tensor<16xi16>
  %p_i16 = tc.addptr %i16, %first : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i16, %fptosi16 : tensor<16x!tc.ptr<i16>>
  %p_u16 = tc.addptr %u16, %first : !tc.ptr<f32>, tensor<16xi32>
  %unsigned16 = tc.load %p_u16 : tensor<16x!tc.ptr<f32>>
  %fptoui16 = arith.fptoui %unsigned16 : tensor<16xf32> to tensor<16xi16>
  %p_i162 = tc.addptr %i16, %second : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i162, %fptoui16 : tensor<16x!tc.ptr<i16>>
  %p_s32 = tc.addptr %s32, %first : !tc.ptr<f32>, tensor<16xi32>
  %signed32 = tc.load %p_s32 : tensor<16x!tc.ptr<f32>>
  %fptosi32 = arith.fptosi %signed32 : tensor<16xf32> to tensor<16xi32>
  %p_i32 = tc.addptr %i32, %first : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i32, %fptosi32 : tensor<16x!tc.ptr<i32>>
  %p_u32 = tc.addptr %u32, %first : !tc.ptr<f32>, tensor<16xi32>
  %unsigned32 = tc.load %p_u32 : tensor<16x!tc.ptr<f32>>
  %fptoui32 = arith.fptoui %unsigned32 : tensor<16xf32> to tensor<16xi32>
  %p_i322 = tc.addptr %i32, %second : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i322, %fptoui32 : tensor<16x!tc.ptr<i32>>
  %p_s64 = tc.addptr %s64, %first : !tc.ptr<f32>, tensor<16xi32>
  %signed64 = tc.load %p_s64 : tensor<16x!tc.ptr<f32>>
  %fptosi64 = arith.fptosi %signed64 : tensor<16xf32> to tensor<16xi64>
  %p_i64 = tc.addptr %i64, %first : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i64, %fptosi64 : tensor<16x!tc.ptr<i64>>
  %p_u64 = tc.addptr %u64, %first : !tc.ptr<f32>, tensor<16xi32>
  %unsigned64 = tc.load %p_u64 : tensor<16x!tc.ptr<f32>>
  %fptoui64 = arith.fptoui %unsigned64 : tensor<16xf32> to tensor<16xi64>
  %p_i642 = tc.addptr %i64, %second : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i642, %fptoui64 : tensor<16x!tc.ptr<i64>>
  tc.return
}

tc.kernel @f64(
    %s8: !tc.ptr<f64>, %u8: !tc.ptr<f64>, %i8: !tc.ptr<i8>,
    %s16: !tc.ptr<f64>, %u16: !tc.ptr<f64>, %i16: !tc.ptr<i16>,
    %s32: !tc.ptr<f64>, %u32: !tc.ptr<f64>, %i32: !tc.ptr<i32>,
    %s64: !tc.ptr<f64>, %u64: !tc.ptr<f64>, %i64: !tc.ptr<i64>) {
  %first = tc.arange 0 to 16 : tensor<16xi32>
  %second = tc.arange 16 to 32 : tensor<16xi32>
  %p_s8 = tc.addptr %s8, %first : !tc.ptr<f64>, tensor<16xi32>
  %signed8 = tc.load %p_s8 : tensor<16x!tc.ptr<f64>>
  %fptosi8 = arith.fptosi %signed8 : tensor<16xf64> to tensor<16xi8>
  %p_i8 = tc.addptr %i8, %first : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i8, %fptosi8 : tensor<16x!tc.ptr<i8>>
  %p_u8 = tc.addptr %u8, %first : !tc.ptr<f64>, tensor<16xi32>
  %unsigned8 = tc.load %p_u8 : tensor<16x!tc.ptr<f64>>
  %fptoui8 = arith.fptoui %unsigned8 : tensor<16xf64> to tensor<16xi8>
  %p_i82 = tc.addptr %i8, %second : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_i82, %fptoui8 : tensor<16x!tc.ptr<i8>>
  %p_s16 = tc.addptr %s16, %first : !tc.ptr<f64>, tensor<16xi32>
  %signed16 = tc.load %p_s16 : tensor<16x!tc.ptr<f64>>
  %fptosi16 = arith.fptosi %signed16 : tensor<16xf64> to tensor<16xi16>
  %p_i16 = tc.addptr %i16, %first : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i16, %fptosi16 : tensor<16x!tc.ptr<i16>>
  %p_u16 = tc.addptr %u16, %first : !tc.ptr<f64>, tensor<16xi32>
  %unsigned16 = tc.load %p_u16 : tensor<16x!tc.ptr<f64>>
  %fptoui16 = arith.fptoui %unsigned16 : tensor<16xf64> to tensor<16xi16>
  %p_i162 = tc.addptr %i16, %second : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_i162, %fptoui16 : tensor<16x!tc.ptr<i16>>
  %p_s32 = tc.addptr %s32, %first : !tc.ptr<f64>, tensor<16xi32>
  %signed32 = tc.load %p_s32 : tensor<16x!tc.ptr<f64>>
  %fptosi32 = arith.fptosi %signed32 : tensor<16xf64> to tensor<16xi32>
  %p_i32 = tc.addptr %i32, %first : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i32, %fptosi32 : tensor<16x!tc.ptr<i32>>
  %p_u32 = tc.addptr %u32, %first : !tc.ptr<f64>, tensor<16xi32>
  %unsigned32 = tc.load %p_u32 : tensor<16x!tc.ptr<f64>>
  %fptoui32 = arith.fptoui %unsigned32 : tensor<16xf64> to tensor<16xi32>
  %p_i322 = tc.addptr %i32, %second : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_i322, %fptoui32 : tensor<16x!tc.ptr<i32>>
  %p_s64 = tc.addptr %s64, %first : !tc.ptr<f64>, tensor<16xi32>
  %signed64 = tc.load %p_s64 : tensor<16x!tc.ptr<f64>>
  %fptosi64 = arith.fptosi %signed64 : tensor<16xf64> to tensor<16xi64>
  %p_i64 = tc.addptr %i64, %first : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i64, %fptosi64 : tensor<16x!tc.ptr<i64>>
  %p_u64 = tc.addptr %u64, %first : !tc.ptr<f64>, tensor<16xi32>
  %unsigned64 = tc.load %p_u64 : tensor<16x!tc.ptr<f64>>
  %fptoui64 = arith.fptoui %unsigned64 : tensor<16xf64> to tensor<16xi64>
  %p_i642 = tc.addptr %i64, %second : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_i642, %fptoui64 : tensor<16x!tc.ptr<i64>>
  tc.return
}
