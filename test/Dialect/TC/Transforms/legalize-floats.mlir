// RUN: minitc-opt %s --tc-legalize-floats | FileCheck %s
// RUN: minitc-opt %s --tc-legalize-floats --canonicalize --cse | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @binary
// CHECK-SAME:    (%[[A:.*]]: tensor<8xf16>, %[[B:.*]]: tensor<8xf16>)
// CHECK-NEXT:    %[[AW:.*]] = arith.extf %[[A]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NEXT:    %[[BW:.*]] = arith.extf %[[B]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[AW]], %[[BW]] : tensor<8xf32>
// CHECK-NEXT:    %[[R:.*]] = arith.truncf %[[SUM]] : tensor<8xf32> to tensor<8xf16>
// CHECK-NEXT:    return %[[R]]
func.func @binary(%a: tensor<8xf16>, %b: tensor<8xf16>) -> tensor<8xf16> {
  %0 = arith.addf %a, %b : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// The rounding between two ops survives canonicalization.
// CANON-LABEL: func.func @rounds_between_ops
// CANON:         arith.mulf {{.*}} : f32
// CANON:         arith.truncf
// CANON:         arith.extf
// CANON:         arith.addf {{.*}} : f32
// CANON:         arith.truncf
func.func @rounds_between_ops(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.mulf %a, %b : bf16
  %1 = arith.addf %0, %b : bf16
  return %1 : bf16
}

// CHECK-LABEL: func.func @keeps_flags
// CHECK:         arith.extf %{{[^ ]*}} : f16 to f32
// CHECK:         math.tanh %{{.*}} fastmath<afn> : f32
// CHECK:         arith.truncf %{{[^ ]*}} : f32 to f16
func.func @keeps_flags(%a: f16) -> f16 {
  %0 = math.tanh %a fastmath<afn> : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @keeps_encoding
// CHECK:         arith.extf %{{.*}} : tensor<8xf16, "e"> to tensor<8xf32, "e">
// CHECK:         math.exp %{{.*}} : tensor<8xf32, "e">
func.func @keeps_encoding(%a: tensor<8xf16, "e">) -> tensor<8xf16, "e"> {
  %0 = math.exp %a : tensor<8xf16, "e">
  return %0 : tensor<8xf16, "e">
}

// CHECK-LABEL: func.func @compare
// CHECK:         %[[R:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    return %[[R]] : i1
func.func @compare(%a: f16, %b: f16) -> i1 {
  %0 = arith.cmpf olt, %a, %b : f16
  return %0 : i1
}

// CHECK-LABEL: func.func @fma
// CHECK:         math.fma {{.*}} : f32
// CHECK-NEXT:    arith.truncf
func.func @fma(%a: f16, %b: f16, %c: f16) -> f16 {
  %0 = math.fma %a, %b, %c : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @two_results
// CHECK:         %[[SIN:.*]], %[[COS:.*]] = math.sincos %{{.*}} : f32
// CHECK:         arith.truncf %[[SIN]] : f32 to bf16
// CHECK:         arith.truncf %[[COS]] : f32 to bf16
func.func @two_results(%a: bf16) -> (bf16, bf16) {
  %0, %1 = math.sincos %a : bf16
  return %0, %1 : bf16, bf16
}

// CHECK-LABEL: func.func @integer_operand
// CHECK:         math.fpowi %{{.*}}, %{{.*}} : f32, i32
func.func @integer_operand(%a: f16, %n: i32) -> f16 {
  %0 = math.fpowi %a, %n : f16, i32
  return %0 : f16
}

// CHECK-LABEL: func.func @in_regions
// CHECK:         scf.if
// CHECK:           arith.addf {{.*}} : f32
func.func @in_regions(%c: i1, %a: f16) -> f16 {
  %0 = scf.if %c -> f16 {
    %1 = arith.addf %a, %a : f16
    scf.yield %1 : f16
  } else {
    scf.yield %a : f16
  }
  return %0 : f16
}

// CHECK-LABEL: func.func @exact_ops_stay
// CHECK-NOT:     arith.extf
func.func @exact_ops_stay(%c: i1, %a: f16, %b: f16) -> (f16, i16) {
  %0 = arith.negf %a : f16
  %1 = math.absf %0 : f16
  %2 = arith.maximumf %1, %b : f16
  %3 = arith.minimumf %2, %b : f16
  %4 = arith.maxnumf %3, %b : f16
  %5 = arith.minnumf %4, %b : f16
  %6 = arith.select %c, %5, %a : f16
  %7 = arith.bitcast %6 : f16 to i16
  return %6, %7 : f16, i16
}

// CHECK-LABEL: func.func @wide_ops_stay
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    math.exp
// CHECK-NEXT:    return
func.func @wide_ops_stay(%a: f32, %b: f64) -> (f32, f64) {
  %0 = arith.addf %a, %a : f32
  %1 = math.exp %b : f64
  return %0, %1 : f32, f64
}

// CHECK-LABEL: func.func @plain_casts_stay
// CHECK-NEXT:    arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT:    arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT:    arith.extf %{{.*}} : f8E5M2 to f16
// CHECK-NEXT:    return
func.func @plain_casts_stay(%a: f32, %b: f8E5M2) -> (f32, f16) {
  %0 = arith.truncf %a : f32 to f16
  %1 = arith.extf %0 : f16 to f32
  %2 = arith.extf %b : f8E5M2 to f16
  return %1, %2 : f32, f16
}

// CHECK-LABEL: func.func @to_f64
// CHECK-NEXT:    %[[W:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK-NEXT:    arith.extf %[[W]] : f32 to f64
func.func @to_f64(%a: bf16) -> f64 {
  %0 = arith.extf %a : bf16 to f64
  return %0 : f64
}

// Through an f32 rounded to odd.
// CHECK-LABEL: func.func @from_f64
// CHECK-SAME:    (%[[X:.*]]: f64)
// CHECK:         %[[F:.*]] = arith.truncf %[[X]] : f64 to f32
// CHECK:         %[[BACK:.*]] = arith.extf %[[F]] : f32 to f64
// CHECK:         arith.cmpf one, %[[BACK]], %[[X]] : f64
// CHECK:         arith.ori
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @from_f64(%x: f64) -> bf16 {
  %0 = arith.truncf %x : f64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @from_f64_with_mode
// CHECK:         arith.ori
// CHECK:         arith.truncf %{{.*}} toward_zero : f32 to f16
func.func @from_f64_with_mode(%x: f64) -> f16 {
  %0 = arith.truncf %x toward_zero : f64 to f16
  return %0 : f16
}

// An integer that f32 rounds overflows f16 either way.
// CHECK-LABEL: func.func @i64_to_f16
// CHECK-NEXT:    %[[F:.*]] = arith.sitofp %{{.*}} : i64 to f32
// CHECK-NEXT:    arith.truncf %[[F]] : f32 to f16
func.func @i64_to_f16(%i: i64) -> f16 {
  %0 = arith.sitofp %i : i64 to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @i16_to_bf16
// CHECK-NEXT:    %[[F:.*]] = arith.uitofp %{{.*}} : i16 to f32
// CHECK-NEXT:    arith.truncf %[[F]] : f32 to bf16
func.func @i16_to_bf16(%i: i16) -> bf16 {
  %0 = arith.uitofp %i : i16 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @i32_to_bf16
// CHECK-SAME:    (%[[I:.*]]: i32)
// CHECK-DAG:     %[[MASK:.*]] = arith.constant 255 : i32
// CHECK:         arith.andi %[[I]], %[[MASK]] : i32
// CHECK:         %[[F:.*]] = arith.sitofp %{{.*}} : i32 to f32
// CHECK-NEXT:    arith.truncf %[[F]] : f32 to bf16
func.func @i32_to_bf16(%i: i32) -> bf16 {
  %0 = arith.sitofp %i : i32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @i64_to_bf16
// CHECK:         %[[D:.*]] = arith.uitofp %{{.*}} : i64 to f64
// CHECK-NEXT:    arith.truncf %[[D]] : f64 to f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @i64_to_bf16(%i: i64) -> bf16 {
  %0 = arith.uitofp %i : i64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @to_integer
// CHECK-NEXT:    %[[F:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT:    arith.fptosi %[[F]] : f32 to i32
func.func @to_integer(%a: f16) -> i32 {
  %0 = arith.fptosi %a : f16 to i32
  return %0 : i32
}

// What is subnormal in f16 is normal in f32, but not so for bf16.
// CHECK-LABEL: func.func @is_normal
// CHECK:         arith.cmpf oge
// CHECK:         arith.cmpf olt
// CHECK:         math.isnormal %{{.*}} : f32
func.func @is_normal(%a: f16, %b: bf16) -> (i1, i1) {
  %0 = math.isnormal %a : f16
  %1 = math.isnormal %b : bf16
  return %0, %1 : i1, i1
}
