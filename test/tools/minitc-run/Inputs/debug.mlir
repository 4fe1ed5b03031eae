// What tc.print and tc.assert do must not depend on the device.

// Every element type, as a scalar and as a tile, in two program instances.
tc.kernel @types(%x: f32) {
  tc.print "100% sure: \"%s\" "
  %pid = tc.program_id x : i32
  tc.print "two values ", %pid, %x : i32, f32
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %four = arith.constant dense<4> : tensor<8xi32>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %s = arith.subi %i, %four : tensor<8xi32>
  %i1 = arith.cmpi slt, %s, %zero : tensor<8xi32>
  %i8 = arith.trunci %s : tensor<8xi32> to tensor<8xi8>
  %i16 = arith.trunci %s : tensor<8xi32> to tensor<8xi16>
  %i64 = arith.extsi %s : tensor<8xi32> to tensor<8xi64>
  %big = arith.constant dense<1099511627776> : tensor<8xi64>
  %wide = arith.muli %i64, %big : tensor<8xi64>
  %p = tc.int_to_ptr %wide : tensor<8xi64> -> tensor<8x!tc.ptr<f32>>
  tc.print "i1 ", %i1 : tensor<8xi1>
  tc.print "i8 ", %i8 : tensor<8xi8>
  tc.print "i16 ", %i16 : tensor<8xi16>
  tc.print "i32 ", %s : tensor<8xi32>
  tc.print "i64 ", %wide : tensor<8xi64>
  tc.print "ptr ", %p : tensor<8x!tc.ptr<f32>>
  %small = arith.constant 200 : i8
  %truth = arith.constant true
  tc.print "scalars ", %small, %truth : i8, i1

  // A third, zeros, infinities and a NaN among them.
  %f = arith.sitofp %s : tensor<8xi32> to tensor<8xf32>
  %three = arith.constant dense<3.0> : tensor<8xf32>
  %f32 = arith.divf %f, %three : tensor<8xf32>
  %fzero = arith.constant dense<0.0> : tensor<8xf32>
  %inf = arith.divf %f, %fzero : tensor<8xf32>
  %f64 = arith.extf %f32 : tensor<8xf32> to tensor<8xf64>
  %f16 = arith.truncf %f32 : tensor<8xf32> to tensor<8xf16>
  %bf16 = arith.truncf %f32 : tensor<8xf32> to tensor<8xbf16>
  %e4m3 = tc.to_f8 %f32 : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %e5m2 = tc.to_f8 %f32 : tensor<8xf32> -> tensor<8xf8E5M2>
  tc.print "f32 ", %f32 : tensor<8xf32>
  tc.print "inf ", %inf : tensor<8xf32>
  tc.print "f64 ", %f64 : tensor<8xf64>
  tc.print "f16 ", %f16 : tensor<8xf16>
  tc.print "bf16 ", %bf16 : tensor<8xbf16>
  tc.print "e4m3 ", %e4m3 : tensor<8xf8E4M3FN>
  tc.print "e5m2 ", %e5m2 : tensor<8xf8E5M2>
  tc.return
}

// Tiles of many layouts, larger than what they are printed through, in a loop
// and in a branch, between reductions that use shared memory too.
tc.kernel @layouts(%in: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %rows = tc.expand_dims %i axis 1 : tensor<32xi32> -> tensor<32x1xi32>
  %j = tc.arange 0 to 64 : tensor<64xi32>
  %columns = tc.expand_dims %j axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %width = arith.constant dense<64> : tensor<32x1xi32>
  %starts = arith.muli %rows, %width : tensor<32x1xi32>
  %s = tc.broadcast %starts : tensor<32x1xi32> -> tensor<32x64xi32>
  %c = tc.broadcast %columns : tensor<1x64xi32> -> tensor<32x64xi32>
  %offsets = arith.addi %s, %c : tensor<32x64xi32>
  %ptrs = tc.addptr %in, %offsets : !tc.ptr<f32>, tensor<32x64xi32>
  %x = tc.load %ptrs : tensor<32x64x!tc.ptr<f32>>
  %sum = tc.reduce sum %x axis 1 : tensor<32x64xf32> -> tensor<32xf32>
  tc.print "sum ", %sum : tensor<32xf32>
  tc.print "x ", %x : tensor<32x64xf32>
  %most = tc.reduce max %x axis 0 : tensor<32x64xf32> -> tensor<64xf32>
  %t = tc.transpose %x [1, 0] : tensor<32x64xf32> -> tensor<64x32xf32>
  tc.print "most and t ", %most, %t : tensor<64xf32>, tensor<64x32xf32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    tc.print "k ", %k : i32
    %isOdd = arith.cmpi eq, %k, %one : i32
    scf.if %isOdd {
      tc.print "odd ", %sum : tensor<32xf32>
    }
    tc.print "rows ", %rows : tensor<32x1xi32>
  }
  %all = tc.reduce max %most axis 0 : tensor<64xf32> -> f32
  tc.print "all ", %all : f32
  tc.return
}

// Fails in instance (1, 2, 0), at the element [3, 1] alone.
tc.kernel @tile(%out: !tc.ptr<i32>, %bad: i32) {
  %x = tc.program_id x : i32
  %y = tc.program_id y : i32
  %ten = arith.constant 10 : i32
  %tens = arith.muli %x, %ten : i32
  %here = arith.addi %tens, %y : i32
  %isHere = arith.cmpi ne, %here, %bad : i32
  %isNot = tc.splat %isHere : i1 -> tensor<4x2xi1>
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %grid = tc.reshape %i : tensor<8xi32> -> tensor<4x2xi32>
  %seven = arith.constant dense<7> : tensor<4x2xi32>
  %isLow = arith.cmpi slt, %grid, %seven : tensor<4x2xi32>
  %holds = arith.ori %isNot, %isLow : tensor<4x2xi1>
  tc.print "before "
  tc.store %out, %ten : !tc.ptr<i32>
  tc.assert %holds, "100% of it is low" : tensor<4x2xi1>
  tc.return
}

tc.kernel @scalar(%n: i32) {
  %x = tc.program_id x : i32
  %holds = arith.cmpi slt, %x, %n : i32
  tc.assert %holds, "there are few instances" : i1
  tc.return
}

// In a function, at every call of it. Its text and its table lie outside the
// kernel that it is inlined into.
func.func @check(%i: i32, %n: i32) {
  tc.print "i = ", %i : i32
  %table = arith.constant dense<[3, 1, 4, 2]> : tensor<4xi32>
  tc.print "", %table : tensor<4xi32>
  %c = arith.cmpi slt, %i, %n : i32
  tc.assert %c, "i is below n" : i1
  return
}

tc.kernel @called(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  scf.for %i = %zero to %ten step %one : i32 {
    func.call @check(%i, %n) : (i32, i32) -> ()
  }
  tc.return
}
