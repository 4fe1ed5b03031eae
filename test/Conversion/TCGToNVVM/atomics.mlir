// RUN: minitc-opt %s --convert-tcg-to-nvvm=target=sm_90 | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: minitc-opt %s --convert-tcg-to-nvvm=target=sm_89 | FileCheck %s --check-prefixes=CHECK,SM89

#once = #tcg.layout<{register = [[32]], lane = [[1], [2], [4], [8], [16]]}>
#lanes = #tcg.layout<{lane = [[1], [2], [4], [0], [0]]}>
#warps = #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[0]]}>

// Of a relaxed one LLVM knows what it accesses; around others nothing may move.
// CHECK-DAG: llvm.func @minitc.red.relaxed.gpu.global.add.u32(!llvm.ptr<1>, i1, i32) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
// CHECK-DAG: llvm.func @minitc.atom.acq_rel.sys.global.max.s64(!llvm.ptr<1>, i1, i64, i64) -> i64 attributes {no_unwind, will_return}

// An instruction an element; nobody asks what was there.
// CHECK-LABEL: llvm.func @result_unused
tc.kernel @result_unused(%p: !tc.ptr<i32>, %x: i32) {
  // CHECK: %[[PS:.*]] = llvm.shufflevector {{.*}} : vector<1x!llvm.ptr<1>>
  // CHECK: %[[P0:.*]] = llvm.extractelement %[[PS]]
  // CHECK: %[[P1:.*]] = llvm.extractelement %[[PS]]
  // CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true)
  // CHECK: llvm.call @minitc.red.relaxed.gpu.global.add.u32(%[[P0]], %[[TRUE]], %{{.*}}) : (!llvm.ptr<1>, i1, i32) -> ()
  // CHECK: llvm.call @minitc.red.relaxed.gpu.global.add.u32(%[[P1]], %[[TRUE]], %{{.*}}) : (!llvm.ptr<1>, i1, i32) -> ()
  // CHECK-NOT: llvm.call
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<64x!tc.ptr<i32>, #once>
  %xs = tc.splat %x : i32 -> tensor<64xi32, #once>
  %o = tc.atomic_rmw add relaxed gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  // CHECK: llvm.return
  tc.return
}

// A `red` releases at most, and there is none that exchanges.
// CHECK-LABEL: llvm.func @not_reductions
tc.kernel @not_reductions(%p: !tc.ptr<i32>, %x: i32) {
  %ps = tc.splat %p : !tc.ptr<i32> -> tensor<64x!tc.ptr<i32>, #once>
  %xs = tc.splat %x : i32 -> tensor<64xi32, #once>
  // CHECK: @minitc.red.release.cta.global.and.b32
  %0 = tc.atomic_rmw and release cta %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  // CHECK: @minitc.atom.acquire.cta.global.and.b32
  %1 = tc.atomic_rmw and acquire cta %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  // CHECK: @minitc.atom.relaxed.gpu.global.exch.b32
  %2 = tc.atomic_rmw xchg relaxed gpu %ps, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  // CHECK: @minitc.atom.relaxed.gpu.global.cas.b32
  %3 = tc.atomic_cas relaxed gpu %ps, %xs, %xs : tensor<64x!tc.ptr<i32>, #once>, tensor<64xi32, #once>
  tc.return
}

// Under a mask, and where a lane stands for others: those get the old value from
// it by a shuffle.
// CHECK-LABEL: llvm.func @copies_in_warp
tc.kernel @copies_in_warp(%p: !tc.ptr<i64>, %x: i64, %c: i1) {
  // CHECK: %[[MASK:.*]] = llvm.extractelement %{{.*}} : vector<1xi1>
  // CHECK: %[[C24:.*]] = llvm.mlir.constant(24 : i32)
  // CHECK: %[[BITS:.*]] = llvm.and %{{.*}}, %[[C24]]
  // CHECK: %[[STANDS:.*]] = llvm.icmp "eq" %[[BITS]], %{{.*}}
  // CHECK: %[[ON:.*]] = llvm.and %[[MASK]], %[[STANDS]]
  // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
  // CHECK: llvm.call @minitc.atom.acq_rel.sys.global.max.s64(%{{.*}}, %[[ON]], %{{.*}}, %[[ZERO]])
  // CHECK: %[[C7:.*]] = llvm.mlir.constant(7 : i32)
  // CHECK: %[[SOURCE:.*]] = llvm.and %{{.*}}, %[[C7]]
  // CHECK-COUNT-2: nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %[[SOURCE]]
  %ps = tc.splat %p : !tc.ptr<i64> -> tensor<8x!tc.ptr<i64>, #lanes>
  %xs = tc.splat %x : i64 -> tensor<8xi64, #lanes>
  %m = tc.splat %c : i1 -> tensor<8xi1, #lanes>
  %o = tc.atomic_rmw max acq_rel sys %ps, %xs mask %m : tensor<8x!tc.ptr<i64>, #lanes>, tensor<8xi64, #lanes>
  tc.store %ps, %o : tensor<8x!tc.ptr<i64>, #lanes>
  tc.return
}

