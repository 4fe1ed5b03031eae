// The cross-entropy loss of each row of bf16 logits against a label, and the
// logarithm of the sum of exponentials, which cross_entropy_grad needs, in f32:
//   lse = log(sum(exp(x))), loss = lse - x[label]
// A label outside the row, such as -100, is to be ignored: its loss is 0.
//
// One row of any width a program instance, read once: the loop carries the maximum
// so far and the sum of exp(x - maximum), which it scales when the maximum grows.
// Terms of a sum need no more than the approximate exp. The maximum starts from the
// lowest finite number, not from -inf, since -inf - -inf has no value.
//
// RUN-DEMO: minitc-run %s --grid=16 --arg='x=randn(16x10008xbf16, seed=1)' --arg='label=randint(16xi32, -1000, 10008, seed=2)' --arg='loss=empty(16xf32)' --arg='lse=empty(16xf32)' --arg=cols=10008 --save x=%t.x.npy --save label=%t.label.npy --save loss=%t.loss.npy --save lse=%t.lse.npy && python3 %S/check.py cross_entropy %t.x.npy %t.label.npy %t.loss.npy %t.lse.npy

tc.kernel @cross_entropy(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                         %label: !tc.ptr<i32>, %loss: !tc.ptr<f32>,
                         %lse: !tc.ptr<f32>, %cols: i32) {
  %row    = tc.program_id x : i32
  %row64  = arith.extsi %row : i32 to i64
  %cols64 = arith.extsi %cols : i32 to i64
  %base   = arith.muli %row64, %cols64 : i64
  %src    = tc.addptr %x, %base : !tc.ptr<bf16>, i64
  %range  = tc.arange 0 to 8192 : tensor<8192xi32>
  %n      = tc.splat %cols : i32 -> tensor<8192xi32>
  %ninf16 = arith.constant 0xFF80 : bf16
  %lowest = arith.constant 0xFF7FFFFF : f32
  %zero   = arith.constant 0.0 : f32
  %start  = arith.constant 0 : i32
  %step   = arith.constant 8192 : i32

  %max, %sum = scf.for %s = %start to %cols step %step
      iter_args(%m = %lowest, %d = %zero) -> (f32, f32) : i32 {
    %ss   = tc.splat %s : i32 -> tensor<8192xi32>
    %c    = arith.addi %ss, %range : tensor<8192xi32>
    %mask = arith.cmpi slt, %c, %n : tensor<8192xi32>
    %srcs = tc.addptr %src, %c : !tc.ptr<bf16>, tensor<8192xi32>
    %x16  = tc.load %srcs mask %mask other %ninf16 : tensor<8192x!tc.ptr<bf16>>
    %v    = arith.extf %x16 : tensor<8192xbf16> to tensor<8192xf32>
    %vm   = tc.reduce max %v axis 0 : tensor<8192xf32> -> f32
    %nm   = arith.maximumf %m, %vm : f32
    %nms  = tc.splat %nm : f32 -> tensor<8192xf32>
    %vd   = arith.subf %v, %nms : tensor<8192xf32>
    %e    = math.exp %vd fastmath<afn> : tensor<8192xf32>
    %es   = tc.reduce sum %e axis 0 : tensor<8192xf32> -> f32
    %md   = arith.subf %m, %nm : f32
    %old  = math.exp %md : f32
    %ds   = arith.mulf %d, %old : f32
    %nd   = arith.addf %ds, %es : f32
    scf.yield %nm, %nd : f32, f32
  }
  %log  = math.log %sum : f32
  %all  = arith.addf %max, %log : f32

  // An unsigned comparison takes negative labels for large ones.
  %labels = tc.addptr %label, %row : !tc.ptr<i32>, i32
  %l    = tc.load %labels : !tc.ptr<i32>
  %in   = arith.cmpi ult, %l, %cols : i32
  %none = arith.constant 0.0 : bf16
  %pl   = tc.addptr %src, %l : !tc.ptr<bf16>, i32
  %xl16 = tc.load %pl mask %in other %none : !tc.ptr<bf16>
  %xl   = arith.extf %xl16 : bf16 to f32
  %diff = arith.subf %all, %xl : f32
  %y    = arith.select %in, %diff, %zero : f32

  %losses = tc.addptr %loss, %row : !tc.ptr<f32>, i32
  %lses   = tc.addptr %lse, %row : !tc.ptr<f32>, i32
  tc.store %losses, %y : !tc.ptr<f32>
  tc.store %lses, %all : !tc.ptr<f32>
  tc.return
}
