// RUN: minitc-opt %s -split-input-file -verify-diagnostics

//===--- Kernels ----------------------------------------------------------===//

// expected-error @below {{'tc.kernel' op a kernel has no results: store them instead}}
tc.kernel @results() -> f32 {
  tc.return
}

// -----

// expected-error @below {{argument 1 is 'tensor<8xf32>', expected a scalar or a pointer: a kernel loads its tiles}}
tc.kernel @tile_argument(%n: i32, %x: tensor<8xf32>) {
  tc.return
}

// -----

// expected-error @below {{argument 0 is 'index', expected a scalar or a pointer}}
tc.kernel @index_argument(%n: index) {
  tc.return
}

// -----

// expected-error @below {{expected a kernel's name to be a C identifier, but got 'soft.max'}}
tc.kernel @soft.max() {
  tc.return
}

// -----

// expected-error @below {{expected a kernel's name to be a C identifier, but got '3d'}}
tc.kernel @"3d"() {
  tc.return
}

// -----

// expected-error @below {{a kernel is an entry point: it has no visibility}}
tc.kernel @hidden() attributes {sym_visibility = "private"} {
  tc.return
}

// -----

// expected-error @below {{expected num_warps to be a power of two up to 32, but got 3}}
tc.kernel @warps() attributes {num_warps = 3 : i32} {
  tc.return
}

// -----

// expected-error @below {{expected num_warps to be a power of two up to 32, but got 64}}
tc.kernel @many_warps() attributes {num_warps = 64 : i32} {
  tc.return
}

// -----

// expected-error @below {{expected num_warps to be a power of two up to 32, but got 0}}
tc.kernel @no_warps() attributes {num_warps = 0 : i32} {
  tc.return
}

// -----

// expected-error @below {{expected num_warps to be a power of two up to 32, but got -4}}
tc.kernel @negative_warps() attributes {num_warps = -4 : i32} {
  tc.return
}

// -----

// expected-error @below {{expected num_stages to be 1 to 16, but got 0}}
tc.kernel @stages() attributes {num_stages = 0 : i32} {
  tc.return
}

// -----

// expected-error @below {{expected num_stages to be 1 to 16, but got -1}}
tc.kernel @negative_stages() attributes {num_stages = -1 : i32} {
  tc.return
}

// -----

// expected-error @+1 {{attribute 'arg_names' is set by the signature}}
tc.kernel @names(%n: i32) attributes {arg_names = ["m"]} {
  tc.return
}

// -----

// expected-error @below {{expected as many argument names as arguments, 1, but got 2}}
"tc.kernel"() <{sym_name = "names", function_type = (i32) -> (), arg_names = ["n", "m"]}> ({
^bb0(%n: i32):
  tc.return
}) : () -> ()

// -----

// expected-error @below {{two arguments are called "n"}}
"tc.kernel"() <{sym_name = "names", function_type = (i32, i32) -> (), arg_names = ["n", "n"]}> ({
^bb0(%n: i32, %m: i32):
  tc.return
}) : () -> ()

// -----

// expected-error @below {{expected a body}}
"tc.kernel"() <{sym_name = "bodiless", function_type = () -> ()}> ({}) : () -> ()

// -----

// expected-error @below {{unknown argument attribute 'tc.aligned', expected 'tc.divisible'}}
tc.kernel @unknown_attribute(%n: i32 {tc.aligned = 16 : i32}) {
  tc.return
}

// -----

// expected-error @below {{expected 'tc.divisible' of argument 1 to be a positive i32, but got 16 : i64}}
tc.kernel @divisible_type(%n: i32, %m: i32 {tc.divisible = 16 : i64}) {
  tc.return
}

// -----

// expected-error @below {{expected 'tc.divisible' of argument 0 to be a positive i32, but got 0 : i32}}
tc.kernel @divisible_zero(%n: i32 {tc.divisible = 0 : i32}) {
  tc.return
}

// -----

// expected-error @below {{'tc.divisible' needs an integer or a pointer, but argument 0 is 'f32'}}
tc.kernel @divisible_float(%x: f32 {tc.divisible = 16 : i32}) {
  tc.return
}

// -----

