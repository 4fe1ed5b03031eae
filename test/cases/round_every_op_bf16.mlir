// bf16 rounds to nearest even after every operation, even where the next one would
// undo it: x + y - x is not y, and x * x / x is infinite on the way where x * x
// is too large. No two operations fuse, whatever --fp-contract says.
//
// DATA: _round = lambda v: bf16.values(bf16(v))
// DATA: _x = _round(rng(1).standard_normal(256) * 100)
// DATA: _y = _round(rng(2).standard_normal(256))
// DATA: _x[:4], _y[:4] = [3e38, -3e38, 1, 0.1], [3e38, 1, 2.0**-11, 0.3]
// DATA: _x[:4], _y[:4] = _round(_x[:4]), _round(_y[:4])
// DATA: x, y = bf16(_x), bf16(_y)
// DATA: sum = bf16(_round(_x + _y) - _x)
// DATA: product = bf16(_round(_x * _x) / _x)
// DATA: fused = bf16(_round(_x * _y) + _y)
// DATA: root = bf16(_round(np.sqrt(np.abs(_y))) * _x)
// DATA: chain = bf16(_round(_round(_round(_x - _y) * _y) + _x) / _y)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --fp-contract=on --arg=x=@%t/x.npy --arg=y=@%t/y.npy --arg='sum=empty(256xbf16)' --arg='product=empty(256xbf16)' --arg='fused=empty(256xbf16)' --arg='root=empty(256xbf16)' --arg='chain=empty(256xbf16)' --check=sum=@%t/sum.npy --check=product=@%t/product.npy --check=fused=@%t/fused.npy --check=root=@%t/root.npy --check=chain=@%t/chain.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --fp-contract=off --arg=x=@%t/x.npy --arg=y=@%t/y.npy --arg='sum=empty(256xbf16)' --arg='product=empty(256xbf16)' --arg='fused=empty(256xbf16)' --arg='root=empty(256xbf16)' --arg='chain=empty(256xbf16)' --check=sum=@%t/sum.npy --check=product=@%t/product.npy --check=fused=@%t/fused.npy --check=root=@%t/root.npy --check=chain=@%t/chain.npy --rtol=0 --atol=0

tc.kernel @round_every_op(%x: !tc.ptr<bf16>, %y: !tc.ptr<bf16>, %sum: !tc.ptr<bf16>,
                          %product: !tc.ptr<bf16>, %fused: !tc.ptr<bf16>,
                          %root: !tc.ptr<bf16>, %chain: !tc.ptr<bf16>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<bf16>, tensor<256xi32>
  %a = tc.load %p_x : tensor<256x!tc.ptr<bf16>>
  %p_y = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<256xi32>
  %b = tc.load %p_y : tensor<256x!tc.ptr<bf16>>

  %ab = arith.addf %a, %b : tensor<256xbf16>
  %s = arith.subf %ab, %a : tensor<256xbf16>
  %p_sum = tc.addptr %sum, %i : !tc.ptr<bf16>, tensor<256xi32>
  tc.store %p_sum, %s : tensor<256x!tc.ptr<bf16>>
  %aa = arith.mulf %a, %a : tensor<256xbf16>
  %p = arith.divf %aa, %a : tensor<256xbf16>
  %p_product = tc.addptr %product, %i : !tc.ptr<bf16>, tensor<256xi32>
  tc.store %p_product, %p : tensor<256x!tc.ptr<bf16>>
  %m = arith.mulf %a, %b : tensor<256xbf16>
  %f = arith.addf %m, %b : tensor<256xbf16>
  %p_fused = tc.addptr %fused, %i : !tc.ptr<bf16>, tensor<256xi32>
  tc.store %p_fused, %f : tensor<256x!tc.ptr<bf16>>
  %absolute = math.absf %b : tensor<256xbf16>
  %q = math.sqrt %absolute : tensor<256xbf16>
  %r = arith.mulf %q, %a : tensor<256xbf16>
  %p_root = tc.addptr %root, %i : !tc.ptr<bf16>, tensor<256xi32>
  tc.store %p_root, %r : tensor<256x!tc.ptr<bf16>>
  %c0 = arith.subf %a, %b : tensor<256xbf16>
  %c1 = arith.mulf %c0, %b : tensor<256xbf16>
  %c2 = arith.addf %c1, %a : tensor<256xbf16>
  %c = arith.divf %c2, %b : tensor<256xbf16>
  %p_chain = tc.addptr %chain, %i : !tc.ptr<bf16>, tensor<256xi32>
  tc.store %p_chain, %c : tensor<256x!tc.ptr<bf16>>
  tc.return
}
