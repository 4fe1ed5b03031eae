// RUN: minitc-opt %s --convert-tcg-to-nvvm -split-input-file -verify-diagnostics

#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
tc.kernel @to_f8(%x: f32) {
  // expected-error @below {{expected tc-expand-f8 to have replaced this conversion from 'f32'}}
  // expected-error @below {{failed to legalize}}
  %0 = tc.to_f8 %x : f32 -> f8E5M2
  tc.return
}

// -----

tc.kernel @from_f8(%x: f8E5M2) {
  // expected-error @below {{expected tc-expand-f8 to have replaced this conversion from 'f8E5M2'}}
  // expected-error @below {{failed to legalize}}
  %0 = arith.extf %x : f8E5M2 to f32
  tc.return
}

// -----

tc.kernel @alloc() {
  // expected-error @below {{expected tcg-allocate-shared-memory to have given it an offset}}
  // expected-error @below {{failed to legalize}}
  %m = tcg.local_alloc : !tcg.shared<[2] x f32, <{offset = [[1]]}>>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
#b = #tcg.layout<{lane = [[1], [2], [4], [8], [32]], warp = [[16]]}>
tc.kernel @convert(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #a>
  // expected-error @below {{expected tcg-lower-collectives to have taken this conversion through shared memory}}
  // expected-error @below {{failed to legalize}}
  %u = tcg.convert_layout %t : tensor<64xf32, #a> -> tensor<64xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
tc.kernel @reduce(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #a>
  // expected-error @below {{expected tcg-lower-collectives to have split this reduction over warps}}
  // expected-error @below {{failed to legalize}}
  %u = tc.reduce sum %t axis 0 : tensor<64xf32, #a> -> f32
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#b = #tcg.layout<{lane = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2]]}>
tc.kernel @reshape(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<32xf32, #a>
  // expected-error @below {{expected layouts that move nothing between threads, but got 'tensor<32xf32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>>' and}}
  // expected-error @below {{failed to legalize}}
  %u = tc.reshape %t : tensor<32xf32, #a> -> tensor<8x4xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{register = [[0, 1]], lane = [[1, 0]]}>
#b = #tcg.layout<{register = [[1]]}>
tc.kernel @reduce_result(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2x2xf32, #a>
  // expected-error @below {{expected a result in the layout of the tiles without the axis, but got 'tensor<2xf32, #tcg.layout<{register = [[1]]}>>'}}
  // expected-error @below {{failed to legalize}}
  %u = tc.reduce sum %t axis 1 : tensor<2x2xf32, #a> -> tensor<2xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{register = [[1]]}>
#b = #tcg.layout<{lane = [[1]]}>
tc.kernel @mixed(%p: !tc.ptr<f32>, %i: i32) {
  %ps = tc.splat %p : !tc.ptr<f32> -> tensor<2x!tc.ptr<f32>, #a>
  %is = tc.splat %i : i32 -> tensor<2xi32, #b>
  // expected-error @below {{expected tiles of one layout, but got 'tensor<2x!tc.ptr<f32>, #tcg.layout<{register = [[1]]}>>' and 'tensor<2xi32, #tcg.layout<{lane = [[1]]}>>'}}
  %q = tc.addptr %ps, %is : tensor<2x!tc.ptr<f32>, #a>, tensor<2xi32, #b>
  tc.return
}

// -----

tc.kernel @no_function(%x: f16) {
  // expected-error @below {{has neither an instruction nor a function of libdevice for 'f16'}}
  %0 = math.sin %x : f16
  tc.return
}

// -----

tc.kernel @long_exponent(%x: f32, %n: i64) {
  // expected-error @below {{expected an exponent of at most 32 bits, but got 'i64': use arith.trunci, or math.powf}}
  %0 = math.fpowi %x, %n : f32, i64
  tc.return
}

// -----

tc.kernel @atomic_scalar(%p: !tc.ptr<i32>, %x: i32) {
  // expected-error @below {{expected tcg-lower-atomics to have made a tile of this scalar}}
  // expected-error @below {{failed to legalize}}
  %o = tc.atomic_rmw add relaxed gpu %p, %x : !tc.ptr<i32>, i32
  tc.return
}

// -----

#twice = #tcg.layout<{register = [[0]], lane = [[1], [2], [4], [8], [16]]}>
tc.kernel @atomic_twice(%p: !tc.ptr<i32>, %x: i32) {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<32x!tc.ptr<i32>, #twice>
  %xs = tc.splat %x : i32 -> tensor<32xi32, #twice>
  // expected-error @below {{expected a layout that holds each element once in a thread, but got 'tensor<32xi32, #tcg.layout<}}
  // expected-error @below {{failed to legalize}}
  %o = tc.atomic_rmw add relaxed gpu %ps, %xs : tensor<32x!tc.ptr<i32>, #twice>, tensor<32xi32, #twice>
  tc.return
}

// -----

#warps = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[0]]}>
tc.kernel @atomic_copies(%p: !tc.ptr<i32>, %x: i32) attributes {num_warps = 2 : i32} {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<32x!tc.ptr<i32>, #warps>
  %xs = tc.splat %x : i32 -> tensor<32xi32, #warps>
  // expected-error @below {{expected tcg-lower-atomics to have taken the result through shared memory}}
  // expected-error @below {{failed to legalize}}
  %o = tc.atomic_cas relaxed gpu %ps, %xs, %xs : tensor<32x!tc.ptr<i32>, #warps>, tensor<32xi32, #warps>
  tc.store %ps, %o : tensor<32x!tc.ptr<i32>, #warps>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>
tc.kernel @scan(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<64xf32, #a>
  // expected-error @below {{expected tcg-lower-collectives to have put the axis in registers and sorted lanes, but got 'tensor<64xf32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[32]]}>>'}}
  // expected-error @below {{failed to legalize}}
  %u = tc.scan sum %t axis 0 : tensor<64xf32, #a>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[2], [1]]}>
tc.kernel @scan_unsorted(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #a>
  // expected-error @below {{expected tcg-lower-collectives to have put the axis in registers and sorted lanes, but got}}
  // expected-error @below {{failed to legalize}}
  %u = tc.scan sum %t axis 0 : tensor<4xf32, #a>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[0, 1]], warp = [[1, 0]]}>
#b = #tcg.layout<{lane = [[0]], warp = [[1]]}>
tc.kernel @carry(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2x2xf32, #a>
  %u = tc.splat %x : f32 -> tensor<2xf32, #b>
  // expected-error @below {{expected each thread to hold the totals of all blocks in registers, but got 'tensor<2xf32, #tcg.layout<{lane = [[0]], warp = [[1]]}>>' for}}
  // expected-error @below {{failed to legalize}}
  %v = tcg.carry(%t) totals(%u) axis 0 kind sum : (tensor<2x2xf32, #a>), (tensor<2xf32, #b>) -> (tensor<2x2xf32, #a>)
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1]], warp = [[2]]}>
tc.kernel @gather(%x: f32, %i: i32) {
  %t = tc.splat %x : f32 -> tensor<4xf32, #a>
  %is = tc.splat %i : i32 -> tensor<4xi32, #a>
  // expected-error @below {{expected tcg-lower-collectives to have taken this gather through shared memory}}
  // expected-error @below {{failed to legalize}}
  %u = tc.gather %t[%is] axis 0 : tensor<4xf32, #a>, tensor<4xi32, #a> -> tensor<4xf32, #a>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#b = #tcg.layout<{register = [[1]]}>
tc.kernel @gather_layouts(%x: f32, %i: i32) {
  %t = tc.splat %x : f32 -> tensor<2xf32, #a>
  %is = tc.splat %i : i32 -> tensor<2xi32, #a>
  // expected-error @below {{expected indices in the layout of the result, but got 'tensor<2xi32, #tcg.layout<{lane = [[1]]}>>' and 'tensor<2xf32, #tcg.layout<{register = [[1]]}>>'}}
  // expected-error @below {{failed to legalize}}
  %u = tc.gather %t[%is] axis 0 : tensor<2xf32, #a>, tensor<2xi32, #a> -> tensor<2xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#b = #tcg.layout<{register = [[0, 1], [1, 0]]}>
tc.kernel @join(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2xf32, #a>
  // expected-error @below {{expected layouts that move nothing between threads, but got}}
  // expected-error @below {{failed to legalize}}
  %u = tc.join %t, %t : tensor<2xf32, #a> -> tensor<2x2xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#b = #tcg.layout<{lane = [[0], [1]]}>
tc.kernel @split(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2x2xf32, #a>
  // expected-error @below {{expected layouts that move nothing between threads, but got}}
  // expected-error @below {{failed to legalize}}
  %u, %v = tc.split %t : tensor<2x2xf32, #a> -> tensor<2xf32, #b>, tensor<2xf32, #b>
  tc.return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#b = #tcg.layout<{register = [[1]]}>
tc.kernel @mixed_scan(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2xf32, #a>
  %u = tc.splat %x : f32 -> tensor<2xf32, #b>
  // expected-error @below {{expected tiles of one layout, but got 'tensor<2xf32, #tcg.layout<{lane = [[1]]}>>' and 'tensor<2xf32, #tcg.layout<{register = [[1]]}>>'}}
  %v, %w = tc.scan (%t, %u) axis 0 combine {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tc.yield %a, %d : f32, f32
  } : (tensor<2xf32, #a>, tensor<2xf32, #b>) -> (tensor<2xf32, #a>, tensor<2xf32, #b>)
  tc.return
}

// -----

#rows = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0]]}>
tc.kernel @unswizzled(%p: !tc.ptr<f16>, %i: i32) attributes {tcg.shared_bytes = 1024 : i32} {
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[8, 32] x f16, #rows>
  %b = tcg.local_alloc {offset = 512 : i32} : !tcg.shared<[1] x i64, #tcg.layout<{}>>
  // expected-error @below {{'tcg.tensor_copy' op expected memory in a swizzled layout that is contiguous where the array is}}
  tcg.tensor_copy <base = 0, element = f16, sizes = ["%1", "%1"], strides = ["%1", "1"], window = [8, 32]>[%i, %i], %m, %b : !tcg.shared<[8, 32] x f16, #rows>, !tcg.shared<[1] x i64, #tcg.layout<{}>>
  tc.return
}
