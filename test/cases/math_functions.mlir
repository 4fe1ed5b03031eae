// The f32 functions with a bound of their own, against NumPy in f64: a sample of
// the range where each is not constant, and edge values. Bounds are in units in
// the last place of f32. And minus zero stays minus zero.
//
// DATA: def _sample(low, high, edges):
// DATA:     values = np.append(np.array(edges), rng(7).uniform(low, high, 1024 - len(edges)))
// DATA:     return values.astype(np.float32)
// DATA: _common = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-45, -1e-45, 1e-38, 1.17e-38, 3.4e38, -3.4e38]
// DATA: exp_in = _sample(-103, 88, _common + [88.72, 88.73, -87.4, -103.9, -104.1, 1e-8, -150.0])
// DATA: exp2_in = _sample(-149, 128, _common + [127.99, 128.0, -126.5, -149.0, -150.0, -151.0, 0.5])
// DATA: tanh_in = _sample(-10, 10, _common + [0.55, 0.54, 1e-4, -1e-4, 9.0, 20.0, 100.0])
// DATA: log_in = _sample(0, 8, _common + [0.9999999, 1.0000001, 2.0, 1e-40, 0.5, 1e30])
// DATA: sqrt_in = rsqrt_in = log_in
// DATA: log2_in = log_in
// DATA: def _exact(function, x):
// DATA:     exact = function(x.astype(np.float64))
// DATA:     return np.where(np.abs(exact) >= 2.0**128, np.sign(exact) * np.inf, exact)
// DATA: exp, exp2, tanh = _exact(np.exp, exp_in), _exact(np.exp2, exp2_in), _exact(np.tanh, tanh_in)
// DATA: log, log2, sqrt = _exact(np.log, log_in), _exact(np.log2, log2_in), _exact(np.sqrt, sqrt_in).astype(np.float32)
// DATA: rsqrt = _exact(lambda v: 1 / np.sqrt(v), rsqrt_in)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=exp --arg=x=@%t/exp_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/exp.npy --ulp=2
// RUN-CASE: minitc-run %s --kernel=exp2 --arg=x=@%t/exp2_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/exp2.npy --ulp=2
// RUN-CASE: minitc-run %s --kernel=tanh --arg=x=@%t/tanh_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/tanh.npy --ulp=2
// RUN-CASE: minitc-run %s --kernel=log --arg=x=@%t/log_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/log.npy --ulp=3
// RUN-CASE: minitc-run %s --kernel=log2 --arg=x=@%t/log2_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/log2.npy --ulp=3
// RUN-CASE: minitc-run %s --kernel=sqrt --arg=x=@%t/sqrt_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/sqrt.npy --ulp=0
// RUN-CASE: minitc-run %s --kernel=rsqrt --arg=x=@%t/rsqrt_in.npy --arg='y=empty(1024xf32)' --check=y=@%t/rsqrt.npy --ulp=2
// RUN-CASE: minitc-run %s --kernel=zeros --arg=x=-0.0 --arg='y=empty(2xi32)' --check='y=full(2xi32, -2147483648)'

tc.kernel @exp(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.exp %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @exp2(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.exp2 %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @tanh(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.tanh %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @log(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.log %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @log2(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.log2 %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @sqrt(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.sqrt %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @rsqrt(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %p_x : tensor<1024x!tc.ptr<f32>>
  %w = math.rsqrt %v : tensor<1024xf32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %p_y, %w : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @zeros(%x: f32, %y: !tc.ptr<i32>) {
  %tanh = math.tanh %x : f32
  %sqrt = math.sqrt %x : f32
  %a = arith.bitcast %tanh : f32 to i32
  %b = arith.bitcast %sqrt : f32 to i32
  %one = arith.constant 1 : i32
  %second = tc.addptr %y, %one : !tc.ptr<i32>, i32
  tc.store %y, %a : !tc.ptr<i32>
  tc.store %second, %b : !tc.ptr<i32>
  tc.return
}
