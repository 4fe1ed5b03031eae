// RUN: minitc-opt %s -cse -canonicalize -split-input-file | FileCheck %s --check-prefix=CSE
// RUN: minitc-opt %s -loop-invariant-code-motion -split-input-file | FileCheck %s --check-prefix=LICM

// Two loads of one address are one where nothing is written between them.

// CSE-LABEL: @identical_loads
// CSE: %[[X:.*]] = tc.load
// CSE-NOT: tc.load
// CSE: return %[[X]], %[[X]]
func.func @identical_loads(%p: tensor<8x!tc.ptr<f32>>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tc.load %p : tensor<8x!tc.ptr<f32>>
  %1 = tc.load %p : tensor<8x!tc.ptr<f32>>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CSE-LABEL: @store_between
// CSE: %[[X:.*]] = tc.load
// CSE: tc.store
// CSE: %[[Y:.*]] = tc.load
// CSE: return %[[X]], %[[Y]]
func.func @store_between(%p: !tc.ptr<f32>, %q: !tc.ptr<f32>, %v: f32) -> (f32, f32) {
  %0 = tc.load %p : !tc.ptr<f32>
  tc.store %q, %v : !tc.ptr<f32>
  %1 = tc.load %p : !tc.ptr<f32>
  return %0, %1 : f32, f32
}

// A barrier lets this instance see what its other threads wrote.

// CSE-LABEL: @barrier_between
// CSE: %[[X:.*]] = tc.load
// CSE: tc.barrier
// CSE: %[[Y:.*]] = tc.load
// CSE: return %[[X]], %[[Y]]
func.func @barrier_between(%p: !tc.ptr<f32>) -> (f32, f32) {
  %0 = tc.load %p : !tc.ptr<f32>
  tc.barrier
  %1 = tc.load %p : !tc.ptr<f32>
  return %0, %1 : f32, f32
}

// CSE-LABEL: @volatile_between
// CSE: %[[X:.*]] = tc.load %{{.*}} : !tc.ptr<f32>
// CSE: tc.load %{{.*}} volatile
// CSE: %[[Y:.*]] = tc.load %{{.*}} : !tc.ptr<f32>
// CSE: return %[[X]], %[[Y]]
func.func @volatile_between(%p: !tc.ptr<f32>, %q: !tc.ptr<f32>) -> (f32, f32) {
  %0 = tc.load %p : !tc.ptr<f32>
  %1 = tc.load %q volatile : !tc.ptr<f32>
  %2 = tc.load %p : !tc.ptr<f32>
  return %0, %2 : f32, f32
}

// Volatile loads are each done, and done even where nothing uses them.

// CSE-LABEL: @volatile_loads
// CSE-COUNT-3: tc.load %{{.*}} volatile
// CSE: return
func.func @volatile_loads(%p: !tc.ptr<f32>) -> (f32, f32) {
  %0 = tc.load %p volatile : !tc.ptr<f32>
  %1 = tc.load %p volatile : !tc.ptr<f32>
  %2 = tc.load %p volatile : !tc.ptr<f32>
  return %0, %1 : f32, f32
}

// CSE-LABEL: @unused_load
// CSE-NEXT: return
func.func @unused_load(%p: !tc.ptr<f32>) {
  %0 = tc.load %p : !tc.ptr<f32>
  return
}

// Another mask, fill or option is another load; the last store counts.

// CSE-LABEL: @different_loads
// CSE-COUNT-4: tc.load
// CSE: return
func.func @different_loads(%p: !tc.ptr<f32>, %m: i1, %n: i1, %x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = tc.load %p mask %m other %x : !tc.ptr<f32>
  %1 = tc.load %p mask %n other %x : !tc.ptr<f32>
  %2 = tc.load %p mask %m other %y : !tc.ptr<f32>
  %3 = tc.load %p mask %m other %x cache cg : !tc.ptr<f32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CSE-LABEL: @stores_and_barriers
// CSE: tc.store
// CSE: tc.store
// CSE: tc.barrier
// CSE: tc.barrier
// CSE: return
func.func @stores_and_barriers(%p: !tc.ptr<f32>, %v: f32) {
  tc.store %p, %v : !tc.ptr<f32>
  tc.store %p, %v : !tc.ptr<f32>
  tc.barrier
  tc.barrier
  return
}

// CSE-LABEL: @identical_reductions
// CSE: %[[R:.*]] = tc.reduce (
// CSE-NOT: tc.reduce
// CSE: return %[[R]], %[[R]]
func.func @identical_reductions(%x: tensor<8xf32>) -> (f32, f32) {
  %0 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tc.yield %c : f32
  } : (tensor<8xf32>) -> (f32)
  %1 = tc.reduce (%x) axis 0 combine {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tc.yield %c : f32
  } : (tensor<8xf32>) -> (f32)
  return %0, %1 : f32, f32
}

// A loop may not run at all: its loads stay where a false bound guards them.
// What reads no memory goes out.

// LICM-LABEL: @loads_stay
// LICM: tc.addptr
// LICM: tc.reduce sum
// LICM: scf.for
// LICM-NEXT: tc.load
func.func @loads_stay(%p: !tc.ptr<f32>, %t: tensor<8xf32>, %i: i32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f32) : i32 {
    %q = tc.addptr %p, %i : !tc.ptr<f32>, i32
    %x = tc.load %q : !tc.ptr<f32>
    %s = tc.reduce sum %t axis 0 : tensor<8xf32> -> f32
    %y = arith.addf %x, %s : f32
    %z = arith.addf %a, %y : f32
    scf.yield %z : f32
  }
  return %0 : f32
}

