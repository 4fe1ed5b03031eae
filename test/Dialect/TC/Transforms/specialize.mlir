// RUN: minitc-opt %s -tc-specialize='facts=n=64,p:divisible=16,m:divisible=8,k=-2,b=1,u=255' | FileCheck %s

// RUN: not minitc-opt %s -tc-specialize='facts=rows=4' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: no kernel has an argument called 'rows', expected one of: p, n, m, k, b, u, x, other
// RUN: not minitc-opt %s -tc-specialize='facts=k=256' 2>&1 | FileCheck %s --check-prefix=TOO-LARGE
// TOO-LARGE: error: argument 'k' of 'first' is 'i8': the value 256 does not fit
// RUN: not minitc-opt %s -tc-specialize='facts=k=-129' 2>&1 | FileCheck %s --check-prefix=TOO-SMALL
// TOO-SMALL: error: argument 'k' of 'first' is 'i8': the value -129 does not fit
// RUN: not minitc-opt %s -tc-specialize='facts=b=2' 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: error: argument 'b' of 'first' is 'i1': the value 2 does not fit
// RUN: not minitc-opt %s -tc-specialize='facts=p=64' 2>&1 | FileCheck %s --check-prefix=POINTER
// POINTER: error: argument 'p' of 'first' is '!tc.ptr<f32>': only an integer can be given the value 64
// RUN: not minitc-opt %s -tc-specialize='facts=x=1' 2>&1 | FileCheck %s --check-prefix=FLOAT
// FLOAT: error: argument 'x' of 'first' is 'f32': only an integer can be given the value 1
// RUN: not minitc-opt %s -tc-specialize='facts=x:divisible=4' 2>&1 | FileCheck %s --check-prefix=FLOAT-DIVISIBLE
// FLOAT-DIVISIBLE: error: argument 'x' of 'first' is 'f32': only an integer or a pointer can be divisible by 4
// RUN: not minitc-opt %s -tc-specialize='facts=m=16' 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: argument 'm' of 'first' is promised to be a multiple of 12, but is given the value 16
// RUN: not minitc-opt %s -tc-specialize='facts=n=5,n:divisible=4' 2>&1 | FileCheck %s --check-prefix=CONTRADICTION
// CONTRADICTION: error: argument 'n' of 'first' is promised to be a multiple of 4, but is given the value 5
// RUN: not minitc-opt %s -tc-specialize='facts=n:divisible=12' 2>&1 | FileCheck %s --check-prefix=NOT-A-POWER
// NOT-A-POWER: error: argument 'n' of 'first' is said to be divisible by 12, expected a power of two
// RUN: not minitc-opt %s -tc-specialize='facts=m:divisible=1073741824' 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: error: argument 'm' of 'first' would be divisible by 3221225472, expected a multiple that 'tc.divisible' can state as an i32
// RUN: not minitc-opt %s -tc-specialize='facts=n=many' 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: expected NAME=VALUE or NAME:divisible=N, but got 'n=many'
// RUN: not minitc-opt %s -tc-specialize='facts=n:aligned=4' 2>&1 | FileCheck %s --check-prefix=PROPERTY
// PROPERTY: error: expected NAME=VALUE or NAME:divisible=N, but got 'n:aligned=4'

// A value replaces the uses, not the argument; a divisor joins the promise; a
// fact holds in each kernel that has the name, and only there.

// CHECK-LABEL: tc.kernel @first
// CHECK-SAME: %p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32, %m: i32 {tc.divisible = 24 : i32}, %k: i8, %b: i1, %u: i8, %x: f32)
// CHECK-DAG: %[[N:.*]] = arith.constant 64 : i32
// CHECK-DAG: %[[K:.*]] = arith.constant -2 : i8
// CHECK-DAG: %[[B:.*]] = arith.constant true
// CHECK-DAG: %[[U:.*]] = arith.constant -1 : i8
// CHECK: arith.addi %[[N]], %m : i32
// CHECK: arith.select %[[B]], %[[K]], %[[U]] : i8
tc.kernel @first(%p: !tc.ptr<f32>, %n: i32, %m: i32 {tc.divisible = 12 : i32}, %k: i8, %b: i1, %u: i8, %x: f32) {
  %0 = arith.addi %n, %m : i32
  %1 = arith.select %b, %k, %u : i8
  tc.return
}

// CHECK-LABEL: tc.kernel @second
// CHECK-SAME: %n: i64, %other: i32)
// CHECK: %[[N:.*]] = arith.constant 64 : i64
// CHECK: arith.addi %[[N]], %[[N]] : i64
// CHECK: arith.addi %other, %other : i32
tc.kernel @second(%n: i64, %other: i32) {
  %0 = arith.addi %n, %n : i64
  %1 = arith.addi %other, %other : i32
  tc.return
}
