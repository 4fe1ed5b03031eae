// Sums and products of every element type that has them, of whole numbers for
// which every order gives one result. Integers wrap; f16 and bf16 combine in f32
// and round once, so that small terms after a large one are not lost.
//
// DATA: _n = rng(1).integers(-50, 50, 512)
// DATA: def _sum(values, bits):
// DATA:     return wrap([sum(values)], f"i{bits // 8}")
// DATA: i8_in, i16_in, i32_in, i64_in = (_n.astype(f"i{b}") for b in (1, 2, 4, 8))
// DATA: i8_sum, i16_sum, i32_sum, i64_sum = (_sum(ints(_n), b) for b in (8, 16, 32, 64))
// DATA: _odd = [2 * v + 1 for v in ints(_n)]
// DATA: def _product(values, bits):
// DATA:     result = 1
// DATA:     for v in values:
// DATA:         result = result * v % 2**bits
// DATA:     return wrap([result], f"i{bits // 8}")
// DATA: i8_prod, i16_prod, i32_prod, i64_prod = (_product(_odd, b) for b in (8, 16, 32, 64))
// DATA: _f = np.append([2048.0], np.ones(511))
// DATA: f16_in, bf16_in, f32_in, f64_in = f16(*_f), bf16(_f), f32(*_f), _f
// DATA: f16_sum, bf16_sum, f32_sum, f64_sum = f16(2559), bf16([2559]), f32(2559), f64(2559)
// DATA: _p = np.where(np.arange(512) % 4 == 0, 2.0, np.where(np.arange(512) % 4 == 1, -0.5, 1.0))
// DATA: _p[2] = 3
// DATA: f16_factors, bf16_factors, f32_factors, f64_factors = f16(*_p), bf16(_p), f32(*_p), _p
// DATA: f16_prod, bf16_prod, f32_prod, f64_prod = f16(3), bf16([3]), f32(3), f64(3)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=x=@%t/i8_in.npy --arg='sum=empty(1xi8)' --arg='prod=empty(1xi8)' --check=sum=@%t/i8_sum.npy --check=prod=@%t/i8_prod.npy
// RUN-CASE: minitc-run %s --kernel=i16 --arg=x=@%t/i16_in.npy --arg='sum=empty(1xi16)' --arg='prod=empty(1xi16)' --check=sum=@%t/i16_sum.npy --check=prod=@%t/i16_prod.npy
// RUN-CASE: minitc-run %s --kernel=i32 --arg=x=@%t/i32_in.npy --arg='sum=empty(1xi32)' --arg='prod=empty(1xi32)' --check=sum=@%t/i32_sum.npy --check=prod=@%t/i32_prod.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=x=@%t/i64_in.npy --arg='sum=empty(1xi64)' --arg='prod=empty(1xi64)' --check=sum=@%t/i64_sum.npy --check=prod=@%t/i64_prod.npy
// RUN-CASE: minitc-run %s --kernel=f16 --arg=x=@%t/f16_in.npy --arg=y=@%t/f16_factors.npy --arg='sum=empty(1xf16)' --arg='prod=empty(1xf16)' --check=sum=@%t/f16_sum.npy --check=prod=@%t/f16_prod.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=bf16 --arg=x=@%t/bf16_in.npy --arg=y=@%t/bf16_factors.npy --arg='sum=empty(1xbf16)' --arg='prod=empty(1xbf16)' --check=sum=@%t/bf16_sum.npy --check=prod=@%t/bf16_prod.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f32 --arg=x=@%t/f32_in.npy --arg=y=@%t/f32_factors.npy --arg='sum=empty(1xf32)' --arg='prod=empty(1xf32)' --check=sum=@%t/f32_sum.npy --check=prod=@%t/f32_prod.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --kernel=f64 --arg=x=@%t/f64_in.npy --arg=y=@%t/f64_factors.npy --arg='sum=empty(1xf64)' --arg='prod=empty(1xf64)' --check=sum=@%t/f64_sum.npy --check=prod=@%t/f64_prod.npy --rtol=0 --atol=0

tc.kernel @i8(%x: !tc.ptr<i8>, %sum: !tc.ptr<i8>, %prod: !tc.ptr<i8>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i8>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i8>>
  %s = tc.reduce sum %v axis 0 : tensor<512xi8> -> i8
  tc.store %sum, %s : !tc.ptr<i8>
  // Odd factors, whose product never vanishes.
  %one = arith.constant dense<1> : tensor<512xi8>
  %twice = arith.addi %v, %v : tensor<512xi8>
  %odd = arith.addi %twice, %one : tensor<512xi8>
  %p = tc.reduce prod %odd axis 0 : tensor<512xi8> -> i8
  tc.store %prod, %p : !tc.ptr<i8>
  tc.return
}

