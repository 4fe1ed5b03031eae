// Tiles larger than the registers of a few warps hold comfortably, with 32 warps
// and with the compiler's own choice.
//
// DATA: x = rng(1).integers(-1000, 1000, 16384).astype(np.int32)
// DATA: sum, max_at = i32(x.sum()), i32(x.argmax())
// DATA: out = x[::-1] * 3
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(16384xi32)' --arg='sum=empty(1xi32)' --arg='max_at=empty(1xi32)' --check=out=@%t/out.npy --check=sum=@%t/sum.npy --check=max_at=@%t/max_at.npy
// RUN-CASE: minitc-run %s --num-warps=32 --arg=x=@%t/x.npy --arg='out=empty(16384xi32)' --arg='sum=empty(1xi32)' --arg='max_at=empty(1xi32)' --check=out=@%t/out.npy --check=sum=@%t/sum.npy --check=max_at=@%t/max_at.npy

tc.kernel @large_tile(%x: !tc.ptr<i32> {tc.divisible = 16 : i32},
                      %out: !tc.ptr<i32> {tc.divisible = 16 : i32},
                      %sum: !tc.ptr<i32>, %max_at: !tc.ptr<i32>) {
  %i = tc.arange 0 to 16384 : tensor<16384xi32>
  %last = arith.constant dense<16383> : tensor<16384xi32>
  %three = arith.constant dense<3> : tensor<16384xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<16384xi32>
  %v = tc.load %p_x : tensor<16384x!tc.ptr<i32>>
  %w = arith.muli %v, %three : tensor<16384xi32>
  %back = arith.subi %last, %i : tensor<16384xi32>
  %p_out = tc.addptr %out, %back : !tc.ptr<i32>, tensor<16384xi32>
  tc.store %p_out, %w : tensor<16384x!tc.ptr<i32>>
  %s = tc.reduce sum %v axis 0 : tensor<16384xi32> -> i32
  tc.store %sum, %s : !tc.ptr<i32>
  %m, %k = tc.reduce argmax %v axis 0 : tensor<16384xi32> -> i32, i32
  tc.store %max_at, %k : !tc.ptr<i32>
  tc.return
}