func.func @returns() {
  // expected-error @below {{'tc.return' op expects parent op 'tc.kernel'}}
  tc.return
}

// -----

// expected-note @below {{see existing symbol definition here}}
tc.kernel @twice() {
  tc.return
}
// expected-error @below {{redefinition of symbol named 'twice'}}
tc.kernel @twice() {
  tc.return
}

// -----

//===--- Types ------------------------------------------------------------===//

// expected-error @+1 {{a pointer cannot point to 'i4', expected i1 i8 i16 i32 i64 f8E4M3FN f8E5M2 f16 bf16 f32 or f64}}
func.func private @pointee(!tc.ptr<i4>)

// -----

// expected-error @+1 {{a pointer cannot point to '!tc.ptr<f32>'}}
func.func private @pointer_to_pointer(!tc.ptr<!tc.ptr<f32>>)

// -----

// expected-error @+1 {{a pointer cannot point to 'tensor<8xf32>'}}
func.func private @pointer_to_tile(!tc.ptr<tensor<8xf32>>)

// -----

//===--- Making and shaping tiles -----------------------------------------===//

// expected-error @below {{expected elements of i32 or i64, but got 'i16'}}
%0 = tc.arange 0 to 8 : tensor<8xi16>

// -----

// expected-error @below {{expected a tile of rank 1, but got 'tensor<2x4xi32>'}}
%0 = tc.arange 0 to 8 : tensor<2x4xi32>

// -----

// expected-error @below {{expected as many elements as from 0 to 4, but got 'tensor<8xi32>'}}
%0 = tc.arange 0 to 4 : tensor<8xi32>

// -----

// expected-error @below {{expected as many elements as from 8 to 0, but got 'tensor<8xi32>'}}
%0 = tc.arange 8 to 0 : tensor<8xi32>

// -----

// expected-error @below {{expected as many elements as from -9223372036854775808 to 9223372036854775807}}
%0 = tc.arange -9223372036854775808 to 9223372036854775807 : tensor<1xi64>

// -----

// expected-error @below {{expected bounds that fit 'i32', but got 2147483644 to 2147483652}}
%0 = tc.arange 2147483644 to 2147483652 : tensor<8xi32>

// -----

// expected-error @below {{result #0 must be a tile of integers, but got 'tensor<8xf32>'}}
%0 = tc.arange 0 to 8 : tensor<8xf32>

// -----

// expected-error @below {{result #0 must be a tile of integers, but got 'tensor<3xi32>'}}
%0 = tc.arange 0 to 3 : tensor<3xi32>

// -----

func.func @splat(%x: f32) {
  // expected-error @below {{expected one element type, but got 'f32' and 'f16'}}
  %0 = tc.splat %x : f32 -> tensor<8xf16>
  return
}

// -----

func.func @splat_tile(%x: tensor<8xf32>) {
  // expected-error @below {{operand #0 must be a scalar (i1 i8 i16 i32 i64, f8E4M3FN f8E5M2 f16 bf16 f32 f64, or a pointer), but got 'tensor<8xf32>'}}
  %0 = tc.splat %x : tensor<8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @splat_size(%x: f32) {
  // expected-error @below {{result #0 must be a tile (rank 1 to 5, every dimension a power of two, at most 2^20 elements), but got 'tensor<12xf32>'}}
  %0 = tc.splat %x : f32 -> tensor<12xf32>
  return
}

// -----

func.func @expand_dims_axis(%x: tensor<8xf32>) {
  // expected-error @below {{expected an axis from 0 to 1, but got 2}}
  %0 = tc.expand_dims %x axis 2 : tensor<8xf32> -> tensor<8x1xf32>
  return
}

// -----

func.func @expand_dims_negative(%x: tensor<8xf32>) {
  // expected-error @below {{expected an axis from 0 to 1, but got -1}}
  %0 = tc.expand_dims %x axis -1 : tensor<8xf32> -> tensor<8x1xf32>
  return
}

// -----

func.func @expand_dims_shape(%x: tensor<8xf32>) {
  // expected-error @below {{expected a result of shape [1, 8], but got [8, 1]}}
  %0 = tc.expand_dims %x axis 0 : tensor<8xf32> -> tensor<8x1xf32>
  return
}

// -----

func.func @expand_dims_element(%x: tensor<8xf32>) {
  // expected-error @below {{expected one element type, but got 'f32' and 'f16'}}
  %0 = tc.expand_dims %x axis 0 : tensor<8xf32> -> tensor<1x8xf16>
  return
}

// -----

func.func @broadcast_rank(%x: tensor<8xf32>) {
  // expected-error @below {{expected source and result of one rank, but got 1 and 2: use tc.expand_dims first}}
  %0 = tc.broadcast %x : tensor<8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @broadcast_stretch(%x: tensor<8x2xf32>) {
  // expected-error @below {{only dimensions of size 1 can be stretched, but got [8, 2] to [8, 4]}}
  %0 = tc.broadcast %x : tensor<8x2xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @broadcast_element(%x: tensor<8x1xf32>) {
  // expected-error @below {{expected one element type, but got 'f32' and 'i32'}}
  %0 = tc.broadcast %x : tensor<8x1xf32> -> tensor<8x4xi32>
  return
}

// -----

func.func @reshape_count(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected as many elements in the result as in the source, 16, but got 32}}
  %0 = tc.reshape %x : tensor<8x2xf32> -> tensor<32xf32>
  return
}

// -----

func.func @reshape_element(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected one element type, but got 'f32' and 'f64'}}
  %0 = tc.reshape %x : tensor<8x2xf32> -> tensor<16xf64>
  return
}

