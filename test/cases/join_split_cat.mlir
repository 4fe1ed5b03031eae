// Two tiles joined along a new last dimension or put one after the other along each axis,
// and tiles split again, of integers and of pointers.
//
// DATA: a = np.arange(2048, dtype=np.int32) * 3 + 1
// DATA: b = -a
// DATA: joined_out = np.stack([a[:1024].reshape(32, 32), b[:1024].reshape(32, 32)], -1).ravel()
// DATA: halves_even, halves_odd = a[0::2], a[1::2]
// DATA: first_out = np.concatenate([a[:1024].reshape(32, 32), b[:1024].reshape(32, 32)], 0).ravel()
// DATA: last_out = np.concatenate([a[:1024].reshape(32, 32), b[:1024].reshape(32, 32)], 1).ravel()
// DATA: middle_out = np.concatenate([a[:1024].reshape(4, 8, 32), b[:1024].reshape(4, 8, 32)], 1).ravel()
// DATA: flat_out = np.concatenate([a[:512], b[:512]])
// DATA: single_out = i32(a[0], b[0])
// DATA: round_trip_out = a[:1024]
// DATA: pointers_even, pointers_odd = b[:256], a[:256]
// DATA: apart_out = np.concatenate([a[:64], b[:64]])
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=joined --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(2048xi32)' --check=out=@%t/joined_out.npy
// RUN-CASE: minitc-run %s --kernel=first --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(2048xi32)' --check=out=@%t/first_out.npy
// RUN-CASE: minitc-run %s --kernel=last --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(2048xi32)' --check=out=@%t/last_out.npy
// RUN-CASE: minitc-run %s --kernel=middle --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(2048xi32)' --check=out=@%t/middle_out.npy
// RUN-CASE: minitc-run %s --kernel=flat --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(1024xi32)' --check=out=@%t/flat_out.npy
// RUN-CASE: minitc-run %s --kernel=single --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(2xi32)' --check=out=@%t/single_out.npy
// RUN-CASE: minitc-run %s --kernel=halves --arg=a=@%t/a.npy --arg='even=empty(1024xi32)' --arg='odd=empty(1024xi32)' --check=even=@%t/halves_even.npy --check=odd=@%t/halves_odd.npy
// RUN-CASE: minitc-run %s --kernel=round_trip --arg=a=@%t/a.npy --arg='out=empty(1024xi32)' --check=out=@%t/round_trip_out.npy
// RUN-CASE: minitc-run %s --kernel=pointers --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='even=empty(256xi32)' --arg='odd=empty(256xi32)' --check=even=@%t/pointers_even.npy --check=odd=@%t/pointers_odd.npy
// RUN-CASE: minitc-run %s --kernel=apart --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='out=empty(128xi32)' --check=out=@%t/apart_out.npy

