// Every cast between integer types: sign and zero extension and truncation, i1
// among them (true is -1 when sign-extended).
//
// DATA: _edges = [0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, 65535, 2**31 - 1, -2**31]
// DATA: def _make(bits):
// DATA:     return wrap(_edges, f"i{bits // 8}")
// DATA: def _extended(x, unsigned=False):
// DATA:     return ints(x, unsigned)
// DATA: x1 = np.array(_edges) % 2 != 0
// DATA: x8, x16, x32 = _make(8), _make(16), _make(32)
// DATA: x64 = i64(*_edges[:8], 2**63 - 1, -2**63, 2**32, 2**32 + 1, 2**16, 2**8, -2**33, 0x0123456789abcdef)
// DATA: _s1, _s8, _s16, _s32, _s64 = [-int(v) for v in x1], ints(x8), ints(x16), ints(x32), ints(x64)
// DATA: _u1, _u8, _u16, _u32 = [int(v) for v in x1], ints(x8, True), ints(x16, True), ints(x32, True)
// DATA: to64 = i64(*_s1, *_u1, *_s8, *_u8, *_s16, *_u16, *_s32, *_u32)
// DATA: to32 = i32(*_s1, *_u1, *_s8, *_u8, *_s16, *_u16, *_s64)
// DATA: to16 = i16(*_s1, *_u1, *_s8, *_u8, *_s32, *_s64)
// DATA: to8 = i8(*_s1, *_u1, *_s16, *_s32, *_s64)
// DATA: to1 = np.array([v % 2 != 0 for v in _s8 + _s16 + _s32 + _s64])
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x1=@%t/x1.npy --arg=x8=@%t/x8.npy --arg=x16=@%t/x16.npy --arg=x32=@%t/x32.npy --arg=x64=@%t/x64.npy --arg='to64=empty(128xi64)' --arg='to32=empty(112xi32)' --arg='to16=empty(96xi16)' --arg='to8=empty(80xi8)' --arg='to1=empty(64xi1)' --check=to64=@%t/to64.npy --check=to32=@%t/to32.npy --check=to16=@%t/to16.npy --check=to8=@%t/to8.npy --check=to1=@%t/to1.npy

