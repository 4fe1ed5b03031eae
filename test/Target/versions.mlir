// RUN: minitc %s --target=sm_80 -o - | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: minitc %s --target=sm_86 -o - | FileCheck %s --check-prefixes=CHECK,SM86
// RUN: minitc %s --target=sm_89 -o - | FileCheck %s --check-prefixes=CHECK,SM89
// RUN: minitc %s --target=sm_90 -o - | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: minitc %s --target=sm_90a -o - | FileCheck %s --check-prefixes=CHECK,SM90A
// RUN: minitc %s --target=sm_100 -o - | FileCheck %s --check-prefixes=CHECK,SM100
// RUN: minitc %s --target=sm_120 -o - | FileCheck %s --check-prefixes=CHECK,SM120

// SM80: .version 8.0
// SM80: .target sm_80{{$}}
// SM86: .version 8.0
// SM86: .target sm_86{{$}}
// SM89: .version 8.1
// SM89: .target sm_89{{$}}
// SM90: .version 8.1
// SM90: .target sm_90{{$}}
// SM90A: .version 8.1
// SM90A: .target sm_90a{{$}}
// SM100: .version 8.6
// SM100: .target sm_100{{$}}
// SM120: .version 8.7
// SM120: .target sm_120{{$}}
// CHECK: .address_size 64

// Scalars as they are in the signature; an i1 is a byte.
// CHECK: .visible .entry arguments(
// CHECK: .param .u8 arguments_param_0
// CHECK: .param .u8 arguments_param_1
// CHECK: .param .u16 arguments_param_2
// CHECK: .param .align 2 .b8 arguments_param_3[2]
// CHECK: .param .align 2 .b8 arguments_param_4[2]
// CHECK: .param .u8 arguments_param_5
// CHECK: .param .f64 arguments_param_6
// CHECK: .param .u64 .ptr .global .align 1 arguments_param_7
// CHECK: .reqntid 64
tc.kernel @arguments(%a: i1, %b: i8, %c: i16, %d: f16, %e: bf16, %f: f8E5M2, %g: f64, %p: !tc.ptr<f64>)
    attributes {num_warps = 2 : i32} {
  tc.store %p, %g mask %a : !tc.ptr<f64>
  tc.return
}