// LICM-LABEL: @load_after_store
// LICM: scf.for
// LICM: %[[X:.*]] = tc.load
// LICM: tc.store
// LICM: }
func.func @load_after_store(%p: !tc.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  scf.for %k = %c0 to %n step %c1 : i32 {
    %x = tc.load %p : !tc.ptr<f32>
    %y = arith.addf %x, %one : f32
    tc.store %p, %y : !tc.ptr<f32>
  }
  return
}

// LICM-LABEL: @barrier_stays
// LICM: scf.for
// LICM-NEXT: tc.barrier
// LICM-NEXT: tc.load %{{.*}} volatile
// LICM-NEXT: tc.store
func.func @barrier_stays(%p: !tc.ptr<f32>, %v: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    tc.barrier
    %x = tc.load %p volatile : !tc.ptr<f32>
    tc.store %p, %v : !tc.ptr<f32>
  }
  return
}

// Each atomic op is done, and done where it stands: two of one kind, one whose
// result nobody uses, and those of a loop.

// CSE-LABEL: @atomics
// CSE-COUNT-2: tc.atomic_rmw add relaxed gpu
// CSE-COUNT-2: tc.atomic_cas relaxed gpu
// CSE: tc.atomic_rmw xchg relaxed gpu
// CSE: return
func.func @atomics(%p: !tc.ptr<i32>, %v: i32) -> (i32, i32, i32, i32) {
  %0 = tc.atomic_rmw add relaxed gpu %p, %v : !tc.ptr<i32>, i32
  %1 = tc.atomic_rmw add relaxed gpu %p, %v : !tc.ptr<i32>, i32
  %2 = tc.atomic_cas relaxed gpu %p, %v, %v : !tc.ptr<i32>, i32
  %3 = tc.atomic_cas relaxed gpu %p, %v, %v : !tc.ptr<i32>, i32
  %4 = tc.atomic_rmw xchg relaxed gpu %p, %v : !tc.ptr<i32>, i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CSE-LABEL: @atomic_between
// CSE: %[[X:.*]] = tc.load
// CSE: tc.atomic_rmw
// CSE: %[[Y:.*]] = tc.load
// CSE: return %[[X]], %[[Y]]
func.func @atomic_between(%p: !tc.ptr<i32>, %q: !tc.ptr<i32>, %v: i32) -> (i32, i32) {
  %0 = tc.load %p : !tc.ptr<i32>
  %1 = tc.atomic_rmw add acquire gpu %q, %v : !tc.ptr<i32>, i32
  %2 = tc.load %p : !tc.ptr<i32>
  return %0, %2 : i32, i32
}

// LICM-LABEL: @atomics_stay
// LICM: scf.for
// LICM-NEXT: tc.atomic_rmw
// LICM-NEXT: tc.atomic_cas
// LICM-NEXT: }
func.func @atomics_stay(%p: !tc.ptr<i32>, %v: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    %0 = tc.atomic_rmw add relaxed gpu %p, %v : !tc.ptr<i32>, i32
    %1 = tc.atomic_cas relaxed gpu %p, %v, %v : !tc.ptr<i32>, i32
  }
  return
}
