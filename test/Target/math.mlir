// RUN: minitc %s -o - | FileCheck %s
// RUN: %if ptxas %{ minitc %s --emit=cubin -o %t.cubin %}

// What LLVM's optimiser may make of comparisons and clamps has instructions.
// CHECK-LABEL: .entry ops
// CHECK:         tanh.approx.f32
tc.kernel @ops(%p: !tc.ptr<f32>, %q: !tc.ptr<i32>, %r: !tc.ptr<i8>) {
  %x = tc.load %p : !tc.ptr<f32>
  %t = math.tanh %x fastmath<afn> : f32
  tc.store %p, %t : !tc.ptr<f32>
  %n = math.isnormal %x : f32
  %f = math.isfinite %x : f32
  %both = arith.xori %n, %f : i1
  // A three-way comparison.
  %a = tc.load %q : !tc.ptr<i32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cm1 = arith.constant -1 : i32
  %less = arith.cmpi slt, %a, %c1 : i32
  %more = arith.cmpi sgt, %a, %c1 : i32
  %one = arith.select %more, %c1, %c0 : i32
  %three = arith.select %less, %cm1, %one : i32
  %out = arith.select %both, %three, %a : i32
  tc.store %q, %out : !tc.ptr<i32>
  // A saturating sum.
  %b = tc.load %r : !tc.ptr<i8>
  %wide = arith.extsi %b : i8 to i32
  %sum = arith.addi %wide, %wide : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %above = arith.maxsi %sum, %low : i32
  %clamped = arith.minsi %above, %high : i32
  %narrow = arith.trunci %clamped : i32 to i8
  tc.store %r, %narrow : !tc.ptr<i8>
  tc.return
}
