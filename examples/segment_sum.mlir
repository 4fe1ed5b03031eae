// out[s] = the sum of the rows of x whose segment is s. Rows whose segment is not
// in 0 <= s < segments are left out; the host zeroes out before.
//
// An instance takes 32 rows and 128 columns. A segmented scan down the rows adds
// up each run of rows of one segment, and only the last row of a run goes to
// memory, atomically. That is right in any order of rows, and sorted rows need few
// atomics. The order of the atomics is not fixed, so the last bits vary. One warp
// holds whole columns, so that the scan stays in registers.
//
// RUN-DEMO: minitc-run %s --grid=32x2 --arg='x=randn(1000x200xf32, seed=1)' --arg='segment=randint(1000xi32, -1, 40, seed=2)' --arg='out=zeros(37x200xf32)' --arg=rows=1000 --arg=cols=200 --arg=segments=37 --save x=%t.x.npy --save segment=%t.segment.npy --save out=%t.out.npy && python3 %S/check.py segment_sum %t.x.npy %t.segment.npy %t.out.npy

tc.kernel @segment_sum(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                       %segment: !tc.ptr<i32>,
                       %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                       %rows: i32, %cols: i32, %segments: i32)
    attributes {num_warps = 1 : i32} {
  %height = arith.constant 32 : i32
  %pidx   = tc.program_id x : i32
  %top    = arith.muli %pidx, %height : i32
  %tops   = tc.splat %top : i32 -> tensor<32xi32>
  %i      = tc.arange 0 to 32 : tensor<32xi32>
  %r      = arith.addi %tops, %i : tensor<32xi32>
  %nrows  = tc.splat %rows : i32 -> tensor<32xi32>
  %isRow  = arith.cmpi slt, %r, %nrows : tensor<32xi32>
  %none   = arith.constant -1 : i32
  %ids    = tc.addptr %segment, %r : !tc.ptr<i32>, tensor<32xi32>
  %id     = tc.load %ids mask %isRow other %none : tensor<32x!tc.ptr<i32>>

  // A run starts where the row before has another segment or is not of the tile,
  // and ends where that holds of the row after.
  %one    = arith.constant dense<1> : tensor<32xi32>
  %first  = arith.constant dense<0> : tensor<32xi32>
  %last   = arith.constant dense<31> : tensor<32xi32>
  %minus1 = arith.constant dense<-1> : tensor<32xi32>
  %other  = arith.xori %id, %minus1 : tensor<32xi32>
  %rprev  = arith.subi %r, %one : tensor<32xi32>
  %rnext  = arith.addi %r, %one : tensor<32xi32>
  %notFirst = arith.cmpi ne, %i, %first : tensor<32xi32>
  %notLast = arith.cmpi ne, %i, %last : tensor<32xi32>
  %hasPrev = arith.andi %notFirst, %isRow : tensor<32xi1>
  %isNext = arith.cmpi slt, %rnext, %nrows : tensor<32xi32>
  %hasNext = arith.andi %notLast, %isNext : tensor<32xi1>
  %prevs  = tc.addptr %segment, %rprev : !tc.ptr<i32>, tensor<32xi32>
  %nexts  = tc.addptr %segment, %rnext : !tc.ptr<i32>, tensor<32xi32>
  %prev   = tc.load %prevs mask %hasPrev other %other : tensor<32x!tc.ptr<i32>>, tensor<32xi32>
  %next   = tc.load %nexts mask %hasNext other %other : tensor<32x!tc.ptr<i32>>, tensor<32xi32>
  %starts = arith.cmpi ne, %prev, %id : tensor<32xi32>
  %ends   = arith.cmpi ne, %next, %id : tensor<32xi32>
  // An unsigned comparison takes negative segments for large ones.
  %limit  = tc.splat %segments : i32 -> tensor<32xi32>
  %valid  = arith.cmpi ult, %id, %limit : tensor<32xi32>
  %keeps  = arith.andi %ends, %valid : tensor<32xi1>

  // The tile of x.
  %width  = arith.constant 128 : i32
  %pidy   = tc.program_id y : i32
  %left   = arith.muli %pidy, %width : i32
  %lefts  = tc.splat %left : i32 -> tensor<128xi32>
  %j      = tc.arange 0 to 128 : tensor<128xi32>
  %c      = arith.addi %lefts, %j : tensor<128xi32>
  %ncols  = tc.splat %cols : i32 -> tensor<128xi32>
  %isCol  = arith.cmpi slt, %c, %ncols : tensor<128xi32>
  %c2     = tc.expand_dims %c axis 0 : tensor<128xi32> -> tensor<1x128xi32>
  %cc     = tc.broadcast %c2 : tensor<1x128xi32> -> tensor<32x128xi32>
  %isCol2 = tc.expand_dims %isCol axis 0 : tensor<128xi1> -> tensor<1x128xi1>
  %inCols = tc.broadcast %isCol2 : tensor<1x128xi1> -> tensor<32x128xi1>
  %isRow2 = tc.expand_dims %isRow axis 1 : tensor<32xi1> -> tensor<32x1xi1>
  %inRows = tc.broadcast %isRow2 : tensor<32x1xi1> -> tensor<32x128xi1>
  %mask   = arith.andi %inRows, %inCols : tensor<32x128xi1>
  %cols64 = arith.extsi %cols : i32 to i64
  %strides = tc.splat %cols64 : i64 -> tensor<32xi64>
  %r64    = arith.extsi %r : tensor<32xi32> to tensor<32xi64>
  %roff   = arith.muli %r64, %strides : tensor<32xi64>
  %src    = tc.addptr %x, %roff : !tc.ptr<f32>, tensor<32xi64>
  %src2   = tc.expand_dims %src axis 1 : tensor<32x!tc.ptr<f32>> -> tensor<32x1x!tc.ptr<f32>>
  %srcb   = tc.broadcast %src2 : tensor<32x1x!tc.ptr<f32>> -> tensor<32x128x!tc.ptr<f32>>
  %srcs   = tc.addptr %srcb, %cc : tensor<32x128x!tc.ptr<f32>>, tensor<32x128xi32>
  %zero   = arith.constant 0.0 : f32
  %v      = tc.load %srcs mask %mask other %zero : tensor<32x128x!tc.ptr<f32>>

  // A start cuts off what comes before it.
  %starts2 = tc.expand_dims %starts axis 1 : tensor<32xi1> -> tensor<32x1xi1>
  %cuts   = tc.broadcast %starts2 : tensor<32x1xi1> -> tensor<32x128xi1>
  %sum, %cut = tc.scan (%v, %cuts) axis 0 combine {
  ^bb0(%a: f32, %f: i1, %b: f32, %g: i1):
    %ab   = arith.addf %a, %b : f32
    %s    = arith.select %g, %b, %ab : f32
    %h    = arith.ori %f, %g : i1
    tc.yield %s, %h : f32, i1
  } : (tensor<32x128xf32>, tensor<32x128xi1>) -> (tensor<32x128xf32>, tensor<32x128xi1>)

  %id64   = arith.extsi %id : tensor<32xi32> to tensor<32xi64>
  %soff   = arith.muli %id64, %strides : tensor<32xi64>
  %dst    = tc.addptr %out, %soff : !tc.ptr<f32>, tensor<32xi64>
  %dst2   = tc.expand_dims %dst axis 1 : tensor<32x!tc.ptr<f32>> -> tensor<32x1x!tc.ptr<f32>>
  %dstb   = tc.broadcast %dst2 : tensor<32x1x!tc.ptr<f32>> -> tensor<32x128x!tc.ptr<f32>>
  %dsts   = tc.addptr %dstb, %cc : tensor<32x128x!tc.ptr<f32>>, tensor<32x128xi32>
  %keeps2 = tc.expand_dims %keeps axis 1 : tensor<32xi1> -> tensor<32x1xi1>
  %kept   = tc.broadcast %keeps2 : tensor<32x1xi1> -> tensor<32x128xi1>
  %adds   = arith.andi %kept, %inCols : tensor<32x128xi1>
  %old    = tc.atomic_rmw fadd relaxed gpu %dsts, %sum mask %adds : tensor<32x128x!tc.ptr<f32>>, tensor<32x128xf32>
  tc.return
}
