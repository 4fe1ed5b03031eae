// The gradient of cross_entropy with respect to its logits, from lse, which the
// forward kernel stored, and the gradient of each row's loss:
//   dx = (exp(x - lse) - (1 at the label, else 0)) * grad
// A row whose label is outside it is ignored: its gradient is 0.
//
// 4096 columns of a row a program instance: the grid is rows x column tiles. Before
// a rounding to bf16 the approximate exp is exact enough.
//
// RUN-DEMO: minitc-run %s --grid=16x3 --arg='x=randn(16x10008xbf16, seed=1)' --arg='label=randint(16xi32, -1000, 10008, seed=2)' --arg='lse=uniform(16xf32, 9.6, 9.8, seed=3)' --arg='grad=randn(16xf32, seed=4)' --arg='dx=empty(16x10008xbf16)' --arg=cols=10008 --save x=%t.x.npy --save label=%t.label.npy --save lse=%t.lse.npy --save grad=%t.grad.npy --save dx=%t.dx.npy && python3 %S/check.py cross_entropy_grad %t.x.npy %t.label.npy %t.lse.npy %t.grad.npy %t.dx.npy

tc.kernel @cross_entropy_grad(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                              %label: !tc.ptr<i32>, %lse: !tc.ptr<f32>,
                              %grad: !tc.ptr<f32>,
                              %dx: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                              %cols: i32) {
  %row    = tc.program_id x : i32
  %row64  = arith.extsi %row : i32 to i64
  %cols64 = arith.extsi %cols : i32 to i64
  %base   = arith.muli %row64, %cols64 : i64
  %src    = tc.addptr %x, %base : !tc.ptr<bf16>, i64
  %dst    = tc.addptr %dx, %base : !tc.ptr<bf16>, i64

  // Ignoring a row is to give its loss no weight.
  %labels = tc.addptr %label, %row : !tc.ptr<i32>, i32
  %lses   = tc.addptr %lse, %row : !tc.ptr<f32>, i32
  %grads  = tc.addptr %grad, %row : !tc.ptr<f32>, i32
  %l      = tc.load %labels : !tc.ptr<i32>
  %all    = tc.load %lses : !tc.ptr<f32>
  %g      = tc.load %grads : !tc.ptr<f32>
  %in     = arith.cmpi ult, %l, %cols : i32
  %zero   = arith.constant 0.0 : f32
  %weight = arith.select %in, %g, %zero : f32

  %size   = arith.constant 4096 : i32
  %pidy   = tc.program_id y : i32
  %first  = arith.muli %pidy, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<4096xi32>
  %range  = tc.arange 0 to 4096 : tensor<4096xi32>
  %c      = arith.addi %firsts, %range : tensor<4096xi32>
  %n      = tc.splat %cols : i32 -> tensor<4096xi32>
  %mask   = arith.cmpi slt, %c, %n : tensor<4096xi32>
  %zero16 = arith.constant 0.0 : bf16
  %srcs   = tc.addptr %src, %c : !tc.ptr<bf16>, tensor<4096xi32>
  %x16    = tc.load %srcs mask %mask other %zero16 : tensor<4096x!tc.ptr<bf16>>
  %v      = arith.extf %x16 : tensor<4096xbf16> to tensor<4096xf32>
  %alls   = tc.splat %all : f32 -> tensor<4096xf32>
  %d      = arith.subf %v, %alls : tensor<4096xf32>
  %p      = math.exp %d fastmath<afn> : tensor<4096xf32>
  %one    = arith.constant dense<1.0> : tensor<4096xf32>
  %p1     = arith.subf %p, %one : tensor<4096xf32>
  %ls     = tc.splat %l : i32 -> tensor<4096xi32>
  %isL    = arith.cmpi eq, %c, %ls : tensor<4096xi32>
  %q      = arith.select %isL, %p1, %p : tensor<4096xi1>, tensor<4096xf32>
  %ws     = tc.splat %weight : f32 -> tensor<4096xf32>
  %y      = arith.mulf %q, %ws : tensor<4096xf32>
  %y16    = arith.truncf %y : tensor<4096xf32> to tensor<4096xbf16>
  %dsts   = tc.addptr %dst, %c : !tc.ptr<bf16>, tensor<4096xi32>
  tc.store %dsts, %y16 mask %mask : tensor<4096x!tc.ptr<bf16>>
  tc.return
}
