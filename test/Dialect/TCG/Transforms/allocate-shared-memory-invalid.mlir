// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-allocate-shared-memory{limit=8192}))' -verify-diagnostics

#s = #tcg.layout<{offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]}>
#t = #tcg.layout<{register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]]}>
// expected-error @below {{needs 12288 bytes of shared memory, but a block has at most 8192: use smaller tiles}}
tc.kernel @too_much() {
  %m = tcg.local_alloc : !tcg.shared<[1024] x f32, #s>
  // expected-note @below {{8192 of them are for a tile of [1024] x 'f64'}}
  %n = tcg.local_alloc : !tcg.shared<[1024] x f64, #s>
  %x = tcg.local_load %m : !tcg.shared<[1024] x f32, #s> -> tensor<1024xf32, #t>
  %y = tcg.local_load %n : !tcg.shared<[1024] x f64, #s> -> tensor<1024xf64, #t>
  tc.return
}
