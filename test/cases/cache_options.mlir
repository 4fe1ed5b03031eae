// The cache operator, the eviction policy and volatile change no value, in masked
// and unmasked accesses of several widths.
//
// DATA: x = f32(*range(256))
// DATA: out = np.concatenate([x * 8, np.where(np.arange(256) < 200, x * 2, -2)]).astype(np.float32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=full(512xf32, -2)' --check=out=@%t/out.npy --rtol=0 --atol=0

tc.kernel @cache_options(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                         %out: !tc.ptr<f32> {tc.divisible = 16 : i32}) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %j = tc.arange 256 to 512 : tensor<256xi32>
  %n = arith.constant dense<200> : tensor<256xi32>
  %mask = arith.cmpi slt, %i, %n : tensor<256xi32>
  %zero = arith.constant 0.0 : f32
  %p = tc.addptr %x, %i : !tc.ptr<f32>, tensor<256xi32>
  %a = tc.load %p cache ca : tensor<256x!tc.ptr<f32>>
  %b = tc.load %p cache cg : tensor<256x!tc.ptr<f32>>
  %c = tc.load %p cache cv : tensor<256x!tc.ptr<f32>>
  %d = tc.load %p evict first : tensor<256x!tc.ptr<f32>>
  %e = tc.load %p evict last : tensor<256x!tc.ptr<f32>>
  %f = tc.load %p volatile : tensor<256x!tc.ptr<f32>>
  %g = tc.load %p mask %mask other %zero cache cg : tensor<256x!tc.ptr<f32>>
  %h = tc.load %p mask %mask other %zero volatile : tensor<256x!tc.ptr<f32>>
  %k = tc.load %p volatile : tensor<256x!tc.ptr<f32>>
  %l = tc.load %p cache cs : tensor<256x!tc.ptr<f32>>
  %ab = arith.addf %a, %b : tensor<256xf32>
  %cd = arith.addf %c, %d : tensor<256xf32>
  %ef = arith.addf %e, %f : tensor<256xf32>
  %gh = arith.addf %g, %h : tensor<256xf32>
  %kl = arith.addf %k, %l : tensor<256xf32>
  %abcd = arith.addf %ab, %cd : tensor<256xf32>
  %efkl = arith.addf %ef, %kl : tensor<256xf32>
  %sum = arith.addf %abcd, %efkl : tensor<256xf32>
  %q = tc.addptr %out, %i : !tc.ptr<f32>, tensor<256xi32>
  %r = tc.addptr %out, %j : !tc.ptr<f32>, tensor<256xi32>
  tc.store %q, %sum cache cs : tensor<256x!tc.ptr<f32>>
  tc.store %r, %gh mask %mask evict last : tensor<256x!tc.ptr<f32>>
  tc.return
}
