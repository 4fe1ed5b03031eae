// A product of matrices whose sizes are no multiples of the tile's, with views:
// the second one has its columns contiguous. Which array is the left one is
// chosen at run time, and views go through the loop.
//
// DATA: a = f16(*rng(1).integers(-3, 4, 45 * 70))
// DATA: b = f16(*rng(2).integers(-3, 4, 37 * 70))
// DATA: _product = a.reshape(45, 70).astype(np.float32) @ b.reshape(37, 70).astype(np.float32).T
// DATA: c = f32(*_product.ravel())
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=2x2 --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='c=empty(1665xf32)' --arg=m=45 --arg=n=37 --arg=k=70 --arg=a_stride=70 --arg=b_stride=70 --arg=c_stride=37 --check=c=@%t/c.npy

tc.kernel @view_matmul(%a: !tc.ptr<f16>, %b: !tc.ptr<f16>, %c: !tc.ptr<f32>, %m: i32, %n: i32, %k: i32, %a_stride: i64, %b_stride: i64, %c_stride: i64) attributes {num_warps = 2 : i32} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %fill = arith.constant 0.0 : f16
  %pid_m = tc.program_id x : i32
  %pid_n = tc.program_id y : i32
  %row = arith.muli %pid_m, %step : i32
  %column = arith.muli %pid_n, %step : i32
  %lhs = tc.make_view %a, shape [%m, %k], strides [%a_stride, %one] : !tc.ptr<f16> -> !tc.view<32x32xf16>
  %other = tc.make_view %b, shape [%m, %k], strides [%b_stride, %one] : !tc.ptr<f16> -> !tc.view<32x32xf16>
  %rhs = tc.make_view %b, shape [%k, %n], strides [%one, %b_stride] : !tc.ptr<f16> -> !tc.view<32x32xf16>
  %is_there = arith.cmpi sgt, %m, %zero : i32
  %chosen = arith.select %is_there, %lhs, %other : !tc.view<32x32xf16>
  %init = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum:2 = scf.for %i = %zero to %k step %step iter_args(%acc = %init, %view = %chosen) -> (tensor<32x32xf32>, !tc.view<32x32xf16>) : i32 {
    %x = tc.load_view %view[%row, %i] other %fill : !tc.view<32x32xf16>
    %y = tc.load_view %rhs[%i, %column] other %fill : !tc.view<32x32xf16>
    %d = tc.dot %x, %y, %acc : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    scf.yield %d, %view : tensor<32x32xf32>, !tc.view<32x32xf16>
  }
  %out = tc.make_view %c, shape [%m, %n], strides [%c_stride, %one] : !tc.ptr<f32> -> !tc.view<32x32xf32>
  tc.store_view %out[%row, %column], %sum#0 : !tc.view<32x32xf32>
  tc.return
}
