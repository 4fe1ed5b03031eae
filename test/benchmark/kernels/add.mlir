// c = a + b over $TILE elements a program instance, of $TYPE.
//
// A template: bench.py fills in TILE and TYPE.

tc.kernel @add(%a: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
               %b: !tc.ptr<$TYPE> {tc.divisible = 16 : i32},
               %c: !tc.ptr<$TYPE> {tc.divisible = 16 : i32}, %n: i32) {
  %size    = arith.constant $TILE : i32
  %pid     = tc.program_id x : i32
  %first   = arith.muli %pid, %size : i32
  %firsts  = tc.splat %first : i32 -> tensor<${TILE}xi32>
  %range   = tc.arange 0 to $TILE : tensor<${TILE}xi32>
  %offsets = arith.addi %firsts, %range : tensor<${TILE}xi32>
  %ns      = tc.splat %n : i32 -> tensor<${TILE}xi32>
  %mask    = arith.cmpi slt, %offsets, %ns : tensor<${TILE}xi32>
  %zero = arith.constant 0.0 : $TYPE
  %pa = tc.addptr %a, %offsets : !tc.ptr<$TYPE>, tensor<${TILE}xi32>
  %pb = tc.addptr %b, %offsets : !tc.ptr<$TYPE>, tensor<${TILE}xi32>
  %pc = tc.addptr %c, %offsets : !tc.ptr<$TYPE>, tensor<${TILE}xi32>
  %x  = tc.load %pa mask %mask other %zero : tensor<${TILE}x!tc.ptr<$TYPE>>
  %y  = tc.load %pb mask %mask other %zero : tensor<${TILE}x!tc.ptr<$TYPE>>
  %z  = arith.addf %x, %y : tensor<${TILE}x$TYPE>
  tc.store %pc, %z mask %mask : tensor<${TILE}x!tc.ptr<$TYPE>>
  tc.return
}
