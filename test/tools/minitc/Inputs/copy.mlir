// Copies 128 elements an instance; two kernels, so that one can be chosen.

tc.kernel @copy(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                %out: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32)
    attributes {num_warps = 4 : i32} {
  %id = tc.program_id x : i32
  %size = arith.constant 128 : i32
  %base = arith.muli %id, %size : i32
  %r = tc.arange 0 to 128 : tensor<128xi32>
  %bases = tc.splat %base : i32 -> tensor<128xi32>
  %i = arith.addi %r, %bases : tensor<128xi32>
  %ns = tc.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %src = tc.addptr %in, %i : !tc.ptr<f32>, tensor<128xi32>
  %dst = tc.addptr %out, %i : !tc.ptr<f32>, tensor<128xi32>
  %zero = arith.constant 0.0 : f32
  %x = tc.load %src mask %mask other %zero : tensor<128x!tc.ptr<f32>>
  tc.store %dst, %x mask %mask : tensor<128x!tc.ptr<f32>>
  tc.return
}

tc.kernel @fill(%out: !tc.ptr<f32>, %value: f32)
    attributes {num_warps = 1 : i32} {
  %r = tc.arange 0 to 32 : tensor<32xi32>
  %dst = tc.addptr %out, %r : !tc.ptr<f32>, tensor<32xi32>
  %x = tc.splat %value : f32 -> tensor<32xf32>
  tc.store %dst, %x : tensor<32x!tc.ptr<f32>>
  tc.return
}