// -----

func.func @transpose_order(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected the order to be a permutation of 0 to 1, but got [1, 1]}}
  %0 = tc.transpose %x [1, 1] : tensor<8x2xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @transpose_length(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected the order to be a permutation of 0 to 1, but got [1, 0, 2]}}
  %0 = tc.transpose %x [1, 0, 2] : tensor<8x2xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @transpose_shape(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected a result of shape [2, 8], but got [8, 2]}}
  %0 = tc.transpose %x [1, 0] : tensor<8x2xf32> -> tensor<8x2xf32>
  return
}

// -----

func.func @transpose_element(%x: tensor<8x2xf32>) {
  // expected-error @below {{expected one element type, but got 'f32' and 'bf16'}}
  %0 = tc.transpose %x [1, 0] : tensor<8x2xf32> -> tensor<2x8xbf16>
  return
}

// -----

//===--- Pointers and casts -----------------------------------------------===//

func.func @addptr_shape(%p: tensor<8x!tc.ptr<f32>>, %i: tensor<4xi32>) {
  // expected-error @below {{expected pointer and offset of one shape, but got 'tensor<8x!tc.ptr<f32>>' and 'tensor<4xi32>'}}
  %0 = tc.addptr %p, %i : tensor<8x!tc.ptr<f32>>, tensor<4xi32>
  return
}

// -----

func.func @addptr_offset(%p: !tc.ptr<f32>, %x: f32) {
  // expected-error @below {{operand #1 must be an integer or a tile of them, but got 'f32'}}
  %0 = tc.addptr %p, %x : !tc.ptr<f32>, f32
  return
}

// -----

func.func @addptr_pointer(%x: i64, %i: i32) {
  // expected-error @below {{operand #0 must be a pointer or a tile of them, but got 'i64'}}
  %0 = tc.addptr %x, %i : i64, i32
  return
}

// -----

func.func @int_to_ptr(%i: i32) {
  // expected-error @below {{expected addresses of i64, but got 'i32'}}
  %0 = tc.int_to_ptr %i : i32 -> !tc.ptr<f32>
  return
}

// -----

func.func @int_to_ptr_shape(%i: tensor<8xi64>) {
  // expected-error @below {{expected source and result of one shape, but got 'tensor<8xi64>' and '!tc.ptr<f32>'}}
  %0 = tc.int_to_ptr %i : tensor<8xi64> -> !tc.ptr<f32>
  return
}

// -----

func.func @ptr_to_int(%p: !tc.ptr<f32>) {
  // expected-error @below {{expected addresses of i64, but got 'i32'}}
  %0 = tc.ptr_to_int %p : !tc.ptr<f32> -> i32
  return
}

// -----

