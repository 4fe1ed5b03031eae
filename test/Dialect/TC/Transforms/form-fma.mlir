// RUN: minitc-opt %s --tc-form-fma | FileCheck %s

// CHECK-LABEL: func.func @add_left
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
// CHECK-NEXT:    %[[R:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
// CHECK-NEXT:    return %[[R]]
func.func @add_left(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @add_right
// CHECK-SAME:    (%[[A:.*]]: tensor<8xf64>, %[[B:.*]]: tensor<8xf64>, %[[C:.*]]: tensor<8xf64>)
// CHECK-NEXT:    math.fma %[[A]], %[[B]], %[[C]] : tensor<8xf64>
// CHECK-NEXT:    return
func.func @add_right(%a: tensor<8xf64>, %b: tensor<8xf64>, %c: tensor<8xf64>) -> tensor<8xf64> {
  %0 = arith.mulf %a, %b : tensor<8xf64>
  %1 = arith.addf %c, %0 : tensor<8xf64>
  return %1 : tensor<8xf64>
}

// CHECK-LABEL: func.func @subtract_from_product
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
// CHECK-NEXT:    %[[N:.*]] = arith.negf %[[C]] : f32
// CHECK-NEXT:    math.fma %[[A]], %[[B]], %[[N]] : f32
// CHECK-NEXT:    return
func.func @subtract_from_product(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.subf %0, %c : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @subtract_product
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
// CHECK-NEXT:    %[[N:.*]] = arith.negf %[[A]] : f32
// CHECK-NEXT:    math.fma %[[N]], %[[B]], %[[C]] : f32
// CHECK-NEXT:    return
func.func @subtract_product(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.subf %c, %0 : f32
  return %1 : f32
}

// One of two products is contracted, the first.
// CHECK-LABEL: func.func @two_products
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT:    %[[P:.*]] = arith.mulf %[[C]], %[[D]] : f32
// CHECK-NEXT:    math.fma %[[A]], %[[B]], %[[P]] : f32
// CHECK-NEXT:    return
func.func @two_products(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.mulf %c, %d : f32
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @all_uses_contract
// CHECK-NOT:     arith.mulf
// CHECK:         math.fma
// CHECK:         math.fma
func.func @all_uses_contract(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  %2 = arith.subf %c, %0 : f32
  return %1, %2 : f32, f32
}

// CHECK-LABEL: func.func @product_is_used_elsewhere
// CHECK-NOT:     math.fma
func.func @product_is_used_elsewhere(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @product_with_itself
// CHECK-NOT:     math.fma
func.func @product_with_itself(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %0 : f32
  return %1 : f32
}

// A product from outside a loop would be multiplied again in every round.
// CHECK-LABEL: func.func @product_of_another_block
// CHECK-NOT:     math.fma
func.func @product_of_another_block(%a: f32, %b: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.mulf %a, %b : f32
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f32 {
    %2 = arith.addf %s, %0 : f32
    scf.yield %2 : f32
  }
  return %1 : f32
}

// CHECK-LABEL: func.func @narrow
// CHECK-NOT:     math.fma
func.func @narrow(%a: f16, %b: f16, %c: f16) -> f16 {
  %0 = arith.mulf %a, %b : f16
  %1 = arith.addf %0, %c : f16
  return %1 : f16
}

// CHECK-LABEL: func.func @common_flags
// CHECK:         math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<nsz> : f32
func.func @common_flags(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<nsz,nnan> : f32
  %1 = arith.addf %0, %c fastmath<nsz,arcp> : f32
  return %1 : f32
}

// Left to right through a chain.
// CHECK-LABEL: func.func @chain
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT:    %[[F:.*]] = math.fma %[[A]], %[[B]], %[[A]] : f32
// CHECK-NEXT:    math.fma %[[F]], %[[B]], %[[A]] : f32
// CHECK-NEXT:    return
func.func @chain(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %a : f32
  %2 = arith.mulf %1, %b : f32
  %3 = arith.addf %2, %a : f32
  return %3 : f32
}
