// The transpose of a matrix, a tile of $ROWS x $COLS a program instance.
//
// Every tile is whole: the sizes are multiples of the tile's. A template:
// bench.py fills in ROWS and COLS.

tc.kernel @transpose(%in: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %out: !tc.ptr<f32> {tc.divisible = 16 : i32},
                     %rows: i32, %cols: i32) {
  %height = arith.constant $ROWS : i32
  %width  = arith.constant $COLS : i32
  %pidr   = tc.program_id x : i32
  %pidc   = tc.program_id y : i32
  %fr     = arith.muli %pidr, %height : i32
  %fc     = arith.muli %pidc, %width : i32
  %rrange = tc.arange 0 to $ROWS : tensor<${ROWS}xi32>
  %crange = tc.arange 0 to $COLS : tensor<${COLS}xi32>
  %frs    = tc.splat %fr : i32 -> tensor<${ROWS}xi32>
  %fcs    = tc.splat %fc : i32 -> tensor<${COLS}xi32>
  %r      = arith.addi %frs, %rrange : tensor<${ROWS}xi32>
  %c      = arith.addi %fcs, %crange : tensor<${COLS}xi32>

  // in + r * cols + c
  %cs    = tc.splat %cols : i32 -> tensor<${ROWS}xi32>
  %roff  = arith.muli %r, %cs : tensor<${ROWS}xi32>
  %roff2 = tc.expand_dims %roff axis 1 : tensor<${ROWS}xi32> -> tensor<${ROWS}x1xi32>
  %roffs = tc.broadcast %roff2 : tensor<${ROWS}x1xi32> -> tensor<${ROWS}x${COLS}xi32>
  %c2    = tc.expand_dims %c axis 0 : tensor<${COLS}xi32> -> tensor<1x${COLS}xi32>
  %cc    = tc.broadcast %c2 : tensor<1x${COLS}xi32> -> tensor<${ROWS}x${COLS}xi32>
  %soff  = arith.addi %roffs, %cc : tensor<${ROWS}x${COLS}xi32>
  %src   = tc.addptr %in, %soff : !tc.ptr<f32>, tensor<${ROWS}x${COLS}xi32>
  %x     = tc.load %src : tensor<${ROWS}x${COLS}x!tc.ptr<f32>>

  // out + c * rows + r
  %rs    = tc.splat %rows : i32 -> tensor<${COLS}xi32>
  %coff  = arith.muli %c, %rs : tensor<${COLS}xi32>
  %coff2 = tc.expand_dims %coff axis 1 : tensor<${COLS}xi32> -> tensor<${COLS}x1xi32>
  %coffs = tc.broadcast %coff2 : tensor<${COLS}x1xi32> -> tensor<${COLS}x${ROWS}xi32>
  %r2    = tc.expand_dims %r axis 0 : tensor<${ROWS}xi32> -> tensor<1x${ROWS}xi32>
  %rr    = tc.broadcast %r2 : tensor<1x${ROWS}xi32> -> tensor<${COLS}x${ROWS}xi32>
  %doff  = arith.addi %coffs, %rr : tensor<${COLS}x${ROWS}xi32>
  %dst   = tc.addptr %out, %doff : !tc.ptr<f32>, tensor<${COLS}x${ROWS}xi32>
  %t     = tc.transpose %x [1, 0] : tensor<${ROWS}x${COLS}xf32> -> tensor<${COLS}x${ROWS}xf32>
  tc.store %dst, %t : tensor<${COLS}x${ROWS}x!tc.ptr<f32>>
  tc.return
}
