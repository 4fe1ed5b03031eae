// The k largest elements of each row and their columns, in falling order: k rounds
// of argmax. Rows have at most 256 columns, and k is at most 8 and at most the
// number of columns, as where a mixture of experts chooses. Ties go to the lowest
// column; NaNs come first.
//
// A key is an element as an integer of the same order. A round takes the largest
// key and the lowest column that has it, and puts the lowest integer, which is no
// key, in its place.
//
// RUN-DEMO: minitc-run %s --grid=25 --arg='x=randn(100x200xf32, seed=1)' --arg='value=empty(100x8xf32)' --arg='index=empty(100x8xi32)' --arg=rows=100 --arg=cols=200 --arg=k=8 --save x=%t.x.npy --save value=%t.value.npy --save index=%t.index.npy && python3 %S/check.py topk %t.x.npy %t.value.npy %t.index.npy

tc.kernel @topk(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                %value: !tc.ptr<f32>, %index: !tc.ptr<i32>,
                %rows: i32, %cols: i32, %k: i32)
    attributes {num_warps = 1 : i32} {
  %height = arith.constant 4 : i32
  %pid    = tc.program_id x : i32
  %top    = arith.muli %pid, %height : i32
  %tops   = tc.splat %top : i32 -> tensor<4x1xi32>
  %i      = tc.arange 0 to 4 : tensor<4xi32>
  %i2     = tc.expand_dims %i axis 1 : tensor<4xi32> -> tensor<4x1xi32>
  %r      = arith.addi %tops, %i2 : tensor<4x1xi32>
  %nrows  = tc.splat %rows : i32 -> tensor<4x1xi32>
  %isRow  = arith.cmpi slt, %r, %nrows : tensor<4x1xi32>
  %r64    = arith.extsi %r : tensor<4x1xi32> to tensor<4x1xi64>

  %j      = tc.arange 0 to 256 : tensor<256xi32>
  %c      = tc.expand_dims %j axis 0 : tensor<256xi32> -> tensor<1x256xi32>
  %ncols  = tc.splat %cols : i32 -> tensor<1x256xi32>
  %isCol  = arith.cmpi slt, %c, %ncols : tensor<1x256xi32>
  %inRows = tc.broadcast %isRow : tensor<4x1xi1> -> tensor<4x256xi1>
  %inCols = tc.broadcast %isCol : tensor<1x256xi1> -> tensor<4x256xi1>
  %mask   = arith.andi %inRows, %inCols : tensor<4x256xi1>
  %cols64 = arith.extsi %cols : i32 to i64
  %stride = tc.splat %cols64 : i64 -> tensor<4x1xi64>
  %off    = arith.muli %r64, %stride : tensor<4x1xi64>
  %src    = tc.addptr %x, %off : !tc.ptr<f32>, tensor<4x1xi64>
  %srcb   = tc.broadcast %src : tensor<4x1x!tc.ptr<f32>> -> tensor<4x256x!tc.ptr<f32>>
  %cc     = tc.broadcast %c : tensor<1x256xi32> -> tensor<4x256xi32>
  %srcs   = tc.addptr %srcb, %cc : tensor<4x256x!tc.ptr<f32>>, tensor<4x256xi32>
  %zero   = arith.constant 0.0 : f32
  %v      = tc.load %srcs mask %mask other %zero : tensor<4x256x!tc.ptr<f32>>

  // One zero and one NaN, which is above infinity; then as integers of the same
  // order: the magnitude of a negative number is turned round.
  %zeros  = arith.constant dense<0.0> : tensor<4x256xf32>
  %nans   = arith.constant dense<0x7FC00000> : tensor<4x256xf32>
  %isZero = arith.cmpf oeq, %v, %zeros : tensor<4x256xf32>
  %isNaN  = arith.cmpf uno, %v, %v : tensor<4x256xf32>
  %v0     = arith.select %isZero, %zeros, %v : tensor<4x256xi1>, tensor<4x256xf32>
  %v1     = arith.select %isNaN, %nans, %v0 : tensor<4x256xi1>, tensor<4x256xf32>
  %bits   = arith.bitcast %v1 : tensor<4x256xf32> to tensor<4x256xi32>
  %sign   = arith.constant dense<31> : tensor<4x256xi32>
  %low    = arith.constant dense<0x7FFFFFFF> : tensor<4x256xi32>
  %signs  = arith.shrsi %bits, %sign : tensor<4x256xi32>
  %turn   = arith.andi %signs, %low : tensor<4x256xi32>
  %order  = arith.xori %bits, %turn : tensor<4x256xi32>
  %taken  = arith.constant dense<0x80000000> : tensor<4x256xi32>
  %keys   = arith.select %mask, %order, %taken : tensor<4x256xi1>, tensor<4x256xi32>

  // Round n puts what it takes into column n of the result.
  %n0     = arith.constant 0 : i32
  %n1     = arith.constant 1 : i32
  %jn     = tc.arange 0 to 8 : tensor<8xi32>
  %cn     = tc.expand_dims %jn axis 0 : tensor<8xi32> -> tensor<1x8xi32>
  %slots  = tc.broadcast %cn : tensor<1x8xi32> -> tensor<4x8xi32>
  %empty  = arith.constant dense<0> : tensor<4x8xi32>
  %beyond = arith.constant dense<256> : tensor<4x256xi32>
  %rest, %best, %places = scf.for %n = %n0 to %k step %n1
      iter_args(%left = %keys, %bests = %empty, %cols8 = %empty)
      -> (tensor<4x256xi32>, tensor<4x8xi32>, tensor<4x8xi32>) : i32 {
    %max    = tc.reduce max %left axis 1 : tensor<4x256xi32> -> tensor<4xi32>
    %max2   = tc.expand_dims %max axis 1 : tensor<4xi32> -> tensor<4x1xi32>
    %maxs   = tc.broadcast %max2 : tensor<4x1xi32> -> tensor<4x256xi32>
    %isMax  = arith.cmpi eq, %left, %maxs : tensor<4x256xi32>
    %having = arith.select %isMax, %cc, %beyond : tensor<4x256xi1>, tensor<4x256xi32>
    %col    = tc.reduce min %having axis 1 : tensor<4x256xi32> -> tensor<4xi32>
    %col2   = tc.expand_dims %col axis 1 : tensor<4xi32> -> tensor<4x1xi32>
    %cols1  = tc.broadcast %col2 : tensor<4x1xi32> -> tensor<4x256xi32>
    %isIt   = arith.cmpi eq, %cc, %cols1 : tensor<4x256xi32>
    %left1  = arith.select %isIt, %taken, %left : tensor<4x256xi1>, tensor<4x256xi32>

    %slot   = tc.splat %n : i32 -> tensor<4x8xi32>
    %isSlot = arith.cmpi eq, %slots, %slot : tensor<4x8xi32>
    %max8   = tc.broadcast %max2 : tensor<4x1xi32> -> tensor<4x8xi32>
    %col8   = tc.broadcast %col2 : tensor<4x1xi32> -> tensor<4x8xi32>
    %bests1 = arith.select %isSlot, %max8, %bests : tensor<4x8xi1>, tensor<4x8xi32>
    %cols81 = arith.select %isSlot, %col8, %cols8 : tensor<4x8xi1>, tensor<4x8xi32>
    scf.yield %left1, %bests1, %cols81 : tensor<4x256xi32>, tensor<4x8xi32>, tensor<4x8xi32>
  }

  // Back from keys to elements.
  %sign8  = arith.constant dense<31> : tensor<4x8xi32>
  %low8   = arith.constant dense<0x7FFFFFFF> : tensor<4x8xi32>
  %signs8 = arith.shrsi %best, %sign8 : tensor<4x8xi32>
  %turn8  = arith.andi %signs8, %low8 : tensor<4x8xi32>
  %bits8  = arith.xori %best, %turn8 : tensor<4x8xi32>
  %v8     = arith.bitcast %bits8 : tensor<4x8xi32> to tensor<4x8xf32>

  %ks     = tc.splat %k : i32 -> tensor<4x8xi32>
  %isK    = arith.cmpi slt, %slots, %ks : tensor<4x8xi32>
  %rows8  = tc.broadcast %isRow : tensor<4x1xi1> -> tensor<4x8xi1>
  %mask8  = arith.andi %rows8, %isK : tensor<4x8xi1>
  %k64    = arith.extsi %k : i32 to i64
  %k64s   = tc.splat %k64 : i64 -> tensor<4x1xi64>
  %offk   = arith.muli %r64, %k64s : tensor<4x1xi64>
  %pv     = tc.addptr %value, %offk : !tc.ptr<f32>, tensor<4x1xi64>
  %pi     = tc.addptr %index, %offk : !tc.ptr<i32>, tensor<4x1xi64>
  %pvb    = tc.broadcast %pv : tensor<4x1x!tc.ptr<f32>> -> tensor<4x8x!tc.ptr<f32>>
  %pib    = tc.broadcast %pi : tensor<4x1x!tc.ptr<i32>> -> tensor<4x8x!tc.ptr<i32>>
  %pvs    = tc.addptr %pvb, %slots : tensor<4x8x!tc.ptr<f32>>, tensor<4x8xi32>
  %pis    = tc.addptr %pib, %slots : tensor<4x8x!tc.ptr<i32>>, tensor<4x8xi32>
  tc.store %pvs, %v8 mask %mask8 : tensor<4x8x!tc.ptr<f32>>
  tc.store %pis, %places mask %mask8 : tensor<4x8x!tc.ptr<i32>>
  tc.return
}
