// RUN: minitc-opt %s -split-input-file -verify-diagnostics

tc.kernel @join(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected a result of 'tensor<8x2xf32>', but got 'tensor<16xf32>'}}
  %j = tc.join %t, %t : tensor<8xf32> -> tensor<16xf32>
  tc.return
}

// -----

tc.kernel @split(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8x4xf32>
  // expected-error @below {{expected a source of 'tensor<8x2xf32>', but got 'tensor<8x4xf32>'}}
  %a, %b = tc.split %t : tensor<8x4xf32> -> tensor<8xf32>, tensor<8xf32>
  tc.return
}

// -----

tc.kernel @cat_axis(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected an axis from 0 to 0, but got 1}}
  %r = tc.cat %t, %t axis 1 : tensor<8xf32> -> tensor<16xf32>
  tc.return
}

// -----

tc.kernel @cat_result(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8x4xf32>
  // expected-error @below {{expected a result of 'tensor<16x4xf32>', but got 'tensor<8x8xf32>'}}
  %r = tc.cat %t, %t axis 0 : tensor<8x4xf32> -> tensor<8x8xf32>
  tc.return
}

// -----

tc.kernel @atomic_kind(%p: !tc.ptr<f16>, %v: f16) {
  // expected-error @below {{'fmax' needs f32 or f64, but got 'f16'}}
  %r = tc.atomic_rmw fmax relaxed gpu %p, %v : !tc.ptr<f16>, f16
  tc.return
}

// -----

tc.kernel @atomic_narrow(%p: !tc.ptr<i16>, %v: i16) {
  // expected-error @below {{'add' needs i32 or i64, but got 'i16'}}
  %r = tc.atomic_rmw add relaxed gpu %p, %v : !tc.ptr<i16>, i16
  tc.return
}

// -----

tc.kernel @atomic_fadd_int(%p: !tc.ptr<i32>, %v: i32) {
  // expected-error @below {{'fadd' needs f16 bf16 f32 or f64, but got 'i32': use 'add'}}
  %r = tc.atomic_rmw fadd relaxed gpu %p, %v : !tc.ptr<i32>, i32
  tc.return
}

// -----

tc.kernel @atomic_max_float(%p: !tc.ptr<f64>, %v: f64) {
  // expected-error @below {{'max' needs i32 or i64, but got 'f64': use 'fmax'}}
  %r = tc.atomic_rmw max relaxed gpu %p, %v : !tc.ptr<f64>, f64
  tc.return
}

// -----

tc.kernel @atomic_value(%p: !tc.ptr<f32>, %v: f64) {
  // expected-error @below {{expected a value of 'f32', but got 'f64'}}
  %r = tc.atomic_rmw fadd relaxed gpu %p, %v : !tc.ptr<f32>, f64
  tc.return
}

// -----

tc.kernel @atomic_mask(%p: !tc.ptr<f32>, %v: f32, %m: i32) {
  // expected-note @above {{prior use here}}
  // expected-error @below {{expects different type than prior uses: 'i1' vs 'i32'}}
  %r = tc.atomic_rmw fadd relaxed gpu %p, %v mask %m : !tc.ptr<f32>, f32
  tc.return
}

// -----

tc.kernel @cas_narrow(%p: !tc.ptr<bf16>, %v: bf16) {
  // expected-error @below {{compare-and-swap needs i32 i64 f32 or f64, but got 'bf16'}}
  %r = tc.atomic_cas acq_rel gpu %p, %v, %v : !tc.ptr<bf16>, bf16
  tc.return
}

// -----

tc.kernel @scan_axis_missing(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{a scan states its axis: expected 'axis' and a number after the tile}}
  %r = tc.scan sum %t : tensor<8xf32>
  tc.return
}

// -----

tc.kernel @scan_axis(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected an axis from 0 to 0, but got 2}}
  %r = tc.scan sum %t axis 2 : tensor<8xf32>
  tc.return
}

// -----

tc.kernel @scan_argmax(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{'argmax' is not a scan (sum prod max min maxnum minnum umax umin and or xor)}}
  %r = tc.scan argmax %t axis 0 : tensor<8xf32>
  tc.return
}

// -----

tc.kernel @scan_unknown(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected a scan (sum prod max min maxnum minnum umax umin and or xor) or '(', but got 'mean'}}
  %r = tc.scan mean %t axis 0 : tensor<8xf32>
  tc.return
}

// -----

tc.kernel @scan_i1(%s: i1) {
  %t = tc.splat %s : i1 -> tensor<8xi1>
  // expected-error @below {{a sum of i1 would wrap at once: use arith.extui first (or 'or' for truth)}}
  %r = tc.scan sum %t axis 0 : tensor<8xi1>
  tc.return
}

