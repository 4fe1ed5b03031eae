// The sum of each column of a matrix, $COLS columns a program instance.
//
// Every column is there: the number of columns is a multiple of $COLS. The loop
// adds up tiles of $ROWS x $COLS. A template: bench.py fills in ROWS and COLS.

tc.kernel @column_sum(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                      %stride: i32, %rows: i32) {
  %width = arith.constant $COLS : i32
  %pid   = tc.program_id x : i32
  %first = arith.muli %pid, %width : i32
  %fs    = tc.splat %first : i32 -> tensor<${COLS}xi32>
  %cr    = tc.arange 0 to $COLS : tensor<${COLS}xi32>
  %c     = arith.addi %fs, %cr : tensor<${COLS}xi32>
  %c2    = tc.expand_dims %c axis 0 : tensor<${COLS}xi32> -> tensor<1x${COLS}xi32>
  %cc    = tc.broadcast %c2 : tensor<1x${COLS}xi32> -> tensor<${ROWS}x${COLS}xi32>
  %rr    = tc.arange 0 to $ROWS : tensor<${ROWS}xi32>
  %r2    = tc.expand_dims %rr axis 1 : tensor<${ROWS}xi32> -> tensor<${ROWS}x1xi32>
  %nrows = tc.splat %rows : i32 -> tensor<${ROWS}x1xi32>
  %strs  = tc.splat %stride : i32 -> tensor<${ROWS}x1xi32>
  %zero  = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<${ROWS}x${COLS}xf32>
  %start = arith.constant 0 : i32
  %step  = arith.constant $ROWS : i32
  %acc = scf.for %s = %start to %rows step %step
      iter_args(%a = %zeros) -> (tensor<${ROWS}x${COLS}xf32>) : i32 {
    %ss   = tc.splat %s : i32 -> tensor<${ROWS}x1xi32>
    %r    = arith.addi %ss, %r2 : tensor<${ROWS}x1xi32>
    %rm   = arith.cmpi slt, %r, %nrows : tensor<${ROWS}x1xi32>
    %mask = tc.broadcast %rm : tensor<${ROWS}x1xi1> -> tensor<${ROWS}x${COLS}xi1>
    %off1 = arith.muli %r, %strs : tensor<${ROWS}x1xi32>
    %off  = tc.broadcast %off1 : tensor<${ROWS}x1xi32> -> tensor<${ROWS}x${COLS}xi32>
    %offs = arith.addi %off, %cc : tensor<${ROWS}x${COLS}xi32>
    %ptr  = tc.addptr %in, %offs : !tc.ptr<f32>, tensor<${ROWS}x${COLS}xi32>
    %x    = tc.load %ptr mask %mask other %zero : tensor<${ROWS}x${COLS}x!tc.ptr<f32>>
    %n    = arith.addf %a, %x : tensor<${ROWS}x${COLS}xf32>
    scf.yield %n : tensor<${ROWS}x${COLS}xf32>
  }
  %sum = tc.reduce sum %acc axis 0 : tensor<${ROWS}x${COLS}xf32> -> tensor<${COLS}xf32>
  %dst = tc.addptr %out, %c : !tc.ptr<f32>, tensor<${COLS}xi32>
  tc.store %dst, %sum : tensor<${COLS}x!tc.ptr<f32>>
  tc.return
}