// The threads that change an element store what it was; no shuffle.
// CHECK-LABEL: llvm.func @copies_in_warps
// CHECK:         llvm.call @minitc.atom.relaxed.gpu.global.exch.b32
// CHECK-NOT:     nvvm.shfl
// CHECK:         llvm.store %{{.*}} : vector<1xf32>, !llvm.ptr<3>
tc.kernel @copies_in_warps(%p: !tc.ptr<f32>, %x: f32) attributes {num_warps = 2 : i32, tcg.shared_bytes = 128 : i32} {
  %ps = tc.splat %p : !tc.ptr<f32> -> tensor<32x!tc.ptr<f32>, #warps>
  %xs = tc.splat %x : f32 -> tensor<32xf32, #warps>
  %o = tc.atomic_rmw xchg relaxed gpu %ps, %xs : tensor<32x!tc.ptr<f32>, #warps>, tensor<32xf32, #warps>
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[32] x f32, <{offset = [[1], [2], [4], [8], [16]]}>>
  tcg.local_store %o, %m : tensor<32xf32, #warps>, !tcg.shared<[32] x f32, <{offset = [[1], [2], [4], [8], [16]]}>>
  tc.return
}

// What PTX has no word for is tried until nobody came between; bits are compared,
// so that a NaN is what it is.
#one = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
// CHECK-LABEL: llvm.func @loop
tc.kernel @loop(%p: !tc.ptr<f32>, %x: f32, %c: i1) {
  // CHECK: %[[ON:.*]] = llvm.extractelement %{{.*}} : vector<1xi1>
  // CHECK: %[[OLD:.*]] = scf.if %[[ON]] -> (i32) {
  // CHECK:   %[[FIRST:.*]] = llvm.load %[[P:.*]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK:   %[[LOOP:.*]] = scf.while (%[[EXPECTED:.*]] = %[[FIRST]]) : (i32) -> i32 {
  // CHECK:     %[[HELD:.*]] = llvm.bitcast %[[EXPECTED]] : i32 to f32
  // CHECK:     %[[MAX:.*]] = arith.maxnumf %[[HELD]], %{{.*}} : f32
  // CHECK:     %[[NEW:.*]] = llvm.bitcast %[[MAX]] : f32 to i32
  // CHECK:     %[[FOUND:.*]] = llvm.call @minitc.atom.release.gpu.global.cas.b32(%[[P]], %{{.*}}, %[[EXPECTED]], %[[NEW]], %{{.*}})
  // CHECK:     %[[SAME:.*]] = llvm.icmp "eq" %[[FOUND]], %[[EXPECTED]] : i32
  // CHECK:     %[[AGAIN:.*]] = llvm.xor %[[SAME]], %{{.*}}
  // CHECK:     scf.condition(%[[AGAIN]]) %[[FOUND]] : i32
  // CHECK:   scf.yield %[[LOOP]] : i32
  // CHECK: } else {
  // CHECK:   %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK:   scf.yield %[[ZERO]] : i32
  // CHECK: llvm.insertelement %[[OLD]]
  %ps = tc.splat %p : !tc.ptr<f32> -> tensor<32x!tc.ptr<f32>, #one>
  %xs = tc.splat %x : f32 -> tensor<32xf32, #one>
  %m = tc.splat %c : i1 -> tensor<32xi1, #one>
  %o = tc.atomic_rmw fmax release gpu %ps, %xs mask %m : tensor<32x!tc.ptr<f32>, #one>, tensor<32xf32, #one>
  tc.store %ps, %o : tensor<32x!tc.ptr<f32>, #one>
  tc.return
}

// f16 adds everywhere, bf16 from sm_90 on.
// CHECK-LABEL: llvm.func @narrow
tc.kernel @narrow(%p: !tc.ptr<f16>, %x: f16, %q: !tc.ptr<bf16>, %y: bf16) {
  // CHECK: llvm.call @minitc.red.relaxed.gpu.global.add.noftz.f16(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i1, i16) -> ()
  %ps = tc.splat %p : !tc.ptr<f16> -> tensor<32x!tc.ptr<f16>, #one>
  %xs = tc.splat %x : f16 -> tensor<32xf16, #one>
  %0 = tc.atomic_rmw fadd relaxed gpu %ps, %xs : tensor<32x!tc.ptr<f16>, #one>, tensor<32xf16, #one>
  // SM90: llvm.call @minitc.red.relaxed.gpu.global.add.noftz.bf16
  // SM90-NOT: scf.while
  // SM89-NOT: noftz.bf16
  // SM89: scf.while
  // SM89: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // SM89: %[[Y:.*]] = arith.extf %{{.*}} : bf16 to f32
  // SM89: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
  // SM89: arith.truncf %[[SUM]] : f32 to bf16
  // SM89: llvm.call @minitc.atom.relaxed.gpu.global.cas.b16
  %qs = tc.splat %q : !tc.ptr<bf16> -> tensor<32x!tc.ptr<bf16>, #one>
  %ys = tc.splat %y : bf16 -> tensor<32xbf16, #one>
  %1 = tc.atomic_rmw fadd relaxed gpu %qs, %ys : tensor<32x!tc.ptr<bf16>, #one>, tensor<32xbf16, #one>
  tc.return
}
