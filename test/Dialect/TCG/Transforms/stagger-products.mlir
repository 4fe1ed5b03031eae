// RUN: minitc-opt %s --pass-pipeline='builtin.module(tc.kernel(tcg-assign-layouts{num-warps=4 target=sm_90a},tcg-lower-dots{target=sm_90a},tcg-specialize-warps{num-stages=2},tcg-stagger-products,canonicalize))' | FileCheck %s

// The second product runs an iteration later, beside the arithmetic on the first
// one; before the loop is the first iteration's first product, behind it the last
// one's second. The scaled sum is not carried over, what it is scaled by is. Four
// warps more need no registers of others.
// CHECK-LABEL: tc.kernel @attention
// CHECK-NOT: tcg.set_registers
// CHECK: } else {
// CHECK: %[[Q:.*]] = tcg.local_alloc
// CHECK: scf.if
// CHECK:   tcg.barrier_wait
// CHECK:   %[[S:.*]] = tcg.wgmma %[[Q]],
// CHECK:   tcg.wgmma_wait %[[S]] pending 0
// CHECK:   tcg.warp_arrive
// CHECK:   math.exp2
// CHECK:   %[[P:.*]] = arith.truncf
// CHECK:   tcg.finish
// CHECK:   scf.for %{{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}, %[[O:[a-z0-9]+]] = {{.*}}, %[[CARRIED:[a-z0-9]+]] = %[[P]])
// CHECK:     %[[SCALED:.*]] = arith.mulf %[[O]],
// CHECK:     tcg.barrier_wait
// CHECK:     %[[S:.*]] = tcg.wgmma %[[Q]],
// CHECK:     tcg.barrier_wait
// CHECK:     %[[D:.*]] = tcg.wgmma %[[CARRIED]], %{{.*}}, %[[SCALED]]
// CHECK:     %[[DONE:.*]] = tcg.wgmma_wait %[[S]] pending 1
// CHECK:     tcg.warp_arrive
// CHECK:     tc.reduce maxnum %[[DONE]]
// CHECK:     math.exp2
// CHECK:     tcg.finish
// CHECK:     tcg.wgmma_wait %[[D]] pending 0
// CHECK:     tcg.warp_arrive
// CHECK:     scf.yield
// CHECK:   tcg.barrier_wait
// CHECK:   %[[D:.*]] = tcg.wgmma
// CHECK:   tcg.wgmma_wait %[[D]] pending 0
// CHECK: tc.return
tc.kernel @attention(%q: !tc.ptr<f16>, %k: !tc.ptr<f16>, %v: !tc.ptr<f16>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
  %i = tc.arange 0 to 4096 : tensor<4096xi32>
  %o = tc.reshape %i : tensor<4096xi32> -> tensor<64x64xi32>
  %qs = tc.addptr %q, %o : !tc.ptr<f16>, tensor<64x64xi32>
  %tq = tc.load %qs : tensor<64x64x!tc.ptr<f16>>
  %r:2 = scf.for %b = %c0 to %n step %c64 iter_args(%m = %m0, %sum = %zeros) -> (tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %kr = tcg.tensor_load <base = 1, element = f16, sizes = ["%3", "64"], strides = ["64", "1"], window = [64, 64]>[%b, %c0] : tensor<64x64xf16>
    %kt = tc.transpose %kr [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %vr = tcg.tensor_load <base = 2, element = f16, sizes = ["%3", "64"], strides = ["64", "1"], window = [64, 64]>[%b, %c0] : tensor<64x64xf16>
    %s = tc.dot %tq, %kt, %zeros : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %max = tc.reduce maxnum %s axis 1 : tensor<64x64xf32> -> tensor<64xf32>
    %new = arith.maxnumf %m, %max : tensor<64xf32>
    %new2 = tc.expand_dims %new axis 1 : tensor<64xf32> -> tensor<64x1xf32>
    %newB = tc.broadcast %new2 : tensor<64x1xf32> -> tensor<64x64xf32>
    %d = arith.subf %s, %newB : tensor<64x64xf32>
    %p = math.exp2 %d fastmath<afn> : tensor<64x64xf32>
    %dm = arith.subf %m, %new : tensor<64xf32>
    %alpha = math.exp2 %dm fastmath<afn> : tensor<64xf32>
    %alpha2 = tc.expand_dims %alpha axis 1 : tensor<64xf32> -> tensor<64x1xf32>
    %alphaB = tc.broadcast %alpha2 : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %sum, %alphaB : tensor<64x64xf32>
    %p16 = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %next = tc.dot %p16, %vr, %scaled : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %new, %next : tensor<64xf32>, tensor<64x64xf32>
  }
  tc.store %qs, %tq : tensor<64x64x!tc.ptr<f16>>
  tc.return
}

// Two products that do not depend on each other stay as they are.
// CHECK-LABEL: tc.kernel @apart
// CHECK: } else {
// CHECK: scf.for
// CHECK:   tcg.wgmma
// CHECK-NEXT: tcg.wgmma_wait
// CHECK:   tcg.wgmma
// CHECK-NEXT: tcg.wgmma_wait
// CHECK:   scf.yield
// CHECK-NOT: tcg.wgmma
// CHECK: tc.return
tc.kernel @apart(%a: !tc.ptr<f16>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %w = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %k = %c0 to %n step %c64 iter_args(%x = %zeros, %y = %zeros) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %t = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "64"], strides = ["64", "1"], window = [64, 64]>[%k, %c0] : tensor<64x64xf16>
    %u = tcg.tensor_load <base = 0, element = f16, sizes = ["%1", "64"], strides = ["64", "1"], window = [64, 64]>[%c0, %k] : tensor<64x64xf16>
    %d = tc.dot %w, %t, %x : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %e = tc.dot %w, %u, %y : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d, %e : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tc.return
}
