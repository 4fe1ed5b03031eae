// RUN: minitc-opt %s -tc-lint -split-input-file -verify-diagnostics

// A fill that changes a reduction is warned about; what is neutral, or is not
// known to be wrong, is not.

// The best known trap: rows of negative numbers.
tc.kernel @zero_into_max(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{the fill is stated here, expected other 0xFF800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{masked lanes put 0.000000e+00 : f32 into 'max', where 0xFF800000 : f32 would change nothing}}
  %r = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// -inf swallows the sum.
tc.kernel @inf_into_sum(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  // expected-note @below {{the fill is stated here, expected other 0.000000e+00 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{masked lanes put 0xFF800000 : f32 into 'sum', where 0.000000e+00 : f32 would change nothing}}
  %r = tc.reduce sum %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Zero swallows the product.
tc.kernel @zero_into_prod(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{expected other 1.000000e+00 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{masked lanes put 0.000000e+00 : f32 into 'prod', where 1.000000e+00 : f32 would change nothing}}
  %r = tc.reduce prod %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @zero_into_min(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{expected other 0x7F800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{into 'min', where 0x7F800000 : f32 would change nothing}}
  %r = tc.reduce min %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @zero_into_argmax(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{expected other 0xFF800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{into 'argmax', where 0xFF800000 : f32}}
  %v, %r = tc.reduce argmax %x axis 0 : tensor<8xf32> -> f32, i32
  tc.return
}

// -----

// max propagates NaN; maxnum ignores it.
tc.kernel @nan_into_max(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0x7FC00000 : f32
  // expected-note @below {{expected other 0xFF800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  // expected-warning @below {{masked lanes put 0x7FC00000 : f32 into 'max'}}
  %r = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
  %s = tc.reduce maxnum %x axis 0 : tensor<8xf32> -> f32
  %t = tc.reduce minnum %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Right fills, the lowest finite number among them.
tc.kernel @neutral(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %r = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
  %s = tc.reduce maxnum %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @lowest_finite(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant -3.40282347E+38 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %r = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
  %s = tc.reduce maxnum %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @negative_zero(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant -0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %r = tc.reduce sum %x axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Signed and unsigned, and the bits.
tc.kernel @integers(%p: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %fill = arith.constant 0 : i32
  // expected-note @below {{expected other -2147483648 : i32}}
  // expected-note @below {{expected other 2147483647 : i32}}
  // expected-note @below {{expected other -1 : i32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i32>>
  %r = tc.reduce sum %x axis 0 : tensor<8xi32> -> i32
  %s = tc.reduce umax %x axis 0 : tensor<8xi32> -> i32
  %t = tc.reduce or %x axis 0 : tensor<8xi32> -> i32
  %u = tc.reduce xor %x axis 0 : tensor<8xi32> -> i32
  // expected-warning @below {{masked lanes put 0 : i32 into 'max', where -2147483648 : i32 would change nothing}}
  %v = tc.reduce max %x axis 0 : tensor<8xi32> -> i32
  // expected-warning @below {{masked lanes put 0 : i32 into 'min', where 2147483647 : i32 would change nothing}}
  %w = tc.reduce min %x axis 0 : tensor<8xi32> -> i32
  // expected-warning @below {{masked lanes put 0 : i32 into 'umin', where -1 : i32 would change nothing}}
  %y = tc.reduce umin %x axis 0 : tensor<8xi32> -> i32
  // expected-warning @below {{masked lanes put 0 : i32 into 'and', where -1 : i32 would change nothing}}
  %z = tc.reduce and %x axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @all_ones(%p: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %fill = arith.constant -1 : i32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i32>>
  %r = tc.reduce umin %x axis 0 : tensor<8xi32> -> i32
  %s = tc.reduce and %x axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @lowest_integer(%p: !tc.ptr<i32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %fill = arith.constant -2147483648 : i32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i32>>
  %r = tc.reduce max %x axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

// The lowest i8, extended, is the lowest there is.
tc.kernel @sign_extended(%p: !tc.ptr<i8>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<8xi32>
  %fill = arith.constant -128 : i8
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i8>>
  %y = arith.extsi %x : tensor<8xi8> to tensor<8xi32>
  %r = tc.reduce max %y axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @sign_extended_zero(%p: !tc.ptr<i8>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<8xi32>
  %fill = arith.constant 0 : i8
  // expected-note @below {{expected other -128 : i8}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i8>>
  %y = arith.extsi %x : tensor<8xi8> to tensor<8xi32>
  // expected-warning @below {{masked lanes put 0 : i32 into 'max', where -128 : i32 would change nothing}}
  %r = tc.reduce max %y axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @zero_extended(%p: !tc.ptr<i8>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<8xi32>
  %fill = arith.constant 0 : i8
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i8>>
  %y = arith.extui %x : tensor<8xi8> to tensor<8xi32>
  %r = tc.reduce max %y axis 0 : tensor<8xi32> -> i32
  %s = tc.reduce umax %y axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

// -128 is 128 without its sign.
tc.kernel @zero_extended_lowest(%p: !tc.ptr<i8>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<8xi32>
  %fill = arith.constant -128 : i8
  // expected-note @below {{expected other 0 : i8}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i8>>
  %y = arith.extui %x : tensor<8xi8> to tensor<8xi32>
  // expected-warning @below {{masked lanes put 128 : i32 into 'max', where 0 : i32 would change nothing}}
  %r = tc.reduce max %y axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @zero_extended_min(%p: !tc.ptr<i8>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i8>, tensor<8xi32>
  %fill = arith.constant -1 : i8
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i8>>
  %y = arith.extui %x : tensor<8xi8> to tensor<8xi32>
  %r = tc.reduce min %y axis 0 : tensor<8xi32> -> i32
  %s = tc.reduce umin %y axis 0 : tensor<8xi32> -> i32
  %t = tc.reduce and %y axis 0 : tensor<8xi32> -> i32
  tc.return
}

// -----

tc.kernel @bool_any(%p: !tc.ptr<i1>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<i1>, tensor<8xi32>
  %fill = arith.constant 0 : i1
  // expected-note @below {{expected other true}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<i1>>
  %r = tc.reduce or %x axis 0 : tensor<8xi1> -> i1
  // expected-warning @below {{masked lanes put false into 'and', where true would change nothing}}
  %s = tc.reduce and %x axis 0 : tensor<8xi1> -> i1
  tc.return
}

// -----

// Through casts of floats.
tc.kernel @half(%p: !tc.ptr<f16>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f16>, tensor<8xi32>
  %fill = arith.constant 0.0 : f16
  // expected-note @below {{expected other 0xFC00 : f16}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f16>>
  %y = arith.extf %x : tensor<8xf16> to tensor<8xf32>
  %r = tc.reduce sum %y axis 0 : tensor<8xf32> -> f32
  // expected-warning @below {{masked lanes put 0.000000e+00 : f32 into 'max', where 0xFF800000 : f32 would change nothing}}
  %s = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @bfloat(%p: !tc.ptr<bf16>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<bf16>, tensor<8xi32>
  %fill = arith.constant 0xFF80 : bf16
  // expected-note @below {{expected other 0.000000e+00 : bf16}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<bf16>>
  %y = arith.extf %x : tensor<8xbf16> to tensor<8xf32>
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  // expected-warning @below {{masked lanes put 0xFF800000 : f32 into 'sum'}}
  %s = tc.reduce sum %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// f8E4M3FN has no infinity: its lowest number is neutral for what it can hold.
tc.kernel @f8_lowest(%p: !tc.ptr<f8E4M3FN>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f8E4M3FN>, tensor<8xi32>
  %fill = arith.constant -448.0 : f8E4M3FN
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f8E4M3FN>>
  %y = arith.extf %x : tensor<8xf8E4M3FN> to tensor<8xf32>
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @f8_zero(%p: !tc.ptr<f8E4M3FN>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f8E4M3FN>, tensor<8xi32>
  %fill = arith.constant 0.0 : f8E4M3FN
  // expected-note @below {{expected other -4.480000e+02 : f8E4M3FN}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f8E4M3FN>>
  %y = arith.extf %x : tensor<8xf8E4M3FN> to tensor<8xf32>
  // expected-warning @below {{where -4.480000e+02 : f32 would change nothing}}
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// After other arithmetic the data may be lower.
tc.kernel @f8_then_arithmetic(%p: !tc.ptr<f8E4M3FN>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f8E4M3FN>, tensor<8xi32>
  %fill = arith.constant -448.0 : f8E4M3FN
  // expected-note @below {{the fill is stated here; before the reduction, use arith.select on the mask to put 0xFF800000 : f32 in its place}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f8E4M3FN>>
  %y = arith.extf %x : tensor<8xf8E4M3FN> to tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<8xf32>
  %z = arith.addf %y, %two : tensor<8xf32>
  // expected-warning @below {{masked lanes put -4.460000e+02 : f32 into 'max', where 0xFF800000 : f32 would change nothing}}
  %r = tc.reduce max %z axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// The sign turns max into min.
tc.kernel @negated(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0x7F800000 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %y = arith.negf %x : tensor<8xf32>
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @negated_wrong(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  // expected-note @below {{expected other 0x7F800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %y = arith.negf %x : tensor<8xf32>
  // expected-warning @below {{masked lanes put 0x7F800000 : f32 into 'max', where 0xFF800000 : f32}}
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// -inf minus the maximum is -inf, and exp of that adds nothing.
tc.kernel @softmax(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %r = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
  %rs = tc.splat %r : f32 -> tensor<8xf32>
  %d = arith.subf %x, %rs : tensor<8xf32>
  %e = math.exp %d : tensor<8xf32>
  %s = tc.reduce sum %e axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @softmax_bf16(%p: !tc.ptr<bf16>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<bf16>, tensor<8xi32>
  %fill = arith.constant 0xFF80 : bf16
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<bf16>>
  %w = math.exp2 %x : tensor<8xbf16>
  %r = tc.reduce sum %w axis 0 : tensor<8xbf16> -> bf16
  tc.return
}

// -----

tc.kernel @softmax_of_zeros(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{the fill is stated here; before the reduction, use arith.select on the mask to put 0.000000e+00 : f32 in its place}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %e = math.exp %x : tensor<8xf32>
  // expected-warning @below {{masked lanes put 1.000000e+00 : f32 into 'sum', where 0.000000e+00 : f32}}
  %r = tc.reduce sum %e axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Without the exp, it is infinite.
tc.kernel @logits_summed(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  // expected-note @below {{use arith.select on the mask to put 0.000000e+00 : f32 in its place}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %c = arith.constant dense<4.0> : tensor<8xf32>
  %y = arith.mulf %x, %c : tensor<8xf32>
  %d = arith.subf %y, %c : tensor<8xf32>
  // expected-warning @below {{masked lanes put 0xFF800000 : f32 into 'sum'}}
  %r = tc.reduce sum %d axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// select on the mask puts another fill in.
tc.kernel @refilled(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %low = arith.constant dense<0xFF800000> : tensor<8xf32>
  %y = arith.select %m, %x, %low : tensor<8xi1>, tensor<8xf32>
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @refilled_wrong(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0xFF800000 : f32
  // expected-note @below {{use arith.select on the mask to put 0.000000e+00 : f32 in its place}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %y = arith.select %m, %x, %one : tensor<8xi1>, tensor<8xf32>
  // expected-warning @below {{masked lanes put 1.000000e+00 : f32 into 'sum'}}
  %r = tc.reduce sum %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Another mask may cover more: nothing is known.
tc.kernel @other_select(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %low = arith.constant dense<0xFF800000> : tensor<8xf32>
  %four = arith.constant dense<4> : tensor<8xi32>
  %o = arith.cmpi slt, %i, %four : tensor<8xi32>
  %y = arith.select %o, %x, %low : tensor<8xi1>, tensor<8xf32>
  %r = tc.reduce max %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// Through shapes, the mask beside the value.
tc.kernel @shapes(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  // expected-note @below {{expected other 0xFF800000 : f32}}
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %x2 = tc.expand_dims %x axis 1 : tensor<8xf32> -> tensor<8x1xf32>
  %m2 = tc.expand_dims %m axis 1 : tensor<8xi1> -> tensor<8x1xi1>
  %x3 = tc.broadcast %x2 : tensor<8x1xf32> -> tensor<8x4xf32>
  %m3 = tc.broadcast %m2 : tensor<8x1xi1> -> tensor<8x4xi1>
  %x4 = tc.transpose %x3 [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  // expected-warning @below {{masked lanes put 0.000000e+00 : f32 into 'max'}}
  %r = tc.reduce max %x4 axis 1 : tensor<4x8xf32> -> tensor<4xf32>
  %low = arith.constant dense<0xFF800000> : tensor<8x4xf32>
  %y = arith.select %m3, %x3, %low : tensor<8x4xi1>, tensor<8x4xf32>
  %s = tc.reduce max %y axis 0 : tensor<8x4xf32> -> tensor<4xf32>
  tc.return
}

// -----

// Zero stays zero beside finite data; more is not assumed.
tc.kernel @products(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %f = arith.sitofp %i : tensor<8xi32> to tensor<8xf32>
  %y = arith.mulf %x, %f : tensor<8xf32>
  %r = tc.reduce sum %y axis 0 : tensor<8xf32> -> f32
  %z = arith.addf %x, %f : tensor<8xf32>
  %s = tc.reduce max %z axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

tc.kernel @squares(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %y = arith.mulf %x, %x : tensor<8xf32>
  %r = tc.reduce sum %y axis 0 : tensor<8xf32> -> f32
  tc.return
}

// -----

// A combiner of one's own has a neutral value that is not known.
tc.kernel @region(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 0.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  %r = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
  %c = arith.maximumf %a, %b : f32
  tc.yield %c : f32
  } : (tensor<8xf32>) -> (f32)
  tc.return
}

// -----

// No reduction, no warning.
tc.kernel @stored(%p: !tc.ptr<f32>, %n: i32) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ns = tc.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
  %fill = arith.constant 1.0 : f32
  %x = tc.load %q mask %m other %fill : tensor<8x!tc.ptr<f32>>
  tc.store %q, %x mask %m : tensor<8x!tc.ptr<f32>>
  tc.return
}
