// Windows that hang over every edge of an array, whose indices are negative or
// so large that adding to them wraps, and an array of no rows: what is outside
// reads as the fill and is not written.
//
// DATA: x = f32(*range(1, 101))
// DATA: _a = x.reshape(10, 10)
// DATA: _w = np.full((16, 8), -1.0)
// DATA: _w[3:13, 2:8] = _a[:, :6]
// DATA: above = f32(*_w.ravel())
// DATA: _w = np.full((16, 8), -1.0)
// DATA: _w[:4, :3] = _a[6:, 7:]
// DATA: below = f32(*_w.ravel())
// DATA: none = f32(*[-1.0] * 128)
// DATA: _y = np.zeros((10, 10))
// DATA: _y[:, :6] = _a[:, :6]
// DATA: _y[6:, 7:] = _a[6:, 7:]
// DATA: y = f32(*_y.ravel())
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=n=10 --arg=stride=10 --arg=far=2147483647 --arg='above=empty(128xf32)' --arg='below=empty(128xf32)' --arg='none=empty(384xf32)' --arg='y=zeros(100xf32)' --check=above=@%t/above.npy --check=below=@%t/below.npy --check=y=@%t/y.npy --check=none=@%t/none3.npy
// DATA: none3 = np.tile(none, 3)

tc.kernel @view_windows(%x: !tc.ptr<f32>, %n: i32, %stride: i64, %far: i32, %above: !tc.ptr<f32>, %below: !tc.ptr<f32>, %none: !tc.ptr<f32>, %y: !tc.ptr<f32>) {
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %zero = arith.constant 0 : i32
  %sixteen = arith.constant 16 : i32
  %columns = arith.constant 8 : i32
  %fill = arith.constant -1.0 : f32
  %array = tc.make_view %x, shape [%n, %n], strides [%stride, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>
  %copy = tc.make_view %y, shape [%n, %n], strides [%stride, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>

  %up = arith.constant -3 : i32
  %left = arith.constant -2 : i32
  %a = tc.load_view %array[%up, %left] other %fill : !tc.view<16x8xf32>
  %to_above = tc.make_view %above, shape [%sixteen, %columns], strides [%eight, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>
  tc.store_view %to_above[%zero, %zero], %a : !tc.view<16x8xf32>
  tc.store_view %copy[%up, %left], %a : !tc.view<16x8xf32>

  %down = arith.constant 6 : i32
  %right = arith.constant 7 : i32
  %b = tc.load_view %array[%down, %right] other %fill : !tc.view<16x8xf32>
  %to_below = tc.make_view %below, shape [%sixteen, %columns], strides [%eight, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>
  tc.store_view %to_below[%zero, %zero], %b : !tc.view<16x8xf32>
  tc.store_view %copy[%down, %right], %b : !tc.view<16x8xf32>

  // Nothing of these is inside: too far right, too far left, no rows at all.
  %rows = arith.constant 48 : i32
  %to_none = tc.make_view %none, shape [%rows, %columns], strides [%eight, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>
  %c = tc.load_view %array[%zero, %far] other %fill : !tc.view<16x8xf32>
  tc.store_view %to_none[%zero, %zero], %c : !tc.view<16x8xf32>
  tc.store_view %copy[%zero, %far], %c : !tc.view<16x8xf32>
  %minus = arith.constant -8 : i32
  %d = tc.load_view %array[%zero, %minus] other %fill : !tc.view<16x8xf32>
  tc.store_view %to_none[%sixteen, %zero], %d : !tc.view<16x8xf32>
  %negative = arith.subi %zero, %n : i32
  %empty = tc.make_view %x, shape [%negative, %n], strides [%stride, %one] : !tc.ptr<f32> -> !tc.view<16x8xf32>
  %e = tc.load_view %empty[%zero, %zero] other %fill : !tc.view<16x8xf32>
  %last = arith.constant 32 : i32
  tc.store_view %to_none[%last, %zero], %e : !tc.view<16x8xf32>
  tc.return
}
