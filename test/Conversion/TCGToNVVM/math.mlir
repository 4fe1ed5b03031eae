// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// A function of libdevice depends on its arguments alone.
// CHECK: llvm.func @__nv_sinf(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}

// What the accuracy asked for allows is one instruction.
// CHECK-LABEL: llvm.func @instructions
tc.kernel @instructions(%x: f32) {
  %one = arith.constant 1.0 : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
  %0 = math.exp2 %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
  %1 = math.rsqrt %x : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  %2 = math.log2 %x fastmath<afn> : f32
  // LLVM selects tanh.approx itself, if only for this.
  // CHECK: math.tanh %{{.*}} fastmath<afn> : f32
  %3 = math.tanh %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"
  %4 = math.sin %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.cos.approx.ftz.f"
  %5 = math.cos %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
  %6 = math.sqrt %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.approx.ftz.f"(%{{.*}}, %{{.*}})
  %7 = arith.divf %x, %6 fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%{{[^,]*}})
  %8 = arith.divf %one, %x fastmath<afn> : f32
  tc.return
}

// Vectors go element by element.
// CHECK-LABEL: llvm.func @tile
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%{{.*}}) : (f32) -> f32
tc.kernel @tile(%x: f32) {
  %t = tc.splat %x : f32 -> tensor<2xf32, #tcg.layout<{register = [[1]]}>>
  %0 = math.exp2 %t fastmath<afn> : tensor<2xf32, #tcg.layout<{register = [[1]]}>>
  tc.return
}

// LLVM has instructions for these.
// CHECK-LABEL: llvm.func @selected
// CHECK-NOT:     llvm.call
tc.kernel @selected(%x: f32, %y: f64, %i: i8) {
  // CHECK: math.sqrt
  %0 = math.sqrt %x : f32
  // CHECK: arith.divf
  %1 = arith.divf %x, %x : f32
  // CHECK: math.fma
  %2 = math.fma %y, %y, %y : f64
  // CHECK: math.roundeven
  %3 = math.roundeven %y : f64
  // CHECK: math.ctlz
  %4 = math.ctlz %i : i8
  tc.return
}

// CHECK-LABEL: llvm.func @classes
tc.kernel @classes(%x: f32) {
  // CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 3 : i32}>
  %0 = math.isnan %x : f32
  // CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 516 : i32}>
  %1 = math.isinf %x : f32
  // CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 504 : i32}>
  %2 = math.isfinite %x : f32
  // CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 264 : i32}> : (vector<2xf32>) -> vector<2xi1>
  %t = tc.splat %x : f32 -> tensor<2xf32, #tcg.layout<{register = [[1]]}>>
  %3 = math.isnormal %t : tensor<2xf32, #tcg.layout<{register = [[1]]}>>
  tc.return
}

// The rest is libdevice's.
// CHECK-LABEL: llvm.func @libdevice
tc.kernel @libdevice(%x: f32, %y: f64, %n: i32, %m: i8) {
  // CHECK: llvm.call @__nv_sinf(%{{.*}}) : (f32) -> f32
  %0 = math.sin %x : f32
  // CHECK: llvm.call @__nv_exp(%{{.*}}) : (f64) -> f64
  %1 = math.exp %y fastmath<afn> : f64
  // CHECK: llvm.call @__nv_powf(%{{.*}}, %{{.*}})
  %2 = math.powf %x, %x : f32
  // CHECK: llvm.call @__nv_fmod(%{{.*}}, %{{.*}})
  %3 = arith.remf %y, %y : f64
  // CHECK: llvm.call @__nv_fast_expf(%{{.*}})
  %4 = math.exp %x fastmath<afn> : f32
  // CHECK: llvm.call @__nv_powif(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
  %5 = math.fpowi %x, %n : f32, i32
  // CHECK: %[[M:.*]] = arith.extsi %{{.*}} : i8 to i32
  // CHECK: llvm.call @__nv_powi(%{{.*}}, %[[M]]) : (f64, i32) -> f64
  %6 = math.fpowi %y, %m : f64, i8
  // CHECK: llvm.call @__nv_roundf
  %7 = math.round %x : f32
  // CHECK: llvm.call @__nv_cbrt(
  %8 = math.cbrt %y : f64
  tc.return
}