func.func @ptr_to_int_shape(%p: tensor<8x!tc.ptr<f32>>) {
  // expected-error @below {{expected source and result of one shape, but got 'tensor<8x!tc.ptr<f32>>' and 'tensor<4xi64>'}}
  %0 = tc.ptr_to_int %p : tensor<8x!tc.ptr<f32>> -> tensor<4xi64>
  return
}

// -----

func.func @bitcast_values(%x: f32) {
  // expected-error @below {{operand #0 must be a pointer or a tile of them, but got 'f32'}}
  %0 = tc.bitcast %x : f32 -> !tc.ptr<f32>
  return
}

// -----

func.func @bitcast_shape(%p: !tc.ptr<f32>) {
  // expected-error @below {{expected source and result of one shape, but got '!tc.ptr<f32>' and 'tensor<8x!tc.ptr<i8>>'}}
  %0 = tc.bitcast %p : !tc.ptr<f32> -> tensor<8x!tc.ptr<i8>>
  return
}

// -----

func.func @to_f8_source(%x: f8E5M2) {
  // expected-error @below {{expected a source of f16, bf16, f32 or f64, but got 'f8E5M2': use arith.extf first}}
  %0 = tc.to_f8 %x : f8E5M2 -> f8E4M3FN
  return
}

// -----

func.func @to_f8_result(%x: f32) {
  // expected-error @below {{expected a result of f8E4M3FN or f8E5M2, but got 'f16'}}
  %0 = tc.to_f8 %x : f32 -> f16
  return
}

// -----

func.func @to_f8_shape(%x: f32) {
  // expected-error @below {{expected source and result of one shape, but got 'f32' and 'tensor<8xf8E5M2>'}}
  %0 = tc.to_f8 %x : f32 -> tensor<8xf8E5M2>
  return
}

// -----

//===--- Memory -----------------------------------------------------------===//

func.func @mask_without_other(%p: !tc.ptr<f32>, %m: i1) {
  // expected-error @below {{a masked load states its fill: expected 'other' and a value after the mask}}
  %0 = tc.load %p mask %m : !tc.ptr<f32>
  return
}

// -----

func.func @other_without_mask(%p: !tc.ptr<f32>, %x: f32) {
  // expected-error @below {{'other' is the fill of masked lanes: expected 'mask' and a value before it}}
  %0 = tc.load %p other %x : !tc.ptr<f32>
  return
}

// -----

func.func @mask_alone(%p: !tc.ptr<f32>, %m: i1) {
  // expected-error @below {{mask and other come together or not at all: a masked load states its fill}}
  %0 = "tc.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!tc.ptr<f32>, i1) -> f32
  return
}

// -----

func.func @load_value(%x: f32) {
  // expected-error @below {{expected a pointer or a tile of pointers, but got 'f32'}}
  %0 = tc.load %x : f32
  return
}

// -----

func.func @load_value(%x: f32) {
  // expected-error @below {{operand #0 must be a pointer or a tile of them, but got 'f32'}}
  %0 = "tc.load"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> f32
  return
}

// -----

func.func @load_mask(%p: tensor<8x!tc.ptr<f32>>, %m: i1, %x: f32) {
  // expected-error @below {{expected a mask of 'tensor<8xi1>', but got 'i1'}}
  %0 = "tc.load"(%p, %m, %x) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<8x!tc.ptr<f32>>, i1, f32) -> tensor<8xf32>
  return
}

// -----

func.func @load_other(%p: tensor<8x!tc.ptr<f32>>, %m: tensor<8xi1>, %x: tensor<4xf32>) {
  // expected-error @below {{expected other to be 'f32' or 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = tc.load %p mask %m other %x : tensor<8x!tc.ptr<f32>>, tensor<4xf32>
  return
}

// -----

func.func @load_cache(%p: !tc.ptr<f32>) {
  // expected-error @below {{expected a cache operator (ca cg cs cv wb wt), but got 'all'}}
  %0 = tc.load %p cache all : !tc.ptr<f32>
  return
}

// -----

func.func @load_write_back(%p: !tc.ptr<f32>) {
  // expected-error @below {{cache operator 'wb' is for stores, expected ca, cg, cs or cv}}
  %0 = tc.load %p cache wb : !tc.ptr<f32>
  return
}

// -----