tc.kernel @cast_integers(%x1: !tc.ptr<i1>, %x8: !tc.ptr<i8>, %x16: !tc.ptr<i16>,
                         %x32: !tc.ptr<i32>, %x64: !tc.ptr<i64>,
                         %to64: !tc.ptr<i64>, %to32: !tc.ptr<i32>,
                         %to16: !tc.ptr<i16>, %to8: !tc.ptr<i8>,
                         %to1: !tc.ptr<i1>) {
  %r0 = tc.arange 0 to 16 : tensor<16xi32>
  %r1 = tc.arange 16 to 32 : tensor<16xi32>
  %r2 = tc.arange 32 to 48 : tensor<16xi32>
  %r3 = tc.arange 48 to 64 : tensor<16xi32>
  %r4 = tc.arange 64 to 80 : tensor<16xi32>
  %r5 = tc.arange 80 to 96 : tensor<16xi32>
  %r6 = tc.arange 96 to 112 : tensor<16xi32>
  %r7 = tc.arange 112 to 128 : tensor<16xi32>
  %p_x1 = tc.addptr %x1, %r0 : !tc.ptr<i1>, tensor<16xi32>
  %i_x1 = tc.load %p_x1 : tensor<16x!tc.ptr<i1>>
  %p_x8 = tc.addptr %x8, %r0 : !tc.ptr<i8>, tensor<16xi32>
  %i_x8 = tc.load %p_x8 : tensor<16x!tc.ptr<i8>>
  %p_x16 = tc.addptr %x16, %r0 : !tc.ptr<i16>, tensor<16xi32>
  %i_x16 = tc.load %p_x16 : tensor<16x!tc.ptr<i16>>
  %p_x32 = tc.addptr %x32, %r0 : !tc.ptr<i32>, tensor<16xi32>
  %i_x32 = tc.load %p_x32 : tensor<16x!tc.ptr<i32>>
  %p_x64 = tc.addptr %x64, %r0 : !tc.ptr<i64>, tensor<16xi32>
  %i_x64 = tc.load %p_x64 : tensor<16x!tc.ptr<i64>>

  %extsi_x1_i64 = arith.extsi %i_x1 : tensor<16xi1> to tensor<16xi64>
  %p_to64 = tc.addptr %to64, %r0 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to64, %extsi_x1_i64 : tensor<16x!tc.ptr<i64>>
  %extui_x1_i64 = arith.extui %i_x1 : tensor<16xi1> to tensor<16xi64>
  %p_to642 = tc.addptr %to64, %r1 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to642, %extui_x1_i64 : tensor<16x!tc.ptr<i64>>
  %extsi_x8_i64 = arith.extsi %i_x8 : tensor<16xi8> to tensor<16xi64>
  %p_to643 = tc.addptr %to64, %r2 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to643, %extsi_x8_i64 : tensor<16x!tc.ptr<i64>>
  %extui_x8_i64 = arith.extui %i_x8 : tensor<16xi8> to tensor<16xi64>
  %p_to644 = tc.addptr %to64, %r3 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to644, %extui_x8_i64 : tensor<16x!tc.ptr<i64>>
  %extsi_x16_i64 = arith.extsi %i_x16 : tensor<16xi16> to tensor<16xi64>
  %p_to645 = tc.addptr %to64, %r4 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to645, %extsi_x16_i64 : tensor<16x!tc.ptr<i64>>
  %extui_x16_i64 = arith.extui %i_x16 : tensor<16xi16> to tensor<16xi64>
  %p_to646 = tc.addptr %to64, %r5 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to646, %extui_x16_i64 : tensor<16x!tc.ptr<i64>>
  %extsi_x32_i64 = arith.extsi %i_x32 : tensor<16xi32> to tensor<16xi64>
  %p_to647 = tc.addptr %to64, %r6 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to647, %extsi_x32_i64 : tensor<16x!tc.ptr<i64>>
  %extui_x32_i64 = arith.extui %i_x32 : tensor<16xi32> to tensor<16xi64>
  %p_to648 = tc.addptr %to64, %r7 : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_to648, %extui_x32_i64 : tensor<16x!tc.ptr<i64>>

  %extsi_x1_i32 = arith.extsi %i_x1 : tensor<16xi1> to tensor<16xi32>
  %p_to32 = tc.addptr %to32, %r0 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to32, %extsi_x1_i32 : tensor<16x!tc.ptr<i32>>
  %extui_x1_i32 = arith.extui %i_x1 : tensor<16xi1> to tensor<16xi32>
  %p_to322 = tc.addptr %to32, %r1 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to322, %extui_x1_i32 : tensor<16x!tc.ptr<i32>>
  %extsi_x8_i32 = arith.extsi %i_x8 : tensor<16xi8> to tensor<16xi32>
  %p_to323 = tc.addptr %to32, %r2 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to323, %extsi_x8_i32 : tensor<16x!tc.ptr<i32>>
  %extui_x8_i32 = arith.extui %i_x8 : tensor<16xi8> to tensor<16xi32>
  %p_to324 = tc.addptr %to32, %r3 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to324, %extui_x8_i32 : tensor<16x!tc.ptr<i32>>
  %extsi_x16_i32 = arith.extsi %i_x16 : tensor<16xi16> to tensor<16xi32>
  %p_to325 = tc.addptr %to32, %r4 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to325, %extsi_x16_i32 : tensor<16x!tc.ptr<i32>>
  %extui_x16_i32 = arith.extui %i_x16 : tensor<16xi16> to tensor<16xi32>
  %p_to326 = tc.addptr %to32, %r5 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to326, %extui_x16_i32 : tensor<16x!tc.ptr<i32>>
  %trunci_x64_i32 = arith.trunci %i_x64 : tensor<16xi64> to tensor<16xi32>
  %p_to327 = tc.addptr %to32, %r6 : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_to327, %trunci_x64_i32 : tensor<16x!tc.ptr<i32>>

  %extsi_x1_i16 = arith.extsi %i_x1 : tensor<16xi1> to tensor<16xi16>
  %p_to16 = tc.addptr %to16, %r0 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to16, %extsi_x1_i16 : tensor<16x!tc.ptr<i16>>
  %extui_x1_i16 = arith.extui %i_x1 : tensor<16xi1> to tensor<16xi16>
  %p_to162 = tc.addptr %to16, %r1 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to162, %extui_x1_i16 : tensor<16x!tc.ptr<i16>>
  %extsi_x8_i16 = arith.extsi %i_x8 : tensor<16xi8> to tensor<16xi16>
  %p_to163 = tc.addptr %to16, %r2 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to163, %extsi_x8_i16 : tensor<16x!tc.ptr<i16>>
  %extui_x8_i16 = arith.extui %i_x8 : tensor<16xi8> to tensor<16xi16>
  %p_to164 = tc.addptr %to16, %r3 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to164, %extui_x8_i16 : tensor<16x!tc.ptr<i16>>
  %trunci_x32_i16 = arith.trunci %i_x32 : tensor<16xi32> to tensor<16xi16>
  %p_to165 = tc.addptr %to16, %r4 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to165, %trunci_x32_i16 : tensor<16x!tc.ptr<i16>>
  %trunci_x64_i16 = arith.trunci %i_x64 : tensor<16xi64> to tensor<16xi16>
  %p_to166 = tc.addptr %to16, %r5 : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_to166, %trunci_x64_i16 : tensor<16x!tc.ptr<i16>>

  %extsi_x1_i8 = arith.extsi %i_x1 : tensor<16xi1> to tensor<16xi8>
  %p_to8 = tc.addptr %to8, %r0 : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_to8, %extsi_x1_i8 : tensor<16x!tc.ptr<i8>>
  %extui_x1_i8 = arith.extui %i_x1 : tensor<16xi1> to tensor<16xi8>
  %p_to82 = tc.addptr %to8, %r1 : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_to82, %extui_x1_i8 : tensor<16x!tc.ptr<i8>>
  %trunci_x16_i8 = arith.trunci %i_x16 : tensor<16xi16> to tensor<16xi8>
  %p_to83 = tc.addptr %to8, %r2 : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_to83, %trunci_x16_i8 : tensor<16x!tc.ptr<i8>>
  %trunci_x32_i8 = arith.trunci %i_x32 : tensor<16xi32> to tensor<16xi8>
  %p_to84 = tc.addptr %to8, %r3 : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_to84, %trunci_x32_i8 : tensor<16x!tc.ptr<i8>>
  %trunci_x64_i8 = arith.trunci %i_x64 : tensor<16xi64> to tensor<16xi8>
  %p_to85 = tc.addptr %to8, %r4 : !tc.ptr<i8>, tensor<16xi32>
  tc.store %p_to85, %trunci_x64_i8 : tensor<16x!tc.ptr<i8>>

  %trunci_x8_i1 = arith.trunci %i_x8 : tensor<16xi8> to tensor<16xi1>
  %p_to1 = tc.addptr %to1, %r0 : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_to1, %trunci_x8_i1 : tensor<16x!tc.ptr<i1>>
  %trunci_x16_i1 = arith.trunci %i_x16 : tensor<16xi16> to tensor<16xi1>
  %p_to12 = tc.addptr %to1, %r1 : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_to12, %trunci_x16_i1 : tensor<16x!tc.ptr<i1>>
  %trunci_x32_i1 = arith.trunci %i_x32 : tensor<16xi32> to tensor<16xi1>
  %p_to13 = tc.addptr %to1, %r2 : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_to13, %trunci_x32_i1 : tensor<16x!tc.ptr<i1>>
  %trunci_x64_i1 = arith.trunci %i_x64 : tensor<16xi64> to tensor<16xi1>
  %p_to14 = tc.addptr %to1, %r3 : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_to14, %trunci_x64_i1 : tensor<16x!tc.ptr<i1>>
  tc.return
}
