// What minitc-run says of a launch on a GPU: the device, resources, times, and of
// a check that fails.
//
// RUN-GPU: minitc-run %s --grid=8 --arg='x=arange(1000xf32)' --arg='y=empty(1000xf32)' --arg=n=1000 --check='y=arange(1000xf32, start=1, step=2)' --rtol=0 --atol=0 | tee %t && grep -q '^device: cuda:0 (.*, sm_' %t && grep -q '^check y: ok, 1000 elements' %t
// RUN-GPU: minitc-run %s --grid=8 --arg='x=arange(1000xf32)' --arg='y=empty(1000xf32)' --arg=n=1000 --check='y=arange(1000xf32, start=1, step=2)' --rtol=0 --atol=0 --num-warps=1 --print-resources | tee %t && grep -q '^resources: .* 1 warps' %t
// RUN-GPU: minitc-run %s --grid=8 --arg='x=arange(1000xf32)' --arg='y=empty(1000xf32)' --arg=n=1000 --bench | tee %t && grep -q '^bench: median .* GB/s' %t
// RUN-GPU: minitc-run %s --grid=7 --arg='x=arange(1000xf32)' --arg='y=zeros(1000xf32)' --arg=n=1000 --check='y=arange(1000xf32, start=1, step=2)' > %t 2>&1; test $? -eq 1 && grep '104 of 1000 elements out of bounds' %t

tc.kernel @double_and_one(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>, %n: i32) {
  %size = arith.constant 128 : i32
  %instance = tc.program_id x : i32
  %first = arith.muli %instance, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<128xi32>
  %lanes = tc.arange 0 to 128 : tensor<128xi32>
  %i = arith.addi %firsts, %lanes : tensor<128xi32>
  %ns = tc.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %i : !tc.ptr<f32>, tensor<128xi32>
  %ys = tc.addptr %y, %i : !tc.ptr<f32>, tensor<128xi32>
  %v = tc.load %xs mask %mask other %zero : tensor<128x!tc.ptr<f32>>
  %w = arith.addf %v, %v : tensor<128xf32>
  %r = arith.addf %w, %one : tensor<128xf32>
  tc.store %ys, %r mask %mask : tensor<128x!tc.ptr<f32>>
  tc.return
}
