// The largest element of each row and the column it is in, one row of at most
// 1024 columns a program instance. Ties go to the lowest column; a NaN wins.
//
// RUN-DEMO: minitc-run %s --grid=64 --arg='in=randn(64x1000xf32, seed=1)' --arg='value=empty(64xf32)' --arg='index=empty(64xi32)' --arg=stride=1000 --arg=cols=1000 --save in=%t.in.npy --save value=%t.value.npy --save index=%t.index.npy && python3 %S/check.py row_argmax %t.in.npy %t.value.npy %t.index.npy

tc.kernel @row_argmax(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %value: !tc.ptr<f32>, %index: !tc.ptr<i32>,
                      %stride: i32, %cols: i32) {
  %row  = tc.program_id x : i32
  %base = arith.muli %row, %stride : i32
  %src  = tc.addptr %in, %base : !tc.ptr<f32>, i32
  %c    = tc.arange 0 to 1024 : tensor<1024xi32>
  %n    = tc.splat %cols : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %c, %n : tensor<1024xi32>
  %srcs = tc.addptr %src, %c : !tc.ptr<f32>, tensor<1024xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %x    = tc.load %srcs mask %mask other %ninf : tensor<1024x!tc.ptr<f32>>
  %v, %i = tc.reduce argmax %x axis 0 : tensor<1024xf32> -> f32, i32
  // A scalar is stored once, whatever the number of threads.
  %pv = tc.addptr %value, %row : !tc.ptr<f32>, i32
  %pi = tc.addptr %index, %row : !tc.ptr<i32>, i32
  tc.store %pv, %v : !tc.ptr<f32>
  tc.store %pi, %i : !tc.ptr<i32>
  tc.return
}
