// RUN: minitc-opt %s -tc-check -split-input-file -verify-diagnostics

// All that a kernel is made of.

func.func @helper(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

tc.kernel @language(%p: !tc.ptr<f8E4M3FN>, %c: i1, %n: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bound = arith.index_cast %n : i32 to index
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %q = tc.addptr %p, %i : !tc.ptr<f8E4M3FN>, tensor<8xi32>
  %x = tc.load %q : tensor<8x!tc.ptr<f8E4M3FN>>
  %f = arith.extf %x : tensor<8xf8E4M3FN> to tensor<8xf32>
  %r = scf.for %k = %zero to %bound step %one iter_args(%a = %f) -> (tensor<8xf32>) {
    %k32 = arith.index_cast %k : index to i32
    %b = func.call @helper(%a) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  %w = scf.while (%a = %r) : (tensor<8xf32>) -> tensor<8xf32> {
    scf.condition(%c) %a : tensor<8xf32>
  } do {
  ^bb0(%a: tensor<8xf32>):
    scf.yield %a : tensor<8xf32>
  }
  %u = ub.poison : f32
  %narrow = arith.truncf %w to_nearest_even : tensor<8xf32> to tensor<8xf16>
  %y = tc.to_f8 %w : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %s = arith.select %c, %x, %y : tensor<8xf8E4M3FN>
  %bits = arith.bitcast %s : tensor<8xf8E4M3FN> to tensor<8xi8>
  scf.if %c {
    tc.store %q, %s : tensor<8x!tc.ptr<f8E4M3FN>>
  }
  tc.return
}

// -----

tc.kernel @not_a_power_of_two() {
  // expected-error @below {{'arith.constant' op result 0 is 'tensor<3xf32>': expected every dimension of a tile to be a power of two, but got 3: pad it to 4 and mask the rest}}
  %0 = arith.constant dense<0.0> : tensor<3xf32>
  tc.return
}

// -----

tc.kernel @rank_0() {
  // expected-error @below {{result 0 is 'tensor<f32>': expected a tile of rank 1 to 5, but got rank 0}}
  %0 = arith.constant dense<0.0> : tensor<f32>
  tc.return
}

// -----

tc.kernel @rank_6() {
  // expected-error @below {{expected a tile of rank 1 to 5, but got rank 6}}
  %0 = arith.constant dense<0.0> : tensor<2x2x2x2x2x2xf32>
  tc.return
}

// -----

tc.kernel @too_large() {
  // expected-error @below {{expected a tile of at most 1048576 elements: split it over program instances or a loop}}
  %0 = arith.constant dense<0.0> : tensor<2048x1024xf32>
  tc.return
}

// -----

tc.kernel @empty() {
  // expected-error @below {{expected every dimension of a tile to be a power of two, but got 0}}
  %0 = arith.constant dense<0.0> : tensor<0xf32>
  tc.return
}

// -----

// expected-error @below {{'func.func' op argument 0 is 'tensor<?xf32>': expected a tile of static shape: a size that varies is a mask, not a dimension}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'tensor<*xf32>': expected a tile of static shape}}
func.func @unranked(%x: tensor<*xf32>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'vector<4xf32>': write a tile: a tensor of the same shape}}
func.func @vector(%x: vector<4xf32>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'memref<4xf32>': take a pointer, !tc.ptr<T>, and compute the addresses}}
func.func @memref(%x: memref<4xf32>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'complex<f32>': use a value for each part}}
func.func @complex(%x: complex<f32>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'tuple<f32, f32>': use a value for each part}}
func.func @tuple(%x: tuple<f32, f32>) {
  return
}

// -----

// expected-error @below {{argument 0 is '() -> ()': call a function by its name}}
func.func @function(%x: () -> ()) {
  return
}

// -----

// expected-error @below {{argument 0 is 'ui32': integers have no sign of their own, write i32 and choose a signed or an unsigned operation}}
func.func @unsigned(%x: ui32) {
  return
}

// -----

// expected-error @below {{argument 0 is 'tensor<4xi4>': a tile cannot hold elements of this type: expected an integer of 1, 8, 16, 32 or 64 bits}}
func.func @i4(%x: tensor<4xi4>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'tensor<4xindex>': a tile cannot hold elements of this type: cast it with arith.index_cast, or loop over i32}}
func.func @tile_of_index(%x: tensor<4xindex>) {
  return
}

// -----

// expected-error @below {{argument 0 is 'f8E4M3FNUZ': expected f8E4M3FN, f8E5M2, f16, bf16, f32 or f64}}
func.func @other_f8(%x: f8E4M3FNUZ) {
  return
}

// -----

// expected-error @below {{result 0 is 'f80': expected f8E4M3FN, f8E5M2, f16, bf16, f32 or f64}}
func.func @illegal_result() -> f80 {
  %0 = ub.poison : f80 // expected-error {{result 0 is 'f80'}}
  return %0 : f80
}

// -----

// expected-error @below {{argument 0 is '!llvm.ptr': expected a scalar of the language or a tile}}
func.func @other_pointer(%x: !llvm.ptr) {
  return
}

// -----

