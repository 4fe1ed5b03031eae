// c = a + b, 1024 elements a program instance.
//
// The mask keeps the last instance inside the arrays; a masked load states what
// its masked lanes yield. The promise that addresses are multiples of 16 bytes
// lets a thread move 16 bytes at once, whatever the length is.
//
// RUN-DEMO: minitc-run %s --grid=98 --arg='a=randn(100003xf32, seed=1)' --arg='b=randn(100003xf32, seed=2)' --arg='c=empty(100003xf32)' --arg=n=100003 --save a=%t.a.npy --save b=%t.b.npy --save c=%t.c.npy && python3 %S/check.py vector_add %t.a.npy %t.b.npy %t.c.npy

tc.kernel @vector_add(%a: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %b: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %c: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  // Which elements this instance works on.
  %size    = arith.constant 1024 : i32
  %pid     = tc.program_id x : i32
  %first   = arith.muli %pid, %size : i32
  %firsts  = tc.splat %first : i32 -> tensor<1024xi32>
  %range   = tc.arange 0 to 1024 : tensor<1024xi32>
  %offsets = arith.addi %firsts, %range : tensor<1024xi32>
  %ns      = tc.splat %n : i32 -> tensor<1024xi32>
  %mask    = arith.cmpi slt, %offsets, %ns : tensor<1024xi32>

  %zero = arith.constant 0.0 : f32
  %pa = tc.addptr %a, %offsets : !tc.ptr<f32>, tensor<1024xi32>
  %pb = tc.addptr %b, %offsets : !tc.ptr<f32>, tensor<1024xi32>
  %pc = tc.addptr %c, %offsets : !tc.ptr<f32>, tensor<1024xi32>
  %x  = tc.load %pa mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %y  = tc.load %pb mask %mask other %zero : tensor<1024x!tc.ptr<f32>>
  %z  = arith.addf %x, %y : tensor<1024xf32>
  tc.store %pc, %z mask %mask : tensor<1024x!tc.ptr<f32>>
  tc.return
}
