// Masked loads and stores of every element type, a range that neither starts nor
// ends at a whole vector: the lanes outside are not touched, those inside all are.
//
// DATA: _n = np.arange(1000)
// DATA: _inside = (_n >= 3) & (_n < 989)
// DATA: def _make(array, fill):
// DATA:     _copied = np.where(_inside, array, np.array(fill, array.dtype))
// DATA:     return array, _copied.astype(array.dtype)
// DATA: i1_in, i1_out = _make(_n % 3 == 0, True)
// DATA: i8_in, i8_out = _make(_n.astype(np.int8), 85)
// DATA: i16_in, i16_out = _make((_n * 77).astype(np.int16), 21845)
// DATA: i32_in, i32_out = _make((_n * 70001).astype(np.int32), 1431655765)
// DATA: i64_in, i64_out = _make(_n * 7000000000001, 6148914691236517205)
// DATA: f8E4M3FN_in, f8E4M3FN_out = _make((_n % 127).astype(np.uint8), 85)
// DATA: f8E5M2_in, f8E5M2_out = _make((_n % 123).astype(np.uint8), 85)
// DATA: f16_in, f16_out = _make((_n - 500).astype(np.float16), 85.3125)
// DATA: bf16_in, bf16_out = _make(bf16(_n * 3.25), 21845)
// DATA: f32_in, f32_out = _make((_n / 3).astype(np.float32), 0.1)
// DATA: f64_in, f64_out = _make(_n / 7, 0.1)
// DATA: for _t in ["i1", "i8", "i16", "i32", "i64", "f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64"]:
// DATA:     globals()[f"{_t}_old"] = np.full(1000, globals()[f"{_t}_out"][0])
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i1 --grid=2 --arg=x=@%t/i1_in.npy --arg=out=@%t/i1_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/i1_out.npy
// RUN-CASE: minitc-run %s --kernel=i8 --grid=2 --arg=x=@%t/i8_in.npy --arg=out=@%t/i8_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/i8_out.npy
// RUN-CASE: minitc-run %s --kernel=i16 --grid=2 --arg=x=@%t/i16_in.npy --arg=out=@%t/i16_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/i16_out.npy
// RUN-CASE: minitc-run %s --kernel=i32 --grid=2 --arg=x=@%t/i32_in.npy --arg=out=@%t/i32_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/i32_out.npy
// RUN-CASE: minitc-run %s --kernel=i64 --grid=2 --arg=x=@%t/i64_in.npy --arg=out=@%t/i64_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/i64_out.npy
// RUN-CASE: minitc-run %s --kernel=f8E4M3FN --grid=2 --arg=x=@%t/f8E4M3FN_in.npy --arg=out=@%t/f8E4M3FN_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/f8E4M3FN_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f8E5M2 --grid=2 --arg=x=@%t/f8E5M2_in.npy --arg=out=@%t/f8E5M2_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/f8E5M2_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f16 --grid=2 --arg=x=@%t/f16_in.npy --arg=out=@%t/f16_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/f16_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bf16 --grid=2 --arg=x=@%t/bf16_in.npy --arg=out=@%t/bf16_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/bf16_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --grid=2 --arg=x=@%t/f32_in.npy --arg=out=@%t/f32_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/f32_out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --grid=2 --arg=x=@%t/f64_in.npy --arg=out=@%t/f64_old.npy --arg=first=3 --arg=end=989 --check=out=@%t/f64_out.npy --rtol=0 --atol=0

tc.kernel @i1(%x: !tc.ptr<i1>, %out: !tc.ptr<i1>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant false
  %p_x = tc.addptr %x, %i : !tc.ptr<i1>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<i1>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i1>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<i1>>
  tc.return
}

tc.kernel @i8(%x: !tc.ptr<i8>, %out: !tc.ptr<i8>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0 : i8
  %p_x = tc.addptr %x, %i : !tc.ptr<i8>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<i8>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i8>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<i8>>
  tc.return
}

tc.kernel @i16(%x: !tc.ptr<i16>, %out: !tc.ptr<i16>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0 : i16
  %p_x = tc.addptr %x, %i : !tc.ptr<i16>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<i16>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i16>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<i16>>
  tc.return
}

tc.kernel @i32(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0 : i32
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<i32>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %out: !tc.ptr<i64>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0 : i64
  %p_x = tc.addptr %x, %i : !tc.ptr<i64>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<i64>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i64>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<i64>>
  tc.return
}

tc.kernel @f8E4M3FN(%x: !tc.ptr<f8E4M3FN>, %out: !tc.ptr<f8E4M3FN>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : f8E4M3FN
  %p_x = tc.addptr %x, %i : !tc.ptr<f8E4M3FN>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<f8E4M3FN>>
  %p_out = tc.addptr %out, %i : !tc.ptr<f8E4M3FN>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<f8E4M3FN>>
  tc.return
}

tc.kernel @f8E5M2(%x: !tc.ptr<f8E5M2>, %out: !tc.ptr<f8E5M2>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : f8E5M2
  %p_x = tc.addptr %x, %i : !tc.ptr<f8E5M2>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<f8E5M2>>
  %p_out = tc.addptr %out, %i : !tc.ptr<f8E5M2>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<f8E5M2>>
  tc.return
}

tc.kernel @f16(%x: !tc.ptr<f16>, %out: !tc.ptr<f16>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : f16
  %p_x = tc.addptr %x, %i : !tc.ptr<f16>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<f16>>
  %p_out = tc.addptr %out, %i : !tc.ptr<f16>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<f16>>
  tc.return
}

tc.kernel @bf16(%x: !tc.ptr<bf16>, %out: !tc.ptr<bf16>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : bf16
  %p_x = tc.addptr %x, %i : !tc.ptr<bf16>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<bf16>>
  %p_out = tc.addptr %out, %i : !tc.ptr<bf16>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f32>, %out: !tc.ptr<f32>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : f32
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<f32>>
  %p_out = tc.addptr %out, %i : !tc.ptr<f32>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %out: !tc.ptr<f64>, %first: i32, %end: i32) {
  %size = arith.constant 512 : i32
  %pid = tc.program_id x : i32
  %start = arith.muli %pid, %size : i32
  %starts = tc.splat %start : i32 -> tensor<512xi32>
  %lanes = tc.arange 0 to 512 : tensor<512xi32>
  %i = arith.addi %starts, %lanes : tensor<512xi32>
  %firsts = tc.splat %first : i32 -> tensor<512xi32>
  %ends = tc.splat %end : i32 -> tensor<512xi32>
  %after = arith.cmpi sge, %i, %firsts : tensor<512xi32>
  %before = arith.cmpi slt, %i, %ends : tensor<512xi32>
  %mask = arith.andi %after, %before : tensor<512xi1>
  %fill = arith.constant 0.0 : f64
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<512xi32>
  %v = tc.load %p_x mask %mask other %fill : tensor<512x!tc.ptr<f64>>
  %p_out = tc.addptr %out, %i : !tc.ptr<f64>, tensor<512xi32>
  tc.store %p_out, %v mask %mask : tensor<512x!tc.ptr<f64>>
  tc.return
}
