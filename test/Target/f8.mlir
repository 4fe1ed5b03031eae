// RUN: minitc %s --target=sm_80 -o - | FileCheck %s --check-prefix=OLD
// RUN: minitc %s --target=sm_90a -o - | FileCheck %s --check-prefix=NEW
// RUN: %if ptxas %{ minitc %s --target=sm_86 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ minitc %s --target=sm_89 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ minitc %s --target=sm_100 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ minitc %s --target=sm_120 --emit=cubin -o %t.cubin %}

// OLD-NOT: e4m3
// OLD-NOT: e5m2
// OLD-NOT: bra
// NEW-COUNT-2: cvt.rn.f16x2.e5m2x2
// NEW-COUNT-2: cvt.rn.satfinite.e4m3x2.f32
tc.kernel @convert(%p: !tc.ptr<f8E5M2> {tc.divisible = 16 : i32}, %q: !tc.ptr<f8E4M3FN> {tc.divisible = 16 : i32}) attributes {num_warps = 1 : i32} {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<f8E5M2>, tensor<128xi32>
  %qs = tc.addptr %q, %i : !tc.ptr<f8E4M3FN>, tensor<128xi32>
  %x = tc.load %ps : tensor<128x!tc.ptr<f8E5M2>>
  %f = arith.extf %x : tensor<128xf8E5M2> to tensor<128xf32>
  %y = tc.to_f8 %f : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tc.store %qs, %y : tensor<128x!tc.ptr<f8E4M3FN>>
  tc.return
}