tc.kernel @joined(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %a, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %p_u = tc.addptr %b, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %u_flat = tc.load %p_u : tensor<1024x!tc.ptr<i32>>
  %u = tc.reshape %u_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %r = tc.join %t, %u : tensor<32x32xi32> -> tensor<32x32x2xi32>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %r_flat = tc.reshape %r : tensor<32x32x2xi32> -> tensor<2048xi32>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_out, %r_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @first(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %a, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %p_u = tc.addptr %b, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %u_flat = tc.load %p_u : tensor<1024x!tc.ptr<i32>>
  %u = tc.reshape %u_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %r = tc.cat %t, %u axis 0 : tensor<32x32xi32> -> tensor<64x32xi32>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %r_flat = tc.reshape %r : tensor<64x32xi32> -> tensor<2048xi32>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_out, %r_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @last(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %a, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %p_u = tc.addptr %b, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %u_flat = tc.load %p_u : tensor<1024x!tc.ptr<i32>>
  %u = tc.reshape %u_flat : tensor<1024xi32> -> tensor<32x32xi32>
  %r = tc.cat %t, %u axis 1 : tensor<32x32xi32> -> tensor<32x64xi32>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %r_flat = tc.reshape %r : tensor<32x64xi32> -> tensor<2048xi32>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_out, %r_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @middle(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 8 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %a, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<4x8x32xi32>
  %p_u = tc.addptr %b, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %u_flat = tc.load %p_u : tensor<1024x!tc.ptr<i32>>
  %u = tc.reshape %u_flat : tensor<1024xi32> -> tensor<4x8x32xi32>
  %r = tc.cat %t, %u axis 1 : tensor<4x8x32xi32> -> tensor<4x16x32xi32>
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %r_flat = tc.reshape %r : tensor<4x16x32xi32> -> tensor<2048xi32>
  %p_out = tc.addptr %out, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  tc.store %p_out, %r_flat : tensor<2048x!tc.ptr<i32>>
  tc.return
}

tc.kernel @flat(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i512 = tc.arange 0 to 512 : tensor<512xi32>
  %p_t = tc.addptr %a, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %t = tc.load %p_t : tensor<512x!tc.ptr<i32>>
  %p_u = tc.addptr %b, %i512 : !tc.ptr<i32>, tensor<512xi32>
  %u = tc.load %p_u : tensor<512x!tc.ptr<i32>>
  %r = tc.cat %t, %u axis 0 : tensor<512xi32> -> tensor<1024xi32>
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_out, %r : tensor<1024x!tc.ptr<i32>>
  tc.return
}

tc.kernel @single(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i1 = tc.arange 0 to 1 : tensor<1xi32>
  %p_t = tc.addptr %a, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %t = tc.load %p_t : tensor<1x!tc.ptr<i32>>
  %p_u = tc.addptr %b, %i1 : !tc.ptr<i32>, tensor<1xi32>
  %u = tc.load %p_u : tensor<1x!tc.ptr<i32>>
  %r = tc.cat %t, %u axis 0 : tensor<1xi32> -> tensor<2xi32>
  %i2 = tc.arange 0 to 2 : tensor<2xi32>
  %p_out = tc.addptr %out, %i2 : !tc.ptr<i32>, tensor<2xi32>
  tc.store %p_out, %r : tensor<2x!tc.ptr<i32>>
  tc.return
}

tc.kernel @halves(%a: !tc.ptr<i32>, %even: !tc.ptr<i32>, %odd: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i2048 = tc.arange 0 to 2048 : tensor<2048xi32>
  %p_t = tc.addptr %a, %i2048 : !tc.ptr<i32>, tensor<2048xi32>
  %t_flat = tc.load %p_t : tensor<2048x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<2048xi32> -> tensor<32x32x2xi32>
  %l, %r = tc.split %t : tensor<32x32x2xi32> -> tensor<32x32xi32>, tensor<32x32xi32>
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %l_flat = tc.reshape %l : tensor<32x32xi32> -> tensor<1024xi32>
  %p_even = tc.addptr %even, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_even, %l_flat : tensor<1024x!tc.ptr<i32>>
  %r_flat = tc.reshape %r : tensor<32x32xi32> -> tensor<1024xi32>
  %p_odd = tc.addptr %odd, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_odd, %r_flat : tensor<1024x!tc.ptr<i32>>
  tc.return
}

tc.kernel @round_trip(%a: !tc.ptr<i32>, %out: !tc.ptr<i32>) attributes {num_warps = 4 : i32} {
  %i1024 = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_t = tc.addptr %a, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  %t_flat = tc.load %p_t : tensor<1024x!tc.ptr<i32>>
  %t = tc.reshape %t_flat : tensor<1024xi32> -> tensor<512x2xi32>
  %l, %r = tc.split %t : tensor<512x2xi32> -> tensor<512xi32>, tensor<512xi32>
  %c = tc.cat %l, %r axis 0 : tensor<512xi32> -> tensor<1024xi32>
  %d = tc.reshape %c : tensor<1024xi32> -> tensor<2x512xi32>
  %e = tc.transpose %d [1, 0] : tensor<2x512xi32> -> tensor<512x2xi32>
  %f, %g = tc.split %e : tensor<512x2xi32> -> tensor<512xi32>, tensor<512xi32>
  %h = tc.join %f, %g : tensor<512xi32> -> tensor<512x2xi32>
  %h_flat = tc.reshape %h : tensor<512x2xi32> -> tensor<1024xi32>
  %p_out = tc.addptr %out, %i1024 : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_out, %h_flat : tensor<1024x!tc.ptr<i32>>
  tc.return
}

tc.kernel @pointers(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %even: !tc.ptr<i32>, %odd: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %as = tc.addptr %a, %i : !tc.ptr<i32>, tensor<256xi32>
  %bs = tc.addptr %b, %i : !tc.ptr<i32>, tensor<256xi32>
  %both = tc.join %as, %bs : tensor<256x!tc.ptr<i32>> -> tensor<256x2x!tc.ptr<i32>>
  %x = tc.load %both : tensor<256x2x!tc.ptr<i32>>
  %evens = tc.addptr %even, %i : !tc.ptr<i32>, tensor<256xi32>
  %odds = tc.addptr %odd, %i : !tc.ptr<i32>, tensor<256xi32>
  %outs = tc.cat %odds, %evens axis 0 : tensor<256x!tc.ptr<i32>> -> tensor<512x!tc.ptr<i32>>
  %l, %r = tc.split %x : tensor<256x2xi32> -> tensor<256xi32>, tensor<256xi32>
  %values = tc.cat %l, %r axis 0 : tensor<256xi32> -> tensor<512xi32>
  tc.store %outs, %values : tensor<512x!tc.ptr<i32>>
  tc.return
}

// The joined tile's layout comes from its transpose, in which the halves are far apart.
tc.kernel @apart(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>)
    attributes {num_warps = 4 : i32} {
  %i64 = tc.arange 0 to 64 : tensor<64xi32>
  %i128 = tc.arange 0 to 128 : tensor<128xi32>
  %p_t = tc.addptr %a, %i64 : !tc.ptr<i32>, tensor<64xi32>
  %t = tc.load %p_t : tensor<64x!tc.ptr<i32>>
  %p_u = tc.addptr %b, %i64 : !tc.ptr<i32>, tensor<64xi32>
  %u = tc.load %p_u : tensor<64x!tc.ptr<i32>>
  %r = tc.join %t, %u : tensor<64xi32> -> tensor<64x2xi32>
  %s = tc.transpose %r [1, 0] : tensor<64x2xi32> -> tensor<2x64xi32>
  %f = tc.reshape %s : tensor<2x64xi32> -> tensor<128xi32>
  %p_out = tc.addptr %out, %i128 : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_out, %f : tensor<128x!tc.ptr<i32>>
  tc.return
}
