// Statistics of rows and of columns of one tile, used in turn: a value changes
// layout between reductions over different axes, in one program instance, with
// tiles of many shapes and numbers of warps.
//
// DATA: x = rng(1).integers(-50, 51, (64, 32)).astype(np.float32)
// DATA: _rows = x - x.max(1, keepdims=True)
// DATA: _columns = _rows - _rows.min(0, keepdims=True)
// DATA: out = _columns + _columns.sum(1, keepdims=True)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=x=@%t/x.npy --arg='out=empty(64x32xf32)' --check=out=@%t/out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=2 --arg=x=@%t/x.npy --arg='out=empty(64x32xf32)' --check=out=@%t/out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=4 --arg=x=@%t/x.npy --arg='out=empty(64x32xf32)' --check=out=@%t/out.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=16 --arg=x=@%t/x.npy --arg='out=empty(64x32xf32)' --check=out=@%t/out.npy --rtol=0 --atol=0

tc.kernel @standardize(%x: !tc.ptr<f32>, %out: !tc.ptr<f32>) {
  %n = tc.arange 0 to 2048 : tensor<2048xi32>
  %i = tc.reshape %n : tensor<2048xi32> -> tensor<64x32xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<64x32xi32>
  %v = tc.load %p_x : tensor<64x32x!tc.ptr<f32>>
  %a = tc.reduce max %v axis 1 : tensor<64x32xf32> -> tensor<64xf32>
  %a1 = tc.expand_dims %a axis 1 : tensor<64xf32> -> tensor<64x1xf32>
  %a2 = tc.broadcast %a1 : tensor<64x1xf32> -> tensor<64x32xf32>
  %rows = arith.subf %v, %a2 : tensor<64x32xf32>
  %b = tc.reduce min %rows axis 0 : tensor<64x32xf32> -> tensor<32xf32>
  %b1 = tc.expand_dims %b axis 0 : tensor<32xf32> -> tensor<1x32xf32>
  %b2 = tc.broadcast %b1 : tensor<1x32xf32> -> tensor<64x32xf32>
  %columns = arith.subf %rows, %b2 : tensor<64x32xf32>
  %c = tc.reduce sum %columns axis 1 : tensor<64x32xf32> -> tensor<64xf32>
  %c1 = tc.expand_dims %c axis 1 : tensor<64xf32> -> tensor<64x1xf32>
  %c2 = tc.broadcast %c1 : tensor<64x1xf32> -> tensor<64x32xf32>
  %y = arith.addf %columns, %c2 : tensor<64x32xf32>
  %p_out = tc.addptr %out, %i : !tc.ptr<f32>, tensor<64x32xi32>
  tc.store %p_out, %y : tensor<64x32x!tc.ptr<f32>>
  tc.return
}
