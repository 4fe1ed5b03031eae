// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts))' | FileCheck %s

// A kernel without tiles is one thread's work.
// CHECK: tc.kernel @scalar() attributes {num_warps = 1 : i32}
tc.kernel @scalar() {
  tc.return
}

// CHECK: tc.kernel @small() attributes {num_warps = 2 : i32}
tc.kernel @small() {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  tc.return
}

// CHECK: tc.kernel @usual() attributes {num_warps = 4 : i32}
tc.kernel @usual() {
  %i = tc.arange 0 to 2048 : tensor<2048xi32>
  tc.return
}

// CHECK: tc.kernel @large() attributes {num_warps = 16 : i32, tcg.min_blocks = 2 : i32}
tc.kernel @large() {
  %i = tc.arange 0 to 8192 : tensor<8192xi32>
  tc.return
}

// As many warps as keep a thread's share at 128 registers.
// CHECK: tc.kernel @largest() attributes {num_warps = 32 : i32, tcg.min_blocks = 1 : i32}
tc.kernel @largest() {
  %i = tc.arange 0 to 131072 : tensor<131072xi32>
  tc.return
}