func.func @load_evict(%p: !tc.ptr<f32>) {
  // expected-error @below {{expected an eviction policy (first last), but got 'never'}}
  %0 = tc.load %p evict never : !tc.ptr<f32>
  return
}

// -----

func.func @load_order(%p: !tc.ptr<f32>) {
  // expected-error @below {{expected ':'}}
  %0 = tc.load %p volatile cache ca : !tc.ptr<f32>
  return
}

// -----

func.func @store_pointer(%x: f32) {
  // expected-error @below {{expected a pointer or a tile of pointers, but got 'f32'}}
  tc.store %x, %x : f32
  return
}

// -----

func.func @store_value(%p: !tc.ptr<f32>, %x: f16) {
  // expected-error @below {{expected a value of 'f32', but got 'f16'}}
  "tc.store"(%p, %x) : (!tc.ptr<f32>, f16) -> ()
  return
}

// -----

func.func @store_mask(%p: !tc.ptr<f32>, %x: f32, %m: tensor<8xi1>) {
  // expected-error @below {{expected a mask of 'i1', but got 'tensor<8xi1>'}}
  "tc.store"(%p, %x, %m) : (!tc.ptr<f32>, f32, tensor<8xi1>) -> ()
  return
}

// -----

func.func @store_cache(%p: !tc.ptr<f32>, %x: f32) {
  // expected-error @below {{cache operator 'cv' is for loads, expected wb, cg, cs or wt}}
  tc.store %p, %x cache cv : !tc.ptr<f32>
  return
}

// -----

//===--- Reductions -------------------------------------------------------===//

func.func @reduce_kind(%x: tensor<8xf32>) {
  // expected-error @below {{expected a reduction (sum prod max min maxnum minnum umax umin and or xor argmax argmin) or '(', but got 'mean'}}
  %0 = tc.reduce mean %x axis 0 : tensor<8xf32> -> f32
  return
}

// -----

func.func @reduce_without_axis(%x: tensor<8xf32>) {
  // expected-error @below {{a reduction states its axis: expected 'axis' and a number after the tile}}
  %0 = tc.reduce sum %x : tensor<8xf32> -> f32
  return
}

// -----

func.func @combine_without_axis(%x: tensor<8xf32>) {
  // expected-error @below {{a reduction states its axis: expected 'axis' and a number after the tiles}}
  %0 = tc.reduce (%x) combine {
  } : (tensor<8xf32>) -> (f32)
  return
}

// -----

func.func @reduce_axis(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected an axis from 0 to 1, but got 2}}
  %0 = tc.reduce sum %x axis 2 : tensor<8x4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @reduce_negative_axis(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected an axis from 0 to 1, but got -1}}
  %0 = tc.reduce sum %x axis -1 : tensor<8x4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @reduce_f8(%x: tensor<8xf8E5M2>) {
  // expected-error @below {{cannot reduce 'f8E5M2': use arith.extf first}}
  %0 = tc.reduce max %x axis 0 : tensor<8xf8E5M2> -> f8E5M2
  return
}

// -----

func.func @reduce_pointers(%x: tensor<8x!tc.ptr<f32>>) {
  // expected-error @below {{cannot reduce '!tc.ptr<f32>'}}
  %0 = tc.reduce max %x axis 0 : tensor<8x!tc.ptr<f32>> -> !tc.ptr<f32>
  return
}

// -----

func.func @sum_i1(%x: tensor<8xi1>) {
  // expected-error @below {{a sum of i1 would wrap at once: use arith.extui first (or 'or' for truth)}}
  %0 = tc.reduce sum %x axis 0 : tensor<8xi1> -> i1
  return
}

// -----

func.func @prod_i1(%x: tensor<8xi1>) {
  // expected-error @below {{a prod of i1 would wrap at once: use arith.extui first (or 'and' for truth)}}
  %0 = tc.reduce prod %x axis 0 : tensor<8xi1> -> i1
  return
}

// -----

func.func @maxnum_integers(%x: tensor<8xi32>) {
  // expected-error @below {{'maxnum' needs floats, but got 'i32'}}
  %0 = tc.reduce maxnum %x axis 0 : tensor<8xi32> -> i32
  return
}

// -----

