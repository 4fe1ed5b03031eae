// RUN: minitc-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts))'
// RUN: not minitc-opt %s -split-input-file --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=3}))' 2>&1 | FileCheck %s

// CHECK: expected the number of warps to be a power of two up to 32, but got 3
tc.kernel @spills(%x: f32) attributes {num_warps = 1 : i32} {
  // expected-warning @below {{'tensor<16384xf32>' takes 512 registers of each thread, of 255 there are: use a smaller tile or more warps than 1}}
  %t = tc.splat %x : f32 -> tensor<16384xf32>
  tc.return
}

// -----

tc.kernel @refused(%x: f64) {
  // expected-error @below {{'tensor<1048576xf64>' takes 2048 registers of each thread, but at most 1024 are allowed and 255 exist: use a smaller tile}}
  %t = tc.splat %x : f64 -> tensor<1048576xf64>
  tc.return
}

// -----

tc.kernel @tile_in_combiner(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<8xf32>
  // expected-error @below {{a combiner works on scalars}}
  %r = tc.reduce (%t) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    // expected-note @below {{'tc.splat' takes or makes a tile}}
    %u = tc.splat %a : f32 -> tensor<8xf32>
    %s = tc.reduce sum %u axis 0 : tensor<8xf32> -> f32
    tc.yield %s : f32
  } : (tensor<8xf32>) -> (f32)
  tc.return
}

// -----

tc.kernel @tile_in_combiner_of_scan(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<8xf32>
  // expected-error @below {{a combiner works on scalars}}
  %r = tc.scan (%t) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    // expected-note @below {{'tc.splat' takes or makes a tile}}
    %u = tc.splat %a : f32 -> tensor<8xf32>
    %s = tc.reduce sum %u axis 0 : tensor<8xf32> -> f32
    tc.yield %s : f32
  } : (tensor<8xf32>) -> (tensor<8xf32>)
  tc.return
}

// -----

tc.kernel @view(%x: !tc.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @below {{expected tc-expand-views to have replaced it}}
  %v = tc.make_view %x, shape [%n], strides [%s] : !tc.ptr<f32> -> !tc.view<8xf32>
  tc.return
}
