// Three loads of one array, shifted by -1, 0 and +1 and masked at its ends, and
// one that is masked everywhere and would be far outside: each masked lane gives
// just its own fill.
//
// DATA: x = f16(*range(1, 65))
// DATA: _left, _right = np.append([100], x[:-1]), np.append(x[1:], [200])
// DATA: out = (_left + x + _right + 7).astype(np.float16)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(64xf16)' --check=out=@%t/out.npy --rtol=0 --atol=0

tc.kernel @fill_leaks(%x: !tc.ptr<f16>, %out: !tc.ptr<f16>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %n = arith.constant dense<64> : tensor<64xi32>
  %far = arith.constant dense<1000000> : tensor<64xi32>
  %before = arith.subi %i, %one : tensor<64xi32>
  %after = arith.addi %i, %one : tensor<64xi32>
  %away = arith.addi %i, %far : tensor<64xi32>
  %has_before = arith.cmpi sge, %before, %zero : tensor<64xi32>
  %has_after = arith.cmpi slt, %after, %n : tensor<64xi32>
  %never = arith.cmpi slt, %i, %zero : tensor<64xi32>
  %f100 = arith.constant 100.0 : f16
  %f200 = arith.constant 200.0 : f16
  %f7 = arith.constant 7.0 : f16
  %p_x = tc.addptr %x, %before : !tc.ptr<f16>, tensor<64xi32>
  %a = tc.load %p_x mask %has_before other %f100 : tensor<64x!tc.ptr<f16>>
  %p_x2 = tc.addptr %x, %i : !tc.ptr<f16>, tensor<64xi32>
  %b = tc.load %p_x2 : tensor<64x!tc.ptr<f16>>
  %p_x3 = tc.addptr %x, %after : !tc.ptr<f16>, tensor<64xi32>
  %c = tc.load %p_x3 mask %has_after other %f200 : tensor<64x!tc.ptr<f16>>
  %p_x4 = tc.addptr %x, %away : !tc.ptr<f16>, tensor<64xi32>
  %d = tc.load %p_x4 mask %never other %f7 : tensor<64x!tc.ptr<f16>>
  %ab = arith.addf %a, %b : tensor<64xf16>
  %cd = arith.addf %c, %d : tensor<64xf16>
  %sum = arith.addf %ab, %cd : tensor<64xf16>
  %p_out = tc.addptr %out, %i : !tc.ptr<f16>, tensor<64xi32>
  tc.store %p_out, %sum : tensor<64x!tc.ptr<f16>>
  tc.return
}
