// RUN: minitc-opt %s --convert-tcg-to-nvvm | FileCheck %s

// A kernel takes each tensor map once, behind its arguments. A copy is one for
// each 128 bytes of a row and each 256 rows; coordinates go from the contiguous
// dimension outwards.

#rows = #tcg.layout<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0], [128, 0], [256, 0], [0, 64]]}>
#narrow = #tcg.layout<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4]]}>
#one = #tcg.layout<{}>

// CHECK-LABEL: llvm.func @copies
// CHECK-SAME: (%{{.*}}: !llvm.ptr<1>, %[[I:[a-z0-9_]+]]: i32, %[[J:[a-z0-9_]+]]: i32,
// CHECK-SAME: %[[MAP:[a-z0-9_]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %[[MAP2:[a-z0-9_]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// CHECK-SAME: nvvm.reqntid = array<i32: 128, 1, 1>
// CHECK-SAME: tcg.tensor_maps = [{base = 0 : i32, box = array<i64: 64, 256>, element = f16, sizes = ["%2", "%1"], strides = ["1", "%2 8 mul.64"], swizzle = 128 : i32},
// CHECK-SAME: {base = 0 : i32, box = array<i64: 32, 8, 1>, element = i8, sizes = ["4", "%2", "%1"], strides = ["1", "16", "%1"], swizzle = 32 : i32}]
tc.kernel @copies(%p: !tc.ptr<f16>, %i: i32, %j: i32) attributes {num_warps = 4 : i32, tcg.shared_bytes = 200000 : i32} {
  %m = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[512, 128] x f16, #rows>
  %n = tcg.local_alloc {offset = 131072 : i32} : !tcg.shared<[32, 8] x i8, #narrow>
  %b = tcg.local_alloc {offset = 132096 : i32} : !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.tma.load.2d(%{{.*}}, %[[MAP]], %[[BAR:[a-z0-9_]+]], %[[J]], %[[I]])
  // CHECK: %[[J64:[a-z0-9_]+]] = llvm.add %[[J]], %{{.*}} : i32
  // CHECK: llvm.call @minitc.tma.load.2d(%{{.*}}, %[[MAP]], %[[BAR]], %[[J64]], %[[I]])
  // CHECK: %[[I256:[a-z0-9_]+]] = llvm.add %[[I]], %{{.*}} : i32
  // CHECK: llvm.call @minitc.tma.load.2d(%{{.*}}, %[[MAP]], %[[BAR]], %[[J]], %[[I256]])
  // CHECK: llvm.call @minitc.tma.load.2d(%{{.*}}, %[[MAP]], %[[BAR]], %{{.*}}, %{{.*}})
  // CHECK-NOT: llvm.call @minitc.tma.load.2d
  tcg.tensor_copy <base = 0, element = f16, sizes = ["%1", "%2"], strides = ["%2 8 mul.64", "1"], window = [512, 128]>[%i, %j], %m, %b : !tcg.shared<[512, 128] x f16, #rows>, !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.tma.load.3d(%{{.*}}, %[[MAP2]], %[[BAR]], %[[I]], %[[J]], %[[J]])
  tcg.tensor_copy <base = 0, element = i8, sizes = ["%1", "4", "%2"], strides = ["%1", "1", "16"], window = [1, 32, 8]>[%j, %i, %j], %n, %b : !tcg.shared<[32, 8] x i8, #narrow>, !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.tma.load.3d(%{{.*}}, %[[MAP2]], %[[BAR]], %[[J]], %[[I]], %[[J]])
  tcg.tensor_copy <base = 0, element = i8, sizes = ["%1", "4", "%2"], strides = ["%1", "1", "16"], window = [1, 32, 8]>[%j, %j, %i], %n, %b : !tcg.shared<[32, 8] x i8, #narrow>, !tcg.shared<[1] x i64, #one>
  tc.return
}

// Producers are threads of the block, but meet the others at its barrier alone.
// CHECK-LABEL: llvm.func @roles
// CHECK-SAME: nvvm.reqntid = array<i32: 256, 1, 1>
tc.kernel @roles(%p: i32) attributes {num_warps = 4 : i32, tcg.producer_warps = 4 : i32, tcg.shared_bytes = 64 : i32} {
  %b = tcg.local_alloc {offset = 0 : i32} : !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.mbarrier.init(%[[B:[a-z0-9_]+]], %[[FOUR:[a-z0-9_]+]]) : (!llvm.ptr<3>, i32)
  tcg.barrier_init %b arrivals 4 : !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.mbarrier.fence()
  tcg.barrier_fence
  // CHECK: nvvm.barrier{{$}}
  tcg.block_barrier
  // CHECK: nvvm.shfl.sync idx
  %w = tcg.warp_id : i32
  // CHECK: nvvm.elect.sync -> i1
  %e = tcg.elect : i1
  // CHECK: nvvm.setmaxregister increase 232
  tcg.set_registers 232 more
  // CHECK: nvvm.setmaxregister decrease 32
  tcg.set_registers 32
  // CHECK: llvm.call @minitc.mbarrier.expect(%{{.*}}, %{{.*}}) : (!llvm.ptr<3>, i32)
  tcg.barrier_expect %b bytes 1024 : !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.mbarrier.wait(%{{.*}}, %{{.*}}) : (!llvm.ptr<3>, i32)
  tcg.barrier_wait %b parity %w : !tcg.shared<[1] x i64, #one>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: scf.if
  // CHECK-NEXT: llvm.call @minitc.mbarrier.arrive(%{{.*}}) : (!llvm.ptr<3>)
  tcg.warp_arrive %b : !tcg.shared<[1] x i64, #one>
  // CHECK: llvm.call @minitc.mbarrier.inval(%{{.*}}) : (!llvm.ptr<3>)
  tcg.barrier_invalidate %b : !tcg.shared<[1] x i64, #one>
  // CHECK: %[[ID:[a-z0-9_]+]] = {{.*}}constant(1 : i32)
  // CHECK: %[[THREADS:[a-z0-9_]+]] = {{.*}}constant(128 : i32)
  // CHECK: nvvm.barrier id = %[[ID]] number_of_threads = %[[THREADS]]
  tc.barrier
  // CHECK: llvm.call @minitc.finish(%{{.*}}) : (f32) -> ()
  %f = arith.constant dense<1.0> : tensor<32xf32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>>
  tcg.finish %f : tensor<32xf32, #tcg.layout<{lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>>
  tc.return
}