// -----

tc.kernel @scan_f8(%s: f8E5M2) {
  %t = tc.splat %s : f8E5M2 -> tensor<8xf8E5M2>
  // expected-error @below {{cannot scan 'f8E5M2': use arith.extf first}}
  %r = tc.scan sum %t axis 0 : tensor<8xf8E5M2>
  tc.return
}

// -----

tc.kernel @scan_result(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected results of the sources' types 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %r = tc.scan (%t) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    tc.yield %b : f32
  } : (tensor<8xf32>) -> (tensor<4xf32>)
  tc.return
}

// -----

tc.kernel @scan_yield(%s: f32) {
  %t = tc.splat %s : f32 -> tensor<8xf32>
  // expected-error @below {{expected the region to yield 'f32', but got 'f32', 'f32'}}
  %r = tc.scan (%t) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    tc.yield %b, %a : f32, f32
  } : (tensor<8xf32>) -> (tensor<8xf32>)
  tc.return
}

// -----

tc.kernel @dot_precision(%s: f32) {
  %x = tc.splat %s : f32 -> tensor<16x16xf32>
  // expected-error @below {{a dot of f32 states its precision: add 'precision ieee' (exact products), 'precision tf32' (fast, 10 bits of mantissa) or 'precision tf32x3' (between)}}
  %r = tc.dot %x, %x, %x : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  tc.return
}

// -----

tc.kernel @dot_precision_f16(%s: f16) {
  %x = tc.splat %s : f16 -> tensor<16x16xf16>
  // expected-error @below {{only a dot of f32 has a precision, but the operands are 'f16'}}
  %r = tc.dot %x, %x, %x precision ieee : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf16>
  tc.return
}

// -----

tc.kernel @dot_mixed(%s: f16, %t: bf16, %u: f32) {
  %x = tc.splat %s : f16 -> tensor<16x16xf16>
  %y = tc.splat %t : bf16 -> tensor<16x16xbf16>
  %z = tc.splat %u : f32 -> tensor<16x16xf32>
  // expected-error @below {{expected operands of one element type, but got 'f16' and 'bf16'}}
  %r = tc.dot %x, %y, %z : tensor<16x16xf16>, tensor<16x16xbf16>, tensor<16x16xf32>
  tc.return
}

// -----

tc.kernel @dot_element(%s: i32) {
  %x = tc.splat %s : i32 -> tensor<16x16xi32>
  // expected-error @below {{expected operands of i8 f8E4M3FN f8E5M2 f16 bf16 f32 or f64, but got 'i32'}}
  %r = tc.dot %x, %x, %x : tensor<16x16xi32>, tensor<16x16xi32>, tensor<16x16xi32>
  tc.return
}

// -----

tc.kernel @dot_accumulator(%s: bf16) {
  %x = tc.splat %s : bf16 -> tensor<16x16xbf16>
  // expected-error @below {{a dot of 'bf16' accumulates in f32, but got 'bf16'}}
  %r = tc.dot %x, %x, %x : tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>
  tc.return
}

// -----

tc.kernel @dot_inner(%s: f16) {
  %x = tc.splat %s : f16 -> tensor<16x32xf16>
  %y = tc.splat %s : f16 -> tensor<16x16xf16>
  // expected-error @below {{expected as many columns of a as rows of b, but got 32 and 16}}
  %r = tc.dot %x, %y, %y : tensor<16x32xf16>, tensor<16x16xf16>, tensor<16x16xf16>
  tc.return
}

// -----

tc.kernel @dot_outer(%s: f16) {
  %x = tc.splat %s : f16 -> tensor<16x16xf16>
  %y = tc.splat %s : f16 -> tensor<16x32xf16>
  // expected-error @below {{expected an accumulator of 16x16, but got 16x32}}
  %r = tc.dot %x, %x, %y : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x32xf16>
  tc.return
}

// -----

tc.kernel @dot_rank(%s: f16) {
  %x = tc.splat %s : f16 -> tensor<16xf16>
  // expected-error @below {{expected three tiles of rank 2, or of rank 3 with the batch first, but got ranks 1, 1 and 1}}
  %r = tc.dot %x, %x, %x : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
  tc.return
}

// -----

tc.kernel @dot_batch(%s: f16) {
  %x = tc.splat %s : f16 -> tensor<2x16x16xf16>
  %y = tc.splat %s : f16 -> tensor<4x16x16xf16>
  // expected-error @below {{expected one batch size, but got 2, 4 and 2}}
  %r = tc.dot %x, %y, %x : tensor<2x16x16xf16>, tensor<4x16x16xf16>, tensor<2x16x16xf16>
  tc.return
}

