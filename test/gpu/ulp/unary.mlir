// The f32 functions of section "Numbers", one kernel each: y[i] = f(x[i]).
// Compiled to PTX and measured over all 2^32 inputs by ulp.cu.

tc.kernel @f32_exp(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.exp %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_exp2(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.exp2 %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_tanh(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.tanh %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_log(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                   %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.log %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_log2(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.log2 %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_rsqrt(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.rsqrt %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_sqrt(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                    %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %result = math.sqrt %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @f32_reciprocal(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                          %y: !tc.ptr<f32> {tc.divisible = 16 : i32},
                          %n: i32) attributes {num_warps = 4 : i32} {
  %size = arith.constant 1024 : i32
  %program = tc.program_id x : i32
  %first = arith.muli %program, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lane = tc.arange 0 to 1024 : tensor<1024xi32>
  %index = arith.addi %firsts, %lane : tensor<1024xi32>
  %ns = tc.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %index, %ns : tensor<1024xi32>
  %zero = arith.constant 0.0 : f32
  %xs = tc.addptr %x, %index : !tc.ptr<f32>, tensor<1024xi32>
  %value = tc.load %xs mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %ones = arith.constant dense<1.0> : tensor<1024xf32>
  %result = arith.divf %ones, %value : tensor<1024xf32>
  %ys = tc.addptr %y, %index : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %ys, %result mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