func.func @umax_floats(%x: tensor<8xf32>) {
  // expected-error @below {{'umax' needs integers, but got 'f32'}}
  %0 = tc.reduce umax %x axis 0 : tensor<8xf32> -> f32
  return
}

// -----

func.func @xor_floats(%x: tensor<8xf32>) {
  // expected-error @below {{'xor' needs integers, but got 'f32'}}
  %0 = tc.reduce xor %x axis 0 : tensor<8xf32> -> f32
  return
}

// -----

func.func @result_shape(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected a result of 'tensor<4xf32>', but got 'tensor<8xf32>'}}
  %0 = tc.reduce sum %x axis 0 : tensor<8x4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @result_scalar(%x: tensor<8xf32>) {
  // expected-error @below {{expected a result of 'f32', but got 'tensor<1xf32>'}}
  %0 = tc.reduce sum %x axis 0 : tensor<8xf32> -> tensor<1xf32>
  return
}

// -----

func.func @result_element(%x: tensor<8xf16>) {
  // expected-error @below {{expected a result of 'f16', but got 'f32'}}
  %0 = tc.reduce sum %x axis 0 : tensor<8xf16> -> f32
  return
}

// -----

func.func @argmax_results(%x: tensor<8xf32>) {
  // expected-error @below {{expected 2 results, but got 1}}
  %0 = tc.reduce argmax %x axis 0 : tensor<8xf32> -> f32
  return
}

// -----

func.func @argmax_index(%x: tensor<8xf32>) {
  // expected-error @below {{expected a result of 'i32', but got 'i64'}}
  %0, %1 = tc.reduce argmax %x axis 0 : tensor<8xf32> -> f32, i64
  return
}

// -----

func.func @no_tile() {
  // expected-error @below {{expected at least one tile}}
  "tc.reduce"() <{axis = 0 : i32}> ({}) : () -> ()
  return
}

// -----

func.func @no_combiner(%x: tensor<8xf32>) {
  // expected-error @below {{expected a kind or a region that combines}}
  %0 = "tc.reduce"(%x) <{axis = 0 : i32}> ({}) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @named_tiles(%x: tensor<8xf32>) {
  // expected-error @below {{a named reduction takes one tile, but got 2}}
  %0 = "tc.reduce"(%x, %x) <{axis = 0 : i32, kind = #tc<reduce_kind sum>}> ({}) : (tensor<8xf32>, tensor<8xf32>) -> f32
  return
}

// -----

func.func @named_region(%x: tensor<8xf32>) {
  // expected-error @below {{a named reduction has no region}}
  %0 = "tc.reduce"(%x) <{axis = 0 : i32, kind = #tc<reduce_kind sum>}> ({
  ^bb0(%a: f32, %b: f32):
    tc.yield %a : f32
  }) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @tiles_shape(%x: tensor<8xf32>, %y: tensor<4xi32>) {
  // expected-error @below {{expected tiles of one shape, but got 'tensor<8xf32>' and 'tensor<4xi32>'}}
  %0:2 = tc.reduce (%x, %y) axis 0 combine {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    tc.yield %a, %i : f32, i32
  } : (tensor<8xf32>, tensor<4xi32>) -> (f32, i32)
  return
}

// -----

func.func @combiner_arguments(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region's arguments to be 'f32', 'f32' (the left elements, then the right ones), but got 'f32'}}
  %0 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32):
    tc.yield %a : f32
  } : (tensor<8xf32>) -> (f32)
  return
}

// -----

func.func @combiner_yield(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield 'f32', but got 'f32', 'f32'}}
  %0 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    tc.yield %a, %b : f32, f32
  } : (tensor<8xf32>) -> (f32)
  return
}

// -----

func.func @combiner_end(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to end in tc.yield}}
  %0 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    ub.unreachable
  } : (tensor<8xf32>) -> (f32)
  return
}

// -----

func.func @combiner_memory(%x: tensor<8xf32>, %p: !tc.ptr<f32>) {
  // expected-error @below {{a combiner may not access memory}}
  %0 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    // expected-note @below {{'tc.store' is here}}
    tc.store %p, %a : !tc.ptr<f32>
    tc.yield %a : f32
  } : (tensor<8xf32>) -> (f32)
  return
}
