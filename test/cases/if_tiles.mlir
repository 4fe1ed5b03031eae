// An if that yields tiles and scalars, with a reduction in one branch and another
// if inside, taken differently by each program instance.
//
// DATA: x = f32(*range(-100, 156)).reshape(4, 64)
// DATA: out = np.stack([x[0] - x[0].max(), x[1] * 2, x[2] - x[2].max(), -x[3]]).astype(np.float32)
// DATA: kind = i32(100, 2, 100, 3)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=4 --arg=x=@%t/x.npy --arg='out=empty(4x64xf32)' --arg='kind=empty(4xi32)' --check=out=@%t/out.npy --check=kind=@%t/kind.npy --rtol=0 --atol=0

tc.kernel @if_tiles(%x: !tc.ptr<f32>, %out: !tc.ptr<f32>, %kind: !tc.ptr<i32>) {
  %row = tc.program_id x : i32
  %width = arith.constant 64 : i32
  %one = arith.constant 1 : i32
  %base = arith.muli %row, %width : i32
  %bases = tc.splat %base : i32 -> tensor<64xi32>
  %lanes = tc.arange 0 to 64 : tensor<64xi32>
  %i = arith.addi %bases, %lanes : tensor<64xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<64xi32>
  %v = tc.load %p_x : tensor<64x!tc.ptr<f32>>
  %low = arith.andi %row, %one : i32
  %is_odd = arith.cmpi eq, %low, %one : i32
  %r, %k = scf.if %is_odd -> (tensor<64xf32>, i32) {
    %is_first = arith.cmpi eq, %row, %one : i32
    %w, %j = scf.if %is_first -> (tensor<64xf32>, i32) {
      %twice = arith.addf %v, %v : tensor<64xf32>
      %two = arith.constant 2 : i32
      scf.yield %twice, %two : tensor<64xf32>, i32
    } else {
      %minus = arith.negf %v : tensor<64xf32>
      %three = arith.constant 3 : i32
      scf.yield %minus, %three : tensor<64xf32>, i32
    }
    scf.yield %w, %j : tensor<64xf32>, i32
  } else {
    %max = tc.reduce max %v axis 0 : tensor<64xf32> -> f32
    %maxs = tc.splat %max : f32 -> tensor<64xf32>
    %less = arith.subf %v, %maxs : tensor<64xf32>
    %hundred = arith.constant 100 : i32
    scf.yield %less, %hundred : tensor<64xf32>, i32
  }
  %p_out = tc.addptr %out, %i : !tc.ptr<f32>, tensor<64xi32>
  tc.store %p_out, %r : tensor<64x!tc.ptr<f32>>
  %at = tc.addptr %kind, %row : !tc.ptr<i32>, i32
  tc.store %at, %k : !tc.ptr<i32>
  tc.return
}
