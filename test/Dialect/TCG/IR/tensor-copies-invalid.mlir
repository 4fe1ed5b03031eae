// RUN: minitc-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a launch expression, but got "%1 add.64"}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1 add.64", "%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @operands() attributes {map = #map}

// -----

// expected-error @below {{expected a launch expression, but got "%1 %2 div.64"}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1 %2 div.64", "%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @operation() attributes {map = #map}

// -----

// expected-error @below {{expected a launch expression, but got "%1 %2"}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1 %2", "%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @two() attributes {map = #map}

// -----

// expected-error @below {{expected a launch expression, but got "%1 %2 add.4"}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1 %2 add.4", "%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @width() attributes {map = #map}

// -----

// expected-error @below {{expected a launch expression, but got 3 : i64}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = [3, "%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @number() attributes {map = #map}

// -----

// expected-error @below {{expected 2 to 5 sizes and as many strides and extents, but got 1, 2 and 2}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%2"], strides = ["%2", "1"], window = [16, 32]>
func.func private @rank() attributes {map = #map}

// -----

// expected-error @below {{expected two extents of more than 1, one of them along a stride of 1, but got 1 and 1}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2", "1"], window = [1, 32]>
func.func private @extents() attributes {map = #map}

// -----

// expected-error @below {{expected two extents of more than 1, one of them along a stride of 1, but got 2 and 0}}
#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2", "2"], window = [16, 32]>
func.func private @contiguous() attributes {map = #map}

// -----

#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2", "1"], window = [16, 32]>
tc.kernel @tile(%p: !tc.ptr<f16>, %i: i32) {
  // expected-error @below {{'tcg.tensor_load' op expected a tile of the map's 'tensor<16x32xf16>', but got 'tensor<32x16xf16>'}}
  %t = tcg.tensor_load #map[%i, %i] : tensor<32x16xf16>
  tc.return
}

// -----

#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2", "1"], window = [16, 32]>
tc.kernel @indices(%p: !tc.ptr<f16>, %i: i32) {
  // expected-error @below {{'tcg.tensor_load' op expected 2 indices, but got 1}}
  %t = tcg.tensor_load #map[%i] : tensor<16x32xf16>
  tc.return
}

// -----

#map = #tcg.tensor_map<base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2", "1"], window = [16, 32]>
#m = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0]]}>
tc.kernel @memory(%p: !tc.ptr<f16>, %i: i32) {
  %m = tcg.local_alloc : !tcg.shared<[8, 32] x f16, #m>
  %b = tcg.local_alloc : !tcg.shared<[1] x i64, #tcg.layout<{}>>
  // expected-error @below {{'tcg.tensor_copy' op expected shared memory for the map's 'tensor<16x32xf16>', but got}}
  tcg.tensor_copy #map[%i, %i], %m, %b : !tcg.shared<[8, 32] x f16, #m>, !tcg.shared<[1] x i64, #tcg.layout<{}>>
  tc.return
}

// -----

#row = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
func.func @finish(%t: tensor<32xf16, #row>) {
  // expected-error @below {{'tcg.finish' op expected a tile of f32, but got 'tensor<32xf16}}
  tcg.finish %t : tensor<32xf16, #row>
  return
}