tc.kernel @index_arithmetic() {
  %0 = arith.constant 4 : index
  // expected-error @below {{'arith.addi' op result 0 is 'index': cast it with arith.index_cast, or loop over i32}}
  %1 = arith.addi %0, %0 : index
  // expected-error @below {{'arith.cmpi' op an operand is 'index': cast it with arith.index_cast, or loop over i32}}
  %2 = arith.cmpi slt, %0, %0 : index
  tc.return
}

// -----

tc.kernel @index_goes_round() {
  %0 = arith.constant 0 : index
  // expected-error @below {{'scf.for' op result 0 is 'index'}}
  %1 = scf.for %i = %0 to %0 step %0 iter_args(%a = %0) -> (index) {
    // expected-error @below {{'scf.yield' op an operand is 'index'}}
    scf.yield %a : index
  }
  tc.return
}

// -----

// expected-error @below {{'func.func' op has no body: every function is inlined, so it is defined in the same file}}
func.func private @elsewhere(f32) -> f32

// -----

// expected-error @below {{'func.func' op has several blocks: use scf.if, scf.for or scf.while}}
func.func @blocks(%c: i1) {
  // expected-error @below {{'cf.br' op is not in the language: use scf.if, scf.for or scf.while}}
  cf.br ^end
^end:
  return
}

// -----

// expected-error @below {{'llvm.func' op cannot stand at the top level: a file holds tc.kernel and func.func}}
llvm.func @other()

// -----

tc.kernel @beside() {
  tc.return
}
// expected-error @below {{'builtin.module' op cannot stand at the top level}}
module {
}

// -----

tc.kernel @other_scf(%p: !tc.ptr<f32>) {
  // expected-error @below {{'scf.execute_region' op is not in the language: use scf.if, scf.for or scf.while}}
  scf.execute_region {
    // The body is not reported again.
    %0 = arith.constant dense<0.0> : tensor<3xf32>
    scf.yield
  }
  %1 = arith.constant 1 : index
  // expected-error @below {{'scf.index_switch' op is not in the language: use scf.if, scf.for or scf.while}}
  scf.index_switch %1
  default {
    scf.yield
  }
  tc.return
}

// -----

func.func @callee() {
  return
}
tc.kernel @other_dialects(%p: !tc.ptr<f32>) {
  // expected-error @below {{'func.constant' op is not in the language: call a function by its name, with func.call}}
  %0 = func.constant @callee : () -> ()
  // expected-error @below {{'llvm.mlir.undef' op is not in the language: kernels are written in tc, arith, math, scf and func}}
  %1 = llvm.mlir.undef : i32
  // expected-error @below {{'ub.unreachable' op is not in the language}}
  "ub.unreachable"() : () -> ()
}

// -----

tc.kernel @f8_arithmetic(%x: f8E4M3FN, %n: i32, %f: f32) {
  // expected-error @below {{'arith.addf' op there is no arithmetic on f8: use arith.extf first, and tc.to_f8 on the result}}
  %0 = arith.addf %x, %x : f8E4M3FN
  // expected-error @below {{'arith.cmpf' op there is no arithmetic on f8: use arith.extf first}}
  %1 = arith.cmpf olt, %x, %x : f8E4M3FN
  // expected-error @below {{'math.exp' op there is no arithmetic on f8: use arith.extf first}}
  %2 = math.exp %x : f8E4M3FN
  // expected-error @below {{'arith.fptosi' op there is no arithmetic on f8: use arith.extf first}}
  %3 = arith.fptosi %x : f8E4M3FN to i32
  // expected-error @below {{'arith.sitofp' op there is no arithmetic on f8: convert to f32, then use tc.to_f8}}
  %4 = arith.sitofp %n : i32 to f8E5M2
  // expected-error @below {{'arith.truncf' op does not saturate: use tc.to_f8}}
  %5 = arith.truncf %f : f32 to f8E5M2
  tc.return
}

// -----

tc.kernel @rounding(%x: f32) {
  // expected-error @below {{'arith.truncf' op rounds 'toward_zero', but everything rounds to nearest even: leave the mode out}}
  %0 = arith.truncf %x toward_zero : f32 to f16
  // expected-error @below {{'arith.scaling_truncf' op is not in the language}}
  %1 = arith.scaling_truncf %x, %x : f32, f32 to f16
  tc.return
}

// -----

tc.kernel @exponent(%x: f32, %n: i64) {
  // expected-error @below {{'math.fpowi' op expected an exponent of at most 32 bits, but got 'i64': use arith.trunci, or math.powf}}
  %0 = math.fpowi %x, %n : f32, i64
  tc.return
}

// -----

tc.kernel @elements_elsewhere() {
  // expected-error @below {{'arith.constant' op expected the elements in place, as dense<...>, but got dense_resource<there>}}
  %0 = arith.constant dense_resource<there> : tensor<4xf32>
  tc.return
}

{-#
  dialect_resources: {
    builtin: {
      there: "0x0400000000000000000000000000000000000000"
    }
  }
#-}

// -----

tc.kernel @zero_bytes(%c: i1) {
  // expected-error @below {{'tc.print' op expected text without a zero byte}}
  tc.print "a\00b"
  // expected-error @below {{'tc.assert' op expected text without a zero byte}}
  tc.assert %c, "\00" : i1
  tc.return
}
