// Functions and arithmetic on f16 and bf16: in f32, then rounded once. Where f32
// rounds correctly the result is exact; elsewhere it may fall on the other side
// of a tie.
//
// RUN-DIFF: --kernel=exp_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=1
// RUN-DIFF: --kernel=tanh_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=1
// RUN-DIFF: --kernel=log_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=1
// RUN-DIFF: --kernel=sqrt_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=0
// RUN-DIFF: --kernel=divf_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=0
// RUN-DIFF: --kernel=mulf_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=0
// RUN-DIFF: --kernel=addf_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=0
// RUN-DIFF: --kernel=maximumf_f16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xf16)' --ulp=0
// RUN-DIFF: --kernel=exp_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=1
// RUN-DIFF: --kernel=tanh_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=1
// RUN-DIFF: --kernel=log_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=1
// RUN-DIFF: --kernel=sqrt_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=0
// RUN-DIFF: --kernel=divf_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=0
// RUN-DIFF: --kernel=mulf_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=0
// RUN-DIFF: --kernel=addf_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=0
// RUN-DIFF: --kernel=maximumf_bf16 --grid=4 --arg='a=randint(4096xi16, -32768, 32768, seed=%seed)' --arg='b=randint(4096xi16, -32768, 32768, seed=1%seed)' --arg='y=empty(4096xbf16)' --ulp=0

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

tc.kernel @exp_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %r = math.exp %v : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @tanh_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %r = math.tanh %v : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @log_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %r = math.log %v : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @sqrt_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %r = math.sqrt %v : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @divf_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xf16>
  %r = arith.divf %v, %w : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @mulf_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xf16>
  %r = arith.mulf %v, %w : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @addf_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xf16>
  %r = arith.addf %v, %w : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @maximumf_f16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<f16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xf16>
  %r = arith.maximumf %v, %w : tensor<1024xf16>
  %py = tc.addptr %y, %i : !tc.ptr<f16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<f16>>
  tc.return
}

tc.kernel @exp_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %r = math.exp %v : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @tanh_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %r = math.tanh %v : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @log_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %r = math.log %v : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @sqrt_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %r = math.sqrt %v : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @divf_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xbf16>
  %r = arith.divf %v, %w : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @mulf_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xbf16>
  %r = arith.mulf %v, %w : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @addf_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xbf16>
  %r = arith.addf %v, %w : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}

tc.kernel @maximumf_bf16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %y: !tc.ptr<bf16>) {
  %i = func.call @places() : () -> tensor<1024xi32>
  %pa = tc.addptr %a, %i : !tc.ptr<i16>, tensor<1024xi32>
  %va = tc.load %pa : tensor<1024x!tc.ptr<i16>>
  %v = arith.bitcast %va : tensor<1024xi16> to tensor<1024xbf16>
  %pb = tc.addptr %b, %i : !tc.ptr<i16>, tensor<1024xi32>
  %wb = tc.load %pb : tensor<1024x!tc.ptr<i16>>
  %w = arith.bitcast %wb : tensor<1024xi16> to tensor<1024xbf16>
  %r = arith.maximumf %v, %w : tensor<1024xbf16>
  %py = tc.addptr %y, %i : !tc.ptr<bf16>, tensor<1024xi32>
  tc.store %py, %r : tensor<1024x!tc.ptr<bf16>>
  tc.return
}