tc.kernel @i16(%x: !tc.ptr<i16>, %sum: !tc.ptr<i16>, %prod: !tc.ptr<i16>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i16>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i16>>
  %s = tc.reduce sum %v axis 0 : tensor<512xi16> -> i16
  tc.store %sum, %s : !tc.ptr<i16>
  // Odd factors, whose product never vanishes.
  %one = arith.constant dense<1> : tensor<512xi16>
  %twice = arith.addi %v, %v : tensor<512xi16>
  %odd = arith.addi %twice, %one : tensor<512xi16>
  %p = tc.reduce prod %odd axis 0 : tensor<512xi16> -> i16
  tc.store %prod, %p : !tc.ptr<i16>
  tc.return
}

tc.kernel @i32(%x: !tc.ptr<i32>, %sum: !tc.ptr<i32>, %prod: !tc.ptr<i32>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i32>>
  %s = tc.reduce sum %v axis 0 : tensor<512xi32> -> i32
  tc.store %sum, %s : !tc.ptr<i32>
  // Odd factors, whose product never vanishes.
  %one = arith.constant dense<1> : tensor<512xi32>
  %twice = arith.addi %v, %v : tensor<512xi32>
  %odd = arith.addi %twice, %one : tensor<512xi32>
  %p = tc.reduce prod %odd axis 0 : tensor<512xi32> -> i32
  tc.store %prod, %p : !tc.ptr<i32>
  tc.return
}

tc.kernel @i64(%x: !tc.ptr<i64>, %sum: !tc.ptr<i64>, %prod: !tc.ptr<i64>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i64>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<i64>>
  %s = tc.reduce sum %v axis 0 : tensor<512xi64> -> i64
  tc.store %sum, %s : !tc.ptr<i64>
  // Odd factors, whose product never vanishes.
  %one = arith.constant dense<1> : tensor<512xi64>
  %twice = arith.addi %v, %v : tensor<512xi64>
  %odd = arith.addi %twice, %one : tensor<512xi64>
  %p = tc.reduce prod %odd axis 0 : tensor<512xi64> -> i64
  tc.store %prod, %p : !tc.ptr<i64>
  tc.return
}

tc.kernel @f16(%x: !tc.ptr<f16>, %y: !tc.ptr<f16>, %sum: !tc.ptr<f16>,
          %prod: !tc.ptr<f16>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f16>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<f16>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f16>, tensor<512xi32>
  %w = tc.load %p_y : tensor<512x!tc.ptr<f16>>
  %s = tc.reduce sum %v axis 0 : tensor<512xf16> -> f16
  tc.store %sum, %s : !tc.ptr<f16>
  %p = tc.reduce prod %w axis 0 : tensor<512xf16> -> f16
  tc.store %prod, %p : !tc.ptr<f16>
  tc.return
}

tc.kernel @bf16(%x: !tc.ptr<bf16>, %y: !tc.ptr<bf16>, %sum: !tc.ptr<bf16>,
          %prod: !tc.ptr<bf16>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<bf16>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<bf16>>
  %p_y = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<512xi32>
  %w = tc.load %p_y : tensor<512x!tc.ptr<bf16>>
  %s = tc.reduce sum %v axis 0 : tensor<512xbf16> -> bf16
  tc.store %sum, %s : !tc.ptr<bf16>
  %p = tc.reduce prod %w axis 0 : tensor<512xbf16> -> bf16
  tc.store %prod, %p : !tc.ptr<bf16>
  tc.return
}

tc.kernel @f32(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>, %sum: !tc.ptr<f32>,
          %prod: !tc.ptr<f32>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<f32>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<512xi32>
  %w = tc.load %p_y : tensor<512x!tc.ptr<f32>>
  %s = tc.reduce sum %v axis 0 : tensor<512xf32> -> f32
  tc.store %sum, %s : !tc.ptr<f32>
  %p = tc.reduce prod %w axis 0 : tensor<512xf32> -> f32
  tc.store %prod, %p : !tc.ptr<f32>
  tc.return
}

tc.kernel @f64(%x: !tc.ptr<f64>, %y: !tc.ptr<f64>, %sum: !tc.ptr<f64>,
          %prod: !tc.ptr<f64>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f64>, tensor<512xi32>
  %v = tc.load %p_x : tensor<512x!tc.ptr<f64>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f64>, tensor<512xi32>
  %w = tc.load %p_y : tensor<512x!tc.ptr<f64>>
  %s = tc.reduce sum %v axis 0 : tensor<512xf64> -> f64
  tc.store %sum, %s : !tc.ptr<f64>
  %p = tc.reduce prod %w axis 0 : tensor<512xf64> -> f64
  tc.store %prod, %p : !tc.ptr<f64>
  tc.return
}
