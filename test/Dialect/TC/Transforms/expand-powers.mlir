// RUN: minitc-opt %s --tc-expand-math | FileCheck %s

// Half of a negative exponent; what is known to be positive stays.
// CHECK-LABEL: func.func @float_power
// CHECK-SAME:    (%[[X:.*]]: f32, %[[NARROW:.*]]: i8)
// CHECK:         %[[N:.*]] = arith.extsi %[[NARROW]] : i8 to i32
// CHECK:         %[[NEGATIVE:.*]] = arith.cmpi slt, %[[N]], %{{.*}} : i32
// CHECK:         %[[NEXT:.*]] = arith.addi %[[N]], %{{.*}} : i32
// CHECK:         %[[HALF:.*]] = arith.shrsi %[[NEXT]], %{{.*}} : i32
// CHECK:         %[[EXPONENT:.*]] = arith.select %[[NEGATIVE]], %[[HALF]], %[[N]] : i32
// CHECK:         %[[POWER:.*]] = math.fpowi %[[X]], %[[EXPONENT]] : f32, i32
// CHECK-DAG:     %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[X]] : f32
// CHECK:         %[[FACTOR:.*]] = arith.select %{{.*}}, %[[INVERSE]], %{{.*}} : f32
// CHECK:         %[[FIRST:.*]] = arith.mulf %[[POWER]], %[[FACTOR]] : f32
// CHECK:         %[[SQUARE:.*]] = arith.mulf %[[FIRST]], %[[POWER]] : f32
// CHECK:         arith.select %[[NEGATIVE]], %[[SQUARE]], %[[POWER]] : f32
// CHECK:         math.fpowi %[[X]], %{{.*}} : f32, i32
// CHECK-NEXT:    return
func.func @float_power(%x: f32, %n: i8) -> (f32, f32) {
  %0 = math.fpowi %x, %n : f32, i8
  %five = arith.constant 5 : i32
  %1 = math.fpowi %x, %five : f32, i32
  return %0, %1 : f32, f32
}
