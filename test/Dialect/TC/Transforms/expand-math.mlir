// RUN: minitc-opt %s --tc-expand-math | FileCheck %s
// RUN: minitc-opt %s --tc-expand-math --tc-expand-math | FileCheck %s

// The values that come out are tested in test/unit; here, that each function
// goes and keeps its type.

// CHECK-LABEL: func.func @exp
// CHECK-NOT:     math.exp %
// CHECK:         math.exp2 %{{.*}} fastmath<afn> : f32
// CHECK-NOT:     math.exp2
// CHECK:         return
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @exp2
// CHECK-NOT:     math.exp2 %{{[^ ]*}} :
// CHECK:         math.exp2 %{{.*}} fastmath<afn> : tensor<8xf32>
func.func @exp2(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp2 %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @tanh
// CHECK-NOT:     math.tanh
// CHECK:         math.exp2 %{{.*}} fastmath<afn> : tensor<4x8xf32, "e">
// CHECK:         arith.divf %{{.*}}, %{{.*}} fastmath<afn> : tensor<4x8xf32, "e">
// CHECK:         arith.select %{{.*}} : tensor<4x8xi1, "e">, tensor<4x8xf32, "e">
func.func @tanh(%x: tensor<4x8xf32, "e">) -> tensor<4x8xf32, "e"> {
  %0 = math.tanh %x : tensor<4x8xf32, "e">
  return %0 : tensor<4x8xf32, "e">
}

// CHECK-LABEL: func.func @logarithms
// CHECK-NOT:     math.log
func.func @logarithms(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %0 = math.log %x : vector<8xf32>
  %1 = math.log2 %x : vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}

// CHECK-LABEL: func.func @approximate_ops_stay
// CHECK-NEXT:    math.exp %
// CHECK-NEXT:    math.exp2 %
// CHECK-NEXT:    math.tanh %
// CHECK-NEXT:    math.log %
// CHECK-NEXT:    math.log2 %
// CHECK-NEXT:    return
func.func @approximate_ops_stay(%x: f32) -> (f32, f32, f32, f32, f32) {
  %0 = math.exp %x fastmath<afn> : f32
  %1 = math.exp2 %x fastmath<afn,nsz> : f32
  %2 = math.tanh %x fastmath<fast> : f32
  %3 = math.log %x fastmath<afn> : f32
  %4 = math.log2 %x fastmath<afn> : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @f64_stays
// CHECK-NEXT:    math.exp %
// CHECK-NEXT:    math.tanh %
// CHECK-NEXT:    math.log %
// CHECK-NEXT:    return
func.func @f64_stays(%x: f64) -> (f64, f64, f64) {
  %0 = math.exp %x : f64
  %1 = math.tanh %x : f64
  %2 = math.log %x : f64
  return %0, %1, %2 : f64, f64, f64
}

// CHECK-LABEL: func.func @library_and_instructions_stay
// CHECK-NEXT:    math.sin %
// CHECK-NEXT:    math.erf %
// CHECK-NEXT:    math.log1p %
// CHECK-NEXT:    math.powf %
// CHECK-NEXT:    math.sqrt %
// CHECK-NEXT:    math.rsqrt %
// CHECK-NEXT:    arith.remf %
// CHECK-NEXT:    math.roundeven %
// CHECK-NEXT:    return
func.func @library_and_instructions_stay(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  %1 = math.erf %0 : f32
  %2 = math.log1p %1 : f32
  %3 = math.powf %2, %x : f32
  %4 = math.sqrt %3 : f32
  %5 = math.rsqrt %4 : f32
  %6 = arith.remf %5, %x : f32
  %7 = math.roundeven %6 : f32
  return %7 : f32
}

// CHECK-LABEL: func.func @clamp
// CHECK-SAME:    (%[[X:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32)
// CHECK-NEXT:    %[[R:.*]] = arith.maximumf %[[X]], %[[LOW]] : f32
// CHECK-NEXT:    arith.minimumf %[[R]], %[[HIGH]] : f32
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @sincos
// CHECK-NEXT:    %[[SIN:.*]] = math.sin %{{.*}} fastmath<afn> : f32
// CHECK-NEXT:    %[[COS:.*]] = math.cos %{{.*}} fastmath<afn> : f32
// CHECK-NEXT:    return %[[SIN]], %[[COS]]
func.func @sincos(%x: f32) -> (f32, f32) {
  %0, %1 = math.sincos %x fastmath<afn> : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @integer_power
// CHECK-NOT:     math.ipowi
// CHECK-COUNT-15: arith.muli %{{.*}} : tensor<8xi8>
// CHECK-NOT:     arith.muli
// CHECK:         return
func.func @integer_power(%x: tensor<8xi8>, %n: tensor<8xi8>) -> tensor<8xi8> {
  %0 = math.ipowi %x, %n : tensor<8xi8>
  return %0 : tensor<8xi8>
}

// CHECK-LABEL: tc.kernel @kernel
// CHECK-NOT:     math.tanh
// CHECK:         math.copysign
tc.kernel @kernel(%p: !tc.ptr<f32>) {
  %0 = tc.load %p : !tc.ptr<f32>
  %1 = math.tanh %0 : f32
  tc.store %p, %1 : !tc.ptr<f32>
  tc.return
}
