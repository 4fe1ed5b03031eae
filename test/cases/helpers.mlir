// Helper functions with tiles, scalars, pointers and several results, one calling
// another, one called twice and from a loop: all are inlined.
//
// DATA: x = f32(*range(64))
// DATA: _scaled = lambda v: v * 0.5 + 1
// DATA: out = _scaled(_scaled(x))
// DATA: for _ in range(3):
// DATA:     out = _scaled(out)
// DATA: range_ = f32(out.min(), out.max())
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(64xf32)' --arg='range=empty(2xf32)' --check=out=@%t/out.npy --check=range=@%t/range_.npy --rtol=0 --atol=0

func.func @scale(%v: tensor<64xf32>, %factor: f32) -> tensor<64xf32> {
  %factors = tc.splat %factor : f32 -> tensor<64xf32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %product = arith.mulf %v, %factors : tensor<64xf32>
  %sum = arith.addf %product, %one : tensor<64xf32>
  return %sum : tensor<64xf32>
}

func.func @scale_twice(%v: tensor<64xf32>) -> tensor<64xf32> {
  %half = arith.constant 0.5 : f32
  %a = func.call @scale(%v, %half) : (tensor<64xf32>, f32) -> tensor<64xf32>
  %b = func.call @scale(%a, %half) : (tensor<64xf32>, f32) -> tensor<64xf32>
  return %b : tensor<64xf32>
}

func.func @extremes(%v: tensor<64xf32>) -> (f32, f32) {
  %low = tc.reduce min %v axis 0 : tensor<64xf32> -> f32
  %high = tc.reduce max %v axis 0 : tensor<64xf32> -> f32
  return %low, %high : f32, f32
}

func.func @place(%base: !tc.ptr<f32>) -> tensor<64x!tc.ptr<f32>> {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %p = tc.addptr %base, %i : !tc.ptr<f32>, tensor<64xi32>
  return %p : tensor<64x!tc.ptr<f32>>
}

tc.kernel @helpers(%x: !tc.ptr<f32>, %out: !tc.ptr<f32>, %range: !tc.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %half = arith.constant 0.5 : f32
  %from = func.call @place(%x) : (!tc.ptr<f32>) -> tensor<64x!tc.ptr<f32>>
  %to = func.call @place(%out) : (!tc.ptr<f32>) -> tensor<64x!tc.ptr<f32>>
  %v = tc.load %from : tensor<64x!tc.ptr<f32>>
  %w = func.call @scale_twice(%v) : (tensor<64xf32>) -> tensor<64xf32>
  %r = scf.for %k = %zero to %three step %one iter_args(%a = %w) -> (tensor<64xf32>) : i32 {
    %b = func.call @scale(%a, %half) : (tensor<64xf32>, f32) -> tensor<64xf32>
    scf.yield %b : tensor<64xf32>
  }
  tc.store %to, %r : tensor<64x!tc.ptr<f32>>
  %low, %high = func.call @extremes(%r) : (tensor<64xf32>) -> (f32, f32)
  %second = tc.addptr %range, %one : !tc.ptr<f32>, i32
  tc.store %range, %low : !tc.ptr<f32>
  tc.store %second, %high : !tc.ptr<f32>
  tc.return
}
