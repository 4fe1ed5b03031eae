// row * stride beyond 2^31: in 64 bits it is the right element. The array stands
// for the far end of one of 2^33 elements, whose start lies before it in memory.
//
// RUN-CASE: minitc-run %s --grid=4 --arg='x=arange(64xi32, start=500)' --arg='out=empty(64xi32)' --arg=first=65536 --arg=stride=131072 --check='out=arange(64xi32, start=500)'

tc.kernel @offset_beyond_i32(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>, %first: i32,
                             %stride: i32) {
  %row = tc.program_id x : i32
  %first64 = arith.extsi %first : i32 to i64
  %stride64 = arith.extsi %stride : i32 to i64
  %offset = arith.muli %first64, %stride64 : i64
  %none = arith.constant 0 : i64
  %back = arith.subi %none, %offset : i64
  %start = tc.addptr %x, %back : !tc.ptr<i32>, i64

  %width = arith.constant 16 : i32
  %column = arith.muli %row, %width : i32
  %columns = tc.splat %column : i32 -> tensor<16xi32>
  %lanes = tc.arange 0 to 16 : tensor<16xi32>
  %i = arith.addi %columns, %lanes : tensor<16xi32>
  %i64 = arith.extsi %i : tensor<16xi32> to tensor<16xi64>
  %offsets = tc.splat %offset : i64 -> tensor<16xi64>
  %far = arith.addi %offsets, %i64 : tensor<16xi64>
  %p_start = tc.addptr %start, %far : !tc.ptr<i32>, tensor<16xi64>
  %v = tc.load %p_start : tensor<16x!tc.ptr<i32>>
  %p_out = tc.addptr %out, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_out, %v : tensor<16x!tc.ptr<i32>>
  tc.return
}