// -----

tc.kernel @gather_index(%s: f32, %n: i8) {
  %x = tc.splat %s : f32 -> tensor<4xf32>
  %i = tc.splat %n : i8 -> tensor<8xi8>
  // expected-error @below {{expected indices of i32 or i64, but got 'i8': use arith.extsi or arith.extui first}}
  %r = tc.gather %x[%i] axis 0 : tensor<4xf32>, tensor<8xi8> -> tensor<8xf32>
  tc.return
}

// -----

tc.kernel @gather_axis(%s: f32, %n: i32) {
  %x = tc.splat %s : f32 -> tensor<4xf32>
  %i = tc.splat %n : i32 -> tensor<8xi32>
  // expected-error @below {{expected an axis from 0 to 0, but got -1}}
  %r = tc.gather %x[%i] axis -1 : tensor<4xf32>, tensor<8xi32> -> tensor<8xf32>
  tc.return
}

// -----

tc.kernel @gather_shape(%s: f32, %n: i32) {
  %x = tc.splat %s : f32 -> tensor<4x4xf32>
  %i = tc.splat %n : i32 -> tensor<8x8xi32>
  // expected-error @below {{expected indices of the source's shape except along axis 0, but got [8, 8] for [4, 4]}}
  %r = tc.gather %x[%i] axis 0 : tensor<4x4xf32>, tensor<8x8xi32> -> tensor<8x8xf32>
  tc.return
}

// -----

tc.kernel @gather_result(%s: f32, %n: i32) {
  %x = tc.splat %s : f32 -> tensor<4xf32>
  %i = tc.splat %n : i32 -> tensor<8xi32>
  // expected-error @below {{expected a result of 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %r = tc.gather %x[%i] axis 0 : tensor<4xf32>, tensor<8xi32> -> tensor<4xf32>
  tc.return
}

// -----

tc.kernel @histogram_values(%n: i16) {
  %i = tc.splat %n : i16 -> tensor<8xi16>
  // expected-error @below {{expected values of i32 or i64, but got 'i16': use arith.extsi or arith.extui first}}
  %r = tc.histogram %i : tensor<8xi16> -> tensor<4xi32>
  tc.return
}

// -----

tc.kernel @histogram_result(%n: i32) {
  %i = tc.splat %n : i32 -> tensor<8xi32>
  // expected-error @below {{expected a result of rank 1 and i32, but got 'tensor<4xi64>'}}
  %r = tc.histogram %i : tensor<8xi32> -> tensor<4xi64>
  tc.return
}

// -----

// expected-error @below {{a view is loaded as a tile: expected every dimension of a tile to be a power of two, but got 3: pad it to 4 and mask the rest}}
func.func private @view_shape(!tc.view<3xf32>)

// -----

// expected-error @below {{a view cannot hold 'index', expected i1 i8 i16 i32 i64 f8E4M3FN f8E5M2 f16 bf16 f32 or f64}}
func.func private @view_element(!tc.view<4xindex>)

// -----

tc.kernel @view_base(%p: !tc.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @below {{expected a base of '!tc.ptr<f16>', but got '!tc.ptr<f32>'}}
  %v = tc.make_view %p, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<128xf16>
  tc.return
}

// -----

tc.kernel @view_sizes(%p: !tc.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @below {{expected 2 sizes, one for each dimension of '!tc.view<4x4xf32>', but got 1}}
  %v = tc.make_view %p, shape [%n], strides [%s, %s] : !tc.ptr<f32> -> !tc.view<4x4xf32>
  tc.return
}

// -----

tc.kernel @view_strides(%p: !tc.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @below {{expected 2 strides, one for each dimension of '!tc.view<4x4xf32>', but got 1}}
  %v = tc.make_view %p, shape [%n, %n], strides [%s] : !tc.ptr<f32> -> !tc.view<4x4xf32>
  tc.return
}

// -----

tc.kernel @view_indices(%p: !tc.ptr<f32>, %n: i32, %s: i64, %z: f32) {
  %v = tc.make_view %p, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<4xf32>
  // expected-error @below {{expected 1 indices, one for each dimension of '!tc.view<4xf32>', but got 2}}
  %t = tc.load_view %v[%n, %n] other %z : !tc.view<4xf32>
  tc.return
}

// -----

tc.kernel @view_type(%p: !tc.ptr<f32>, %n: i32, %z: f32) {
  // expected-error @below {{'view' must be a view, but got 'i32'}}
  %t = tc.load_view %n[%n] other %z : i32
  tc.return
}
