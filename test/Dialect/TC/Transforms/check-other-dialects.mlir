// RUN: minitc-opt %s -tc-check -allow-unregistered-dialect -verify-diagnostics

// Dialects that are not even loaded are refused by name, with what replaces
// them.

tc.kernel @k(%x: f32, %n: i32) {
  // expected-error @below {{'tensor.splat' op is not in the language: shape tiles with tc.splat, tc.expand_dims, tc.broadcast, tc.reshape or tc.transpose}}
  %0 = "tensor.splat"(%x) : (f32) -> tensor<8xf32>
  // expected-error @below {{'linalg.transpose' op is not in the language: shape tiles with tc.splat}}
  %1 = "linalg.transpose"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{'memref.load' op is not in the language: access memory with tc.load and tc.store}}
  %2 = "memref.load"(%n) : (i32) -> f32
  // expected-error @below {{'gpu.block_id' op is not in the language: use tc.program_id and tc.num_programs}}
  %3 = "gpu.block_id"() : () -> i32
  // expected-error @below {{'mine.own' op is not in the language: kernels are written in tc, arith, math, scf and func}}
  "mine.own"() : () -> ()
  tc.return
}
