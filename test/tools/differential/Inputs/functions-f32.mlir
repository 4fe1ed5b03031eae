// The f32 functions with a bound of their own, on random bits (every exponent,
// subnormals, infinities and NaN among them) and on the range where the function
// is not constant. The reference rounds the exact value once or nearly so.
//
// RUN-DIFF: --kernel=exp --grid=4 --arg='x=uniform(4096xf32, -104, 90, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=2
// RUN-DIFF: --kernel=exp2 --grid=4 --arg='x=uniform(4096xf32, -150, 129, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=2
// RUN-DIFF: --kernel=tanh --grid=4 --arg='x=uniform(4096xf32, -10, 10, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=2
// RUN-DIFF: --kernel=log --grid=4 --arg='x=uniform(4096xf32, 0, 4, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=3
// RUN-DIFF: --kernel=log2 --grid=4 --arg='x=uniform(4096xf32, 0, 4, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=3
// RUN-DIFF: --kernel=sqrt --grid=4 --arg='x=uniform(4096xf32, 0, 1000, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=0
// RUN-DIFF: --kernel=rsqrt --grid=4 --arg='x=uniform(4096xf32, 0, 1000, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=2
// RUN-DIFF: --kernel=divf --grid=4 --arg='x=uniform(4096xf32, -4, 4, seed=%seed)' --arg='bits=randint(4096xi32, -2147483648, 2147483648, seed=%seed)' --arg='y=empty(4096xf32)' --arg='z=empty(4096xf32)' --ulp=0

// Which 1024 elements a program instance works on.
func.func @places() -> tensor<1024xi32> {
  %size = arith.constant 1024 : i32
  %pid = tc.program_id x : i32
  %first = arith.muli %pid, %size : i32
  %firsts = tc.splat %first : i32 -> tensor<1024xi32>
  %lanes = tc.arange 0 to 1024 : tensor<1024xi32>
  %i = arith.addi %firsts, %lanes : tensor<1024xi32>
  return %i : tensor<1024xi32>
}

tc.kernel @exp(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.exp %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.exp %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @exp2(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.exp2 %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.exp2 %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @tanh(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.tanh %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.tanh %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @log(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.log %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.log %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @log2(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.log2 %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.log2 %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @sqrt(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.sqrt %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.sqrt %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @rsqrt(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = math.rsqrt %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = math.rsqrt %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}

tc.kernel @divf(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>, %y: !tc.ptr<f32>,
          %z: !tc.ptr<f32>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %px = tc.addptr %x, %i : !tc.ptr<f32>, tensor<1024xi32>
  %v = tc.load %px : tensor<1024x!tc.ptr<f32>>
  %fv = arith.divf %one, %v : tensor<1024xf32>
  %py = tc.addptr %y, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %py, %fv : tensor<1024x!tc.ptr<f32>>
  %pb = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<1024xi32>
  %b = tc.load %pb : tensor<1024x!tc.ptr<i32>>
  %w = arith.bitcast %b : tensor<1024xi32> to tensor<1024xf32>
  %fw = arith.divf %one, %w : tensor<1024xf32>
  %pz = tc.addptr %z, %i : !tc.ptr<f32>, tensor<1024xi32>
  tc.store %pz, %fw : tensor<1024x!tc.ptr<f32>>
  tc.return
}
